"""Names that a program gives again are numbered in sentences and formulas, as on the cards of the page."""

from typing import Any

from backpass.engine.explain.explain import explanation_json
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse


def explained(program: str, **inputs: float) -> Any:
    return explanation_json(run(parse(program), inputs))


def called(program: str, form: str = "plain", **inputs: float) -> list[str]:
    return [node["called"][form] for node in explained(program, **inputs)["nodes"]]


def test_a_sentence_says_which_of_several_values_it_means() -> None:
    found = explained("d = a*b\nd = d + c\nL = d/b", a=2.0, b=3.0, c=4.0)
    assert [step["sentence"] for step in found["steps"][:3]] == [
        "`d₁ = a*b` is `2 × 3` = 6.",
        "`d₂ = d₁ + c` is `6 + 4` = 10.",
        "`L = d₂/b` is `10 / 3` = 3.333.",
    ]
    assert "d 1 gets 0.3333 times 1" in found["steps"][6]["spoken"]


def test_an_augmented_assignment_says_what_it_computes() -> None:
    steps = explained("s = x\ns += 3*s\ns *= s - 1\ns", x=2.0)["steps"]
    assert [step["sentence"].split("`")[1] for step in steps[:4]] == ["3*s", "s₁ = s + 3*s", "s₁ - 1", "s₂ = s₁ * (s₁ - 1)"]


def test_an_input_that_is_given_again_is_called_as_its_gradient_is() -> None:
    steps = explained("w = 0.5\nw = w - 2*w*x\nw*w", x=2.0)["steps"]
    assert [step["sentence"].split("`")[1] for step in steps[2:4]] == ["w#2 = w - 2*w*x", "w#2*w#2"]


def test_parameters_of_a_function_are_no_names_of_other_values() -> None:
    program = "def f(x, d):\n    h = x - d\n    return h*h\nx = 2*a\nx = x*x\nd = 3*a\nd = f(d, x) + d\nf(d, x)"
    sentences = [step["sentence"] for step in explained(program, a=0.5)["steps"]]
    assert "`h₁ = x - d` is `1.5 − 1` = 0.5." in sentences


def test_names_that_differ_differ_in_formulas_too() -> None:
    program = "x = a*2\nx = x*3\nx1 = x*x\nx1*2"
    assert called(program, "latex", a=1.0)[2:] == ["x_{1}", "3", "x_{2}", r"\mathrm{x1}", "2", r"\mathrm{x1} \cdot 2"]
    assert called("x1 = a*2\nx1 = x1*x1\nx1/a", "latex", a=1.0)[2:4] == [r"\mathrm{x1}_{1}", r"\mathrm{x1}_{2}"]
