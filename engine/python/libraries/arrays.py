"""Functions of arrays that have no derivative, by the names that files of the prelude call them by."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from backpass.engine.handles.operations import hold

_COMPARED: tuple[Callable[..., Any], ...] = (
    np.isnan,
    np.isinf,
    np.isfinite,
    np.isclose,
    np.logical_and,
    np.logical_or,
    np.logical_xor,
)
_CHOOSING: tuple[Callable[..., Any], ...] = (np.argmax, np.argmin, np.any, np.all, np.count_nonzero, np.nonzero)


def _argsort(array: Any, axis: int, descending: bool) -> Any:
    """Places in order of size, equal ones as they stand. Shape of `array`."""
    order = np.argsort(-array if descending and array.dtype != bool else array, axis=axis, kind="stable")
    return order.astype(np.int64)


def _is_alone(array: Any, places: Any, axis: int) -> Any:
    """Whether along an axis no other number is equal to the one at a place."""
    chosen = np.take_along_axis(array, places, axis)
    return bool((np.count_nonzero(array == chosen, axis=axis) == 1).all())


def _counted(array: Any, minlength: int = 0) -> Any:
    """How often each whole number from 0 on is in an array. Raises ProblemError (too-many-elements)."""
    hold(max(int(minlength), int(array.max(initial=0)) + 1))
    return np.bincount(array, minlength=minlength)


ARRAY_FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        **{function.__name__: function for function in (*_COMPARED, *_CHOOSING)},
        "bincount": _counted,
        "logical_not": np.logical_not,
        "argsort": _argsort,
        "unique": np.unique,
        "unique_counted": lambda array: np.unique(array, return_inverse=True, return_counts=True),
        "tril": lambda array, k: np.tril(np.ones(array.shape[-2:], dtype=bool), k),
        "triu": lambda array, k: np.triu(np.ones(array.shape[-2:], dtype=bool), k),
        "array_equal": np.array_equal,
        "is_alone": _is_alone,
        "searchsorted": lambda array, values, side: np.searchsorted(array, values, side=side),
    }
)
"""Each takes arrays and gives one, or a tuple of them."""
