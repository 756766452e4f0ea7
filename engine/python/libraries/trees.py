"""Trees of values as JAX has them: lists, tuples and dictionaries within one another, and objects of classes that say how.

Anything else is a leaf, and None is none.
"""

from collections.abc import Callable, Iterator
from typing import Any

from backpass.engine.plain_python.values import Instance

_MAX_BRANCHES = 100_000
"""Lists, dictionaries and leaves of one tree: one may hold itself."""
Registered = dict[Any, tuple[Any, Any]]
"""By class of the program: what takes an object of it apart, and what puts it together."""


class Trees:
    """What is known of trees in one run."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call = call
        self.registered: Registered = {}
        self.are_sorted = False
        """Whether dictionaries that are built have the order of their keys, as in JAX; else that of the given one."""

    def is_leaf(self, tree: Any, stops: Any = None) -> bool:
        """Whether it is one value, for itself or by the program's word."""
        if stops is not None and self._call(stops, [tree], {}):
            return True
        is_object = isinstance(tree, Instance) and tree.user_class in self.registered
        return tree is not None and not is_object and not isinstance(tree, list | tuple | dict)

    def branches(self, tree: Any) -> list[Any]:
        """What a tree holds, dictionaries in the order of their keys. Raises TypeError for keys without an order."""
        if tree is None:
            return []
        if isinstance(tree, Instance):
            return list(self._call(self.registered[tree.user_class][0], [tree], {})[0])
        return [tree[key] for key in sorted(tree)] if isinstance(tree, dict) else list(tree)

    def named_leaves(self, tree: Any, name: str, stops: Any = None) -> list[tuple[str, Any]]:
        """The leaves in their order, each with how a program would write it: `params[0]['w']`. Raises ValueError."""
        found: list[tuple[str, Any]] = []
        waiting, seen = [(name, tree)], 0
        while waiting:
            called, each = waiting.pop()
            seen += 1
            if seen > _MAX_BRANCHES:
                raise ValueError("a tree of too many branches")
            if self.is_leaf(each, stops):
                found.append((called, each))
                continue
            keys = sorted(each) if isinstance(each, dict) else range(len(self.branches(each)))
            below = zip(keys, self.branches(each), strict=True)
            waiting += reversed([(f"{called}[{key!r}]", part) for key, part in below])
        return found

    def leaves(self, tree: Any, stops: Any = None) -> list[Any]:
        """The leaves in their order."""
        return [leaf for _, leaf in self.named_leaves(tree, "", stops)]

    def rebuilt(self, tree: Any, leaves: Iterator[Any], stops: Any = None) -> Any:
        """A tree of the same structure with other leaves, which come in their order."""
        if self.is_leaf(tree, stops):
            return next(leaves)
        if tree is None:
            return None
        made = [self.rebuilt(each, leaves, stops) for each in self.branches(tree)]
        if isinstance(tree, Instance):
            apart, together = self.registered[tree.user_class]
            return self._call(together, [self._call(apart, [tree], {})[1], made], {})
        if isinstance(tree, dict):
            of = dict(zip(sorted(tree), made, strict=True))
            return of if self.are_sorted else {key: of[key] for key in tree}
        if isinstance(tree, tuple):
            return type(tree)(*made) if hasattr(tree, "_fields") else tuple(made)
        return made

    def structure(self, tree: Any, stops: Any = None) -> Any:
        """What two trees have in common that may be gone through together."""
        if self.is_leaf(tree, stops):
            return "*"
        if tree is None:
            return None
        kind = tree.user_class.name if isinstance(tree, Instance) else type(tree).__name__
        keys = sorted(tree) if isinstance(tree, dict) else ()
        return kind, keys, [self.structure(each, stops) for each in self.branches(tree)]

    def mapped(self, function: Any, tree: Any, *others: Any, stops: Any = None) -> Any:
        """The tree of what a function gives for leaves that stand in the same place. Raises ValueError for other structures."""
        wanted = self.structure(tree, stops)
        if any(self.structure(other, stops) != wanted for other in others):
            raise ValueError("trees of different structures")
        columns = [self.leaves(each, stops) for each in (tree, *others)]
        return self.rebuilt(tree, iter([self._call(function, list(row), {}) for row in zip(*columns, strict=True)]), stops)
