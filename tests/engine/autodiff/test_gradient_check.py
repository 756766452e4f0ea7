"""The gradient check: it agrees with right rules, catches rules a thousandth wrong, and says when it cannot tell."""

import dataclasses
import math

import numpy as np
import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine import OPERATIONS, Code, Limits, Operation, ProblemError, Tensor, backward
from backpass.engine.autodiff.check.gradient_check import MAX_ELEMENTS, STEPS, Check, Side, Verdict, check, check_gradients
from backpass.engine.graph.tensor import apply
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.operations import Rule
from tests.engine.operations.derivative_checks import samples
from tests.in_turn import in_turn

ELEMENTWISE = [record for record in OPERATIONS.values() if record.elementwise]
every_rule = in_turn(
    "operation, slot",
    [(record, slot) for record in ELEMENTWISE for slot in range(record.arity)],
    ids=lambda rule: f"{rule[0].name}-{rule[1]}",
)


def checked(text: str, **inputs: object) -> dict[str, list[Check]]:
    made = run(parse(text), inputs)
    return check(backward(made.output), made.inputs)


def the_only(text: str, **inputs: object) -> Check:
    ((found,),) = checked(text, **inputs).values()
    return found


def one_slot(operation: Operation, record: Operation, slot: int, point: tuple[float, ...]) -> Check:
    """The check of one input of `record`, which stands in for `operation`."""
    inputs = [Tensor(value) for value in point]
    (found,) = check_gradients(apply(record, *inputs), {operation.parameters[slot]: inputs[slot]})[operation.parameters[slot]]
    return found


@every_rule
def test_a_right_rule_agrees_at_every_sample(operation: Operation, slot: int) -> None:
    for point in samples(operation):
        found = one_slot(operation, operation, slot, point)
        assert found.verdict is Verdict.AGREES, found
        assert abs(found.autodiff - found.numeric) < 1e-8 * max(1, abs(found.autodiff))


@every_rule
def test_a_rule_that_is_a_thousandth_wrong_differs_at_every_sample(operation: Operation, slot: int) -> None:
    rules = list(operation.rules)
    rules[slot] = Rule(f"({rules[slot].text}) * 1.001 + 0.0001")
    wrong = dataclasses.replace(operation, rules=tuple(rules))
    for point in samples(operation):
        assert one_slot(operation, wrong, slot, point).verdict is Verdict.DIFFERS


def test_a_wrong_rule_within_a_longer_program_is_caught_for_the_inputs_behind_it_only() -> None:
    tanh = OPERATIONS["tanh"]
    wrong = dataclasses.replace(tanh, rules=(Rule("(1 - out**2) * 1.001"),))
    x, y = Tensor(0.4), Tensor(1.5)
    found = check_gradients(apply(wrong, x * 2.0) * y + y**2, {"x": x, "y": y})
    assert found["x"][0].verdict is Verdict.DIFFERS
    assert found["x"][0].relative_error == pytest.approx(1e-3, rel=1e-2)
    assert found["y"][0].verdict is Verdict.AGREES


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_nothing_differs_in_any_example(example) -> None:  # type: ignore[no-untyped-def]
    for checks in checked(example.program).values():
        for each in checks:
            assert each.verdict is not Verdict.DIFFERS, each


def test_the_sweep_shows_truncation_falling_with_h_squared_and_round_off_rising() -> None:
    found = the_only("x = 1\nexp(x)")
    rows = found.sweep
    assert [row.step for row in rows] == list(STEPS)
    assert rows[0].error / rows[1].error == pytest.approx(100, rel=0.01)
    assert rows[1].error / rows[2].error == pytest.approx(100, rel=0.01)
    assert rows[0].truncation == pytest.approx(rows[0].error, rel=0.05)
    assert rows[-1].round_off == pytest.approx(rows[-2].round_off * 10, rel=1e-3)
    assert rows[-1].error > 1e-4
    assert found.best is not None
    assert 1e-7 < found.best.step < 1e-3
    assert found.relative_error is not None
    assert found.relative_error < 1e-9


def test_the_error_is_within_ten_times_what_the_sweep_says_of_itself() -> None:
    for text in ("x = 1.3\nexp(sin(x))*x", "x = 50\nlog(x)/x", "x = 0.01\n1/x", "x = 3\nx**7 - x", "x = 2\n(x + 1e6) - 1e6"):
        found = the_only(text)
        assert found.best is not None
        assert found.best.error <= 10 * found.best.uncertainty


def test_the_complex_step_is_exact_where_it_can_be_taken() -> None:
    for text in (
        "x = 0.3\nsigmoid(x)",
        "x = -2\nx**3",
        "x = -3\nsoftplus(x)*abs(x)",
        "x = 2\nlog(x) + sqrt(x)/x",
        "x = 1\nmax(x, 0)",
    ):
        found = the_only(text)
        assert found.complex_step == pytest.approx(found.autodiff, rel=1e-14)


@pytest.mark.parametrize(
    "text", ["erf(x)", "gelu(x)", "floor(x + 0.5)", "cbrt(x)", "hypot(x, 1)", "x = 0\nabs(x)", "x = -1\nlog(x)"]
)
def test_the_complex_step_is_left_out_where_it_has_no_meaning(text: str) -> None:
    assert the_only(text).complex_step is None


def test_the_complex_step_does_not_use_the_rule_it_is_compared_with() -> None:
    wrong = dataclasses.replace(OPERATIONS["sin"], rules=(Rule("2"),))
    x = Tensor(0.5)
    (found,) = check_gradients(apply(wrong, x), {"x": x})["x"]
    assert found.autodiff == 2
    assert found.complex_step == pytest.approx(math.cos(0.5), rel=1e-15)


def test_every_kink_is_an_equation_from_which_a_distance_follows() -> None:
    for record in ELEMENTWISE:
        assert record.kink is None or record.kink.count("==") == 1, record


def test_differences_that_straddle_a_kink_are_marked_and_left_out() -> None:
    found = the_only("x = 0.0005\nrelu(x)")
    assert [row.straddles for row in found.sweep[:5]] == [True, True, True, False, False]
    assert found.sweep[0].estimate == pytest.approx(0.5, abs=0.01)
    assert found.verdict is Verdict.AGREES
    (kink,) = found.kinks
    assert kink.tensor.operation is OPERATIONS["relu"]
    assert (kink.distance, kink.smallest_step) == (0.0005, 1e-3)


@pytest.mark.parametrize(
    "text", ["x = 0\nrelu(x)", "x = 0\nabs(x)", "x = 1\nmax(x, 1)", "x = 2\nmin(x, 2)", "x = 0\nhypot(x, 0*x)"]
)
def test_on_a_kink_nothing_is_decided_and_the_note_says_why(text: str) -> None:
    found = the_only(text)
    assert found.verdict is Verdict.UNDECIDED
    assert found.best is None
    assert found.kinks[0].distance == 0
    assert "kink" in str(found.note)


@pytest.mark.parametrize("text", ["x = 2\nfloor(x)", "x = 0\nsign(x)", "x = 2.5\nround(x)", "y = 0\natan2(y, -1)"])
def test_a_jump_is_recognised(text: str) -> None:
    found = the_only(text)
    assert found.verdict is Verdict.UNDECIDED
    assert "jumps" in str(found.note)


def test_rounding_is_no_kink_at_whole_numbers() -> None:
    found = the_only("x = 2\nround(x)")
    assert not found.kinks
    assert found.verdict is Verdict.AGREES


def test_at_the_end_of_a_domain_the_difference_is_one_sided() -> None:
    found = the_only("x = 0\nx**1.5")
    assert found.best is not None
    assert found.best.side is Side.ABOVE
    assert found.verdict is Verdict.AGREES
    assert "one side" in str(found.note)
    below = the_only("x = 1\n(1 - x)**1.5")
    assert below.best is not None
    assert below.best.side is Side.BELOW


def test_near_the_end_of_a_domain_large_steps_are_one_sided_and_small_ones_central() -> None:
    sides = [row.side for row in the_only("x = 0.05\nlog(x)").sweep]
    assert sides[0] is Side.ABOVE
    assert set(sides[1:]) == {Side.CENTRAL}


@pytest.mark.parametrize(
    "text", ["x = -1\nlog(x)", "x = 0\nsqrt(x)", "x = 0\n1/x", "x = 1\nasin(x)", "x = 0\ncbrt(x)", "x = 1000\nexp(x)"]
)
def test_without_finite_numbers_nothing_is_decided(text: str) -> None:
    found = the_only(text)
    assert found.verdict is Verdict.UNDECIDED
    assert found.relative_error is None
    assert found.note


@pytest.mark.parametrize("text", ["x = 1e-30\nlog(x)", "x = 1.57079632679\ntan(x)", "x = 1e-300\nx*x", "x = 1e10\nsin(x)"])
def test_steps_too_coarse_or_too_fine_for_the_input_give_no_false_alarm(text: str) -> None:
    assert the_only(text).verdict is not Verdict.DIFFERS


@pytest.mark.parametrize(
    "text", ["x = 0\ncos(x)", "x = 0\nx**2", "x = 1\nx**4 - 2*x**2", "x = 1\n(x - 1)**2*exp(x)", "x = -1\nrelu(x)"]
)
def test_a_slope_of_zero_agrees(text: str) -> None:
    found = the_only(text)
    assert found.verdict is Verdict.AGREES
    assert found.relative_error in (None, 0.0)


def test_a_small_tensor_is_checked_element_by_element() -> None:
    found = checked("tanh(w*x + b)", w=[[0.5, -0.5], [1, 2]], x=[1, 2], b=0.1)
    assert [each.index for each in found["w"]] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [each.index for each in found["b"]] == [()]
    assert all(each.verdict is Verdict.AGREES for checks in found.values() for each in checks)


def test_a_large_tensor_is_checked_along_a_seeded_direction() -> None:
    x = Tensor(np.linspace(0.1, 2.0, MAX_ELEMENTS + 1))
    gradients = backward(x * x)
    (found,) = check(gradients, {"x": x}, seed=1)["x"]
    assert found.index is None
    assert found.verdict is Verdict.AGREES
    assert check(gradients, {"x": x}, seed=1)["x"][0].autodiff == found.autodiff
    assert check(gradients, {"x": x}, seed=2)["x"][0].autodiff != found.autodiff


def test_one_wrong_element_in_a_large_tensor_is_caught_along_the_direction() -> None:
    x = Tensor(np.linspace(-1.0, 1.0, 41) + 0.01)
    wrong = dataclasses.replace(OPERATIONS["tanh"], rules=(Rule("where(x > 1, 1.001, 1) * (1 - out**2)"),))
    (found,) = check_gradients(apply(wrong, x), {"x": x})["x"]
    assert found.verdict is Verdict.DIFFERS


def test_the_upstream_gradient_weighs_the_outputs() -> None:
    x = Tensor([1.0, 2.0])
    found = check_gradients(x * x, {"x": x}, [10.0, 100.0])["x"]
    assert [each.autodiff for each in found] == [20, 400]
    assert all(each.verdict is Verdict.AGREES for each in found)


def test_an_intermediate_value_is_moved_as_if_it_were_an_input() -> None:
    made = run(parse("a = 2\nd = a*3\nd*d + a"))
    (found,) = check(backward(made.output), {"d": made.names["d"]})["d"]
    assert (found.autodiff, found.verdict) == (12, Verdict.AGREES)


def test_what_does_not_feed_the_output_has_the_slope_zero() -> None:
    made = run(parse("a = 2\nb = 3\na*5"))
    (found,) = check(backward(made.output), {"b": made.names["b"]})["b"]
    assert (found.autodiff, found.numeric, found.verdict) == (0, 0, Verdict.AGREES)


def test_operations_on_whole_arrays_are_checked_like_all_others() -> None:
    for text in ("sum(x*x)", "mean(exp(x))", "max(x)", "x @ x"):
        assert all(each.verdict is Verdict.AGREES for each in checked(text, x=[0.5, -1.0, 2.0])["x"]), text


def test_the_work_is_counted_and_refused_before_it_is_done() -> None:
    made = run(parse("+".join(f"x{index}*x{index}" for index in range(100))))
    with pytest.raises(ProblemError) as refusal:
        check(backward(made.output), made.inputs, limits=Limits(evaluations=1_000))
    (problem,) = refusal.value.problems
    assert problem.code is Code.TOO_MUCH_WORK
    assert "1,000" in problem.message
    assert "wrt" in str(problem.hint)


def test_the_checked_graph_stays_as_it_was() -> None:
    made = run(parse("x = 0.5\nw = tanh(x)*x"))
    before = [(tensor.data, tensor.grad) for tensor in backward(made.output).tensors]
    check(backward(made.output), made.inputs)
    assert [(tensor.data, tensor.grad) for tensor in backward(made.output).tensors] == before
