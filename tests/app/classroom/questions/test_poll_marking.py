"""Polls without a room: what is expected, how answers are read, marked and counted. Oracles are worked out by hand."""

import contextlib
import math
from collections import Counter
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from backpass.app.classroom.questions.expected import PreparedQuestion, prepare_question
from backpass.app.classroom.questions.marking import Mark, is_near, mark
from backpass.app.classroom.questions.readings import read_formula, read_number
from backpass.app.classroom.questions.schemas import MAX_GROUPS, Question, Tally
from backpass.app.classroom.questions.tally import Counted, tally_of
from backpass.app.evaluation.answer import Answer
from backpass.engine import Code, Limits, ProblemError
from backpass.engine.graph.trace import Trace
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.messages import reworded

# (a·b + c)·(a + d) at 2, 3, 4, 5. Nodes: a b c d, a*b, +c, a+d, product; a gets 21 + 10.
COURSE = "a, b, c, d = 2, 3, 4, 5\n((a*b) + c) * (a + d)"
A, PRODUCT, OUTPUT = 0, 4, 7
QUESTION: TypeAdapter[Any] = TypeAdapter(Question)


def put(program: str, **question: Any) -> Answer:
    return prepare_question(orjson.dumps({"program": program, "question": question}), Limits())


def asked(program: str, **question: Any) -> PreparedQuestion:
    answer = put(program, **question)
    assert answer.status == 200, answer.body
    return PreparedQuestion.model_validate_json(answer.body)


def marked(program: str, answer: Any, **question: Any) -> Mark:
    return mark(QUESTION.validate_python(question), asked(program, **question).expected, answer)


def why(made: Mark) -> str:
    return reworded(made.misconception or "")


def refusal(program: str, **question: Any) -> tuple[str, str]:
    answer = put(program, **question)
    assert answer.status == 422
    problem = orjson.loads(answer.body)["problems"][0]
    return problem["code"], problem["message"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("21", 21),
        ("-2.5", -2.5),
        ("−2,5", -2.5),
        ("0,75", 0.75),
        ("0,125", 0.125),
        ("3/4", 0.75),
        ("½", 0.5),
        ("-1½", -1.5),
        ("= 31", 31),
        ("2*tanh(1)", 2 * math.tanh(1)),
        ("2·3", 6),
        ("max(1, 2)", 2),
        ("max(1,2)", 2),
        ("tanh(0,5)", math.tanh(0.5)),
        ("√2/2", math.sqrt(0.5)),
        ("math.exp(1)", math.e),
        ("1e-3", 0.001),
        ("inf", math.inf),
        ("-∞", -math.inf),
        ("1/0", math.inf),
    ],
)
def test_a_number_is_read_as_people_write_it(text: str, number: float) -> None:
    assert read_number(text) == pytest.approx(number, rel=1e-15)


def test_nan_is_a_number_that_can_be_typed() -> None:
    assert all(math.isnan(read_number(text)) for text in ("NaN", "nan", "0/0"))


@pytest.mark.parametrize(
    ("text", "code", "span"),
    [
        ("2 3", Code.SYNTAX, (2, 3)),
        ("exp(", Code.UNBALANCED_PARENTHESES, (3, 4)),
        ("x + 1", Code.UNKNOWN_NAME, (0, 1)),
        ("1,000", Code.NOT_A_NUMBER_TEXT, (0, 5)),
        ("foo(2)", Code.UNKNOWN_FUNCTION, (0, 3)),
        ("[1, 2]", Code.UNSUPPORTED, (0, 6)),
        ("a = 3", Code.UNSUPPORTED, (0, 5)),
        ("print(3)", Code.UNSUPPORTED, (0, 8)),
        ("lambda: 3", Code.SYNTAX, (6, 7)),
        ("import os", Code.UNSUPPORTED, (0, 9)),
        ("", Code.EMPTY_PROGRAM, None),
        ("9" * 400, Code.TOO_LONG, (300, 400)),
        ("21\x00", Code.INVALID_CHARACTER, (2, 3)),
    ],
)
def test_what_is_no_number_is_refused_with_the_place(text: str, code: Code, span: tuple[int, int] | None) -> None:
    with pytest.raises(ProblemError) as refused:
        read_number(text)
    problem = refused.value.problems[0]
    assert (problem.code, problem.span) == (code, span)
    assert problem.hint


@given(st.text(max_size=40))
def test_whatever_is_typed_is_a_number_or_refused(text: str) -> None:
    with contextlib.suppress(ProblemError):
        assert isinstance(read_number(text), float)


@given(
    st.lists(
        st.sampled_from(["x", "2", "w", "(", ")", "+", "*", "**", "if", "else", "tanh", "where", ",", "e", "[", "]", ".", "="])
    )
)
def test_whatever_stands_side_by_side_is_a_formula_or_refused(words: list[str]) -> None:
    with contextlib.suppress(ProblemError):
        assert isinstance(read_formula(" ".join(words), {"x", "w", "e"}).at({"x": 0.5, "w": 2.0, "e": -1.0}), float)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("2ab + bd + c", "Write `*` between factors: `a*b`."),
        ("a*bd", "Write `*` between factors: `b*d`."),
        ("aab", "Write `*` between factors: `a*a*b`."),
        ("aa", "Did you mean `a`?"),
        ("ae" * 120, None),
    ],
)
def test_factors_written_side_by_side_are_told_apart(text: str, hint: str | None) -> None:
    with pytest.raises(ProblemError) as refusal:
        read_formula(text, {"a", "b", "c", "d"})
    (problem,) = refusal.value.problems
    assert problem.code is Code.UNKNOWN_NAME
    if hint:
        assert problem.hint == hint
    else:
        assert "between factors" not in (problem.hint or "")


def test_a_large_answer_is_refused_at_once() -> None:
    for text in ("9**9**9**9", "2**" * 50 + "2", "(" * 140 + "1" + ")" * 140, "exp(" * 59 + "1" + ")" * 59):
        assert math.isfinite(read_number(text)) or math.isinf(read_number(text))


@pytest.mark.parametrize(
    ("given_number", "wanted", "tolerance", "near"),
    [
        (30.7, 31, 0.01, True),
        (30.6, 31, 0.01, False),
        (0.0042, 0.00421, 0.01, True),
        (0.0, 0.0042, 0.01, False),
        (0.009, 0.0, 0.01, True),
        (0.02, 0.0, 0.01, False),
        (0.1 + 0.2, 0.3, 0.0, True),
        (31.0001, 31, 0.0, False),
        (math.nan, math.nan, 0.01, True),
        (math.inf, math.inf, 0.01, True),
        (-math.inf, math.inf, 0.5, False),
        (1e308, math.inf, 0.5, False),
        (math.nan, 1.0, 0.5, False),
        (1.0, math.nan, 0.5, False),
    ],
)
def test_a_tolerance_is_a_share_and_around_zero_a_distance(
    given_number: float, wanted: float, tolerance: float, near: bool
) -> None:
    assert is_near(given_number, wanted, tolerance) is near


def test_a_number_is_right_wrong_or_a_known_mistake() -> None:
    question = {"type": "number", "node": A, "tolerance": 0.01}
    assert asked(COURSE, **question).prompt == "What is the gradient of `a`?"
    assert marked(COURSE, "31", **question).correct
    assert marked(COURSE, 31, **question).answer == "31"
    assert marked(COURSE, "3*7 + 10", **question).correct
    part = marked(COURSE, "21", **question)
    assert not part.correct
    assert "contribution of one path only" in why(part)
    assert marked(COURSE, 5.5, **question).misconception is None
    value = {"type": "number", "node": PRODUCT, "quantity": "value"}
    assert asked(COURSE, **value).prompt == "What is the value of `a*b`?"
    assert marked(COURSE, "6", **value).correct
    assert "this node multiplies" in why(marked(COURSE, "5", **value))


def test_the_output_is_asked_where_no_node_is_named() -> None:
    assert asked("x = 3\nx*x", type="number", quantity="value").expected.model_dump()["value"] == 9.0


def test_a_number_that_is_none_is_asked_and_answered() -> None:
    question = {"type": "number", "quantity": "value"}
    assert marked("x = -1\nlog(x)", "NaN", **question).correct
    assert not marked("x = -1\nlog(x)", "0", **question).correct
    assert marked("x = 0\n1/x", "inf", **question).correct
    assert not marked("x = 0\n1/x", "-inf", **question).correct


def test_inputs_and_output_of_the_room_count() -> None:
    body = {"program": "x = 1\ny = x*x\nz = 5*y", "inputs": {"x": 3}, "output": "y", "question": {"type": "number", "node": 0}}
    answer = prepare_question(orjson.dumps(body), Limits())
    assert PreparedQuestion.model_validate_json(answer.body).expected.model_dump()["value"] == 6.0


@pytest.mark.parametrize(
    ("program", "node", "right", "wrong"),
    [
        (COURSE, A, ["b*(a + d) + a*b + c", "2*a*b + b*d + c", "(a*b+c) + b*(a+d)"], ["31", "b", "b*(a+d)", "a*b + c", "2*a*b"]),
        ("x = 2\nx**3", 0, ["3x²", "3*x**2", "x*x + 2*x**2", "3*x**3/x", "3,0*x²"], ["12", "6x", "x**3", "3x"]),
        ("x, w = 2, 0.5\nrelu(w*x)", 0, ["w", "where(x*w > 0, w, 0)", "w if x > 0 else 0"], ["0.5", "x", "0"]),
        ("x = 0.5\nlog(x)", 0, ["1/x", "x**-1", "sqrt(x)/x**1.5"], ["2", "log(x)", "1/(x+x)"]),
        ("x = 3\nsqrt(x - 2.9)", 0, ["0.5/sqrt(x - 2.9)"], ["1/sqrt(x-2.9)"]),
        ("x = 0\nexp(x)", 0, ["exp(x)", "e**x"], ["1", "x + 1", "1 + x + x**2/2"]),
        ("x, y = 1, 2\nmax(x, y)", 1, ["1", "y/y"], ["0", "y", "0.5"]),
        ("x, y = 1, 2\nmax(x, y)", 0, ["0", "x - x"], ["1", "1e-3", "x"]),
        ("x = 1e-9\nx*x", 0, ["2x", "x+x"], ["0", "1e-9"]),
        ("e = 3\nb = 2\ne*b", 0, ["b"], ["e"]),
        ("t = 20\ntanh(t)", 0, ["1 - tanh(t)**2", "1/cosh(t)**2"], ["0", "tanh(t)"]),
    ],
)
def test_a_formula_is_right_if_it_agrees_elsewhere_too(program: str, node: int, right: list[str], wrong: list[str]) -> None:
    question = {"type": "formula", "node": node}
    assert [text for text in right if not marked(program, text, **question).correct] == []
    assert [text for text in wrong if marked(program, text, **question).correct] == []


def test_a_formula_for_a_value_may_not_be_the_name_itself() -> None:
    program = "x = 2\ny = x*x + 1\ny*3"
    question = {"type": "formula", "node": 3, "quantity": "value"}
    assert asked(program, **question).prompt == "Which formula gives the value of `y`?"
    assert marked(program, "x**2 + 1", **question).correct
    with pytest.raises(ProblemError) as refused:
        marked(program, "y", **question)
    assert refused.value.problems[0].code is Code.UNKNOWN_NAME


def test_a_number_where_a_formula_is_asked_is_told_that_it_holds_only_here() -> None:
    given_mark = marked(COURSE, "31", type="formula", node=A)
    assert not given_mark.correct
    assert "current inputs only" in why(given_mark)


def test_a_wrong_formula_gives_away_the_mistake_behind_it() -> None:
    assert "contribution of one path only" in why(marked(COURSE, "a*b + c", type="formula", node=A))
    assert "scaled by the other one" in why(marked("x, w = 2, 3\ny = w*x\ny*5", "5*x", type="formula", node=0))


def test_equal_formulas_are_one_group_however_they_are_written() -> None:
    marks = [marked(COURSE, text, type="formula", node=A) for text in ("a*d", "d*a", "a*d + 0", "2*d")]
    assert len({each.key for each in marks}) == 2


def test_formulas_are_tried_at_other_inputs_of_the_same_graph_and_side() -> None:
    expected = asked("x, w = 2, 0.5\ny = relu(w*x)\ny + log(x)", type="formula", node=0).expected.model_dump()
    assert len(expected["points"]) == 9
    assert expected["points"][0]["names"] == {"x": 2.0, "w": 0.5, "y": 1.0}
    assert all(point["names"]["w"] * point["names"]["x"] > 0 for point in expected["points"])
    assert len({point["names"]["x"] for point in expected["points"]}) == 9
    assert expected["text"] == "where(x*w > 0, w, 0) + 1/x"


def test_a_formula_of_a_program_that_decides_is_that_of_the_way_it_takes() -> None:
    program = "x = 2\nif x > 1:\n    y = x*x\nelse:\n    y = x\ny"
    assert marked(program, "2x", type="formula", node=0).correct
    assert not marked(program, "1", type="formula", node=0).correct


def test_what_has_no_such_number_is_not_asked() -> None:
    assert "nodes are 0 to 7" in refusal(COURSE, type="number", node=99)[1]
    code, message = refusal("w = [1, 2]\nsum(w*w)", type="number", node=0)
    assert code == "not-askable"
    assert "shape (2,)" in message
    assert "constant" in refusal("x = 2\nx*3", type="number", node=1)[1]
    assert "other inputs" in refusal("x = -1\nlog(x)", type="formula", node=0)[1]
    assert refusal("x = = 2", type="number")[0] == "syntax"


def test_the_edges_that_could_come_next_are_those_whose_user_is_finished() -> None:
    # Steps: 4 forward, then 1 seed, then the contributions: product's two, then those of a+d and of +c, at last those of a*b.
    trace = Trace.of(run(parse(COURSE)).output)
    edges = [(target, source) for target, inputs in enumerate(trace.inputs) for source in inputs]
    product_left, product_right = edges.index((7, 5)), edges.index((7, 6))
    first = asked(COURSE, type="edge", position=5).expected.model_dump()
    assert first["next"] == sorted([product_left, product_right])
    assert first["labels"][product_right] == "((a*b) + c) * (a + d) → a + d"
    after = asked(COURSE, type="edge", position=6).expected.model_dump()
    assert len(after["landed"]) == 1
    assert (set(first["next"]) - set(after["landed"])) < set(after["next"])
    assert {edges[edge][0] for edge in after["next"]} == {7, *(edges[edge][1] for edge in after["landed"])}


def test_a_wrong_edge_is_told_why() -> None:
    question = {"type": "edge", "position": 6}
    expected = asked("x, w = 2, 3\ny = w*x\nz = y*y + 1\nz", **question).expected.model_dump()
    told = {edge: marked("x, w = 2, 3\ny = w*x\nz = y*y + 1\nz", edge, **question) for edge in range(len(expected["labels"]))}
    assert {edge for edge, each in told.items() if each.correct} == set(expected["next"])
    assert all("arrived already" in why(told[edge]) for edge in expected["landed"])
    assert all("constant" in why(told[edge]) for edge in expected["idle"])
    waiting = told.keys() - {*expected["next"], *expected["landed"], *expected["idle"]}
    assert waiting
    assert all(f"`{expected['labels'][edge].split(' → ')[0]}` is not complete" in why(told[edge]) for edge in waiting)


def test_an_edge_is_asked_only_while_gradient_flows() -> None:
    for position in (0, 4, 13, 99):
        assert refusal(COURSE, type="edge", position=position)[0] == "not-askable"
    assert refusal("x = 1\n" + "+".join(["x"] * 2_000), type="edge", position=2_500)[0] == "not-askable"


def test_undoing_a_broadcast_is_a_step_of_the_edges_question_as_it_is_of_the_graph() -> None:
    program = "w = [1, 2]\nb = 3\nsum(w + b)"
    at = {position: asked(program, type="edge", position=position).expected.model_dump()["landed"] for position in range(3, 7)}
    assert [len(at[position]) for position in range(3, 7)] == [0, 1, 2, 2]


def test_a_choice_is_right_with_just_the_right_ones() -> None:
    question = {"type": "choice", "choices": ["scale", "copy", "route"], "correct": [2, 0]}
    assert asked("x", **question).prompt == "Which one?"
    assert marked("x", [0, 2], **question).correct
    assert marked("x", [2, 0, 2], **question).answer == [0, 2]
    assert marked("x", [0], **question).correct is False
    assert marked("x", 1, **question).label == "copy"
    assert marked("x", 1, type="choice", choices=["a", "b"]).correct is None


def test_an_open_answer_is_kept_as_it_is_and_counted_as_it_is_meant() -> None:
    assert marked("x", "  The  Chain rule ", type="text").answer == "The  Chain rule"
    assert marked("x", "the chain RULE", type="text").key == marked("x", "The  chain rule", type="text").key
    with pytest.raises(ProblemError):
        marked("x", "   ", type="text")
    with pytest.raises(ProblemError):
        marked("x", "x" * 1_001, type="text")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ({"type": "choice", "choices": ["a", "b"]}, [2]),
        ({"type": "choice", "choices": ["a", "b"]}, []),
        ({"type": "choice", "choices": ["a", "b"]}, "a"),
        ({"type": "edge", "position": 5}, 99),
        ({"type": "edge", "position": 5}, -1),
        ({"type": "edge", "position": 5}, "0"),
        ({"type": "number"}, [1]),
        ({"type": "text"}, [1]),
    ],
)
def test_an_answer_of_another_kind_is_refused(question: dict[str, Any], answer: Any) -> None:
    with pytest.raises(ProblemError) as refused:
        marked(COURSE, answer, **question)
    assert refused.value.problems[0].code is Code.INVALID_REQUEST


@pytest.mark.parametrize(
    "question",
    [
        {"type": "vote"},
        {"type": "choice", "choices": ["a"]},
        {"type": "choice", "choices": ["a", "a"]},
        {"type": "choice", "choices": ["a", " "]},
        {"type": "choice", "choices": ["a", "b"], "correct": [2]},
        {"type": "number", "tolerance": -1},
        {"type": "number", "node": -1},
        {"type": "number", "expected": 31},
        {"type": "edge"},
        {"type": "text", "prompt": "x" * 501},
    ],
)
def test_a_question_that_makes_no_sense_is_refused(question: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        QUESTION.validate_python(question)


def tally(answers: list[Any], program: str = COURSE, **question: Any) -> Tally:
    made, read = asked(program, **question), QUESTION.validate_python(question)
    counts = Counter(orjson.dumps(answer) for answer in answers)
    counted = [Counted(mark(read, made.expected, orjson.loads(answer)), count) for answer, count in counts.items()]
    return tally_of(counted, marked=question["type"] != "text")


def test_equal_answers_are_one_group_and_counts_are_exact() -> None:
    answers = ["31", "31.0", 31, "62/2", "30.99", "21", "7*3", "10", "NaN", "nan", "inf", "5", "5.001", "-31"]
    found = tally(answers, type="number", node=A)
    assert (found.answered, found.correct, found.others) == (len(answers), 5, 0)
    shown = {group.label: (group.count, group.correct) for group in found.groups}
    assert shown == {
        "31": (5, True),
        "21": (2, False),
        "10": (1, False),
        "NaN": (2, False),
        "inf": (1, False),
        "5": (2, False),
        "-31": (1, False),
    }
    assert [group.count for group in found.groups] == sorted((group.count for group in found.groups), reverse=True)


def test_a_known_mistake_is_named_in_its_group() -> None:
    groups = {
        group.label: reworded(group.misconception or "")
        for group in tally(["21", "21", "10", "8.5"], type="number", node=A).groups
    }
    assert "contribution of one path only" in groups["21"]
    assert "contribution of one path only" in groups["10"]
    assert groups["8.5"] == ""


def test_a_group_is_called_as_most_wrote_it() -> None:
    assert tally(["2*5", "10.0", "10.0"], type="number", node=OUTPUT, quantity="gradient").groups[0].label == "10.0"


def test_open_answers_are_neither_right_nor_wrong() -> None:
    found = tally(["Chain rule", "chain rule", "sum"], type="text")
    assert found.correct is None
    assert [(group.label, group.count, group.correct) for group in found.groups] == [("Chain rule", 2, None), ("sum", 1, None)]


def test_of_very_many_groups_the_rest_is_counted_together() -> None:
    found = tally([f"{1000 * 1.1**power:.3f}" for power in range(100)], type="number", node=A)
    assert len(found.groups) == MAX_GROUPS
    assert found.others == 100 - MAX_GROUPS
    assert found.answered == 100


@given(st.lists(st.floats(allow_nan=True), max_size=60))
def test_no_answer_is_lost_or_counted_twice(numbers: list[float]) -> None:
    marks = [Mark(str(number), str(number), ("number", str(number)), correct=False, number=number) for number in numbers]
    found = tally_of([Counted(each, 1) for each in marks], marked=True)
    assert found.answered == len(numbers) == sum(group.count for group in found.groups) + found.others


def test_a_question_about_a_long_expression_stays_a_sentence() -> None:
    program = "x = 1\n" + " + ".join(["x*x"] * 200)
    prompt = asked(program, type="number", quantity="value").prompt
    assert len(prompt) < 100
    assert prompt.endswith("…`?")
