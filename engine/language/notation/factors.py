"""A letter before parentheses that is a factor, as in `a(x - h)² + k`: a product whose power belongs to the parentheses alone.

A letter is a factor where the program gives it a number, or where it is none of the usual names of functions and what stands in
the parentheses is a sum, a product or a quotient. Only formulas are read so: a program with definitions or loops has none of it.
"""

from backpass.engine.language.notation.letters import SYMBOL
from backpass.engine.language.parsing.lexer import Token, TokenKind
from backpass.engine.messages import say
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import Code, Problem

USUAL_FUNCTIONS = frozenset("fghFGe")
"""Names that are functions in class, and the base of the exponential."""
_STRUCTURES = frozenset({"def", "class", "for", "while", "import", "lambda", "with"})
_OPERATORS = frozenset({"+", "-", "*", "/"})
_STARTS = frozenset({TokenKind.NEWLINE})


def with_factors(tokens: list[Token], problems: list[Problem]) -> list[Token]:
    """The tokens with a `*` behind letters that are factors; adds a note for each letter."""
    if any(token.kind is TokenKind.NAME and token.text in _STRUCTURES for token in tokens):
        return tokens
    closing = _closing(tokens)
    defined = {tokens[place].text for place in closing if _defines(tokens, place, closing[place])}
    numbers = _numbers(tokens)
    made: list[Token] = []
    noted: set[str] = set()
    for place, token in enumerate(tokens):
        made.append(token)
        if place not in closing or token.text in defined or not _is_factor(tokens, place, closing[place], numbers):
            continue
        made.append(Token(TokenKind.SYMBOL, "*", token.end, token.end))
        if token.text not in noted:
            noted.add(token.text)
            hint = say("value-times-parentheses.hint", name=token.text)
            problems.append(Problem(Code.READING, say("value-times-parentheses", name=token.text), hint, token.span))
    return made


def _closing(tokens: list[Token]) -> dict[int, int]:
    """By the place of each name before a parenthesis, where that closes."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind is not TokenKind.SYMBOL:
            continue
        if token.text in ("(", "["):
            opened.append(place)
        elif token.text in (")", "]") and opened:
            start = opened.pop()
            if start and tokens[start].text == "(" and tokens[start - 1].kind is TokenKind.NAME:
                found[start - 1] = place
    return found


def _defines(tokens: list[Token], place: int, end: int) -> bool:
    """Whether `f(x) = …` begins here."""
    begins = place == 0 or tokens[place - 1].kind in _STARTS
    return begins and end + 1 < len(tokens) and tokens[end + 1].text == "="


def _numbers(tokens: list[Token]) -> set[str]:
    """The names to which a line assigns a number."""
    found: set[str] = set()
    for place, token in enumerate(tokens[:-3]):
        if token.kind is TokenKind.NAME and tokens[place + 1].text == "=" and (not place or tokens[place - 1].kind in _STARTS):
            value = place + 2 + (tokens[place + 2].text == "-")
            if tokens[value].kind is TokenKind.NUMBER and tokens[value + 1].kind in (TokenKind.NEWLINE, TokenKind.END):
                found.add(token.text)
    return found


def _is_factor(tokens: list[Token], place: int, end: int, numbers: set[str]) -> bool:
    name = tokens[place].text
    if place and tokens[place - 1].text in (".", "@", "/", "//", "**"):
        return False  # `1/a(x + 1)`: how far the quotient goes is ambiguous
    if name in USUAL_FUNCTIONS:
        return False
    if name in numbers:  # a value before parentheses is a factor wherever the program is run; its power alone is another one
        return tokens[end + 1].text == "**" or tokens[end + 1].kind is TokenKind.POWER
    if name in OPERATIONS.spellings or SYMBOL.fullmatch(name) is None:
        return False
    depth = 0
    for token in tokens[place + 2 : end]:
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if depth == 0 and token.text == ",":
            return False
    return any(token.kind is TokenKind.SYMBOL and token.text in _OPERATORS for token in tokens[place + 3 : end])
