"""The inputs of a program: leaves that a gradient is wanted for, by a name that is unique, and the values given for them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.language.values import Class, Instance, Item, Method
from engine.problems import Problem, ProblemError, Span
from engine.shapes import finite_data
from engine.tensor import Tensor

_MOST_WALKED = 200_000
"""Things looked at for names of leaves."""


class Inputs:
    """The inputs of one run."""

    def __init__(self, given: Mapping[str, Any], count: Callable[[Tensor], None]) -> None:
        self.problems: list[Problem] = []
        self.given = self._checked(given)
        self._count = count
        self.leaves: dict[str, Tensor] = {}
        """By unique name: a second leaf called x is `x#2`."""
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
        unique, count = name, 2
        while unique in self.leaves:
            unique, count = f"{name}#{count}", count + 1
        leaf.label = unique
        self.leaves[unique] = leaf
        self._count(leaf)

    def keep_unassigned(self, *, named: bool) -> None:
        """Leaves made in the midst of an expression are inputs too, under their label or their text; of those made in a
        function the name is found later.
        """
        for leaf in self.unassigned:
            if named:
                self.register(leaf, leaf.label or "")
            else:
                self.made_within.append((leaf, leaf.label or ""))
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

    def unmatched(self) -> list[str]:
        """Given names that no leaf has taken."""
        return [name for name in self.given if name not in self.used]


def _leaves(names: Mapping[str, Item]) -> Iterator[tuple[str, Tensor]]:
    """Every leaf that can be reached from the names, with its path; the shortest paths first."""
    waiting: list[tuple[str, Item]] = [
        (name, item) for name, item in names.items() if isinstance(item, Instance | list | tuple | dict)
    ]
    waiting += [(name, item) for name, item in names.items() if isinstance(item, Tensor)]
    seen: set[int] = set()
    for path, item in waiting:
        if id(item) in seen or len(seen) > _MOST_WALKED:
            continue
        seen.add(id(item))
        if isinstance(item, Tensor):
            if item.operation is None:
                yield path, item
        elif isinstance(item, Instance):
            waiting += [(f"{path}.{name}", each) for name, each in item.members.items()]
        elif isinstance(item, list | tuple):
            waiting += [(f"{path}[{index}]", each) for index, each in enumerate(item)]
        elif isinstance(item, dict):
            waiting += [(f"{path}[{key!r}]", each) for key, each in item.items()]
        elif isinstance(item, Method | Class):
            continue
