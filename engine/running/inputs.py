"""The inputs of a program: leaves that a gradient is wanted for, by a name that is unique, and the values given for them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.problems import Problem, ProblemError, Span
from engine.running.values import Instance, Item
from engine.shapes import finite_data, shape_of
from engine.tensor import Tensor

_MOST_WALKED = 200_000
"""Things looked at for names of leaves."""
_LONGEST_PATH = 200
"""Characters of such a name; what is held deeper keeps the name it had where it was made."""


class Inputs:
    """The inputs of one run."""

    def __init__(self, given: Mapping[str, Any], presets: Mapping[int, Any], count: Callable[[Tensor], None]) -> None:
        self.problems: list[Problem] = []
        self.given = self._checked(given)
        self._presets = presets
        self._count = count
        self.leaves: dict[str, Tensor] = {}
        """By unique name: a second leaf called x is `x#2`."""
        self._counts: dict[str, int] = {}
        """Per name, how many have it."""
        self.literals: dict[Tensor, Span] = {}
        """Where the number of an assigned input stands."""
        self.assumed: set[Tensor] = set()
        self.parameters: set[Tensor] = set()
        """Leaves that belong to an object of the program, such as a neuron's weights."""
        self.used: set[str] = set()
        """Names that stand for a leaf by now."""
        self.unassigned: list[Tensor] = []
        """Leaves that a constructor has made and no assignment has named yet."""
        self.made_within: list[tuple[Tensor, str]] = []
        """Leaves made in functions, with the name they had there; what they are called is known at the end."""

    def _checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The values that are finite numbers; the others become problems."""
        checked = {}
        for name, value in given.items():
            try:
                checked[name] = finite_data(value, f"The value given for `{name}`")
            except ProblemError as error:
                self.problems += error.problems
        return checked

    def new(self, name: str, data: Any, span: Span | None, literal: Span | None = None) -> Tensor:
        """An input of a number, or of the value given for it."""
        first = name not in self.used
        self.used.add(name)
        leaf = Tensor(self.given[name] if first and name in self.given else data)
        leaf.span = span
        if literal is not None:
            self.literals[leaf] = literal
        self.register(leaf, name)
        return leaf

    def register(self, leaf: Tensor, name: str) -> None:
        """Makes a leaf an input of that name, or of the next one that is free."""
        leaf.label = self.told_apart(name)
        self.leaves[leaf.label] = leaf
        self._count(leaf)

    def told_apart(self, name: str) -> str:
        """The name, or where an input has it already the next one that is free: `x#2`. So the `x` that a loop computes from `x`
        is not mistaken for it.
        """
        if name not in self.leaves:
            return name
        count = self._counts.get(name, 1) + 1
        while f"{name}#{count}" in self.leaves:
            count += 1
        self._counts[name] = count
        return f"{name}#{count}"

    def keep_unassigned(self, *, named: bool) -> None:
        """Leaves made in the midst of an expression are inputs too, under their label or their text; of those made in a
        function the name is found later.
        """
        for leaf in self.unassigned:
            if named:
                self.register(leaf, leaf.label or "")
            else:
                self.within(leaf, leaf.label or "")
        self.unassigned.clear()

    def name_parameters(self, names: Mapping[str, Item]) -> None:
        """Names the leaves that were made in functions by where they are kept: `n.layers[0].w[1]`."""
        if not self.made_within:
            return
        paths: dict[Tensor, str] = {}
        made = {leaf for leaf, _ in self.made_within}
        for path, leaf in _leaves(names):
            if leaf in made and leaf not in paths:
                paths[leaf] = path
                self.parameters.add(leaf)
        for leaf, label in self.made_within:
            self.register(leaf, paths.get(leaf, label))

    def within(self, leaf: Tensor, label: str) -> None:
        """A leaf made in a function."""
        number = len(self.made_within)
        if number in self._presets and shape_of(self._presets[number]) == leaf.shape:
            leaf.data = self._presets[number]
        self.made_within.append((leaf, label))

    def presets(self) -> dict[int, Any]:
        """Values given for leaves whose names are known only now that the program has run: by the order of their making."""
        numbers = {leaf.label: number for number, (leaf, _) in enumerate(self.made_within)}
        found = {numbers[name]: self.given[name] for name in self.unmatched() if name in numbers}
        self.used |= {name for name in self.given if name in numbers}
        return {} if self._presets else found

    def unmatched(self) -> list[str]:
        """Given names that no leaf has taken."""
        return [name for name in self.given if name not in self.used]


def _leaves(names: Mapping[str, Item]) -> Iterator[tuple[str, Tensor]]:
    """Every leaf that can be reached from the names, with its path: one name after the other, the shortest paths first."""
    seen: set[int] = set()
    for name, item in names.items():
        waiting: list[tuple[str, Item]] = [(name, item)]
        for path, each in waiting:
            if id(each) in seen or len(seen) > _MOST_WALKED or len(path) > _LONGEST_PATH:
                continue
            seen.add(id(each))
            if isinstance(each, Tensor):
                if each.operation is None:
                    yield path, each
            else:
                waiting += _members(path, each)


def _members(path: str, item: Item) -> list[tuple[str, Item]]:
    """What an object, a list or a dictionary holds, each with its path."""
    if isinstance(item, Instance):
        return [(f"{path}.{name}", each) for name, each in item.members.items()]
    if isinstance(item, list | tuple):
        return [(f"{path}[{index}]", each) for index, each in enumerate(item)]
    if isinstance(item, dict):
        return [(f"{path}[{key!r:.{_LONGEST_PATH}}]", each) for key, each in item.items()]
    return []
