"""Numbers of Python that carry a node of the graph.

Their values, kinds and exceptions are Python's own; what was computed stands in their nodes, whose values are set to Python's.

A number without a node that stands in the text knows its place, so that it is shown there when it meets one that has a node.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any

from backpass.engine.graph.tensor import FUNCTIONS, Tensor
from backpass.engine.handles.handle import Handle
from backpass.engine.problems import Span
from backpass.engine.python.lines import fits
from backpass.engine.python.record import Record


class WrittenFloat(float):
    """A float that stands in the text."""

    __slots__ = ("span",)
    span: Span | None

    def __reduce__(self) -> Any:
        return float, (float(self),)


class WrittenInt(int):
    """A whole number that stands in the text."""

    span: Span | None

    def __reduce__(self) -> Any:
        return int, (int(self),)


class TrackedFloat(WrittenFloat):
    """A float with a node. It extends the other kind so that Python asks it first where both meet."""

    __slots__ = ("node", "record")
    node: Tensor
    record: Record

    def __copy__(self) -> "TrackedFloat":
        return self

    def __deepcopy__(self, _: Any) -> "TrackedFloat":
        return self


class TrackedInt(WrittenInt):
    """A whole number with a node."""

    node: Tensor
    record: Record

    def __copy__(self) -> "TrackedInt":
        return self

    def __deepcopy__(self, _: Any) -> "TrackedInt":
        return self


TRACKED = (TrackedFloat, TrackedInt)
WRITTEN = (WrittenFloat, WrittenInt)
KINDS: dict[type, type] = {TrackedFloat: float, TrackedInt: int, WrittenFloat: float, WrittenInt: int}
"""What Python calls them."""


def plain(value: Any) -> Any:
    """The number alone, as Python has it; anything else as it is."""
    kind = KINDS.get(type(value))
    return value if kind is None else kind(value)


def written(value: Any, span: Span | None) -> Any:
    """A number of the text with its place."""
    made: Any = WrittenInt(value) if type(value) is int else WrittenFloat(value)
    made.span = span
    return made


def tracked(value: Any, node: Tensor, record: Record) -> Any:
    """A number with a node, whose value becomes that of the number."""
    made: Any
    if isinstance(value, float):
        made = TrackedFloat(value)
    elif type(value) is not bool and fits(value):
        made = TrackedInt(value)
    else:
        return value
    if node.raw != float(value) and value == value:
        node.raw = float(value)
    made.node, made.record = node, record
    return made


def node_of(value: Any) -> Tensor | None:
    """The node of a number that has one, or of a tensor."""
    return value.node if type(value) in TRACKED or isinstance(value, Handle) else None


def remembered(name: str, inputs: Sequence[Any], value: Any) -> Any:
    """The result of an operation with the node that it makes, if any of its inputs has a node."""
    record = None
    for each in inputs:
        if type(each) in TRACKED:
            record = each.record
            break
    if record is None:
        return value
    if type(value) is not float:
        if isinstance(value, complex):
            return record.machine.watch.unknown("complex")
        if not fits(value):
            return record.without_node("whole-number-as-constant", value)
    nodes = []
    for each, side in zip(inputs, record.sides(len(inputs)), strict=True):
        if type(each) in TRACKED:
            nodes.append(each.node)
        elif fits(each):
            nodes.append(constant(record, each, side))
        else:
            return record.without_node("whole-number-as-constant", value)
    return tracked(value, record.made(FUNCTIONS[name](*nodes)), record)


def constant(record: Record, value: Any, span: Span | None) -> Tensor:
    """A number without a node as a constant of the graph."""
    made = Tensor(float(value), requires_grad=False)
    made.span = span or getattr(value, "span", None)
    record.count(made)
    return made


OPERATORS = {
    "add": ("add", operator.add),
    "sub": ("subtract", operator.sub),
    "mul": ("multiply", operator.mul),
    "truediv": ("divide", operator.truediv),
    "pow": ("power", operator.pow),
    "floordiv": ("floor_divide", operator.floordiv),
    "mod": ("modulo", operator.mod),
}
_OF_BITS = {
    "and": ("&", operator.and_),
    "or": ("|", operator.or_),
    "xor": ("^", operator.xor),
    "lshift": ("<<", operator.lshift),
    "rshift": (">>", operator.rshift),
}
_NUMBERS = (int, float)


def _binary(name: str, function: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def forward(self: Any, other: Any, *modulus: Any) -> Any:
        if modulus and modulus[0] is not None:
            value = pow(plain(self), plain(other), *map(plain, modulus))
            return self.record.without_node("counts-as-constant", value, name="pow")
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        return remembered(name, (self, other), self.record.divided(name, function, plain(self), plain(other)))

    def reflected(self: Any, other: Any, *_: Any) -> Any:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        return remembered(name, (other, self), self.record.divided(name, function, plain(other), plain(self)))

    return forward, reflected


def _bits(symbol: str, function: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """An operator on the bits of whole numbers, whose result counts as a constant."""

    def forward(self: Any, other: Any) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        return self.record.without_node("counts-as-constant", function(plain(self), plain(other)), name=symbol)

    def reflected(self: Any, other: Any) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        return self.record.without_node("counts-as-constant", function(plain(other), plain(self)), name=symbol)

    return forward, reflected


def _parted(left: Any, right: Any) -> tuple[Any, Any]:
    """`divmod`."""
    whole, rest = divmod(plain(left), plain(right))
    return remembered("floor_divide", (left, right), whole), remembered("modulo", (left, right), rest)


def _complete(kind: Any) -> None:
    for name, (record, function) in OPERATORS.items():
        forward, reflected = _binary(record, function)
        setattr(kind, f"__{name}__", forward)
        setattr(kind, f"__r{name}__", reflected)
    kind.__divmod__ = lambda self, other: _parted(self, other) if isinstance(other, _NUMBERS) else NotImplemented
    kind.__rdivmod__ = lambda self, other: _parted(other, self) if isinstance(other, _NUMBERS) else NotImplemented
    kind.__neg__ = lambda self: remembered("negate", (self,), -plain(self))
    kind.__pos__ = lambda self: self
    kind.__abs__ = lambda self: remembered("abs", (self,), abs(plain(self)))


def _complete_bits() -> None:
    kind: Any = TrackedInt
    for name, (symbol, function) in _OF_BITS.items():
        forward, reflected = _bits(symbol, function)
        setattr(kind, f"__{name}__", forward)
        setattr(kind, f"__r{name}__", reflected)
    kind.__invert__ = lambda self: self.record.without_node("counts-as-constant", ~plain(self), name="~")


_complete_bits()
for _tracked, _name in ((TrackedFloat, "float"), (TrackedInt, "int")):
    _complete(_tracked)
    _tracked.__name__ = _name  # errors that Python words name the type
WrittenFloat.__name__, WrittenInt.__name__ = "float", "int"


def signed(value: Any, negative: bool, span: Span | None) -> Any:
    """A number of the text with the sign before it."""
    return written(-plain(value) if negative else plain(value), span)
