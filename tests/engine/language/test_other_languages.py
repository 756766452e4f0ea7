"""Programs of other languages: read with a note where that is cheap, else refused by name; Python is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.language.pasted_text.other_languages import read_other_language
from backpass.engine.problems import Code, ProblemError

READ = {
    "let x = 2;\nconst y = Math.sin(x) * Math.pow(x, 2);\ny": "x = 2\ny = sin(x)*x**2\ny",
    "var r = 3; Math.PI*r*r + Math.E": "r = 3; pi*r*r + e",
    "x = 3\ny = x.^2 + (x+1).*x ./ 2": "x = 3\ny = x**2 + (x + 1)*x/2",
    "x1 = 3\n2.*x1./2 + 1./x1": "x1 = 3\nx1 + 1/x1",
    "float w = 0.5;\nw*w": "w = 0.5\nw*w",
    "=A1*B1+2": "A1*B1 + 2",
    "Sin[x] + Exp[-x^2] Sqrt[x]": "sin(x) + exp(-x**2)*sqrt(x)",
    "Log[x] + ArcTan[x]/Ceiling[y]": "log(x) + atan(x)/ceil(y)",
    "D[x^2 Sin[x], x]": "diff(x**2*sin(x), x)",
    "D[x^4, x, x]": "diff(diff(x**4, x), x)",
    "x <- 2\ny <- x^3\ny": "x = 2\ny = x**3\ny",
}


@pytest.mark.parametrize("text", READ, ids=READ)
def test_what_is_cheap_is_read_with_a_note_at_its_place(text: str) -> None:
    program = parse(text)
    made, meant = run(program), run(parse(READ[text]))
    assert program.text == text
    assert (made.output.raw, set(made.inputs)) == (meant.output.raw, set(meant.inputs))
    notes = [note for note in program.problems if note.code is Code.READING]
    assert notes
    assert all(note.span and text[slice(*note.span)].strip() for note in notes)
    for span, tensor in made.name_references:
        assert text[slice(*span)] in (tensor.label, "PI", "E") or "Math" in text[slice(*span)]


REFUSED = {
    "double f(double x) {\n  return x*x;\n}": "Java",
    "const f = (x) => x*x;": "JavaScript",
    "function f(x) { return x*x; }": "JavaScript",
    "f = @(x) x.^2": "MATLAB",
    "function y = f(x)\ny = x.^2\nend": "MATLAB",
    "using Zygote\ngradient(x -> 3x^2, 5)": "Julia",
    "Plot[Sin[x], {x, 0, 1}]": "Wolfram",
}


@pytest.mark.parametrize("text", REFUSED, ids=REFUSED)
def test_other_languages_are_refused_by_name_in_one_sentence(text: str) -> None:
    with pytest.raises(ProblemError) as error:
        run(parse(text))
    (problem,) = error.value.problems
    assert problem.code is Code.UNSUPPORTED
    assert REFUSED[text] in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    "text",
    [
        "x = 3\nx < -2",
        "x <-2",
        "1.*x + 2./x",
        "double*x + 2",
        "let = 2\nlet*3",
        "import math\nx = 2.0\nmath.sin(x)  # x.^2",
        '"""let x = 2"""\nx = 3\nx*x',
        "def f(x):\n    return x\nf(2)",
        "=-A1^2",
        "=2^A1^3",
        "x.^2.^3",
    ],
)
def test_python_and_what_could_mean_something_else_is_left_alone(text: str) -> None:
    assert read_other_language(text) == (text, [])


CHAIN_RULE = "The chain rule tells us how to differentiate composite functions."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CHAIN_RULE, "This is prose"),
        (f"{CHAIN_RULE} If y depends on u and u on x, then the derivatives are multiplied.", "This is prose"),
        ("La règle de la chaîne dit que la dérivée est le produit des dérivées.", "This is prose"),
        ("<!DOCTYPE html>\n<html>\n<p>L = w*x</p>\n<p>\\(\\frac{a}{b}\\)</p>\n</html>", "an HTML page"),
    ],
)
def test_what_is_no_program_is_named_in_one_message(text: str, said: str) -> None:
    (problem,) = parse(text).problems
    assert said in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    "text",
    [
        "derivative of x^2 at x = 2",
        "gradient of x^2 y at (1, 2)",
        "The loss is the sum of the squares.\nL = (w*x - y)**2",
        '"""The loss of the model, as it is in the lecture."""\ny = 2*x +',
        "# the sum of the squares of the errors that are left\n",
        "Find the integral of x^2 from 0 to 1",
    ],
)
def test_prose_beside_a_program_or_a_request_is_none(text: str) -> None:
    assert not any("This is prose" in problem.message for problem in parse(text).problems)


@given(st.text(alphabet="xA1=.^*/(){}@<- ;\nletMath.sinconst>'\"", max_size=60))
def test_no_text_changes_its_length_or_its_lines(text: str) -> None:
    read, _ = read_other_language(text)
    assert len(read) == len(text)
    assert [place for place, each in enumerate(read) if each == "\n"] == [
        place for place, each in enumerate(text) if each == "\n"
    ]
    parse(text)


@pytest.mark.parametrize(("text", "value"), [("Max = [1.0, 3.0]\nMax[1]", 3.0), ("D = [2.0, 5.0]\nD[0]*D[1]", 10.0)])
def test_a_list_with_the_name_of_a_function_of_another_language_is_a_list(text: str, value: float) -> None:
    made = run(parse(text))
    assert made.output.raw == value
    assert Code.READING not in {problem.code for problem in made.problems}
