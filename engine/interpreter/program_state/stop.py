"""Where a program stopped that is run as far as it goes, and what its names stood for there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.frame import CallFrame
from backpass.engine.interpreter.values import Item, Scope
from backpass.engine.language.parsing.outline import Outline
from backpass.engine.language.program import Statement
from backpass.engine.problems import Span
from backpass.engine.shapes import size_of

_MAX_SCOPES = 50
"""Functions that are looked into, the innermost first."""


class Stop(NamedTuple):
    """The first place with a problem."""

    position: int
    """Where in the text the statement begins that was not run: of the top level, or within a loop of it."""
    within: bool
    """Whether parts of the statement of the top level have been run."""
    scopes: Sequence[Mapping[str, Item]]
    """What the names stood for in the functions of the program that were running, the innermost first, then at the top level."""
    statement: int = 0
    """The index of the statement of the top level that stopped."""

    def latest(self, current: Callable[[Tensor], Tensor]) -> Tensor | None:
        """The number with a gradient that was computed last, else such an array: in the innermost function that has one.
        `current` says what a tensor has become.
        """
        found = (latest_of(names.values(), current) for names in self.scopes)
        return next((each for each in found if each is not None), None)


def latest_of(items: Iterable[Item], current: Callable[[Tensor], Tensor]) -> Tensor | None:
    """Of all items the number with a gradient that was computed last, else such an array; None where there is none."""
    found = [current(each) for each in items if isinstance(each, Tensor)]
    made = [each for each in found if each.requires_grad and each.operation is not None]
    return max(made, key=lambda each: (size_of(each.raw) == 1, each.number), default=None)


def stopped(machine: Any, text: str, place: Span | None, statement: Statement, top: Scope) -> Stop:
    """What there is where the machine stopped, in a statement of the top level; `place` is that of the problem, where it has one.

    Asked before the machine goes on elsewhere.
    """
    scopes = [*(scope.names for scope in scopes_of(machine.frames, top)), top.names]
    outline = Outline(text)
    begin, end = outline.statement(statement.span) or statement.span
    within = place is not None and begin <= place[0] < end
    inner = outline.statement(place) if within else None
    position = begin if inner is None else max(begin, inner[0])
    ran = position > begin or len(scopes) > 1
    return Stop(position, ran, scopes)


def scopes_of(frames: Sequence[CallFrame], top: Scope) -> Iterator[Scope]:
    """The scopes of the program's own functions that are running, without those of libraries and that of the top level."""
    count = 0
    for frame in reversed(frames):
        scope = frame.scope if frame.place is None else None
        while scope is not None and scope is not top and count < _MAX_SCOPES:
            count += 1
            yield scope
            scope = scope.around
