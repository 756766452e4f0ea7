"""Python's operators on handles, those that change one in place, and what PyTorch refuses of them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import attachments
from backpass.engine.handles.handle import NUMBERS, Handle, applied, check_leaf
from backpass.engine.handles.kinds import joined
from backpass.engine.handles.operations import constant
from backpass.engine.handles.saved import FREED, RESULT, Saved, saved_of

_OPERATORS = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "pow": "power",
    "mod": "modulo",
    "floordiv": "floor_divide",
    "matmul": "matmul",
}
_COMPARISONS = {
    "gt": "greater",
    "ge": "greater_equal",
    "lt": "less",
    "le": "less_equal",
    "eq": "equal",
    "ne": "not_equal",
}
_OF_BITS: dict[str, Callable[[Any, Any], Any]] = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


def in_place(handle: Handle, name: str, *others: Any, **options: Any) -> Handle:
    """Makes a tensor what an operation gives of it. Raises RuntimeError for leaves, and where kinds or shapes differ."""
    check_leaf(handle)
    return become(handle, applied(name, handle, *others, **options))


def become(handle: Handle, result: Handle) -> Handle:
    """Gives a tensor the numbers of a result that was computed of it."""
    check_leaf(handle)
    if result.kind.rank > handle.kind.rank:
        cast = f"result type {result.kind.called} can't be cast to the desired output type {handle.kind.called}"
        raise RuntimeError(cast)
    if result.shape != handle.shape:
        shapes = f"output with shape {list(handle.shape)} doesn't match the broadcast shape {list(result.shape)}"
        raise RuntimeError(shapes)
    if handle.base is not None and np.unique(places := handle.places()).size < places.size:
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please "
            "clone() the tensor before performing the operation."
        )
    _keep_own(handle, result)
    handle.write(result.node)
    return handle


def _keep_own(handle: Handle, result: Handle) -> None:
    """What the result has saved of the tensor that it is about to become is kept apart from it, as PyTorch does."""
    kept = saved_of(result.node)
    if not kept or kept is FREED:
        return
    others = tuple(each for each in kept if each.handle is not handle and each.handle is not result)
    if any(each.slot == RESULT for each in kept):
        root = handle.root
        others = (*others, Saved(handle, root.version + 1, root.quiet + handle.is_quiet, RESULT))
    attachments(result.node)["saved"] = others


def _binary(name: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    def forward(self: Handle, other: Any) -> Any:
        return applied(name, self, other) if isinstance(other, (Handle, *NUMBERS)) else NotImplemented

    def reflected(self: Handle, other: Any) -> Any:
        return applied(name, other, self) if isinstance(other, (Handle, *NUMBERS)) else NotImplemented

    def assigned(self: Handle, other: Any) -> Any:
        return in_place(self, name, other) if isinstance(other, (Handle, *NUMBERS)) else NotImplemented

    return forward, reflected, assigned


def _comparison(name: str) -> Callable[..., Any]:
    def compare(self: Handle, other: Any) -> Any:
        return applied(name, self, other) if isinstance(other, (Handle, *NUMBERS)) else NotImplemented

    return compare


def _bits(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def combine(self: Handle, other: Any) -> Any:
        if not isinstance(other, (Handle, *NUMBERS)):
            return NotImplemented
        kinds = [(each.kind, bool(each.shape)) for each in (self, other) if isinstance(each, Handle)]
        kind = joined(kinds, [other] if not isinstance(other, Handle) else [])
        if kind.rank == 2:
            raise RuntimeError(f"\"bitwise_and_cpu\" not implemented for '{kind.called}'")
        right = other.numbers if isinstance(other, Handle) else other
        return self.like(constant(_plain(function(self.numbers, right))), kind)

    return combine


def _plain(array: Any) -> Any:
    found = np.asarray(array, dtype=float)
    return found if found.ndim else float(found)


def _inverted(self: Handle) -> Handle:
    """`~mask`."""
    if self.kind.rank == 2:
        raise RuntimeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    numbers = ~self.numbers
    return self.like(constant(_plain(numbers)), self.kind)


def _complete() -> None:
    kind: Any = Handle
    for name, record in _OPERATORS.items():
        forward, reflected, assigned = _binary(record)
        setattr(kind, f"__{name}__", forward)
        setattr(kind, f"__r{name}__", reflected)
        if name != "matmul":
            setattr(kind, f"__i{name}__", assigned)
    for name, record in _COMPARISONS.items():
        setattr(kind, f"__{name}__", _comparison(record))
    for name, function in _OF_BITS.items():
        combine = _bits(function)
        setattr(kind, f"__{name}__", combine)
        setattr(kind, f"__r{name}__", combine)
    kind.__neg__ = lambda self: applied("negate", self)
    kind.__pos__ = lambda self: self
    kind.__abs__ = lambda self: applied("abs", self)
    kind.__invert__ = _inverted
    kind.__hash__ = object.__hash__


_complete()
