"""What programs may use of Python's own types and of NumPy's arrays. What is not listed here cannot be reached."""

import io
import string
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

import numpy as np

from backpass.engine.plain_python.syntax.operators import BY_METHOD, check_whole_elements
from backpass.engine.plain_python.values import Attributes, Native

_METHODS: dict[type, frozenset[str]] = {
    str: frozenset(
        [
            "join",
            "split",
            "rsplit",
            "strip",
            "lstrip",
            "rstrip",
            "upper",
            "lower",
            "title",
            "capitalize",
            "swapcase",
            "casefold",
            "startswith",
            "endswith",
            "replace",
            "find",
            "rfind",
            "index",
            "count",
            "isdigit",
            "isalpha",
            "isalnum",
            "isspace",
            "isupper",
            "islower",
            "isnumeric",
            "isidentifier",
            "splitlines",
            "partition",
            "rpartition",
            "removeprefix",
            "removesuffix",
            "center",
            "ljust",
            "rjust",
            "zfill",
            "format",
        ]
    ),
    list: frozenset(["append", "extend", "insert", "pop", "remove", "reverse", "copy", "index", "count", "clear", "sort"]),
    tuple: frozenset(["index", "count"]),
    dict: frozenset(["keys", "values", "items", "get", "pop", "popitem", "setdefault", "update", "copy", "clear", "fromkeys"]),
    set: frozenset(
        [
            "add",
            "discard",
            "remove",
            "pop",
            "clear",
            "copy",
            "update",
            "union",
            "intersection",
            "difference",
            "symmetric_difference",
            "issubset",
            "issuperset",
            "isdisjoint",
            "intersection_update",
            "difference_update",
        ]
    ),
    frozenset: frozenset(
        ["copy", "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint"]
    ),
    int: frozenset(["bit_length", "conjugate", "is_integer"]),
    float: frozenset(["is_integer", "conjugate", "hex"]),
    io.StringIO: frozenset(["read", "readline", "readlines", "write", "writelines", "close", "getvalue", "seek", "flush"]),
    io.BytesIO: frozenset(["read", "close"]),
    bytes: frozenset(["decode"]),
    deque: frozenset(
        ["append", "appendleft", "pop", "popleft", "extend", "clear", "copy", "reverse", "count", "index", "remove", "rotate"]
    ),
    defaultdict: frozenset(["keys", "values", "items", "get", "pop", "popitem", "setdefault", "update", "copy", "clear"]),
    OrderedDict: frozenset(
        ["keys", "values", "items", "get", "pop", "popitem", "setdefault", "update", "copy", "clear", "move_to_end"]
    ),
    Counter: frozenset(["keys", "values", "items", "get", "pop", "update", "copy", "clear", "most_common"]),
    np.ndarray: frozenset(
        [
            "sum",
            "mean",
            "max",
            "min",
            "argmax",
            "argmin",
            "prod",
            "std",
            "var",
            "cumsum",
            "round",
            "clip",
            "any",
            "all",
            "reshape",
            "transpose",
            "swapaxes",
            "flatten",
            "ravel",
            "squeeze",
            "copy",
            "astype",
            "item",
            "tolist",
            "dot",
            "fill",
            "repeat",
            "trace",
            "diagonal",
            "nonzero",
            "sort",
            "argsort",
            "conj",
        ]
    ),
    np.generic: frozenset(
        [
            "item",
            "tolist",
            "sum",
            "mean",
            "max",
            "min",
            "astype",
            "copy",
            "round",
            "reshape",
            "any",
            "all",
            "is_integer",
            "squeeze",
            "flatten",
            "dot",
        ]
    ),
}

ATTRIBUTES: tuple[tuple[type, frozenset[str]], ...] = (
    (np.ndarray, frozenset(["shape", "ndim", "size", "dtype", "T", "real", "imag", "nbytes", "itemsize", "flat"])),
    (np.generic, frozenset(["shape", "ndim", "size", "dtype", "T", "real", "imag"])),
    (np.dtype, frozenset(["name", "kind", "itemsize", "char"])),
    (int, frozenset(["real", "imag", "numerator", "denominator"])),
    (float, frozenset(["real", "imag"])),
    (complex, frozenset(["real", "imag"])),
    (slice, frozenset(["start", "stop", "step"])),
    (range, frozenset(["start", "stop", "step"])),
    (StopIteration, frozenset(["value"])),
)

_FOUND: dict[type, frozenset[str]] = {}


def methods_of(kind: type) -> frozenset[str]:
    """The methods of a type that programs may call."""
    if kind not in _FOUND:
        _FOUND[kind] = next((_METHODS[each] for each in kind.__mro__ if each in _METHODS), frozenset())
    return _FOUND[kind]


def guarded_method(machine: Any, of: Any, name: str) -> Native:
    """A method of one of Python's own values, which counts what it goes through and makes before it does."""
    method = getattr(of, name)
    if type(of) is Attributes and name == "update":
        return Native(name, lambda *values, **named: of.update_by(machine, dict(*values, **named)))
    if isinstance(of, str) and name == "format":
        return Native(name, lambda *values, **named: _Formatter(machine).vformat(of, values, named))
    if isinstance(of, list) and name == "append":
        return Native(name, lambda *values: machine.hold(1) or method(*values))
    if name in _AT_ONCE and isinstance(of, set | dict | deque) and not (name == "remove" and isinstance(of, deque)):

        def at_once(*values: Any, **named: Any) -> Any:
            machine.hold(1)
            for each in values[:1]:
                if type(each) is tuple:
                    machine.measure(each)
            return method(*values, **named)

        return Native(name, at_once)
    size = len(of) if isinstance(of, str | list | tuple | dict | set | frozenset | deque) else 0

    def call(*values: Any, **named: Any) -> Any:
        machine.tick(size // 32)
        for each in values:
            machine.counted(each)
        values, named = _before_comparing(machine, of, name, values, named)
        _check_size(machine, of, name, values, named)
        result = method(*values, **named)
        machine.check_held(of)
        machine.check_held(result)
        machine.watch.changed(of)
        return result

    return Native(name, call)


def _before_comparing(
    machine: Any, of: Any, name: str, values: tuple[Any, ...], named: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a method that compares, looks up or gathers items: each is measured before."""
    if name in _COMPARING:
        machine.tick(len(of) * sum(map(machine.measure, values)) // 32)
    elif name in _HASHING and not isinstance(of, str):
        values = tuple(_measured_items(machine, each) for each in values)
    elif name == "sort" and isinstance(of, list):
        machine.measure(of)
        named = {**named, "key": machine.measured(named.get("key"))}
    elif name in ("join", "extend", "writelines"):
        values = tuple(list(each) if hasattr(each, "__iter__") and not isinstance(each, str | list) else each for each in values)
    return values, named


def _check_size(machine: Any, of: Any, name: str, values: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Refuses or counts what a method is about to make."""
    if isinstance(of, np.ndarray):
        machine.hold(of.size)
        _check_types(machine, values, named)
        check_whole_elements(machine, of, *values, most=0 if name in ("prod", "cumprod") else 64)
        if name == "repeat":
            machine.hold(of.size * int(np.max(values[0])))
        elif name == "dot":
            machine.hold(of.size * (values[0].shape[-1] if np.ndim(values[0]) > 1 else 1))
    elif isinstance(of, io.StringIO):
        machine.hold(sum(len(each) // 8 for each in values if isinstance(each, str)))
    elif isinstance(of, str):
        _check_text(machine, of, name, values)
    else:
        machine.hold(sum(len(each) for each in values if isinstance(each, list | tuple | dict | set | np.ndarray)))


_COMPARING = frozenset(["index", "count", "remove"])
"""Methods that compare each item with one that they are given."""
_HASHING = frozenset(
    [
        "update",
        "union",
        "intersection",
        "difference",
        "symmetric_difference",
        "issubset",
        "issuperset",
        "isdisjoint",
        "intersection_update",
        "difference_update",
        "fromkeys",
    ]
)
"""Methods that look up each item of what they are given."""


def _measured_items(machine: Any, items: Any) -> Any:
    """Items that are about to be looked up, each measured; an iteration becomes a list."""
    if not hasattr(items, "__len__") and hasattr(items, "__iter__"):
        items = [*items]
    machine.measure(items)
    return items


def protocol(machine: Any, of: Any, name: str) -> Native | None:
    """A method of numbers and texts that an operator or a function of Python spells as well, refused and counted as that is."""
    if not isinstance(of, int | float | str):
        return None
    if (found := BY_METHOD.get(name)) is not None:
        return Native(name, lambda other: _by_operator(machine, name, found, of, other))
    if (found := BY_METHOD.get(name.replace("__r", "__", 1))) is not None:
        return Native(name, lambda other: _by_operator(machine, name, lambda machine, a, b: found(machine, b, a), of, other))
    if name == "__getitem__":
        return Native(name, lambda key: machine.item(of, key))
    bare = name.strip("_")
    function = machine.builtins.get({"trunc": "int", "index": "int"}.get(bare, bare))
    if function is None and bare not in ("neg", "pos", "invert", "floor", "ceil"):
        return None
    return Native(name, getattr(of, name) if function is None else lambda *values: machine.call(function, (of, *values), {}))


def _by_operator(machine: Any, name: str, found: Any, of: Any, other: Any) -> Any:
    """What `of.__name__(other)` gives, which never asks the other value."""
    if not isinstance(other, (int, float, str) if isinstance(of, int | float) else (str, int, float, list, tuple, dict)):
        return NotImplemented
    if isinstance(of, int | float) and (isinstance(other, str) or (isinstance(of, int) and isinstance(other, float))):
        return NotImplemented
    return found(machine, of, other)


_AT_ONCE = frozenset(
    [
        "add",
        "discard",
        "remove",
        "pop",
        "get",
        "setdefault",
        "popitem",
        "append",
        "appendleft",
        "popleft",
        "keys",
        "values",
        "items",
    ]
)
"""Methods of sets, dictionaries and queues that take as long however many items there are, but for `deque.remove`."""


def _check_text(machine: Any, of: str, name: str, values: tuple[Any, ...]) -> None:
    if name in ("center", "ljust", "rjust", "zfill"):
        machine.hold(max(int(values[0]), len(of)))
    elif name == "replace":
        machine.hold(len(of) + (len(of) + 1) * len(values[1]) // max(len(values[0]), 1))
    elif name == "join" and values and isinstance(values[0], list | tuple):
        machine.hold(sum(len(each) + len(of) for each in values[0] if isinstance(each, str)))
    else:
        machine.hold(len(of) // 8)
        if name.startswith("r") and values and isinstance(values[0], str):  # from the right Python searches slowly
            machine.tick((len(of) * len(values[0])) >> 12)


_NUMBERS = {
    "float",
    "int",
    "bool",
    "object",
    "float64",
    "float32",
    "int64",
    "int32",
    "uint8",
    "complex",
    "complex128",
    "f",
    "d",
    "i",
    "f8",
    "f4",
    "i8",
}


def check_dtype(machine: Any, wanted: Any) -> None:
    """Refuses types of elements of a size that the program chooses, such as texts of a million characters."""
    fits = isinstance(wanted, str) and wanted in _NUMBERS
    if not (wanted is None or fits or wanted in (float, int, bool, object, complex) or _is_numpy_type(wanted)):
        machine.too_large()


def _is_numpy_type(wanted: Any) -> bool:
    if isinstance(wanted, np.dtype):
        return wanted.kind in "fiubcO"
    return isinstance(wanted, type) and issubclass(wanted, np.number | np.bool_)


def _check_types(machine: Any, values: tuple[Any, ...], named: dict[str, Any]) -> None:
    check_dtype(machine, named.get("dtype"))
    for each in values:
        if isinstance(each, str | type | np.dtype):
            check_dtype(machine, each)


class _Formatter(string.Formatter):
    """`str.format`, which reads members as the program would."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine
        self.count = 0

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        first, rest = _split_field(field_name)
        if isinstance(first, int) and first >= len(args):
            raise IndexError(f"Replacement index {first} out of range for positional args tuple")
        found = self.get_value(first, args, kwargs)
        for is_member, key in rest:
            found = self.machine.member(found, key) if is_member else self.machine.item(found, key)
        return found, first

    def format_field(self, value: Any, format_spec: str) -> str:
        return self.machine.formatted(value, format_spec)  # type: ignore[no-any-return]


def _split_field(name: str) -> tuple[int | str, list[tuple[bool, Any]]]:
    """The first part of a field's name, and the members and items behind it."""
    import _string  # type: ignore[import-not-found]  # what `string.Formatter` itself uses

    first, rest = _string.formatter_field_name_split(name)
    return first, list(rest)
