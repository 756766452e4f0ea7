"""Where the statements of a text begin and end, whether they can be read or not. Knows tokens and indentation only."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from backpass.engine.language.latex.detection import is_latex
from backpass.engine.language.parsing.blocks import Line, lines
from backpass.engine.language.parsing.lexer import Token, TokenKind, tokenize
from backpass.engine.language.pasted_text.copied_text import unwrap
from backpass.engine.problems import Span

_GOES_ON = frozenset({"elif", "else", "except", "finally"})
"""What follows a block and belongs to it."""
_OPENING, _CLOSING = "([{", ")]}"


class _Row(NamedTuple):
    """A line of a program, its brackets closed; behind a semicolon another one begins."""

    start: int
    end: int
    indentation: int
    first: str
    opens: bool
    """Whether the lines that are indented under it belong to it."""
    is_guard: bool
    """Whether it is `if __name__ == "__main__":`, under which statements of the top level stand."""


def _on_one_line(text: str, tokens: Sequence[Token]) -> int:
    """How many tokens stand on the line on which the first begins."""
    end = text.find("\n", tokens[0].start)
    return len(tokens) if end < 0 else sum(token.start < end for token in tokens)


def _row(text: str, line: Line, before: int) -> _Row:
    tokens: Sequence[Token] = line.tokens
    indentation = before if line.indentation is None else line.indentation
    if sum((token.text in _OPENING) - (token.text in _CLOSING) for token in tokens if token.kind is TokenKind.SYMBOL) > 0:
        tokens = tokens[: _on_one_line(text, tokens)]  # a bracket that is never closed takes all that follows
    is_guard = len(tokens) > 1 and tokens[0].text == "if" and tokens[1].text == "__name__"
    return _Row(tokens[0].start, tokens[-1].end, indentation, tokens[0].text, tokens[-1].text == ":", is_guard)


class Outline:
    """The statements of one text. In LaTeX each line is a statement, and none can be left out."""

    def __init__(self, text: str) -> None:
        bare, _ = unwrap(text)
        self._is_latex = is_latex(bare)
        self.bare = bare
        """The program without what stands around it, every character where it was."""
        self._rows: list[_Row] = []
        if not self._is_latex:
            for line in lines(bare, tokenize(bare).tokens):
                self._rows.append(_row(bare, line, self._rows[-1].indentation if self._rows else 0))
        self._starts = [row.start for row in self._rows]

    def top(self, position: int) -> int:
        """Where the statement of the top level begins that holds a position."""
        if self._is_latex or not self._rows:
            return self.bare.rfind("\n", 0, position) + 1
        place = self._at(position)
        while (above := self._above(place)) is not None:
            place = above
        return self._rows[self._first(place)].start

    def statement(self, span: Span | None) -> Span | None:
        """The whole of the innermost statement that holds a stretch of the text; None where there is none."""
        if span is None or self._is_latex or not self._rows:
            return None
        place = self._at(span[0])
        first = self._first(place)
        found = (self._rows[first].start, self._rows[self._last(first)].end)
        is_larger = span[0] <= found[0] and span[1] > found[1] + 1
        return None if is_larger else found

    def _at(self, position: int) -> int:
        return max(0, bisect_right(self._starts, position) - 1)

    def _above(self, place: int) -> int | None:
        """The line under which a line is indented."""
        rows = self._rows
        wanted = rows[place].indentation
        for index in range(place - 1, -1, -1):
            if rows[index].indentation < wanted:
                return index if rows[index].opens and not rows[index].is_guard else None
        return None

    def _first(self, place: int) -> int:
        """The line with which a statement begins: `if` of `else`, the decorators of a function."""
        rows = self._rows
        while place and rows[place].first in _GOES_ON:
            before = place - 1
            while before and rows[before].indentation > rows[place].indentation:
                before -= 1
            place = before
        while place and rows[place - 1].first == "@" and rows[place - 1].indentation == rows[place].indentation:
            place -= 1
        return place

    def _last(self, place: int) -> int:
        """The line with which a statement ends that begins at one."""
        rows = self._rows
        while rows[place].first == "@" and place + 1 < len(rows):
            place += 1
        indentation, opens = rows[place].indentation, rows[place].opens
        while opens and place + 1 < len(rows):
            following = rows[place + 1]
            goes_on = following.indentation == indentation and following.first in _GOES_ON
            if following.indentation <= indentation and not goes_on:
                break
            place += 1
        return place
