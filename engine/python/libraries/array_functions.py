"""Functions of NumPy that have no derivative, by the names that files of its prelude call them by. Arrays are NumPy's own."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from backpass.engine.handles.operations import hold

_NAMES = (
    "isnan", "isinf", "isfinite", "isclose", "allclose", "array_equal", "logical_and", "logical_or", "logical_xor", "logical_not",
    "signbit", "argmax", "argmin", "argsort", "any", "all", "count_nonzero", "nonzero", "flatnonzero", "unique", "searchsorted",
    "lexsort", "isin", "bitwise_and", "bitwise_or", "bitwise_xor", "unravel_index", "ravel_multi_index", "argwhere", "digitize",
)  # fmt: skip


def _counted(array: Any, minlength: int = 0) -> Any:
    """How often each whole number from 0 on is in an array. Raises ProblemError (too-many-elements)."""
    hold(max(int(minlength), int(np.max(array, initial=0)) + 1))
    return np.bincount(array, minlength=minlength)


def _of_square(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the lengths of a matrix. Raises ProblemError (too-many-elements)."""

    def places(rows: int, *more: Any) -> Any:
        hold(int(rows) * max(int(rows), *(abs(int(each)) for each in more if each is not None)))
        return function(rows, *more)

    return places


ARRAY_FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        **{name: getattr(np, name) for name in _NAMES},
        "bincount": _counted,
        **{each.__name__: _of_square(each) for each in (np.tril_indices, np.triu_indices, np.diag_indices)},
        "upper": lambda rows, columns, k: np.triu(np.ones((rows, columns), dtype=bool), k),
        "lower": lambda rows, columns, k: np.tril(np.ones((rows, columns), dtype=bool), k),
        "rank": np.linalg.matrix_rank,
    }
)
"""Each takes arrays and gives one, or a tuple of them."""
