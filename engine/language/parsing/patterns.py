"""What may stand left of `=` and between `for` and `in`, and the parameters of functions: tokens to patterns."""

import keyword
from collections.abc import Callable, Sequence

from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.language.parsing.number_literals import number_of
from backpass.engine.language.parsing.pending import StuckError
from backpass.engine.language.syntax_tree import (
    AssignmentTarget,
    Attribute,
    AttributeTarget,
    Expression,
    FunctionParameter,
    Name,
    NumberLiteral,
    Pattern,
    Several,
    Subscript,
    SubscriptTarget,
)

Reader = Callable[[list[Token]], Expression]
"""Reads an expression from tokens without an END token."""

_MAX_NESTED = 20
"""Patterns within patterns; nobody writes more."""

_OPENING, _CLOSING = "([{", ")]}"


def split(tokens: Sequence[Token], symbol: str) -> list[list[Token]]:
    """The runs between a symbol outside all brackets; what stands between `lambda` and its colon counts as in brackets."""
    runs: list[list[Token]] = [[]]
    depth = lambdas = 0
    for token in tokens:
        if token.kind is TokenKind.SYMBOL:
            if token.text == ":" and lambdas:
                lambdas -= 1
                depth -= 1
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
            if token.text == symbol and depth == 0:
                runs.append([])
                continue
        elif token.text == "lambda" and token.kind is TokenKind.NAME:
            lambdas += 1
            depth += 1
        runs[-1].append(token)
    return runs


def bracketed(tokens: list[Token]) -> list[Token]:
    """The tokens of a value, in brackets where commas make a tuple of it."""
    if len(split(tokens, ",")) == 1:
        return tokens
    start, end = tokens[0].start, tokens[-1].end
    return [Token(TokenKind.SYMBOL, "(", start, start), *tokens, Token(TokenKind.SYMBOL, ")", end, end)]


def pattern(tokens: Sequence[Token], end: Token, read: Reader | None = None, depth: int = 0) -> Pattern:
    """The pattern that the tokens before `end` spell. Without `read`, names and tuples of names only. Raises StuckError."""
    if not tokens:
        raise StuckError("no target", end)
    if depth > _MAX_NESTED:
        raise StuckError("target", tokens[0])
    runs = split(tokens, ",")
    if len(runs) > 1:
        if not runs[-1]:
            runs.pop()
        starred = [place for place, run in enumerate(runs) if len(run) > 1 and run[0].text == "*"]
        if len(starred) > 1:
            raise StuckError("starred twice", runs[starred[1]][0])
        targets = tuple(pattern(run[1:] if place in starred else run, end, read, depth + 1) for place, run in enumerate(runs))
        return Several(targets, (tokens[0].start, tokens[-1].end), starred[0] if starred else None)
    first = tokens[0]
    if first.text in ("(", "[") and tokens[-1].text in (")", "]"):
        return pattern(tokens[1:-1], end, read, depth + 1)
    if len(tokens) == 1 and first.kind is TokenKind.NAME:
        check_name(first)
        return AssignmentTarget(first.text, first.span)
    if read is None or first.kind is not TokenKind.NAME:
        raise StuckError("target", first)
    return _within(read(list(tokens)), first)


def check_name(token: Token) -> None:
    """Raises StuckError for a word of Python, which names nothing."""
    if keyword.iskeyword(token.text):
        raise StuckError("keyword", token)


def _within(expression: Expression, first: Token) -> Pattern:
    last = expression[-1]
    span = last.span
    if isinstance(last, Attribute):
        return AttributeTarget(expression[:-1], last.name, span)
    if isinstance(last, Subscript):
        return SubscriptTarget(expression, span)
    raise StuckError("target", first)


def parameters(
    tokens: Sequence[Token], position: int, closing: str, read: Reader | None = None
) -> tuple[tuple[FunctionParameter, ...], int]:
    """The parameters from `position` up to the symbol that closes them, and its position. Annotations are ignored.

    Without `read` a default is a single name or number. Raises StuckError.
    """
    depth, end = 0, position
    while depth or tokens[end].text != closing:
        token = tokens[end]
        if token.kind is TokenKind.END:
            raise StuckError("parameter", token, tokens[end - 1])
        if token.kind is TokenKind.SYMBOL:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
        end += 1
    found: list[FunctionParameter] = []
    for run in split(tokens[position:end], ","):
        if not run:
            if position == end or (found and tokens[end - 1].text == ","):
                continue
            raise StuckError("parameter", tokens[position])
        if len(run) == 1 and run[0].text == "/":
            found = _by_place(found, run[0])
            continue
        found.append(_parameter(run, read))
        _check_order(found, run[0])
    for place, each in enumerate(found):
        if each.several and not each.name and (place + 1 == len(found) or found[place + 1].mapping):
            raise StuckError("parameter", tokens[end], tokens[end - 1])  # behind `*` alone come names
    return tuple(found), end


def _by_place(found: Sequence[FunctionParameter], slash: Token) -> list[FunctionParameter]:
    """The parameters before `/`, which stands once and behind no star. Raises StuckError."""
    if not found or any(each.several or each.mapping or each.by_place for each in found):
        raise StuckError("parameter", slash)
    return [each._replace(by_place=True) for each in found]


def _check_order(found: Sequence[FunctionParameter], token: Token) -> None:
    """What Python refuses as well: the same name twice, a second `*`, one behind `**`, and one without a default after one that
    has it.
    """
    *earlier, last = found
    if any(last.name == each.name or (last.several and each.several) for each in earlier):
        raise StuckError("repeated parameter", token)
    if any(each.mapping for each in earlier):
        raise StuckError("parameter", token)
    by_place = not any(each.several or each.mapping for each in found)
    if by_place and last.default is None and any(each.default is not None for each in earlier):
        raise StuckError("default missing", token)


def _parameter(run: list[Token], read: Reader | None) -> FunctionParameter:
    several, mapping = run[0].text == "*", run[0].text == "**"
    if several and len(run) == 1:
        return FunctionParameter("", None, run[0].span, several=True)
    words = run[several or mapping :]
    if not words or words[0].kind is not TokenKind.NAME or keyword.iskeyword(words[0].text):
        raise StuckError("parameter", run[0])
    name, default = words[0], None
    sides = split(words, "=")
    if len(sides) > 2 or ((several or mapping) and len(sides) > 1):
        raise StuckError("parameter", words[0])
    if len(sides) > 1 and sides[1]:
        default = _default(sides[1], read)
    elif len(words) > 1 and words[1].text != ":":
        raise StuckError("parameter", words[1])
    return FunctionParameter(name.text, default, name.span, several, mapping)


def _default(tokens: list[Token], read: Reader | None) -> Expression:
    if read is not None:
        return read(tokens)
    (first, *more) = tokens
    if more or first.kind not in (TokenKind.NAME, TokenKind.NUMBER):
        raise StuckError("parameter", first)
    return (Name(first.text, first.span) if first.kind is TokenKind.NAME else NumberLiteral(number_of(first), first.span),)
