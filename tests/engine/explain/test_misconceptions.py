"""Wrong numbers and what they give away, worked out by hand; and the table itself."""

import re

import pytest

from backpass.engine import OPERATIONS, backward
from backpass.engine.explain.misconceptions import (
    MISCONCEPTIONS,
    QuestionKind,
    WrongAnswer,
    distinct,
    gradient_mistakes,
    value_mistakes,
)
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse

# (a·b + c)·(a + d) at 2, 3, 4, 5: a gets 21 along one path and 10 along the other.
COURSE = "a, b, c, d = 2, 3, 4, 5\n((a*b) + c) * (a + d)"


def said(program: str, name: str | None, given: float, *, value: bool = False) -> str | None:
    made = run(parse(program))
    tensor = made.output if name is None else made.names[name]
    gradients = backward(made.output)
    found = value_mistakes(tensor) if value else gradient_mistakes(gradients, tensor)
    answer = tensor.item() if value else gradients.of(tensor)
    assert isinstance(answer, float)
    return next((each.sentence for each in distinct(found, answer, 1e-9) if abs(each.value - given) < 1e-9), None)


@pytest.mark.parametrize(
    ("program", "name", "given", "words"),
    [
        (COURSE, "a", 21, "contribution of one path only"),
        (COURSE, "a", 10, "contribution of one path only"),
        (COURSE, "a", 210, "add the products of all paths"),
        (COURSE, "a", -31, "the sign is not"),
        (COURSE, "a", 4, "only the local derivative"),  # 3 + 1: upstream forgotten along both paths
        (COURSE, "a", 17, "Here a local derivative scales it"),  # 7 + 10: local forgotten along both
        (COURSE, "a", 2, "That is its value"),
        (COURSE, "b", 2, "only the local derivative"),
        (COURSE, "b", 7, "the upstream gradient"),
        (COURSE, "b", 9, "multiplies upstream gradient and local derivative"),
        (COURSE, "b", 21, "scaled by the other one"),
        (COURSE, "b", 42, "uses the product itself"),
        ("x = 2\ny = x*x + x\ny", "x", 4, "One path is missing"),  # of 2 + 2 + 1
        ("x = 2\nexp(x) * 3", "x", 2, "That is its value"),
        ("x = 0.5\ntanh(x)", "x", 0.46211715726000975, "uses the output of the node"),
        (COURSE, None, 0, "is 1, not 0"),
        (COURSE, None, 70, "That is its value"),
    ],
)
def test_a_wrong_gradient_names_the_mistake_that_leads_to_it(program: str, name: str | None, given: float, words: str) -> None:
    assert words in (said(program, name, given) or "")


@pytest.mark.parametrize(
    ("program", "given", "words"),
    [
        ("a, b = 3, 4\na * b", 7, "this node multiplies"),
        ("a, b = 3, 4\na + b", 12, "this node adds"),
        ("a, b = 3, 4\na - b", 1, "signs"),
        ("a, b = 3, 6\na / b", 2, "the first input comes first"),
        ("a = 3\na ** 4", 12, "base and exponent"),
    ],
)
def test_a_wrong_value_names_the_mistake_that_leads_to_it(program: str, given: float, words: str) -> None:
    assert words in (said(program, None, given, value=True) or "")


def test_what_is_no_known_mistake_is_given_no_name() -> None:
    assert said(COURSE, "a", 5.5) is None
    assert said("a, b = 3, 4\na * b", None, 5.5, value=True) is None
    assert said("a = 3\na*1.0", "a", 1) is None, "upstream alone is the right answer here"


def test_tensors_and_constants_have_no_mistakes_that_somebody_could_type() -> None:
    made = run(parse("w = [1, 2]\nx = 3\ny = sum(w * x) * 2\ny"))
    gradients = backward(made.output)
    assert gradient_mistakes(gradients, made.names["w"]) == []
    assert {each.value for each in gradient_mistakes(gradients, made.names["x"])} == {-6.0, 3.0}, "sign and value need no slope"
    constant = next(tensor for tensor in gradients.tensors if not tensor.requires_grad)
    assert gradient_mistakes(gradients, constant) == []
    assert value_mistakes(made.names["w"]) == []


def test_the_same_program_with_other_inputs_has_the_same_candidates() -> None:
    program = parse("a, b = 2, 3\nc = a*b\nc*a + tanh(c) - a")
    first, second = (run(program, {"a": number}) for number in (2.0, -0.5))
    sentences = [
        [each.sentence for each in gradient_mistakes(backward(made.output), made.inputs["a"])] for made in (first, second)
    ]
    assert sentences[0] == sentences[1]
    assert len(sentences[0]) > 8


def test_a_gradient_of_thousands_of_contributions_is_looked_at_for_a_few_of_them() -> None:
    made = run(parse("a = 2\n" + "+".join(["a"] * 3_000)))
    assert len(gradient_mistakes(backward(made.output), made.inputs["a"])) < 100


def test_mistakes_that_are_right_or_no_numbers_or_told_twice_are_left_out() -> None:
    found = [
        WrongAnswer(1.0, "a"),
        WrongAnswer(2.0, "b"),
        WrongAnswer(2.001, "c"),
        WrongAnswer(float("nan"), "d"),
        WrongAnswer(float("inf"), "e"),
    ]
    assert distinct(found, 1.0, 0.01) == [WrongAnswer(2.0, "b")]
    assert distinct([WrongAnswer(0.0, "zero")], 0.0, 0.01) == []


def test_every_formula_is_one_the_page_can_compute_and_every_operation_has_a_record() -> None:
    names = {"answer", "first", "second", "own", "upstream", "local", "out", "before", "sent", "part", "rest", "product", "whole"}
    for each in MISCONCEPTIONS:
        assert re.fullmatch(r"0|-?[a-z]+|[a-z]+ [-+*/] [a-z]+", each.formula)
        assert set(re.findall(r"[a-z]+", each.formula)) <= names
        assert set(each.operations) <= OPERATIONS.keys()
        assert each.asked
    assert {asked for each in MISCONCEPTIONS for asked in each.asked} == set(QuestionKind)
