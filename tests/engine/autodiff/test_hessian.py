"""Second derivatives against published closed forms, finite differences of the first, and PyTorch."""

import math
from typing import Any

import numpy as np
import pytest

from backpass.app.api.gallery.examples import EXAMPLES, Example
from backpass.engine import OPERATIONS, Code, Limits, Operation, ProblemError, Tensor, backward
from backpass.engine.autodiff.hessian import derivatives, hessian, slope_changes
from backpass.engine.formulas.algebras import DUAL, Dual, evaluate
from backpass.engine.formulas.compiled import kernel
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from tests.engine.operations.derivative_checks import relative_error, richardson, samples, slopes_at
from tests.in_turn import in_turn

every_operation = in_turn(
    "operation", [record for record in OPERATIONS.values() if record.elementwise], ids=lambda record: record.name
)


def ran(text: str, **inputs: object) -> Run:
    return run(parse(text), inputs)


def second(text: str, **inputs: float) -> dict[str, dict[str, Any]]:
    made = ran(text, **inputs)
    return hessian(backward(made.output), made.inputs)


def table(operation: Operation, point: tuple[float, ...]) -> list[list[float]]:
    """By input, then slope."""
    out, slopes = kernel(operation).scalar(*point)
    return [slope_changes(operation, point, out, slopes, slot) for slot in range(operation.arity)]


@every_operation
def test_the_change_of_each_slope_agrees_with_finite_differences_of_the_slope(operation: Operation) -> None:
    for point in samples(operation):
        found = table(operation, point)
        for slot in range(operation.arity):
            for other in range(operation.arity):
                expected = richardson(lambda *x, other=other: slopes_at(operation, x)[other], point, slot)
                assert relative_error(found[slot][other], expected) < 1e-7


@every_operation
def test_it_does_not_matter_which_input_is_differentiated_first(operation: Operation) -> None:
    for point in samples(operation):
        found = table(operation, point)
        for slot in range(operation.arity):
            for other in range(slot):
                assert found[slot][other] == pytest.approx(found[other][slot], rel=1e-13, abs=1e-14)


@every_operation
def test_extreme_inputs_give_floats_and_never_raise(operation: Operation) -> None:
    extremes = [0.0, -0.0, 1.0, -1.0, 1e308, 5e-324, 710.0, -746.0, math.inf, math.nan]
    for first in extremes:
        for other in extremes:
            point = (first, other, 1.0)[: operation.arity]
            assert all(type(value) is float for row in table(operation, point) for value in row)


CLOSED_FORMS = [
    # Rosenbrock, The Computer Journal 3 (1960): the Hessian at the minimum (1, 1).
    ("(1 - x)**2 + 100*(y - x**2)**2", {"x": 1, "y": 1}, [[802, -400], [-400, 200]]),
    ("(1 - x)**2 + 100*(y - x**2)**2", {"x": -1.2, "y": 1}, [[1330, 480], [480, 200]]),
    ("x*y", {"x": 3, "y": 5}, [[0, 1], [1, 0]]),
    ("x*x*x", {"x": 2}, [[12]]),
    ("x**2 * y**3", {"x": 2, "y": 3}, [[54, 108], [108, 72]]),
    ("exp(x*y)", {"x": 0, "y": 2}, [[4, 1], [1, 0]]),
    ("x**y", {"x": 2, "y": 3}, [[12, 4 + 12 * math.log(2)], [4 + 12 * math.log(2), 8 * math.log(2) ** 2]]),
    ("log(x + y)", {"x": 1, "y": 1}, [[-0.25, -0.25], [-0.25, -0.25]]),
    ("sigmoid(x)", {"x": 0}, [[0]]),
    ("tanh(x)", {"x": 0.5}, [[-2 * math.tanh(0.5) * (1 - math.tanh(0.5) ** 2)]]),
    ("relu(x)*y", {"x": 2, "y": 3}, [[0, 1], [1, 0]]),
    ("relu(x)*y", {"x": -2, "y": 3}, [[0, 0], [0, 0]]),
    ("x/y", {"x": 1, "y": 2}, [[0, -0.25], [-0.25, 0.25]]),
    ("log(exp(x) + exp(y))", {"x": 0, "y": 0}, [[0.25, -0.25], [-0.25, 0.25]]),
    ("x**2", {"x": 0}, [[2]]),
    ("x**3", {"x": -2}, [[-12]]),
    ("sum(x)**2 * max(y)", {"x": 3, "y": 5}, [[10, 6], [6, 0]]),
]


@pytest.mark.parametrize(("text", "inputs", "expected"), CLOSED_FORMS, ids=[case[0] for case in CLOSED_FORMS])
def test_hessians_equal_their_closed_forms(text: str, inputs: dict[str, float], expected: list[list[float]]) -> None:
    found = second(text, **inputs)
    for name, row in zip(inputs, expected, strict=True):
        for other, value in zip(inputs, row, strict=True):
            assert found[name][other] == pytest.approx(value, rel=1e-13, abs=1e-13)


def has_a_hessian_by_differences(example: Example) -> bool:
    """Whether its graph stays the same with other inputs, and consists of finite scalars."""
    made = ran(example.program)
    return not made.is_data_dependent and all(
        isinstance(tensor.data, float) and math.isfinite(tensor.data) for tensor in backward(made.output).tensors
    )


@pytest.mark.parametrize("example", [*filter(has_a_hessian_by_differences, EXAMPLES)], ids=lambda example: example.name)
def test_every_example_of_scalars_agrees_with_differences_of_its_gradient(example: Example) -> None:
    made = ran(example.program)
    names = [name for name in made.inputs if "#" not in name and "(" not in name]
    point = [made.inputs[name].item() for name in names]
    found = hessian(backward(made.output), {name: made.inputs[name] for name in names})

    def slope(name: str, *values: float) -> float:
        again = ran(example.program, **dict(zip(names, values, strict=True)))
        value = backward(again.output).of(again.inputs[name])
        assert isinstance(value, float)
        return value

    for slot, name in enumerate(names):
        for other in names:
            expected = richardson(lambda *values, other=other: slope(other, *values), point, slot, step=1e-3)
            assert found[name][other] == pytest.approx(expected, rel=1e-6, abs=1e-6)
            assert found[name][other] == pytest.approx(found[other][name], rel=1e-12, abs=1e-12)


def test_hessians_equal_those_of_pytorch() -> None:
    torch = pytest.importorskip("torch")
    text = "x**2*y + sin(x*y)*exp(-z) + relu(x - 1)*tanh(y) + log(z + y**2)/sqrt(x) + sigmoid(x*z)*abs(y - z)"
    point = {"x": 2.0, "y": 3.0, "z": 0.7}

    def function(v: Any) -> Any:
        x, y, z = v
        return (
            x**2 * y
            + torch.sin(x * y) * torch.exp(-z)
            + torch.relu(x - 1) * torch.tanh(y)
            + torch.log(z + y**2) / torch.sqrt(x)
            + torch.sigmoid(x * z) * torch.abs(y - z)
        )

    expected = torch.autograd.functional.hessian(function, torch.tensor(list(point.values()), dtype=torch.float64))
    found = second(text, **point)
    for row, name in enumerate(point):
        for column, other in enumerate(point):
            assert found[name][other] == pytest.approx(float(expected[row][column]), rel=1e-12)


def test_a_variable_used_many_times_collects_the_second_derivatives_of_all_its_uses() -> None:
    assert second("x = 3\na = x*x\nb = a*x\na*b + a")["x"]["x"] == pytest.approx(20 * 27 + 2)


def test_the_upstream_gradient_scales_second_derivatives() -> None:
    made = ran("x = 2\nx**3")
    assert hessian(backward(made.output, -2.0), made.inputs) == {"x": {"x": -24}}


def test_an_intermediate_value_has_second_derivatives_too() -> None:
    made = ran("a = 2\nd = a*3\nd*d*a")
    found = hessian(backward(made.output), {"a": made.names["a"], "d": made.names["d"]})
    assert found["d"]["d"] == 4
    assert found["a"]["d"] == found["d"]["a"]


def test_what_does_not_feed_the_output_has_second_derivatives_of_zero() -> None:
    made = ran("a = 2\nb = 3\na*a")
    assert hessian(backward(made.output), made.inputs) == {"a": {"a": 2, "b": 0}, "b": {"a": 0, "b": 0}}


def test_a_second_derivative_that_does_not_exist_is_infinite_and_poisons_no_other() -> None:
    assert second("x**1.5 + y**2", x=0, y=1) == {"x": {"x": math.inf, "y": 0}, "y": {"x": 0, "y": 2}}
    assert second("sqrt(relu(x)) + x**2", x=-1)["x"]["x"] == 2


def test_dual_numbers_take_the_branch_of_the_value_and_leave_the_other_alone() -> None:
    text = "where(x > 0, x * log(x), 0)"
    assert evaluate(text, {"x": Dual(0.0, 1.0)}, DUAL) == Dual(0.0, 0.0)
    assert evaluate(text, {"x": Dual(math.e, 1.0)}, DUAL).tangent == pytest.approx(2)


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("sum(sin(x)*x)*c + prod(x)", {"x": [0.5, -1.0, 2.0], "c": 3.0}),
        ("(w @ x + b).tanh().sum()", {"w": [[0.5, -0.2], [0.1, 0.3]], "x": [1.0, 2.0], "b": 0.3}),
        ("det(m) * logsumexp(m) + softmax(m)[0, 1]", {"m": [[2.0, 0.5], [0.3, 1.0]]}),
        ("x * m", {"x": [1.0, 2.0], "m": [[2.0, 0.5], [0.3, 1.0]]}),
    ],
)
def test_hessians_of_tensors_have_the_shape_of_both_and_agree_with_jax(text: str, inputs: dict[str, Any]) -> None:
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    names = {
        **{name: getattr(jax.numpy, name) for name in ("sin", "sum", "prod")},
        "det": jax.numpy.linalg.det,
        "logsumexp": jax.scipy.special.logsumexp,
        "softmax": jax.nn.softmax,
    }

    def function(given: dict[str, Any]) -> Any:
        return jax.numpy.sum(
            eval(text.replace("(w @ x + b).tanh()", "jnp.tanh(w @ x + b)"), {**names, "jnp": jax.numpy, **given})
        )

    expected = jax.hessian(function)({name: jax.numpy.array(value) for name, value in inputs.items()})
    made = ran(text, **inputs)
    found = hessian(backward(made.output), made.inputs)
    for name in inputs:
        for other in inputs:
            assert np.shape(found[name][other]) == expected[name][other].shape
            assert np.allclose(found[name][other], expected[name][other], rtol=1e-11, atol=1e-12)


def test_an_upstream_gradient_of_the_output_s_shape_weighs_its_elements() -> None:
    made = ran("x**3", x=[1.0, 2.0])
    found = hessian(backward(made.output, [1.0, -1.0]), made.inputs)
    assert np.array_equal(found["x"]["x"], [[6, 0], [0, -12]])


def test_single_numbers_through_tensors_have_the_hessian_they_have_without() -> None:
    text = "v = [x, y, x*y]\nsum(v*v) + max(v)"
    plain = "x*x + y*y + x*y*x*y + max(x, y, x*y)"
    ours, theirs = second(text, x=2.0, y=3.0), second(plain, x=2.0, y=3.0)
    assert all(ours[name][other] == pytest.approx(theirs[name][other]) for name in "xy" for other in "xy")


def test_any_order_by_one_input_is_exact() -> None:
    made = ran("exp(2*x) + y*x**5", x=0.5, y=3.0)
    found = derivatives(made.output, made.inputs["x"], 7)
    expected = [2**k * math.e + 3 * math.perm(5, k) * (0.5 ** (5 - k) if k <= 5 else 0) for k in range(1, 8)]
    assert found == pytest.approx(expected, rel=1e-13)
    assert derivatives(made.output, made.inputs["y"], 3, 2.0) == [2 / 32, 0, 0]


def test_an_order_beyond_the_second_by_a_tensor_is_refused_with_a_way_out() -> None:
    made = ran("sum(x*x)", x=[1, 2])
    with pytest.raises(ProblemError) as refusal:
        derivatives(made.output, made.inputs["x"], 3)
    assert refusal.value.problems[0].code is Code.SCALARS_ONLY
    assert "(2,)" in refusal.value.problems[0].message


def test_a_large_hessian_is_refused_before_it_is_computed() -> None:
    made = ran("sum(x*x)", x=[1.0] * 100)
    for limits, code in ((Limits(elements=9_999), Code.TOO_MANY_ELEMENTS), (Limits(evaluations=9_999), Code.TOO_MUCH_WORK)):
        with pytest.raises(ProblemError) as refusal:
            hessian(backward(made.output), made.inputs, limits)
        assert refusal.value.problems[0].code is code


def test_the_work_is_counted_and_refused_before_it_is_done() -> None:
    made = ran(" + ".join(f"x{index}**2" for index in range(100)))
    with pytest.raises(ProblemError) as refusal:
        hessian(backward(made.output), made.inputs, Limits(evaluations=10_000))
    assert refusal.value.problems[0].code is Code.TOO_MUCH_WORK


def test_a_chain_of_ten_thousand_operations_is_differentiated_twice() -> None:
    x = made = Tensor(2.0)
    for _ in range(10_000):
        made = made + 1.0
    assert hessian(backward(made * x), {"x": x}) == {"x": {"x": 2}}
