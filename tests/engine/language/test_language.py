"""Reading: tokens, precedence, class notation, and mistakes."""

import ast
import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from backpass.engine.language import parse, parse_expression
from backpass.engine.language.diagnostics import MISTAKES, SyntaxMistake, explain, stuck_at
from backpass.engine.language.parsing.brackets import CLOSED_BY
from backpass.engine.language.program import Assign, Evaluate
from backpass.engine.language.syntax_tree import Apply, Attribute, Call, Leaf, Name, NumberLiteral, Part, fold
from backpass.engine.limits import Limits
from backpass.engine.messages import say
from backpass.engine.problems import Code, ProblemError, Severity
from tests.in_turn import in_turn


def nested(text: str) -> object:
    """The expression as nested tuples."""

    def leaf(part: Leaf) -> object:
        return part.name if isinstance(part, Name) else part.value

    def combine(part: Part, arguments: list[object]) -> object:
        if isinstance(part, Apply):
            return (part.symbol, *arguments)
        assert isinstance(part, Call | Attribute)
        return (part.name, *arguments)

    return fold(parse_expression(text), leaf, combine)


SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.USub: "-"}


def python_nested(text: str) -> object:
    """Python's own reading of the same text, in the same form."""

    def convert(node: ast.expr) -> object:
        if isinstance(node, ast.Constant):
            return float(node.value)  # type: ignore[arg-type] # numbers alone are compared
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, ast.UnaryOp):
            inner = convert(node.operand)
            literal = (
                isinstance(node.operand, ast.Constant) and text.encode()[node.col_offset + 1 :].lstrip()[:1] != b"("
            )  # in bytes
            if isinstance(node.op, ast.UAdd):
                return inner
            # A signed literal is one number here; a sign before a sign, or before a parenthesis, is an operation.
            return -inner if literal and isinstance(inner, float) else ("-", inner)
        if isinstance(node, ast.BinOp):
            return (SYMBOLS[type(node.op)], convert(node.left), convert(node.right))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return (node.func.attr, convert(node.func.value), *map(convert, node.args))
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Name)
        return (node.func.id, *map(convert, node.args))

    return convert(ast.parse(text, mode="eval").body)


numbers = st.one_of(
    st.integers(0, 999).map(str),
    st.floats(0, 1e6, allow_nan=False).map(repr),
    st.sampled_from(["1e-3", "2.5E+4", ".5", "7.", "1_000"]),
)
names = st.sampled_from(["a", "b", "x", "x1", "alpha", "β", "θ"])
expressions = st.recursive(
    st.one_of(numbers, names),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" + ", "-", " * ", "/", "**", " - "]), inner).map("".join),
        inner.map(lambda text: f"({text})"),
        inner.map(lambda text: f"-({text})"),
        st.tuples(names).map(lambda text: f"-{text[0]}"),
        inner.map(lambda text: f"tanh({text})"),
        inner.map(lambda text: f"({text}).exp()"),
        st.tuples(inner, inner).map(lambda pair: f"max({pair[0]}, {pair[1]})"),
    ),
    max_leaves=25,
)


@given(expressions)
@settings(max_examples=400, deadline=None)
def test_what_python_can_read_is_read_as_python_reads_it(text: str) -> None:
    assert nested(text) == python_nested(text)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2x", "2*x"),
        ("2x^2 + 3x + 5", "2*x**2 + 3*x + 5"),
        ("2x² + 3x + 5", "2*x**2 + 3*x + 5"),
        ("3sin(x)", "3*sin(x)"),
        ("2(x+1)", "2*(x+1)"),
        ("(x+1)(x-1)", "(x+1)*(x-1)"),
        ("x²y", "x**2*y"),
        ("2πr", "2*π*r"),
        ("2 π r²", "2*π*r**2"),
        ("2πrh", "2*π*r*h"),
        ("πr² + rπ", "π*r**2 + r*π"),
        ("2π√(L/g)", "2*π*sqrt(L/g)"),
        ("π_θ + log_π", "π_θ + log_π"),
        ("½x² + ¾", "0.5*x**2 + 0.75"),
        ("2½x − ⅓", "2.5*x - 0.3333333333333333"),
        ("x½", None),
        ("x⁻¹", "x**(-1)"),
        ("x¹⁰", "x**10"),
        ("-x²", "-(x**2)"),
        ("2^-x", "2**(-x)"),
        ("2^3^2", "2**(3**2)"),
        ("a × b ÷ c − d · e", "a*b/c - d*e"),
        ("√(x+1)", "sqrt(x+1)"),
        ("√x + 1", "sqrt(x) + 1"),
        ("2√x", "2*sqrt(x)"),
        ("1/2x", "(1/2)*x"),
        ("x₁ + x₂", "x₁ + x₂"),
        ("f(\n1,\n2\n)", "f(1, 2)"),
        ("a + \\\n b", "a + b"),
        ("max(a, b,)", "max(a, b)"),
        ("2e", None),
        ("2e^x", "2*e**x"),
        ("2e²", "2*e**2"),
        ("2eʸ", "2*e**y"),
        ("2e3", "2000"),
    ],
)
def test_class_notation_is_read_as_it_is_meant(written: str, meant: str | None) -> None:
    if meant is None:
        assert any(problem.severity is Severity.ERROR for problem in parse(written).problems)
    else:
        assert nested(written) == nested(meant)


def test_a_slash_before_a_written_product_is_read_from_left_to_right_and_said_so() -> None:
    (problem,) = parse("1/2x").problems
    assert problem.code is Code.READING
    assert problem.severity is Severity.INFO
    assert "(1/2)*x" in problem.message
    assert "1/(2*x)" in (problem.hint or "")
    assert not parse("(1/2)x").problems


def test_a_signed_literal_is_one_number_and_a_signed_parenthesis_is_not() -> None:
    assert parse_expression("-3.0") == (NumberLiteral(-3.0, (0, 4)),)
    assert [type(part) for part in parse_expression("-(3.0)")] == [NumberLiteral, Apply]
    assert nested("-2**2") == ("-", ("**", 2.0, 2.0))


def test_numbers_are_floats_from_the_first_step() -> None:
    (part,) = parse_expression("9" * 400)
    assert isinstance(part, NumberLiteral)
    assert part.value == math.inf


def test_statements_end_at_lines_and_semicolons_and_comments_are_left_out() -> None:
    program = parse("a = 1; b = 2 # both\n\n# nothing\na + b;")
    assert [type(statement) for statement in program.statements] == [Assign, Assign, Evaluate]


def test_assignments_may_be_chained_in_tuples_and_augmented() -> None:
    assert [statement.targets[0].name for statement in parse("a, b = 1, 2").statements] == ["a", "b"]
    (chained,) = parse("a = b = 2").statements
    assert [target.name for target in chained.targets] == ["a", "b"]
    (augmented,) = parse("c **= 2").statements
    assert isinstance(augmented, Assign)
    assert augmented.expression[-1].symbol == "**"


def test_spans_mark_the_text_of_each_part() -> None:
    text = "L = (a * b) + tanh(c)"
    expression = parse(text).statements[0].expression
    assert [text[slice(*part.span)] for part in expression] == ["a", "b", "a * b", "c", "tanh(c)", "(a * b) + tanh(c)"]


def test_one_mistake_does_not_hide_the_next() -> None:
    program = parse("a = 3 +\nb = 2\nc = (b")
    assert [problem.span for problem in program.problems] == [(6, 7), (18, 19)]


@pytest.mark.parametrize(
    "text", ["y = x * 🙂", "🙂 = 2", "y = x ^ 🙂🙂", "y = x * ❤️ + 1", "y = x * 👩🏽\u200d💻 + 1", "y = 🇩🇪 * 2"]
)
def test_a_character_without_meaning_is_one_mistake_at_its_place(text: str) -> None:
    (problem,) = parse(f"x = 3\n{text}\n").problems
    assert problem.code is Code.INVALID_CHARACTER
    assert problem.span is not None
    marked = f"x = 3\n{text}\n"[slice(*problem.span)]
    assert not marked.isascii()
    assert text.replace(marked, "").isascii()


MISTAKEN = [(mistake, example) for mistake in MISTAKES for example in mistake.examples]


@in_turn("mistake, example", MISTAKEN, ids=lambda case: case[1])
def test_each_mistake_is_recognised_by_each_of_its_examples(mistake: SyntaxMistake, example: str) -> None:
    stuck = stuck_at(example)
    problem = explain(stuck)
    words = {"token": stuck.token.text, "before": stuck.before.text if stuck.before else ""}
    if stuck.unclosed is not None:
        words |= {"opened": stuck.unclosed.text, "close": CLOSED_BY[stuck.unclosed.text]}
    assert problem.message == say(mistake.key, **words)
    assert problem.hint == say(f"{mistake.key}.hint", **words)
    assert problem.code is mistake.code
    assert problem.span is not None
    assert 0 <= problem.span[0] < problem.span[1] <= len(example)


@pytest.mark.parametrize("text", ["try:\n    x", "global 2", "del 2", "yield a", "raise a b", "async def f(): x", "a if b"])
def test_words_of_python_that_are_not_in_the_language_are_refused_by_name(text: str) -> None:
    problem = parse(text).problems[0]
    assert problem.code in (Code.UNSUPPORTED, Code.SYNTAX)
    assert problem.hint


@example(r"A^\top b")
@example(r"\sum_{i=1}^3 x_i")
@given(st.text(max_size=60))
@settings(max_examples=500, deadline=None)
def test_any_text_is_read_or_refused_and_never_crashes(text: str) -> None:
    for problem in parse(text).problems:
        assert problem.message
        assert problem.span is not None
        assert 0 <= problem.span[0] <= problem.span[1] <= len(text)


@given(st.text(alphabet="ab1.2+-*/^()=,;\n² ×√'[]{}!%@<>:#\\\"lambda", max_size=40))
@settings(max_examples=1000, deadline=None)
def test_any_text_of_likely_characters_is_read_or_refused_and_never_crashes(text: str) -> None:
    for problem in parse(text).problems:
        assert problem.message


def test_depth_and_length_are_no_obstacle() -> None:
    assert not parse("(" * 5_000 + "x" + ")" * 5_000).problems
    assert not parse("-" * 5_000 + "x").problems
    assert not parse("+".join(["x"] * 20_000)).problems
    assert not parse("tanh(" * 5_000 + "x" + ")" * 5_000).problems
    assert not parse("x" + "**x" * 5_000).problems


def test_a_text_beyond_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(ProblemError) as refusal:
        parse("x" * 11, Limits(characters=10))
    (problem,) = refusal.value.problems
    assert problem.code is Code.TOO_LONG
    assert "11" in problem.message
    assert "10" in problem.message


CALL_SHAPES = (
    "f(x=1, y=2)",
    "f(x=x=1)",
    "f(x=1, 2)",
    "f(x=1, x=2)",
    "f(x=)",
    "f(=1)",
    "f(if=1)",
    "f(True=1)",
    "f(-x=1)",
    "f((x)=1)",
    "f(x, y=1)",
    "f(x, y=1,)",
    "f(*x, y=1)",
    "f(x=1 y=2)",
    "f(x for x in y)",
    "f(x for x in y, 1)",
    "f(1, x for x in y)",
    "f(z=x for x in y)",
    "f(z=[x for x in y])",
    "f(x)(y=1)",
    "f(x)(y=y=1)",
    "f(x)(y=1, 2)",
    "a.f(x=1)",
    "a.f(x=x=1)",
    "a.f(y=1, x)",
    "[x for x in y, 1]",
    "[1, x for x in y]",
    "(x for x in y, 1)",
    "lambda x=1=2: x",
    "lambda x, x: x",
    "lambda x=1, y: y",
    "lambda x, y=1: y",
    "lambda *x, y: y",
    "lambda *x, *y: y",
)


@pytest.mark.parametrize("text", CALL_SHAPES)
def test_a_call_has_the_shapes_of_pythons_calls_and_no_others(text: str) -> None:
    try:
        compile(text, "", "eval")
    except SyntaxError:
        problems = parse(text).problems
        assert problems, "Python refuses it"
        assert not problems[0].message.startswith("Unexpected"), "no mistake of the table explains it"
    else:
        assert not parse(text).problems


def test_a_name_that_would_be_repeated_by_every_value_has_a_length() -> None:
    for text in ("v" * 256 + " = 1", r"\mathit{" + "v" * 256 + "}"):
        (problem,) = [each for each in parse(text).problems if each.severity is Severity.ERROR]
        assert problem.code is Code.TOO_LONG
        assert "256" in problem.message
    assert not parse("v" * 255 + " = 1").problems


def test_a_text_that_is_no_program_has_a_hundred_problems_with_the_number_of_the_others() -> None:
    problems = parse("a b\n" * 5_000).problems
    assert len(problems) == 100
    assert "4,901 more" in problems[-1].message
    assert len(parse("¤" * 5_000).problems) == 1
