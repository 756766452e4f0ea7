"""Parts of tensors as PyTorch picks them: `gather`, `sort`, `topk`. Gradients go to the places picked."""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.graph.tensor import Tensor
from engine.interpreter.builtins.iteration import Body, builtin
from engine.interpreter.builtins.methods import TENSOR_METHODS
from engine.interpreter.errors import binding_errors, element_errors
from engine.interpreter.libraries.registry import count, given, offer
from engine.interpreter.values import Arguments, Extremes, Item, whole_number
from engine.operations import OPERATIONS
from engine.problems import ProblemError
from engine.shapes import axis_of


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
