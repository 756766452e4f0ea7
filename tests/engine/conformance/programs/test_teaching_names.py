"""Names that teaching code uses often: the same program here and in the real library prints the same numbers."""

import io
import math
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest

from backpass.engine import ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

_TORCH = "import torch\ntorch.set_default_dtype(torch.float64)\n"
_JAX = "import jax\njax.config.update('jax_enable_x64', True)\nimport jax.numpy as jnp\n"


def printed(text: str) -> list[str]:
    """What a program prints here."""
    return run(parse(text)).printed


def really_printed(text: str) -> list[str]:
    """What it prints in Python, with the libraries themselves."""
    written = io.StringIO()
    with redirect_stdout(written):
        exec(text, {})
    return written.getvalue().splitlines()


_TORCHES = {
    "Variable": """
from torch.autograd import Variable
x = Variable(torch.tensor([1.0, 2.0]), requires_grad=True)
y = Variable(torch.tensor([3.0, 4.0]))
z = Variable(x*x)
(x*x*y + z).sum().backward()
print(x.grad.tolist(), y.requires_grad, z.requires_grad, Variable(x).requires_grad)
""",
    "set_grad_enabled as a call": """
x = torch.tensor(2.0, requires_grad=True)
torch.set_grad_enabled(False)
a = x*x
print(torch.is_grad_enabled())
torch.set_grad_enabled(True)
print(a.requires_grad, (x*x).requires_grad)
""",
    "set_grad_enabled behind with": """
x = torch.tensor(2.0, requires_grad=True)
for phase in ['train', 'val']:
    with torch.set_grad_enabled(phase == 'train'):
        a = x*x
    print(a.requires_grad, (x*x).requires_grad)
""",
    "set_grad_enabled within no_grad": """
x = torch.tensor(2.0, requires_grad=True)
with torch.no_grad():
    torch.set_grad_enabled(True)
    print((x*x).requires_grad)
torch.set_grad_enabled(False)
with torch.enable_grad():
    print((x*x).requires_grad)
print((x*x).requires_grad)
torch.set_grad_enabled(True)
""",
    "set_grad_enabled before def": """
x = torch.tensor(2.0, requires_grad=True)
@torch.set_grad_enabled(False)
def f(a):
    return a*a
print(f(x).requires_grad, (x*x).requires_grad)
""",
    "set_grad_enabled in a function": """
x = torch.tensor(2.0, requires_grad=True)
def f(mode):
    torch.set_grad_enabled(mode)
f(False)
print((x*x).requires_grad)
f(True)
print((x*x).requires_grad)
""",
    "masked_fill_": """
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
y = x*x
view = y[0]
y.masked_fill_(torch.tensor([[True, False], [False, True]]), -5.0)
y.sum().backward()
print(y.tolist(), view.tolist(), x.grad.tolist())
""",
    "scatter_": """
x = torch.tensor([[1.0], [2.0]], requires_grad=True)
y = torch.zeros(2, 3)
y.scatter_(1, torch.tensor([[2], [0]]), x)
hot = torch.zeros(2, 3).scatter_(1, torch.tensor([[1], [2]]), 1.0)
more = torch.ones(2, 3).scatter_add_(1, torch.tensor([[0, 0], [2, 1]]), torch.ones(2, 2))
(y*hot + y*y).sum().backward()
print(y.tolist(), hot.tolist(), more.tolist(), x.grad.tolist())
""",
    "triangles in place": """
y = torch.ones(3, 3)
y.tril_()
z = torch.ones(3, 3).triu_(1)
print(y.tolist(), z.tolist())
""",
    "whole numbers keep no fraction": """
a = torch.tensor([1, 2, 3])
mask = a > 1
print(a.masked_fill(mask, 2.9).tolist(), a.masked_fill(mask, 4.0).tolist(), a.scatter(0, torch.tensor([0]), -2.9).tolist())
a.masked_fill_(mask, 5.5)
a.scatter_(0, torch.tensor([0]), 7.9)
print(a.tolist(), torch.full_like(a, 2.0).tolist(), torch.full_like(a, 2.5, dtype=torch.float64).tolist())
drawn = torch.multinomial(torch.tensor([0.0, 1.0]), 1)
drawn[0] = 2.9
print(drawn.tolist())
""",
    "unique": """
v = torch.tensor([3, 1, 1, 2])
print(torch.unique(v).tolist(), v.unique().tolist())
a, inverse, counts = torch.unique(v, return_inverse=True, return_counts=True)
print(a.tolist(), inverse.tolist(), counts.tolist())
print(torch.unique(torch.tensor([[1.0, 2.0], [1.0, 2.0]]), dim=0).tolist())
""",
    "questions": """
a = torch.ones(2, 3)
print(torch.full_like(a, 2.5).tolist(), torch.numel(a), torch.is_tensor(a), torch.is_tensor(3))
print(torch.column_stack((torch.tensor([1.0, 2.0]), torch.ones(2, 2))).tolist())
""",
    "erfinv": """
x = torch.tensor([-0.999999, -0.9, -1e-12, 0.0, 0.3, 0.99], requires_grad=True)
y = torch.erfinv(x)
y.sum().backward()
print(y.tolist(), (x*0.5).erfinv().tolist(), torch.special.ndtri((x + 1)[1:]/2).tolist(), x.grad.tolist())
""",
    "pad_sequence": """
from torch.nn.utils.rnn import pad_sequence
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = pad_sequence([x, x[:1]*x[1], x[1:]], batch_first=True, padding_value=-1.0)
(y*y).sum().backward()
print(y.tolist(), x.grad.tolist(), pad_sequence([torch.ones(2, 2), torch.ones(1, 2)]).tolist())
""",
}

_NUMPYS = {
    "shuffle": """
np.random.seed(3)
a = np.arange(7)
b = np.arange(12).reshape(6, 2)
c = [1, 2, 3, 4, 5]
first = b[0]
for each in (a, b, c):
    np.random.shuffle(each)
print(a.tolist(), b.tolist(), c, first.tolist())
""",
    "shuffle of a generator": """
rng = np.random.default_rng(5)
a = np.arange(9)
b = np.arange(8).reshape(4, 2)
rng.shuffle(a)
rng.shuffle(b)
print(a.tolist(), b.tolist())
""",
    "shuffle of a state": """
state = np.random.RandomState(2)
a = np.arange(9)
state.shuffle(a)
print(a.tolist(), state.permutation(4).tolist())
""",
    "random_sample": """
np.random.seed(1)
print(np.random.random_sample((2, 2)).tolist(), np.random.random_sample())
""",
    "shape, ndim, size": """
a = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(np.shape(a), np.ndim(a), np.size(a), np.size(a, 1), np.shape([1, 2]), np.shape(3.0), np.ndim(3.0))
""",
    "copy": """
a = np.array([1.0, 2.0])
b = np.copy(a)
a[0] = 5.0
print(a.tolist(), b.tolist())
""",
    "full_like, array_equal, column_stack": """
a = np.array([1.0, 2.0])
print(np.full_like(a, 3.5).tolist(), np.array_equal(a, a), np.array_equal(a, [1, 2, 3]), np.array_equal(a, a + 1))
print(np.column_stack((a, [5.0, 6.0], np.ones((2, 2)))).tolist())
""",
    "unique": """
a = np.array([3, 1, 1, 2])
print(np.unique(a).tolist(), np.unique([0.5, 0.5]).tolist())
v, i, inverse, counts = np.unique(a, return_index=True, return_inverse=True, return_counts=True)
print(v.tolist(), i.tolist(), inverse.tolist(), counts.tolist())
print(np.unique(np.array([[1, 2], [1, 2]]), axis=0).tolist())
""",
}

_JAXES = {
    "set and add": """
def f(x):
    a = jnp.zeros((2, 3))
    a = a.at[0, 1].set(x[0]*2)
    a = a.at[1].add(x)
    a = a.at[:, 2].multiply(3.0)
    a = a.at[jnp.array([0, 0])].add(x)
    a = a.at[0, 0].mul(x[2]).at[1, 1].divide(2.0).at[1, 0].power(2)
    a = a.at[0, 2].min(1.0).at[0, 1].max(-3.0).at[1, 2].subtract(x[0])
    return (a*a).sum() + a.at[1, 1].get()
x = jnp.array([1.0, 2.0, 3.0])
print(f(x), jax.grad(f)(x).tolist())
""",
    "whole numbers keep no fraction": """
a = jnp.array([1, 2, -3])
print(a.at[0].set(2.9).tolist(), a.at[2].add(0.5).tolist(), a.at[0].multiply(1.5).tolist(), a.at[1].min(0.5).tolist())
print(a.at[0].divide(2).tolist(), a.at[0].set(4).tolist(), jnp.full_like(a, 7).tolist())
""",
    "masks": """
x = jnp.array([1.0, -2.0, 3.0])
print(x.at[x < 0].set(0.0).tolist(), x.at[jnp.array([0, 2])].set(jnp.array([7.0, 8.0])).tolist())
print(x.at[-1].add(1.0).tolist(), x.tolist())
""",
}


def numbers(lines: list[str]) -> list[Any]:
    """Printed lines as numbers and words."""
    found: list[Any] = []
    for word in " ".join(lines).replace("[", " ").replace("]", " ").replace("(", " ").replace(")", " ").replace(",", " ").split():
        try:
            found.append(float(word))
        except ValueError:
            found.append(word)
    return found


def agree(text: str) -> None:
    real, mine = numbers(really_printed(text)), numbers(printed(text))
    assert len(mine) == len(real) > 0, (mine, real)
    for one, other in zip(mine, real, strict=True):
        same = one == other if isinstance(other, str) else math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-15)
        assert same, (mine, real)


@pytest.mark.parametrize("text", _TORCHES.values(), ids=_TORCHES)
def test_torch(text: str) -> None:
    pytest.importorskip("torch")
    import torch

    try:
        agree(_TORCH + text)
    finally:
        torch.set_default_dtype(torch.float32)
        torch.set_grad_enabled(True)


@pytest.mark.parametrize("text", _NUMPYS.values(), ids=_NUMPYS)
def test_numpy(text: str) -> None:
    agree("import numpy as np\n" + text)


@pytest.mark.filterwarnings("ignore:scatter inputs have incompatible types")
@pytest.mark.parametrize("text", _JAXES.values(), ids=_JAXES)
def test_jax(text: str) -> None:
    pytest.importorskip("jax")
    agree(_JAX + text)


@pytest.mark.parametrize("p", [1e-300, 1e-20, 1e-5, 0.07, 0.0751, 0.3, 0.5, 0.7, 0.9250001, 1 - 1e-9])
def test_quantiles_are_exact_to_the_last_digits_also_far_out(p: float) -> None:
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(400 if p < 1e-100 else 60):
        exact = mpmath.findroot(lambda z: mpmath.ncdf(z) / p - 1, run(parse(f"ndtri({p!r})")).output.item())
    assert run(parse(f"ndtri({p!r})")).output.item() == pytest.approx(float(exact), rel=1e-14, abs=1e-16)
    scaled = f"from scipy.stats import norm\nprint(norm.ppf({p!r}, 2, 3), norm.ppf({p!r}, scale=0.5), norm.isf({p!r}))"
    wanted = [2 + 3 * float(exact), 0.5 * float(exact), -float(exact)]
    assert numbers(printed(scaled)) == pytest.approx(wanted, rel=1e-13, abs=1e-15)


def test_multinomial_draws_as_often_as_the_weights_say() -> None:
    pytest.importorskip("torch")
    text = "import torch\np = torch.tensor([[1.0, 0.0, 3.0], [0.0, 1.0, 0.0]])\n"
    counted = (
        "d = torch.multinomial(p, 4000, replacement=True)\nprint([(d[i] == k).sum().item() for i in range(2) for k in range(3)])"
    )
    first, none, last, *rest = numbers(printed(text + counted))
    assert first + last == 4000
    assert none == 0
    assert rest == [0, 4000, 0]
    assert abs(last / 4000 - 0.75) < 0.05
    assert sorted(numbers(printed(text + "print(p[0].multinomial(2).tolist())"))) == [0.0, 2.0]


_POINTS = {
    "moons": "make_moons(n_samples=11, noise=0.1, random_state=4)",
    "circles": "make_circles(n_samples=11, noise=0.05, factor=0.5, random_state=4)",
    "blobs": "make_blobs(n_samples=11, centers=3, n_features=2, cluster_std=0.5, random_state=4)",
}


def _points(kind: str) -> tuple[Any, Any]:
    """As scikit-learn 1.7 draws them: `sklearn/datasets/_samples_generator.py`."""
    state = np.random.RandomState(4)
    if kind == "blobs":
        centers = state.uniform(-10, 10, (3, 2))
        rows = [state.normal(centers[i], 0.5, (n, 2)) for i, n in enumerate((4, 4, 3))]
        order = np.arange(11)
        state.shuffle(order)
        return np.concatenate(rows)[order], np.repeat([0, 1, 2], (4, 4, 3))[order]
    angles = [np.linspace(0, (1 if kind == "moons" else 2) * np.pi, n, endpoint=kind == "moons") for n in (5, 6)]
    curves = [np.c_[np.cos(each), np.sin(each)] for each in angles]
    curves[1] = np.array([1, 0.5]) - curves[1] if kind == "moons" else 0.5 * curves[1]
    order = np.arange(11)
    state.shuffle(order)
    x, y = np.concatenate(curves)[order], np.repeat([0, 1], (5, 6))[order]
    return x + state.normal(scale=0.1 if kind == "moons" else 0.05, size=x.shape), y


@pytest.mark.parametrize("kind", _POINTS)
def test_points_to_be_told_apart_are_those_of_scikit_learn(kind: str) -> None:
    found = printed(f"from sklearn.datasets import make_{kind}\nX, y = {_POINTS[kind]}\nprint(X.tolist())\nprint(y.tolist())")
    x, y = _points(kind)
    assert numbers(found[:1]) == pytest.approx(x.ravel().tolist(), rel=1e-12, abs=1e-15)
    assert numbers(found[1:]) == y.tolist()


_REFUSED = {
    "eigenvalues": ("import numpy as np\nw, v = np.linalg.eig(np.eye(2))", "complex numbers"),
    "a fraction for whole numbers": ("import numpy as np\na = np.full_like(np.array([1, 2]), 2.9)", "other numbers in NumPy"),
    "a narrow type": ("import numpy as np\na = np.zeros(2, dtype=np.uint8)", "`uint8` wrap around"),
    "a complex type": ("import torch\na = torch.zeros(2, dtype=torch.complex64)", "`complex64`"),
    "a place twice": (
        "import jax.numpy as jnp\nx = jnp.zeros(3)\nx.at[jnp.array([1, 1])].set(jnp.array([1.0, 2.0]))",
        "one element several times",
    ),
    "no key": ("import jax.numpy as jnp\nx = jnp.zeros(3)\nx.at.set(1.0)", "set"),
    "lengths that are no whole numbers": ("import torch\ntorch.rand(2.5, 3)", "this combination of types"),
    "no weights": ("import torch\ntorch.multinomial(torch.zeros(3), 1)", "multinomial"),
    "too many draws": ("import torch\ntorch.multinomial(torch.tensor([1.0, 0.0]), 2)", "multinomial"),
    "a generator of sklearn": ("from sklearn.datasets import make_regression\nmake_regression()", "make_regression"),
    "many shuffled": ("import numpy as np\nx = 3.0\nnp.random.shuffle(x)", "A loop cannot iterate over"),
}


@pytest.mark.parametrize(("text", "words"), _REFUSED.values(), ids=_REFUSED)
def test_what_is_not_understood_is_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(ProblemError) as caught:
        run(parse(text))
    problem = caught.value.problems[0]
    assert words in problem.message
    begin, end = problem.span or (0, 0)
    assert 0 <= begin < end <= len(text)
