"""Arrays that are asked for their shape and size, copied, filled like others, set side by side, and their different elements."""

import math
from typing import Any, NoReturn

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import builtin
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import in_place_errors, library_errors
from backpass.engine.interpreter.libraries.arrays.creation import made
from backpass.engine.interpreter.libraries.arrays.queries import NUMPYS, OF_BOTH, read_numbers, whole_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import number, offer
from backpass.engine.interpreter.tensor_semantics.number_kinds import Kind
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axis_of

_TORCH = ("torch",)


@offer(NUMPYS, "shape", takes="(x)")
def _shape(machine: Any, arguments: Arguments) -> Item:
    return GraphOfCall(machine, arguments).tensor(arguments.values[0]).shape


@offer(NUMPYS, "ndim", takes="(x)")
def _ndim(machine: Any, arguments: Arguments) -> Item:
    return len(GraphOfCall(machine, arguments).tensor(arguments.values[0]).shape)


@offer(NUMPYS, "size", takes="(x, axis=None)")
def _size(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, axis = graph.places(x=None, axis=None)
    shape = graph.tensor(item).shape
    return math.prod(shape) if axis is None else shape[axis_of(graph.whole(axis), shape)]


@offer(_TORCH, "numel", takes="(x)")
def _numel(machine: Any, arguments: Arguments) -> Item:
    return math.prod(GraphOfCall(machine, arguments).tensor(arguments.values[0]).shape)


@offer(_TORCH, "is_tensor", takes="(obj)")
def _is_tensor(machine: Any, arguments: Arguments) -> Item:
    (item,) = arguments.values
    return isinstance(item, Tensor) and machine.aliases.library_of(item) == "torch"


@offer(NUMPYS, "copy", takes="(x)")
def _copy(machine: Any, arguments: Arguments) -> Item:
    """Numbers of its own, to which gradients of the copy go back."""
    return machine.aliases.copied(machine.evaluator.tensor(arguments.values[0], arguments.part), arguments.part)  # type: ignore[no-any-return]


@offer(OF_BOTH, "full_like", takes="(x, value, *, dtype=None, requires_grad=False)")
def _full_like(machine: Any, arguments: Arguments) -> Item:
    item, value = arguments.values
    like = machine.evaluator.tensor(item, arguments.part)
    machine.evaluator.hold(math.prod(like.shape))
    filled, kind = number(machine, value, arguments), machine.kinds.of(like)
    if kind is Kind.WHOLE and not float(filled).is_integer() and arguments.keywords.get("dtype") is None:
        library = machine.aliases.library_of(like) or "numpy"
        raise ProblemError(in_place_errors.of_whole_numbers(library, "full_like", arguments.part))
    return made(machine, np.full(like.shape, filled) if like.shape else filled, arguments, kind)


@offer(NUMPYS, "array_equal", takes="(a1, a2, equal_nan=False)")
def _array_equal(machine: Any, arguments: Arguments) -> Item:
    """Whether two arrays have the same shape and the same elements."""
    graph = GraphOfCall(machine, arguments)
    one, other, equal_nan = graph.places(a1=None, a2=None, equal_nan=False)
    (_, a), (_, b) = read_numbers(graph, one), read_numbers(graph, other)
    return bool(np.array_equal(a, b, equal_nan=machine.truth(equal_nan, arguments.span)))


@offer(OF_BOTH, "column_stack", takes="(tensors)")
def _column_stack(machine: Any, arguments: Arguments) -> Item:
    """Rows of numbers become columns, side by side."""
    graph = GraphOfCall(machine, arguments)
    tables = []
    for item in machine.everything(arguments.values[0], arguments.part):
        each = graph.tensor(item)
        tables.append(each if len(each.shape) > 1 else graph.made("reshape", each, shape=(math.prod(each.shape), 1)))
    return graph.made("concatenate", *tables, axis=1)


# The different elements


def _different(graph: GraphOfCall, x: Item, axis: Item, **more: bool) -> Any:
    """What NumPy gives: the elements, and what else is asked for. Raises ProblemError."""
    tensor, data = read_numbers(graph, x)
    along = None if axis is None else axis_of(graph.whole(axis), tensor.shape)
    answer: Any = np.unique(data, axis=along, **more)  # type: ignore[call-overload]
    found = answer if isinstance(answer, tuple) else (answer,)
    kept = graph.constant(found[0])
    if graph.machine.tracking.holds_whole_numbers(tensor):
        graph.machine.tracking.made_of_whole_numbers(kept)
    every = (kept, *(whole_numbers(graph, each) for each in found[1:]))
    return every[0] if len(every) == 1 else every


@offer(NUMPYS, "unique", takes="(x, return_index=False, return_inverse=False, return_counts=False, axis=None)")
def _unique(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x, index, inverse, counts, axis = graph.places(
        x=None, return_index=False, return_inverse=False, return_counts=False, axis=None
    )
    asked = [machine.truth(each, arguments.span) for each in (index, inverse, counts)]
    return _different(graph, x, axis, return_index=asked[0], return_inverse=asked[1], return_counts=asked[2])  # type: ignore[no-any-return]


@builtin(TENSOR_METHODS, "unique", takes="(x, sorted=True, return_inverse=False, return_counts=False, axis=None)")
@offer(_TORCH, "unique", takes="(x, sorted=True, return_inverse=False, return_counts=False, axis=None)")
def _unique_of_torch(machine: Any, arguments: Arguments) -> Item:
    """PyTorch sorts them also where it is not asked to."""
    graph = GraphOfCall(machine, arguments)
    x, _, inverse, counts, axis = graph.places(x=None, sorted=True, return_inverse=False, return_counts=False, axis=None)
    asked = [machine.truth(each, arguments.span) for each in (inverse, counts)]
    return _different(graph, x, axis, return_inverse=asked[0], return_counts=asked[1])  # type: ignore[no-any-return]


# Refused by name


@offer(("numpy.linalg", "np.linalg", "jax.numpy.linalg", "torch.linalg"), "eig", "eigvals", takes="(x)")
def _eigenvalues(machine: Any, arguments: Arguments) -> NoReturn:
    """Raises ProblemError: they are complex numbers in general."""
    raise ProblemError(library_errors.complex_eigenvalues(getattr(arguments.part, "name", "eig"), arguments.part))
