"""Which part of a program made which node: calls, loops and their repetitions, as a tree of groups.

A group is a stretch of the order in which tensors are made, so nothing is kept per tensor.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.problems import Span
from engine.tensor import Tensor


class Group(NamedTuple):
    """One call, one loop, or one repetition of a loop."""

    parent: int | None
    kind: str
    """`call`, `loop` or `iteration`."""
    name: str
    span: Span | None


class Groups:
    """The groups of one run, and the one that is being worked in."""

    def __init__(self) -> None:
        self.all: list[Group] = []
        self.current: int | None = None
        self._begins: list[int] = []
        self._groups: list[int | None] = []

    def enter(self, kind: str, name: str, span: Span | None) -> int:
        """Begins a group within the present one and returns its number."""
        self.all.append(Group(self.current, kind, name, span))
        self.go(len(self.all) - 1)
        return len(self.all) - 1

    def leave(self, group: int) -> None:
        """Goes on in the group that holds this one."""
        self.go(self.all[group].parent)

    def go(self, group: int | None) -> None:
        """Goes on in a group; what is made from now on belongs to it."""
        if group == self.current:
            return
        self.current = group
        self._begins.append(Tensor(0.0).number)
        self._groups.append(group)

    def of(self, tensor: Tensor) -> int | None:
        """The innermost group that made a tensor."""
        place = bisect_right(self._begins, tensor.number)
        return self._groups[place - 1] if place else None


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups that some tensors belong to, numbered from 0, parents first."""

    groups: list[Group]
    of: list[int | None]
    """Per tensor."""


def grouping(groups: Groups, tensors: Iterable[Tensor]) -> Grouping:
    """The groups of the tensors that are operations or constants; an input belongs to the whole program."""
    if not groups.all:
        return Grouping([], [])
    found = [None if tensor.operation is None and tensor.requires_grad else groups.of(tensor) for tensor in tensors]
    needed: set[int] = set()
    for innermost in found:
        group = innermost
        while group is not None and group not in needed:
            needed.add(group)
            group = groups.all[group].parent
    numbers: dict[int | None, int | None] = {None: None}
    numbers |= {old: new for new, old in enumerate(sorted(needed))}
    kept = [groups.all[old]._replace(parent=numbers[groups.all[old].parent]) for old in sorted(needed)]
    return Grouping(kept, [numbers[group] for group in found])
