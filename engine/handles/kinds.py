"""Kinds of number, and which of them a result has. Nodes compute with floats of 64 bits; a kind says what they stand for."""

from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np

from backpass.engine.operations import Data, Family, Operation


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of number of a library; `rank` is 0 for truths, 1 for whole numbers, 2 for floats."""

    name: str
    rank: int
    bits: int
    called: str
    """What errors call it."""

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def numbers(self, raw: Data) -> Any:
        """The numbers of a node as an array of this kind."""
        array = np.asarray(raw)
        if self.rank == 0:
            return array != 0
        return array.astype(_STORED[self.name])

    def fitted(self, raw: Data) -> Data:
        """Numbers as a tensor of this kind holds them: whole numbers lose what is behind the point. Same shape."""
        if self.rank == 2:
            return raw
        array = np.asarray(raw)
        found = np.not_equal(array, 0).astype(float) if self.rank == 0 else np.trunc(array)
        return float(found) if isinstance(raw, float) else found


Kind.__module__, Kind.__qualname__ = "torch", "dtype"  # what programs see of it


FLOAT32 = Kind("float32", 2, 32, "Float")
FLOAT64 = Kind("float64", 2, 64, "Double")
FLOAT16 = Kind("float16", 2, 16, "Half")
INT64 = Kind("int64", 1, 64, "Long")
INT32 = Kind("int32", 1, 32, "Int")
INT16 = Kind("int16", 1, 16, "Short")
INT8 = Kind("int8", 1, 8, "Char")
UINT8 = Kind("uint8", 1, 8, "Byte")
BOOL = Kind("bool", 0, 1, "Bool")
_DEFAULT = ContextVar("default kind", default=FLOAT32)


def default_kind() -> Kind:
    """The kind of floats that nobody has given one."""
    return _DEFAULT.get()


def set_default_kind(kind: Kind) -> None:
    """Chooses it for the rest of the run. Raises TypeError for what are no floats."""
    if kind.rank < 2:
        raise TypeError(f"only floating-point types are supported as the default type, but got {kind!r}")
    _DEFAULT.set(kind)


KINDS = {each.name: each for each in (FLOAT32, FLOAT64, FLOAT16, INT64, INT32, INT16, INT8, UINT8, BOOL)}
_STORED = {each.name: np.dtype(each.name) for each in KINDS.values()}
_OF_PYTHON: dict[type, Kind] = {bool: BOOL, int: INT64, float: FLOAT64}

_WHOLE = frozenset(
    [
        "add",
        "subtract",
        "multiply",
        "power",
        "negate",
        "square",
        "abs",
        "maximum",
        "minimum",
        "sign",
        "floor",
        "ceil",
        "round",
        "modulo",
        "floor_divide",
        "where",
        "clip",
        "detach",
        "sum",
        "prod",
        "amax",
        "amin",
        "cumsum",
        "relu",
        "matmul",
        "transpose",
        "outer",
        "trace",
        "reshape",
        "flatten",
        "expand_dims",
        "squeeze",
        "broadcast_to",
        "concatenate",
        "stack",
        "index",
        "put_back",
    ]
)
"""Operations that give whole numbers of whole numbers."""
_COUNTING = frozenset(["sum", "prod", "cumsum"])
"""Operations that give whole numbers of 64 bits of all whole numbers."""
_OF_TRUTHS = frozenset(["add", "multiply", "matmul", "outer", "trace"])
"""Operations that give whole numbers of truths."""


def kind_of_python(kind: type) -> Kind:
    """What `dtype=float` means. Raises TypeError for another type."""
    if kind not in _OF_PYTHON:
        raise TypeError(f"unsupported dtype {kind!r}")
    return _OF_PYTHON[kind]


def joined(kinds: Sequence[tuple[Kind, bool]], numbers: Iterable[Any]) -> Kind:
    """The kind of what tensors and numbers of Python are put together to; of each tensor its kind, and whether it has axes.

    What has axes decides, then tensors without axes, then numbers, each only where it is of a higher rank.
    """
    found: Kind | None = None
    for group in (
        [kind for kind, has_axes in kinds if has_axes],
        [kind for kind, has_axes in kinds if not has_axes],
        [_of_number(each) for each in numbers],
    ):
        for each in group:
            if found is None:
                best = group[0]
                for other in group[1:]:
                    best = _wider(best, other)
                found = best
                break
            if each.rank > found.rank:
                found = each
    return found or default_kind()


def _of_number(value: Any) -> Kind:
    if isinstance(value, bool | np.bool_):
        return BOOL
    return INT64 if isinstance(value, int | np.integer) else default_kind()


def _wider(one: Kind, other: Kind) -> Kind:
    if one.rank != other.rank:
        return one if one.rank > other.rank else other
    return one if one.bits >= other.bits else other


def kind_after(operation: Operation, given: Kind) -> Kind:
    """The kind of a result, where that of all that was given together is known."""
    if operation.family is Family.COMPARISON and operation.name not in ("where", "clip", "detach"):
        return BOOL
    if given.rank == 2:
        return given
    if operation.name not in _WHOLE:
        return default_kind()
    return INT64 if operation.name in _COUNTING or (given.rank == 0 and operation.name in _OF_TRUTHS) else given
