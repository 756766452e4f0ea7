"""Sets and what Python does with them."""

from collections.abc import Callable
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.formatting import shown
from backpass.engine.interpreter.builtins.iteration import GOING_THROUGH, builtin, everything
from backpass.engine.interpreter.errors import element_errors, program_errors
from backpass.engine.interpreter.evaluation import dictionary_key
from backpass.engine.interpreter.values import Arguments, Instance, Item, Set, kind_of
from backpass.engine.problems import ProblemError


def set_key(machine: Any, item: Any, part: Any) -> Any:
    """What an item is compared by: a library's tensor and an object by which one they are, all else by its value.

    A number of the program is a node of the graph here, and in Python it is a number: so it is compared as one, unless it was
    computed from what a constructor made. Raises ProblemError (unsupported) for what Python cannot hash.
    """
    if isinstance(item, Tensor):
        item = machine.aliases.current(item)
        if item.shape or machine.aliases.library_of(item) or machine.tracking.tracks(item):
            return item
        machine.read(item)
        return item.item()
    if isinstance(item, tuple) and any(isinstance(each, Tensor | Instance) for each in item):  # the ends of an edge of a graph
        return tuple(dictionary_key(each, part) if isinstance(each, tuple) else set_key(machine, each, part) for each in item)
    if isinstance(item, list | dict | Set):
        raise ProblemError(element_errors.not_a_key(item, part))
    return dictionary_key(item, part) if isinstance(item, str | int | float | tuple) or item is None else item


def made_set(machine: Any, items: list[Item], part: Any) -> Set:
    """A set of the items, the first of equal ones."""
    machine.evaluator.hold(len(items))
    found = Set({}, set())
    for item in items:
        found.add(set_key(machine, item, part), item)
    return found


def of_sets(machine: Any, symbol: str, items: list[Item], part: Any) -> Item:
    """An operator between two sets. Raises ProblemError (unsupported)."""
    left, right = items[0], items[-1]
    if len(items) == 2 and isinstance(left, Set) and isinstance(right, Set):
        if symbol == "-":
            return _with_keys(machine, left.keys - right.keys, left)
        if symbol == "&":
            return _with_keys(machine, left.keys & right.keys, left)
        if symbol == "^":
            return _with_keys(machine, left.keys ^ right.keys, left, right)
        if symbol == "|":
            return _with_keys(machine, left.keys | right.keys, left, right)
        if symbol in _COMPARED:
            return _COMPARED[symbol](left.keys, right.keys)
    raise ProblemError(program_errors.no_operator(symbol, part))


def _with_keys(machine: Any, keys: set[Any], *sources: Set) -> Set:
    """A set of these keys, with the items of the first source that has each."""
    machine.evaluator.hold(len(keys))
    members = {key: item for each in reversed(sources) for key, item in each.members.items()}
    ordered = {key: None for each in sources for key in each.members if key in keys}
    return Set({key: members[key] for key in ordered}, keys)


_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}

SET_METHODS: dict[str, Any] = {}


@builtin(GOING_THROUGH, "set", "frozenset", most=1)
def _set(machine: Any, arguments: Arguments) -> Item:
    items = everything(machine, arguments.values[0], arguments) if arguments.values else []
    return made_set(machine, items, arguments.part)


def _own(arguments: Arguments) -> Set:
    owner = arguments.values[0]
    assert isinstance(owner, Set)
    return owner


def _others(machine: Any, arguments: Arguments) -> list[Set]:
    """The other arguments as sets, each a set or anything that a loop goes through."""
    return [
        each if isinstance(each, Set) else made_set(machine, everything(machine, each, arguments), arguments.part)
        for each in arguments.values[1:]
    ]


def _key(machine: Any, arguments: Arguments) -> Any:
    return set_key(machine, arguments.values[1], arguments.part)


@builtin(SET_METHODS, "add", least=2, most=2)
def _add(machine: Any, arguments: Arguments) -> Item:
    machine.evaluator.hold(1)
    _own(arguments).add(_key(machine, arguments), arguments.values[1])
    return None


@builtin(SET_METHODS, "discard", least=2, most=2)
def _discard(machine: Any, arguments: Arguments) -> Item:
    _own(arguments).discard(_key(machine, arguments))
    return None


@builtin(SET_METHODS, "remove", least=2, most=2)
def _remove(machine: Any, arguments: Arguments) -> Item:
    own, item = _own(arguments), arguments.values[1]
    key = _key(machine, arguments)
    if key not in own.members:
        named = shown(machine, item, quoted=True) if isinstance(item, str | int | float) else kind_of(item)
        raise ProblemError(element_errors.not_in_set(named[:60], arguments.part))
    own.discard(key)
    return None


@builtin(SET_METHODS, "clear", least=1, most=1)
def _clear(_: Any, arguments: Arguments) -> Item:
    own = _own(arguments)
    own.members.clear()
    own.keys.clear()
    return None


@builtin(SET_METHODS, "pop", least=1, most=1)
def _pop(machine: Any, arguments: Arguments) -> Item:
    """Takes the item away that comes first."""
    own = _own(arguments)
    if not own.members:
        raise ProblemError(program_errors.empty_list(arguments.span))
    machine.evaluator.move(len(own))
    first = own.items()[0]
    own.discard(set_key(machine, first, arguments.part))
    return first


@builtin(SET_METHODS, "update", least=1)
def _update(machine: Any, arguments: Arguments) -> Item:
    own = _own(arguments)
    for each in _others(machine, arguments):
        machine.evaluator.hold(len(each))
        own.keys.update(each.keys)
        own.members.update({key: item for key, item in each.members.items() if key not in own.members})
    return None


def _made(name: str, combined: Callable[..., set[Any]], most: int | None = None) -> None:
    """A method that gives a new set."""

    def body(machine: Any, arguments: Arguments) -> Item:
        own, others = _own(arguments), _others(machine, arguments)
        machine.evaluator.hold(len(own) + sum(map(len, others)))
        return _with_keys(machine, combined(own.keys, *(each.keys for each in others)), own, *others)

    builtin(SET_METHODS, name, least=1 if most is None else most, most=most)(body)


_made("copy", set.copy, 1)
_made("union", set.union)
_made("intersection", set.intersection)
_made("difference", set.difference)
_made("symmetric_difference", set.symmetric_difference, 2)


def _compared(name: str, holds: Callable[[Any, Any], bool]) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        (other,) = _others(machine, arguments)
        return holds(_own(arguments).keys, other.keys)

    builtin(SET_METHODS, name, least=2, most=2)(body)


_compared("issubset", set.issubset)
_compared("issuperset", set.issuperset)
_compared("isdisjoint", set.isdisjoint)
