"""Text to tokens. Class notation (`2x²`, `3 × π`, `−1`) is part of the language, so its characters are tokens like any other.

Knows characters only: not which names are operations, nor what may follow what.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.problems import Code, Problem, Span


class Kind(StrEnum):
    NUMBER = "number"
    NAME = "name"
    STRING = "string"
    SYMBOL = "symbol"
    POWER = "power"
    """A written superscript such as `²` or `⁻¹`."""
    NEWLINE = "newline"
    END = "end"


class Token(NamedTuple):
    kind: Kind
    text: str
    """What it stands for: symbols in their plain spelling (`×` is `*`), a superscript as its digits."""
    start: int
    end: int

    @property
    def span(self) -> Span:
        return (self.start, self.end)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text, ending with an END token, and what could not be read."""

    tokens: list[Token]
    problems: list[Problem]


SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
"""Superscript digits and signs, and what they stand for."""

SAME_SYMBOL = {
    "×": "*",
    "·": "*",
    "⋅": "*",
    "∙": "*",
    "∗": "*",
    "÷": "/",
    "∕": "/",
    "−": "-",
    "–": "-",
    "^": "**",
    "＋": "+",
    "＝": "=",
}
"""Characters as they come from a class, a word processor or a phone, and the symbol they are read as."""

_SYMBOLS = ["...", "**=", "//=", "**", "//", "->", ":=", "+=", "-=", "*=", "/=", "%=", "@=", "^=", "==", "!=", "<=", ">="]
_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹"

_TOKEN = re.compile(
    r"(?P<space>[ \t\f\r\u00a0\u2009\u202f]+|\\\r?\n|\#[^\n]*)"
    r"|(?P<number>0[xXbBoO][0-9A-Za-z_]+|(?:[0-9]+(?:_[0-9]+)*(?:\.(?:[0-9]+(?:_[0-9]+)*)?)?|\.[0-9]+(?:_[0-9]+)*)(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?)"
    r"|(?P<string>(?:[rbfuRBFU]{1,2})?(?:\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'))"
    rf"|(?P<name>[^\W\d{_SUPERSCRIPT}][^\W{_SUPERSCRIPT}]*)"
    rf"|(?P<power>[⁻⁺]?[{_SUPERSCRIPT}]+)"
    r"|(?P<newline>\n|;|\u2028|\u2029)"
    rf"|(?P<symbol>{'|'.join(map(re.escape, _SYMBOLS))}|[-+*/%@()\[\]{{}}<>=,.:!&|~?$√{re.escape(''.join(SAME_SYMBOL))}])",
    re.DOTALL,
)


def tokenize(text: str) -> Tokens:
    """The tokens of `text`. Inside parentheses a new line does not end a statement. Never raises; see `Tokens.problems`."""
    tokens: list[Token] = []
    problems: list[Problem] = []
    append = tokens.append
    position, depth = 0, 0
    for found in _TOKEN.finditer(text):
        group = found.lastgroup
        start, end = found.span()
        if start != position:
            problems += [_unreadable(text, place) for place in range(position, start)]
        position = end
        if group == "space":
            continue
        spelled = found[0]
        if group == "name":
            append(Token(Kind.NAME, spelled, start, position))
        elif group == "symbol":
            symbol = SAME_SYMBOL.get(spelled, "**=" if spelled == "^=" else spelled)
            append(Token(Kind.SYMBOL, symbol, start, position))
            if symbol in "([{":
                depth += 1
            elif symbol in ")]}":
                depth = max(0, depth - 1)
        elif group == "newline":
            if depth == 0 or spelled == ";":
                depth = 0
                append(Token(Kind.NEWLINE, spelled, start, position))
        elif group == "power":
            append(Token(Kind.POWER, spelled.translate(SUPERSCRIPTS), start, position))
        else:
            append(Token(Kind(group or ""), spelled, start, position))
    problems += [_unreadable(text, place) for place in range(position, len(text))]
    append(Token(Kind.END, "", len(text), len(text)))
    return Tokens(tokens, problems)


def _unreadable(text: str, position: int) -> Problem:
    character = text[position]
    span = (position, position + 1)
    if character in "\"'`“”„‘’":
        return Problem(
            Code.STRING_NOT_ALLOWED,
            "A quotation mark opens a text that does not end on its line.",
            "Programs hold numbers, not texts: remove the quotes.",
            span,
        )
    shown = repr(character)[1:-1] if character.isprintable() else f"U+{ord(character):04X}"
    return Problem(
        Code.INVALID_CHARACTER,
        f"The character {shown} has no meaning in a program.",
        "Remove it; it may have come along invisibly when the text was copied.",
        span,
    )
