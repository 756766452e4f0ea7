"""Numbers and arrays that remember how they were computed, and are Python's and NumPy's in everything else.

An engine computes with them without knowing. From what they remember follow the gradients that are right, and where each number
that the engine calls a gradient came from.
"""

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np


class Node:
    """A number or an array, and what computed it."""

    __slots__ = ("inputs", "op", "options", "owner", "prior", "value")

    def __init__(self, op: str | None, inputs: tuple[Any, ...], value: Any, options: dict[str, Any] | None = None) -> None:
        self.op = op
        """The operation's name; None for a leaf."""
        self.inputs = inputs
        """Nodes, and plain numbers where nothing is remembered."""
        self.value = value.copy() if type(value) is np.ndarray else value
        self.options = options
        self.owner: tuple[Any, str] | None = None
        """The object that stores it first, and as which attribute."""


class TracedFloat(float):
    """A float that remembers."""

    __slots__ = ("node",)
    __array_ufunc__ = None
    node: Node

    def __reduce__(self) -> Any:
        return float, (float(self),)


class TracedInt(int):
    """A whole number that remembers."""

    __array_ufunc__ = None
    node: Node


class TracedScalar(np.float64):
    """A number of NumPy's that remembers."""

    __array_ufunc__ = None
    node: Node


class TracedArray(np.ndarray):
    """An array that remembers. `prior` is what it was before it was last changed in place."""

    node: Node | None
    prior: Node | None

    def __array_finalize__(self, of: Any) -> None:
        self.node = None
        self.prior = None

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
        given = [plain(each) for each in inputs]
        out = named.get("out")
        if out is not None:
            named["out"] = tuple(plain(each) for each in out)
        result = getattr(ufunc, method)(*given, **named)
        name = _REDUCED.get(ufunc.__name__, ufunc.__name__) if method == "reduce" else ufunc.__name__
        known = name if method in ("__call__", "reduce") else f"{ufunc.__name__}.{method}"
        options = {key: value for key, value in named.items() if key in ("axis", "keepdims")}
        if method == "reduce":
            options.setdefault("axis", 0)
        if out is not None and isinstance(out[0], TracedArray):
            target = out[0]
            target.prior = node_of(target)
            target.node = Node(known, tuple(map(node_or_plain, inputs)), plain(target), options or None)
            return target
        if isinstance(result, tuple):
            return result
        return remembered(known, inputs, result, options or None)

    def __array_function__(self, function: Any, types: Any, values: Any, named: Any) -> Any:
        return called(function.__name__, function, values, named)

    def __getitem__(self, key: Any) -> Any:
        key = deeply_plain(key)
        return remembered("index", (self,), plain(self)[key], {"key": key})

    def __setitem__(self, key: Any, value: Any) -> None:
        plain(self)[deeply_plain(key)] = deeply_plain(value)
        self.prior = self.node
        self.node = Node(None, (), plain(self))

    def __iter__(self) -> Any:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return repr(plain(self))

    def __str__(self) -> str:
        return str(plain(self))

    def __format__(self, written: str) -> str:
        return format(plain(self), written)

    @property
    def T(self) -> Any:  # noqa: N802 - NumPy's name
        return remembered("transpose", (self,), plain(self).T, {"axes": None})

    def astype(self, dtype: Any, *values: Any, **named: Any) -> Any:
        made = plain(self).astype(dtype, *values, **named)
        return remembered("copy", (self,), made) if made.dtype.kind == "f" else made

    def item(self, *place: Any) -> Any:
        if place:
            return plain(self).item(*place)
        return remembered("item", (self,), plain(self).item())


def _method(name: str) -> Callable[..., Any]:
    def method(self: TracedArray, *values: Any, **named: Any) -> Any:
        return called(name, lambda own, *more, **others: getattr(own, name)(*more, **others), (self, *values), named)

    method.__name__ = name
    return method


for _name in [
    "mean",
    "sum",
    "prod",
    "max",
    "min",
    "var",
    "std",
    "reshape",
    "transpose",
    "ravel",
    "flatten",
    "squeeze",
    "swapaxes",
    "copy",
    "dot",
    "clip",
    "repeat",
    "diagonal",
    "trace",
    "cumsum",
]:
    setattr(TracedArray, _name, _method(_name))

for _kind, _shown in (
    (TracedFloat, "float"),
    (TracedInt, "int"),
    (TracedScalar, "numpy.float64"),
    (TracedArray, "numpy.ndarray"),
):
    _kind.__name__ = _shown  # errors that Python words name the type


def _in_place(name: str, ufunc: Any) -> None:
    def method(self: TracedArray, other: Any) -> Any:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        before, given = node_of(self), node_or_plain(other)
        ufunc(plain(self), plain(other), out=plain(self))
        self.prior = before
        self.node = Node(name, (before if before is not None else plain(self), given), plain(self))
        return self

    setattr(TracedArray, f"__i{name}__", method)


def _compared(kind: Any, name: str) -> None:
    function = getattr(operator, name)

    def method(self: Any, other: Any) -> Any:
        return function(plain(self), plain(other)) if isinstance(other, _NUMBERS) else NotImplemented

    setattr(kind, f"__{name}__", method)


_BITS = 1_023
"""Of a whole number that is remembered: no larger one is a float as well."""
_REDUCED = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min"}
TRACED = (TracedFloat, TracedInt, TracedScalar, TracedArray)
_NUMBERS = (int, float, np.ndarray, np.generic)
KINDS: dict[type, type] = {TracedFloat: float, TracedInt: int, TracedScalar: np.float64, TracedArray: np.ndarray}
"""What Python calls them."""


def plain(value: Any) -> Any:
    """The number or array alone, as Python has it."""
    kind = type(value)
    if kind is TracedFloat:
        return float(value)
    if kind is TracedArray:
        return value.view(np.ndarray)
    if kind is TracedInt:
        return int(value)
    if kind is TracedScalar:
        return np.float64(value)
    return value


def deeply_plain(value: Any, depth: int = 0) -> Any:
    """A value with everything in its lists made plain."""
    if isinstance(value, list | tuple) and depth < 32:
        made = [deeply_plain(each, depth + 1) for each in value]
        return made if isinstance(value, list) else tuple(made)
    if isinstance(value, slice):
        return slice(*(plain(each) for each in (value.start, value.stop, value.step)))
    return plain(value)


def node_of(value: Any) -> Node | None:
    """What a value remembers; None for a plain one."""
    return value.node if type(value) in KINDS else None


def node_or_plain(value: Any) -> Any:
    """What a value remembers, or the value itself."""
    return node_of(value) or plain(value)


def wrapped(value: Any, node: Node) -> Any:
    """A plain number or array with its node; anything else as it is."""
    kind = type(value)
    made: Any
    if kind is float:
        made = TracedFloat(value)
    elif kind is int and value.bit_length() <= _BITS:
        made = TracedInt(value)
    elif kind is np.float64:
        made = TracedScalar(value)
    elif kind is np.ndarray and value.dtype.kind in "fi":
        made = value.view(TracedArray)
    else:
        return value
    made.node = node
    return made


def remembered(op: str, inputs: Any, value: Any, options: dict[str, Any] | None = None) -> Any:
    """A result that remembers its operation, if any of its inputs does."""
    nodes = tuple([(each.node or plain(each)) if type(each) in KINDS else each for each in inputs])
    for each in nodes:
        if type(each) is Node:
            return wrapped(value, Node(op, nodes, value, options))
    return value


def forgetful(value: Any) -> Any:
    """A number or array that remembers nothing any more; an array stays the one that it is."""
    if type(value) is TracedArray:
        value.node = value.prior = None
        return value
    return plain(value)


def leaf(value: Any) -> Any:
    """A plain number or array that is remembered from now on."""
    return wrapped(value, Node(None, (), value))


_OF_ONE = frozenset(
    [
        "sum",
        "mean",
        "prod",
        "max",
        "min",
        "amax",
        "amin",
        "var",
        "std",
        "cumsum",
        "reshape",
        "transpose",
        "expand_dims",
        "squeeze",
        "swapaxes",
        "flatten",
        "ravel",
        "round",
        "around",
        "repeat",
        "broadcast_to",
        "moveaxis",
        "concatenate",
        "stack",
        "tile",
        "roll",
        "argmax",
        "argmin",
    ]
)
"""Functions whose further arguments are options."""


def called(name: str, function: Callable[..., Any], values: Any, named: Any) -> Any:
    """A function of numbers or arrays with what it was given remembered."""
    result = function(*map(deeply_plain, values), **{key: deeply_plain(value) for key, value in named.items()})
    if type(result) not in (float, int, np.float64, np.ndarray):
        return result
    inputs: list[Any] = []
    options = dict(named)
    for place, each in enumerate(values):
        if isinstance(each, list | tuple) and any(type(item) in KINDS for item in each):
            inputs += each
            options["listed"] = True
        elif place and (name in _OF_ONE or not isinstance(each, _NUMBERS)):
            options.setdefault(
                "axis", deeply_plain(each) if name != "transpose" or len(values) == 2 else deeply_plain(values[1:])
            )
        else:
            inputs.append(each)
    return remembered(name, inputs, result, options or None)


def _binary(name: str, function: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def forward(self: Any, other: Any) -> Any:
        if isinstance(other, _NUMBERS):
            return remembered(name, (self, other), function(plain(self), plain(other)))
        return NotImplemented

    def reflected(self: Any, other: Any) -> Any:
        if isinstance(other, _NUMBERS):
            return remembered(name, (other, self), function(plain(other), plain(self)))
        return NotImplemented

    return forward, reflected


_OPERATORS = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "pow": operator.pow,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
}


def _complete(kind: Any) -> None:
    for name, function in _OPERATORS.items():
        forward, reflected = _binary(name, function)
        setattr(kind, f"__{name}__", forward)
        setattr(kind, f"__r{name}__", reflected)
    kind.__neg__ = lambda self: remembered("neg", (self,), -plain(self))
    kind.__pos__ = lambda self: self
    kind.__abs__ = lambda self: remembered("abs", (self,), abs(plain(self)))
    kind.__hash__ = lambda self: hash(plain(self))


for _name, _ufunc in (
    ("add", np.add),
    ("sub", np.subtract),
    ("mul", np.multiply),
    ("truediv", np.true_divide),
    ("pow", np.power),
):
    _in_place(_name, _ufunc)

for _traced in (TracedFloat, TracedInt, TracedScalar):
    _complete(_traced)
    for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
        _compared(_traced, _name)


def number_function(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """`math.exp` and its like, with what they are given remembered."""

    def call(*values: Any) -> Any:
        result = function(*map(deeply_plain, values))
        if type(result) is float and math.isfinite(result):
            return remembered(name, values, result)
        return result

    return call
