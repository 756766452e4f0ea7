"""Tensors that are changed in place. The oracles are PyTorch and NumPy, which run the very same text."""

import contextlib
import io
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def printed_by_python(text: str) -> list[str]:
    """What a program prints when Python runs it with the real library."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(text, {"__name__": "pasted"})
    return out.getvalue().splitlines()


def rounded(lines: list[str]) -> list[str]:
    """The lines with numbers to five digits, since PyTorch computes with 32 bits."""
    return [NUMBER.sub(lambda found: f"{float(found[0]):.5g}", line) for line in lines]


NUMPY = (
    "a = np.array([1.,2.]); b = a; b += 3\nprint(a.sum())",
    "a = np.array([1.,2.]); b = a.copy(); b += 3\nprint(a.sum(), b.sum())",
    "a = np.array([1.,2.])*2; b = a; b *= 3; b -= 1; b /= 2; b **= 2\nprint(a.sum(), b.sum())",
    "a = np.array([1.,2.]); s = a.sum(); t = s; t += 3\nprint(s, t)",
    "a = np.array([1.,2.]); b = a[0]; b += 3\nprint(a.sum(), b)",
    "a = np.array([[1.,2.],[3.,4.]]); b = a[0]; b += 3\nprint(a.sum(), b.sum(), a[1].sum())",
    "a = np.array([[1.,2.],[3.,4.]]); b = a.T; b[0] += 3\nprint(a[0].sum(), b.sum(), a[1].sum())",
    "a = np.array([[1.,2.],[3.,4.]]); b = a.reshape(4); b[2] = 30\nprint(a[0].sum(), b.sum(), a[1].sum())",
    "a = np.array([[1.,2.],[3.,4.]]); b = a.flatten(); b[2] = 30\nprint(a[0].sum(), b.sum(), a[1].sum())",
    "a = np.array([[1.,2.],[3.,4.]]); b = a.T.reshape(4); b[2] = 30\nprint(a[0].sum(), b.sum(), a[1].sum())",
    "a = np.array([[1.,2.],[3.,4.]]); b = a.ravel(); b[2] = 30\nprint(a[0].sum(), b.sum(), a[1].sum())",
    "a = np.array([[1.,2.],[3.,4.]]); b = np.ravel(a.T); b[2] = 30\nprint(a[0].sum(), b.sum(), a[1].sum())",
    "a = np.array([1.,2.]); b = np.asarray(a); b += 3\nprint(a.sum(), b.sum())",
    "a = np.zeros(2); b = np.asarray(a); b[0] = 3; c = np.array(a); c[1] = 5\nprint(a.sum(), b.sum(), c.sum())",
    "a = np.array([1.,-2.,3.]); a[a < 0] = 0\nprint(a.sum())",
    "a = np.array([1.,-2.,3.]); b = a; b[a > 0] = a.sum()\nprint(a.sum(), b[0])",
    "a = np.array([[1.,-2.],[3.,-4.]]); b = a[1]; b[b < 0] = 5\nprint(a.sum(), b.sum())",
    "a = np.array([1, -2, 3]); a[a < 0] = 2.7\nprint(a.sum())",
    "a = np.array([1.,-2.,3.]); m = a < 0; a[m] = 0; a[m] = 9; a[~m] += 1\nprint(a[0], a[1], a[2])",
    "a = np.array([1.,-2.,3.]); a[a < 0] = np.nan; a[np.isnan(a)] = 4\nprint(a.sum())",
    "a = np.array([1.,-2.,3.]); a[[0,2]] = 7\nprint(a.sum())",
    "a = np.array([1.,-2.,3.]); a[1:] *= 2\nprint(a.sum(), a[1])",
    "a = np.array([[1.,2.],[3.,4.]])\nfor row in a:\n    row += 1\nprint(a.sum())",
    "a = np.array([[1.,2.],[3.,4.]]); a[0, 1] = 9; a[1] = [5., 6.]; a[:, 0] += 1\nprint(a[0].sum(), a[1].sum())",
    "def f(v):\n    v += 1\n    return v\na = np.array([1.,2.]); b = f(a)\nprint(a.sum(), b.sum())",
    "class P:\n    def __init__(self, v): self.v = v\na = np.array([1.,2.]); p = P(a); p.v += 1; q = p.v; q *= 2\nprint(a.sum())",
    "a = np.array([1.,2.]); l = [a, a]; l[0] += 1\nprint(a.sum(), l[1].sum())",
    "a = np.array([1.,2.]); d = {'k': a}; d['k'] += 1\nprint(a.sum())",
    "a = np.array([1.,2.])\ndef add():\n    b = a\n    b += 1\nadd()\nprint(a.sum())",
    "a = [1, 2]; b = a; b += [3]\ndef f(): return 0\nprint(len(a))",
    "a = 2.0; b = a; b += 3\nprint(a, b)",
)
TORCH = (
    (
        "x = torch.tensor(2.0, requires_grad=True); a = x*1; b = a; b += 3; c = a*1.0 + b\nc.backward()\n"
        "print(c.item(), x.grad.item())"
    ),
    "a = torch.tensor([1.,2.]); b = a[0]; b += 5\nprint(a.sum().item())",
    (
        "a = torch.tensor([1.,2.]); a.add_(1).mul_(2); b = a; b.sub_(1, alpha=3); print(a.sum().item()); "
        "b.zero_()\nprint(a.sum().item())"
    ),
    "a = torch.tensor([1.,2.]); b = a.view(2,1); b.fill_(4.)\nprint(a.sum().item())",
    "a = torch.tensor([1.,2.]); b = torch.tensor([5.,6.]); a.copy_(b); b += 1\nprint(a.sum().item(), b.sum().item())",
    (
        "w = torch.tensor([1.,2.], requires_grad=True)\nfor i in range(3):\n    loss = (w*w).sum()\n    loss.backward()\n"
        "    with torch.no_grad():\n        w -= 0.1*w.grad\n        w.grad.zero_()\n"
        "print(w.sum().item(), w.grad.sum().item(), w.requires_grad, w.is_leaf)"
    ),
    (
        "w = torch.tensor([1.,2.], requires_grad=True)\nfor i in range(3):\n    loss = (w*w).sum()\n    loss.backward()\n"
        "    w.data -= 0.1*w.grad\n    w.grad = None\nprint(w.sum().item(), w.grad)"
    ),
    (
        "w = torch.tensor(2., requires_grad=True)\nfor i in range(3):\n    loss = w*w\n    loss.backward()\n"
        "    w.data.sub_(0.1*w.grad)\n    w.grad.zero_()\nprint(w.item(), w.grad.item())"
    ),
    "w = torch.tensor(2., requires_grad=True)\nd = w.data\nd -= 0.5\nprint(w.item())",
    "w = torch.tensor([2., 3.], requires_grad=True)\nd = w.data\nd -= 0.5\nd[0] = 9\nprint(w.sum().item())",
    (
        "w = torch.tensor([2., 3.], requires_grad=True)\nd = w.detach()\nd += 1\n"
        "print(w.sum().item(), w.requires_grad, d.requires_grad)"
    ),
    (
        "w = torch.tensor([2., 3.], requires_grad=True)\n(w**2).sum().backward()\nw.grad.mul_(0.5)\n"
        "w.grad *= 0.5\ng = w.grad\ng += 1\n"
        "print(w.grad.sum().item())"
    ),
    (
        "w = torch.tensor([2., 3.], requires_grad=True)\nwith torch.no_grad():\n    w[0] = 7\n    w[1] += 1\n    w.clamp_(0, 5)\n"
        "print(w.sum().item())"
    ),
    "x = torch.tensor([1.,2.,3.], requires_grad=True)\ny = x*2\ny[0] = 0\ny[1] *= 5\ny.sum().backward()\nprint(x.grad.tolist())",
    (
        "x = torch.tensor([1.,2.,3.], requires_grad=True)\ny = x*2\nz = y[1:]\nz += x[0]\n(y*y).sum().backward()\n"
        "print(x.grad.tolist(), z.tolist())"
    ),
    (
        "x = torch.tensor([[1.,2.],[3.,4.]], requires_grad=True)\ny = x*1\nv = y.T\nv[0] *= x[1]\ny.sum().backward()\n"
        "print(x.grad.tolist(), v.tolist())"
    ),
    (
        "x = torch.tensor(1., requires_grad=True)\ntotal = x*1\nseen = [total]\nfor i in range(3):\n    total += x*i\n"
        "print(seen[0].item(), total.item(), seen[0] is total)"
    ),
    "x = torch.tensor(1., requires_grad=True)\na = x*2\nb = a.clone()\nb += 5\nprint(a.item(), b.item())",
    "x = torch.tensor([1.,2.])\nx[0] = 5.\ny = x.unsqueeze(0)\ny += 1\nprint(x.tolist())",
    (
        "x = torch.tensor(2., requires_grad=True)\nout = torch.zeros(3)\nfor i in range(3):\n"
        "    out[i] = x**i\nout.sum().backward()\n"
        "print(out.tolist(), x.grad.item())"
    ),
    (
        "p = torch.nn.Parameter(torch.tensor([1.,2.]))\nq = p\n(p*p).sum().backward()\n"
        "p.data.add_(p.grad, alpha=-0.5)\nprint(q.tolist())"
    ),
    "a = torch.tensor([1.,2.]); b = a; a = a + 1; b += 10\nprint(a.tolist(), b.tolist())",
    "a = torch.tensor([[1.,2.],[3.,4.]]); r0, r1 = a; r0 += 1\nprint(a.tolist())",
    "a = torch.tensor([[1.,2.],[3.,4.]]); b = a.flatten(); b += 1; c = a.T.flatten(); c += 1\nprint(a.tolist())",
    "a = torch.tensor([[1.,2.],[3.,4.]]); a @= a\nprint(a.tolist())",
)


@pytest.mark.parametrize("text", NUMPY)
def test_arrays_of_numpy_change_for_everything_that_holds_them(text: str) -> None:
    whole = f"import numpy as np\n{text}"
    assert rounded(run(parse(whole)).printed) == rounded(printed_by_python(whole))


TAKEN = (
    "x.grad",
    "x.grad.data",
    "x.grad.clone()",
    "x.grad.detach()",
    "x.grad.detach().clone()",
    "x.grad.tolist()",
    "float(x.grad.sum())",
    "copy.deepcopy(x.grad)",
    "copy.copy(x.grad)",
    "x.grad*1",
    "{'k': x.grad}",
    "x.data",
    "x.data.clone()",
    "x.detach()",
    "x.detach().clone()",
    "x.clone().detach()",
)
"""What a program keeps of a leaf: an array that changes with it there, or a copy."""
THEN = (
    "(x*x*x).sum().backward()",
    "x.grad.zero_()",
    "x.grad.data.zero_()",
    "x.grad.data.mul_(3)",
    "x.grad *= 2",
    "x.grad.add_(1)",
    "x.grad = None",
    "x.grad = torch.ones_like(x)",
    "with torch.no_grad():\n    x -= 0.5",
    "x.data -= 0.5",
    "x.data = x.data*0.5",
    "opt = torch.optim.SGD([x], lr=0.1)\nopt.step()",
    "opt = torch.optim.Adam([x], lr=0.1)\nopt.step()",
    "opt = torch.optim.SGD([x], lr=0.1)\nopt.zero_grad()\n(x*x*x).sum().backward()",
    "opt = torch.optim.SGD([x], lr=0.1)\nopt.zero_grad(set_to_none=False)",
    "torch.nn.utils.clip_grad_norm_([x], 0.1)",
    "torch.nn.utils.clip_grad_value_([x], 0.1)",
)
"""What changes a leaf or its gradient, in place or by putting another in its place."""


@pytest.mark.parametrize("then", THEN)
@pytest.mark.parametrize("data", ["2.0", "[1.0, 2.0]"])
def test_what_was_taken_out_of_a_leaf_changes_with_it_or_does_not(data: str, then: str) -> None:
    """A later backward pass adds to the very array that `g = x.grad` has given a name, and `x.grad.data` is that array."""
    pytest.importorskip("torch")
    for taken in TAKEN:
        text = (
            f"import torch, copy\nx = torch.tensor({data}, requires_grad=True)\n(x*x).sum().backward()\n"
            f"g = {taken}\n{then}\nprint(g)\nprint(x.grad)\nprint(x)"
        )
        ours, theirs = run(parse(text)).printed, printed_by_python(text)
        assert numbers(ours) == pytest.approx(numbers(theirs), rel=1e-4, abs=2e-4), text


def test_loops_that_set_the_numbers_of_gradients_to_zero_learn_as_they_do_in_pytorch() -> None:
    pytest.importorskip("torch")
    for data, change in [("2.0", "w.data -= 0.01*w.grad.data"), ("[2.0, 1.0]", "w.data = w.data - 0.01*w.grad.data")]:
        text = (
            f"import torch\nw = torch.tensor({data}, requires_grad=True)\nfor i in range(5):\n    loss = ((w*3 - 1)**2).sum()\n"
            f"    loss.backward()\n    {change}\n    w.grad.data.zero_()\nprint(w)"
        )
        ours, theirs = run(parse(text)).printed, printed_by_python(text)
        assert numbers(ours) == pytest.approx(numbers(theirs), rel=1e-4), text


@pytest.mark.parametrize("text", TORCH)
def test_tensors_of_pytorch_change_for_everything_that_holds_them(text: str) -> None:
    pytest.importorskip("torch")
    whole = f"import torch\n{text}"
    assert rounded(run(parse(whole)).printed) == rounded(printed_by_python(whole))


def test_values_of_other_libraries_do_not_change() -> None:
    for text in (
        "from micrograd.engine import Value\na = Value(2.0); b = a; b += 3\nprint(a.data, b.data)",
        "import jax.numpy as jnp\na = jnp.array(2.0); b = a; b += 3\nprint(a, b)",
        "import tensorflow as tf\na = tf.constant(2.0); b = a; b += 3\nprint(a, b)",
        "a = 2.0; b = a; b += 3\nprint(a, b)",
    ):
        assert run(parse(text)).printed == ["2.0 5.0"]


def test_what_does_not_change_in_place_is_refused_by_name() -> None:
    for text, code in (
        ("import jax.numpy as jnp\na = jnp.array([1.0, 2.0])\na[0] = 3\na", Code.UNSUPPORTED),
        ("import torch\na = torch.tensor([[1.0, 2.0]])\na.squeeze_()\na", Code.UNSUPPORTED),
        ("import torch\na = torch.tensor([1.0, 2.0])\na += torch.ones(2, 2)\na", Code.SHAPE_MISMATCH),
        ("import numpy as np\na = np.array([1.0, 2.0])\na[[0, 0]] = 3\na", Code.INVALID_AXIS),
        ("a = [3, 1, 2]\na.sort()\na", Code.UNSUPPORTED),
    ):
        with pytest.raises(ProblemError) as error:
            run(parse(text))
        assert error.value.problems[0].code is code


# Programs at random: names for arrays of one shape, views, changes, in any order.

_NAMES = ("a", "b", "c", "d")
_VIEWS = (
    "{0}",
    "{0}.T.T",
    "{0}.reshape(2, 2)",
    "{0}[:]",
    "{0}[::-1]",
    "{0}.T",
    "{0}.reshape(4).reshape(2, 2)",
    "{0}[[1, 0]]",
    "{0}*2",
)
_CHANGES = (
    "{0} += {1}",
    "{0} *= 0.5",
    "{0} -= 1",
    "{0}[0] += 1",
    "{0}[:, 1] = {1}[:, 0]",
    "{0}[1, 0] = 7",
    "{0}[0] = {1}[1]*2",
    "{0}.T[0] += 2",
    "{0}.reshape(4)[1] = 3",
    "row = {0}[1]; row *= 2; {1}[0] = row",
    "held[0] += 1; held.append({0})",
    "held[-1][0] -= 1",
)
_STATEMENT = st.one_of(
    st.tuples(st.sampled_from(_NAMES), st.sampled_from(_VIEWS), st.sampled_from(_NAMES)).map(
        lambda each: f"{each[0]} = {each[1].format(each[2])}"
    ),
    st.tuples(st.sampled_from(_CHANGES), st.sampled_from(_NAMES), st.sampled_from(_NAMES)).map(
        lambda each: each[0].format(each[1], each[2])
    ),
)
_BEGIN = "a = {0}*1\nb = {0}*3\nc = a\nd = b\nheld = [a]\nfor _ in range(1): pass\n"
_END = "print(" + ", ".join(f"{name}.sum(), {name}[0, 1].item(), {name}[1, 0].item()" for name in _NAMES) + ")"


def numbers(lines: list[str]) -> Any:
    return np.array([float(found) for found in NUMBER.findall(" ".join(lines))])


@settings(max_examples=60, deadline=None)
@given(st.lists(_STATEMENT, min_size=1, max_size=8))
def test_random_programs_of_numpy_hold_what_numpy_holds(statements: list[str]) -> None:
    body = "\n".join(statements)
    text = f"import numpy as np\nx = np.array([[1.0, 2.0], [3.0, 5.0]])\n{_BEGIN.format('x')}{body}\n{_END}"
    np.testing.assert_allclose(numbers(run(parse(text)).printed), numbers(printed_by_python(text)), rtol=1e-12, err_msg=text)


@settings(max_examples=60, deadline=None)
@given(st.lists(_STATEMENT.filter(lambda each: "::-1" not in each), min_size=1, max_size=8))
def test_random_programs_of_pytorch_have_its_gradients(statements: list[str]) -> None:
    pytest.importorskip("torch")
    body = "\n".join(statements)
    start = "import torch\nx = torch.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True, dtype=torch.float64)\n"
    ours = "import torch\nx = torch.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)\n"
    end = "\n((a*b) + c*d).sum().backward()\nprint(x.grad.tolist())"
    body = body.replace(".sum()", ".sum().item()")
    text = f"{_BEGIN.format('x')}{body}\n{_END.replace('.sum()', '.sum().item()')}{end}"
    np.testing.assert_allclose(
        numbers(run(parse(ours + text)).printed), numbers(printed_by_python(start + text)), rtol=1e-11, err_msg=text
    )
