"""Functions as they are written in class: without parentheses, with a power behind the name, or by names of other languages.

They are not read but answered with what to write, since `sin 2x + 1` and `sin x²` have more than one reading.
"""

import re

from backpass.engine.language.parsing.lexer import SUPERSCRIPTS, Token
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem, Replacement

SCHOOL_NAMES = {
    **dict.fromkeys(("tg", "tang", "tangens"), "tan({})"),
    **dict.fromkeys(("cot", "ctg", "cotg", "ctan", "cotan", "cotang"), "1/tan({})"),
    **dict.fromkeys(("sen", "seno", "sinus"), "sin({})"),
    **dict.fromkeys(("coseno", "cosinus"), "cos({})"),
    "sec": "1/cos({})",
    **dict.fromkeys(("csc", "cosec", "cossec"), "1/sin({})"),
    **dict.fromkeys(("arctg", "arctang", "atg"), "atan({})"),
    **dict.fromkeys(("arcsen", "arsen"), "asin({})"),
    **dict.fromkeys(("arcctg", "arccot", "acot", "arccotg"), "pi/2 - atan({})"),
    **dict.fromkeys(("senh", "sh"), "sinh({})"),
    "ch": "cosh({})",
    **dict.fromkeys(("tgh", "th"), "tanh({})"),
    "cth": "1/tanh({})",
    "lg": "log10({})",
    **dict.fromkeys(("lb", "ld"), "log2({})"),
    **dict.fromkeys(("racine", "raiz"), "sqrt({})"),
}
"""By a name from class, how it is written here."""

_ARGUMENT = re.compile(r"(?:\w{0,60}\((?:[^()\n]|\([^()\n]{0,60}\)){0,60}\)|[^\s+\-−*/=,;)\]])+")
_POWER = re.compile(
    r"[ \t]*(?:(?:\^|\*\*)[ \t]*\(?(?P<plain>[-−]?\d+)\)?|(?P<raised>⁻?[⁰¹²³⁴-⁹]+))[ \t]*"
    r"(?P<argument>\((?:[^()\n]|\([^()\n]*\))*\)|\w+)?"
)
_LONGEST = 60
"""Characters of an argument that are repeated in a hint."""


def without_parentheses(before: Token | None, token: Token, text: str) -> Problem | None:
    """`sin 2x`, `ln x`, `tg x`: a function and what follows it; None where the name before is no function of one value."""
    if before is None or not (before.text in SCHOOL_NAMES or _takes_one(before.text)):
        return None
    found = _ARGUMENT.match(text, token.start)
    argument = found[0][:_LONGEST] if found else token.text
    call = SCHOOL_NAMES.get(before.text, f"{before.text}({{}})").format(argument)
    message = say("function-without-parentheses", name=before.text)
    whole = (before.start, found.end() if found else token.end)
    replacement = Replacement(whole, call) if found is None or len(found[0]) <= _LONGEST else None
    return Problem(Code.SYNTAX, message, say("function-without-parentheses.hint", call=call), token.span, replacement=replacement)


def _takes_one(name: str) -> bool:
    record = OPERATIONS.spellings.get(name)
    return record is not None and record.elementwise and record.arity == 1


def power_of_function(name: str, behind: str) -> str | None:
    """What to write for `sin²(x)` or `sin^2(x)`, given the text behind the name; None where no power is there."""
    found = _POWER.match(behind)
    if found is None:
        return None
    power = (found["plain"] or found["raised"].translate(SUPERSCRIPTS)).replace("−", "-")
    argument = found["argument"] or "(x)"
    argument = argument if argument.startswith("(") else f"({argument})"
    argument = argument if len(argument) <= _LONGEST else "(x)"
    call = f"{name}{argument}**{power}" if power.isdigit() else f"{name}{argument}**({power})"
    if power == "-1" and f"a{name}" in OPERATIONS.spellings:
        return say("function-as-value.inverse", inverse=f"a{name}{argument}", call=call)
    return say("function-as-value.raised", call=call)
