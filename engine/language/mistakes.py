"""Wrong input, by example: each mistake that people make stands here as texts that show it, with what to say about it.

The parser says only where it got stuck. Which mistake that is, is looked up by *situation*: every example is parsed once, and the
place where it gets stuck is the situation it stands for. So the table needs no conditions, and a test feeds every example back.
"""

from dataclasses import dataclass
from functools import cache

from engine.language.parser import StuckError
from engine.language.statements import parse_statement
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
        ("()",),
        "The parentheses are empty, so they have no value.",
        "Write an expression between them, or remove them.",
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
        ("f(x) = x", "f(x, y) = x*y"),
        "Functions are not defined this way here.",
        "Write the expression itself, as in `y = x**2`, and set `x` as an input.",
        Code.UNSUPPORTED,
    ),
    Mistake(
        ("a, b = 2", "a, b = 1, 2, 3"),
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
    Mistake(("|a|", "2 * |a|", "f(|a|)"), "Bars for the absolute value are not read.", "Write `abs(x)`.", Code.UNSUPPORTED),
    Mistake(
        ("a!",),
        "The factorial is not among the operations, because it is not defined between whole numbers.",
        "Write the product out.",
        Code.UNSUPPORTED,
    ),
    Mistake(
        ("a ? b", "?", "a $ b", "$a", "a : b", "f(a : b)", "(a) : b", ": a", "a[b:c:d:e]", "a := b", "a -> b"),
        "`{token}` has no meaning in an expression.",
        "Remove it.",
        Code.SYNTAX,
    ),
    Mistake(
        ("{a}", "a {b}"),
        "Curly brackets are not part of programs.",
        "For grouping use round parentheses `( )`, for a tensor square brackets `[ ]`.",
        Code.UNSUPPORTED,
    ),
    Mistake(
        ("2 [a]", "2²[a]"),
        "A number has no elements, so it cannot be indexed.",
        "For a product write `*`.",
    ),
    Mistake(
        ("[]", "a[]"),
        "The square brackets are empty.",
        "Write elements, as in `[1, 2, 3]`, or an index, as in `x[0]`.",
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
    "lambda": "Write the expression itself, with its variable as an input.",
    "def": "Write the function's expression itself, with its arguments as inputs.",
    "for": "Write the terms out.",
    "while": "Write the steps out.",
    "if": "Functions with a corner are written with `relu`, `abs`, `min` and `max`.",
    "else": "Functions with a corner are written with `relu`, `abs`, `min` and `max`.",
    "class": "Write the computation itself, as assignments.",
    "and": "Write two expressions.",
    "or": "Write two expressions.",
}


def explain(stuck: StuckError) -> Problem:
    """The problem to show for the place where the parser got stuck. Every situation has one; the rarest a general one."""
    token, before = stuck.token, stuck.before
    span = token.span if token.end > token.start else before.span if before else (max(0, token.start - 1), token.start)
    if stuck.reason == "keyword":
        return Problem(
            Code.UNSUPPORTED,
            f"`{token.text}` is a word of Python that programs here do not have.",
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
    """Where parsing of a one-statement text gets stuck. Raises ValueError where it does not."""
    try:
        parse_statement(tokenize(text).tokens, [])
    except StuckError as stuck:
        return stuck
    raise ValueError(f"{text!r} is no mistake")
