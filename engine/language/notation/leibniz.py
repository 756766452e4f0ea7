"""Derivatives as they are written in class: `d/dx (x² sin(x))`, `dy/dx`, `d²y/dx²`.

The tokens become those of a call, `derivative(x² sin(x), x)`, so that the one parser reads it. Where a program uses `dx` (or
`dy`) for something of its own, as code that writes out a backward pass does, the quotient is one. What could be read in two ways
is refused. Knows tokens only.
"""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, Span

DERIVATIVE = "derivative"
"""The function that such a notation becomes a call of."""
HIGHEST_ORDER = 9

_HINT = re.compile(r"d[^/\n]{0,40}/\s*\(?\s*d\w")
_ENDS = frozenset({")", "]", "}", ",", "=", "<", ">", "<=", ">=", "==", "!=", ":"})


@dataclass(frozen=True, slots=True)
class _Quotient:
    """`dy/dx` among the tokens, `y` empty where it is `d/dx`."""

    begin: int
    """The first token that belongs to it, a parenthesis around it included."""
    end: int
    """Behind the last one."""
    what: Token | None
    """The `y`."""
    by: Token
    """The `x`."""
    order: int
    names: tuple[str, ...]
    """As they are written: `dy` and `dx`."""
    span: Span


def has_derivatives(text: str) -> bool:
    """Whether a text may have such a notation."""
    return _HINT.search(text) is not None or "frac" in text or "\\partial" in text


def read_derivatives(text: str, tokens: list[Token], problems: list[Problem]) -> list[Token]:
    """The tokens with derivatives as calls; adds a problem for each that cannot be one."""
    if not has_derivatives(text):
        return tokens
    found = [each for place in range(len(tokens)) if (each := _quotient(tokens, place))]
    counts = Counter(token.text for token in tokens if token.kind is TokenKind.NAME)
    inside = Counter(name for each in found for name in each.names)
    assigned = {before.text for before, after in pairwise(tokens) if after.text == "="}
    read: list[Token] = []
    position = 0
    for each in found:
        if any(counts[name] > inside[name] for name in each.names):
            continue  # names of the program's own
        read += tokens[position : each.begin]
        position = _written(tokens, each, assigned, read, problems)
    return [*read, *tokens[position:]]


def _quotient(tokens: list[Token], place: int) -> _Quotient | None:
    """The derivative that begins with the `d` at this place."""
    first = tokens[place]
    if first.kind is not TokenKind.NAME or not first.text.startswith("d"):
        return None
    above, order, position = first.text[1:], 1, place + 1
    names = [first.text]
    what = Token(TokenKind.NAME, above, first.start + 1, first.end) if above else None
    if not above:
        order, position = _power(tokens, position)
        if order > 1 and tokens[position].kind is TokenKind.NAME:
            what, position = tokens[position], position + 1
        elif order > 1 and tokens[position].text == "*" and tokens[position + 1].kind is TokenKind.NAME:
            what, position = tokens[position + 1], position + 2  # of LaTeX
    if position + 1 >= len(tokens) or tokens[position].text != "/":
        return None
    below = tokens[position + 1]
    if below.kind is not TokenKind.NAME or len(below.text) < 2 or not below.text.startswith("d"):
        return None
    names.append(below.text)
    order_below, position = _power(tokens, position + 2)
    if order_below != order or not 1 <= order <= HIGHEST_ORDER:
        return None
    begin, end = place, position
    while begin and tokens[begin - 1].text == "(" and tokens[end].text == ")" and _no_call(tokens, begin - 1):
        begin, end = begin - 1, end + 1
    by = Token(TokenKind.NAME, below.text[1:], below.start + 1, below.end)
    return _Quotient(begin, end, what, by, order, tuple(names), (tokens[begin].start, tokens[end - 1].end))


def _no_call(tokens: list[Token], parenthesis: int) -> bool:
    return parenthesis == 0 or tokens[parenthesis - 1].kind is not TokenKind.NAME


def _power(tokens: list[Token], place: int) -> tuple[int, int]:
    """The exponent at this place, 1 where there is none, and the place behind it."""
    if tokens[place].kind is TokenKind.POWER and tokens[place].text.isdigit():
        return int(tokens[place].text[:3]), place + 1
    if tokens[place].text == "**" and tokens[place + 1].text.isdigit():
        return int(tokens[place + 1].text[:3]), place + 2
    return 1, place


def _written(tokens: list[Token], found: _Quotient, assigned: set[str], read: list[Token], problems: list[Problem]) -> int:
    """Adds the call to what is read, and returns where to go on."""
    shown = f"d{found.what.text if found.what else ''}/d{found.by.text}"
    if found.what is not None:
        if found.what.text not in assigned:
            problems.append(_unknown(shown, found))
        read += _call([found.what], found)
        return found.end
    begin = found.end + (tokens[found.end].text == "*")
    end, problem = _operand(tokens, begin)
    if problem is not None:
        problems.append(Problem(Code.AMBIGUOUS, say(problem, shown=shown), say(f"{problem}.hint", shown=shown), found.span))
    operand = tokens[begin:end] or [Token(TokenKind.NUMBER, "0", found.span[1], found.span[1])]
    read += _call(operand, found)
    return end


def _unknown(shown: str, found: _Quotient) -> Problem:
    assert found.what is not None
    what, by = found.what.text, found.by.text
    return Problem(
        Code.AMBIGUOUS,
        say("derivative-of-unknown", shown=shown, what=what, by=by),
        say("derivative-of-unknown.hint", what=what, by=by),
        found.span,
    )


def _call(operand: list[Token], found: _Quotient) -> list[Token]:
    end = max(operand[-1].end, found.span[1])
    order = (
        [Token(TokenKind.SYMBOL, ",", end, end), Token(TokenKind.NUMBER, str(found.order), end, end)] if found.order > 1 else []
    )
    return [
        Token(TokenKind.NAME, DERIVATIVE, *found.span),
        Token(TokenKind.SYMBOL, "(", found.span[1], found.span[1]),
        *operand,
        Token(TokenKind.SYMBOL, ",", end, end),
        found.by,
        *order,
        Token(TokenKind.SYMBOL, ")", end, end),
    ]


_NOTHING, _HOW_FAR = "derivative-of-nothing", "derivative-reach"


def _operand(tokens: list[Token], begin: int) -> tuple[int, str | None]:
    """Where what is differentiated ends, and what is wrong with it: a group in parentheses, with its power; or all that stands
    there, if it is one term.
    """
    grouped = tokens[begin].text == "("
    position, depth, before = begin, 0, ""
    while True:
        token = tokens[position]
        text = token.text
        ended = token.kind in (TokenKind.END, TokenKind.NEWLINE)
        if depth == 0 and (ended or text in _ENDS):
            break
        if depth == 0 and text in ("+", "-") and position > begin and before not in ("*", "/", "**", "^"):
            return position, None if grouped and _one_group(tokens, begin, position) else _HOW_FAR
        if depth == 0 and position == begin and text in ("+", "-", "*", "/"):
            return position, _NOTHING
        if ended:
            break
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        before, position = text, position + 1
    if position == begin:
        return position, _NOTHING
    if grouped and not _one_group(tokens, begin, position):
        return position, _HOW_FAR
    return position, None


def _one_group(tokens: list[Token], begin: int, end: int) -> bool:
    """Whether it is one group in parentheses, with a power or without."""
    depth = 0
    for place in range(begin, end):
        depth += (tokens[place].text == "(") - (tokens[place].text == ")")
        if depth == 0:
            rest = tokens[place + 1 : end]
            return not rest or rest[0].kind is TokenKind.POWER or rest[0].text == "**"
    return False
