"""What the lines of a program gave, of which no more is kept than its output is chosen from: a loop may go through a million."""

import ast
from dataclasses import dataclass
from typing import Any

from backpass.engine.handles.handle import Handle

LARGEST_BITS = 1_023
"""Of a whole number with a node: no larger one is a float as well."""


@dataclass(slots=True)
class Line:
    """What a statement of the top level gave."""

    value: Any
    at: ast.AST
    name: str | None = None


@dataclass(slots=True)
class Lines:
    """The last of each kind so far."""

    number: Line | None = None
    """The last number of a name or an expression."""
    listed: Line | None = None
    """A list that came after it."""
    printed: Line | None = None
    """The last number that was printed by itself."""
    last_shown: Any = None
    """The last number that was printed, by itself or in a text."""
    is_shown_last: bool = False
    """Whether no line has had a value since."""
    formatted: Any = None
    """A number that a text has been made of, which nothing has printed yet."""

    def given(self, line: Line) -> None:
        """A name or an expression of the top level has a value."""
        if isinstance(line.value, int | float | Handle):
            if fits(line.value):
                self.number, self.listed, self.is_shown_last = line, None, False
        elif isinstance(line.value, list | tuple) and line.value:
            self.listed, self.is_shown_last = line, False

    def shown(self, values: tuple[Any, ...], at: ast.AST) -> None:
        """Values have been printed."""
        found, self.formatted = self.formatted, None
        for each in values:
            if is_number(each) and fits(each):
                found, self.printed = each, Line(each, at)
        if found is not None:
            self.last_shown, self.is_shown_last = found, True


def is_number(value: Any) -> bool:
    """Whether a value is a number that may be an output."""
    return isinstance(value, int | float | Handle) and type(value) is not bool


def fits(value: Any) -> bool:
    """Whether a number is one that a tensor can hold."""
    return not isinstance(value, int) or value.bit_length() <= LARGEST_BITS
