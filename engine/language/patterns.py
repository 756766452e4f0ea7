"""What may stand left of `=` and between `for` and `in`, and the parameters of functions: tokens to patterns."""

from collections.abc import Callable, Sequence

from engine.language.frames import StuckError
from engine.language.tokens import Kind, Token
from engine.language.tree import (
    Attribute,
    AttributeTarget,
    Expression,
    Name,
    Number,
    Parameter,
    Pattern,
    Several,
    Subscript,
    SubscriptTarget,
    Target,
)

Reader = Callable[[list[Token]], Expression]
"""Reads an expression from tokens without an END token."""

_MOST_NESTED = 20
"""Patterns within patterns; nobody writes more."""

_OPENING, _CLOSING = "([{", ")]}"


def split(tokens: Sequence[Token], symbol: str) -> list[list[Token]]:
    """The runs between a symbol outside all brackets; what stands between `lambda` and its colon counts as in brackets."""
    runs: list[list[Token]] = [[]]
    depth = lambdas = 0
    for token in tokens:
        if token.kind is Kind.SYMBOL:
            if token.text == ":" and lambdas:
                lambdas -= 1
                depth -= 1
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
            if token.text == symbol and depth == 0:
                runs.append([])
                continue
        elif token.text == "lambda" and token.kind is Kind.NAME:
            lambdas += 1
            depth += 1
        runs[-1].append(token)
    return runs


def pattern(tokens: Sequence[Token], end: Token, read: Reader | None = None, depth: int = 0) -> Pattern:
    """The pattern that the tokens before `end` spell. Without `read`, names and tuples of names only. Raises StuckError."""
    if not tokens:
        raise StuckError("no target", end)
    if depth > _MOST_NESTED:
        raise StuckError("target", tokens[0])
    runs = split(tokens, ",")
    if len(runs) > 1:
        if not runs[-1]:
            runs.pop()
        targets = tuple(pattern(run, end, read, depth + 1) for run in runs)
        return Several(targets, (tokens[0].start, tokens[-1].end))
    first = tokens[0]
    if first.text in ("(", "[") and tokens[-1].text in (")", "]"):
        return pattern(tokens[1:-1], end, read, depth + 1)
    if len(tokens) == 1 and first.kind is Kind.NAME:
        return Target(first.text, first.span)
    if read is None or first.kind is not Kind.NAME:
        raise StuckError("target", first)
    return _within(read(list(tokens)), first)


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
) -> tuple[tuple[Parameter, ...], int]:
    """The parameters from `position` up to the symbol that closes them, and its position. Annotations are passed over.

    Without `read` a default is a single name or number. Raises StuckError.
    """
    depth, end = 0, position
    while depth or tokens[end].text != closing:
        token = tokens[end]
        if token.kind is Kind.END:
            raise StuckError("parameter", token, tokens[end - 1])
        if token.kind is Kind.SYMBOL:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
        end += 1
    found: list[Parameter] = []
    for run in split(tokens[position:end], ","):
        if not run:
            if position == end or (found and tokens[end - 1].text == ","):
                continue
            raise StuckError("parameter", tokens[position])
        found.append(_parameter(run, read))
    return tuple(found), end


def _parameter(run: list[Token], read: Reader | None) -> Parameter:
    several = run[0].text == "*"
    words = run[several:]
    if not words or words[0].kind is not Kind.NAME:
        raise StuckError("parameter", run[0])
    name, default = words[0], None
    sides = split(words, "=")
    if len(sides) > 1 and sides[1]:
        default = _default(sides[1], read)
    elif len(words) > 1 and words[1].text != ":":
        raise StuckError("parameter", words[1])
    return Parameter(name.text, default, name.span, several)


def _default(tokens: list[Token], read: Reader | None) -> Expression:
    if read is not None:
        return read(tokens)
    (first, *more) = tokens
    if more or first.kind not in (Kind.NAME, Kind.NUMBER):
        raise StuckError("parameter", first)
    return (Name(first.text, first.span) if first.kind is Kind.NAME else Number(float(first.text), first.span),)
