"""The values of decimal numbers, and what is wrong with those that Python refuses."""

import re

from backpass.engine.language.parsing.lexer import UNFINISHED, Token
from backpass.engine.language.parsing.pending import StuckError

_LEADING_ZEROS = re.compile(r"0[0_]*[1-9][0-9_]*")


def has_leading_zeros(number: str) -> bool:
    """Whether a whole number begins with a zero: `0777`, which was octal once. `00`, `007.5` and `0e1` are right."""
    return number[0] == "0" and _LEADING_ZEROS.fullmatch(number) is not None


def number_of(token: Token) -> float:
    """The literal's value; from the first step a float, so that no integer can grow without bound."""
    text = token.text
    if has_leading_zeros(text):
        raise StuckError("leading zeros", token)
    try:
        return float(text)
    except ValueError:
        raise StuckError(_misspelt(text), token) from None


def _misspelt(number: str) -> str:
    """What is wrong with a number that is none."""
    if number[1] in "xXbBoO":
        return "base" if len(number) > 2 else "base without digits"
    if UNFINISHED.fullmatch(number):
        return "number unfinished"
    return "name behind point" if re.search(r"\.[^\W\d]", number) else "underscore in number"
