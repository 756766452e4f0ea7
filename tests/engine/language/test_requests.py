"""Derivatives as people ask for them: in words, with primes, with the words of SymPy."""

import importlib.util

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.problems import Code, ProblemError

ASKED = {
    "f(x)=x^2; f'(3)": ("x**2", 1, 3),
    "f(x) = x^3\nf''(2)": ("x**3", 2, 2),
    "f(x) = x^3\nf′(2)": ("x**3", 1, 2),
    "f(x) = x^3\nf″(2)": ("x**3", 2, 2),
    "g(t) = sin(t)*t\ng'(1.5)": ("sin(x)*x", 1, 1.5),
    "f(x) = x^4; x = 2; f'''(x)": ("x**4", 3, 2),
    "f(x) = x^3; y = f'(2) - f'(1)": ("x**3 - 3*x", 1, 2),
    "d/dx (x^3+2x) at x = 2": ("x**3 + 2*x", 1, 2),
    "d^2/dx^2 (x^3+2x) at x = 2": ("x**3 + 2*x", 2, 2),
    "derivative of x^2 sin(x) at x = 2": ("x**2*sin(x)", 1, 2),
    "What is the derivative of x^3 + 2x at x = -1.5?": ("x**3 + 2*x", 1, -1.5),
    "Differentiate exp(x) + tanh(x) with respect to x at x = 0.5": ("exp(x) + tanh(x)", 1, 0.5),
    "x = 2\ndiff(x**3, x)": ("x**3", 1, 2),
    "x = 2\nf = x**4\ndiff(f, x, 2)": ("x**4", 2, 2),
    "from sympy import *\nx = symbols('x')\nf = x**3 + sin(x)\ndiff(f, x).subs(x, 2)": ("x**3 + sin(x)", 1, 2),
    "import sympy as sp\nx, y = sp.symbols('x y', real=True)\nf = sp.exp(x)\nsp.diff(f, x).subs(x, 2).evalf()": ("exp(x)", 1, 2),
    "import sympy\nx = sympy.Symbol('x')\nf = x**2\nf.subs(x, 3)": ("x**2", 0, 3),
    "y = 5; ∂/∂x (x^2 y) at x = 2": ("5*x**2", 1, 2),
    "second derivative of x^4 at x=2": ("x**4", 2, 2),
    "the 3rd derivative of x^4 at x = 2.": ("x**4", 3, 2),
    "y = 3; partial derivative of x^2 y with respect to x at x = 2": ("3*x**2", 1, 2),
    "slope of x^3 at x = 2": ("x**3", 1, 2),
    "What's the rate of change of x^3 at x = 2?": ("x**3", 1, 2),
    "find dy/dx if y = x^3 + sin(x) at x = 2": ("x**3 + sin(x)", 1, 2),
    "x = symbols('x'); diff(x**2*sin(x), x).subs(x, 2)": ("x**2*sin(x)", 1, 2),
    "5x²−3x+2 at x=4": ("5*x**2 - 3*x + 2", 0, 4),
    "evaluate x^2 + 1 when x = 3": ("x**2 + 1", 0, 3),
    "gradient of x^3 + 2x at x = 2": ("x**3 + 2*x", 0, 2),
    "f(x) = x^3 - 2x at x = 2": ("x**3 - 2*x", 0, 2),
}

POINTS = {
    "x^2 y at x = 1, y = 2": {"x": 1.0, "y": 2.0},
    "x^2 y for x = 1 and y = -2": {"x": 1.0, "y": -2.0},
    "gradient of x**2*y at (1, 2)": {"x": 1.0, "y": 2.0},
    "the gradient of f(y, x) = x^2 y at the point (1, 2)?": {"x": 2.0, "y": 1.0},
}


@pytest.mark.skipif(importlib.util.find_spec("sympy") is None, reason="needs sympy")
@pytest.mark.parametrize("text", ASKED, ids=ASKED)
def test_sympy_has_the_same_derivative(text: str) -> None:
    sympy = pytest.importorskip("sympy")
    formula, order, point = ASKED[text]
    x = sympy.Symbol("x")
    program = parse(text)
    assert program.text == text
    assert run(program).output.raw == pytest.approx(float(sympy.diff(sympy.sympify(formula), x, order).subs(x, point)), rel=1e-12)


REFUSED = {
    "differentiate a + b": (Code.AMBIGUOUS, "a + b"),
    "x = 3\nderivative of x^2 at x = 2": (Code.AMBIGUOUS, "x = 2"),
    "∂f/∂x": (Code.AMBIGUOUS, "∂f/∂x"),
}


@pytest.mark.parametrize("text", REFUSED, ids=REFUSED)
def test_what_is_not_clear_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(ProblemError) as error:
        run(parse(text))
    (problem,) = error.value.problems
    assert problem.span
    assert (problem.code, text[slice(*problem.span)]) == REFUSED[text]


def test_names_quotes_and_definitions_of_the_program_are_left_alone() -> None:
    assert run(parse("diff^2 + 1"), {"diff": 3.0}).output.raw == 10
    assert run(parse("def diff(a, b):\n    return a - b\ndiff(5, 2)")).output.raw == 3
    assert run(parse("f(x) = x^2\nprint(f'(deriv)')\nf(3)")).printed == ["(deriv)"]


@pytest.mark.parametrize("text", POINTS, ids=POINTS)
def test_a_point_gives_each_name_its_number(text: str) -> None:
    made = run(parse(text))
    assert {name: leaf.raw for name, leaf in made.inputs.items()} == POINTS[text]
    assert made.output.raw == POINTS[text]["x"] ** 2 * POINTS[text]["y"]


def test_a_point_with_other_coordinates_than_names_is_refused() -> None:
    with pytest.raises(ProblemError) as refused:
        run(parse("gradient of x*y at (1, 2, 3)"))
    assert "coordinates" in refused.value.problems[0].message


@pytest.mark.parametrize(
    "text",
    [
        'def prime(z):\n    """\n    Derivative of the sigmoid function\n    """\n    return z*2\nprime(3.0)',
        'def f(z):\n    """\n    Compute the gradient of the loss at z = 2\n    """\n    return z*2\nf(3.0)',
        "def f(z):\n    # slope of z at z = 2\n    return z*2\nf(3.0)",
    ],
)
def test_the_words_of_a_program_ask_for_nothing(text: str) -> None:
    made = run(parse(text))
    assert (made.output.raw, set(made.inputs)) == (6.0, {"z"})


@pytest.mark.parametrize("text", ["derivative of x^2 at x = 2.5", "from sympy import *\nf = x**2\nf.subs(x, 2.5)"])
def test_the_number_of_an_input_is_that_at_the_point(text: str) -> None:
    """So that a slider writes there, and nowhere else."""
    made = run(parse(text))
    assert [text[slice(*place)] for place in made.literals.values()] == ["2.5"]


@given(st.sampled_from(sorted(ASKED)), st.integers(0, 6), st.booleans())
def test_every_place_is_one_of_the_text(text: str, lines: int, is_program: bool) -> None:
    shift = ("1 + 1\n" if is_program else "\n") * lines
    made = run(parse(shift + text))
    for span, _ in made.name_references:
        assert len(shift) <= span[0] <= span[1] <= len(shift + text)
    assert made.output.span is not None
    assert made.output.span[0] >= len(shift), "the output stands in what was asked"


@pytest.mark.parametrize(
    "text",
    [
        "x = 2.0; y = 3.0\ndiff(x**2 * y**3, x, y)",
        "from sympy import *\nx, y = symbols('x y')\ndiff(x**2 * y**3, x, y)",
        "x = 2.0; n = 3\ndiff(x**4, x, n)",
    ],
)
def test_a_third_argument_that_is_a_value_is_refused(text: str) -> None:
    with pytest.raises(ProblemError) as refusal:
        run(parse(text))
    assert refusal.value.problems[0].code is Code.UNSUPPORTED
