"""Forward mode as steps: the same derivatives as the backward pass, a frame for every node that moves."""

from typing import Any

import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine import Code, Limits, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.forward_json import forward_passes
from backpass.engine.serialization.graph_json import graph_json
from tests.columns import columns

CASE = "a, b, c, d = 2.0, 3.0, 4.0, 5.0\n((a*b) + c) * (a + d)"


def graph(text: str, *directions: dict[str, Any], limits: Limits | None = None, **options: Any) -> dict[str, Any]:
    made: dict[str, Any] = graph_json(run(parse(text)), besides=forward_passes(directions, limits or Limits()), **options)
    return made


def frames(answer: dict[str, Any]) -> list[tuple[int, Any, list[Any]]]:
    return [
        (step["node"], step["tangent"], [term["sent"] for term in step["terms"]])
        for step in answer["steps"]
        if step["phase"] == "tangent"
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_along_each_input_the_output_moves_at_the_rate_of_its_gradient(example: Any) -> None:
    plain = graph_json(run(parse(example.program)))
    names = [name for name, gradient in plain["gradients"].items() if isinstance(gradient, float)][:5]
    answer = graph(example.program, *({name: 1.0} for name in names))
    for name, each in zip(names, answer["directions"], strict=True):
        assert each["seeds"] == {name: 1.0}
        if isinstance(each["derivative"], float):
            assert each["derivative"] == pytest.approx(plain["gradients"][name], rel=1e-9, abs=1e-12)
    assert answer["steps"][: len(plain["steps"])] == plain["steps"]


def test_a_tangent_is_the_sum_of_slope_times_tangent_over_its_slots() -> None:
    answer = graph(CASE, {"a": 1.0})
    assert frames(answer) == [(0, 1.0, []), (4, 3.0, [3.0]), (5, 3.0, [3.0]), (6, 1.0, [1.0]), (7, 31.0, [21.0, 10.0])]
    local = {edge["id"]: edge["local"] for edge in answer["edges"]}
    terms = [term for step in answer["steps"] if step["phase"] == "tangent" for term in step["terms"]]
    assert [local[term["edge"]] for term in terms] == [3.0, 1.0, 1.0, 7.0, 10.0]


def test_a_direction_may_move_several_inputs_and_single_elements() -> None:
    answer = graph("x = [1.0, 2.0]\ny = 3.0\nsum(x*x) * y", {"x": [0, 1], "y": 0.5}, {"x": 1})
    assert [each["derivative"] for each in answer["directions"]] == [2 * 2.0 * 3 + 5 * 0.5, (2 + 4) * 3.0]
    assert answer["directions"][1]["seeds"] == {"x": [1.0, 1.0]}


def test_costs_tell_one_pass_against_one_for_each_number() -> None:
    assert graph(CASE, {"a": 1.0})["costs"] == {
        "reverse": {"passes": 1, "multiplications": 4, "additions": 1},
        "forward": {"passes": 4, "multiplications": 7, "additions": 1},
    }


def test_what_does_not_feed_the_output_moves_nothing_and_is_told() -> None:
    answer = graph("x = 2.0\ny = 3.0\nx*2", {"y": 1.0})
    assert frames(answer) == []
    assert answer["directions"][0]["derivative"] == 0.0
    assert "no-influence" in [problem["code"] for problem in answer["problems"]]


def test_columns_hold_the_same() -> None:
    rows, listed = graph(CASE, {"b": 1.0}), graph(CASE, {"b": 1.0}, as_columns=True)
    assert listed["steps"] == columns(rows["steps"])


@pytest.mark.parametrize(
    ("direction", "code"),
    [({"z": 1}, Code.UNKNOWN_INPUT), ({"a": [1, 2]}, Code.SHAPE_MISMATCH), ({"a": float("nan")}, Code.INVALID_INPUT)],
)
def test_a_direction_that_makes_no_sense_is_refused(direction: dict[str, Any], code: Code) -> None:
    with pytest.raises(ProblemError) as refusal:
        graph(CASE, direction)
    assert refusal.value.problems[0].code is code


def test_the_work_is_counted_before_it_is_done() -> None:
    with pytest.raises(ProblemError) as refusal:
        graph("x = 1.0\n" + "x = sin(x)\n" * 100 + "x", *[{"x": 1.0}] * 10, limits=Limits(evaluations=1_000))
    assert refusal.value.problems[0].code is Code.TOO_MUCH_WORK
