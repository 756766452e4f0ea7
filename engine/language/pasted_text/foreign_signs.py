"""Signs of other languages at which reading stops, `// note`, `x && y`, `x++`, `5 mod 3`, `!x`, each with what is written here.

Looked at only where a line cannot be read, so that no program that can be read changes.
"""

import re

from backpass.engine.language.parsing.lexer import Token
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Replacement, Span

_COMMENT = re.compile(r"[ \t]*(//)(?!=)")
_COUNTED = re.compile(r"[ \t]*([^\W\d]\w*)[ \t]*(\+\+|--)[ \t]*(?=;|$)")
_BETWEEN = re.compile(r"(?<=[\w)\]])[ \t]*(&&|\|\||\bmod\b)[ \t]*(?=[\w(\[.!-])")
_WRITTEN = {"&&": "and", "||": "or", "mod": "%"}
_BEFORE_NOT = frozenset({"=", "(", ",", "if", "elif", "while", "and", "or", "return"})
"""What `not` may stand behind without parentheses."""


def foreign_sign(token: Token, before: Token | None, text: str) -> Problem | None:
    """What to write for a sign of another language; None where reading stopped at something else."""
    begin = text.rfind("\n", 0, token.start) + 1
    line = text[begin:].partition("\n")[0]
    if found := _COMMENT.match(line):
        place = (begin + found.start(1), begin + found.end(1))
        return Problem(
            Code.SYNTAX, say("foreign-comment"), say("foreign-comment.hint"), place, replacement=Replacement(place, "#")
        )
    if found := _COUNTED.match(line):
        written = f"{found[1]} {found[2][0]}= 1"
        return _problem(found[2], written, (begin + found.start(1), begin + found.end(2)), replaced=True)
    if token.text == "!" and re.match(r"![\w(]", text[token.start :]):
        is_first = before is None or before.text in _BEFORE_NOT or "\n" in text[before.end : token.start]
        return _problem("!", "not ", token.span, replaced=is_first)
    for found in _BETWEEN.finditer(line):
        place, sign = (begin + found.start(), begin + found.end()), found[1]
        is_here = token.start <= place[1] and (before is None or before.end >= place[0])
        is_bars = sign == "||" and line.count("|") != 2
        is_name = sign == "mod" and re.search(r"\bmod[ \t]*=|\bdef[ \t]+mod\b", text)
        if is_here and not is_bars and not is_name:
            return _problem(sign, f" {_WRITTEN[sign]} ", place, replaced=True)
    return None


def _problem(sign: str, written: str, span: Span, *, replaced: bool) -> Problem:
    message, hint = say("foreign-sign", sign=sign), say("foreign-sign.hint", written=written.strip())
    return Problem(Code.SYNTAX, message, hint, span, replacement=Replacement(span, written) if replaced else None)
