"""What is made of all elements before (running products, extremes, areas), and how many there are of a kind."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import binding_errors
from backpass.engine.interpreter.libraries.arrays.cuts_and_turns import along
from backpass.engine.interpreter.libraries.arrays.queries import NUMPYS, picked, read_numbers, whole_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.mathematics.formulas import formula
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Extremes, Item
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axis_of

_TORCH = ("torch",)


# Of all elements before


def _running(graph: GraphOfCall, x: Tensor, axis: int, operation: str) -> Tensor:
    """Each element joined with the result for the one before it."""
    parts = [along(graph, x, axis, slice(place, place + 1)) for place in range(x.shape[axis])]
    for place in range(1, len(parts)):
        parts[place] = graph.made(operation, parts[place - 1], parts[place])
    return graph.made("concatenate", *parts, axis=axis) if parts else x


@formula("cumprod", takes="(x, axis=None)")
def _cumprod(graph: GraphOfCall) -> Item:
    """Running products; without an axis of all elements in a row."""
    item, axis = graph.places(x=None, axis=None)
    x = graph.tensor(item)
    if axis is None or not x.shape:
        x, axis = (x if x.shape and axis is not None else graph.made("reshape", x, shape=(-1,))), 0
    return _running(graph, x, axis_of(graph.whole(axis), x.shape), "multiply")


@formula("logcumsumexp", takes="(x, dim)", modules=_TORCH)
def _logcumsumexp(graph: GraphOfCall) -> Item:
    x = graph.tensor(graph.places(x=None, dim=0)[0])
    return _running(graph, x, axis_of(graph.whole(graph.places(x=None, dim=0)[1]), x.shape), "logaddexp")


def _extreme_so_far(name: str, beats: Callable[[Any, Any], Any]) -> None:
    @formula(name, takes="(x, dim)", modules=_TORCH)
    def running(graph: GraphOfCall) -> Item:
        """The extreme of all elements so far, and where it is: the last of several that are equal."""
        item, dim = graph.places(x=None, dim=0)
        x, data = read_numbers(graph, item)
        axis = axis_of(graph.whole(dim), data.shape)
        numbers = np.moveaxis(data, axis, 0)
        places = np.zeros(numbers.shape, int)
        best = numbers[0].copy() if len(numbers) else numbers
        for place in range(1, len(numbers)):
            ahead = beats(numbers[place], best) | np.isnan(numbers[place])
            best = np.where(ahead, numbers[place], best)
            places[place] = np.where(ahead, place, places[place - 1])
        found = np.moveaxis(places, 0, axis)
        return Extremes(picked(graph, x, found, axis), whole_numbers(graph, found))


_extreme_so_far("cummax", np.greater_equal)
_extreme_so_far("cummin", np.less_equal)


@offer(_TORCH, "cumulative_trapezoid", takes="(y, *, dx=1.0, axis=-1)")
def _cumulative_trapezoid(machine: Any, arguments: Arguments) -> Item:
    """The area up to each point after the first, under straight lines."""
    graph = GraphOfCall(machine, arguments)
    y = graph.tensor(graph.values[0])
    axis = axis_of(graph.whole(graph.keywords.get("axis", -1)), y.shape)
    heights = graph.made("add", along(graph, y, axis, slice(1, None)), along(graph, y, axis, slice(None, -1)))
    areas = graph.made("multiply", heights, graph.made("divide", graph.keywords.get("dx", 1.0), 2.0))
    return graph.made("cumsum", areas, axis=axis)


# Counts


@formula("count_nonzero", takes="(x, axis=None)")
def _count_nonzero(graph: GraphOfCall) -> Item:
    item, axis = graph.places(x=None, axis=None)
    _, data = read_numbers(graph, item)
    place = None if axis is None else axis_of(graph.whole(axis), data.shape)
    return whole_numbers(graph, np.count_nonzero(data, axis=place))


@formula("bincount", takes="(x, weights=None, minlength=0)")
def _bincount(graph: GraphOfCall) -> Item:
    """How often each whole number occurs; with weights their sum. Raises ProblemError."""
    item, weights, least = graph.places(x=None, weights=None, minlength=0)
    _, data = read_numbers(graph, item)
    if data.ndim != 1 or not np.all((data >= 0) & (np.floor(data) == data)):
        raise ProblemError(binding_errors.value("input", str(data.shape), "0, 1, 2 …", graph.part))
    length = max(0, graph.whole(least), int(data.max(initial=-1.0)) + 1 if np.isfinite(data).all() else sys.maxsize)
    graph.machine.evaluator.hold(length)
    places = data.astype(int)
    if weights is None:
        return whole_numbers(graph, np.bincount(places, minlength=length))
    return graph.made("put_back", weights, key=(tuple(places.tolist()),), shape=(length,))


_SIDES = ("left", "right")


def _searched(graph: GraphOfCall, rows: Item, values: Item, side: Item) -> Tensor:
    """Where numbers would stand in a sorted row. Raises ProblemError."""
    if side not in _SIDES:
        raise ProblemError(binding_errors.value("side", side, ", ".join(_SIDES), graph.part))
    _, knots = read_numbers(graph, rows)
    _, data = read_numbers(graph, values)
    if knots.ndim != 1:
        raise ProblemError(binding_errors.value("dim", knots.ndim, "1", graph.part))
    return whole_numbers(graph, np.searchsorted(knots, data, side=side))  # type: ignore[call-overload]


@offer(NUMPYS, "searchsorted", takes="(a, v, side='left')")
def _searchsorted(machine: Any, arguments: Arguments) -> Item:
    """Where a number would stand in a sorted row."""
    graph = GraphOfCall(machine, arguments)
    rows, values, side = graph.places(a=None, v=None, side="left")
    return _searched(graph, rows, values, side)


@offer(_TORCH, "searchsorted", takes="(a, v, *, right=False, side=None)")
def _searchsorted_of_torch(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    last, side = machine.truth(graph.keywords.get("right", False), graph.part.span), graph.keywords.get("side")
    if last and side == "left":
        raise ProblemError(binding_errors.value("side", side, "right", graph.part))
    rows, values = graph.values
    return _searched(graph, rows, values, side or ("right" if last else "left"))


@offer(_TORCH, "bucketize", takes="(x, boundaries, *, right=False)")
def _bucketize(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    last = machine.truth(graph.keywords.get("right", False), graph.part.span)
    return _searched(graph, graph.values[1], graph.values[0], "right" if last else "left")
