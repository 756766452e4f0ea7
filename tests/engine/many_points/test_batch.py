"""Many points at once: what NumPy's blocks and the compiled loop answer is what the engine answers at each point alone."""

import math
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from numpy.typing import NDArray

from backpass.engine import OPERATIONS, Code, Limits, Operation, ProblemError, Tensor, backward
from backpass.engine.compile.backends.numba_loops import NumbaLoops, compiled_loops
from backpass.engine.compile.backends.numba_stages import stages
from backpass.engine.compile.backends.numpy_chunks import NumpyChunks, varying_places
from backpass.engine.compile.ir import Instruction
from backpass.engine.compile.lower import UPSTREAM, LinearProgram, linear_program
from backpass.engine.export.registry import export
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.many_points.batch import Batch, BatchGradients, gradients
from backpass.engine.problems import Severity
from backpass.engine.serialization.computation import Computation
from tests.engine.interpreter.test_random_programs import graphs
from tests.engine.operations.derivative_checks import samples
from tests.in_turn import in_turn

ELEMENTWISE = [record for record in OPERATIONS.values() if record.elementwise]
MIXED = """
n = a*b + c
h = tanh(n) + sigmoid(b) / (1 + c**2)
k = relu(h - a) * max(b, c) + abs(a - c)**3
exp(-k*k) + k / h - n
"""
RUNNERS: dict[str, Callable[[LinearProgram, Iterable[str]], Any]] = {
    "blocks": lambda code, varying: NumpyChunks(code, frozenset(varying)),
    "fused": lambda code, varying: compiled_loops(code, frozenset(varying)),
}
by_each_runner = pytest.mark.parametrize("make", RUNNERS.values(), ids=RUNNERS)


def columns(count: int, names: str = "abc", seed: int = 0) -> dict[str, NDArray[np.float64]]:
    generator = np.random.default_rng(seed)
    return {name: generator.normal(size=count) for name in names}


def results(code: LinearProgram, runner: Any, inputs: Mapping[str, Any], count: int) -> list[NDArray[np.float64] | None]:
    """The value and the gradients, each with the length `count`."""
    outputs = {place: np.full(count, math.nan) for place in code.outputs}
    runner.run(inputs, outputs)
    return [None if place is None else outputs[place] for place in (code.value, *code.gradients)]


def alone(record: Operation, point: tuple[float, ...], upstream: float = 1.0) -> list[float]:
    """Value and gradients of an operation by the engine itself."""
    inputs = [Tensor(number) for number in point]
    output = FUNCTIONS[record.name](*inputs)
    found = backward(output, upstream)
    return [output.item(), *(float(found.of(each)) for each in inputs)]


def compile_program(record: Operation, upstream: float | None = 1.0) -> tuple[LinearProgram, list[str]]:
    inputs = [Tensor(number) for number in samples(record)[0]]
    output = FUNCTIONS[record.name](*inputs)
    names = [f"x{index}" for index in range(len(inputs))]
    return linear_program(ancestors(output), dict(zip(inputs, names, strict=True)), inputs, upstream), names


def close(found: Any, expected: Any, ulps: float = 8, scale: float = 1.0) -> None:
    """Equal to a few units in the last place; NaN is NaN, infinity is infinity. `scale` is where cancelling digits stood."""
    np.testing.assert_allclose(found, expected, rtol=ulps * 2.3e-16, atol=ulps * 2.3e-16 * scale * (scale != 1.0))


@by_each_runner
@in_turn("record", ELEMENTWISE, ids=lambda record: record.name)
def test_every_operation_is_what_it_is_alone_at_samples_edges_and_beyond(record: Operation, make: Any) -> None:
    edges = [point for point, _ in record.special]
    extremes = [(number,) * record.arity for number in (0.0, -0.0, 1.0, -1.0, 0.5, 1e300, -1e300, 1e-310, 700.0, -750.0)]
    points = [*samples(record), *edges, *extremes]
    code, names = compile_program(record)
    runner = make(code, names)
    if runner is None:
        assert make is RUNNERS["fused"]
        assert record.name in {"round", "floor_divide", "modulo", "lgamma"}, "numba knows all the others"
        return
    inputs = {name: np.array(column) for name, column in zip(names, zip(*points, strict=True), strict=True)}
    for found, expected in zip(
        results(code, runner, inputs, len(points)), zip(*(alone(record, point) for point in points), strict=True), strict=True
    ):
        close(found, expected)


@pytest.mark.parametrize("record", [record for record in ELEMENTWISE if record.routes], ids=lambda record: record.name)
@by_each_runner
def test_a_blocked_branch_sends_nothing_even_of_infinity(record: Operation, make: Any) -> None:
    code, names = compile_program(record, None)
    runner = make(code, [*names, UPSTREAM])
    points = [tuple(-number for number in point) for point in samples(record)] + samples(record)
    inputs = {name: np.array(column) for name, column in zip(names, zip(*points, strict=True), strict=True)}
    inputs[UPSTREAM] = np.full(len(points), math.inf)
    for found, expected in zip(
        results(code, runner, inputs, len(points))[1:],
        list(zip(*(alone(record, point, math.inf) for point in points), strict=True))[1:],
        strict=True,
    ):
        close(found, expected)


@pytest.mark.parametrize("fast", [False, True])
def test_a_branch_that_was_not_taken_poisons_nothing(fast: bool) -> None:
    x = np.tile([-1.0, 0.0, 1.0, math.e], 5_000)
    found = gradients("where(x > 0, x*log(x), x*c)", {"x": x, "c": 3}, fast=fast)
    assert found.values.tolist()[:3] == [-3, 0, 0]
    nearly(found.gradients["x"], np.tile([3, 3, 1, 2], 5_000))
    nearly(found.gradients["c"], np.tile([-1, 0, 0, 0], 5_000))
    assert found.problems == []
    (problem,) = gradients("where(x > 0, x*log(x), 1/x)", {"x": x}, fast=fast).problems
    assert "At 5,000 of 20,000 points" in problem.message


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_random_programs_are_what_they_are_alone(drawn: tuple[Tensor, dict[str, Tensor]]) -> None:
    output, inputs = drawn
    found = backward(output)
    code = linear_program(found.tensors, {leaf: name for name, leaf in inputs.items()}, list(inputs.values()), 1.0)
    columns = {name: np.array([leaf.item()]) for name, leaf in inputs.items()}
    terms = [abs(float(each.sent)) for each in found.contributions()] + [abs(tensor.item()) for tensor in found.tensors]
    assume(all(map(math.isfinite, terms)))
    value, *slopes = results(code, NumpyChunks(code, frozenset("xy")), columns, 1)
    close(value, [output.item()], 1e6, sum(terms))
    for slope, leaf in zip(slopes, inputs.values(), strict=True):
        close(slope, [found.of(leaf) if leaf in set(found.tensors) else 0.0], 1e6, sum(terms))


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("count", [1, 2, 9_983, 9_984, 9_985, 40_001])
def test_points_do_not_touch_one_another_wherever_blocks_end(count: int, fast: bool) -> None:
    inputs = columns(count)
    found = gradients(MIXED, inputs, fast=fast)
    for index in sorted({0, 1, count // 2, count - 2, count - 1} & set(range(count))):
        single = gradients(MIXED, {name: column[index] for name, column in inputs.items()}, fast=fast)
        assert found.values[index] == pytest.approx(single.values[0], rel=1e-14)
        for name, gradient in single.gradients.items():
            assert found.gradients[name][index] == pytest.approx(gradient[0], rel=1e-12)


@pytest.mark.parametrize("fast", [False, True])
def test_numbers_for_all_points_and_for_each_may_be_mixed(fast: bool) -> None:
    inputs = columns(50)
    everywhere = inputs | {"b": np.full(50, 0.75), "c": np.full(50, -1.25)}
    same(gradients(MIXED, everywhere, fast=fast), gradients(MIXED, inputs | {"b": 0.75, "c": -1.25}, fast=fast))


def same(one: BatchGradients, other: BatchGradients) -> None:
    nearly(one.values, other.values)
    assert one.gradients.keys() == other.gradients.keys()
    for name, gradient in one.gradients.items():
        nearly(gradient, other.gradients[name])


def nearly(found: Any, expected: Any) -> None:
    """Equal but for rounding, which may have been magnified where numbers cancelled."""
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


def test_threads_and_upstream_gradients_change_nothing_else() -> None:
    inputs = columns(60_000)
    single = gradients(MIXED, inputs)
    same(single, gradients(MIXED, inputs, threads=3))
    doubled = gradients(MIXED, inputs, upstream=2)
    each = gradients(MIXED, inputs, upstream=np.linspace(1, 2, 60_000))
    for name, gradient in single.gradients.items():
        assert gradient is not None
        nearly(doubled.gradients[name], 2 * gradient)
        nearly(each.gradients[name], np.linspace(1, 2, 60_000) * gradient)
    nearly(each.values, single.values)


@pytest.mark.parametrize("fast", [False, True])
def test_outputs_that_are_inputs_or_constants_or_twice_the_same_are_arrays_of_their_own(fast: bool) -> None:
    found = gradients("x", {"x": [1, 2]}, fast=fast)
    assert found.values.tolist() == [1, 2]
    assert found.gradients["x"].tolist() == [1, 1]
    found = gradients("x + y", {"x": [1.0, 2.0], "y": 3}, fast=fast)
    first, second = found.gradients["x"], found.gradients["y"]
    assert first is not None
    assert second is not None
    first += 1
    assert second.tolist() == [1, 1]
    assert gradients("b = 3; b*2", {}, fast=fast).values.tolist() == [6]


def test_any_name_may_be_asked_for() -> None:
    found = gradients("n = x*y; c = 2 + pi; z = y*3; tanh(n) + c", {"x": [0.5, 1], "y": 2}, wrt=["n", "x", "z", "c"])
    close(found.gradients["n"], [1 - math.tanh(1) ** 2, 1 - math.tanh(2) ** 2])
    close(found.gradients["x"], [2 * (1 - math.tanh(1) ** 2), 2 * (1 - math.tanh(2) ** 2)])
    assert found.gradients["z"].tolist() == [0, 0]
    assert [problem.code for problem in found.problems] == [Code.NO_INFLUENCE]


def test_a_name_that_needs_no_gradient_has_none() -> None:
    assert gradients("x*pi", {"x": [1, 2]}, wrt=["pi"]).gradients == {"pi": None}
    assert gradients("x*pi", {"x": [[1, 2], [3, 4]]}, wrt=["pi"]).gradients == {"pi": None}


def code_for(program: str, wrt: str) -> LinearProgram:
    made = run(parse(program))
    wanted = [made.inputs[name] for name in wrt]
    return linear_program(ancestors(made.output), {leaf: name for name, leaf in made.inputs.items()}, wanted, 1.0)


def lines(program: str, wrt: str) -> list[str]:
    return [entry.function for entry in code_for(program, wrt).entries if isinstance(entry, Instruction)]


def test_nothing_is_computed_twice_and_nothing_that_is_not_asked_for() -> None:
    assert lines("x*y + exp(z)", "") == ["multiply", "exp", "add"]
    assert lines("x*y + exp(z)", "xyz") == ["multiply", "exp", "add"]
    assert lines("sigmoid(x)", "x").count("exp") == 1
    assert lines("sin(x)*cos(x)", "x").count("sin") == lines("sin(x)*cos(x)", "x").count("cos") == 1
    assert "log" not in lines("x**3", "x")
    assert "power" not in lines("x**3 + 1/x + x**-1", "x")
    assert "log" in lines("x**y", "y")
    assert lines("-(-x) - (-x)", "x") == ["add"]
    assert lines("(-x) * y / (-z) + 1", "") == ["multiply", "divide", "add"]
    assert lines("z - x / y", "y") == ["divide", "subtract", "divide"]


def test_buffers_are_used_again_as_soon_as_they_can_be() -> None:
    made = run(parse("y = x\n" + "y = sin(y) + x\n" * 500))
    (leaf,) = made.inputs.values()
    code = linear_program(ancestors(made.output), {leaf: "x"}, [], 1.0)
    assert NumpyChunks(code, {"x"})._plan.buffers == 1


def test_twenty_thousand_operations_do_not_recurse() -> None:
    found = gradients("y = x\n" + "y = y + x\n" * 20_000, {"x": [1.0, 2.0]})
    assert found.values.tolist() == [20_001, 40_002]
    assert found.gradients["x"].tolist() == [20_001, 20_001]


def test_points_that_are_not_finite_are_answers_and_counted() -> None:
    found = gradients("log(x) / y", {"x": [1, -2, 3, 0], "y": [4, 5, 6, 1]})
    assert np.isnan(found.values).tolist() == [False, True, False, False]
    assert found.values[3] == -math.inf
    (problem,) = found.problems
    assert (problem.code, problem.severity, problem.span) == (Code.OUTSIDE_DOMAIN, Severity.WARNING, (0, 6))
    assert problem.message.startswith(
        "At 2 of 4 points a result is not finite, first at point 1, counted from 0. There, `log(x)`"
    )
    (problem,) = gradients("sqrt(x)", {"x": [1, 4, 0, 9]}).problems
    assert problem.code is Code.NOT_FINITE_GRADIENT
    assert "At 1 of 4 points" in problem.message


def test_finite_numbers_whose_sum_overflows_are_no_problem() -> None:
    assert gradients("x", {"x": np.array([1e308, 1e308])}).problems == []


def test_tensors_are_computed_point_by_point() -> None:
    found = gradients("W = [[1, 2], [3, 4]]\n(W @ [x, y]).sum() * s", {"x": [1, 2, 3], "y": [4, 5, 6], "s": 2})
    assert found.values.tolist() == [56, 76, 96]
    assert found.gradients["x"].tolist() == [8, 8, 8]
    assert found.gradients["W"].shape == (3, 2, 2)
    found = gradients("x.sum() * y", {"x": [[1, 2], [3, 4]], "y": [4, 5]}, upstream=[1, 10])
    assert found.values.tolist() == [12, 35]
    assert found.gradients["x"].tolist() == [[4, 4], [50, 50]]
    assert gradients("x * 2", {"x": [[1, 2], [3, 4]]}).values.tolist() == [[2, 4], [6, 8]]
    assert gradients("sum([a]) + x", {"a": [1, 2], "x": 1}, wrt=["a"]).gradients["a"].tolist() == [1, 1]


def test_a_program_that_decides_does_so_at_every_point() -> None:
    program = "y = x\nif x > 1:\n    y = x*x*w\nelse:\n    z = 5\n    y = -z*x\ny"
    found = gradients(program, {"x": [0, 2, -1, 3], "w": 2})
    assert found.values.tolist() == [0, 8, 5, 18]
    assert found.gradients["x"].tolist() == [-5, 8, -5, 12]
    assert found.gradients["w"].tolist() == [0, 4, 0, 9]
    doubling = "while x < 100:\n    x = x*2\nx"
    found = gradients(doubling, {"x": [1, 3, 50, 200]})
    assert found.values.tolist() == [128, 192, 100, 200]
    assert found.gradients["x"].tolist() == [128, 64, 2, 1]


def test_loops_and_functions_that_do_not_decide_are_recorded() -> None:
    program = "def f(x):\n    y = x\n    for i in range(3):\n        y = y * x + i\n    return y\nf(x)"
    x = np.linspace(-2, 2, 20_001)
    nearly(gradients(program, {"x": x}).gradients["x"], 4 * x**3 + 1)


def test_what_goes_wrong_at_one_point_names_it() -> None:
    with pytest.raises(ProblemError) as raised:
        gradients("inverse([[x, 1], [1, 1]]).sum()", {"x": [2, 1]})
    assert raised.value.problems[0].code is Code.SINGULAR_MATRIX
    assert raised.value.problems[0].message.startswith("At point 1, counted from 0: ")


@pytest.mark.parametrize(
    ("inputs", "fields", "code", "words"),
    [
        ({"x": [1, 2], "y": [1, 2, 3]}, {}, Code.SHAPE_MISMATCH, "2 points for `x`, but 3 for `y`"),
        ({"x": [1, 2]}, {"upstream": [1, 2, 3]}, Code.SHAPE_MISMATCH, "the upstream gradient"),
        ({"x": np.array([1, math.nan])}, {}, Code.INVALID_INPUT, "at point 1"),
        ({"x": [1, math.inf]}, {}, Code.INVALID_INPUT, "`x`"),
        ({"x": []}, {}, Code.INVALID_INPUT, "`x`"),
        ({"x": ["a"]}, {}, Code.INVALID_INPUT, "`x`"),
        ({"x": [1, 2], "q": [1, 2]}, {}, Code.UNKNOWN_INPUT, "`q`"),
        ({"x": [1, 2]}, {"wrt": ["q"]}, Code.UNKNOWN_INPUT, "`q`"),
        ({"x": [1, 2]}, {"output": "q"}, Code.UNKNOWN_OUTPUT, "`q`"),
        ({"x": [1, 2]}, {"limits": Limits(evaluations=1)}, Code.TOO_MUCH_WORK, "1"),
        ({"x": [1, 2]}, {"limits": Limits(elements=5)}, Code.TOO_MANY_ELEMENTS, "5"),
        ({"x": [[1, 2], [3, 4]]}, {"limits": Limits(evaluations=3)}, Code.TOO_MUCH_WORK, "3"),
    ],
)
def test_what_makes_no_sense_is_refused(inputs: dict, fields: dict, code: Code, words: str) -> None:
    with pytest.raises(ProblemError) as raised:
        gradients("x*y + x", inputs, **fields)
    assert raised.value.problems[0].code is code
    assert words in raised.value.problems[0].message


def test_a_batch_keeps_what_it_has_prepared_and_mixes_nothing_up() -> None:
    batch = Batch("x*y + x")
    for inputs in ({"x": [1, 2]}, {"x": [1, 2], "y": 5}, {"x": 3, "y": [1, 2]}, {"x": [[1, 2], [3, 4]]}, {"y": [2, 3]}):
        for upstream in (1, 2, [3, 4]):
            same(batch.gradients(inputs, upstream), gradients("x*y + x", inputs, upstream=upstream))


def test_loops_are_compiled_where_numba_is() -> None:
    code, names = compile_program(OPERATIONS["multiply"])
    assert isinstance(compiled_loops(code, names), NumbaLoops)


def test_functions_of_arrays_stand_between_the_loops() -> None:
    code = code_for("w = exp(tanh(x*y) + x); where(x > y, w*y, erf(x))", "xy")
    found = stages(code, varying_places(code, "xy"))
    loops = [[function_at(code, place) for place in stage.lines] for stage in found]
    between = [[function_at(code, place) for place in stage.functions] for stage in found]
    assert "multiply" in loops[0]
    assert sorted(between[0]) == ["exp", "tanh"]  # the exp is of the slope of erf
    assert "add" in loops[1]
    assert between[1:] == [["exp"], []]
    assert {"where", "erf"} <= {name for names in loops for name in names}
    kept = {function_at(code, place) for stage in found for place in stage.stores}
    assert kept.isdisjoint({">", "<"})


def function_at(code: LinearProgram, place: int) -> str:
    entry = code.entries[place]
    assert isinstance(entry, Instruction)
    return entry.function


def test_without_numba_blocks_do_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = columns(10)
    expected = gradients(f"{MIXED} + 1", inputs)
    monkeypatch.setitem(sys.modules, "numba", None)
    same(gradients(f"{MIXED} + 1", inputs, fast=True), expected)
    assert compiled_loops(compile_program(OPERATIONS["softplus"], 0.125)[0], ["x0"]) is None


def test_an_exported_graph_is_a_program_as_well() -> None:
    graph = export(Computation.of(run(parse("a = 2\nb = 3\ntanh(a*b)"))), "json")
    same(gradients(graph, {"a": [1, 2]}), gradients("b = 3; tanh(a*b)", {"a": [1, 2]}, wrt=["a", "b"]))


SCALAR_REDUCTIONS = [
    record.name for record in OPERATIONS.values() if not record.elementwise and record.arity == 1 and not record.variadic
]


@pytest.mark.parametrize("name", SCALAR_REDUCTIONS)
def test_operations_on_whole_arrays_take_single_numbers_at_many_points(name: str) -> None:
    """A point's number is a scalar, which such an operation takes as it takes an array."""
    text = f"{name}(a * b) + 0.5 * {name}(sin(a))"
    points: dict[str, Any] = {"a": [2.0, -1.0, 0.0, 1.0], "b": 3.0}
    try:
        alone = [run(parse(text), {"a": number, "b": 3.0}) for number in points["a"]]
    except ProblemError as error:
        code = error.problems[0].code
        with pytest.raises(ProblemError) as refused:
            gradients(text, points)
        assert [problem.code for problem in refused.value.problems] == [code]
        return
    found = gradients(text, points)
    assert np.array_equal(found.values, [each.output.data for each in alone], equal_nan=True)
    for given_name, column in found.gradients.items():
        expected = [backward(each.output).of(each.inputs[given_name]) for each in alone]
        assert column is not None
        assert np.array_equal(column, np.array(expected, dtype=float), equal_nan=True)
