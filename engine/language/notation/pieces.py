"""Functions in pieces as calls of `where`: Desmos' `{x<0: -x, x>=0: x^2}`, and what LaTeX writes as cases. Knows tokens only."""

from collections.abc import Sequence

from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.language.parsing.patterns import split
from backpass.engine.problems import Span

Piece = tuple[Sequence[Token], Sequence[Token]]
"""A condition and the value where it holds."""

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_COMPARES = frozenset({"<", ">", "<=", ">=", "==", "!="})


def piecewise(pieces: Sequence[Piece], otherwise: Sequence[Token], span: Span) -> list[Token]:
    """`where(condition, value, where(…, otherwise))`; NaN where no condition holds and there is no value for the rest. All of it
    stands at `span`.
    """
    place, end = span
    if len(pieces) == 2 and not otherwise and _is_rest(pieces[0][0], pieces[1][0]):
        pieces, otherwise = pieces[:1], pieces[1][1]
    made: list[Token] = []
    for condition, value in pieces:
        made += [_name("where", place), _symbol("(", place), *condition, _symbol(",", place)]
        made += [_symbol("(", place), *value, _symbol(")", place), _symbol(",", place)]
    nothing = [_name("float", place), _symbol("(", place), Token(TokenKind.STRING, "'nan'", place, place), _symbol(")", place)]
    made += [_symbol("(", place), *otherwise, _symbol(")", place)] if otherwise else nothing
    return [*made, *[_symbol(")", end)] * len(pieces)]


def _is_rest(one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether a condition holds exactly where the other does not: `x < 0` and `x >= 0`."""
    texts, others = [token.text for token in one], [token.text for token in other]
    return [_OPPOSITE.get(text, text) for text in texts] == others and len(_COMPARES.intersection(texts)) == 1


def compares(condition: Sequence[Token]) -> bool:
    """Whether it is a comparison."""
    return not _COMPARES.isdisjoint(token.text for token in condition)


def with_pieces(tokens: list[Token]) -> list[Token]:
    """The tokens with braces that hold conditions and values as calls; any other braces stay as they are."""
    made: list[Token] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.text == "{" and token.kind is TokenKind.SYMBOL:
            end = _closing(tokens, position)
            if end is not None and (read := _pieces(tokens[position + 1 : end], (token.start, tokens[end].end))):
                made += read
                position = end + 1
                continue
        made.append(token)
        position += 1
    return made


def _closing(tokens: Sequence[Token], opens: int) -> int | None:
    """Where the brace closes; None where another one is within it, or none closes it."""
    for place in range(opens + 1, len(tokens)):
        if tokens[place].kind is TokenKind.SYMBOL and tokens[place].text in ("{", "}"):
            return place if tokens[place].text == "}" else None
    return None


def _pieces(inside: list[Token], span: Span) -> list[Token]:
    """The call that the inside of braces is; nothing where it is none, such as that of a dictionary."""
    runs = [split(run, ":") for run in split(inside, ",")]
    conditions, last = runs, []
    if runs and len(runs[-1]) == 1 and len(runs) > 1:
        conditions, last = runs[:-1], runs[-1][0]
        if not last:
            return []
    if not conditions or not all(len(run) == 2 and all(run) and compares(run[0]) for run in conditions):
        return []
    return piecewise([(run[0], run[1]) for run in conditions], last, span)


def _symbol(text: str, place: int) -> Token:
    return Token(TokenKind.SYMBOL, text, place, place)


def _name(text: str, place: int) -> Token:
    return Token(TokenKind.NAME, text, place, place)
