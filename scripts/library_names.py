"""Writes the tables of `docs/library-names.md`: the names of PyTorch's `Tensor`, micrograd's `Value` and four teaching engines,
and for each whether the library has it, how it differs, or why it has not.

What the library has is asked of it; how it differs is declared here, with an expression that shows it and that a test evaluates.
PyTorch's names are those of version 2.13 (`pytorch_tensor_names.txt`), which a test compares with the one that is installed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from backpass.engine import Tensor

Rows = Callable[[list[str], list[list[str]]], str]
NAMES_FILE = Path(__file__).with_name("pytorch_tensor_names.txt")


class Difference(NamedTuple):
    """How a name does something else here than where it comes from."""

    how: str
    shown: str
    """An expression of ours that is true; `x` is Tensor([1.0, 2.0, 4.0]), `m` a matrix of 1 to 4, `s` Tensor(3.0), `Cube` an
    `Operation` and `Square` a `Function`, which saves its input.
    """


DIFFERS = {
    "T": Difference("All axes in reverse order, as in NumPy, also of more than two.", "m[None].T.shape == (2, 2, 1)"),
    "argmax": Difference("An integer or a NumPy array.", "x.argmax() == 2 and type(x.argmax()) is int"),
    "argmin": Difference("An integer or a NumPy array.", "type(x.argmin()) is int"),
    "argsort": Difference("A NumPy array.", "x.argsort().dtype == np.int64"),
    "argwhere": Difference("A NumPy array.", "x.argwhere().dtype == np.int64"),
    "backward": Difference(
        "With several elements, it differentiates their sum. The graph is kept, so a second call accumulates.",
        "[(x * x).backward(), x.grad.tolist()][1] == [2, 4, 8]",
    ),
    "bincount": Difference("A NumPy array.", "Tensor([0, 2], False).bincount().tolist() == [1, 0, 1]"),
    "bool": Difference("A tensor of 1 and 0.", "x.bool().tolist() == [1.0, 1.0, 1.0]"),
    "count_nonzero": Difference("An integer or a NumPy array.", "x.count_nonzero() == 3"),
    "cpu": Difference("The tensor itself: there is one device.", "x.cpu() is x"),
    "cuda": Difference("The tensor itself: there is one device.", "x.cuda() is x"),
    "data": Difference("A float or a NumPy array.", "s.data + 1 == 4.0 and x.data.tolist() == [1, 2, 4]"),
    "detach": Difference("In-place changes of one do not affect the other.", "x.detach().requires_grad is False"),
    "device": Difference("The string `cpu`.", "str(x.device) == 'cpu'"),
    "double": Difference("The tensor itself: all numbers have double precision.", "x.double() is x"),
    "dtype": Difference("Always `numpy.float64`.", "x.dtype == np.float64"),
    "float": Difference("The tensor itself: all numbers have double precision.", "x.float() is x"),
    "grad": Difference("A float or a NumPy array; a tensor after `create_graph=True`.", "[s.backward(), s.grad][1] == 1.0"),
    "grad_fn": Difference(
        "Also has `parents`, and may be set: None makes a leaf, an object with `parents` and `backward` a custom rule.",
        "(s * 2).grad_fn.parents[0] is s",
    ),
    "int": Difference("Integers in double precision, as a constant.", "not x.int().requires_grad"),
    "long": Difference("Integers in double precision, as a constant.", "not x.long().requires_grad"),
    "max": Difference(
        "`x.max(0)` is an error: write `axis=0` for NumPy's or `dim=0` for PyTorch's.", "m.max(axis=0).tolist() == [3, 4]"
    ),
    "min": Difference(
        "`x.min(0)` is an error: write `axis=0` for NumPy's or `dim=0` for PyTorch's.", "m.min(axis=0).tolist() == [1, 2]"
    ),
    "name": Difference("A string that pictures show; may be set.", "s.name is None"),
    "nonzero": Difference(
        "An error, since NumPy returns the indices by axis: write `argwhere()`.", "m.argwhere().shape == (4, 2)"
    ),
    "norm": Difference("With p of 1, 2 or infinity.", "x.norm(p=1).item() == 7"),
    "repeat": Difference(
        "An error, since NumPy repeats elements: write `tile` or `repeat_interleave`.", "x.tile(2).shape == (6,)"
    ),
    "requires_grad": Difference("True by default.", "Tensor(1.0).requires_grad"),
    "retain_grad": Difference("No effect: every tensor keeps its gradient.", "s.retains_grad"),
    "shape": Difference("A tuple.", "type(x.shape) is tuple"),
    "size": Difference("The number of elements, as in NumPy; called, the shape, as in PyTorch.", "(x.size, x.size(0)) == (3, 3)"),
    "sort": Difference(
        "Without `dim` or `descending` an error, since NumPy sorts in place.",
        "x.sort(dim=0).indices.tolist() == [0, 1, 2]",
    ),
    "std": Difference(
        "Divides by n, as in NumPy; with `unbiased=True` or `correction=1` by n − 1, as in PyTorch.", "x[:2].std().item() == 0.5"
    ),
    "to": Difference("Floating-point types return the tensor itself.", "x.to('cpu') is x and x.to(float) is x"),
    "transpose": Difference(
        "`m.transpose(0, 1)` of a matrix is an error: write `m.T` or `swapaxes`.", "m.swapaxes(0, 1).tolist() == [[1, 3], [2, 4]]"
    ),
    "unique": Difference("A constant: no gradient flows through it.", "not x.unique().requires_grad"),
    "var": Difference(
        "Divides by n, as in NumPy; with `unbiased=True` or `correction=1` by n − 1, as in PyTorch.", "x[:2].var().item() == 0.25"
    ),
    "view": Difference(
        "Not a view: changing it in place is an error, while `x[0] += 1` changes x.", "x.view(3, 1).shape == (3, 1)"
    ),
}

REASONS = {
    "Complex numbers are not supported.": r"angle|conj.*|imag|real|isreal|c(double|float|half)|chalf|H|mH|adjoint|is_complex"
    r"|is_conj|resolve_.*|is_neg|eig|symeig|stft|istft",
    "All numbers have double precision; there is no type to choose or to ask for.": r"half|bfloat16|byte|char|short|type|type_as|"
    r"element_size|itemsize|nbytes|is_signed|is_floating_point"
    r"|grad_dtype|int_repr|hash_tensor",
    "One device, one process, NumPy arrays: there is nothing to choose or to ask for.": r"is_(cpu|cuda|ipu|maia|meta|mkldnn|mps"
    r"|mtia|vulkan|xla|xpu|pinned|shared|distributed|inference|nested|contiguous|set_to)|ipu|mtia|xpu|get_device|pin_memory"
    r"|share_memory_|record_stream|.*data_ptr|storage.*|untyped_storage|layout|stride|dim_order|module_load|output_nr|to_mkldnn"
    r"|to_padded_tensor|as_subclass|volatile|reinforce|new|new_empty.*|new_tensor",
    "Sparse and quantised tensors are not supported.": r".*sparse.*|.*quantize.*|q_.*|qscheme|coalesce"
    r"|is_coalesced|(col|row)_indices|(ccol|crow)_indices|indices|values|dense_dim|to_dense|smm|sspaddmm",
    "Draws random numbers: use `backpass.rand`, `random` or NumPy.": r"bernoulli_?|cauchy_"
    r"|exponential_|geometric_|log_normal_|normal_|random_|uniform_|multinomial",
    "Changes a tensor in place: write `x = x.name(…)`, or `x[…] = …`.": r".*_|set_data",
    "Shares memory, or writes through a view: write it with indexing.": r"as_strided.*|.*_scatter|index_(copy|fill|put|reduce)"
    r"|masked_scatter|narrow_copy|slice_inverse|split_with_sizes|unfold|resize|resize_as|unsafe_.*",
    "A decomposition of matrices: write it with `inverse`, `solve` and `cholesky`.": r"cholesky_(inverse|solve)|geqrf|lstsq|lu"
    r"|lu_solve|orgqr|ormqr|pinverse|qr|svd|triangular_solve|matrix_exp",
    "A special function that is not implemented yet: [a recipe](extend.md) adds one.": r"i0"
    r"|igammac?|mvlgamma|polygamma|sgn|hardshrink|heaviside_",
    "Not implemented yet.": r"addbmm|aminmax|bitwise_.*|gcd|lcm|nextafter|frexp|ldexp|signbit|copysign|is_nonzero"
    r"|is_same_size|put|swapdims|ndimension|positive|sum_to_size|cov|dsplit|hsplit|vsplit|tensor_split|fmax|fmin|ger|histc|histogram"
    r"|isneginf|isposinf|kron|kthvalue|mode|msort|nanmedian|nanquantile|nonzero_static|register_post_accumulate_grad_hook|renorm"
    r"|scatter_reduce|unique_consecutive",
}
"""Why the library has not a name, by a pattern of the names; the first that fits counts."""


def pytorch_names() -> list[str]:
    return NAMES_FILE.read_text(encoding="utf-8").split()


def reason(name: str) -> str | None:
    """Why there is no such name; None where it is not declared."""
    return next((why for why, pattern in REASONS.items() if re.fullmatch(pattern, name)), None)


def has(name: str) -> bool:
    return hasattr(Tensor, name) or name in Tensor.__slots__


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def tensor_summary(rows: Rows) -> str:
    names = pytorch_names()
    here = [name for name in names if has(name)]
    differing = [name for name in here if name in DIFFERS]
    return rows(
        ["names of PyTorch's `Tensor`", "supported", "different", "missing"],
        [[str(len(names)), str(len(here) - len(differing)), str(len(differing)), str(len(names) - len(here))]],
    )


def tensor_has(rows: Rows) -> str:
    names = [name for name in pytorch_names() if has(name) and name not in DIFFERS]
    return rows(["supported"], [[_listed(names)]])


def tensor_differs(rows: Rows) -> str:
    return rows(
        ["name", "how it differs", "check"],
        [[f"`{name}`", how, f"`{shown}`"] for name, (how, shown) in DIFFERS.items()],
    )


def tensor_has_not(rows: Rows) -> str:
    missing = [name for name in pytorch_names() if not has(name)]
    by_reason = {why: [name for name in missing if reason(name) == why] for why in REASONS}
    return rows(["why", "missing"], [[why, _listed(names)] for why, names in by_reason.items() if names])


class OtherName(NamedTuple):
    """A name of micrograd or a teaching engine."""

    name: str
    here: str
    """`supported`, or how it differs."""
    shown: str


MICROGRAD = [
    OtherName("Value(data, _children, _op)", "supported", "Tensor(2.0, (s,), '*')._prev == {s}"),
    OtherName("data", "supported", "s.data == 3.0"),
    OtherName(
        "grad",
        "None until it is computed; 0 for tensors reached through `_prev`.",
        "s.grad is None and [(s * 2)._prev, s.grad][1] == 0",
    ),
    OtherName("_prev", "supported", "(s * 2)._prev >= {s}"),
    OtherName("_op", "supported; `x - y` is `-` and not `+`", "[(s + 1)._op, (s - 1)._op, s._op] == ['+', '-', '']"),
    OtherName("_backward", "supported, and may be set", "[y := s * 2, setattr(y, 'grad', 1.0), y._backward(), s.grad][3] == 2.0"),
    OtherName("label", "None if unset; `''` for tensors reached through `_prev`.", "s.label is None"),
    OtherName(
        "backward",
        "supported; a second call adds its gradients, too",
        "[y := s * s, y.backward(), y.backward(), s.grad][3] == 12.0",
    ),
    OtherName("+ - * / ** and numbers on either side", "supported", "(2 * s - 1 / s + s**2 - -s).item() == 6 - 1 / 3 + 9 + 3"),
    OtherName("relu, tanh, exp", "supported", "(-s).relu().item() == 0 and s.tanh().item() == np.tanh(3)"),
    OtherName("repr", "`Tensor(3.0)` for `Value(data=3.0, grad=0)`", "repr(s) == 'Tensor(3.0)'"),
    OtherName("nn.Neuron, nn.Layer, nn.MLP", "supported", "len(nn.MLP(3, [4, 4, 1]).parameters()) == 41"),
    OtherName("Module.parameters, Module.zero_grad", "supported", "nn.MLP(2, [3, 1]).zero_grad() is None"),
]
TEACHING = {
    "A: operation nodes": [
        OtherName("Tensor(data, requires_grad)", "`requires_grad` is True by default.", "Tensor(1.0).requires_grad"),
        OtherName("grad_fn, settable", "supported", "[y := s * 2, setattr(y, 'grad_fn', None), y.is_leaf][2]"),
        OtherName("grad_fn.parents", "supported", "(s * 2).grad_fn.parents[0] is s"),
        OtherName("Operation: parents, forward, backward", "supported", "[y := Cube()(s), y.backward(), s.grad][2] == 27.0"),
        OtherName("backward(grad=1.0)", "supported, by position or as `gradient=`", "[(s * 2).backward(5.0), s.grad][1] == 10"),
        OtherName("name, role", "supported", "[setattr(s, 'role', 'parameter'), s.role][1] == 'parameter'"),
        OtherName("log, sigmoid", "supported", "s.log().exp().item() == 3 or abs(s.log().exp().item() - 3) < 1e-12"),
    ],
    "B: a `Value` in fourteen days": [
        OtherName("the names of micrograd's Value", "as above", "(s * 2)._op == '*'"),
        OtherName("sin, sigmoid, log", "supported", "s.sin().item() == np.sin(3)"),
        OtherName(
            "a gradient in a format, before backward",
            "None has no format, as in PyTorch: write `x.grad or 0.0`.",
            "f'{s.grad or 0.0:.4f}' == '0.0000'",
        ),
        OtherName("SGD, Adam", "supported, in `backpass.optim`", "{'SGD', 'Adam'} <= set(dir(optim))"),
    ],
    "C: micrograd rebuilt": [
        OtherName("draw_dot over _prev and _op", "supported, unchanged", "[(s * 2)._prev, '%.4f' % s.grad][1] == '0.0000'"),
        OtherName("MLP(2, [16, 16, 1])", "supported", "len(nn.MLP(2, [16, 16, 1]).parameters()) == 337"),
    ],
    "D: functions with a context": [
        OtherName("Function.forward, backward, apply", "supported", "[y := Square.apply(s), y.backward(), s.grad][2] == 6.0"),
        OtherName(
            "ctx.save_for_backward, ctx.saved_tensors",
            "supported",
            "[ctx := FunctionContext(), ctx.save_for_backward(s), ctx.saved_tensors][2] == (s,)",
        ),
        OtherName("Tensor(data, creator=, parents=, ctx=)", "supported", "(s * 2).creator.name == 'multiply'"),
        OtherName("Tensor.creator, parents, ctx", "supported", "(s * 2).parents[0] is s and s.ctx is None"),
        OtherName(
            "repr with grad_fn=AddFunction",
            "supported, with the name of the class",
            "repr(s * 2) == 'Tensor(6.0, grad_fn=multiply)'",
        ),
        OtherName("neg, dot, sum, sin, cos, power", "supported", "x.dot(x).item() == 21"),
    ],
}


def _others(rows: Rows, names: list[OtherName]) -> str:
    return rows(["name", "here", "check"], [[f"`{name}`", here, f"`{shown}`"] for name, here, shown in names])


def micrograd(rows: Rows) -> str:
    return _others(rows, MICROGRAD)


def teaching(rows: Rows) -> str:
    every = [[engine, f"`{name}`", here, f"`{shown}`"] for engine, names in TEACHING.items() for name, here, shown in names]
    return rows(["engine", "name", "here", "check"], every)
