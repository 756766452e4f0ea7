"""Parts of tensors as PyTorch and NumPy pick them: `gather`, `sort`, `topk`, `delete`. Gradients go to the places picked."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import Body, builtin
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import binding_errors, element_errors
from backpass.engine.interpreter.libraries.arrays.queries import NUMPYS, read_numbers, whole_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import count, given, offer
from backpass.engine.interpreter.values import Arguments, Extremes, Item, whole_number
from backpass.engine.operations import OPERATIONS
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axis_of


def _enter(name: str, takes: str) -> Callable[[Body], Body]:
    def enter(body: Body) -> Body:
        offer(("torch",), name, takes=takes)(body)
        builtin(TENSOR_METHODS, name, takes=takes)(body)
        return body

    return enter


def _axis(machine: Any, item: Item, x: Tensor, arguments: Arguments) -> int:
    return axis_of(count(machine, item, arguments), x.shape or (1,))


def _picked(machine: Any, x: Tensor, places: Any, axis: int, arguments: Arguments) -> Tensor:
    """The elements of x at these places along an axis, in the shape of the places. Raises ProblemError (invalid-axis)."""
    if not x.shape:
        return x
    machine.evaluator.hold(places.size * len(x.shape))
    grids = [each.ravel() for each in np.indices(places.shape)]
    grids[axis] = places.ravel()
    key = tuple(tuple(each.tolist()) for each in grids)
    picked = machine.evaluator.operation(OPERATIONS["index"], [x], arguments.part, {"key": key})
    return machine.evaluator.operation(OPERATIONS["reshape"], [picked], arguments.part, {"shape": places.shape})  # type: ignore[no-any-return]


@_enter("gather", "(x, dim, index)")
def _gather(machine: Any, arguments: Arguments) -> Item:
    item, dim, index = given(arguments, x=None, dim=0, index=None)
    x, where = machine.evaluator.tensors([item, index], arguments.part)
    machine.read(where)
    axis, places = _axis(machine, dim, x, arguments), np.asarray(where.raw)
    length = x.shape[axis] if x.shape else 1
    outside = places[(places < 0) | (places >= length) | (np.trunc(places) != places)]
    if len(places.shape) != len(x.shape):
        raise ProblemError(binding_errors.value("index", str(places.shape), str(x.shape), arguments.part))
    if outside.size:
        wrong = whole_number(outside.item(0), element_errors.an_index(), arguments.part)
        raise ProblemError(element_errors.index_out_of_range(wrong, length, arguments.part))
    return _picked(machine, x, places.astype(int), axis, arguments)


def _ordered(machine: Any, x: Tensor, axis: int, arguments: Arguments, *, descending: bool) -> Any:
    """The places of x along an axis in the order of its numbers, equal ones as they stand."""
    machine.read(x)
    machine.evaluator.hold(int(np.prod(x.shape, dtype=int)))
    data = np.asarray(x.raw)
    return (
        np.argsort(-data if descending else data, axis=axis if x.shape else -1, kind="stable") if x.shape else np.zeros((), int)
    )


def _with_places(machine: Any, x: Tensor, places: Any, axis: int, arguments: Arguments) -> Extremes:
    indices = machine.evaluator.constant(places.astype(float), arguments.span)
    machine.tracking.array_of_whole_numbers(indices)
    return Extremes(_picked(machine, x, places, axis, arguments), indices)


@_enter("sort", "(x, dim=-1, descending=False)")
def _sort(machine: Any, arguments: Arguments) -> Item:
    item, dim, descending = given(arguments, x=None, dim=-1, descending=False)
    x = machine.evaluator.tensor(item, arguments.part)
    axis = _axis(machine, dim, x, arguments)
    places = _ordered(machine, x, axis, arguments, descending=machine.truth(descending, arguments.span))
    return _with_places(machine, x, places, axis, arguments)


@_enter("topk", "(x, k, dim=-1, largest=True)")
def _topk(machine: Any, arguments: Arguments) -> Item:
    item, k, dim, largest = given(arguments, x=None, k=1, dim=-1, largest=True)
    x = machine.evaluator.tensor(item, arguments.part)
    axis, wanted = _axis(machine, dim, x, arguments), count(machine, k, arguments)
    length = x.shape[axis] if x.shape else 1
    if not 0 <= wanted <= length or not x.shape:
        raise ProblemError(element_errors.index_out_of_range(wanted, length, arguments.part))
    places = _ordered(machine, x, axis, arguments, descending=machine.truth(largest, arguments.span))
    return _with_places(machine, x, np.take(places, range(wanted), axis=axis), axis, arguments)


@offer(NUMPYS, "delete", least=2, takes="(arr, obj, axis=None)")
def _delete(machine: Any, arguments: Arguments) -> Item:
    """An array without some places along an axis; without an axis it is one row. Raises ProblemError for places beyond."""
    graph = GraphOfCall(machine, arguments)
    item, places, axis = graph.places(arr=None, obj=None, axis=None)
    x = graph.tensor(item)
    x = graph.made("flatten", x) if axis is None else x
    along = 0 if axis is None else axis_of(graph.whole(axis), x.shape)
    length = x.shape[along] if x.shape else 0
    if isinstance(places, slice):
        taken = set(range(length)[places])
    else:
        _, numbers = read_numbers(graph, places)
        if not np.all((numbers >= -length) & (numbers < length) & (np.floor(numbers) == numbers)):
            raise ProblemError(binding_errors.value("obj", str(numbers.tolist()), f"0 … {length - 1}", graph.part))
        taken = {int(each) % length for each in numbers.ravel()}
    kept = tuple(place for place in range(length) if place not in taken)
    return graph.made("index", x, key=(*[slice(None)] * along, kept))


@offer(NUMPYS, "indices", least=1, most=1, takes="(dimensions)")
def _indices(machine: Any, arguments: Arguments) -> Item:
    """Per axis of a grid the place along it of each element. Raises ProblemError."""
    graph = GraphOfCall(machine, arguments)
    (lengths,) = arguments.values
    shape = [graph.whole(each) for each in (lengths if isinstance(lengths, list | tuple) else [lengths])]
    if min(shape, default=0) < 0:
        raise ProblemError(binding_errors.value("dimensions", min(shape), "0, 1, 2 …", graph.part))
    machine.evaluator.hold(len(shape) * math.prod(shape))
    return whole_numbers(graph, np.indices(shape))
