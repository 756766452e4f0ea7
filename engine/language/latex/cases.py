r"""`\begin{cases} x^2 & x \ge 0 \\ -x & \text{otherwise} \end{cases}`: which part of the text is what. Knows characters only."""

import re
from typing import NamedTuple

from backpass.engine.problems import Span

CASES = frozenset({"cases", "dcases", "rcases"})
_END = re.compile(r"\\end\s*\{[dr]?cases\}")
_WORDS = re.compile(
    r"\\(?:text|mbox|textrm|mathrm)\s*\{\s*(?P<word>[^{}]*?)\s*\}|\\(?:quad|qquad)(?![a-zA-Z])"
    r"|\\[,;:! ]|[,.;]\s*$|\b(?:if|when|for)\b"
)
_EMPTY = re.compile(r"\{\s*\}")
_OTHERWISE = frozenset({"otherwise", "else", "elsewhere", "sonst"})


class Row(NamedTuple):
    """A value, and the condition under which it holds: none for the rest."""

    value: Span
    condition: Span | None


def rows(text: str, start: int) -> tuple[list[Row], int] | None:
    """The rows behind the beginning of the environment, and where it ends; None where it does not, or a row has no condition."""
    end = _END.search(text, start)
    if end is None:
        return None
    found: list[Row] = []
    begin = start
    for row in re.split(r"(?<=\\\\)", text[start : end.start()]):
        body = row.removesuffix("\\\\")
        value, separator, condition = body.partition("&")
        place = begin + len(value) + 1
        begin += len(row)
        if not body.strip():
            continue
        if not separator:
            return None
        is_rest = any(each["word"].strip(".,; ").lower() in _OTHERWISE for each in _WORDS.finditer(condition) if each["word"])
        found.append(Row((place - 1 - len(value), place - 1), None if is_rest else (place, place + len(condition))))
    if not found or any(row.condition is None for row in found[:-1]) or found[0].condition is None:
        return None
    return found, end.end()


def without_words(text: str) -> str:
    r"""A part of a row without what only says that a condition follows, such as `\text{if}`, every character at its place."""
    blank = lambda found: " " * len(found[0])  # noqa: E731
    return _EMPTY.sub(blank, _WORDS.sub(blank, re.sub(r"[,.;]\s*$", blank, text)))
