"""Picking elements by index, slice, list, `...` and new axis, and putting them back. Facts only; see `model`.

A key is a tuple of whole numbers, slices, None (a new axis), Ellipsis (all axes between), and tuples of whole numbers: lists of
indices, which go hand in hand as NumPy's do. Where they stand side by side their axis stands in their place, else in front.
"""

from collections.abc import Sequence
from types import EllipsisType
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.model import Case, Data, Family, Notation, Operation, Options, Rule, Shape, Transform, is_plain
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import lengths_of, mismatch

_VALUES = (-2.0, 2.0)

Entry = int | slice | EllipsisType | tuple[int, ...] | None
Key = tuple[Entry, ...]


def _invalid(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_AXIS, message, hint))


def _complete(key: Key, shape: Shape) -> list[Entry]:
    """The key with a slice for every axis that it does not name. Raises ProblemError (invalid-axis)."""
    named = sum(each is not None and each is not Ellipsis for each in key)
    if named and not shape:
        raise _invalid(say("no-parts"), say("no-parts.hint"))
    if named > len(shape) or sum(each is Ellipsis for each in key) > 1:
        raise _invalid(
            say("too-many-indices", named=named, shape=shape, count=len(shape)),
            say("too-many-indices.hint"),
        )
    rest = [slice(None)] * (len(shape) - named)
    if Ellipsis not in key:
        return [*key, *rest]
    place = key.index(Ellipsis)
    return [*key[:place], Ellipsis, *rest, *key[place + 1 :]]


def _length(entry: slice | int | tuple[int, ...], axis: int, shape: Shape) -> int:
    """How many elements an entry picks along an axis. Raises ProblemError (invalid-axis)."""
    length = shape[axis]
    if isinstance(entry, slice):
        return len(range(*entry.indices(length)))
    numbers = entry if isinstance(entry, tuple) else (entry,)
    outside = next((number for number in numbers if not -length <= number < length), None)
    if outside is not None:
        raise _invalid(
            say("index-outside", outside=outside, axis=axis, shape=shape),
            say("index-outside.hint", length=length - 1, length2=length) if length else say("index-outside.empty"),
        )
    return len(numbers)


def _picked(shapes: Sequence[Shape], options: Options) -> Shape:
    return picked(options["key"], shapes[0])[0]


def picked(key: Key, shape: Shape) -> tuple[Shape, int | None]:
    """The shape of what a key picks, and where in it the axis of its lists stands; None without lists.

    Raises ProblemError (invalid-axis).
    """
    lists = any(isinstance(each, tuple) for each in key)
    result: list[int] = []
    places: list[int] = []
    together: list[int] = []
    begin = axis = 0
    for place, each in enumerate(_complete(key, shape)):
        if each is None:
            result.append(1)
        elif each is not Ellipsis:
            count = _length(each, axis, shape)
            axis += 1
            if isinstance(each, slice):
                result.append(count)
            elif lists:  # beside lists a single index is a list as well
                begin = begin if places else len(result)
                places.append(place)
                together.append(count)
    if not lists:
        return tuple(result), None
    longest = max(together)
    if set(together) - {1, longest}:
        raise _invalid(
            say("index-list-lengths", together=", ".join(map(str, together))),
            say("index-list-lengths.hint"),
        )
    beside = places[-1] - places[0] == len(places) - 1
    place = begin if beside else 0
    return (*result[:place], longest, *result[place:]), place


def _numpys(key: Key) -> tuple[Any, ...]:
    return tuple(list(each) if isinstance(each, tuple) else each for each in key)


def _pick(x: Data, key: Key) -> Any:
    return np.asarray(x)[_numpys(key)]


def _put_back(x: Data, key: Key, shape: Shape) -> Any:
    result = np.zeros(shape)
    if any(isinstance(each, tuple) for each in key):
        np.add.at(result, _numpys(key), x)  # an element that was picked twice receives both
    else:
        result[key] = x
    return result


def _put_back_shape(shapes: Sequence[Shape], options: Options) -> Shape:
    shape = lengths_of(options.get("shape"))
    place = _picked([shape], options)
    if shapes[0] != place:
        raise mismatch(
            say("shape-into-place", shapes=shapes[0], place=place),
            say("shape-into-place.hint"),
        )
    return shape


def _index_adjoint(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    key, shape = options["key"], np.shape(inputs[0])
    return _put_back(upstream, key, shape) if is_plain(upstream) else upstream.put_back(key=key, shape=shape)  # type: ignore[union-attr]


def _put_back_adjoint(upstream: Data, _inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    key = options["key"]
    return _pick(upstream, key) if is_plain(upstream) else upstream[key]  # type: ignore[index]


TABLE = (
    Operation(
        name="index",
        family=Family.STRUCTURE,
        parameters=("x",),
        value=Transform(_picked, _pick, (_index_adjoint,)),
        rules=(Rule("put_back(G)", adjoint=True),),
        notation=Notation("[ ]", latex=r"{«x»}_{[\,]}", spoken=say("operation-index.spoken")),
        summary=say("operation-index"),
        why=say("operation-index.why"),
        samples=(_VALUES,),
        cases=(
            Case(((3,),), {"key": (1,)}),
            Case(((3, 4),), {"key": (-1,)}),
            Case(((3, 4),), {"key": (slice(None), 2)}),
            Case(((5,),), {"key": (slice(4, 0, -2),)}),
            Case(((3,),), {"key": ((2, 0, 2),)}),
            Case(((3, 4),), {"key": ((0, 2), (1, -1))}),
            Case(((3, 2, 2),), {"key": (..., None, (1, 1, 0))}),
            Case(((2, 3, 2),), {"key": ((1, 0), slice(None), 1)}),
            Case(((),), {"key": (None,)}),
        ),
        misfits=(
            Case(((3,),), {"key": (3,)}),
            Case(((3,),), {"key": (0, 0)}),
            Case(((),), {"key": (0,)}),
            Case(((3,),), {"key": ((0, 3),)}),
            Case(((3, 4),), {"key": ((0, 1), (0, 1, 2))}),
            Case(((3,),), {"key": (..., ...)}),
        ),
        options=("key",),
    ),
    Operation(
        name="put_back",
        family=Family.STRUCTURE,
        parameters=("x",),
        value=Transform(_put_back_shape, _put_back, (_put_back_adjoint,)),
        rules=(Rule("index(G)", adjoint=True),),
        notation=Notation("put", latex=r"\operatorname{put-back}\left(‹x›\right)", spoken=say("operation-put-back.spoken")),
        summary=say("operation-put-back"),
        why=say("operation-put-back.why"),
        samples=(_VALUES,),
        cases=(
            Case(((),), {"key": (1,), "shape": (3,)}),
            Case(((2, 2),), {"key": (slice(None), slice(0, 3, 2)), "shape": (2, 3)}),
            Case(((3,),), {"key": ((2, 0, 2),), "shape": (3,)}),
        ),
        misfits=(Case(((2,),), {"key": (1,), "shape": (3,)}), Case(((),), {"key": (3,), "shape": (3,)})),
        options=("key", "shape"),
    ),
)
