r"""LaTeX as a way to type programs: `\frac{1}{1+e^{-x}}`."""

import contextlib
import math
import random
from typing import Any

import pytest

from backpass.engine import OPERATIONS, Code, Operation, ProblemError
from backpass.engine.formulas.compiled import formulas, kernel
from backpass.engine.graph.trace import ancestors
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.language.latex.detection import is_latex
from backpass.engine.language.printer import MARK
from backpass.engine.problems import Severity
from backpass.engine.serialization.graph_json import gradient_json
from backpass.engine.symbolic.derivative import derivatives
from tests.engine.operations.derivative_checks import samples
from tests.in_turn import in_turn


def value(text: str, **inputs: float) -> Any:
    return run(parse(text), inputs).output.item()


X, Y = 0.7, 1.9
READ: dict[str, float] = {
    r"\frac{1}{1+e^{-x}}": 1 / (1 + math.exp(-X)),
    r"{\displaystyle \sigma (x)={\frac {1}{1+e^{-x}}}}": 1 / (1 + math.exp(-X)),
    r"{\displaystyle {\begin{aligned}a&=x^{2}\\L&=a+{\frac {y}{2}}\end{aligned}}}": X * X + Y / 2,
    r"S(x) = \frac{1}{1+e^{-x}} = \frac{e^x}{e^x+1}": 1 / (1 + math.exp(-X)),
    r"a = b = \frac{1}{x}": 1 / X,
    r"\hat{y} = 2x + y \\ (\hat y - y)^2": 4 * X * X,
    r"\bar{x} = 3 \\ x + \bar x": X + 3,
    r"\boldsymbol{x} + \mathcal{y} + \hat{\mathbf{x}} - \widehat x": X + Y,
    r"\sigma = 2 \\ \frac{x - y}{\sigma}": (X - Y) / 2,
    r"\frac12 x": X / 2,
    r"\dfrac{x}{\frac{y}{2}}": 2 * X / Y,
    r"\sqrt{x}": math.sqrt(X),
    r"\sqrt x y": math.sqrt(X) * Y,
    r"\frac.5 x": 0.5 / X,
    r"\sqrt[3]{x}": X ** (1 / 3),
    r"\sqrt[4]{x + y}": (X + Y) ** 0.25,
    r"\sigma(x)": 1 / (1 + math.exp(-X)),
    r"\ln x + \log(x)": 2 * math.log(X),
    r"\ln\left(x\right)": math.log(X),
    r"\log_2 x + \log_{10}(x)": math.log2(X) + math.log10(X),
    r"\log_{3}(x) y": math.log(X, 3) * Y,
    r"\sin^2 x + \cos^{2}(x)": 1.0,
    r"\sin^{-1} x": math.asin(X),
    r"\sin 2x \cos y": math.sin(2 * X) * math.cos(Y),
    r"\sin x + 1": math.sin(X) + 1,
    r"\sin(x)^2": math.sin(X) ** 2,
    r"\sin -x": math.sin(-X),
    r"x \cdot y \times 2 \div 4": X * Y / 2,
    r"\left( x + 1 \right)\left[ y - 1 \right]": (X + 1) * (Y - 1),
    r"\left| x - y \right| x": abs(X - Y) * X,
    r"\lvert x \rvert + \lfloor y \rfloor + \left\lceil y \right\rceil": X + 3,
    r"\sum_{i=1}^{3} i x + 1": 6 * X + 1,
    r"\sum_{k=0}^3 \frac{x^k}{2} \cdot y": sum(X**k / 2 for k in range(4)) * Y,
    r"\operatorname{relu}(x) y": X * Y,
    r"\mathrm{tanh}(x)": math.tanh(X),
    r"\max(x, y) - \min\left(x, y\right)": Y - X,
    r"\pi x^2": math.pi * X * X,
    r"x^{y} + x^\frac{1}{2} + x^-1": X**Y + X**0.5 + 1 / X,
    r"{x}^{2}": X * X,
    r"2 \cdot 10^{-3} \, x": 0.002 * X,
    r"f(x) = 2x^2 + 3 \cdot x": 2 * X * X + 3 * X,
    "f(t) = t^2 \\cdot 2\nf(x) + f(y)": 2 * X * X + 2 * Y * Y,
    r"$x + y$": X + Y,
    r"$$ x y $$": X * Y,
    r"\[ x - y \]": X - Y,
    r"\( x / y \)": X / Y,
    "$a = 2x$\n$b = 3 a$": 6 * X,
    r"\begin{aligned} a &= 2 \\ L &= a^2 x \end{aligned}": 4 * X,
    r"\begin{align} L &= (a - y)^2 \\ a &= 2 x \end{align}": (2 * X - Y) ** 2,
    r"\begin{align} L &= c^2 \\ a &= 2 x \\ c &= a - b \\ b &= a y \end{align}": (2 * X - 2 * X * Y) ** 2,
    r"L = \frac{1}{2} z^2 \\ z = x + \theta \\ \theta = 3": (X + 3) ** 2 / 2,
    r"z = \frac{x}{2} \\ z = z^2": X * X / 4,
    "a = 2.0  # as ever\nL = \\frac{a}{x}": 2 / X,
    r"\tanh\left(x\right) % a comment": math.tanh(X),
    r"\text{where}(x > y, x, y)": Y,
}


@pytest.mark.parametrize("text", READ, ids=READ)
def test_latex_is_read_as_it_is_meant(text: str) -> None:
    given = {name: number for name, number in (("x", X), ("y", Y)) if name in run(parse(text)).inputs}
    assert value(text, **given) == pytest.approx(READ[text], rel=1e-12)


def test_names_have_indices_and_greek_letters() -> None:
    made = run(parse(r"x_1 \cdot x_{12} + \alpha_i \theta - \mathit{loss\_a} + w_{1,2} + \Delta"))
    assert set(made.inputs) == {"x_1", "x_12", "α_i", "θ", "loss_a", "w_1_2", "Δ"}


def test_an_e_of_the_program_is_not_the_constant() -> None:
    assert value(r"e = 3; e^{2} \cdot 1") == 9


@pytest.mark.parametrize("text", ["a = 1 + \\\n2", "print('a\\tb')\nx", "x  # \\frac", "x*y", 's = "\\alpha"\nx'])
def test_a_continued_line_a_text_and_a_comment_are_no_latex(text: str) -> None:
    assert not is_latex(text)


NOT_READ = {"where", "equal", "clip", "huber", "lgamma", "digamma", "trigamma"}
"""Written with cases, with `=`, or with the letters Γ and ψ, which are names."""
RECORDS = [record for record in OPERATIONS.values() if record.elementwise and record.name not in NOT_READ]


@in_turn("record", RECORDS, ids=lambda record: record.name)
def test_what_the_formulas_print_for_an_operation_is_read_back_to_the_same_value(record: Operation) -> None:
    letters = dict(zip(record.parameters, ("x", "y", "z"), strict=False))
    template = formulas(record).latex
    text = MARK.sub(lambda found: letters[found[1] or found[2]], template)
    point = samples(record, 1)[0]
    given = dict(zip(letters.values(), point, strict=True))
    assert value(f"{text} \\cdot 1", **given) == pytest.approx(kernel(record).scalar(*point)[0], rel=1e-9)


@pytest.mark.parametrize(
    "program", ["x*y + sin(x)", "tanh(x*y)**3/x", "1/(1 + exp(-x))", "log(x)/sqrt(y)", "(x + y)**-2", "-x/y - 3*x"]
)
def test_the_latex_of_a_derivative_is_read_back_to_the_gradient(program: str) -> None:
    made = run(parse(program), {name: {"x": X, "y": Y}[name] for name in run(parse(program)).inputs})
    gradients = gradient_json(made)["gradients"]
    for name, written in derivatives(made).by_name.items():
        assert written is not None
        right = written.latex.partition(" = ")[2] + r" \cdot 1"
        given = {each: {"x": X, "y": Y}[each] for each in run(parse(right)).inputs}
        assert value(right, **given) == pytest.approx(gradients[name], rel=1e-9)


def test_nodes_know_the_place_in_what_was_typed() -> None:
    text = r"\frac{a}{b} + \sin^2 x"
    spans = {
        (tensor.operation.name if tensor.operation else tensor.label): tensor.span
        for tensor in ancestors(run(parse(text)).output)
    }
    assert text[slice(*spans["sin"])] == r"\sin^2 x"
    assert text[slice(*spans["x"])] == "x"
    assert text[slice(*spans["a"])] == "a"
    assert text[slice(*spans["divide"])] in (r"a}{b}", r"{a}{b}", r"\frac{a}{b}")


REFUSED = {
    r"\fraq{1}{2}": (Code.SYNTAX, r"\fraq", r"\frac"),
    r"\foo x": (Code.SYNTAX, r"\foo", r"\operatorname"),
    r"\frac{1}{2": (Code.UNBALANCED_PARENTHESES, "{", "Close"),
    r"x} \cdot 2": (Code.UNBALANCED_PARENTHESES, "}", "Remove"),
    r"\left( x + 1": (Code.UNBALANCED_PARENTHESES, r"\left(", "Close"),
    r"1 + \sqrt": (Code.SYNTAX, r"\sqrt", "braces"),
    r"\sin": (Code.SYNTAX, r"\sin", "braces"),
    r"x - \hat": (Code.SYNTAX, r"\hat", r"\hat{x}"),
    r"y = 3 \cdot x^": (Code.SYNTAX, "^", "x^{2}"),
    r"\xyzzyplugh x": (Code.SYNTAX, r"\xyzzyplugh", r"\operatorname"),
    r"\begin{cases} 1 & x \end{cases}": (Code.UNSUPPORTED, r"\begin{cases}", "where"),
    r"(y^{(i)} - x)^2": (Code.UNSUPPORTED, r"^{(i)}", "x_1"),
    r"y^{(2)} + 1": (Code.UNSUPPORTED, r"^{(2)}", "x_1"),
    r"\int_0^1 x dx": (Code.UNSUPPORTED, r"\int", "only the expression"),
    r"\lim_{x \to 0} \frac{\sin x}{x}": (Code.UNSUPPORTED, r"\lim", "only the expression"),
    r"\nabla_x x^2": (Code.UNSUPPORTED, r"\nabla", "gradient is shown"),
    r"\arg\max_x x^2": (Code.UNSUPPORTED, r"\arg", "only the expression"),
    r"x \in \mathbb{R}": (Code.UNSUPPORTED, r"\in", "Leave"),
    r"\sum_{k=0}^{\infty} \frac{x^k}{2}": (Code.UNSUPPORTED, r"\sum_{k=0}^{\infty}", "10"),
    r"\frac{-b \pm \sqrt{c}}{2a}": (Code.UNSUPPORTED, r"\pm", "one of the signs"),
    r"\binom{n}{k}": (Code.UNSUPPORTED, r"\binom", "quotient"),
    r"\sum_{i=1}^{99} x_i^2": (Code.UNSUPPORTED, r"\sum_{i=1}^{99} x_i^2", "sum(x**2)"),
    r"\sum_i w": (Code.UNSUPPORTED, r"\sum_i", "bounds"),
    r"\max_x y": (Code.UNSUPPORTED, r"\max_x", "bounds"),
}


@pytest.mark.parametrize("text", REFUSED, ids=REFUSED)
def test_what_is_not_understood_is_refused_by_name_at_its_place(text: str) -> None:
    code, marked, hint = REFUSED[text]
    with pytest.raises(ProblemError) as error:
        value(text)
    problem = next(problem for problem in error.value.problems if problem.code is code)
    assert problem.span
    assert text[slice(*problem.span)] == marked
    assert hint in (problem.hint or "")


def test_a_brace_that_is_not_closed_is_all_that_is_named() -> None:
    with pytest.raises(ProblemError) as error:
        value(r"\frac{x^2 + 1}{")
    assert [problem.code for problem in error.value.problems] == [Code.UNBALANCED_PARENTHESES]


def test_depth_costs_no_stack() -> None:
    deep = r"\frac{1}{1 + " * 3000 + "x" + "}" * 3000
    assert value(deep, x=1.0) == pytest.approx((math.sqrt(5) - 1) / 2)


@pytest.mark.parametrize(
    "text",
    [
        "\\",
        "$",
        "\\[",
        "\\frac",
        "\\frac{",
        "^",
        "\\left",
        "\\sum",
        "$^$",
        "\\sqrt[",
        "_",
        "\\sin^",
        "}{",
        "\\\\",
        "\\begin{",
        "\\right)",
        "e^",
    ],
)
def test_broken_latex_is_a_problem_and_never_a_crash(text: str) -> None:
    with pytest.raises(ProblemError):
        value(text + " \\alpha^")


PIECES = [
    "\\frac",
    "{",
    "}",
    "x",
    "^",
    "_",
    "2",
    "\\sin",
    "\\left(",
    "\\right)",
    "(",
    ")",
    "\\sum_{i=1}^{3}",
    "\\sqrt",
    "[3]",
    "+",
    "-",
]
PIECES += [
    "\\\\",
    "\n",
    "$",
    "&",
    "=",
    ",",
    "e",
    "\\left|",
    "\\right|",
    "\\log_2",
    "\\cdot",
    "\\begin{aligned}",
    "\\operatorname{relu}",
    "f(x) = ",
]


@in_turn("seed", range(300))
def test_no_order_of_pieces_makes_reading_fail_without_a_word(seed: int) -> None:
    chosen = random.Random(seed)
    text = "\\alpha " + "".join(chosen.choice(PIECES) for _ in range(chosen.randint(1, 14)))
    program = parse(text)
    assert all(problem.message for problem in program.problems)
    with contextlib.suppress(ProblemError):
        run(program)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        (r"a = \frac{1}{2}, b = a^2, L = \frac{a}{b}", "L", 2.0),
        (r"\hat{y} = \frac{x}{2}, \quad L = (\hat{y} - 3)^2, x = 4", "L", 1.0),
        (r"f(x) = \frac{x}{2}, x = 3", "f", 1.5),
    ],
)
def test_definitions_on_one_line_are_lines_each(text: str, name: str, value: float) -> None:
    made = run(parse(text))
    assert (made.output.label, made.output.raw) == (name, value)
    assert not [problem for problem in made.problems if problem.code == "ignored"]


def test_a_tuple_of_names_stays_one_line() -> None:
    assert run(parse(r"a, b = 1, \frac{2}{3}")).output.raw == 2 / 3


EQUATIONS = {
    r"\sigma^2 = \frac{1}{n}\sum_{i=1}^n (x_i - \mu)^2": (0.42, {"x_1", "x_2", "x_3", "μ"}),
    "\\sigma^2 = 4\n\\frac{x^2}{2\\sigma^2}": (0.125, {"x", "σ_squared"}),
    r"R^2 = 1 - \frac{x}{4}": (0.75, {"x"}),
    r"|a - 3| + \frac{1}{2}": (2.5, {"a"}),
    r"\left| a \right| |b| + \sqrt{c}": (2.0, {"a", "b", "c"}),
    r"L_\delta(a) = \begin{cases} \frac{1}{2}a^2 & \text{for } |a| \le \delta \\ "
    r"\delta(|a| - \frac{1}{2}\delta) & \text{otherwise} \end{cases}": (0.5, {"a", "δ"}),
    r"h_t = o_t \odot \tanh(c_t)": (math.tanh(1), {"o_t", "c_t"}),
    r"a_\text{max} + b_{\text{min}} + \mu_\theta": (3.0, {"a_max", "b_min", "μ_theta"}),
    r"J = \sum_{i=1}^2 (h_\theta(x^{(i)}) - y^{(i)})^2 \\ h_\theta(x) = \theta_0 + \theta_1 x": (
        (1.4 - 0.8) ** 2 + (1.7 - 0.2) ** 2,
        {"x_1", "x_2", "y_1", "y_2", "θ_0", "θ_1"},
    ),
}


@pytest.mark.parametrize("text", EQUATIONS, ids=EQUATIONS)
def test_equations_of_textbooks_are_their_values(text: str) -> None:
    made = run(parse(text))
    meant, names = EQUATIONS[text]
    assert made.output.raw == pytest.approx(meant)
    assert set(made.inputs) == names


def test_a_note_on_a_line_hides_no_error_in_it() -> None:
    """`R**2 + 1` is no name, and the sum behind it is noted."""
    with pytest.raises(ProblemError) as error:
        run(parse(r"R^2 + 1 = \sum_i (y_i - \hat{y}_i)^2"))
    assert error.value.problems[0].code is Code.SYNTAX


@pytest.mark.parametrize("index", ["{[]}", r"{\{i\}}", "{(i,j)}", "{,}", "{i;j}", "[1]", r"{i\in S}"])
def test_an_index_that_is_not_read_is_refused_with_what_is_written(index: str) -> None:
    text = rf"\sigma(Wx_{index} + b)"
    (problem,) = [each for each in parse(text).problems if each.severity is Severity.ERROR]
    assert (problem.code, f"`Wx_{index}`" in problem.message) == (Code.UNSUPPORTED, True)
    assert problem.span is not None
    assert text[slice(*problem.span)] == f"_{index}"
