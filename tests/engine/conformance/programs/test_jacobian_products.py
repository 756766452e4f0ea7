"""`vjp`, `jvp`, `hvp` and `vhp` beside those of JAX and PyTorch: values, products, and gradients through them."""

import contextlib
import io

import jax
import numpy as np
import pytest

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

torch = pytest.importorskip("torch")

_REPORT = "def report(*values):\n    for each in values:\n        print(weighted(each))\n"

JAX = "import jax\nimport jax.numpy as jnp\nx = jnp.array([0.3, -0.5, 1.2])\nv = jnp.array([1.0, 2.0, -1.0])\n" + (
    "def weighted(a):\n    a = jnp.ravel(jnp.asarray(a))\n    return float(jnp.sum(jnp.arange(1.0, len(a) + 1) * a))\n" + _REPORT
)
TORCH = "import torch\nx = torch.tensor([0.3, -0.5, 1.2])\nv = torch.tensor([1.0, 2.0, -1.0])\n" + (
    "def weighted(a):\n    a = a.flatten()\n    return float((torch.arange(1.0, len(a) + 1) * a).sum())\n" + _REPORT
)

OF_JAX = (
    "y, t = jax.jvp(lambda a: jnp.sin(a) * a, (0.5,), (2.0,))\nreport(y, t)",
    "y, pull = jax.vjp(lambda a, b: jnp.sin(a) * b, 0.5, 2.0)\na, b = pull(3.0)\nreport(y, a, b)",
    "y, pull = jax.vjp(lambda a: jnp.outer(a, a)[0] ** 2, x)\nreport(y, pull(v)[0], pull(2 * v)[0])",
    "y, pull = jax.vjp(lambda a: jnp.cumsum(a) * a, x)\nreport(jax.vmap(lambda u: pull(u)[0])(jnp.eye(3)))",
    "y, t = jax.jvp(lambda a: jax.nn.softmax(a), (x,), (v,))\nreport(y, t)",
    "y, t = jax.jvp(lambda a, b: a @ b, (x, v), (v, x))\nreport(y, t)",
    "f = lambda a: jnp.sum(jnp.tanh(a) ** 3 * a[::-1])\nreport(jax.jvp(jax.grad(f), (x,), (v,))[1])",
    "f = lambda a: jnp.sum(jnp.exp(a) * a)\nreport(jax.grad(lambda a: jax.jvp(f, (a,), (v,))[1])(x))",
    "f = lambda a: a ** 3\nreport(jax.grad(lambda z: jax.vjp(f, z)[1](1.0)[0])(2.0))",
    "w = 3.0\ny, pull = jax.vjp(lambda a: a * w * jnp.exp(a), w)\nreport(y, pull(1.0)[0])",
    (
        "f = lambda p: {'a': p['w'] * p['b'], 'n': jnp.sum(p['w'])}\np = {'w': x, 'b': 2.0}\n"
        "y, pull = jax.vjp(f, p)\ng = pull({'a': v, 'n': 2.0})[0]\nreport(y['a'], g['w'], g['b'])\n"
        "y, t = jax.jvp(f, (p,), ({'w': v, 'b': 1.0},))\nreport(t['a'], t['n'])"
    ),
    "y, pull, aux = jax.vjp(lambda a: (a ** 2, 7.0), x, has_aux=True)\nreport(y, pull(v)[0], aux)",
    "y, t = jax.jvp(lambda a: 2.0 * v, (x,), (v,))\nreport(y, t)",
)
OF_TORCH = (
    "from torch.func import jvp\ny, t = jvp(lambda a: torch.sin(a) * a, (x,), (v,))\nreport(y, t)",
    "from torch.func import vjp\ny, pull = vjp(lambda a: torch.sin(a) * a, x)\nreport(y, pull(v)[0])",
    "from torch.autograd.functional import vjp\ny, g = vjp(lambda a: a ** 3, x, v)\nreport(y, g)",
    "from torch.autograd.functional import vjp\ny, g = vjp(lambda a, b: (a * b).sum(), (x, v))\nreport(y, g[0], g[1])",
    "from torch.autograd.functional import jvp\ny, t = jvp(lambda a: a.cumsum(0) ** 2, x, v)\nreport(y, t)",
    "from torch.autograd.functional import hvp\ny, h = hvp(lambda a: (a ** 3).sum() * a[0], x, v)\nreport(y, h)",
    "from torch.autograd.functional import vhp\ny, h = vhp(lambda a, b: (a * b ** 2).sum(), (x, v), (v, x))\nreport(h[0], h[1])",
    (
        "w = x.clone().requires_grad_()\ny, pull = torch.func.vjp(lambda a: a * w, w)\n"
        "(pull(v)[0].sum() + y.sum()).backward()\nreport(w.grad)"
    ),
)


def _lines(written: str) -> list[float]:
    return [float(each) for each in written.split()]


def _agree(program: str) -> None:
    """Holds what a program prints equal here and in Python."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        exec(program, {})
    expected = _lines(written.getvalue())
    assert expected
    np.testing.assert_allclose(_lines("\n".join(run(parse(program)).printed)), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("body", OF_JAX)
def test_products_with_jacobians_are_those_of_jax(body: str) -> None:
    with jax.enable_x64(True):
        _agree(JAX + body)


@pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated:DeprecationWarning")
@pytest.mark.parametrize("body", OF_TORCH)
def test_products_with_jacobians_are_those_of_pytorch(body: str) -> None:
    torch.set_default_dtype(torch.float64)
    try:
        _agree(TORCH + body)
    finally:
        torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("jax.jvp(lambda a: a, x, v)", "must be a tuple"),
        ("jax.jvp(lambda a: a, (x,), (v[:2],))", "has the shape (2,)"),
        ("jax.jvp(lambda a: a, (x,), (v, v))", "structure"),
        ("jax.vjp(lambda a: a, x)[1](2.0)", "has the shape ()"),
        ("jax.vjp(lambda a: a, x)[1]()", "takes 1"),
        ("jax.vjp(lambda a: a, x, has_aux=True)", "two values"),
    ],
)
def test_vectors_that_do_not_fit_are_refused(body: str, said: str) -> None:
    with pytest.raises(ProblemError, match=said.replace("(", r"\(").replace(")", r"\)")):
        run(parse(JAX + f"y = {body}\nsum(x)"))
