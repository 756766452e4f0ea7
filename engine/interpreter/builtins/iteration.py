"""What Python has ready: `range`, `zip`, `sum`, `print` and their like.

Each is a function of the machine and the arguments. Lengths are counted before anything is made.
"""

import inspect
from collections.abc import Callable, Generator
from itertools import islice
from typing import Any

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import call_errors, element_errors, program_errors
from backpass.engine.interpreter.evaluation import dictionary_key
from backpass.engine.interpreter.values import (
    Arguments,
    Builtin,
    Class,
    Instance,
    Item,
    Iterated,
    Method,
    Set,
    SkippedError,
    Then,
    Unknown,
    UserFunction,
    whole_number,
)
from backpass.engine.problems import ProblemError

Body = Callable[[Any, Arguments], "Item | Then"]

GOING_THROUGH: dict[str, Builtin] = {}
"""Functions by name."""


def builtin(
    table: dict[str, Builtin], *names: str, least: int = 0, most: int | None = None, takes: str | None = None
) -> Callable[[Body], Body]:
    """Enters a function under its names; it takes `least` to `most` values, keywords not counted, or what its signature says."""

    def enter(body: Body) -> Body:
        for name in names:
            table[name] = Builtin(name, _checked(name, body, least, most), takes)
        return body

    return enter


def _checked(name: str, body: Body, least: int, most: int | None) -> Body:
    """The function behind a look at how many values it is given."""

    def call(machine: Any, arguments: Arguments) -> "Item | Then":
        given = len(arguments.values)
        if given < least or (most is not None and given > most):
            raise ProblemError(call_errors.builtin_arguments(name, least, most, given, arguments.part))
        return body(machine, arguments)

    return call


def everything(machine: Any, item: Item, arguments: Arguments) -> list[Item]:
    """The items of anything that a loop goes through, counted."""
    return machine.everything(item, arguments.part)  # type: ignore[no-any-return]


def whole(machine: Any, item: Item, arguments: Arguments) -> int:
    machine.read(item)
    return whole_number(item, "This", arguments.part)


_FARTHEST = 2**62
"""Ranges end here; nobody gets so far."""

_Ordered = int | float | str

# Going through things


@builtin(GOING_THROUGH, "range", least=1, most=3)
def _range(machine: Any, arguments: Arguments) -> Item:
    numbers = [whole(machine, item, arguments) for item in arguments.values]
    if len(numbers) == 3 and numbers[2] == 0:
        raise ProblemError(element_errors.step_of_zero(arguments.span))
    return range(*[max(-_FARTHEST, min(_FARTHEST, number)) for number in numbers])


@builtin(GOING_THROUGH, "slice", least=1, most=3)
def _slice(machine: Any, arguments: Arguments) -> Item:
    """What `start:stop:step` is between square brackets."""
    numbers = [None if item is None else whole(machine, item, arguments) for item in arguments.values]
    if len(numbers) == 3 and numbers[2] == 0:
        raise ProblemError(element_errors.step_of_zero(arguments.span))
    return slice(*numbers)


METHODS_OF_SLICES: dict[str, Builtin] = {}


@builtin(METHODS_OF_SLICES, "indices", least=2, most=2)
def _indices(machine: Any, arguments: Arguments) -> Item:
    """`slice.indices(length)`: where it begins and ends in a sequence so long, and its step."""
    owner, length = arguments.values
    assert isinstance(owner, slice)
    return owner.indices(max(0, whole(machine, length, arguments)))


@builtin(GOING_THROUGH, "len", least=1, most=1)
def _len(machine: Any, arguments: Arguments) -> Item | Then:
    (item,) = arguments.values
    if isinstance(item, list | tuple | str | range | dict | Set):
        return len(item)
    if isinstance(item, Tensor) and item.shape:
        return item.shape[0]
    if isinstance(item, Class) and item.listed:
        return len(everything(machine, item, arguments))
    if isinstance(item, Instance) and isinstance(found := item.kind.find("__len__"), UserFunction):
        return Then(Method(found, item), Arguments([], {}, arguments.part), lambda value: value)
    if isinstance(item, Unknown):
        raise SkippedError
    raise ProblemError(element_errors.no_length(item, arguments.part))


@builtin(GOING_THROUGH, "iter", least=1, most=1)
def _iter(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    return item if isinstance(item, Iterated) else Iterated(machine.items(item, arguments.part))


@builtin(GOING_THROUGH, "next", least=1, most=2)
def _next(machine: Any, arguments: Arguments) -> Item | Then:
    item, *otherwise = arguments.values
    if isinstance(item, Instance) and isinstance(found := item.kind.find("__next__"), UserFunction):
        return Then(Method(found, item), Arguments([], {}, arguments.part), lambda value: value)
    if not isinstance(item, Iterated):
        raise ProblemError(element_errors.not_iterable(item, arguments.part))
    for each in item.items:
        return each
    if otherwise:
        return otherwise[0]
    raise ProblemError(program_errors.python_raises("StopIteration", "", arguments.span))


GENERATOR_METHODS: dict[str, Builtin] = dict.fromkeys(("next", "__next__"), GOING_THROUGH["next"])


@builtin(GENERATOR_METHODS, "send", least=2, most=2)
def _send(machine: Any, arguments: Arguments) -> Item:
    """`generator.send(value)`, the value of the `yield` at which it waits. Raises ProblemError for what is no generator."""
    owner, value = arguments.values
    if not isinstance(owner, Iterated) or not isinstance(owner.items, Generator):
        raise ProblemError(element_errors.no_member(owner, "send", arguments.part))
    if value is not None and inspect.getgeneratorstate(owner.items) == inspect.GEN_CREATED:
        text = "can't send non-None value to a just-started generator"
        raise ProblemError(program_errors.python_raises("TypeError", text, arguments.span))
    try:
        return owner.items.send(value)  # type: ignore[no-any-return]
    except StopIteration:
        raise ProblemError(program_errors.python_raises("StopIteration", "", arguments.span)) from None


def _is_lazy(item: Item) -> bool:
    """Whether only iteration reveals how many items there are."""
    return isinstance(item, Iterated) or (isinstance(item, Instance) and isinstance(item.kind.find("__iter__"), UserFunction))


@builtin(GOING_THROUGH, "zip")
def _zip(machine: Any, arguments: Arguments) -> Item:
    if any(map(_is_lazy, arguments.values)):
        rows: list[Item] = []
        for row in zip(*[machine.items(item, arguments.part) for item in arguments.values], strict=False):
            machine.evaluator.hold(len(row))
            machine.repeat(arguments.span)
            rows.append(row)
        return rows
    given = [_items(machine, item, arguments) for item in arguments.values]
    lengths = {len(item) for item in given}
    if len(lengths) > 1 and machine.truth(arguments.keywords.get("strict", False), arguments.span):
        raise ProblemError(call_errors.lengths_of_zip(lengths, arguments.part))
    shortest = min(lengths, default=0)
    machine.evaluator.hold(shortest * len(arguments.values))
    columns = [islice(machine.items(item, arguments.part), shortest) for item in given]
    return [tuple(row) for row in zip(*columns, strict=True)]


def _items(machine: Any, item: Item, arguments: Arguments) -> Any:
    """Something that has a length and can be gone through."""
    if isinstance(item, Tensor) and not item.shape:
        raise ProblemError(element_errors.not_iterable(item, arguments.part))
    if isinstance(item, list | tuple | str | range | dict | Set | Tensor):
        return item
    if isinstance(item, Instance):
        return everything(machine, item, arguments)
    raise ProblemError(element_errors.not_iterable(item, arguments.part))


@builtin(GOING_THROUGH, "enumerate", least=1, most=2)
def _enumerate(machine: Any, arguments: Arguments) -> Item:
    start = whole(machine, arguments.values[1], arguments) if len(arguments.values) > 1 else 0
    start = whole(machine, arguments.keywords["start"], arguments) if "start" in arguments.keywords else start
    if _is_lazy(arguments.values[0]):
        return Iterated(enumerate(machine.items(arguments.values[0], arguments.part), start))
    return [(start + index, item) for index, item in enumerate(everything(machine, arguments.values[0], arguments))]


@builtin(GOING_THROUGH, "reversed", least=1, most=1)
def _reversed(machine: Any, arguments: Arguments) -> Item:
    return everything(machine, arguments.values[0], arguments)[::-1]


@builtin(GOING_THROUGH, "list", most=1)
def _list(machine: Any, arguments: Arguments) -> Item:
    return everything(machine, arguments.values[0], arguments) if arguments.values else []


@builtin(GOING_THROUGH, "tuple", most=1)
def _tuple(machine: Any, arguments: Arguments) -> Item:
    return tuple(everything(machine, arguments.values[0], arguments)) if arguments.values else ()


@builtin(GOING_THROUGH, "dict", most=1)
def _dict(machine: Any, arguments: Arguments) -> Item:
    first = arguments.values[0] if arguments.values else {}
    if isinstance(first, dict):
        machine.evaluator.hold(len(first))
        return {**first, **arguments.keywords}
    rows = [everything(machine, row, arguments) for row in everything(machine, first, arguments)]
    if any(len(row) != 2 for row in rows):
        raise ProblemError(element_errors.unpacking(2, len(rows[0]), arguments.span))
    return {dictionary_key(row[0], arguments.part): row[1] for row in rows} | arguments.keywords


@builtin(GOING_THROUGH, "map", least=2)
def _map(machine: Any, arguments: Arguments) -> Item | Then:
    function, *sources = arguments.values
    rows = list(zip(*[everything(machine, source, arguments) for source in sources], strict=False))
    return each(function, rows, arguments, lambda found: found)


@builtin(GOING_THROUGH, "filter", least=2, most=2)
def _filter(machine: Any, arguments: Arguments) -> Item | Then:
    function, source = arguments.values
    items = everything(machine, source, arguments)
    if function is None:
        return [item for item in items if machine.truth(item, arguments.span)]

    def chosen(found: list[Item]) -> list[Item]:
        return [item for item, kept in zip(items, found, strict=True) if machine.truth(kept, arguments.span)]

    return each(function, [(item,) for item in items], arguments, chosen)


def each(function: Item, rows: list[tuple[Item, ...]], arguments: Arguments, finish: Callable[[list[Item]], Item]) -> Item | Then:
    """Calls a function with each row in turn, and hands over what it gave."""
    found: list[Item] = []

    def following(value: Item) -> Item | Then:
        found.append(value)
        return begin()

    def begin() -> Item | Then:
        if len(found) == len(rows):
            return finish(found)
        return Then(function, Arguments(list(rows[len(found)]), {}, arguments.part), following)

    return begin()


@builtin(GOING_THROUGH, "sorted", least=1, most=1)
def _sorted(machine: Any, arguments: Arguments) -> Item | Then:
    return put_in_order(machine, everything(machine, arguments.values[0], arguments), arguments, lambda ordered: ordered)


def put_in_order(machine: Any, items: list[Item], arguments: Arguments, then: Callable[[list[Item]], Item]) -> Item | Then:
    """The items from the least to the greatest, by `key` and in `reverse` as the arguments say."""
    backwards = machine.truth(arguments.keywords.get("reverse", False), arguments.span)

    def finish(keys: list[Item]) -> Item:
        for key in keys:
            machine.read(key)
        numbers: list[Any] = [comparable(machine, key, arguments) for key in keys]
        try:
            order = sorted(range(len(items)), key=numbers.__getitem__, reverse=backwards)
        except TypeError:
            raise ProblemError(element_errors.not_comparable(arguments.part)) from None
        return then([items[index] for index in order])

    key = arguments.keywords.get("key")
    return finish(items) if key is None else each(key, [(item,) for item in items], arguments, finish)


class _InOrder:
    """An object of the program's, in the order that the `__lt__` of its class says."""

    __slots__ = ("_arguments", "_machine", "item")

    def __init__(self, machine: Any, item: Instance, arguments: Arguments) -> None:
        self._machine, self.item, self._arguments = machine, item, arguments

    def __lt__(self, other: Any) -> bool:
        method = self.item.kind.find("__lt__")
        if not isinstance(method, UserFunction) or not isinstance(other, _InOrder):
            raise ProblemError(element_errors.not_comparable(self._arguments.part))
        found = self._machine.apart(Method(method, self.item), Arguments([other.item], {}, self._arguments.part))
        return self._machine.truth(found, self._arguments.span)  # type: ignore[no-any-return]


def comparable(machine: Any, key: Item, arguments: Arguments) -> Any:
    """What values are put in order by: a number, a text, several of them, or a method. Raises ProblemError (unsupported)."""
    if isinstance(key, Tensor) and not key.shape:
        return key.item()
    if isinstance(key, Instance):
        return _InOrder(machine, key, arguments)
    if isinstance(key, _Ordered) or (isinstance(key, tuple) and all(isinstance(each, _Ordered) for each in key)):
        return key
    raise ProblemError(element_errors.not_comparable(arguments.part))
