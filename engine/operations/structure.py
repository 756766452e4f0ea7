"""Operations that only move elements: reshaping, indexing, joining. Facts only; see `model`."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.operations.model import Case, Data, Family, Notation, Operation, Options, Rule, Shape, Transform
from engine.problems import Code, Problem, ProblemError
from engine.shapes import axes_of, listed, mismatch

_VALUES = (-2.0, 2.0)


def _invalid(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_AXIS, message, hint))


def _new_shape(shapes: Sequence[Shape], options: Options) -> Shape:
    (shape,) = shapes
    wanted = options["shape"]
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    count = int(np.prod(shape, dtype=object))
    known = int(np.prod([length for length in wanted if length != -1], dtype=object))
    unknown = wanted.count(-1)
    if unknown > 1 or any(length < 1 and length != -1 for length in wanted) or (known != count if not unknown else count % known):
        raise _invalid(
            f"The {count} elements of the shape {shape} cannot be arranged as {wanted}.",
            "The lengths must multiply to the number of elements; one may be -1.",
        )
    return tuple(count // known if length == -1 else length for length in wanted)


def _reshape(x: Data, shape: Any) -> Any:
    return np.reshape(x, shape)


def _picked(shapes: Sequence[Shape], options: Options) -> Shape:
    (shape,) = shapes
    key = options["key"]
    if len(key) > len(shape):
        raise _invalid(
            f"There are {len(key)} indices for the shape {shape}, which has {len(shape)} axes.",
            "Give at most one index per axis.",
        )
    result: list[int] = []
    for axis, each in enumerate(key):
        length = shape[axis]
        if isinstance(each, slice):
            result.append(len(range(*each.indices(length))))
            if not result[-1]:
                raise _invalid(
                    f"The slice along axis {axis} of the shape {shape} is empty.",
                    "Choose a range that holds at least one element.",
                )
        elif not -length <= each < length:
            raise _invalid(
                f"The index {each} is outside axis {axis} of the shape {shape}.",
                f"Indices run from 0 to {length - 1}, or from −{length} to −1.",
            )
    return (*result, *shape[len(key) :])


def _pick(x: Data, key: tuple[int | slice, ...]) -> Any:
    return np.asarray(x)[key]


def _put_back(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    result = np.zeros(np.shape(inputs[0]))
    result[options["key"]] = upstream
    return result


def _joined(shapes: Sequence[Shape], options: Options) -> Shape:
    if any(not shape for shape in shapes):
        raise mismatch(
            "concatenate joins tensors along an axis, but one of them is a scalar, which has none.", "Use stack for scalars."
        )
    (axis,) = axes_of(options.get("axis", 0), shapes[0])
    rests = {(*shape[:axis], *shape[axis + 1 :]) for shape in shapes}
    if len(rests) > 1 or len({len(shape) for shape in shapes}) > 1:
        raise mismatch(
            f"concatenate cannot join the shapes {listed(shapes)} along axis {axis}: the other lengths must be equal.",
            "Choose another axis, or reshape.",
        )
    return (*shapes[0][:axis], sum(shape[axis] for shape in shapes), *shapes[0][axis + 1 :])


def _concatenate(*xs: Data, axis: int = 0) -> Any:
    return np.concatenate([np.asarray(x) for x in xs], axis=axis)


def _own_part(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    axis, slot = options.get("axis", 0), options["slot"]
    start = sum(np.shape(each)[axis] for each in inputs[:slot])
    return np.take(upstream, range(start, start + np.shape(inputs[slot])[axis]), axis=axis)


def _stacked(shapes: Sequence[Shape], options: Options) -> Shape:
    if len(set(shapes)) > 1:
        raise mismatch(
            f"A list of tensors needs equal shapes, but there are {listed(sorted(set(shapes)))}.",
            "Give all rows the same length.",
        )
    longer = (len(shapes), *shapes[0])
    (axis,) = axes_of(options.get("axis", 0), longer)
    return (*shapes[0][:axis], len(shapes), *shapes[0][axis:])


def _stack(*xs: Data, axis: int = 0) -> Any:
    return np.stack([np.asarray(x) for x in xs], axis=axis)


TABLE = (
    Operation(
        name="reshape",
        family=Family.STRUCTURE,
        parameters=("x",),
        value=Transform(
            _new_shape, _reshape, (lambda upstream, inputs, _out, _options: np.reshape(upstream, np.shape(inputs[0])),)
        ),
        rules=(Rule("reshape(G)", adjoint=True),),
        notation=Notation("shape", latex=r"\operatorname{reshape}\left(‹x›\right)", spoken="‹x› in another shape"),
        summary="The same elements in another shape; one length may be -1.",
        why="No element changes, so the gradient goes back in the old shape.",
        samples=(_VALUES,),
        cases=(Case(((2, 3),), {"shape": (3, 2)}), Case(((2, 3),), {"shape": (-1,)}), Case(((4,),), {"shape": (2, 1, -1)})),
        misfits=(Case(((2, 3),), {"shape": (4,)}), Case(((2, 3),), {"shape": (-1, -1)}), Case(((2, 3),), {"shape": (-1, 4)})),
        options=("shape",),
    ),
    Operation(
        name="index",
        family=Family.STRUCTURE,
        parameters=("x",),
        value=Transform(_picked, _pick, (_put_back,)),
        rules=(Rule("put_back(G)", adjoint=True),),
        notation=Notation("[ ]", latex=r"«x»_{[\,]}", spoken="a part of ‹x›"),
        summary="Some of the elements, by index or slice: x[0], x[1:3], x[:, 0].",
        why="What was picked receives the gradient; what was left out had no part in the output and receives 0.",
        samples=(_VALUES,),
        cases=(
            Case(((3,),), {"key": (1,)}),
            Case(((3, 4),), {"key": (-1,)}),
            Case(((3, 4),), {"key": (slice(None), 2)}),
            Case(((5,),), {"key": (slice(4, 0, -2),)}),
        ),
        misfits=(
            Case(((3,),), {"key": (3,)}),
            Case(((3,),), {"key": (0, 0)}),
            Case(((3,),), {"key": (slice(2, 2),)}),
            Case(((),), {"key": (0,)}),
        ),
        options=("key",),
    ),
    Operation(
        name="concatenate",
        family=Family.STRUCTURE,
        parameters=("x",),
        value=Transform(_joined, _concatenate, (_own_part,)),
        rules=(Rule("own_part(G)", adjoint=True),),
        notation=Notation("join", latex=r"\operatorname{concatenate}\left(‹x›\right)", spoken="‹x› joined"),
        summary="Tensors one after the other along an axis: concatenate([a, b], axis=0).",
        why="Each tensor keeps its place in the result, and receives the gradient of that place.",
        samples=(_VALUES,),
        cases=(Case(((2,), (3,))), Case(((2, 3), (2, 1)), {"axis": 1}), Case(((1, 2), (3, 2), (2, 2)))),
        misfits=(Case(((2,), (2, 2))), Case(((2, 3), (2, 1))), Case(((), ())), Case(((2,), (2,)), {"axis": 1})),
        options=("axis",),
        variadic=True,
        spellings=("concat", "cat"),
    ),
    Operation(
        name="stack",
        family=Family.STRUCTURE,
        parameters=("x",),
        value=Transform(
            _stacked,
            _stack,
            (lambda upstream, _inputs, _out, options: np.take(upstream, options["slot"], axis=options.get("axis", 0)),),
        ),
        rules=(Rule("own_part(G)", adjoint=True),),
        notation=Notation("stack", latex=r"\operatorname{stack}\left(‹x›\right)", spoken="‹x› stacked"),
        summary="Tensors of one shape along a new axis; a list of values is one: [a, b, c].",
        why="Each tensor keeps its place in the result, and receives the gradient of that place.",
        samples=(_VALUES,),
        cases=(Case(((), (), ())), Case(((2,), (2,))), Case(((2, 3), (2, 3)), {"axis": -1})),
        misfits=(Case(((2,), (3,))), Case(((2,), (2,)), {"axis": 3})),
        options=("axis",),
        variadic=True,
    ),
)
