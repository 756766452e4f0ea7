"""Loops and choices of `jax.lax` beside JAX, and NumPy's generators beside NumPy."""

from typing import Any

import numpy as np
import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError
from tests.engine.conformance import oracles
from tests.engine.conformance.layers.test_layers_and_scipy import drawn, noted
from tests.engine.conformance.test_sweep import NUMPY

JAX = "import jax\nimport jax.numpy as jnp\nfrom jax import lax\n"
JAX += "x = jnp.array([0.5, -1.0, 2.0])\nA = jnp.array([[1., 5.], [7., 2.]])\n"


@pytest.mark.parametrize(
    "body",
    [
        "def f(c, y):\n    return c * 0.9 + y, jnp.tanh(c * y)\nlast, kept = lax.scan(f, 0.5, x)\nout = (kept * last).sum()",
        "def f(c, y):\n    return c + y[0] * y[1], None\nlast, kept = jax.lax.scan(f, 1.0, (x, x**2))\nout = last + x[0]",
        "def f(c, y):\n    return (c[1], c[0]), c[0]\ns, kept = lax.scan(f, (x[0], x[2]), length=5)\nout = s[0] + kept[0]",
        "last, kept = lax.scan(lambda c, y: (c * y, {'a': c}), x[2], x, reverse=True)\nout = last + (kept['a'] * x).sum()",
        "last, kept = lax.scan(f=lambda c, r: (c + r.sum(), c), init=x[0], xs=A, unroll=2)\nout = last * kept.sum()",
        "out = lax.fori_loop(0, 4, lambda i, s: s * x[0] + i, x[1])",
        "out = lax.fori_loop(2, 2, lambda i, s: s * 3, x[1] * 2)",
        "out = lax.cond(x[0] > 0, lambda a: a**2, lambda a: a**3, x[2])",
        "out = lax.cond(x[0] > 1, lambda a, b: a * b, lambda a, b: a - b, x[1], x[2])",
        "out = (lax.map(lambda r: r.sum() ** 2, A) * jnp.array([1.0, 2.0])).sum() * x[0]",
        "out = (jax.nn.one_hot(jnp.array([2, 0, 3]), 3) * x).sum()",
        "out = (jax.nn.one_hot(jnp.array([[1], [0]]), num_classes=3) @ x).sum()",
    ],
)
def test_loops_and_choices_agree_with_jax(body: str) -> None:
    pytest.importorskip("jax")
    jax = oracles._jax_in_doubles()

    def function(x: Any) -> Any:
        names: dict[str, Any] = {}
        exec(JAX.partition("x = ")[0], names)
        names |= {"x": x, "A": jax.numpy.array([[1.0, 5.0], [7.0, 2.0]])}
        exec(body, names)
        return names["out"]

    value, gradient = jax.value_and_grad(function)(jax.numpy.array([0.5, -1.0, 2.0]))
    found = run(parse(JAX + body + "\nout"))
    made = backward(found.output)
    np.testing.assert_allclose(np.asarray(found.output.data), np.asarray(value), rtol=1e-10)
    gradients = dict(zip(made.tensors, made.values, strict=True))
    np.testing.assert_allclose(gradients[found.inputs["x"]], np.asarray(gradient), rtol=1e-10)


@pytest.mark.parametrize(
    "body",
    [
        "lax.scan(lambda c, y: c + y, 0.0, x)",
        "lax.scan(lambda c, y: (c, y), 0.0, x, length=2)",
        "lax.scan(lambda c, y: (c, y), 0.0, (x, A))",
        "jax.nn.one_hot(x, 3, axis=0)",
    ],
)
def test_what_does_not_fit_is_refused(body: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(JAX + body + "\nx.sum()"))


def test_a_loop_goes_on_as_long_as_its_condition_is_true() -> None:
    assert drawn(JAX + "jax.lax.while_loop(lambda s: s < 20.0, lambda s: s * x[2], x[0])") == 32


def test_a_random_state_draws_numpy_s_numbers_whatever_else_is_drawn() -> None:
    text = NUMPY + "np.random.seed(1)\none = np.random.RandomState(3)\ntwo = np.random.RandomState(3)\na = np.random.randn(2)\n"
    text += "b = one.randn(2)\nc = two.normal(1.0, 2.0, (2,)) + two.uniform(size=2) * one.rand(2) + one.randint(0, 9, 2)\n"
    np.random.seed(1)
    one, two = np.random.RandomState(3), np.random.RandomState(3)
    a, b = np.random.randn(2), one.randn(2)
    c = two.normal(1.0, 2.0, (2,)) + two.uniform(size=2) * one.rand(2) + one.randint(0, 9, 2)
    np.testing.assert_allclose(drawn(text + "0 * A[0] + a + 10 * b + 100 * c"), a + 10 * b + 100 * c, rtol=1e-12)
    assert not any("other ones" in each for each in noted(text + "A.sum()"))


def test_choices_are_numpy_s() -> None:
    state = np.random.RandomState(4)
    expected = [state.choice(9, 2), state.choice([0.5, 1.5, 2.5], size=2, replace=False), state.choice(3, 2, p=[0.1, 0.2, 0.7])]
    text = NUMPY + "np.random.seed(4)\na = np.random.choice(9, 2)\nb = np.random.choice([0.5, 1.5, 2.5], size=2, replace=False)\n"
    text += "c = np.random.choice(3, 2, p=[0.1, 0.2, 0.7])\n0 * A[0] + a + 10 * b + 100 * c"
    np.testing.assert_allclose(drawn(text), expected[0] + 10 * expected[1] + 100 * expected[2])
    generator = np.random.default_rng(2)
    text = NUMPY + "rng = np.random.default_rng(2)\n0 * A[0] + rng.choice(7, size=2)"
    np.testing.assert_allclose(drawn(text), generator.choice(7, size=2))
    with pytest.raises(ProblemError):
        run(parse(NUMPY + "np.random.choice(2, 5, replace=False) + A"))
