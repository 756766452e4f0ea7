"""What Python has ready: `range`, `zip`, `sum`, `print` and their like.

Each is a function of the machine and the arguments. Lengths are counted before anything is made.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

from engine.operations import OPERATIONS
from engine.problems import ProblemError
from engine.running import refusals
from engine.running.evaluation import dictionary_key
from engine.running.text import held, shown
from engine.running.values import (
    Arguments,
    Builtin,
    Class,
    Function,
    Instance,
    Item,
    Method,
    Super,
    Then,
    kind_of,
    whole_number,
)
from engine.tensor import Tensor

Body = Callable[[Any, Arguments], "Item | Then"]

BUILTINS: dict[str, Builtin] = {}
"""Python's own functions, by name."""


def builtin(table: dict[str, Builtin], *names: str, least: int = 0, most: int | None = None) -> Callable[[Body], Body]:
    """Enters a function under its names; it takes `least` to `most` values, keywords not counted."""

    def enter(body: Body) -> Body:
        for name in names:
            table[name] = Builtin(name, _checked(name, body, least, most))
        return body

    return enter


def _checked(name: str, body: Body, least: int, most: int | None) -> Body:
    """The function behind a look at how many values it is given."""

    def call(machine: Any, arguments: Arguments) -> "Item | Then":
        given = len(arguments.values)
        if given < least or (most is not None and given > most):
            raise ProblemError(refusals.builtin_arguments(name, least, most, given, arguments.part))
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


@builtin(BUILTINS, "range", least=1, most=3)
def _range(machine: Any, arguments: Arguments) -> Item:
    numbers = [whole(machine, item, arguments) for item in arguments.values]
    if len(numbers) == 3 and numbers[2] == 0:
        raise ProblemError(refusals.step_of_zero(arguments.span))
    return range(*[max(-_FARTHEST, min(_FARTHEST, number)) for number in numbers])


@builtin(BUILTINS, "len", least=1, most=1)
def _len(machine: Any, arguments: Arguments) -> Item | Then:
    (item,) = arguments.values
    if isinstance(item, list | tuple | str | range | dict):
        return len(item)
    if isinstance(item, Tensor) and item.shape:
        return item.shape[0]
    if isinstance(item, Instance) and isinstance(found := item.kind.find("__len__"), Function):
        return Then(Method(found, item), Arguments([], {}, arguments.part), lambda value: value)
    raise ProblemError(refusals.no_length(kind_of(item), arguments.part))


@builtin(BUILTINS, "zip")
def _zip(machine: Any, arguments: Arguments) -> Item:
    shortest = min((len(_items(machine, item, arguments)) for item in arguments.values), default=0)
    machine.evaluator.hold(shortest * len(arguments.values))
    columns = [islice(machine.items(item, arguments.part), shortest) for item in arguments.values]
    return [tuple(row) for row in zip(*columns, strict=True)]


def _items(machine: Any, item: Item, arguments: Arguments) -> Any:
    """Something that has a length and can be gone through."""
    if isinstance(item, Tensor) and not item.shape:
        raise ProblemError(refusals.not_iterable(item, arguments.part))
    if isinstance(item, list | tuple | str | range | dict | Tensor):
        return item
    raise ProblemError(refusals.not_iterable(item, arguments.part))


@builtin(BUILTINS, "enumerate", least=1, most=2)
def _enumerate(machine: Any, arguments: Arguments) -> Item:
    start = whole(machine, arguments.values[1], arguments) if len(arguments.values) > 1 else 0
    start = whole(machine, arguments.keywords["start"], arguments) if "start" in arguments.keywords else start
    return [(start + index, item) for index, item in enumerate(everything(machine, arguments.values[0], arguments))]


@builtin(BUILTINS, "reversed", least=1, most=1)
def _reversed(machine: Any, arguments: Arguments) -> Item:
    return everything(machine, arguments.values[0], arguments)[::-1]


@builtin(BUILTINS, "list", most=1)
def _list(machine: Any, arguments: Arguments) -> Item:
    return everything(machine, arguments.values[0], arguments) if arguments.values else []


@builtin(BUILTINS, "tuple", most=1)
def _tuple(machine: Any, arguments: Arguments) -> Item:
    return tuple(everything(machine, arguments.values[0], arguments)) if arguments.values else ()


@builtin(BUILTINS, "dict", most=1)
def _dict(machine: Any, arguments: Arguments) -> Item:
    first = arguments.values[0] if arguments.values else {}
    if isinstance(first, dict):
        machine.evaluator.hold(len(first))
        return {**first, **arguments.keywords}
    rows = [everything(machine, row, arguments) for row in everything(machine, first, arguments)]
    if any(len(row) != 2 for row in rows):
        raise ProblemError(refusals.unpacking(2, len(rows[0]), arguments.span))
    return {dictionary_key(row[0], arguments.part): row[1] for row in rows} | arguments.keywords


@builtin(BUILTINS, "map", least=2)
def _map(machine: Any, arguments: Arguments) -> Item | Then:
    function, *sources = arguments.values
    rows = list(zip(*[everything(machine, source, arguments) for source in sources], strict=False))
    return each(function, rows, arguments, lambda found: found)


@builtin(BUILTINS, "filter", least=2, most=2)
def _filter(machine: Any, arguments: Arguments) -> Item | Then:
    function, source = arguments.values
    items = everything(machine, source, arguments)

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


@builtin(BUILTINS, "sorted", least=1, most=1)
def _sorted(machine: Any, arguments: Arguments) -> Item | Then:
    items = everything(machine, arguments.values[0], arguments)
    backwards = machine.truth(arguments.keywords.get("reverse", False), arguments.span)

    def finish(keys: list[Item]) -> Item:
        for key in keys:
            machine.read(key)
        numbers: list[Any] = [_comparable(key, arguments) for key in keys]
        try:
            order = sorted(range(len(items)), key=numbers.__getitem__, reverse=backwards)
        except TypeError:
            raise ProblemError(refusals.not_comparable(arguments.part)) from None
        return [items[index] for index in order]

    key = arguments.keywords.get("key")
    return finish(items) if key is None else each(key, [(item,) for item in items], arguments, finish)


# Numbers


@builtin(BUILTINS, "sum", least=1, most=2)
def _sum(machine: Any, arguments: Arguments) -> Item:
    """Adds one after the other. It begins with the first item: adding to 0 first would only put a 0 into the graph."""
    first, *start = arguments.values
    start += [arguments.keywords["start"]] if "start" in arguments.keywords else []
    if isinstance(first, Tensor) and not start:
        return machine.evaluator.operation(OPERATIONS["sum"], [first], arguments.part)  # type: ignore[no-any-return]
    items = [*start, *everything(machine, first, arguments)]
    if start and not isinstance(start[0], Tensor) and start[0] == 0 and len(items) > 1:
        items = items[1:]
    return _chain(machine, "+", items, arguments) if items else 0


def _chain(machine: Any, symbol: str, items: list[Item], arguments: Arguments) -> Item:
    total = items[0]
    for item in items[1:]:
        total = machine.evaluator.operator(symbol, [total, item], arguments.part)
    return total


def _extreme(name: str, better: Callable[[Any, Any], bool]) -> Body:
    def body(machine: Any, arguments: Arguments) -> Item | Then:
        items = list(arguments.values)
        if len(items) == 1:
            if isinstance(items[0], Tensor):
                return machine.evaluator.operation(OPERATIONS[OPERATIONS[name].alone or name], items, arguments.part)  # type: ignore[no-any-return]
            items = everything(machine, items[0], arguments)
        if not items:
            raise ProblemError(refusals.empty_list(arguments.span))
        key = arguments.keywords.get("key")
        if key is not None:
            return each(
                key, [(item,) for item in items], arguments, lambda keys: _chosen(machine, items, keys, better, arguments)
            )
        if not any(isinstance(item, Tensor) for item in items):
            return _chosen(machine, items, items, better, arguments)
        total = items[0]
        for item in items[1:]:
            pair = machine.evaluator.tensors([total, item], arguments.part)
            total = machine.evaluator.operation(OPERATIONS[name], pair, arguments.part)
        return total

    return body


def _chosen(machine: Any, items: list[Item], keys: list[Item], better: Callable[[Any, Any], bool], arguments: Arguments) -> Item:
    best = 0
    for key in keys:
        machine.read(key)
    numbers = [_comparable(key, arguments) for key in keys]
    if len({isinstance(number, str) for number in numbers}) > 1:
        raise ProblemError(refusals.not_comparable(arguments.part))
    for index, number in enumerate(numbers):
        if better(number, numbers[best]):
            best = index
    return items[best]


def _comparable(key: Item, arguments: Arguments) -> Any:
    """What values are put in order by: a number, a text, or several of them. Raises ProblemError (unsupported)."""
    if isinstance(key, Tensor) and not key.shape:
        return key.item()
    if isinstance(key, _Ordered) or (isinstance(key, tuple) and all(isinstance(each, _Ordered) for each in key)):
        return key
    raise ProblemError(refusals.not_comparable(arguments.part))


builtin(BUILTINS, "max", least=1)(_extreme("maximum", lambda one, other: one > other))
builtin(BUILTINS, "min", least=1)(_extreme("minimum", lambda one, other: one < other))


@builtin(BUILTINS, "abs", least=1, most=1)
def _abs(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    if isinstance(item, int | float):
        return abs(item)
    tensors = machine.evaluator.tensors([item], arguments.part)
    return machine.evaluator.operation(OPERATIONS.spellings["abs"], tensors, arguments.part)  # type: ignore[no-any-return]


@builtin(BUILTINS, "float", least=1, most=1)
def _float(machine: Any, arguments: Arguments) -> Item:
    return float(_value(machine, arguments))


@builtin(BUILTINS, "int", least=1, most=1)
def _int(machine: Any, arguments: Arguments) -> Item:
    try:
        return int(_value(machine, arguments))
    except (OverflowError, ValueError):
        raise ProblemError(refusals.not_a_number(arguments.values[0], arguments.part)) from None


def _value(machine: Any, arguments: Arguments) -> float:
    """The number itself, without the graph that made it."""
    (item,) = arguments.values
    if isinstance(item, Tensor) and (not item.shape or item.data.size == 1):  # type: ignore[union-attr]
        machine.read(item)
        return item.item()
    if isinstance(item, str):
        try:
            return float(item[:400])
        except ValueError:
            pass
    if isinstance(item, int | float):
        return item
    raise ProblemError(refusals.not_a_number(item, arguments.part))


@builtin(BUILTINS, "bool", least=1, most=1)
def _bool(machine: Any, arguments: Arguments) -> Item:
    return machine.truth(arguments.values[0], arguments.span)  # type: ignore[no-any-return]


@builtin(BUILTINS, "round", least=1, most=2)
def _round(machine: Any, arguments: Arguments) -> Item:
    item, *digits = arguments.values
    if isinstance(item, Tensor) and not digits:
        return machine.evaluator.operation(OPERATIONS["round"], [item], arguments.part)  # type: ignore[no-any-return]
    number = item.item() if isinstance(item, Tensor) and not item.shape else item
    machine.read(item)
    if not isinstance(number, int | float):
        raise ProblemError(refusals.not_a_number(item, arguments.part))
    try:
        return round(number, max(-400, min(400, whole(machine, digits[0], arguments)))) if digits else round(number)
    except (OverflowError, ValueError):
        return number


@builtin(BUILTINS, "any", least=1, most=1)
def _any(machine: Any, arguments: Arguments) -> Item:
    return any(machine.truth(item, arguments.span) for item in everything(machine, arguments.values[0], arguments))


@builtin(BUILTINS, "all", least=1, most=1)
def _every(machine: Any, arguments: Arguments) -> Item:
    return all(machine.truth(item, arguments.span) for item in everything(machine, arguments.values[0], arguments))


# Objects and texts


@builtin(BUILTINS, "print")
def _print(machine: Any, arguments: Arguments) -> Item | Then:
    machine.names.looked_at(arguments.values)
    separator = arguments.keywords.get("sep", " ")
    end = arguments.keywords.get("end", "\n")

    def write(texts: list[Item]) -> None:
        between = separator if isinstance(separator, str) else " "
        machine.evaluator.hold(len(between) * len(texts))
        text = between.join(map(str, texts))
        machine.names.print_(text, end if isinstance(end, str) else "\n", arguments.span)

    return each(BUILTINS["str"], [(item,) for item in arguments.values], arguments, write)


def _written(machine: Any, arguments: Arguments, *, quoted: bool) -> Item | Then:
    """A value as a text; an object of the program's classes by its own method for that."""
    (item,) = arguments.values
    for name in ("__repr__", "__str__") if quoted else ("__str__", "__repr__"):
        if isinstance(item, Instance) and isinstance(found := item.kind.find(name), Function):
            return Then(Method(found, item), Arguments([], {}, arguments.part), lambda value: value)
    return held(machine, shown(machine, item, quoted=quoted))


@builtin(BUILTINS, "str", most=1)
def _str(machine: Any, arguments: Arguments) -> Item | Then:
    return _written(machine, arguments, quoted=False) if arguments.values else ""


@builtin(BUILTINS, "repr", least=1, most=1)
def _repr(machine: Any, arguments: Arguments) -> Item | Then:
    return _written(machine, arguments, quoted=True)


@builtin(BUILTINS, "isinstance", least=2, most=2)
def _isinstance(machine: Any, arguments: Arguments) -> Item:
    item, kinds = arguments.values
    return any(_is_a(item, kind) for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))


_PYTHON_KINDS: dict[str, Any] = {
    "int": int,
    "float": int | float,
    "list": list,
    "tuple": tuple,
    "str": str,
    "dict": dict,
    "bool": bool,
    "Value": Tensor,
    "Tensor": Tensor,
}


def _is_a(item: Item, kind: Item) -> bool:
    if isinstance(kind, Class):
        return isinstance(item, Instance) and kind in item.kind.line()
    return isinstance(kind, Builtin) and kind.name in _PYTHON_KINDS and isinstance(item, _PYTHON_KINDS[kind.name])


@builtin(BUILTINS, "super")
def _super(machine: Any, arguments: Arguments) -> Item:
    frame = machine.frames[-1]
    first = next(iter(frame.scope.names.values()), None)
    if frame.owner is None or not isinstance(first, Instance):
        raise ProblemError(refusals.super_outside(arguments.part))
    return Super(first, frame.owner)


@builtin(BUILTINS, "type", least=1, most=1)
def _type(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    if isinstance(item, Instance):
        return item.kind
    return Builtin(next((name for name, kind in _PYTHON_KINDS.items() if isinstance(item, kind)), "object"), lambda *_: None)


@builtin(BUILTINS, "vars", least=1, most=1)
def _vars(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    if not isinstance(item, Instance):
        raise ProblemError(refusals.no_members(kind_of(item), arguments.part))
    return dict(item.members)


@builtin(BUILTINS, "getattr", least=2, most=3)
def _getattr(machine: Any, arguments: Arguments) -> Item:
    owner, name, *default = arguments.values
    if not isinstance(name, str):
        raise ProblemError(refusals.not_a_key(name, arguments.part))
    if default and isinstance(owner, Instance) and name not in owner.members and not isinstance(owner.kind.find(name), Function):
        return default[0]
    return machine.member(owner, name, arguments.part)  # type: ignore[no-any-return]


@builtin(BUILTINS, "hasattr", least=2, most=2)
def _hasattr(machine: Any, arguments: Arguments) -> Item:
    owner, name = arguments.values
    return isinstance(owner, Instance) and (name in owner.members or isinstance(owner.kind.find(str(name)), Function))


def _binder(name: str, bound: str) -> None:
    def body(machine: Any, arguments: Arguments) -> Item:
        (function,) = arguments.values
        if isinstance(function, Function):
            function.bound = bound
        return function

    builtin(BUILTINS, name, least=1, most=1)(body)


for _name, _bound in (("property", "property"), ("staticmethod", "nothing"), ("classmethod", "class")):
    _binder(_name, _bound)
