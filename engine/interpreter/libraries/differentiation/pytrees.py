"""Trees of values as JAX has them: lists, tuples and dictionaries within one another. Anything else is a leaf, and None is none.

What is asked of a tree, such as its gradient, is a tree of the same structure.
"""

from collections.abc import Iterator
from typing import Any

from backpass.engine.interpreter.builtins.iteration import each
from backpass.engine.interpreter.errors import call_errors, element_errors
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.python_containers import NamedRow
from backpass.engine.interpreter.values import MAX_NESTED, Arguments, Item, Then
from backpass.engine.language.syntax_tree import Part
from backpass.engine.problems import ProblemError


def is_tree(item: Item) -> bool:
    """Whether it may hold leaves, rather than being one."""
    return isinstance(item, list | tuple | dict)


def named_leaves(tree: Item, name: str, part: Part) -> list[tuple[str, Item]]:
    """The leaves in JAX's order, each with how a program would write it: `params[0]['w']`. Raises ProblemError (unsupported)
    for a tree that holds itself, or one list very often.
    """
    found: list[tuple[str, Item]] = []
    waiting: list[tuple[str, Item, int]] = [(name, tree, 0)]
    seen = 0
    while waiting:
        called, item, depth = waiting.pop()
        seen += 1
        if depth > MAX_NESTED or seen > _MAX_BRANCHES:
            raise ProblemError(element_errors.tree_too_large(part))
        if is_tree(item):
            waiting += [(f"{called}[{key!r}]", below, depth + 1) for key, below in reversed(_branches(item, part))]
        elif item is not None:
            found.append((called, item))
    return found


_MAX_BRANCHES = 10_000
"""Lists, dictionaries and leaves of one tree."""


def leaves_of(tree: Item, part: Part) -> list[Item]:
    """The leaves in JAX's order. Raises ProblemError."""
    return [leaf for _, leaf in named_leaves(tree, "", part)]


def _branches(tree: Any, part: Part) -> list[tuple[Any, Item]]:
    """Keys, or places, with what stands there; dictionaries in the order of their keys."""
    if not isinstance(tree, dict):
        return list(enumerate(tree))
    try:
        return [(key, tree[key]) for key in sorted(tree)]
    except TypeError:  # keys of different kinds
        raise ProblemError(element_errors.keys_without_order(part)) from None


def rebuilt(tree: Item, leaves: Iterator[Any], part: Part) -> Item:
    """A tree of the same structure with other leaves, which come in JAX's order."""
    if not is_tree(tree):
        return None if tree is None else next(leaves)
    made = {key: rebuilt(item, leaves, part) for key, item in _branches(tree, part)}
    if isinstance(tree, dict):
        return {key: made[key] for key in tree}
    if isinstance(tree, NamedRow):
        return tree.like(made.values())
    return tuple(made.values()) if isinstance(tree, tuple) else list(made.values())


def _structure(tree: Item, part: Part) -> Any:
    """What two trees have in common that may be gone through together."""
    if not is_tree(tree):
        return tree is None
    kind = dict if isinstance(tree, dict) else tuple if isinstance(tree, tuple) else list
    return kind, [(key, _structure(item, part)) for key, item in _branches(tree, part)]


@offer(("jax.tree",), "map", least=2)
@offer(("jax", "jax.tree_util"), "tree_map", least=2)
def _map(machine: Any, arguments: Arguments) -> Item | Then:
    """`jax.tree.map(f, tree, *others)`: the tree of what f gives for the leaves that stand in the same place."""
    function, tree, *others = arguments.values
    part = arguments.part
    if arguments.keywords:
        raise ProblemError(call_errors.unknown_keyword("map", next(iter(arguments.keywords)), part))
    columns = [leaves_of(each, part) for each in (tree, *others)]
    machine.evaluator.hold(sum(map(len, columns)))
    wanted = _structure(tree, part)
    if any(_structure(other, part) != wanted for other in others):
        raise ProblemError(element_errors.other_structure(part))
    rows = list(zip(*columns, strict=True))
    return each(function, rows, arguments, lambda found: rebuilt(tree, iter(found), part))


@offer(("jax.tree",), "leaves", least=1, most=1, takes="(tree)")
@offer(("jax", "jax.tree_util"), "tree_leaves", least=1, most=1, takes="(tree)")
def _leaves(machine: Any, arguments: Arguments) -> Item:
    found = leaves_of(arguments.values[0], arguments.part)
    machine.evaluator.hold(len(found))
    return found
