"""Shapes: nested lists to arrays, broadcasting checked before it is done, and undone in one place. Knows no operations."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.problems import Code, Problem, ProblemError

Array = NDArray[np.float64]
Data = float | Array
"""A scalar is a float, a tensor a float64 array of at least one dimension."""
Shape = tuple[int, ...]


def shape_of(data: Data) -> Shape:
    """() for a float."""
    return () if isinstance(data, float) else data.shape


def size_of(data: Data) -> int:
    """How many numbers it holds."""
    return 1 if isinstance(data, float) else data.size


def as_data(value: Any) -> Data:
    """A float for one number, a float64 array (a copy) for nested lists or an array.

    Raises ProblemError (invalid-input) for anything else: texts, truth values, ragged lists, complex numbers, empty
    lists, whole numbers beyond the range of floats.
    """
    if type(value) is float:
        return value
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        array = np.array(value)
        if array.dtype.kind not in "fiu" or array.size == 0:
            raise ValueError
    except (ValueError, OverflowError):
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                f"{_shown(value)} is not a number, nor a nested list of numbers in which all rows have the same length.",
                "Write a number such as 2.5, or a list such as [[1, 2], [3, 4]].",
            )
        ) from None
    return float(array) if array.ndim == 0 else array.astype(np.float64)


def finite_data(value: Any, what: str) -> Data:
    """As `as_data`, for a number that somebody gives: infinity and NaN are refused as well. `what` names it in the message."""
    try:
        data = as_data(value)
    except ProblemError as error:
        raise ProblemError(replace(problem, message=f"{what}: {problem.message}") for problem in error.problems) from None
    if not np.isfinite(data).all():
        raise ProblemError(
            Problem(Code.INVALID_INPUT, f"{what} is not a finite number.", "Give a number between −1.8e308 and 1.8e308.")
        )
    return data


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}…"


def broadcast(operation: str, shapes: tuple[Shape, ...]) -> Shape:
    """The common shape of an elementwise operation. Raises ProblemError (shape-mismatch), naming operation and shapes."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise mismatch(
            f"{operation} cannot combine the shapes {listed(shapes)}: read from the right, two lengths must be equal or one "
            "of them 1.",
            "Give both the same shape, or put a 1 where a length is to be repeated.",
        ) from None


def listed(shapes: Sequence[Shape]) -> str:
    """Shapes as they are written: `(2, 3) and (4,)`."""
    return " and ".join(map(str, shapes))


def mismatch(message: str, hint: str) -> ProblemError:
    """The problem of shapes that do not fit."""
    return ProblemError(Problem(Code.SHAPE_MISMATCH, message, hint))


def as_float_or_array(value: Any) -> Data:
    """What NumPy returned, as data: a float where it has no dimension."""
    array = np.asarray(value, dtype=np.float64)
    return float(array) if array.ndim == 0 else array


def axes_of(axis: Any, shape: Shape) -> tuple[int, ...]:
    """The axes that `axis` (None for all, a number, or several) means, from 0. Raises ProblemError (invalid-axis)."""
    if axis is None:
        return tuple(range(len(shape)))
    axes = axis if isinstance(axis, tuple) else (axis,)
    found = []
    for each in axes:
        if not isinstance(each, int) or isinstance(each, bool) or not -len(shape) <= each < len(shape):
            raise ProblemError(
                Problem(
                    Code.INVALID_AXIS,
                    f"The axis {each} does not exist in the shape {shape}.",
                    f"Its axes are {', '.join(map(str, range(len(shape))))}." if shape else "A scalar has no axes: leave it out.",
                )
            )
        found.append(each % len(shape))
    if len(set(found)) < len(found):
        raise ProblemError(Problem(Code.INVALID_AXIS, f"The axes {axes} name one axis twice.", "Name each axis once."))
    return tuple(found)


def axis_of(axis: Any, shape: Shape) -> int:
    """The one axis that `axis` names, from 0. Raises ProblemError (invalid-axis)."""
    axes = () if axis is None else axes_of(axis, shape)
    if len(axes) != 1:
        raise ProblemError(
            Problem(
                Code.INVALID_AXIS,
                f"One axis is needed here, and {axis} names {len(axes) or 'none'}.",
                "Name one, as in `axis=0`.",
            )
        )
    return axes[0]


def lengths_of(lengths: Any) -> Shape:
    """The lengths that an option `shape` names. Raises ProblemError (invalid-axis)."""
    found = lengths if isinstance(lengths, tuple | list) else (lengths,)
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in found):
        message = f"A shape is made of whole numbers, and {lengths} is none."
        raise ProblemError(Problem(Code.INVALID_AXIS, message, "Write it as in `shape=(2, 3)`."))
    return tuple(found)


def sum_to(array: Data, shape: Shape) -> Data:
    """Undoes a broadcast: the sum over the axes along which `shape` was repeated to the shape of `array`."""
    if shape == () and not isinstance(array, float):
        return float(array.sum())
    given = shape_of(array)
    if given == shape or isinstance(array, float):
        return array
    summed: Array = array.sum(axis=repeated_axes(given, shape), keepdims=True)
    return summed.reshape(shape)


def repeated_axes(given: Shape, shape: Shape) -> Shape:
    """The axes of `given` over which `sum_to` sums to come to `shape`."""
    lead = len(given) - len(shape)
    return tuple(range(lead)) + tuple(lead + axis for axis, length in enumerate(shape) if length == 1 and given[lead + axis] != 1)
