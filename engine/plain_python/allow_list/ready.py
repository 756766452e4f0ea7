"""Python's own functions, as programs may call them: each counts what it goes through."""

import ast
import builtins
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from backpass.engine.plain_python.allow_list.native_members import methods_of
from backpass.engine.plain_python.syntax.operators import BINARY, check_power
from backpass.engine.plain_python.values import (
    MISSING,
    Absent,
    BoundMethod,
    Function,
    Instance,
    Marked,
    Native,
    Object,
    Super,
    UserClass,
)

TYPES: tuple[type, ...] = (int, float, complex, bool, str, list, tuple, dict, set, frozenset, slice, object)
"""Python's types that programs may name; `call_type` makes their values."""

_NOT_NAMED = (UnicodeError, BlockingIOError, InterruptedError)
EXCEPTIONS: tuple[type[Exception], ...] = tuple(
    each
    for each in vars(builtins).values()
    if isinstance(each, type) and issubclass(each, Exception) and not issubclass(each, _NOT_NAMED)
)

_COUNTING: tuple[Callable[..., Any], ...] = (
    sorted,
    any,
    all,
    min,
    max,
    reversed,
    next,
    len,
)
_LAZY: tuple[Callable[..., Any], ...] = (enumerate, zip, map, filter, iter)
"""Functions whose results go through what they are given later."""
_OF_ITEMS = (enumerate, zip, iter)
"""Those of them that are given no function."""
_PLAIN: tuple[Callable[..., Any], ...] = (abs, bin, hex, oct, ord, chr, ascii)
_DIGITS_LIMIT = 10_000
"""Digits that no whole number has here."""


class Ready(dict[str, Any]):
    """The names that every program has, each made when it is first asked for."""

    def __init__(self, machine: Any, makers: "Mapping[str, Callable[[Any], Any]] | None" = None) -> None:
        super().__init__()
        self._machine = machine
        self._makers = MAKERS if makers is None else makers

    def __missing__(self, name: str) -> Any:
        found = self[name] = self._makers[name](self._machine)
        return found

    def get(self, name: str, default: Any = None) -> Any:
        """As of any dictionary."""
        return self[name] if name in self or name in self._makers else default


def _given(machine: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *values, **named: function(machine, *values, **named)


def _counting(machine: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    compares = function in (sorted, min, max)
    lazily = compares or function in (any, all)

    def call(*values: Any, **named: Any) -> Any:
        if function is len and values and isinstance(values[0], UserClass):
            return sum(1 for _ in values[0])
        for each in values:
            machine.counted(each)
        if lazily and values and not hasattr(values[0], "__len__") and len(values) < 3 and hasattr(values[0], "__iter__"):
            values = (machine.finite(values[0]), *values[1:])
        if compares and values:
            if len(values) == 1 and not hasattr(values[0], "__len__"):
                values = (list(values[0]),)
            machine.measure(values if len(values) > 1 else values[0])
            if named.get("key") is not None:
                named = {**named, "key": machine.measured(named["key"])}
        result = function(*values, **named)
        if function is sorted:
            machine.hold(len(result))
        return result

    return call


def lazy(machine: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that goes through its arguments later: items are counted as they come."""

    def call(*values: Any, **named: Any) -> Any:
        if function is iter and (len(values) != 1 or not isinstance(values[0], list | range)):
            return iter(*values)
        if function not in _OF_ITEMS:
            values = tuple(map(machine.counting, values))
        return function(*(machine.finite(each) if isinstance(each, list | range | deque) else each for each in values), **named)

    return call


def _sum(machine: Any, items: Any, start: Any = 0) -> Any:
    """`sum`, which is refused what `+` is."""
    items = items if isinstance(items, list | tuple) else machine.finite(machine.counted(items))
    if isinstance(items, list | tuple):
        machine.counted(items)
        if type(start) in (int, float) and {int, float, bool}.issuperset(map(type, items)):
            return sum(items, start)
    if isinstance(start, str):
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    for each in items:
        start = BINARY[ast.Add](machine, start, each)
    return start


def _round(machine: Any, value: Any, digits: Any = None) -> Any:
    return round(value, max(digits, -_DIGITS_LIMIT) if isinstance(value, int) and isinstance(digits, int) else digits)


def _divmod(machine: Any, left: Any, right: Any) -> Any:
    BINARY[ast.FloorDiv].check(machine, left, right)  # type: ignore[misc]
    return divmod(left, right)


def call_type(machine: Any, kind: type, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """`float(x)`, `list(items)` and their like."""
    if issubclass(kind, Exception):
        return kind(*values, **named)
    if kind is range:
        return range(*values)
    if kind in (list, tuple, set, frozenset, dict):
        if values:
            first = machine.counted(values[0])
            if not hasattr(first, "keys"):
                first = machine.finite(first)
            if kind not in (list, tuple):
                first = first if hasattr(first, "keys") else [*first]
                machine.measure(first)
            made = kind(first, *values[1:], **named)
            machine.hold(len(made))
            return made
        return kind(**named)
    if kind is str and len(values) == 1 and not isinstance(values[0], str):
        return machine.shown(values[0])
    if kind is int and values and isinstance(values[0], str) and len(values[0]) > 4000:
        machine.too_large()
    if kind is object:
        return machine.blank(machine.object_class)
    if kind in TYPES or issubclass(kind, np.number | np.bool_):
        return machine.watch.converted(kind, values, named)
    if kind is type(None) or not machine.may_make(kind):
        raise TypeError(f"cannot create '{kind.__name__}' instances")
    return kind(*values, **named)


def _isinstance(machine: Any, value: Any, kinds: Any) -> bool:
    return any(_is_a(value, each) for each in _flat(kinds))


def _flat(kinds: Any) -> list[Any]:
    waiting, found = [kinds], []
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            waiting += each
        elif hasattr(each, "__args__") and not isinstance(each, type):
            waiting += each.__args__
        else:
            found.append(each)
    return found


def _is_a(value: Any, kind: Any) -> bool:
    if isinstance(kind, UserClass):
        return isinstance(value, kind.real)
    if isinstance(kind, Absent):
        kind()
    if isinstance(kind, Native):
        return kind.name == "type" and isinstance(value, type | UserClass)
    if not isinstance(kind, type):
        raise TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union")
    return isinstance(value, kind)


def _issubclass(machine: Any, value: Any, kinds: Any) -> bool:
    own = value.line if isinstance(value, UserClass) else list(value.__mro__)
    return any(each in own for each in _flat(kinds))


def _type(machine: Any, *values: Any) -> Any:
    if len(values) != 1:
        raise machine.refusal(machine.node)
    return machine.kind_of(values[0])


def _print(
    machine: Any, *values: Any, sep: str | None = " ", end: str | None = "\n", file: Any = None, flush: bool = False
) -> None:
    texts = [machine.shown(each) for each in values]
    machine.print_((" " if sep is None else sep).join(texts) + ("\n" if end is None else end), file)


def _repr(machine: Any, value: Any) -> str:
    return machine.shown(value, repr)  # type: ignore[no-any-return]


def _getattr(machine: Any, of: Any, name: str, *default: Any) -> Any:
    try:
        return machine.member(of, machine.name_given(name))
    except AttributeError:
        if default:
            return default[0]
        raise


def _hasattr(machine: Any, of: Any, name: str) -> bool:
    try:
        if isinstance(of, (*Object, UserClass)) or name in methods_of(type(of)):
            machine.member(of, machine.name_given(name))
        else:
            return hasattr(of, name) and not name.startswith("_")
    except AttributeError:
        return False
    return True


def _vars(machine: Any, of: Any) -> dict[str, Any]:
    if not isinstance(of, Object):
        raise TypeError("vars() argument must have __dict__ attribute")
    found: dict[str, Any] = machine.member(of, "__dict__")
    return found


def _callable(machine: Any, value: Any) -> bool:
    if isinstance(value, Instance):
        return value.user_class.find("__call__") is not MISSING
    return isinstance(value, Function | BoundMethod | Native | UserClass | type)


def _hash(machine: Any, value: Any) -> int:
    machine.measure(value)
    own = isinstance(value, Instance) and value.user_class.find("__hash__") is MISSING and type(value).__hash__ is object.__hash__
    return machine.number_of(value) if own or isinstance(value, Function) else hash(value)


def _pow(machine: Any, base: Any, exponent: Any, *modulus: Any) -> Any:
    check_power(machine, base, exponent, *modulus)
    return pow(base, exponent, *modulus)


def _format(machine: Any, value: Any, written: str = "") -> str:
    return machine.formatted(value, written)  # type: ignore[no-any-return]


def _super(machine: Any, kind: Any, receiver: Any) -> Super:
    return Super(receiver, kind)


def _dir(machine: Any, of: Any) -> list[str]:
    if not isinstance(of, Object):
        raise machine.refusal(machine.node)
    names = {name for each in of.user_class.line if isinstance(each, UserClass) for name in each.members}
    return sorted({*names, *of.members})


_OF_MACHINE: dict[str, Callable[..., Any]] = {
    "sum": _sum,
    "isinstance": _isinstance,
    "issubclass": _issubclass,
    "type": _type,
    "print": _print,
    "repr": _repr,
    "getattr": _getattr,
    "hasattr": _hasattr,
    "setattr": lambda machine, of, name, value: machine.set_member(of, machine.name_given(name), value),
    "delattr": lambda machine, of, name: machine.delete_member(of, machine.name_given(name)),
    "vars": _vars,
    "callable": _callable,
    "hash": _hash,
    "pow": _pow,
    "format": _format,
    "super": _super,
    "dir": _dir,
    "id": lambda machine, value: machine.number_of(value),
    "globals": lambda machine: dict(machine.globals),
    "property": lambda machine, function=None, setter=None, deleter=None: Marked("property", function, setter, deleter),
    "classmethod": lambda machine, function: Marked("classmethod", function),
    "staticmethod": lambda machine, function: Marked("staticmethod", function),
    "input": lambda machine, *_: machine.unread_input(),
    "open": lambda machine, *values, **named: machine.modules.files.open(*values, **named),
}


def _makers() -> Mapping[str, Callable[[Any], Any]]:
    """By name, what makes it for a machine."""
    constants: dict[str, Any] = {each.__name__: each for each in (*TYPES, *EXCEPTIONS)}
    constants |= {"NotImplemented": NotImplemented, "Ellipsis": Ellipsis, "__name__": "__main__", "range": range}
    found: dict[str, Callable[[Any], Any]] = {name: lambda _, value=value: value for name, value in constants.items()}  # type: ignore[misc]
    for name, function in _OF_MACHINE.items():
        found[name] = partial(_native, name, _given, function)
    for function in _COUNTING:
        found[function.__name__] = partial(_native, function.__name__, _counting, function)
    for function in _LAZY:
        found[function.__name__] = partial(_native, function.__name__, lazy, function)
    for function in _PLAIN:
        found[function.__name__] = partial(_native, function.__name__, _of_numbers, function)
    for function in (_round, _divmod):
        found[function.__name__.strip("_")] = partial(_native, function.__name__.strip("_"), _of_machine_and_numbers, function)
    return MappingProxyType(found)


def _native(name: str, offered: Callable[[Any, Any], Any], function: Callable[..., Any], machine: Any) -> Native:
    return Native(name, offered(machine, function))


def _of_numbers(machine: Any, function: Callable[..., Any]) -> Any:
    return machine.watch.number_function(function.__name__.strip("_"), function)


def _of_machine_and_numbers(machine: Any, function: Callable[..., Any]) -> Any:
    return _given(machine, _of_numbers(machine, function))


MAKERS = _makers()
"""By name, what makes each of the names that every program has for a machine."""
