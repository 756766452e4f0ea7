"""Wrong input, by example: each mistake that people make stands here as texts that show it, with what to say about it.

The parser says only where it got stuck. Which mistake that is, is looked up by *situation*: every example is parsed once, and the
place where it gets stuck is the situation it stands for. So the table needs no conditions, and a test feeds every example back.
"""

from dataclasses import dataclass
from functools import cache

from engine.language.blocks import BlockReader, lines
from engine.language.frames import StuckError
from engine.language.tokens import Kind, Token, tokenize
from engine.problems import Code, Problem


@dataclass(frozen=True, slots=True)
class Mistake:
    """`message` and `hint` may use {token}, the text where reading stopped, and {before}, what stood before it."""

    examples: tuple[str, ...]
    message: str
    hint: str
    code: Code = Code.SYNTAX


MISTAKES = (
    Mistake(
        ("a b", "a sin", "sin x"),
        "`{before}` and `{token}` stand side by side with nothing between them; two names are not read as a product.",
        "For a product write `{before}*{token}`; to apply a function write `{before}({token})`.",
    ),
    Mistake(
        ("a 2", "2 3", "(a) 2", "a² 2"),
        "The number `{token}` follows `{before}` with no operator between them.",
        "Write what should happen between them: `{before} * {token}`, or `{before}**{token}` for a power.",
    ),
    Mistake(
        ("a +", "a *", "a -", "a /", "a **", "a ==", "-", "√"),
        "The text ends after `{before}`, where a value should follow.",
        "Write the value that `{before}` is to be applied to, or remove `{before}`.",
    ),
    Mistake(
        (
            "a + * b",
            "a * / b",
            "a / * b",
            "a - * b",
            "a ** * b",
            "a * * b",
            "a + / b",
            "a - / b",
            "a / / b",
            "* a",
            "/ a",
            "** a",
        ),
        "`{token}` has no value on its left.",
        "Remove it, or write a value before it.",
    ),
    Mistake(
        ("(a + )", "(a * )", "(a - )", "(a / )", "(-)"),
        "The parenthesis is closed where a value should stand.",
        "Write the missing value before `)`.",
    ),
    Mistake(
        ("a, b",),
        "A comma makes a list of several values, but an expression here has one.",
        "Write one expression per line; a decimal point is written `.`, as in `0.5`.",
    ),
    Mistake(
        ("f(, a)", "(, a)", ", a", "f(a, , b)", "[, a]", "[a, , b]", "a[, b]"),
        "The comma has no value on its left.",
        "Write the missing value or remove the comma.",
    ),
    Mistake(("a =", "a = b ="), "Nothing stands to the right of `=`.", "Write the value, as in `a = 2.0`."),
    Mistake(
        ("= a", "= 2"),
        "Nothing stands to the left of `=`.",
        "Write the name that is to hold the value, as in `y = x + 1`.",
        Code.SYNTAX,
    ),
    Mistake(
        ("2 = a", "a + b = 2", "-a = 2", "2x = 4"),
        "What stands left of `=` is not a name, so nothing can be stored there.",
        "Write the name on the left, as in `y = 2*x`; an equation to be solved is not a program.",
    ),
    Mistake(
        ("a, b = 1, 2, 3", "a, b, c = 1, 2"),
        "The two sides of `=` do not have the same number of values.",
        "Give each name on the left one value on the right.",
    ),
    Mistake(
        ("a . 2", "a .", "a.+"),
        "After the point should follow a name, as in `x.tanh()`.",
        "For a product write `*`; a decimal number is written without spaces.",
        Code.ATTRIBUTE_REFUSED,
    ),
    Mistake(
        ("0x1f", "0b101", "0o17"),
        "`{token}` is not a decimal number; hexadecimal, octal and binary notation are not read.",
        "Write the number in decimal, as in `31` or `3.1e1`.",
        Code.NOT_A_NUMBER_TEXT,
    ),
    Mistake(
        ("a & b", "a | b", "a ~ b", "~a"),
        "`{token}` works on bits, which have no derivative.",
        "Write what you mean with `+ - * /` and the operations.",
        Code.UNSUPPORTED,
    ),
    Mistake(
        ("a!",),
        "The factorial is not among the operations, because it is not defined between whole numbers.",
        "Write the product out.",
        Code.UNSUPPORTED,
    ),
    Mistake(
        ("a ? b", "?", "a $ b", "$a", "f(a : b)", "(a) : b", ": a", "a[b:c:d:e]", "a := b", "a -> b"),
        "`{token}` has no meaning in an expression.",
        "Remove it.",
        Code.SYNTAX,
    ),
    Mistake(
        ("{a}", "{a, b}"),
        "Curly brackets hold the keys and values of a dictionary here, and there are no sets.",
        "For grouping use round parentheses `( )`, for a list square brackets `[ ]`.",
        Code.UNSUPPORTED,
    ),
    Mistake(
        ("a {b}", "2 {b}", "(a) {b}"),
        "A curly bracket follows a value.",
        "For grouping use round parentheses `( )`, for an index square brackets `[ ]`.",
        Code.UNSUPPORTED,
    ),
    Mistake(
        ("f(**a)", "f(a, **b)"),
        "A dictionary cannot be handed over as named values.",
        "Write the values by name: `f(x=a['x'])`.",
        Code.UNSUPPORTED,
    ),
    Mistake(
        ("(a if b)", "[a if b]", "f(a if b)", "a if b"),
        "This `if` has no `else`, so there is no value where the condition is not true.",
        "Write `a if condition else b`.",
    ),
    Mistake(
        ("for i in x", "if a", "while a", "def f(x)", "class A", "else", "with a"),
        "The first line of a block ends with a colon.",
        "Write `:` at its end, and what belongs to it indented on the next lines.",
    ),
    Mistake(
        ("if:", "while:", "with:"),
        "After `{token}` a condition or value is missing.",
        "Write it before the colon, as in `if x > 0:`.",
    ),
    Mistake(
        ("for:", "for i:", "for i in:"),
        "A loop says what it goes through.",
        "Write it as `for i in range(3):` or `for x in xs:`.",
    ),
    Mistake(
        ("def:", "def f:", "def 2(x):", "def f(x) y:"),
        "A function has a name and its parameters in parentheses.",
        "Write it as `def f(x, y):`.",
    ),
    Mistake(("class:", "class 2:"), "A class has a name.", "Write it as `class Neuron:`."),
    Mistake(
        ("else: a", "elif a: b"),
        "`{token}` does not follow an `if` with the same indentation.",
        "Put it directly below the lines of its `if`, as far to the left as the `if` itself.",
    ),
    Mistake(
        ("if a:", "for i in x:", "def f(x):", "class A:", "while a:"),
        "Nothing is indented under this line, so there is nothing to do in it.",
        "Write the lines that belong to it below, with four spaces in front; `pass` does nothing.",
    ),
    Mistake(
        ("def f(2):", "def f(x y):", "lambda 2: a", "lambda x y: a", "f = lambda x"),
        "This is no list of parameters.",
        "Write names with commas between them, as in `lambda x, y: x*y`.",
    ),
    Mistake(
        ("f'{a'", "f'a}'", 'f"{a"'),
        "A curly bracket in this text is not closed, or was not opened.",
        "Write `{{value}}`; a bracket that is to be printed is written twice.",
    ),
    Mistake(("a : b", "x: float"), "A name with `:` behind it has no value yet.", "Write `x = 2.0`."),
    Mistake(
        ("2 [a]", "2²[a]"),
        "A number has no elements, so it cannot be indexed.",
        "For a product write `*`.",
    ),
    Mistake(
        ("a[]",),
        "The square brackets are empty.",
        "Write an index, as in `x[0]`.",
    ),
    Mistake(
        ("(a]", "(a}", "a]", "a}", "]", "}", "[a}", "a[0}"),
        "`{token}` closes a bracket that was not opened.",
        "Close with the kind of bracket that was opened.",
        Code.UNBALANCED_PARENTHESES,
    ),
    Mistake(
        ("(a", "((a)", "f(a", "tanh(a + b", "[a", "a[0"),
        "This parenthesis is never closed.",
        "Write the missing `)` or `]`.",
        Code.UNBALANCED_PARENTHESES,
    ),
    Mistake(
        ("(", "((", "f(", "[", "a["),
        "This parenthesis is opened at the end of the text.",
        "Write a value and `)` after it, or remove it.",
        Code.UNBALANCED_PARENTHESES,
    ),
    Mistake(
        ("a)", "(a))", "f(a))"),
        "This parenthesis closes one that was never opened.",
        "Remove it, or write the `(` that belongs to it.",
        Code.UNBALANCED_PARENTHESES,
    ),
    Mistake(
        (")",),
        "This parenthesis closes one that was never opened.",
        "Remove it, or write the `(` that belongs to it.",
        Code.UNBALANCED_PARENTHESES,
    ),
    Mistake(
        ("a 'text'", "2 'text'"),
        "A text in quotes follows a value.",
        "Programs hold numbers, not texts: remove the quotes.",
        Code.STRING_NOT_ALLOWED,
    ),
)

_KEYWORD_HINTS = {
    "try": "Errors are shown where they happen; leave `try` and `except` out.",
    "except": "Errors are shown where they happen; leave `try` and `except` out.",
    "global": "Hand values over as parameters and give them back with `return`.",
    "nonlocal": "Hand values over as parameters and give them back with `return`.",
    "yield": "Collect the values in a list and return it.",
    "del": "Leave it out; nothing needs to be freed here.",
    "raise": "Leave it out, or use `assert`.",
    "if": "Write `a if condition else b`, or `if condition:` on a line of its own.",
    "else": "Write `a if condition else b`, or `else:` on a line of its own.",
    "for": "Write `[f(x) for x in xs]` in brackets, or `for x in xs:` on a line of its own.",
}

_BY_REASON = frozenset(
    {
        "set",
        "no target",
        "keyword arguments",
        "unfinished conditional",
        "colon",
        "header",
        "for",
        "def",
        "class",
        "else",
        "empty block",
        "parameter",
        "format",
        "annotation",
        "nesting",
    }
)
"""Reasons that say everything; the others depend on what stood where."""


def explain(stuck: StuckError) -> Problem:
    """The problem to show for the place where the parser got stuck. Every situation has one; the rarest a general one."""
    token, before = stuck.token, stuck.before
    span = token.span if token.end > token.start else before.span if before else (max(0, token.start - 1), token.start)
    if stuck.reason == "keyword":
        return Problem(
            Code.UNSUPPORTED,
            f"`{token.text}` is a word of Python that programs here do not have at this place.",
            _KEYWORD_HINTS.get(token.text, "Write the computation as assignments, one per line."),
            token.span,
        )
    mistake = _by_situation().get(_situation(stuck))
    words = {"token": token.text, "before": before.text if before else ""}
    if mistake is None:
        shown = f"`{token.text}`" if token.text else "the end"
        return Problem(
            Code.SYNTAX,
            f"Reading stopped at {shown}, which does not fit here.",
            "Write a value or an operator there, or remove it.",
            span,
        )
    return Problem(mistake.code, mistake.message.format(**words), mistake.hint.format(**words), span)


def _situation(stuck: StuckError) -> tuple[str, str, str]:
    """What makes two places alike: the reason, what stopped the reading, and what kind of thing stood before it."""
    if stuck.reason in _BY_REASON:
        return (stuck.reason, "", "")
    return (stuck.reason, _class(stuck.token), _class(stuck.before))


def _class(token: Token | None) -> str:
    if token is None:
        return ""
    return token.text if token.kind is Kind.SYMBOL else token.kind


@cache
def _by_situation() -> dict[tuple[str, str, str], Mistake]:
    situations: dict[tuple[str, str, str], Mistake] = {}
    for mistake in MISTAKES:
        for example in mistake.examples:
            situations.setdefault(_situation(stuck_at(example)), mistake)
    return situations


def stuck_at(text: str) -> StuckError:
    """Where reading of a text gets stuck first. Raises ValueError where it does not."""
    found: list[StuckError] = []
    reader = BlockReader(found.append)
    for line in lines(text, tokenize(text).tokens):
        reader.read(line)
    reader.end()
    if not found:
        raise ValueError(f"{text!r} is no mistake")
    return found[0]
