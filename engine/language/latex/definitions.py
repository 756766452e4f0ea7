"""`f(x) = …` as it is written in class, in tokens that the parser knows. Knows tokens only."""

from collections import Counter
from itertools import pairwise
from keyword import kwlist

from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

_PYTHON = frozenset({*kwlist, "print"})
_SHORTEST = 7
"""Tokens of `f(x) = 2` and the end."""


def without_chains(tokens: list[Token], problems: list[Problem]) -> list[Token]:
    """Of `f(x) = a = b` what comes first, with a note; `a = b = 2` gives two names a value, as everywhere."""
    result: list[Token] = []
    line: list[Token] = []
    for token in tokens:
        line.append(token)
        if token.kind in (TokenKind.NEWLINE, TokenKind.END):
            result += _first_side(line, problems)
            line = []
    return result


def _first_side(line: list[Token], problems: list[Problem]) -> list[Token]:
    depth, places = 0, []
    for place, token in enumerate(line):
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if token.text == "=" and depth == 0:
            places.append(place)
    if len(places) < 2 or places[-1] == len(line) - 2 or all(after - before == 2 for before, after in pairwise(places)):
        return line
    second = line[places[1]]
    problems.append(Problem(Code.IGNORED, say("latex-chain"), say("latex-chain.hint"), (second.start, line[-2].end)))
    return [*line[: places[1]], line[-1]]


def in_lines(tokens: list[Token]) -> list[Token]:
    """Definitions that stand on one line, `a = …, L = …`, as a line each. Numbers come first: `y = x^2, x = 3` says what x is."""
    result: list[Token] = []
    line: list[Token] = []
    for token in tokens:
        line.append(token)
        if token.kind in (TokenKind.NEWLINE, TokenKind.END):
            result += _apart(line)
            line = []
    return result


def _apart(line: list[Token]) -> list[Token]:
    depth, defined, begin, pieces = 0, False, 0, []
    for place, token in enumerate(line):
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        defined = defined or (token.text == "=" and depth == 0)
        if token.text == "," and depth == 0 and defined and _begins_definition(line, place + 1):
            pieces.append(line[begin:place])
            begin = place + 1
    if not pieces:
        return line
    pieces.append(line[begin:-1])
    pieces.sort(key=lambda piece: not (len(piece) == 3 and piece[2].kind is TokenKind.NUMBER))
    result: list[Token] = []
    for piece in pieces:
        result += [*piece, Token(TokenKind.NEWLINE, "\n", piece[-1].end, piece[-1].end)]
    return [*result[:-1], line[-1]]


def _begins_definition(line: list[Token], place: int) -> bool:
    """Whether `name =` or `f(x) =` stands there."""
    if line[place].kind is not TokenKind.NAME:
        return False
    place += 1
    if line[place].text == "(":
        while line[place].text != ")":
            place += 1
            if line[place].kind is TokenKind.END:
                return False
        place += 1
    return line[place].text == "="


def definitions(tokens: list[Token]) -> list[Token]:
    """`f(x) = …` defines the value f, as in class; where f is called elsewhere, a function."""
    pairs = pairwise(tokens)
    heads = Counter(token.text for token, following in pairs if token.kind is TokenKind.NAME and following.text == "(")
    lines, ends = _lines(tokens)
    lines = [_defined(line, heads) for line in lines]
    functions = [line[0].text for line in lines if _is_function(line)]
    if len(set(functions)) == len(functions):  # a formula uses what is defined below it: `L = … \\\\ \\text{where} f(x) = …`
        lines.sort(key=lambda line: not _is_function(line))
    return [token for line, end in zip(lines, ends, strict=True) for token in (*line, end)]


def _lines(tokens: list[Token]) -> tuple[list[list[Token]], list[Token]]:
    """What stands in each line, and what ends it."""
    ends = [place for place, token in enumerate(tokens) if token.kind in (TokenKind.NEWLINE, TokenKind.END)]
    return [tokens[begin + 1 : end] for begin, end in pairwise([-1, *ends])], [tokens[end] for end in ends]


def _is_function(line: list[Token]) -> bool:
    return len(line) > 2 and line[1].text == "=" and line[2].text == "lambda"


def powers_as_names(tokens: list[Token]) -> list[Token]:
    """`\\sigma^2 = …` defines a value that is called so, `σ_squared`, wherever `\\sigma^2` stands; not where the text has
    `\\sigma` alone as well.
    """
    places = [place for place, token in enumerate(tokens) if _is_square(tokens, place)]
    begins = {0, *(place + 1 for place, token in enumerate(tokens) if token.kind is TokenKind.NEWLINE)}
    defined = {tokens[place].text for place in places if place in begins and tokens[place + _SQUARE].text == "="}
    used = Counter(token.text for token in tokens if token.kind is TokenKind.NAME)
    squares = Counter(tokens[place].text for place in places)
    named = {name for name in defined if used[name] == squares[name]}
    if not named:
        return tokens
    result: list[Token] = []
    passed = 0
    for place, token in enumerate(tokens):
        if place < passed:
            continue
        if token.text in named:
            passed = place + _SQUARE
            result.append(Token(TokenKind.NAME, f"{token.text}_squared", token.start, tokens[passed - 1].end))
        else:
            result.append(token)
    return result


_SQUARE = 5
"""Tokens of `σ**(2)`."""


def _is_square(tokens: list[Token], place: int) -> bool:
    texts = [token.text for token in tokens[place + 1 : place + _SQUARE]]
    return tokens[place].kind is TokenKind.NAME and texts == ["**", "(", "2", ")"]


def values_of_definitions(tokens: list[Token]) -> list[Token]:
    """The same of a formula in plain text, for functions that nothing else in it mentions: `f(x) = x^2` alone is the value f."""
    if len(tokens) < _SHORTEST or tokens[0].kind is not TokenKind.NAME or tokens[1].text != "(":
        return tokens
    names = Counter(token.text for token in tokens if token.kind is TokenKind.NAME)
    if not _PYTHON.isdisjoint(names):
        return tokens
    lines, ends = _lines(tokens)
    values = [_defined(line, Counter()) if line and names[line[0].text] == 1 else line for line in lines]
    if values == lines:
        return tokens
    heads = [line[0].text for line in values if len(line) > 1 and line[1].text == "="]
    if len(set(heads)) == len(heads):  # numbers come first, as in class: `f(x) = x^2`, below it `x = 3`
        values.sort(key=lambda line: not (len(line) == 3 and line[1].text == "=" and line[2].kind is TokenKind.NUMBER))
    return [token for line, end in zip(values, ends, strict=True) for token in (*line, end)]


def _defined(line: list[Token], heads: Counter[str]) -> list[Token]:
    closing = next((place for place, token in enumerate(line) if token.text == ")"), -1)
    if closing < 3 or closing + 1 >= len(line) or line[closing + 1].text != "=" or line[1].text != "(":
        return line
    name, parameters = line[0], line[2:closing]
    if name.kind is not TokenKind.NAME or any(token.kind is not TokenKind.NAME and token.text != "," for token in parameters):
        return line
    if heads[name.text] < 2:
        return [name, *line[closing + 1 :]]
    place = line[closing + 1].end
    made = [Token(TokenKind.NAME, "lambda", place, place), *parameters, Token(TokenKind.SYMBOL, ":", place, place)]
    return [name, line[closing + 1], *made, *line[closing + 2 :]]
