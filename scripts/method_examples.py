"""Writes `engine/library/method_examples.tsv`: an example of each operation as a method, made of its record.

Inputs come from the record's samples and cases, and what stands behind them is what the engine computes; a test runs every
example. `python3 run.py docs` runs it.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from backpass.engine import OPERATIONS, Operation, Tensor
from backpass.engine.library.docstrings import EXAMPLES_FILE, Example
from backpass.engine.library.in_place import OTHERS

_MATRIX = "x = Tensor([[1.0, 2.0], [3.0, 5.0]])"
_CALLS = {
    "cumsum": ("x = Tensor([1.0, 2.0, 4.0])", "x.cumsum()"),
    "matmul": ("a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([[5.0], [6.0]])", "a.matmul(b)"),
    "outer": ("a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])", "a.outer(b)"),
    "expand_dims": ("x = Tensor([1.0, 2.0])", "x.expand_dims(axis=1)"),
    "squeeze": ("x = Tensor([[1.0, 2.0]])", "x.squeeze(axis=0)"),
    "clip": ("x = Tensor([-2.0, 0.5, 3.0])", "x.clip(-1, 1)"),
    "leaky_relu": ("x = Tensor([-2.0, 3.0])", "x.leaky_relu(negative_slope=0.1)"),
    "prelu": ("x, slope = Tensor([-2.0, 3.0]), Tensor(0.25)", "x.prelu(slope)"),
    "inverse": ("x = Tensor([[2.0, 1.0], [1.0, 1.0]])", "x.inverse()"),
    "solve": ("a, b = Tensor([[2.0, 1.0], [1.0, 1.0]]), Tensor([1.0, 3.0])", "a.solve(b)"),
    "cross_entropy": ("logits, target = Tensor([1.0, 2.0, 4.0]), Tensor([0.0, 0.0, 1.0])", "logits.cross_entropy(target)"),
    **{name: (_MATRIX, f"x.{name}()") for name in ("sum", "mean", "prod", "var", "std", "norm", "logsumexp", "trace", "flatten")},
    "determinant": ("x = Tensor([[2.0, 1.0], [4.0, 3.0]])", "x.determinant()"),
    "reshape": ("x = Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])", "x.reshape(3, 2)"),
    "broadcast_to": ("x = Tensor([1.0, 2.0])", "x.broadcast_to(2, 2)"),
    **{name: (_MATRIX, f"x.{name}(axis=1)") for name in ("amax", "amin")},
    "softmax": ("x = Tensor([1.0, 2.0, 4.0])", "x.softmax()"),
    "log_softmax": ("x = Tensor([1.0, 2.0, 4.0])", "x.log_softmax()"),
    "concatenate": ("x, y = Tensor([1.0, 2.0]), Tensor([3.0])", "Tensor.concatenate([x, y])"),
    "stack": ("x, y = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])", "Tensor.stack([x, y])"),
    "index": ("x = Tensor([1.0, 2.0, 3.0])", "x.index(key=(slice(0, 2),))"),
    "put_back": ("x = Tensor([1.0, 2.0])", "x.put_back(key=(slice(0, 2),), shape=(3,))"),
    "where": ("a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])", "a.where(a > 1, b)"),
    "transpose": ("x = Tensor([[1.0, 2.0], [3.0, 4.0]])", "x.transpose()"),
    "detach": ("x = Tensor([0.5, 2.0])", "x.stop_gradient() * x"),
}
"""Calls of a form that a record's samples do not give."""

_INPUTS: dict[str, tuple[Any, ...]] = {
    "add": ([1.0, 2.0], 3.0),
    "subtract": ([1.0, 2.0], 3.0),
    "multiply": ([1.0, 2.0], 3.0),
    "divide": ([1.0, 2.0], 4.0),
    "power": ([1.0, 3.0], 2.0),
    "hypot": ([3.0, 5.0], [4.0, 12.0]),
    "modulo": ([7.0, -7.0], 3.0),
    "floor_divide": ([7.0, -7.0], 3.0),
    **dict.fromkeys(("maximum", "minimum"), ([1.0, 5.0], [3.0, 2.0])),
    **dict.fromkeys(("greater", "less"), ([1.0, 5.0], [3.0, 4.0])),
    **dict.fromkeys(("greater_equal", "equal", "not_equal"), ([1.0, 5.0], [3.0, 5.0])),
    "less_equal": ([1.0, 5.0], [1.0, 4.0]),
    "atan2": ([1.0, 1.0], [1.0, -1.0]),
    "logaddexp": ([0.0, 1.0], [0.0, 2.0]),
    **dict.fromkeys(("abs", "relu", "elu", "softsign"), ([-1.0, 2.0],)),
    "sinc": ([0.5, 1.5],),
    "square": ([-3.0, 2.0],),
    "cbrt": ([-8.0, 27.0],),
    **dict.fromkeys(("sqrt", "rsqrt"), ([4.0, 9.0],)),
    "reciprocal": ([2.0, 4.0],),
    "log2": ([2.0, 8.0],),
    "log10": ([10.0, 1000.0],),
    "sign": ([-2.0, 0.0, 3.0],),
    **dict.fromkeys(("floor", "ceil", "round"), ([-1.5, 2.3],)),
    "squared_error": ([0.5, 3.0], [1.0, 1.0]),
    "absolute_error": ([0.5, 3.0], [1.0, 1.0]),
    "huber": ([0.5, 3.0], [1.0, 1.0]),
    "binary_cross_entropy": ([0.2, 0.8], [0.0, 1.0]),
    "binary_cross_entropy_with_logits": ([-2.0, 2.0], [0.0, 1.0]),
    "hinge": ([0.4, 2.0], [1.0, 1.0]),
}
"""Inputs that show more than those in the middle of a record's samples."""


def example(record: Operation) -> Example:
    """The calls of an operation as a method; the inputs are leaves."""
    if record.name in _CALLS:
        inputs, call = _CALLS[record.name]
    elif record.elementwise:
        required = record.arity - len(record.defaults)
        numbers = _INPUTS.get(record.name, tuple(map(_two_of, record.samples[:required])))
        inputs, call = _written_out(record, [repr(each) for each in numbers], {})
    else:
        case = next((each for each in record.cases if each.shapes[0]), record.cases[0])
        values = [_of_shape(shape, *span) for shape, span in zip(case.shapes, record.samples, strict=False)]
        inputs, call = _written_out(record, values, dict(case.options))
    return Example(inputs, call, *_results(record, inputs, call), *_in_place(record, inputs, call))


def _two_of(span: tuple[float, float]) -> list[float]:
    """Two numbers of a range."""
    low, high = span
    return [round(low + share * (high - low), 1) for share in (0.25, 0.75)]


def _written_out(record: Operation, values: list[str], options: dict[str, Any]) -> tuple[str, str]:
    names = record.parameters[: len(values)]
    inputs = f"{', '.join(names)} = {', '.join(f'Tensor({value})' for value in values)}"
    given = [*names[1:], *(f"{name}={value!r}" for name, value in options.items())]
    return inputs, f"{names[0]}.{record.name}({', '.join(given)})"


def _of_shape(shape: tuple[int, ...], low: float, high: float) -> str:
    """Different numbers of the range."""
    count = int(np.prod(shape, dtype=int))
    return repr(np.round(np.linspace(low, high, count + 2)[1:-1], 1).reshape(shape).tolist())


def _results(record: Operation, inputs: str, call: str) -> tuple[str, str, str]:
    """The result, the call that computes the gradients, and these."""
    scope: dict[str, Any] = {"Tensor": Tensor}
    exec(inputs, scope)  # noqa: S102 (written above)
    result = scope["out"] = eval(call, scope)  # noqa: S307 (written above)
    shown = _on_one_line(result)
    # The gradient of the plain sum of a softmax is 0, and that of parts of a tensor shows nothing.
    summed = "out.sum()" if record.elementwise else "(out * out).sum()"
    backward = f"{summed if result.shape else 'out'}.backward()"
    eval(backward, scope)  # noqa: S307 (written above)
    gradients = [scope[name].grad for name in inputs.partition(" = ")[0].split(", ")]
    return shown, backward, _on_one_line(gradients[0] if len(gradients) == 1 else tuple(gradients))


def _on_one_line(value: Any) -> str:
    return " ".join(repr(value).split())


def _in_place(record: Operation, inputs: str, call: str) -> tuple[str, str, str]:
    """The same where it changes its first input; empty where there is no such method."""
    if record.variadic or not (record.elementwise or record.name in OTHERS):
        return "", "", ""
    if record.name == "where":  # which as a method is of `a`, and in place of the condition
        inputs, call = "x = Tensor([1.0, 0.0])", "x.where(5.0, 7.0)"
    if record.name == "detach":
        call = "x.detach()"
    inputs = re.sub(r"Tensor\(([^()]*)\)", r"Tensor(\1, requires_grad=False)", inputs)
    call = call.replace(f".{record.name}(", f".{record.name}_(")
    scope: dict[str, Any] = {"Tensor": Tensor}
    exec(inputs, scope)  # noqa: S102 (written above)
    return inputs, call, _on_one_line(eval(call, scope))  # noqa: S307 (written above)


def text() -> str:
    """The file as it is to stand."""
    return "".join("\t".join((name, *example(each))) + "\n" for name, each in OPERATIONS.items())


def main() -> None:
    """Writes the file."""
    EXAMPLES_FILE.write_text(text(), encoding="utf-8")
