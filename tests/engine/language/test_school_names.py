"""What is written in class and not read here is answered with what to write, in the user's own numbers and names."""

import pytest

from backpass.engine import OPERATIONS, Code, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.language.notation.school_names import SCHOOL_NAMES
from backpass.engine.messages import speaking

HINTS = {
    "sin 2x": "Write `sin(2x)`.",
    "ln x": "Write `ln(x)`.",
    "cos 2x + 1": "Write `cos(2x)`.",
    "2 sin x": "Write `sin(x)`.",
    "tg x": "Write `tan(x)`.",
    "L = −log σ(z)": "Write `log(σ(z))`.",
    "log σ(w*x + b) + 1": "Write `log(σ(w*x + b))`.",
    "x = [1, 2, 3": "This `[` is never closed. Add `]`.",
    "x = (1 + 2": "This `(` is never closed. Add `)`.",
    "x = {1: 2": "This `{` is never closed. Add `}`.",
    "x = [": "This `[` is opened at the end of the text. Write a value and `]` after it, or remove it.",
    "x = array([1, 2, 3)": "Write the missing `]` before `)`.",
    "x = [(1, 2]": "Write the missing `)` before `]`.",
    "sin²(x)": "Write the power of a function after its parentheses: `sin(x)**2`.",
    "sin^2(2x)": "Write the power of a function after its parentheses: `sin(2x)**2`.",
    "sin² x": "Write the power of a function after its parentheses: `sin(x)**2`.",
    "sin⁻¹(x)": "Write `asin(x)` for the inverse function, `sin(x)**(-1)` for the reciprocal.",
    "log**-2(x)": "Write the power of a function after its parentheses: `log(x)**(-2)`.",
    "sin(30°)": "Write `radians(30)`, or `30*pi/180`.",
    "cos(α°)": "Write `radians(α)`, or `α*pi/180`.",
    "y' = 2x": "Leave the mark out, or write `d/dx` before an expression, such as `d/dx x^2`.",
    "f′(x) = 2x": "Leave the mark out, or write `d/dx` before an expression, such as `d/dx x^2`.",
    "tg(x)": "Here this is written `tan(x)`.",
    "ctg(x)": "Here this is written `1/tan(x)`.",
    "arctg(x)": "Here this is written `atan(x)`.",
    "sen(x)": "Here this is written `sin(x)`.",
    "cosec(x)": "Here this is written `1/sin(x)`.",
}


def refused(text: str) -> list[str]:
    with pytest.raises(ProblemError) as refusal:
        run(parse(text))
    return [f"{problem.message} {problem.hint}" for problem in refusal.value.problems]


@pytest.mark.parametrize("text", HINTS)
def test_the_hint_is_what_to_write(text: str) -> None:
    assert refused(text)[0].endswith(HINTS[text])


@pytest.mark.parametrize(
    "text", ["sin(2x)", "ln(x)", "sin(x)**2", "sin(2x)**2", "asin(0.5x)", "sin(radians(30))*x", "cos(30*pi/180)*x"]
)
def test_what_is_offered_runs(text: str) -> None:
    assert run(parse(text)).output.requires_grad


@pytest.mark.parametrize("name", SCHOOL_NAMES)
def test_a_name_from_class_is_no_name_of_the_language_and_its_replacement_runs(name: str) -> None:
    assert name not in OPERATIONS.spellings
    assert run(parse(f"x = 2.5\n{SCHOOL_NAMES[name].format('0.3*x')}")).output.requires_grad


def test_a_function_of_the_program_by_such_a_name_is_called() -> None:
    assert run(parse("def tg(x):\n    return 2*x\nx = 3\ntg(x)")).output.raw == 6


def test_two_names_that_are_no_functions_are_offered_a_product() -> None:
    assert "`cost*rate`" in refused("cost rate")[0]


def test_an_empty_program_is_empty_whatever_values_are_given() -> None:
    with pytest.raises(ProblemError) as refusal:
        run(parse(""), {"x": 1.0})
    assert [problem.code for problem in refusal.value.problems] == [Code.EMPTY_PROGRAM]


def test_a_value_for_a_letter_of_a_glued_name_is_answered_with_the_call() -> None:
    with pytest.raises(ProblemError) as refusal:
        run(parse("sinx"), {"x": 1.0})
    (problem,) = refusal.value.problems
    assert problem.code is Code.UNKNOWN_INPUT
    assert problem.hint == "`sinx` is read as one name, not as `sin(x)`. If you mean that, write `sin(x)`."


def test_the_same_in_french() -> None:
    with speaking("fr"):
        assert refused("sin 2x")[0].endswith("Écrivez `sin(2x)`.")
