"""Texts in quotes: what they say, and the values within those that begin with f. Knows nothing of how values are computed."""

import re
from dataclasses import dataclass
from functools import lru_cache

from backpass.engine.language.parsing.lexer import Token
from backpass.engine.language.parsing.pending import StuckError

LONGEST = 200
"""Characters of a label that are kept."""

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": ""}
_QUOTES = re.compile(r"^([rbfuRBFU]*)(\"\"\"|'''|\"|')")


def _parts(text: str) -> tuple[str, str, int]:
    """Prefix, inside, and where the inside begins."""
    found = _QUOTES.match(text)
    assert found is not None
    prefix, quotes = found.groups()
    return prefix.lower(), text[found.end() : len(text) - len(quotes)], found.end()


@lru_cache(maxsize=4096)
def unquoted(text: str) -> str:
    """What a text in quotes says."""
    prefix, inside, _ = _parts(text)
    return inside if "r" in prefix else unescaped(inside)


def unescaped(text: str) -> str:
    return re.sub(r"\\(.|\n)", lambda found: _ESCAPES.get(found[1], found[0]), text)


@dataclass(frozen=True, slots=True)
class EmbeddedExpression:
    """An expression within a text, and where it begins in the program."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text with values: texts around them, and how each is to be written."""

    texts: tuple[str, ...]
    values: tuple[EmbeddedExpression, ...]
    formats: tuple[str, ...]


def formatted(token: Token) -> Pieces | None:
    """The pieces of `f"…{x:.2f}…"`; None for a text without values. Raises StuckError where a bracket is not closed."""
    prefix, inside, begin = _parts(token.text)
    if "f" not in prefix:
        return None
    texts, values, formats = [""], [], []
    position = 0
    while position < len(inside):
        character = inside[position]
        if inside[position : position + 2] in ("{{", "}}"):
            texts[-1] += character
            position += 2
        elif character == "{":
            end = _end(inside, position + 1, token)
            shown, value, written = _split(inside[position + 1 : end])
            texts[-1] += shown
            values.append(EmbeddedExpression(value, token.start + begin + position + 1))
            formats.append(written)
            texts.append("")
            position = end + 1
        elif character == "}":
            raise StuckError("format", token)
        else:
            following = next((place for place in range(position, len(inside)) if inside[place] in "{}"), len(inside))
            texts[-1] += inside[position:following]
            position = following
    plain = (lambda text: text) if "r" in prefix else unescaped
    return Pieces(tuple(map(plain, texts)), tuple(values), tuple(formats))


def _end(inside: str, position: int, token: Token) -> int:
    """Where the curly bracket that was opened before `position` is closed."""
    depth = 0
    for place in range(position, len(inside)):
        if inside[place] in "([{":
            depth += 1
        elif inside[place] in ")]}":
            if depth == 0:
                return place
            depth -= 1
    raise StuckError("format", token)


def _split(value: str) -> tuple[str, str, str]:
    """The text that `{x=}` shows before the value, the expression, and its format behind `:` or `!`."""
    depth, end = 0, len(value)
    for place, character in enumerate(value):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and (character == ":" or (character == "!" and value[place + 1 : place + 2] != "=")):
            end = place
            break
    shown, written = value[:end], value[end:].removeprefix(":")
    expression = shown.rstrip()
    if not expression.endswith("=") or expression.endswith(("==", "!=", "<=", ">=")):
        return "", shown, written
    return shown, expression.removesuffix("="), written or "!r"
