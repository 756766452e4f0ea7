"""Formulas as Wikipedia, Desmos and textbooks write them, numbers with units, and requests for what is no derivative."""

import math
from typing import Any

import numpy as np
import pytest

from backpass.engine import Code, ProblemError
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import gradient_json

ANSWERS: dict[str, tuple[dict[str, Any], float, dict[str, Any]]] = {
    r"f(x) = \begin{cases} x^2 & x \ge 0 \\ -x & \text{if } x < 0 \end{cases}": ({"x": -2.0}, 2.0, {"x": -1.0}),
    r"\begin{cases} x^2, & \text{if } x \geq 0, \\ -x, & \text{otherwise.} \end{cases}": ({"x": 3.0}, 9.0, {"x": 6.0}),
    r"1 + 2\begin{cases} x & x < 1 \\ x^3 & 1 \le x < 5 \\ 7 & \text{else} \end{cases}": ({"x": 2.0}, 17.0, {"x": 24.0}),
    r"\begin{cases} x & x < 1 \\ 2x & x > 3 \end{cases}": ({"x": 2.0}, math.nan, {"x": 0.0}),
    "{x<0: -x, x>=0: x^2}": ({"x": -2.0}, 2.0, {"x": -1.0}),
    "{x < 1: x, x < 3: x^2, 7}": ({"x": 2.0}, 4.0, {"x": 4.0}),
    "y = {x > 1: 5x, 1} + 2": ({"x": 3.0}, 17.0, {"x": 5.0}),
    r"\mathbf{w}^\top \mathbf{x} + b": ({"w": [1.0, 2.0], "x": [3.0, 4.0], "b": 1.0}, 12.0, {"w": [3.0, 4.0], "b": 1.0}),
    r"\frac{1}{2} x^\top A x": ({"x": [3.0, 4.0], "A": [[1.0, 2.0], [3.0, 4.0]]}, 66.5, {"x": [13.0, 23.5]}),
    r"{\boldsymbol w}^{\mathsf{T}} x + c d": ({"w": [1.0, 2.0], "x": [3.0, 4.0], "c": 2.0, "d": 5.0}, 21.0, {"c": 5.0}),
    r"\left\| x \right\|^2": ({"x": [3.0, 4.0]}, 25.0, {"x": [6.0, 8.0]}),
    r"2 \|x\|_2 + \lVert y \rVert": ({"x": [3.0, 4.0], "y": [0.0, 2.0]}, 12.0, {"x": [1.2, 1.6], "y": [0.0, 1.0]}),
    r"\operatorname{ReLU}(x)": ({"x": 2.0}, 2.0, {"x": 1.0}),
    "y = x^3\n\\partial y/\\partial x": ({"x": 2.0}, 12.0, {"x": 12.0}),
    r"\theta_{t+1} = \theta_t - \eta g": ({"θ_t": 1.0, "η": 0.5, "g": 4.0}, -1.0, {"η": -4.0}),
    r"\frac{1}{\sigma\sqrt{2\pi}} e^{-\frac{1}{2}\left(\frac{x-\mu}{\sigma}\right)^2}": (
        {"σ": 2.0, "x": 1.0, "μ": 0.0},
        0.17603266338214976,
        {"x": -0.04400816584553744},
    ),
    "P = 250,000\nr = 0.05\nP*(1+r)^3": ({}, 289406.25, {"r": 826875.0}),
    "m = 2.5 kg; v = 3 m/s; KE = 0.5*m*v^2": ({}, 11.25, {"m": 4.5, "v": 7.5}),
    "g = 9.81 m/s²\nh = 2.0\ng*h": ({}, 19.62, {"g": 2.0}),
    "F = 3 m + 2": ({"m": 4.0}, 14.0, {"m": 3.0}),
    "kg = 3.0\nm = 2.5 kg": ({}, 7.5, {"kg": 2.5}),
    "y' where y = x^2": ({"x": 3.0}, 6.0, {"x": 2.0}),
    "x = 2\ny = 1\nx(y + 1)^2": ({}, 8.0, {"x": 4.0, "y": 8.0}),
    "y = a(x - h)^2 + k": ({"a": 1.5, "x": 2.0, "h": 0.5, "k": 3.0}, 6.375, {"a": 2.25, "x": 4.5, "k": 1.0}),
    r"P\left(1 + r\right)^{t}": ({"P": 100.0, "r": 0.5, "t": 2.0}, 225.0, {"P": 2.25, "r": 300.0}),
    "f(x) = x^2\nf(3) + a(z + 1)": ({"a": 2.0, "z": 1.0}, 13.0, {"a": 2.0}),
    "from sympy import *\nx = symbols('x')\nf = x**3\nf.diff(x)": ({"x": 2.0}, 12.0, {"x": 12.0}),
    "diff(x**4, x, x)": ({"x": 2.0}, 48.0, {"x": 48.0}),
    "2π√(L/g)": ({"L": 4.0, "g": 1.0}, 4 * math.pi, {"L": math.pi / 2}),
}


@pytest.mark.parametrize("text", ANSWERS, ids=ANSWERS)
def test_the_number_is_that_of_the_formula(text: str) -> None:
    inputs, value, gradients = ANSWERS[text]
    found = gradient_json(run(parse(text), inputs))
    np.testing.assert_allclose(float(found["value"]), value, rtol=1e-12)
    for name, gradient in gradients.items():
        np.testing.assert_allclose(found["gradients"][name], gradient, rtol=1e-12)


@pytest.mark.parametrize(
    ("text", "word", "offered"),
    [
        ("integrate x^2 dx", "integrate", "`x^2`"),
        ("∫ x^2 dx", "∫", "`x^2`"),
        ("what is the integral of sin(x) from 0 to 1", "integral of", "`sin(x)`"),
        ("solve x^2 = 4", "solve", "`x^2 - 4`"),
        ("solve for x: 2x + 3 = x - 1", "solve for", "`2x + 3 - (x - 1)`"),
        ("solve x^3 - x = 0 for x", "solve", "`x^3 - x`"),
        ("roots of x^2 - 4", "roots of", "`x^2 - 4`"),
        ("plot sin(x) from 0 to 2", "plot", "`sin(x)`"),
        ("Graph x^2 + 1", "Graph", "`x^2 + 1`"),
        ("tangent line to x^2 at x=3", "tangent line to", "`x^2`"),
        ("limit of sin(x)/x as x -> 0", "limit of", "`sin(x)/x`"),
        ("factor x^2-1", "factor", "`x^2-1`"),
        ("maximize x*(1-x)", "maximize", "`x*(1-x)`"),
    ],
)
def test_what_is_no_derivative_is_refused_by_name_and_the_expression_offered(text: str, word: str, offered: str) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(text))
    (problem,) = refused.value.problems
    assert problem.code is Code.UNSUPPORTED
    assert text[slice(*problem.span or (0, 0))] == word
    assert offered in (problem.hint or "")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rate = 2.0\ny = 1.0\nrate(y + 1)^2", Code.AMBIGUOUS),
        ("1/a(x + 1)", Code.UNKNOWN_FUNCTION),
        ("v(t)*2", Code.UNKNOWN_FUNCTION),
        ("f(x + 1)", Code.UNKNOWN_FUNCTION),
    ],
)
def test_a_factor_before_parentheses_is_not_guessed(text: str, code: Code) -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse(text))
    assert [problem.code for problem in refused.value.problems] == [code]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("plot = 3.0\nplot*2", 6.0),
        ("limit = 2.0\nlimit *3", 6.0),
        ("solve([[2.0]], [4.0])[0]", 2.0),
        ("graph = [1.0, 2.0]\ngraph [0]", 1.0),
        ("a = {1: 2.0, 2: 3.0}\nfor i in range(1):\n    b = a[1]\nb", 2.0),
        ("x = 1,200\nx[0]", 1.0),
    ],
)
def test_names_and_tuples_that_look_alike_are_what_they_were(text: str, value: float) -> None:
    assert run(parse(text)).output.raw == value


def test_what_was_passed_over_in_a_number_is_noted() -> None:
    notes = [problem.message for problem in run(parse("m = 2.5 kg\nP = 250,000\nm*P")).problems]
    assert notes == [
        "`250,000` is read as the number 250000.",
        "Units such as `kg` are ignored: only the numbers count.",
    ]
