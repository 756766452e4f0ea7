"""What is asked of arrays: whether they are close, which elements are finite, where they are not 0, in what order they stand.

Answers are numbers without a gradient, or masks; sorted values and medians are picked, so their gradients go where they were.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import Body, builtin
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import binding_errors, call_errors, program_errors
from backpass.engine.interpreter.libraries.arrays.creation import lengths_of, made
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import count, offer
from backpass.engine.interpreter.tensor_semantics.number_kinds import Kind
from backpass.engine.interpreter.values import Arguments, Extremes, Item
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axis_of, broadcast

NUMPY_ALONE = ("numpy", "np", "autograd")
NUMPYS = (*NUMPY_ALONE, "jax.numpy")
OF_BOTH = (*NUMPYS, "torch")
_FARTHEST = 2**53
"""Places end here: beyond, floats have gaps."""


def _both(*names: str, takes: str, modules: tuple[str, ...] = OF_BOTH) -> Callable[[Body], Body]:
    """Enters what is both a function and a method."""

    def enter(body: Body) -> Body:
        offer(modules, *names, takes=takes)(body)
        builtin(TENSOR_METHODS, *names, takes=takes)(body)
        return body

    return enter


def read_numbers(graph: GraphOfCall, item: Item) -> tuple[Tensor, Any]:
    """An array and its numbers, which the program looks at."""
    x = graph.tensor(item)
    graph.machine.read(x)
    graph.machine.evaluator.hold(math.prod(x.shape))
    return x, np.asarray(x.raw)


def whole_numbers(graph: GraphOfCall, data: Any) -> Tensor:
    found = graph.constant(np.asarray(data, dtype=float))
    graph.machine.tracking.array_of_whole_numbers(found)
    return found


# Comparisons


def _close(graph: GraphOfCall) -> Any:
    a, b, rtol, atol, equal_nan = graph.places(a=None, b=None, rtol=1e-05, atol=1e-08, equal_nan=False)
    (_, one), (_, other) = read_numbers(graph, a), read_numbers(graph, b)
    broadcast(graph.part.name, (one.shape, other.shape))
    options = {"rtol": graph.number_of(rtol), "atol": graph.number_of(atol)}
    with np.errstate(all="ignore"):
        return np.isclose(one, other, **options, equal_nan=graph.machine.truth(equal_nan, graph.part.span))


@_both("allclose", takes="(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)")
def _allclose(machine: Any, arguments: Arguments) -> Item:
    return bool(np.all(_close(GraphOfCall(machine, arguments))))


@_both("isclose", takes="(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)")
def _isclose(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    return _mask(graph, _close(graph))


def _mask(graph: GraphOfCall, data: Any) -> Tensor:
    """Truths, as a comparison gives them."""
    return graph.made("not_equal", graph.constant(np.asarray(data, dtype=float)), 0.0)


def _quantified(name: str, over: Any) -> None:
    @_both(name, takes="(x, *, axis=None, keepdims=False)")
    def body(machine: Any, arguments: Arguments) -> Item:
        """Whether all, or any, elements are other than 0: a truth, or a mask along the axes that are left."""
        graph = GraphOfCall(machine, arguments)
        _, data = read_numbers(graph, graph.values[0])
        axis = graph.plain_option("axis")
        try:
            found = over(data != 0, axis=axis, keepdims=bool(graph.plain_option("keepdims")))
        except (ValueError, TypeError, OverflowError, np.exceptions.AxisError):
            axis_of(axis if isinstance(axis, int) else 0, data.shape)
            raise ProblemError(binding_errors.value("axis", str(axis), f"{-data.ndim} … {data.ndim - 1}", graph.part)) from None
        return _mask(graph, found) if np.ndim(found) else bool(found)


_quantified("all", np.all)
_quantified("any", np.any)


@_both("isnan", takes="(x)")
def _isnan(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    return graph.made("not_equal", x, x)


@_both("isinf", takes="(x)")
def _isinf(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    return graph.made("equal", graph.made("abs", graph.values[0]), math.inf)


@_both("isfinite", takes="(x)")
def _isfinite(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    return graph.made("less", graph.made("abs", graph.values[0]), math.inf)


def _logical(name: str, joined: str) -> None:
    @_both(name, takes="(a, b)")
    def body(machine: Any, arguments: Arguments) -> Item:
        graph = GraphOfCall(machine, arguments)
        if len(graph.values) != 2:
            raise ProblemError(call_errors.builtin_arguments(name, 2, 2, len(graph.values), graph.part))
        found = graph.made(joined, *(graph.made("not_equal", each, 0.0) for each in graph.values))
        machine.evaluator.whole = True  # what is computed with truths may be whole numbers
        machine.kinds.note(found, Kind.TRUTH)
        return found


for _name, _joined in (("logical_and", "multiply"), ("logical_or", "maximum"), ("logical_xor", "not_equal")):
    _logical(_name, _joined)


@_both("logical_not", takes="(x)")
def _logical_not(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    return graph.made("equal", graph.values[0], 0.0)


# Order


@_both("argsort", takes="(x, *, axis=-1, everything='', descending=False, stable=None)")
def _argsort(machine: Any, arguments: Arguments) -> Item:
    """Places in the order of the numbers, equal ones as they stand. Without an axis (None) of all elements in a row."""
    graph = GraphOfCall(machine, arguments)
    _, data = read_numbers(graph, graph.values[0])
    axis = graph.keywords.get("axis", -1)
    return whole_numbers(graph, _order(graph, data.ravel() if axis is None else data, -1 if axis is None else axis)[0])


def _order(graph: GraphOfCall, data: Any, item: Item) -> tuple[Any, int]:
    axis = axis_of(graph.whole(item), data.shape or (1,))
    down = graph.machine.truth(graph.keywords.get("descending", False), graph.part.span)
    return (np.argsort(-data if down else data, axis=axis, kind="stable") if data.ndim else np.zeros((), int)), axis


@offer(NUMPYS, "sort", takes="(x, axis=-1, *, descending=False, stable=None)")
def _sort(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, axis = graph.places(x=None, axis=-1)
    x, data = read_numbers(graph, item)
    if axis is None:
        x, data, axis = graph.made("reshape", x, shape=(-1,)), data.ravel(), -1
    if not x.shape:
        return x
    places, place = _order(graph, data, axis)
    return picked(graph, x, places, place)


def picked(graph: GraphOfCall, x: Tensor, places: Any, axis: int) -> Tensor:
    """The elements at these places along an axis, in the shape of the places."""
    grids = [each.ravel() for each in np.indices(places.shape)]
    grids[axis] = places.ravel()
    graph.machine.evaluator.hold(places.size * len(grids))
    found = graph.made("index", x, key=tuple(tuple(each.tolist()) for each in grids))
    return found if len(places.shape) == 1 else graph.made("reshape", found, shape=places.shape)


def _along(graph: GraphOfCall, item: Item, axis: Item | None, *, torch: bool) -> tuple[Tensor, Any, int]:
    """An array, its numbers and the axis along which they are sorted; without an axis all in one row.

    Raises ProblemError (invalid-axis, or unsupported where there is nothing along it). PyTorch's single numbers have an axis 0,
    NumPy's have none.
    """
    x, data = read_numbers(graph, item)
    place = None if axis is None else axis_of(graph.whole(axis), (1,) if torch and not x.shape else x.shape)
    if place is None or not x.shape:
        x, data, place = graph.made("reshape", x, shape=(-1,)), data.ravel(), 0
    if not data.shape[place]:
        raise ProblemError(program_errors.empty_list(graph.part.span))
    return x, data, place


@_both("median", takes="(x, *, axis=None, keepdims=False, lower=None)")
def _median(machine: Any, arguments: Arguments) -> Item:
    """The middle number: of an even count the mean of the two in the middle (NumPy's), or the lower of them (PyTorch's)."""
    graph = GraphOfCall(machine, arguments)
    torch = "lower" in graph.keywords or machine.aliases.library_of(graph.tensor(graph.values[0])) == "torch"
    axis = graph.keywords.get("lower") if "lower" in graph.keywords else graph.keywords.get("axis")
    x, data, place = _along(graph, graph.values[0], axis, torch=torch)
    if torch and axis is None:
        return _lower_median(graph, x, data)
    order = np.argsort(data, axis=place, kind="stable")
    size = data.shape[place]
    middle = sorted({(size - 1) // 2, (size - 1) // 2 if torch else size // 2})
    chosen = np.take(order, middle, axis=place)
    found = picked(graph, x, chosen, place)
    found = graph.made("mean", found, axis=place, keepdims=True) if len(middle) > 1 else found
    kept = bool(graph.plain_option("keepdims"))
    shape = data.shape if kept else (*data.shape[:place], *data.shape[place + 1 :])
    shape = (*data.shape[:place], 1, *data.shape[place + 1 :]) if kept else shape
    values = graph.made("reshape", found, shape=shape)
    if torch and axis is not None:
        return Extremes(values, whole_numbers(graph, chosen.reshape(shape)))
    return values


def _lower_median(graph: GraphOfCall, x: Tensor, data: Any) -> Tensor:
    """PyTorch's median of all elements, whose gradient goes in equal shares to all that are equal to it; NaN if there is one."""
    middle = np.sort(data)[(data.size - 1) // 2]
    equal = np.isnan(data) if np.isnan(data).any() else data == middle
    return graph.made("mean", graph.made("index", x, key=(tuple(np.flatnonzero(equal).tolist()),)))


def _quantile(name: str, scale: float) -> None:
    @_both(name, takes="(x, q, axis=None, *, keepdims=False)", modules=NUMPYS if scale != 1 else OF_BOTH)
    def body(machine: Any, arguments: Arguments) -> Item:
        """Between the two sorted numbers that are nearest to a share of the way, on a straight line."""
        graph = GraphOfCall(machine, arguments)
        item, q, axis = graph.places(x=None, q=0.5, axis=None)
        share = graph.number_of(q) / scale
        if not 0 <= share <= 1:
            raise ProblemError(binding_errors.value("q", graph.number_of(q), f"0 … {scale:g}", graph.part))
        torch = machine.aliases.library_of(graph.tensor(item)) == "torch"
        x, data, place = _along(graph, item, axis, torch=torch)
        order = np.argsort(data, axis=place, kind="stable")
        where = share * (data.shape[place] - 1)
        first = math.floor(where)
        low = picked(graph, x, np.take(order, [first], axis=place), place)
        if where != first:
            high = picked(graph, x, np.take(order, [first + 1], axis=place), place)
            step = graph.made("multiply", graph.made("subtract", high, low), where - first)
            low = graph.made("add", low, step)
        return low if graph.plain_option("keepdims") else graph.made("squeeze", low, axis=place)


_quantile("quantile", 1)
_quantile("percentile", 100)


# Places


@_both("argwhere", takes="(x)")
def _argwhere(machine: Any, arguments: Arguments) -> Item:
    """The places that are not 0, one in a row."""
    graph = GraphOfCall(machine, arguments)
    return whole_numbers(graph, np.argwhere(read_numbers(graph, graph.values[0])[1]))


@_both("nonzero", takes="(x, *, as_tuple=True)")
def _nonzero(machine: Any, arguments: Arguments) -> Item:
    """The places that are not 0: for each axis the numbers along it, or one place in a row, as PyTorch gives them."""
    graph = GraphOfCall(machine, arguments)
    x, data = read_numbers(graph, graph.values[0])
    if machine.aliases.library_of(x) == "torch" and not graph.plain_option("as_tuple", False):
        return whole_numbers(graph, np.argwhere(data))
    return tuple(whole_numbers(graph, each) for each in np.nonzero(np.atleast_1d(data)))


@offer(("numpy", "np", "autograd.numpy"), "ndindex", takes="(*shape)")
def _ndindex(machine: Any, arguments: Arguments) -> Item:
    """All places of an array of a shape, row by row, each as a tuple."""
    shape = arguments.values
    if len(shape) == 1 and isinstance(shape[0], list | tuple):
        shape = list(shape[0])
    lengths = [count(machine, each, arguments) for each in shape]
    if any(each < 0 for each in lengths):
        raise ProblemError(binding_errors.value("shape", min(lengths), "0, 1, 2 …", arguments.part))
    machine.evaluator.hold(math.prod(lengths) * (len(lengths) + 1))
    return list(np.ndindex(*lengths))


@offer(("numpy", "np", "autograd.numpy"), "unravel_index", takes="(indices, shape)")
def _unravelled(machine: Any, arguments: Arguments) -> Item:
    """The place in an array of a shape of an element that is counted row by row."""
    graph = GraphOfCall(machine, arguments)
    index, shape = graph.places(indices=None, shape=None)
    lengths = shape if isinstance(shape, list | tuple) else [shape]
    try:
        return tuple(map(int, np.unravel_index(graph.whole(index), [graph.whole(each) for each in lengths])))
    except ValueError:
        raise ProblemError(binding_errors.value("indices", graph.whole(index), "0, 1, 2 …", graph.part)) from None


@offer(("numpy", "np", "autograd.numpy"), "isin", "in1d", takes="(element, test_elements, assume_unique=False, invert=False)")
def _isin(machine: Any, arguments: Arguments) -> Item:
    """For each element whether it is among others."""
    graph = GraphOfCall(machine, arguments)
    element, among = graph.places(element=None, test_elements=None)
    found = np.isin(
        read_numbers(graph, element)[1], read_numbers(graph, among)[1], invert=bool(graph.plain_option("invert", False))
    )
    zero = machine.evaluator.constant(0.0, graph.part.span)
    return graph.made("not_equal", machine.evaluator.constant(found.astype(float), graph.part.span), zero)


@_both("index_select", takes="(x, axis, index)", modules=("torch",))
def _index_select(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, dim, index = graph.places(x=None, axis=0, index=None)
    return _taken(graph, graph.tensor(item), index, graph.whole(dim))


@_both("take", takes="(x, indices, axis=None)")
def _take(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, indices, axis = graph.places(x=None, indices=None, axis=None)
    x = graph.tensor(item)
    if axis is None:
        return _taken(graph, graph.made("reshape", x, shape=(-1,)), indices, 0)
    return _taken(graph, x, indices, graph.whole(axis))


def _taken(graph: GraphOfCall, x: Tensor, indices: Item, item: int) -> Tensor:
    """The elements at these places along an axis, whose place the shape of the places takes. Raises ProblemError."""
    axis = axis_of(item, x.shape)
    _, places = read_numbers(graph, indices)
    for place in places.flat:
        if not abs(place) < _FARTHEST or place % 1:
            raise ProblemError(binding_errors.value("indices", float(place), "0, 1, 2 …", graph.part))
    found = graph.made("index", x, key=(*[slice(None)] * axis, tuple(places.astype(int).ravel().tolist())))
    shape = (*x.shape[:axis], *places.shape, *x.shape[axis + 1 :])
    return found if found.shape == shape else graph.made("reshape", found, shape=shape)


# Differences and products


@_both("diff", takes="(x, n=1, axis=-1)")
def _diff(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, times, axis = graph.places(x=None, n=1, axis=-1)
    x = graph.tensor(item)
    place, wanted = axis_of(graph.whole(axis), x.shape), graph.whole(times)
    if wanted < 0:
        raise ProblemError(binding_errors.value("n", wanted, "0, 1, 2 …", graph.part))
    for _ in range(min(wanted, x.shape[place])):
        before = [slice(None)] * place
        x = graph.made(
            "subtract",
            graph.made("index", x, key=(*before, slice(1, None))),
            graph.made("index", x, key=(*before, slice(None, -1))),
        )
    return x


@_both("vdot", takes="(a, b)")
def _vdot(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    a, b = (graph.made("reshape", each, shape=(-1,)) for each in graph.values)
    return graph.made("matmul", a, b)


@_both("inner", takes="(a, b)")
def _inner(machine: Any, arguments: Arguments) -> Item:
    """Sums of products along the last axes."""
    graph = GraphOfCall(machine, arguments)
    a, b = (graph.tensor(each) for each in graph.values)
    if not a.shape or not b.shape:
        return graph.made("multiply", a, b)
    return _contracted(graph, a, b, [len(a.shape) - 1], [len(b.shape) - 1])


@offer(OF_BOTH, "tensordot", takes="(a, b, axes=2)")
def _tensordot(machine: Any, arguments: Arguments) -> Item:
    """Sums of products along the last axes of a and the first of b, or along two lists of axes."""
    graph = GraphOfCall(machine, arguments)
    one, other, axes = graph.places(a=None, b=None, axes=2)
    a, b = graph.tensor(one), graph.tensor(other)
    if isinstance(axes, Tensor) and axes.shape:
        axes = read_numbers(graph, axes)[1].tolist()
    if isinstance(axes, list | tuple) and len(axes) == 2:
        read = [read_numbers(graph, each)[1].tolist() if isinstance(each, Tensor) and each.shape else each for each in axes]
        lists = [[*each] if isinstance(each, list | tuple) else [each] for each in read]
        firsts, seconds = (
            [axis_of(graph.whole(each), x.shape) for each in listed] for listed, x in zip(lists, (a, b), strict=True)
        )
    else:
        count = graph.whole(axes)
        if not 0 <= count <= min(len(a.shape), len(b.shape)):
            raise ProblemError(binding_errors.value("axes", count, f"0 … {min(len(a.shape), len(b.shape))}", graph.part))
        firsts, seconds = list(range(len(a.shape) - count, len(a.shape))), list(range(count))
    if len(firsts) != len(seconds):
        raise ProblemError(binding_errors.value("axes", str(axes), str(len(firsts)), graph.part))
    return _contracted(graph, a, b, firsts, seconds)


def _contracted(graph: GraphOfCall, a: Tensor, b: Tensor, firsts: list[int], seconds: list[int]) -> Tensor:
    """As a product of two matrices."""
    kept = [each for each in range(len(a.shape)) if each not in firsts]
    left = [each for each in range(len(b.shape)) if each not in seconds]
    shape = (*(a.shape[each] for each in kept), *(b.shape[each] for each in left))
    summed = math.prod(a.shape[each] for each in firsts)
    rows = _turned(graph, a, (*kept, *firsts), (math.prod(a.shape[each] for each in kept), summed))
    columns = _turned(graph, b, (*seconds, *left), (summed, math.prod(b.shape[each] for each in left)))
    return graph.made("reshape", graph.made("matmul", rows, columns), shape=shape)


def _turned(graph: GraphOfCall, x: Tensor, order: tuple[int, ...], shape: tuple[int, ...]) -> Tensor:
    if order != tuple(range(len(order))):
        x = graph.made("transpose", x, axes=order)
    return x if x.shape == shape else graph.made("reshape", x, shape=shape)


@_both("cross", takes="(a, b, *, axis=None, first='')")
def _cross(machine: Any, arguments: Arguments) -> Item:
    """The product of two vectors with three elements that is perpendicular to both."""
    graph = GraphOfCall(machine, arguments)
    a, b = (graph.tensor(each) for each in graph.values[:2])
    if len(graph.values) > 2:
        raise ProblemError(call_errors.builtin_arguments("cross", 2, 2, len(graph.values), graph.part))
    axis = graph.keywords.get("first") if "first" in graph.keywords else graph.keywords.get("axis")
    if axis is None and "first" not in graph.keywords:
        axis = -1
    elif axis is None:  # PyTorch's default: the first axis of length 3
        axis = next((place for place, length in enumerate(a.shape) if length == 3), -1)
    one, other = axis_of(graph.whole(axis), a.shape), axis_of(graph.whole(axis), b.shape)
    if a.shape[one] != 3 or b.shape[other] != 3:
        raise ProblemError(binding_errors.value("axis", graph.whole(axis), "3", graph.part))

    def turned(x: Tensor, place: int, order: tuple[int, ...]) -> Tensor:
        return graph.made("index", x, key=(*[slice(None)] * place, order))

    first = graph.made("multiply", turned(a, one, (1, 2, 0)), turned(b, other, (2, 0, 1)))
    second = graph.made("multiply", turned(a, one, (2, 0, 1)), turned(b, other, (1, 2, 0)))
    return graph.made("subtract", first, second)


@_both("clamp_min", takes="(x, low)", modules=("torch",))
def _clamp_min(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    return graph.called("clip", *graph.values)


@_both("clamp_max", takes="(x, high)", modules=("torch",))
def _clamp_max(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x, high = graph.values
    return graph.called("clip", x, -math.inf, high)


@offer(("torch",), "empty", takes="(*shape, requires_grad=False, dtype=None)")
@offer(("numpy", "np", "jax", "autograd"), "empty", takes="(*shape, dtype=None)")
def _empty(machine: Any, arguments: Arguments) -> Item:
    """Numbers that nobody has chosen: zeros."""
    lengths = lengths_of(machine, arguments.values, arguments)
    return made(machine, np.zeros(lengths) if lengths else 0.0, arguments)


@offer(OF_BOTH, "empty_like", least=1, most=1, takes="(x, *, requires_grad=False, dtype=None)")
def _empty_like(machine: Any, arguments: Arguments) -> Item:
    like = machine.evaluator.tensor(arguments.values[0], arguments.part)
    machine.evaluator.hold(math.prod(like.shape))
    return made(machine, np.zeros(like.shape) if like.shape else 0.0, arguments, machine.kinds.of(like))
