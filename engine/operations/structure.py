"""Operations that only move elements: reshaping and joining. Facts only; see `model`."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.model import Case, Data, Family, Notation, Operation, Options, Rule, Shape, Transform, summed_to
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import axes_of, axis_of, lengths_of, listed, mismatch

_VALUES = (-2.0, 2.0)


def _invalid(message: str, hint: str) -> ProblemError:
    return ProblemError(Problem(Code.INVALID_AXIS, message, hint))


def _new_shape(shapes: Sequence[Shape], options: Options) -> Shape:
    (shape,) = shapes
    wanted = lengths_of(options.get("shape"))
    count = int(np.prod(shape, dtype=object))
    known = int(np.prod([length for length in wanted if length != -1], dtype=object))
    unknown = wanted.count(-1)
    fits = known == count if not unknown else known > 0 and count % known == 0
    if unknown > 1 or any(length < -1 for length in wanted) or not fits:
        raise _invalid(
            say("not-arranged", count=count, shape=shape, wanted=wanted),
            say("not-arranged.hint"),
        )
    return tuple(count // known if length == -1 else length for length in wanted)


def _reshape(x: Data, shape: Any) -> Any:
    return np.reshape(x, shape)


def _flat_shape(shapes: Sequence[Shape], _options: Options) -> Shape:
    return (int(np.prod(shapes[0], dtype=object)),)


def _longer_shape(shapes: Sequence[Shape], options: Options) -> Shape:
    longer = (*shapes[0], 1)
    axis = axis_of(options.get("axis"), longer)
    return (*shapes[0][:axis], 1, *shapes[0][axis:])


def _shorter_shape(shapes: Sequence[Shape], options: Options) -> Shape:
    (shape,) = shapes
    if options.get("axis") is None:
        return tuple(length for length in shape if length != 1)
    axes = axes_of(options["axis"], shape)
    if any(shape[axis] != 1 for axis in axes):
        raise _invalid(
            say("axis-too-long", shape=shape, options=options["axis"]),
            say("axis-too-long.hint"),
        )
    return tuple(length for axis, length in enumerate(shape) if axis not in axes)


def _back_in_shape(upstream: Data, inputs: Sequence[Data], _out: Data, _options: Options) -> Any:
    return np.reshape(upstream, np.shape(inputs[0]))


def _rearranged(
    name: str,
    transform: Transform,
    *,
    glyph: str,
    spoken: str,
    summary: str,
    cases: tuple[Case, ...],
    misfits: tuple[Case, ...] = (),
    options: tuple[str, ...] = (),
    spellings: tuple[str, ...] = (),
) -> Operation:
    """The same elements in another shape."""
    return Operation(
        name=name,
        family=Family.STRUCTURE,
        parameters=("x",),
        value=transform,
        rules=(Rule("reshape(G)", adjoint=True),),
        notation=Notation(glyph, latex=rf"\operatorname{{{name.replace('_', '-')}}}\left(‹x›\right)", spoken=spoken),
        summary=summary,
        why=say("operation-reshape.why"),
        samples=(_VALUES,),
        cases=cases,
        misfits=misfits,
        options=options,
        spellings=spellings,
    )


def _repeated_shape(shapes: Sequence[Shape], options: Options) -> Shape:
    (shape,) = shapes
    wanted = lengths_of(options.get("shape"))
    lead = len(wanted) - len(shape)
    if (
        lead < 0
        or any(length < 0 for length in wanted)
        or any(length not in (1, new) for length, new in zip(shape, wanted[lead:], strict=True))
    ):
        raise mismatch(
            say("not-repeated", shape=shape, wanted=wanted),
            say("not-repeated.hint"),
        )
    return wanted


def _unrepeat(upstream: Data, inputs: Sequence[Data], _out: Data, _options: Options) -> Any:
    return summed_to(upstream, np.shape(inputs[0]))


def _joined(shapes: Sequence[Shape], options: Options) -> Shape:
    if any(not shape for shape in shapes):
        raise mismatch(
            "concatenate joins tensors along an axis, but one of them is a scalar, which has none.", say("stack-for-scalars")
        )
    axis = axis_of(options.get("axis", 0), shapes[0])
    rests = {(*shape[:axis], *shape[axis + 1 :]) for shape in shapes}
    if len(rests) > 1 or len({len(shape) for shape in shapes}) > 1:
        raise mismatch(
            f"concatenate cannot join the shapes {listed(shapes)} along axis {axis}: the other lengths must be equal.",
            say("another-axis"),
        )
    return (*shapes[0][:axis], sum(shape[axis] for shape in shapes), *shapes[0][axis + 1 :])


def _concatenate(*xs: Data, axis: int = 0) -> Any:
    return np.concatenate([np.asarray(x) for x in xs], axis=axis_of(axis, np.shape(xs[0])))


def _own_part(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    axis = axis_of(options.get("axis", 0), np.shape(upstream))
    lengths = [np.shape(each)[axis] for each in inputs]
    start = sum(lengths[: options["slot"]])
    return upstream[(*[slice(None)] * axis, slice(start, start + lengths[options["slot"]]))]  # type: ignore[index]


def _own_layer(upstream: Data, _inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    axis = axis_of(options.get("axis", 0), np.shape(upstream))
    return upstream[(*[slice(None)] * axis, options["slot"])]  # type: ignore[index]


def _stacked(shapes: Sequence[Shape], options: Options) -> Shape:
    if len(set(shapes)) > 1:
        raise mismatch(
            say("unequal-rows", listed=listed(sorted(set(shapes)))),
            say("unequal-rows.hint"),
        )
    longer = (len(shapes), *shapes[0])
    axis = axis_of(options.get("axis", 0), longer)
    return (*shapes[0][:axis], len(shapes), *shapes[0][axis:])


def _stack(*xs: Data, axis: int = 0) -> Any:
    return np.stack([np.asarray(x) for x in xs], axis=axis_of(axis, (1, *np.shape(xs[0]))))


TABLE = (
    _rearranged(
        "reshape",
        Transform(_new_shape, _reshape, (_back_in_shape,)),
        glyph="reshape",
        spoken=say("operation-reshape.spoken"),
        summary=say("operation-reshape"),
        cases=(Case(((2, 3),), {"shape": (3, 2)}), Case(((2, 3),), {"shape": (-1,)}), Case(((4,),), {"shape": (2, 1, -1)})),
        misfits=(Case(((2, 3),), {"shape": (4,)}), Case(((2, 3),), {"shape": (-1, -1)}), Case(((2, 3),), {"shape": (-1, 4)})),
        options=("shape",),
        spellings=("view",),
    ),
    _rearranged(
        "flatten",
        Transform(_flat_shape, np.ravel, (_back_in_shape,)),
        glyph="flat",
        spoken=say("operation-flatten.spoken"),
        summary=say("operation-flatten"),
        cases=(Case(((2, 3),)), Case(((),))),
        spellings=("ravel",),
    ),
    _rearranged(
        "expand_dims",
        Transform(_longer_shape, np.expand_dims, (_back_in_shape,)),
        glyph="+axis",
        spoken=say("operation-expand-dims.spoken"),
        summary=say("operation-expand-dims"),
        cases=(Case(((2, 3),), {"axis": 1}), Case(((3,),), {"axis": -1}), Case(((),), {"axis": 0})),
        misfits=(Case(((3,),), {"axis": 2}),),
        options=("axis",),
        spellings=("unsqueeze",),
    ),
    _rearranged(
        "squeeze",
        Transform(_shorter_shape, np.squeeze, (_back_in_shape,)),
        glyph="−axis",
        spoken=say("operation-squeeze.spoken"),
        summary=say("operation-squeeze"),
        cases=(Case(((1, 3, 1),)), Case(((1, 3, 1),), {"axis": 0}), Case(((2, 1),), {"axis": -1})),
        misfits=(Case(((2, 3),), {"axis": 0}), Case(((1,),), {"axis": 1})),
        options=("axis",),
    ),
    Operation(
        name="broadcast_to",
        family=Family.STRUCTURE,
        parameters=("x",),
        value=Transform(_repeated_shape, np.broadcast_to, (_unrepeat,)),
        rules=(Rule("sum_to(G)", adjoint=True),),
        notation=Notation(
            "rep", latex=r"\operatorname{broadcast-to}\left(‹x›\right)", spoken=say("operation-broadcast-to.spoken")
        ),
        spellings=("expand",),
        summary=say("operation-broadcast-to"),
        why=say("operation-broadcast-to.why"),
        samples=(_VALUES,),
        cases=(Case(((),), {"shape": (2, 3)}), Case(((3,),), {"shape": (2, 3)}), Case(((2, 1),), {"shape": (4, 2, 3)})),
        misfits=(Case(((2,),), {"shape": (2, 3)}), Case(((2, 3),), {"shape": (3,)})),
        options=("shape",),
    ),
    Operation(
        name="concatenate",
        family=Family.STRUCTURE,
        parameters=("x",),
        value=Transform(_joined, _concatenate, (_own_part,)),
        rules=(Rule("own_part(G)", adjoint=True),),
        notation=Notation(
            "join", latex=r"\operatorname{concatenate}\left(‹x›\right)", spoken=say("operation-concatenate.spoken")
        ),
        summary=say("operation-concatenate"),
        why=say("operation-concatenate.why"),
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
        value=Transform(_stacked, _stack, (_own_layer,)),
        rules=(Rule("own_part(G)", adjoint=True),),
        notation=Notation("stack", latex=r"\operatorname{stack}\left(‹x›\right)", spoken=say("operation-stack.spoken")),
        summary=say("operation-stack"),
        why=say("operation-concatenate.why"),
        samples=(_VALUES,),
        cases=(Case(((), (), ())), Case(((2,), (2,))), Case(((2, 3), (2, 3)), {"axis": -1})),
        misfits=(Case(((2,), (3,))), Case(((2,), (2,)), {"axis": 3})),
        options=("axis",),
        variadic=True,
    ),
)
