"""Letters side by side as a product: which are, which are names, and what a request can say about it."""

import importlib.util
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.language.program import names_read
from backpass.engine.problems import Code, ProblemError
from backpass.engine.serialization.graph_json import gradient_json

FORMULAS = {
    "mx + b": "m*x + b",
    "E = mc^2": "m*c**2",
    "V = IR": "I*R",
    "PV = nRT": "n*R*T",
    "ax^2+bx+c": "a*x**2 + b*x + c",
    "s = ut + 1/2 at^2": "u*t + a*t**2/2",
    "y = ae^(-x)": "a*exp(-x)",
    "ae^{-x}": "a*exp(-x)",
    "T = PV/nR^2": "P*V/(n*R**2)",
    "T = PV/nR²": "P*V/(n*R**2)",
    "u = k/xy^(2a)": "k/(x*y**(2*a))",
    "b^2 - 4ac": "b**2 - 4*a*c",
    "U = mgh + 1/2kx^2": "m*g*h + k*x**2/2",
    "f(x,y)=x^2 y+\\sin(xy)": "x**2*y + sin(x*y)",
    "y = a\\sin(bx+c)+k": "a*sin(b*x + c) + k",
    "\\frac{ab}{ck} + x^ab": "a*b/(c*k) + x**a*b",
    "w1x1 + w2x2 + b": "w1*x1 + w2*x2 + b",
    "tanh(wx + b)": "tanh(w*x + b)",
    "f(x) = ax^2 + bx\nf(x)": "a*x**2 + b*x",
    "abc + a + b + c": "a*b*c + a + b + c",
}

NAMES = [
    "loss + reg",
    "w - lr",
    "mass + 2x",
    "m*x + xm",
    "y = wx + bias",
    "5kg",
    "dx + 2",
    "MSE + x",
    "cnt + x",
    "area",
    "mx2 + b",
    "y = sum([ax, b])",
    "kg*v² + ab",
    "def f(x):\n    return ax + x\nf(2)",
    "import math\nax + 1",
    "for i in range(2):\n    ax += i\nax",
]


def leaves(made: Run) -> set[str]:
    return set(made.inputs)


@pytest.mark.skipif(importlib.util.find_spec("sympy") is None, reason="needs sympy")
@pytest.mark.parametrize(("text", "meant"), FORMULAS.items(), ids=FORMULAS)
def test_sympy_has_the_same_numbers_for_the_product(text: str, meant: str) -> None:
    sympy = pytest.importorskip("sympy")
    names = sorted(
        {str(symbol) for symbol in sympy.sympify(meant, locals={"E": sympy.Symbol("E"), "I": sympy.Symbol("I")}).free_symbols}
    )
    symbols = {name: sympy.Symbol(name) for name in names}
    formula = sympy.sympify(meant, locals=symbols)
    point = {name: 1.25 + 0.375 * place for place, name in enumerate(names)}
    made = run(parse(text), point)
    assert leaves(made) == set(names)
    at = {symbols[name]: number for name, number in point.items()}
    answer = gradient_json(made)
    assert answer["value"] == pytest.approx(float(formula.subs(at)), rel=1e-12)
    for name, symbol in symbols.items():
        assert answer["gradients"][name] == pytest.approx(float(formula.diff(symbol).subs(at)), rel=1e-12)


@pytest.mark.parametrize("text", FORMULAS, ids=FORMULAS)
def test_each_product_is_noted_once_at_its_place(text: str) -> None:
    made = run(parse(text))
    notes = [note for note in made.problems if note.code is Code.READING and "is read as the product" in note.message]
    spelled = [text[slice(*note.span)] for note in notes if note.span]
    assert set(spelled) == made.program.products
    assert len(spelled) == len(set(spelled))
    for span, tensor in made.name_references:
        assert text[slice(*span)] == (tensor.label or "").partition("#")[0]


@pytest.mark.parametrize("text", NAMES)
def test_words_and_programs_keep_their_names(text: str) -> None:
    program = parse(text)
    assert run(program).program is program


@pytest.mark.parametrize("value", ["mx = 3\n", "x = 2\nm = 1\nmx = x + m\n"])
def test_a_name_with_a_value_is_a_name(value: str) -> None:
    assert gradient_json(run(parse(f"{value}mx + b")))["value"] == 4


def test_a_request_that_gives_or_asks_for_the_name_makes_it_one() -> None:
    program = parse("mx + b")
    assert leaves(run(program, {"mx": 3.0})) == {"mx", "b"}
    assert leaves(run(program, names=["mx"])) == {"mx", "b"}
    assert run(program, output="mx").output.label == "mx"
    given = run(program, {"m": 3.0, "x": 2.0})
    assert (leaves(given), given.output.raw) == ({"m", "x", "b"}, 7.0)
    assert run(program, {"m": 3.0}).program is given.program, "what is computed of a program is kept by program"


letters = st.sampled_from("ghkmnpqtvwxyzGHMRTV")


@given(st.lists(st.lists(letters, min_size=2, max_size=2, unique=True).map("".join), min_size=1, max_size=4))
def test_two_letters_are_their_product_or_the_name(runs: list[str]) -> None:
    text = " + ".join(runs)
    point = {name: 1.0 + 0.25 * ord(name) % 7 for name in sorted({letter for each in runs for letter in each})}
    made = run(parse(text))
    assume(made.program.products == set(runs))
    written = run(parse(" + ".join("*".join(each) for each in runs)), point)
    assert run(parse(text), point).output.raw == written.output.raw
    read = set().union(*map(names_read, made.program.statements))
    assert read == set(point)


SPACED = {
    "y = m x + b": "y = m*x + b",
    "F = G m1 m2 / r^2": "F = G*m1*m2 / r^2",
    "E = m c²": "E = m*c²",
    "A e^(-k t)": "A*e^(-k*t)",
    "a x^2 + b x + c": "a*x^2 + b*x + c",
    "σ(w x + b)": "σ(w*x + b)",
}


@pytest.mark.parametrize("text", SPACED, ids=SPACED)
def test_single_letters_beside_each_other_are_a_product(text: str) -> None:
    values = {name: 0.5 + place / 4 for place, name in enumerate(sorted(run(parse(SPACED[text])).inputs))}
    made, meant = (run(parse(each), values) for each in (text, SPACED[text]))
    assert (made.output.raw, set(made.inputs)) == (meant.output.raw, set(meant.inputs))
    assert any("is read as the product" in problem.message for problem in made.program.problems)


@pytest.mark.parametrize("text", ["1/m x", "a*b\na b", "for i in a b", "x = [1, 2]\na b", "cost rate"])
def test_names_beside_each_other_are_none_where_that_may_be_a_mistake(text: str) -> None:
    with pytest.raises(ProblemError):
        run(parse(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("f(x) = x^2 + 3x", 10.0),
        ("f(x, y) = x^2 y", 20.0),
        ("f(x) = x^2; g(x) = f(x) + 1", 5.0),
        ("f(x) = x^2; f(3)", 9.0),
        ("f(x) = x^2\nx = 3", 9.0),
        ("eʸ", math.exp(5)),
        ("2ˣ + e⁻²ˣ", 4 + math.exp(-4)),
        ("x⁻ʸ", 2.0**-5),
    ],
)
def test_formulas_of_a_class_are_their_values(text: str, value: float) -> None:
    """A function that nothing calls is its value; letters that are raised are a power."""
    named = [name for name in ("x", "y") if name in run(parse(text)).inputs]
    made = run(parse(text), {name: {"x": 2.0, "y": 5.0}[name] for name in named if "= 3" not in text and "(3)" not in text})
    assert made.output.raw == pytest.approx(value)
