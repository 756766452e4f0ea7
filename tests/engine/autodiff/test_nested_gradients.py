"""Gradients that a program takes itself: by what they are taken, what is told of them, and what no recording may hold of them."""

import math
from typing import Any

import numpy as np
import orjson
import pytest

from backpass.app.api.endpoints.gradients import answer_gradient
from backpass.engine import Limits, Tensor
from backpass.engine.autodiff.create_graph import gradient_graph
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.many_points.batch import Batch
from backpass.engine.many_points.recording import ProgramRecording

JAX = "import jax\n"


def asked(program: str, **more: Any) -> Any:
    status, body, *_ = answer_gradient(orjson.dumps({"program": program, **more}), Limits())
    assert status == 200, body
    return orjson.loads(body)


def codes(answer: Any) -> set[str]:
    return {problem["code"] for problem in answer["problems"]}


@pytest.mark.parametrize(
    ("text", "value", "slope"),
    [
        ("jax.grad(lambda t: t*x)(x)", 3, 1),
        ("jax.grad(lambda a, b: a*b)(x, x)", 3, 1),
        ("jax.grad(lambda a, b: a*b*b, 1)(x, x)", 18, 12),
        ("jax.grad(lambda t: t * jax.grad(lambda u: t*u)(t))(x)", 6, 2),
        ("jax.hessian(lambda t: t*t*x)(x)", 6, 2),
        ("jax.jacobian(lambda t: t*x)(x)", 3, 1),
        ("jax.value_and_grad(lambda t: t*x)(x)[1]", 3, 1),
        ("jax.grad(lambda t: t)(x) * x", 3, 1),
        ("jax.grad(jax.grad(jnp.exp))(x)", math.exp(3), math.exp(3)),
    ],
)
def test_a_gradient_is_by_the_argument_and_not_by_other_uses_of_its_tensor(text: str, value: float, slope: float) -> None:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    theirs = lambda x: eval(text, {"jax": jax, "jnp": jax.numpy, "x": x})  # noqa: E731
    found = asked(f"{JAX}import jax.numpy as jnp\nx = 3.0\n({text}) * 1.0")
    assert found["value"] == pytest.approx(value)
    assert found["value"] == pytest.approx(float(theirs(3.0)))
    assert found["gradients"]["x"] == pytest.approx(slope)
    assert found["gradients"]["x"] == pytest.approx(float(jax.grad(theirs)(3.0)))


def test_the_copy_that_is_differentiated_by_is_in_no_graph() -> None:
    made = run(parse(f"{JAX}f = lambda t: t*t*t\nx = 2.0\njax.grad(f)(x)"))
    assert [tensor.label for tensor in made.output.inputs] == [None, "x"]
    assert made.output.inputs[1] is made.inputs["x"]


CHOICES = ["relu(t)*t*t", "abs(t)*t", "max(t, t*t)*t", "elu(t)*t", "t**n", "clip(t, -0.5, 0.5)*t", "where(t > 0, t*t, t)*t"]


@pytest.mark.parametrize("text", CHOICES)
@pytest.mark.parametrize("order", [1, 2])
def test_no_recording_holds_what_its_own_numbers_decided(text: str, order: int) -> None:
    gradient = "jax.grad(f)" if order == 1 else "jax.grad(jax.grad(f))"
    program = f"{JAX}f = lambda t, n: {text}\n{gradient}(x, n) * 1.0"
    points = [(1.0, 3.0), (-1.0, 2.0), (2.0, 1.0), (0.3, 2.0), (-0.3, 3.0), (1.0, 0.0)]
    expected: list[Any] = []
    for x, n in points:
        made = run(parse(program), {"x": x, "n": n})
        made.output.backward()
        expected += [made.output.item(), made.inputs["x"].grad or 0.0]
    for _ in range(2):  # the second time every program has been asked often enough to be recorded
        found = [asked(program, inputs={"x": x, "n": n}, wrt=["x"]) for x, n in points]
        assert [number for each in found for number in (each["value"], each["gradients"]["x"])] == pytest.approx(expected)
    columns = {"x": np.array([x for x, _ in points]), "n": np.array([n for _, n in points])}
    batch = Batch(program, wrt=["x"]).gradients(columns)
    gradients = batch.gradients["x"]
    assert gradients is not None
    assert np.column_stack([batch.values, np.nan_to_num(gradients)]).ravel() == pytest.approx(np.array(expected))


def test_a_program_that_takes_gradients_itself_is_not_recorded() -> None:
    with pytest.raises(ValueError, match="gradients itself"):
        ProgramRecording(parse(f"{JAX}jax.grad(lambda t: log(t))(x) * 1.0"), ["x"], None)


def test_a_graph_says_whether_its_numbers_decided_it() -> None:
    x = Tensor(1.0)
    assert not gradient_graph(x * x.tanh(), [x]).is_data_dependent
    assert not gradient_graph(x**3, [x]).is_data_dependent
    assert gradient_graph(x * x.relu(), [x]).is_data_dependent
    assert gradient_graph(x**x, [x]).is_data_dependent


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("x = 0.0\njax.grad(lambda t: abs(t))(x) * 1.0", "kink"),
        ("x = 0.0\njax.grad(jax.nn.relu)(x) + x", "kink"),
        ("x = 0.0\njax.grad(jax.grad(lambda t: elu(t)))(x) * 1.0", "kink"),
        ("x = -1.0\njax.grad(lambda t: log(t))(x) * 1.0", "outside-domain"),
        ("x = [0.0, 0.0]\nsum(jax.hessian(lambda t: norm(t)**2)(x))", "kink"),
        ("x = [1.0, 1.0]\nsum(jax.grad(lambda t: max(t))(x) * x)", "kink"),
    ],
)
def test_what_a_gradient_of_the_program_passed_is_told(program: str, code: str) -> None:
    assert code in codes(asked(JAX + program))


def test_it_is_told_once() -> None:
    found = asked(f"{JAX}f = lambda t: abs(t)\nx = 0.0\njax.grad(f)(x)")
    assert [problem["code"] for problem in found["problems"]] == ["kink"]


@pytest.mark.parametrize(
    ("program", "inputs", "order"),
    [
        ("norm(x)", {"x": [0, 0]}, 1),
        ("norm(x)**2", {"x": [0, 0]}, 2),
        ("std(x)", {"x": [1, 1]}, 1),
        ("amax(x)", {"x": [2, 2, 1]}, 1),
        ("amin(x, axis=0)", {"x": [[2, 1], [2, 0]]}, 1),
        ("clip(x, 0)", {"x": 0}, 1),
        ("x**y", {"x": 0, "y": 0}, 1),
        ("elu(x)", {"x": 0}, 2),
        ("softsign(x)", {"x": 0}, 2),
        ("huber(x, y)", {"x": 1, "y": 0}, 2),
        ("binary_cross_entropy(x, y)", {"x": 0, "y": 0}, 2),
    ],
)
def test_a_slope_by_convention_is_told(program: str, inputs: dict[str, Any], order: int) -> None:
    assert "kink" in codes(asked(program, inputs=inputs, order=order))


@pytest.mark.parametrize(
    ("program", "inputs", "order"),
    [
        ("norm(x)**2", {"x": [1, 0]}, 2),
        ("std(x)", {"x": [1]}, 2),
        ("amax(x)", {"x": [2, 1, 1]}, 2),
        ("elu(x)", {"x": 0}, 1),
        ("x**2", {"x": 0}, 2),
        ("softplus(x) + sigmoid(x) + gelu_tanh(x)", {"x": 0}, 3),
        ("binary_cross_entropy(x, y) + binary_cross_entropy_with_logits(x, y)", {"x": 0.5, "y": 1}, 2),
        ("where(x, y, 2*y)", {"x": 0.5, "y": 1}, 2),
    ],
)
def test_nothing_is_told_of_ordinary_points(program: str, inputs: dict[str, Any], order: int) -> None:
    assert not codes(asked(program, inputs=inputs, order=order))


def test_mixed_second_derivatives_by_a_target_of_0_or_1_are_right() -> None:
    for target in (0.0, 1.0):
        found = asked("binary_cross_entropy_with_logits(x, y)", inputs={"x": 0.3, "y": target}, order=2)
        assert found["hessian"]["x"]["y"] == pytest.approx(-1)
        assert found["hessian"]["y"]["x"] == pytest.approx(-1)
        found = asked("binary_cross_entropy(x, y)", inputs={"x": 0.3, "y": target}, order=2)
        assert found["hessian"]["x"]["y"] == pytest.approx(-1 / 0.3 - 1 / 0.7)
    assert asked("x**y", inputs={"x": 2, "y": 0}, order=2)["hessian"]["x"]["y"] == pytest.approx(0.5)


@pytest.mark.parametrize("text", ["cbrt(x**3)", "sqrt(x*x)"])
def test_a_slope_of_0_that_meets_an_infinite_one_is_no_0_in_any_mode(text: str) -> None:
    for more in ({}, {"mode": "forward"}, {"order": 2}):
        assert asked(text, inputs={"x": 0}, **more)["gradients"]["x"] == "NaN"
    assert asked("sqrt(relu(x))", inputs={"x": -1}, mode="forward")["gradients"]["x"] == 0
    assert asked("sum(cbrt(x**3))", inputs={"x": [-1, 4, 0]}, mode="forward")["gradients"]["x"] == pytest.approx([1, 1, "NaN"])
