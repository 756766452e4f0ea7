"""Operations that make fewer numbers of many: sums, means, extremes, and the softmax family. Facts only; see `model`."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.model import (
    Array,
    Case,
    Data,
    Family,
    Notation,
    Operation,
    Options,
    Rule,
    Shape,
    Transform,
    is_plain,
)
from backpass.engine.shapes import axes_of, mismatch

_MATRIX, _CUBE = (2, 3), (2, 3, 2)
_AXES = (
    Case(((),)),
    Case((_MATRIX,)),
    Case((_MATRIX,), {"axis": 0}),
    Case((_MATRIX,), {"axis": -1, "keepdims": True}),
    Case((_CUBE,), {"axis": (0, 2)}),
)
_COUNTED = (
    Case((_MATRIX,)),
    Case((_MATRIX,), {"axis": 0}),
    Case((_MATRIX,), {"axis": -1, "keepdims": True, "ddof": 1}),
    Case((_CUBE,), {"axis": (0, 2), "ddof": 1}),
)
_NO_SUCH_AXIS = (Case((_MATRIX,), {"axis": 2}), Case(((),), {"axis": 0}), Case((_MATRIX,), {"axis": (0, 0)}))


def _reduced(shapes: Sequence[Shape], options: Options) -> Shape:
    (shape,) = shapes
    axes = axes_of(options.get("axis"), shape)
    if options.get("keepdims"):
        return tuple(1 if axis in axes else length for axis, length in enumerate(shape))
    return tuple(length for axis, length in enumerate(shape) if axis not in axes)


def _along(axis: Any, shape: Shape) -> tuple[int, ...]:
    return axes_of(axis, shape)


def spread(reduced: Data, shape: Shape, options: Options) -> Any:
    """A reduced array repeated along the axes that were reduced, to the shape it was reduced from."""
    axes = _along(options.get("axis"), shape)
    kept = tuple(1 if axis in axes else length for axis, length in enumerate(shape))
    return np.broadcast_to(np.reshape(reduced, kept), shape)


def _reduction(
    name: str,
    evaluate: Callable[..., Any],
    adjoint: Callable[[Data, Sequence[Data], Data, Options], Any],
    notation: Notation,
    rule: Rule,
    *,
    summary: str,
    why: str,
    spellings: tuple[str, ...] = (),
    convention: str | None = None,
    kinked: Callable[[Sequence[Data], Data, Options], bool] | None = None,
    shape: Callable[[Sequence[Shape], Options], Shape] = _reduced,
    cases: tuple[Case, ...] = _AXES,
    options: tuple[str, ...] = (),
) -> Operation:
    """`options` are those it has besides axis and keepdims."""

    def along_axes(x: Data, axis: Any = None, keepdims: bool = False, **more: Any) -> Any:
        array = np.asarray(x)
        return evaluate(array, axis=_along(axis, array.shape), keepdims=bool(keepdims), **more)

    return Operation(
        name=name,
        family=Family.REDUCTION,
        parameters=("x",),
        value=Transform(shape, along_axes, (adjoint,), kinked),
        rules=(rule,),
        notation=notation,
        summary=summary,
        why=why,
        samples=((0.5, 2.0),),
        cases=cases,
        misfits=_NO_SUCH_AXIS,
        options=("axis", "keepdims", *options),
        spellings=spellings,
        convention=convention,
    )


def _count_of(shape: Shape, options: Options) -> int:
    """How many elements make one of the result."""
    return int(np.prod([shape[axis] for axis in _along(options.get("axis"), shape)], dtype=int))


def _count(x: Data, options: Options) -> int:
    return _count_of(np.shape(x), options)


def _mean_adjoint(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    # Where there are no elements there is nothing to divide either.
    return spread(upstream, np.shape(inputs[0]), options) / (_count(inputs[0], options) or 1)


def _mean(x: Array, axis: Any, keepdims: bool) -> Any:
    """NaN of no elements, as in NumPy, without its warning."""
    return np.sum(x, axis=axis, keepdims=keepdims) / np.float64(np.prod([x.shape[each] for each in axis], dtype=int))


def _of_some(shapes: Sequence[Shape], options: Options) -> Shape:
    """Raises ProblemError (shape-mismatch) where there are no elements, of which none is the largest or smallest."""
    if _count_of(shapes[0], options) == 0:
        raise mismatch(
            say("extreme-of-nothing", shapes=shapes[0]),
            say("extreme-of-nothing.hint"),
        )
    return _reduced(shapes, options)


def _shared(upstream: Data, inputs: Sequence[Data], out: Data, options: Options) -> Any:
    """To the extreme elements alone, in equal parts where several tie."""
    (x,) = inputs
    shape = np.shape(x)
    chosen = np.equal(x, spread(out, shape, options))
    ties = np.sum(chosen, axis=_along(options.get("axis"), shape), keepdims=True)
    return np.where(chosen, spread(upstream, shape, options) / ties, 0.0)


def _ties(inputs: Sequence[Data], out: Data, options: Options) -> bool:
    """Whether an extreme is reached by several elements."""
    (x,) = inputs
    shape = np.shape(x)
    chosen = np.equal(x, spread(out, shape, options))
    return bool(np.any(np.sum(chosen, axis=_along(options.get("axis"), shape)) > 1))


def _vanishes(inputs: Sequence[Data], out: Data, options: Options) -> bool:
    """Whether a length, or a spread, of at least one number is 0."""
    return _count(inputs[0], options) > 0 and bool(np.any(np.equal(out, 0)))


def _level(inputs: Sequence[Data], out: Data, options: Options) -> bool:
    """Whether several numbers have no spread; that of a single one is always 0."""
    return _count(inputs[0], options) > 1 and _vanishes(inputs, out, options)


def _norm(x: Array, axis: Any, keepdims: bool) -> Any:
    """Scaled by the largest element, so that squares neither overflow nor vanish."""
    top = np.max(np.abs(x), axis=axis, keepdims=True, initial=0.0)
    scale = np.where((top > 0) & np.isfinite(top), top, 1.0)
    length = scale * np.sqrt(np.sum((x / scale) ** 2, axis=axis, keepdims=True))
    return length if keepdims else np.squeeze(length, axis=axis)


def _norm_adjoint(upstream: Data, inputs: Sequence[Data], out: Data, options: Options) -> Any:
    (x,) = inputs
    length = spread(out, np.shape(x), options)
    return spread(upstream, np.shape(x), options) * np.where(np.equal(length, 0), 0.0, x / length)


def _deviations(x: Any, options: Options) -> Any:
    """Each element's distance from the mean, divided by how many of them count."""
    if _count(x, options) == 0:
        return x  # none, so none has a distance
    mean = np.mean(x, axis=_along(options.get("axis"), np.shape(x)), keepdims=True)
    counted = _count(x, options) - options.get("ddof", 0)
    return (x - mean) / (counted if counted > 0 else math.nan)


def _var_adjoint(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    return spread(upstream, np.shape(inputs[0]), options) * (2.0 * _deviations(inputs[0], options))


def _std_adjoint(upstream: Data, inputs: Sequence[Data], out: Data, options: Options) -> Any:
    (x,) = inputs
    spreads = spread(out, np.shape(x), options)
    return spread(upstream, np.shape(x), options) * np.where(np.equal(spreads, 0), 0.0, _deviations(x, options) / spreads)


def _counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """NumPy's variance and its root; where no more numbers are given than are taken off, NaN without a warning."""

    def evaluate(x: Array, axis: Any, keepdims: bool, ddof: int = 0) -> Any:
        count = int(np.prod([x.shape[each] for each in axis], dtype=int))
        if count == 0:
            return np.sum(x, axis=axis, keepdims=keepdims) * math.nan
        found = function(x, axis=axis, keepdims=keepdims)
        left = (count - ddof) / count
        if left <= 0:
            return found * math.nan
        return found / left if function is np.var else found / math.sqrt(left)

    return evaluate


def _others(factors: Any) -> Any:
    """Per factor along the last axis the product of all others, without dividing by one that may be 0."""
    shape = np.shape(factors)
    if is_plain(factors):
        before, after = np.ones(shape), np.ones(shape)
        before[..., 1:] = np.cumprod(factors[..., :-1], axis=-1)
        after[..., :-1] = np.cumprod(factors[..., :0:-1], axis=-1)[..., ::-1]
        return before * after
    # A graph of running products would lose what zeros hide, so each product is written out.
    rows = np.reshape(factors, (*shape[:-1], 1, shape[-1]))
    return np.prod(np.where(np.eye(shape[-1], dtype=bool), 1.0, rows), axis=-1)


def _prod_adjoint(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    shape = np.shape(inputs[0])
    axes = _along(options.get("axis"), shape)
    order = (*(axis for axis in range(len(shape)) if axis not in axes), *axes)
    moved = tuple(shape[axis] for axis in order)
    x = np.asarray(inputs[0]) if is_plain(inputs[0]) else inputs[0]
    flat = np.reshape(np.transpose(x, order), (*moved[: len(shape) - len(axes)], _count(x, options)))
    others = np.transpose(np.reshape(_others(flat), moved), tuple(map(order.index, range(len(order)))))
    return spread(upstream, shape, options) * others


def _same(shapes: Sequence[Shape], options: Options) -> Shape:
    axes_of(options.get("axis", -1 if shapes[0] else None), shapes[0])
    return shapes[0]


def _shifted(x: Data, axis: Any) -> tuple[Array, Array, Any]:
    """x less its maximum, the maximum, and the axes: with it, exp neither overflows nor loses everything to underflow."""
    array = np.asarray(x, dtype=np.float64)
    axes = _along(axis, array.shape)
    top = array.max(axis=axes, keepdims=True, initial=-math.inf)
    top = np.where(np.isfinite(top), top, 0.0)
    return array - top, top, axes


def _default_axis(x: Data, axis: Any) -> Any:
    return axis if axis is not None or np.shape(x) == () else -1


def _softmax(x: Data, axis: Any = None) -> Any:
    shifted, _, axes = _shifted(x, _default_axis(x, axis))
    powers = np.exp(shifted)
    return powers / powers.sum(axis=axes, keepdims=True)


def _log_softmax(x: Data, axis: Any = None) -> Any:
    shifted, _, axes = _shifted(x, _default_axis(x, axis))
    return shifted - np.log(np.exp(shifted).sum(axis=axes, keepdims=True))


def _logsumexp(x: Array, axis: Any, keepdims: bool) -> Any:
    shifted, top, axes = _shifted(x, axis)
    total = np.log(np.exp(shifted).sum(axis=axes, keepdims=True)) + top
    return total if keepdims else total.squeeze(axis=axes)


def _softmax_adjoint(upstream: Data, inputs: Sequence[Data], out: Data, options: Options) -> Any:
    axes = _along(_default_axis(inputs[0], options.get("axis")), np.shape(out))
    return out * (upstream - np.sum(upstream * out, axis=axes, keepdims=True))


def _log_softmax_adjoint(upstream: Data, inputs: Sequence[Data], out: Data, options: Options) -> Any:
    axes = _along(_default_axis(inputs[0], options.get("axis")), np.shape(out))
    return upstream - np.exp(out) * np.sum(upstream, axis=axes, keepdims=True)


def _logsumexp_adjoint(upstream: Data, inputs: Sequence[Data], out: Data, options: Options) -> Any:
    shape = np.shape(inputs[0])
    return spread(upstream, shape, options) * np.exp(inputs[0] - spread(out, shape, options))


def _normalizer(
    name: str,
    evaluate: Callable[..., Any],
    adjoint: Callable[[Data, Sequence[Data], Data, Options], Any],
    rule: str,
    *,
    latex: str,
    spoken: str,
    summary: str,
    why: str,
) -> Operation:
    return Operation(
        name=name,
        family=Family.REDUCTION,
        parameters=("x",),
        value=Transform(_same, evaluate, (adjoint,)),
        rules=(Rule(rule, adjoint=True),),
        notation=Notation(name, latex=latex, spoken=spoken),
        summary=summary,
        why=why,
        samples=((-2.0, 2.0),),
        cases=(Case(((3,),)), Case((_MATRIX,)), Case((_MATRIX,), {"axis": 0})),
        misfits=(Case((_MATRIX,), {"axis": 2}),),
        options=("axis",),
    )


TABLE = (
    _reduction(
        "sum",
        np.sum,
        lambda upstream, inputs, _out, options: spread(upstream, np.shape(inputs[0]), options),
        Notation("Σ", latex=r"\sum ‹x›", spoken=say("operation-sum.spoken")),
        Rule("broadcast_to(G)", adjoint=True),
        spellings=("reduce_sum",),
        summary=say("operation-sum"),
        why=say("operation-sum.why"),
    ),
    _reduction(
        "mean",
        _mean,
        _mean_adjoint,
        Notation("mean", latex=r"\operatorname{mean}\left(‹x›\right)", spoken=say("operation-mean.spoken")),
        Rule("broadcast_to(G) / count(x)", adjoint=True),
        spellings=("reduce_mean",),
        summary=say("operation-mean"),
        why=say("operation-mean.why"),
    ),
    _reduction(
        "prod",
        np.prod,
        _prod_adjoint,
        Notation("Π", latex=r"\prod ‹x›", spoken=say("operation-prod.spoken")),
        Rule("broadcast_to(G) * others(x)", adjoint=True),
        spellings=("reduce_prod",),
        summary=say("operation-prod"),
        why=say("operation-prod.why"),
    ),
    _reduction(
        "amax",
        np.max,
        _shared,
        Notation("max", latex=r"\max ‹x›", spoken=say("operation-amax.spoken")),
        Rule("where(x == out, broadcast_to(G) / ties(x), 0)", adjoint=True),
        spellings=("reduce_max",),
        summary=say("operation-amax"),
        why=say("operation-amax.why"),
        convention=say("operation-amax.convention"),
        kinked=_ties,
        shape=_of_some,
    ),
    _reduction(
        "amin",
        np.min,
        _shared,
        Notation("min", latex=r"\min ‹x›", spoken=say("operation-amin.spoken")),
        Rule("where(x == out, broadcast_to(G) / ties(x), 0)", adjoint=True),
        spellings=("reduce_min",),
        summary=say("operation-amin"),
        why=say("operation-amin.why"),
        convention=say("operation-amin.convention"),
        kinked=_ties,
        shape=_of_some,
    ),
    _reduction(
        "var",
        _counted(np.var),
        _var_adjoint,
        Notation("var", latex=r"\operatorname{var}\left(‹x›\right)", spoken=say("operation-var.spoken")),
        Rule("broadcast_to(G) * 2 * (x - mean(x)) / count(x)", adjoint=True),
        spellings=("variance", "reduce_variance"),
        summary=say("operation-var"),
        why=say("operation-var.why"),
        cases=_COUNTED,
        options=("ddof",),
    ),
    _reduction(
        "std",
        _counted(np.std),
        _std_adjoint,
        Notation("std", latex=r"\operatorname{std}\left(‹x›\right)", spoken=say("operation-std.spoken")),
        Rule("where(out == 0, 0, broadcast_to(G) * (x - mean(x)) / (count(x) * out))", adjoint=True),
        spellings=("reduce_std",),
        summary=say("operation-std"),
        why=say("operation-std.why"),
        convention=say("operation-std.convention"),
        kinked=_level,
        cases=_COUNTED,
        options=("ddof",),
    ),
    _reduction(
        "norm",
        _norm,
        _norm_adjoint,
        Notation("‖x‖", latex=r"\left\lVert ‹x› \right\rVert", spoken=say("operation-norm.spoken")),
        Rule("where(out == 0, 0, broadcast_to(G) * x / out)", adjoint=True),
        spellings=("vector_norm",),
        summary=say("operation-norm"),
        why=say("operation-norm.why"),
        convention=say("operation-norm.convention"),
        kinked=_vanishes,
    ),
    _reduction(
        "logsumexp",
        _logsumexp,
        _logsumexp_adjoint,
        Notation("lse", latex=r"\ln \sum e^{‹x›}", spoken=say("operation-logsumexp.spoken")),
        Rule("broadcast_to(G) * exp(x - out)", adjoint=True),
        spellings=("reduce_logsumexp",),
        summary=say("operation-logsumexp"),
        why=say("operation-logsumexp.why"),
    ),
    _normalizer(
        "softmax",
        _softmax,
        _softmax_adjoint,
        "out * (G - sum(G * out))",
        latex=r"\operatorname{softmax}\left(‹x›\right)",
        spoken=say("operation-softmax.spoken"),
        summary=say("operation-softmax"),
        why=say("operation-softmax.why"),
    ),
    _normalizer(
        "log_softmax",
        _log_softmax,
        _log_softmax_adjoint,
        "G - exp(out) * sum(G)",
        latex=r"\ln \operatorname{softmax}\left(‹x›\right)",
        spoken=say("operation-log-softmax.spoken"),
        summary=say("operation-log-softmax"),
        why=say("operation-log-softmax.why"),
    ),
)
