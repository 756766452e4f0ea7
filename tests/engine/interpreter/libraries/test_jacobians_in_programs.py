"""Jacobians and Hessians that programs ask for. The oracle is JAX, and PyTorch where it is asked in its words."""

import numpy as np
import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

FUNCTIONS = {
    "a scalar of a scalar": ("lambda x: jnp.sin(x) * x**3", "1.25"),
    "a scalar of a vector": ("lambda x: jnp.sum(x**3) + x[0]*x[1]*x[2]", "jnp.array([0.5, -1.25, 2.0])"),
    "a vector of a vector": ("lambda x: jnp.array([x[0]*x[1], jnp.exp(x[2]), x[1]])", "jnp.array([0.5, -1.25, 2.0])"),
    "a matrix of a vector": ("lambda x: jnp.outer(x, x**2)", "jnp.array([0.5, -1.25])"),
    "a vector of a matrix": ("lambda x: jnp.sum(x @ x, axis=0)", "jnp.array([[0.5, -1.25], [2.0, 0.75]])"),
}
ASKED = [
    (name, asked)
    for name in FUNCTIONS
    for asked in ("jacobian", "jacrev", "jacfwd", "hessian")
    if asked != "hessian" or name.startswith("a scalar")
]


@pytest.mark.parametrize(("name", "asked"), ASKED)
def test_jax_has_the_same_and_differentiates_it_alike(name: str, asked: str) -> None:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    function, place = FUNCTIONS[name]
    text = f"import jax\nimport jax.numpy as jnp\nf = {function}\nx = {place}\ny = jax.{asked}(f)(x)\n"
    found = run(parse(f"{text}(y*y).sum()" if name != "a scalar of a scalar" else f"{text}y*y"))
    given = {"jax": jax, "jnp": jax.numpy}
    f, x = eval(function, given), eval(place, given)
    derive = getattr(jax, "jacrev" if asked == "jacobian" else asked)
    np.testing.assert_allclose(found.names["y"].data, derive(f)(x), rtol=1e-12, atol=1e-12)
    expected = jax.grad(lambda at: (derive(f)(at) ** 2).sum())(x)
    np.testing.assert_allclose(backward(found.output).of(found.inputs["x"]), expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("asked", ["jacobian", "hessian"])
def test_pytorch_has_the_same(asked: str) -> None:
    torch = pytest.importorskip("torch")
    function, data = "lambda x: (x**3).sum() + x[0]*x[1]", [0.5, -1.25]
    text = f"import torch\nf = {function}\nx = torch.tensor({data}, requires_grad=True)\n"
    found = run(parse(f"{text}y = torch.autograd.functional.{asked}(f, x)\ny.sum()"))
    expected = getattr(torch.autograd.functional, asked)(eval(function), torch.tensor(data, dtype=torch.float64))
    np.testing.assert_allclose(found.names["y"].data, expected.numpy(), rtol=1e-12)


def test_an_argument_that_is_not_there_is_refused() -> None:
    with pytest.raises(ProblemError) as refusal:
        run(parse("import jax\njax.hessian(lambda x: x*x, argnums=1)(2.0)"))
    assert refusal.value.problems[0].code is Code.INVALID_AXIS
