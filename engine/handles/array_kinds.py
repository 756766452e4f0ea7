"""Kinds of number of NumPy's arrays, and which of them a result has: two kinds give the later one, and numbers of Python any."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from backpass.engine.handles.kinds import BOOL, FLOAT64, INT64, Kind
from backpass.engine.handles.operations import beyond
from backpass.engine.operations import OPERATIONS, Data, Family

_KINDS = {"b": BOOL, "i": INT64, "u": INT64, "f": FLOAT64}
_WIDTHS = (np.dtype(bool), np.dtype(np.int64), np.dtype(np.float64))
"""The types of the arrays that are here: all others are left to others."""
_LARGEST_WHOLE = 2.0**53
"""No larger whole number is sure to be a float as well."""
_GROWING = frozenset(
    [
        "add",
        "subtract",
        "multiply",
        "power",
        "square",
        "sum",
        "prod",
        "cumsum",
        "matmul",
        "outer",
        "floor_divide",
        "modulo",
        "trace",
    ]
)
"""Operations that give whole numbers of whole numbers that may be larger than those, or none at all."""
_OF_WHOLE = frozenset(
    [
        *_GROWING, "negate", "abs", "maximum", "minimum", "sign", "floor", "ceil", "round", "where", "clip", "amax", "amin",
        "transpose", "reshape", "flatten", "expand_dims", "squeeze", "broadcast_to", "concatenate", "stack", "index", "put_back",
    ]
)  # fmt: skip
"""Operations that give whole numbers of whole numbers."""
_OF_TRUTHS = frozenset(
    [
        "where", "amax", "amin", "maximum", "minimum", "multiply", "outer", "transpose", "reshape", "flatten", "expand_dims",
        "squeeze", "broadcast_to", "concatenate", "stack", "index", "put_back",
    ]
)  # fmt: skip
"""Operations that give truths of truths."""
_COUNTING = frozenset(["sum", "prod", "cumsum", "trace"])
"""Operations that give whole numbers of truths."""
_REFUSED = frozenset(["subtract", "negate"])
"""Operations that NumPy does not have for truths."""


def kind_of_type(wanted: Any) -> Kind | None:
    """What `dtype=` means; None for what is not here. Raises TypeError for what is no type."""
    if wanted is None or isinstance(wanted, Kind):
        return wanted
    found = np.dtype(wanted)
    return _KINDS[found.kind] if found in _WIDTHS else None


def kind_of_numbers(array: Any) -> Kind | None:
    """The kind of an array of NumPy's own; None for one that is not here."""
    return _KINDS.get(array.dtype.kind) if array.dtype in _WIDTHS else None


def type_of(kind: Kind) -> "np.dtype[Any]":
    """The type of NumPy's that a kind is."""
    return np.dtype(kind.name)


def joined(given: Iterable[Any]) -> Kind:
    """The kind of what kinds and numbers of Python are put together to."""
    best = BOOL
    for each in given:
        kind = each if isinstance(each, Kind) else _of_number(each)
        if kind.rank > best.rank:
            best = kind
    return best


def _of_number(value: Any) -> Kind:
    if isinstance(value, bool | np.bool_):
        return BOOL
    return INT64 if isinstance(value, int | np.integer) else FLOAT64


def kind_after(name: str, given: Kind) -> Kind:
    """The kind of what an operation gives, where that of all that it was given together is known. Raises TypeError."""
    operation = OPERATIONS[name]
    if operation.family is Family.COMPARISON and name not in ("where", "clip"):
        return BOOL
    if given.rank == 2:
        return given
    if given.rank == 0:
        if name in _OF_TRUTHS:
            return BOOL
        if name in _REFUSED:
            instead = (
                "`~` operator or the logical_not" if name == "negate" else "bitwise_xor, the `^` operator, or the logical_xor"
            )
            called = "negative" if name == "negate" else name
            raise TypeError(f"numpy boolean {called}, the `-` operator, is not supported, use the {instead} function instead.")
        if name in _COUNTING:
            return INT64
        if name in _OF_WHOLE:
            beyond("arithmetic of truths")  # `True + True` is True there
    return INT64 if name in _OF_WHOLE else FLOAT64


def check_whole(name: str, raw: Data, kind: Kind) -> None:
    """Says where a result of whole numbers is not what NumPy has: it goes around at 64 bits, and divides by 0."""
    if kind is INT64 and name in _GROWING and not np.all(np.abs(raw) < _LARGEST_WHOLE):
        beyond("whole numbers of more than 53 bits")


def fitted(kind: Kind, raw: Data) -> Data:
    """As `Kind.fitted`; the very numbers where they are such already."""
    if kind.rank == 2:
        return raw
    found = kind.fitted(raw)
    return raw if np.array_equal(found, raw) else found
