"""Shapes: nested lists to arrays, broadcasting checked before it is done, and undone in one place. Knows no operations."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Data = float | Array
"""A scalar is a float, a tensor a float64 array of at least one dimension."""
Shape = tuple[int, ...]
MAX_AXES = 32
"""Arrays of NumPy have up to 64 axes, but some of its functions, such as `broadcast_shapes`, take no more than these."""

_LARGEST = 2**59
"""Elements of the largest array: NumPy counts its bytes by whole numbers of 64 bits."""


def format_shape(shape: Shape) -> str:
    """`(2, 3)`, as NumPy writes it: brackets are for numbers alone."""
    return str(shape)


def shape_on_card(shape: Shape) -> str:
    """`(2,3)`: cards and wires have no room for blanks."""
    return format_shape(shape).replace(" ", "")


def shape_of(data: Data) -> Shape:
    """() for a float."""
    return () if isinstance(data, float) else data.shape


def zeros_like(data: Data) -> Data:
    """As many zeros; a product with 0 would be NaN where the data are not finite."""
    return 0.0 if isinstance(data, float) else np.zeros(data.shape)


def size_of(data: Data) -> int:
    """How many numbers it holds."""
    return 1 if isinstance(data, float) else data.size


def as_data(value: Any, shown: Callable[[Any], str] | None = None) -> Data:
    """A float for one number, a float64 array (a copy) for nested lists or an array.

    Raises ProblemError (invalid-input) for anything else: texts, truth values, ragged lists, complex numbers, empty
    lists, whole numbers beyond the range of floats; (invalid-axis) for more than `MAX_AXES` axes. `shown` is how such a value is
    written in the message, as Python writes it where it is None.
    """
    if type(value) is float:
        return value
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        array = np.array(value)
        if array.ndim > MAX_AXES:
            raise too_many_axes(array.ndim)
        # An array without elements is one from which nothing was chosen; an empty list is more likely a mistake.
        if array.size == 0 and not isinstance(value, np.ndarray):
            raise ProblemError(_without_elements(array.shape))
        if array.dtype.kind not in "fiu":
            raise ValueError
    except (ValueError, OverflowError):
        if _holds_complex(value):
            raise ProblemError(_complex(value)) from None
        raise ProblemError(
            Problem(
                Code.INVALID_INPUT,
                say("irregular-list", shown=(shown or _shown)(value)),
                say("irregular-list.hint"),
            )
        ) from None
    return float(array) if array.ndim == 0 else array.astype(np.float64)


def _without_elements(shape: Shape) -> Problem:
    return Problem(
        Code.INVALID_INPUT,
        say("no-elements", shape=shape),
        say("no-elements.hint"),
    )


def _holds_complex(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_complex, value))
    return isinstance(value, complex) or (isinstance(value, np.ndarray | np.generic) and value.dtype.kind == "c")


def _complex(value: Any) -> Problem:
    return Problem(
        Code.INVALID_INPUT,
        say("complex-number", shown=_shown(value)),
        say("complex-number.hint"),
    )


def finite_data(value: Any, what: str) -> Data:
    """As `as_data`, for a number that somebody gives: infinity and NaN are refused as well. `what` names it in the message."""
    try:
        data = as_data(value, _shown_in_json)
    except ProblemError as error:
        raise ProblemError(replace(problem, message=f"{what}: {problem.message}") for problem in error.problems) from None
    if not np.isfinite(data).all():
        raise ProblemError(Problem(Code.INVALID_INPUT, say("not-finite", what=what), say("not-finite.hint")))
    return data


def _shown_in_json(value: Any) -> str:
    """As requests write it: `null`, `true`. A text stays in single quotes, as in all messages."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, list):
        try:
            return _cut(json.dumps(value))
        except (TypeError, ValueError, RecursionError):
            return _shown(value)
    return _shown(value)


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}…"


def _shown(value: Any) -> str:
    return _cut(repr(value))


@lru_cache(maxsize=10_000)
def _common(shapes: tuple[Shape, ...]) -> Shape:
    return np.broadcast_shapes(*shapes)


def broadcast(operation: str, shapes: tuple[Shape, ...]) -> Shape:
    """The common shape of an elementwise operation. Raises ProblemError (shape-mismatch), naming operation and shapes."""
    try:
        return _common(shapes)
    except ValueError:
        raise mismatch(
            say("shapes-not-combined", operation=operation, listed=listed(shapes)),
            say("shapes-not-combined.hint"),
        ) from None


def listed(shapes: Sequence[Shape]) -> str:
    """Shapes as they are written: `(2, 3) and (4,)`."""
    return " and ".join(map(str, shapes))


def mismatch(message: str, hint: str) -> ProblemError:
    """The problem of shapes that do not fit."""
    return ProblemError(Problem(Code.SHAPE_MISMATCH, message, hint))


def too_many_axes(count: int) -> ProblemError:
    """The problem of a tensor with more axes than there can be."""
    return ProblemError(
        Problem(
            Code.INVALID_AXIS,
            say("too-many-axes", count=count, most_axes=MAX_AXES),
            say("too-many-axes.hint"),
        )
    )


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
                    say("axis-missing", each=each, shape=shape),
                    say("axis-missing.hint", range=", ".join(map(str, range(len(shape))))) if shape else say("scalar-axes"),
                )
            )
        found.append(each % len(shape))
    if len(set(found)) < len(found):
        raise ProblemError(Problem(Code.INVALID_AXIS, say("axis-twice", axes=axes), say("axis-twice.hint")))
    return tuple(found)


def axis_of(axis: Any, shape: Shape) -> int:
    """The one axis that `axis` names, from 0. Raises ProblemError (invalid-axis)."""
    axes = () if axis is None else axes_of(axis, shape)
    if len(axes) != 1:
        raise ProblemError(
            Problem(
                Code.INVALID_AXIS,
                say("one-axis", axis=axis, count=len(axes) or "none"),
                say("one-axis.hint"),
            )
        )
    return axes[0]


def lengths_of(lengths: Any) -> Shape:
    """The lengths that an option `shape` names. Raises ProblemError (invalid-axis)."""
    found = lengths if isinstance(lengths, tuple | list) else (lengths,)
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in found):
        message = say("shape-of-whole-numbers", lengths=lengths)
        raise ProblemError(Problem(Code.INVALID_AXIS, message, say("shape-of-whole-numbers.hint")))
    if 0 in found and math.prod(abs(each) or 1 for each in found) > _LARGEST:  # NumPy counts without the length 0
        raise ProblemError(Problem(Code.INVALID_AXIS, say("shape-too-long", lengths=_shown(lengths)), say("shape-too-long.hint")))
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
