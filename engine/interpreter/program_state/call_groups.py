"""Which part of a program made which node: calls, loops and their repetitions, as a tree of groups.

A group is a stretch of the order in which tensors are made, so nothing is kept per tensor.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from backpass.engine.graph.tensor import Tensor, next_number
from backpass.engine.problems import Span

BATCH = "batch"
"""The call that makes a batch of data, which has no parts in it."""


class Group(NamedTuple):
    """One call, one loop, or one repetition of a loop."""

    parent: int | None
    kind: str
    """`call`, `loop` or `iteration`."""
    name: str
    span: Span | None


class Groups:
    """The groups of one run, and the one that is being worked in."""

    def __init__(self, made: Callable[[], int] = lambda: 0) -> None:
        """`made` counts the tensors that the run has made by now."""
        self._made = made
        self.all: list[Group] = []
        self.current: int | None = None
        self._begins: list[float] = []
        self._made_before: list[int] = []
        self._groups: list[int | None] = []
        self._empty: list[bool] = []
        """Per stretch, a number that its tensors exceed, how many were made before, the group, and whether none is made in it."""

    @classmethod
    def of_stretches(cls, groups: list[Group], stretches: Iterable[tuple[float, int | None]]) -> "Groups":
        """Groups that are known already, with the number of the first tensor of each stretch and the group that made it."""
        found = cls()
        found.all = groups
        for number, group in stretches:
            found._begins.append(number - 0.5)
            found._made_before.append(0)
            found._groups.append(group)
            found._empty.append(False)
        return found

    def enter(self, kind: str, name: str, span: Span | None) -> int:
        """Begins a group within the present one and returns its number."""
        self.all.append(Group(self.current, kind, name, span))
        self.go(len(self.all) - 1)
        return len(self.all) - 1

    def is_within(self, name: str) -> bool:
        """Whether the present group is a call of that name, or is in one."""
        group = self.current
        while group is not None:
            if self.all[group].name == name and self.all[group].kind == "call":
                return True
            group = self.all[group].parent
        return False

    def leave(self, group: int) -> None:
        """Goes on in the group that holds this one."""
        self.go(self.all[group].parent)

    def go(self, group: int | None) -> None:
        """Goes on in a group; what is made from now on belongs to it.

        A group that is left without having made anything is forgotten, so that repetitions which only jump take no room.
        """
        if group == self.current:
            return
        self.current = group
        number, made = next_number(), self._made()
        if self._begins:
            self._empty[-1] = self._empty[-1] and self._begins[-1] == number - 1
        while self._groups and self._groups[-1] != group and self._empty[-1] and self._groups[-1] == len(self.all) - 1:
            for each in (self.all, self._begins, self._made_before, self._groups, self._empty):
                each.pop()
        if not self._groups or self._groups[-1] != group:
            self._begins.append(number)
            self._made_before.append(made)
            self._groups.append(group)
            self._empty.append(True)
        elif self._empty[-1]:
            self._begins[-1], self._made_before[-1] = number, made

    def begins(self) -> Iterator[tuple[int, float, int]]:
        """Groups with a number that their tensors exceed, and how many tensors were made before; without forgotten ones."""
        seen: set[int | None] = {None}
        for group, begin, made in zip(self._groups, self._begins, self._made_before, strict=True):
            if group is not None and group not in seen:
                seen.add(group)
                yield group, begin, made

    def repetitions(self) -> list[int]:
        """The repetitions of loops that are in progress, those of the outermost loop first."""
        found: list[int] = []
        group = self.current
        while group is not None:
            if self.all[group].kind == "iteration":
                found.insert(0, group)
            group = self.all[group].parent
        return found

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
    found, needed = _held(groups, tensors)
    numbers: dict[int | None, int | None] = {None: None}
    numbers |= {old: new for new, old in enumerate(sorted(needed))}
    kept = [groups.all[old]._replace(parent=numbers[groups.all[old].parent]) for old in sorted(needed)]
    return Grouping(kept, [numbers[group] for group in found])


def _held(groups: Groups, tensors: Iterable[Tensor]) -> tuple[list[int | None], set[int]]:
    """Per tensor its innermost group, and all groups that hold any."""
    found = [None if tensor.operation is None and tensor.requires_grad else groups.of(tensor) for tensor in tensors]
    needed: set[int] = set()
    for innermost in found:
        group = innermost
        while group is not None and group not in needed:
            needed.add(group)
            group = groups.all[group].parent
    return found, needed


def lone_repetitions(groups: Groups, output: Tensor, tensors: Iterable[Tensor]) -> list[Group]:
    """The repetitions that made an output, the outermost first, as far as its `tensors` are of no other one of these loops,
    which were run more than once.
    """
    times = Counter(each.parent for each in groups.all if each.kind == "iteration")
    around: list[Group] = []
    group = groups.of(output)
    while group is not None:
        each = groups.all[group]
        if each.kind == "iteration" and times[each.parent] > 1:
            around.insert(0, each)
        group = each.parent
    if not around:
        return []
    _, needed = _held(groups, tensors)
    held = Counter(groups.all[each].parent for each in needed if groups.all[each].kind == "iteration")
    return list(takewhile(lambda each: held[each.parent] == 1, around))
