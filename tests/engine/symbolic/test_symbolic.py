"""Derivatives as formulas: read back by our own parser they are the gradient, and sympy agrees."""

import importlib.util
import math
import random

import pytest

from backpass.app.api.gallery.examples import EXAMPLES
from backpass.engine import OPERATIONS, Code, Operation, ProblemError, Tensor
from backpass.engine.graph.tensor import FUNCTIONS
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import Run, run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import gradient_json
from backpass.engine.symbolic.derivative import derivatives
from backpass.engine.symbolic.names import symbol_names
from tests.engine.operations.derivative_checks import samples
from tests.in_turn import in_turn

RECORDS = [record for record in OPERATIONS.values() if record.elementwise]


def texts(program: str, **inputs: float) -> dict[str, str]:
    return {name: written.text for name, written in derivatives(run(parse(program), inputs)).by_name.items()}


def read_back(text: str, inputs: dict[str, float]) -> float:
    """The value of a derivative's text, read by our own parser."""
    return run(parse("".join(f"{name} = {value!r}\n" for name, value in inputs.items()) + text)).output.item()


def agrees(made: Run) -> None:
    """Every formula's value is the gradient."""
    gradients = gradient_json(made)["gradients"]
    letters = symbol_names(list(made.inputs))
    values = {letters[name]: tensor.item() for name, tensor in made.inputs.items()}
    found = derivatives(made)
    assert set(found.by_name) == set(gradients)
    for name, written in found.by_name.items():
        assert read_back(written.text, values) == pytest.approx(float(gradients[name]), rel=1e-8, abs=1e-10), written.text
        assert written.speech.startswith("the derivative of ")
        assert r"\frac{\partial" in written.latex


SHORTEST = {
    "x*y + sin(x)": {"x": "y + cos(x)", "y": "x"},
    "2x² + 3x + 5": {"x": "4*x + 3"},
    "3x² - 4x + 5": {"x": "6*x - 4"},
    "x - x": {"x": "0"},
    "x*x*x": {"x": "3*x**2"},
    "x/x": {"x": "0"},
    "1/(1/x)": {"x": "1"},
    "(a/b)/(c/b)": {"a": "1/c", "b": "0", "c": "-a/c**2"},
    "tanh(x)": {"x": "1 - tanh(x)**2"},
    "exp(log(x))": {"x": "1"},
    "log(exp(3x))": {"x": "3"},
    "exp(2log(x))": {"x": "2*x"},
    "exp(x)*exp(-x)": {"x": "0"},
    "exp(x)**2": {"x": "2*exp(2*x)"},
    "sin(x)² + cos(x)²": {"x": "0"},
    "x*(sin(y)**2 + cos(y)**2)": {"x": "1", "y": "0"},
    "x*(cosh(y)**2 - sinh(y)**2)": {"x": "1", "y": "0"},
    "x*tanh(atanh(y))": {"x": "y", "y": "x*(1 - y**2)/((1 - y)*(y + 1))"},
    "cos(-x)": {"x": "-sin(x)"},
    "sin(-x)": {"x": "-cos(x)"},
    "-x*y": {"x": "-y", "y": "-x"},
    "x/3": {"x": "1/3"},
    "0.5x²": {"x": "x"},
    "2**x": {"x": "2**x*log(2)"},
    "sqrt(x)": {"x": "1/(2*sqrt(x))"},
    "sqrt(x)*sqrt(x)": {"x": "1"},
    "x**0.5 / sqrt(x)": {"x": "0"},
    "pi*x² + e*x": {"x": "2*pi*x + e"},
    "relu(x)": {"x": "where(x > 0, 1, 0)"},
    "relu(relu(x))": {"x": "where(relu(x) > 0, where(x > 0, 1, 0), 0)"},
    "max(x, x)": {"x": "1"},
    "-(y*log(p) + (1 - y)*log(1 - p))": {"y": "log(1 - p) - log(p)", "p": "(1 - y)/(1 - p) - y/p"},
    "floor(x)*y": {"x": "0", "y": "floor(x)"},
    "1/(1 + exp(-x))": {"x": "exp(-x)/(exp(-x) + 1)**2"},
    "x = 2\ny = x*x\nx = 5\nx*y": {"x": "2*x*x_2", "x#2": "x**2"},
}


@pytest.mark.parametrize("program", SHORTEST, ids=SHORTEST)
def test_a_formula_is_as_short_as_a_person_would_write_it(program: str) -> None:
    assert texts(program) == SHORTEST[program]


@in_turn("record", RECORDS, ids=lambda record: record.name)
def test_the_formula_of_every_operation_is_its_gradient(record: Operation) -> None:
    for point in samples(record, 3):
        leaves = [Tensor(number, label=name) for name, number in zip(record.parameters, point, strict=True)]
        named = {str(leaf.label): leaf for leaf in leaves}
        agrees(Run(parse(""), FUNCTIONS[record.name](*leaves), named, named, {}, set(), [], []))


SCALARS = [
    example.program
    for example in EXAMPLES
    if all(isinstance(leaf.data, float) for leaf in run(parse(example.program)).inputs.values())
    and isinstance(run(parse(example.program)).output.data, float)
]


@pytest.mark.parametrize("program", SCALARS, ids=[program[:30] for program in SCALARS])
def test_every_scalar_example_has_a_formula_or_says_why_not(program: str) -> None:
    made = run(parse(program))
    inner = [tensor.operation for tensor in ancestors(made.output) if tensor.operation]
    if all(record.elementwise for record in inner) and math.isfinite(made.output.item()):
        agrees(made)
    elif math.isfinite(made.output.item()):
        with pytest.raises(ProblemError) as error:
            derivatives(made)
        assert error.value.problems[0].code is Code.SCALARS_ONLY


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_have_formulas_that_are_their_gradients(seed: int) -> None:
    chosen = random.Random(seed)
    leaves = [Tensor(chosen.uniform(-2, 2), label=f"x{index}") for index in range(3)]
    made = list(leaves)
    for _ in range(5):
        record = chosen.choice([record for record in RECORDS if record.name not in ("trigamma", "digamma", "lgamma")])
        inputs = []
        for low, high in record.samples:
            squashed = FUNCTIONS["tanh"](chosen.choice(made))
            inputs.append(squashed * ((high - low) / 2.2) + (high + low) / 2)
        made.append(FUNCTIONS[record.name](*inputs))
    output = made[-1] * made[-2] + made[0] * made[1] / (made[2] + 4)
    named = {str(leaf.label): leaf for leaf in leaves}
    gradients = gradient_json(Run(parse(""), output, named, named, {}, set(), [], []))["gradients"]
    reached = {name: leaf for name, leaf in named.items() if name in gradients}
    agrees(Run(parse(""), output, reached, reached, {}, set(), [], []))


@pytest.mark.skipif(importlib.util.find_spec("sympy") is None, reason="needs sympy")
@pytest.mark.parametrize("program", ["x*y + sin(x)*exp(y)", "tanh(x*y)/x", "log(x)/sqrt(y)", "(x + y)**3/(x - y)", "x**y"])
def test_sympy_finds_the_same(program: str) -> None:
    sympy = pytest.importorskip("sympy")
    for name, text in texts(program).items():
        difference = sympy.sympify(text) - sympy.diff(sympy.sympify(program), name)
        assert sympy.simplify(difference) == 0


def test_shared_parts_of_a_long_formula_are_named_as_in_the_program() -> None:
    program = "n = " + " + ".join(f"w{index}*x{index}" for index in range(9)) + "\no = tanh(n)\n(o - 0.5)**2 * o"
    made = run(parse(program))
    text = derivatives(made, ["w0"]).by_name["w0"].text
    assert text.splitlines()[0].startswith("o = tanh(")
    agrees(made)


def test_a_formula_with_shared_parts_is_one_aligned_block_in_latex() -> None:
    made = run(parse("n = " + " + ".join(f"w{index}*x{index}" for index in range(9)) + "\no = tanh(n)\n(o - 0.5)**2 * o"))
    written = derivatives(made, ["w0"]).by_name["w0"]
    assert written.latex.startswith(r"\begin{aligned} o &= \tanh")
    assert ", where o is the hyperbolic tangent of" in written.speech


def test_brackets_that_begin_together_are_heard_under_two_names() -> None:
    speech = derivatives(run(parse("((x + 1)*y - 2)**3 / (x*y + 1)"))).by_name["x"].speech
    assert "the whole of the quantity y times" in speech
    assert "the quantity the quantity" not in speech


def test_five_hundred_diamonds_are_no_trouble_and_deep_chains_do_not_recurse() -> None:
    assert texts("a = 2\n" + "a = a + a\n" * 500 + "a", a=1e-200)["a"].startswith("3.27339")
    assert texts("x = 1\n" + "x = x + 1\n" * 5000 + "x*x")["x"] == "2*x + 10000"


@pytest.mark.parametrize(("length", "reason"), [(150, "the limit is 1,000"), (6000, "terms, which is the limit")])
def test_a_formula_nobody_would_read_is_refused(length: int, reason: str) -> None:
    with pytest.raises(ProblemError) as error:
        texts("s = 0*x0\n" + "".join(f"s = s*y + sin(s + {index})\n" for index in range(length)))
    (problem,) = error.value.problems
    assert problem.code is Code.EXPRESSION_TOO_LARGE
    assert reason in problem.message


@pytest.mark.parametrize("program", ["x = [1, 2]\nsum(x*x)", "x = 2\nsum([x, 3])", "x = [1, 2]\nx*2"])
def test_tensors_are_refused_by_name(program: str) -> None:
    with pytest.raises(ProblemError) as error:
        texts(program)
    assert error.value.problems[0].code is Code.SCALARS_ONLY


def test_names_that_mean_constants_are_kept_apart_from_them() -> None:
    assert texts("e = 3\ne*exp(1)*x")["x"] == "e*exp(1)"
    agrees(run(parse("e = 3\npi = 2\ne*x + pi*x*e")))


def test_a_program_that_decides_says_so() -> None:
    found = derivatives(run(parse("x = 2\nif x > 1:\n    y = x*x\nelse:\n    y = x\ny")))
    assert found.by_name["x"].text == "2*x"
    assert any("branches taken" in (problem.hint or "") for problem in found.problems)


def test_an_intermediate_value_and_a_name_without_influence_can_be_asked_for() -> None:
    found = derivatives(run(parse("a = 2\nz = 3\nb = a*a\nb*b")), ["b", "z"])
    assert found.by_name["b"].text == "2*a**2"
    assert found.by_name["z"].text == "0"
    assert [problem.code for problem in found.problems][-1] is Code.NO_INFLUENCE


@pytest.mark.parametrize("text", ["where((x > 0) > y, x*y, 2*y)", "((x > y) == (y > 1))*x*x", "where(x != (y > 0), x*x, y)"])
@pytest.mark.parametrize("point", [{"x": 2.0, "y": 0.5}, {"x": 2.0, "y": 3.0}, {"x": 1.0, "y": 2.0}, {"x": -1.0, "y": 0.0}])
def test_comparisons_of_comparisons_are_no_chain(text: str, point: dict[str, float]) -> None:
    """`x > 0 > y` asks two questions; the formula of `(x > 0) > y` keeps its parentheses."""
    gradients = gradient_json(run(parse(text), point))["gradients"]
    assert {name: read_back(formula, point) for name, formula in texts(text, **point).items()} == gradients
