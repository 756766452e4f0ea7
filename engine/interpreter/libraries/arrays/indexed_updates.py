"""`x.at[key].set(y)` and its like of JAX: an array like x, with other numbers at the places that a key picks."""

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import builtin
from backpass.engine.interpreter.builtins.methods import METHODS_OF_UPDATES
from backpass.engine.interpreter.errors import element_errors, library_errors
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.tensor_semantics.number_kinds import Change
from backpass.engine.interpreter.values import Arguments, IndexedUpdate, Item
from backpass.engine.operations.indexing import picked
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import Shape, broadcast

_PROMISES = "indices_are_sorted=False, unique_indices=False"
"""What makes JAX faster."""


def _parts(graph: GraphOfCall) -> tuple[Tensor, Any, Shape, Shape | None]:
    """The array, the key, and the shapes of what it picks and of what is written. Raises ProblemError where there is no key."""
    update = graph.values[0]
    assert isinstance(update, IndexedUpdate)
    if update.place is None:
        raise ProblemError(element_errors.no_member(update, getattr(graph.part, "name", "set"), graph.part))
    key, shape = update.place
    return update.tensor, key, picked(key, update.tensor.shape)[0], shape


def _written(graph: GraphOfCall, item: Item, found: Shape, shape: Shape | None) -> Tensor:
    """As many numbers as the key picks. Raises ProblemError."""
    numbers = graph.tensor(item)
    wanted = found if shape is None else shape
    if broadcast("at", (numbers.shape, wanted)) != wanted:
        wanted = numbers.shape  # which `broadcast_to` refuses
    if numbers.shape != wanted:
        numbers = graph.made("broadcast_to", numbers, shape=wanted)
    return numbers if shape is None else graph.made("reshape", numbers, shape=found)


def _counted(graph: GraphOfCall, key: Any, shape: Shape) -> Any:
    """How often each element is picked."""
    size = int(np.prod(shape, dtype=int))
    graph.machine.evaluator.hold(size)
    places = np.arange(size).reshape(shape)[tuple(list(each) if isinstance(each, tuple) else each for each in key)]
    return np.bincount(np.ravel(places), minlength=size).reshape(shape)


def _put(graph: GraphOfCall, x: Tensor, key: Any, value: Tensor) -> Tensor:
    """The array with a value where the key says. Raises ProblemError where a place is picked twice: which one stays is open."""
    counted = _counted(graph, key, x.shape)
    if (counted > 1).any():
        raise ProblemError(library_errors.same_place_of_update(getattr(graph.part, "name", "set"), graph.part))
    there = graph.made("put_back", value, key=key, shape=x.shape)
    return there if counted.all() else graph.made("where", graph.constant(counted.astype(float)), there, x)


def _update(operation: str | None, *names: str) -> None:
    @builtin(METHODS_OF_UPDATES, *names, least=2, most=2, takes=f"(update, values, *, {_PROMISES}, mode=None)")
    def change(machine: Any, arguments: Arguments) -> Item:
        graph = GraphOfCall(machine, arguments)
        x, key, found, shape = _parts(graph)
        value = _written(graph, arguments.values[1], found, shape)
        if operation in ("add", "subtract"):
            result = graph.made(operation, x, graph.made("put_back", value, key=key, shape=x.shape))
        else:
            computed = value if operation is None else graph.made(operation, graph.made("index", x, key=key), value)
            result = _put(graph, x, key, computed)
        # JAX computes with the fractions of both and cuts them off last; a quotient has them always.
        return result if operation == "divide" else machine.kinds.kept(x, result, Change(), arguments.part)


for _operation, _names in (
    (None, ("set",)),
    ("add", ("add",)),
    ("subtract", ("subtract",)),
    ("multiply", ("multiply", "mul")),
    ("divide", ("divide",)),
    ("power", ("power",)),
    ("minimum", ("min",)),
    ("maximum", ("max",)),
):
    _update(_operation, *_names)


@builtin(METHODS_OF_UPDATES, "get", least=1, most=1, takes=f"(update, *, {_PROMISES})")
def _get(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x, key, _, shape = _parts(graph)
    found = graph.made("index", x, key=key)
    return found if shape is None else graph.made("reshape", found, shape=shape)
