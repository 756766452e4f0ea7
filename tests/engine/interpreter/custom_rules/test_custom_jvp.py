"""`jax.custom_jvp` in programs: the transpose of the program's own rule, against JAX, which runs the same text."""

import contextlib
import io
import re

import pytest

from backpass.engine.autodiff.reverse_numeric import backward
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.problems import ProblemError

HEAD = "import jax\nimport jax.numpy as jnp\n"
RULE = (
    HEAD
    + """
@jax.custom_jvp
def f(x, y):
    return jnp.sin(x) * y

@f.defjvp
def f_jvp(primals, tangents):
    x, y = primals
    x_dot, y_dot = tangents
    return f(x, y), jnp.cos(x) * x_dot * y * 2 + jnp.sin(x) * y_dot
"""
)
EACH = (
    HEAD
    + """
@jax.custom_jvp
def f(x, y):
    return jnp.exp(x) * y

f.defjvps(lambda x_dot, ans, x, y: 3 * jnp.exp(x) * y * x_dot, lambda y_dot, ans, x, y: jnp.exp(x) * y_dot)
"""
)
NOTHING = EACH.replace("lambda y_dot, ans, x, y: jnp.exp(x) * y_dot", "None")
LOG1PEXP = (
    HEAD
    + """
@jax.custom_jvp
def log1pexp(x):
    return jnp.log(1. + jnp.exp(x))

@log1pexp.defjvp
def log1pexp_jvp(primals, tangents):
    x, = primals
    x_dot, = tangents
    ans = log1pexp(x)
    ans_dot = (1 - 1/(1 + jnp.exp(x))) * x_dot
    return ans, ans_dot
"""
)
ARRAYS = (
    HEAD
    + """
@jax.custom_jvp
def norm(v):
    return jnp.sqrt(jnp.sum(v * v))

@norm.defjvp
def norm_jvp(primals, tangents):
    (v,), (t,) = primals, tangents
    n = jnp.sqrt(jnp.sum(v * v))
    return n, jnp.sum(v * t) / n * 5
"""
)
CHOSEN = (
    HEAD
    + """
@jax.custom_jvp
def clip(x):
    return jnp.clip(x, -1.0, 1.0)

@clip.defjvp
def clip_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return clip(x), jnp.where(x > 0, t, 0.0) * 4
"""
)

PROGRAMS = [
    *(head + text for head in (RULE, EACH, NOTHING) for text in (
        "print(f(2.0, 3.0))",
        "print(jax.grad(f)(2.0, 3.0))",
        "print(jax.grad(f, 1)(2.0, 3.0))",
        "print(jax.grad(lambda x: f(x * x, x) ** 2)(1.5))",
        "print(jax.value_and_grad(f, (0, 1))(0.5, 3.0))",
        "print(jax.grad(jax.grad(f))(2.0, 3.0))",
        "print(jax.grad(jax.grad(f), 1)(2.0, 3.0))",
        "for k in range(3):\n    print(jax.grad(f)(0.5 * k, 1.0))",
    )),
    LOG1PEXP + "print(jax.grad(log1pexp)(3.))",
    LOG1PEXP + "print(jax.grad(log1pexp)(100.))",
    LOG1PEXP + "print(jax.grad(jax.grad(log1pexp))(0.5))",
    ARRAYS + "print(jax.grad(norm)(jnp.array([3.0, 4.0])))",
    ARRAYS + "print(jax.grad(lambda v: norm(v * v) * v[0])(jnp.array([3.0, 4.0])))",
    CHOSEN + "print(jax.grad(clip)(0.5), jax.grad(clip)(-0.5), jax.grad(lambda x: clip(x) * x)(2.0))",
]  # fmt: skip


def made(program: str) -> Run:
    return run(parse(program))


def numbers(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"(?<![\w.])-?\d+(?:\.\d*)?(?:e[-+]?\d+)?", text)]


@pytest.mark.parametrize("program", PROGRAMS)
def test_values_and_gradients_are_as_in_jax(program: str) -> None:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    with contextlib.redirect_stdout(io.StringIO()) as written:
        exec(program, {})
    theirs = numbers(written.getvalue())
    ours = numbers("\n".join(made(program).printed))
    assert theirs
    assert ours == pytest.approx(theirs, rel=1e-6)


def test_it_is_a_node_named_after_the_function() -> None:
    ours = made(RULE + "x = 2.0\ny = 3.0\nz = f(x, y) * x")
    gradients = backward(ours.output)
    assert [each.operation.name for each in gradients.tensors if each.operation] == ["f", "multiply"]
    for tensor, value in zip(gradients.tensors, gradients.values, strict=True):
        arriving = [each.sent for each in gradients.contributions() if each.input is tensor]
        if arriving:
            assert sum(arriving) == pytest.approx(value)


@pytest.mark.parametrize(
    ("before", "after", "call", "part"),
    [
        ("@f.defjvp\n", "", "f(2.0, 3.0)", "none is defined"),
        ("jnp.sin(x) * y_dot", "jnp.sin(y_dot)", "jax.grad(f)(2.0, 3.0)", "not linear in the tangents"),
        ("jnp.sin(x) * y_dot", "1.0", "jax.grad(f)(2.0, 3.0)", "not linear in the tangents"),
        ("jnp.sin(x) * y_dot", "x_dot * y_dot", "jax.grad(f)(2.0, 3.0)", "not linear in the tangents"),
        ("return f(x, y), ", "return ", "jax.grad(f)(2.0, 3.0)", "must return two things"),
        ("return f(x, y), ", "return 2 * f(x, y), ", "jax.grad(f)(2.0, 3.0)", "different values"),
        ("jnp.sin(x) * y_dot", "jnp.ones(3) * y_dot", "jax.grad(f)(2.0, 3.0)", "tangent of shape (3,)"),
        ("    return f", "    if x_dot > 0:\n        y = y * 1.0\n    return f", "jax.grad(f)(2.0, 3.0)", "numbers of a tangent"),
        ("return jnp.sin(x) * y", "return jnp.sin(x), y", "jax.grad(lambda x: f(x, 1.0)[0])(2.0)", "several values"),
        ("", "", "jax.grad(f)(2.0, None)", "not a number"),
        ("", "", "jax.custom_jvp(jnp.sin, nondiff_argnums=(0,))", "nondiff_argnums"),
        ("f_jvp(primals", "f_jvp(primals", "f.defjvp(f_jvp, symbolic_zeros=True)", "`defjvp` takes"),
    ],
)
def test_what_is_not_followed_is_refused_by_name(before: str, after: str, call: str, part: str) -> None:
    with pytest.raises(ProblemError) as raised:
        made(RULE.replace(before, after) + call if before else RULE + call)
    assert part in raised.value.problems[0].message
    assert raised.value.problems[0].span
