"""`f(x) = …` as it is written in class, in tokens that the parser knows. Knows tokens only."""

from collections import Counter
from itertools import pairwise

from engine.language.tokens import Kind, Token


def definitions(tokens: list[Token]) -> list[Token]:
    """`f(x) = …` defines the value f, as in class; where f is called elsewhere, a function."""
    result: list[Token] = []
    line: list[Token] = []
    pairs = pairwise(tokens)
    heads = Counter(token.text for token, following in pairs if token.kind is Kind.NAME and following.text == "(")
    for token in tokens:
        line.append(token)
        if token.kind in (Kind.NEWLINE, Kind.END):
            result += _defined(line, heads)
            line = []
    return result


def _defined(line: list[Token], heads: Counter[str]) -> list[Token]:
    closing = next((place for place, token in enumerate(line) if token.text == ")"), -1)
    if closing < 3 or closing + 1 >= len(line) or line[closing + 1].text != "=" or line[1].text != "(":
        return line
    name, parameters = line[0], line[2:closing]
    if name.kind is not Kind.NAME or any(token.kind is not Kind.NAME and token.text != "," for token in parameters):
        return line
    if heads[name.text] < 2:
        return [name, *line[closing + 1 :]]
    place = line[closing + 1].end
    made = [Token(Kind.NAME, "lambda", place, place), *parameters, Token(Kind.SYMBOL, ":", place, place)]
    return [name, line[closing + 1], *made, *line[closing + 2 :]]
