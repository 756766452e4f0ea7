"""Arrays of which parts are picked, moved, or added at places: diagonals, scattering, blocks."""

import math
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import builtin
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import binding_errors, element_errors, library_errors
from backpass.engine.interpreter.libraries.arrays.cuts_and_turns import along
from backpass.engine.interpreter.libraries.arrays.queries import NUMPYS, OF_BOTH, picked, read_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.mathematics.formulas import formula
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.tensor_semantics.number_kinds import Change
from backpass.engine.interpreter.values import Arguments, Item, whole_number
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axis_of, broadcast

_TORCH = ("torch",)


# Turning


@formula("fliplr", takes="(x)")
def _fliplr(graph: GraphOfCall) -> Item:
    x = graph.tensor(graph.values[0])
    axis_of(1, x.shape)
    return along(graph, x, 1, slice(None, None, -1))


@formula("flipud", takes="(x)")
def _flipud(graph: GraphOfCall) -> Item:
    x = graph.tensor(graph.values[0])
    axis_of(0, x.shape)
    return along(graph, x, 0, slice(None, None, -1))


@formula("rot90", takes="(x, k=1, axes=(0, 1))")
def _rot90(graph: GraphOfCall) -> Item:
    """A quarter turn, from the first of two axes towards the second, k times. Raises ProblemError."""
    item, k, axes = graph.places(x=None, k=1, axes=(0, 1))
    x = graph.tensor(item)
    pair = [axis_of(graph.whole(each), x.shape) for each in axes] if isinstance(axes, list | tuple) else []
    if len(pair) != 2 or pair[0] == pair[1]:
        raise ProblemError(binding_errors.value("axes", str(axes), "(0, 1)", graph.part))
    one, other = pair
    turns = graph.whole(k) % 4
    order = list(range(len(x.shape)))
    order[one], order[other] = other, one
    back = slice(None, None, -1)
    if turns == 2:
        return along(graph, along(graph, x, one, back), other, back)
    if turns == 1:
        return graph.made("transpose", along(graph, x, other, back), axes=tuple(order))
    return along(graph, graph.made("transpose", x, axes=tuple(order)), other, back) if turns else x


# Diagonals


def _diagonal(graph: GraphOfCall, item: Item, offset: Item, axes: tuple[Item, Item]) -> Tensor:
    x = graph.tensor(item)
    one, other = (axis_of(graph.whole(each), x.shape) for each in axes)
    if one == other:
        raise ProblemError(binding_errors.value("axes", f"({one}, {other})", "(0, 1)", graph.part))
    rest = [each for each in range(len(x.shape)) if each not in (one, other)]
    turned = x if (*rest, one, other) == tuple(range(len(x.shape))) else graph.made("transpose", x, axes=(*rest, one, other))
    k = graph.whole(offset)
    rows, columns = x.shape[one], x.shape[other]
    length = max(0, min(rows, columns - k) if k >= 0 else min(rows + k, columns))
    first = (tuple(range(max(0, -k), max(0, -k) + length)), tuple(range(max(0, k), max(0, k) + length)))
    graph.machine.evaluator.hold(2 * length)
    return graph.made("index", turned, key=(*[slice(None)] * len(rest), *first))


@builtin(TENSOR_METHODS, "diagonal", takes="(x, offset=0, axis1=0, axis2=1)")
@offer(OF_BOTH, "diagonal", takes="(x, offset=0, axis1=0, axis2=1)")
def _diagonal_of(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, offset, one, other = graph.places(x=None, offset=0, axis1=0, axis2=1)
    return machine.aliases.shares(_diagonal(graph, item, offset, (one, other)))  # type: ignore[no-any-return]


@formula("diag_embed", takes="(x, offset=0)", modules=_TORCH)
def _diag_embed(graph: GraphOfCall) -> Item:
    """Matrices with the last axis on their diagonal, and 0 elsewhere."""
    item, offset = graph.places(x=None, offset=0)
    return _on_diagonal(graph, graph.tensor(item), graph.whole(offset))


@formula("diagflat", takes="(x, k=0)")
def _diagflat(graph: GraphOfCall) -> Item:
    item, offset = graph.places(x=None, k=0)
    return _on_diagonal(graph, graph.made("reshape", item, shape=(-1,)), graph.whole(offset))


def _on_diagonal(graph: GraphOfCall, x: Tensor, k: int) -> Tensor:
    axis_of(-1, x.shape)
    length, size = x.shape[-1], x.shape[-1] + abs(k)
    graph.machine.evaluator.hold(math.prod(x.shape[:-1]) * size * size)
    rows = tuple(range(max(0, -k), max(0, -k) + length))
    columns = tuple(range(max(0, k), max(0, k) + length))
    shape = (*x.shape[:-1], size, size)
    return graph.made("put_back", x, key=(*[slice(None)] * (len(shape) - 2), rows, columns), shape=shape)


# Parts


@formula("narrow", takes="(x, dim, start, length)", modules=_TORCH)
def _narrow(graph: GraphOfCall) -> Item:
    """Raises ProblemError where the part is not inside."""
    item, dim, start, length = graph.places(x=None, dim=0, start=0, length=0)
    x = graph.tensor(item)
    axis, first, count = axis_of(graph.whole(dim), x.shape), graph.whole(start), graph.whole(length)
    first += x.shape[axis] if first < 0 else 0
    if not 0 <= first <= first + count <= x.shape[axis]:
        raise ProblemError(element_errors.index_out_of_range(first + count - 1, x.shape[axis], graph.part))
    return along(graph, x, axis, slice(first, first + count))


@formula("masked_select", takes="(x, mask)", modules=_TORCH)
def _masked_select(graph: GraphOfCall) -> Item:
    """The elements where a mask is true, in a row."""
    _mask, truths = read_numbers(graph, graph.values[1])
    x = graph.tensor(graph.values[0])
    shape = broadcast("masked_select", (x.shape, truths.shape))
    graph.machine.evaluator.hold(math.prod(shape))
    x = x if x.shape == shape else graph.made("broadcast_to", x, shape=shape)
    places = np.nonzero(np.broadcast_to(truths, shape).reshape(shape or (1,)))
    x = x if shape else graph.made("reshape", x, shape=(1,))
    return graph.made("index", x, key=tuple(tuple(each.tolist()) for each in places))


@formula("unflatten", takes="(x, dim, sizes)", modules=_TORCH)
def _unflatten(graph: GraphOfCall) -> Item:
    item, dim, sizes = graph.places(x=None, dim=0, sizes=None)
    x = graph.tensor(item)
    axis = axis_of(graph.whole(dim), x.shape)
    wanted: list[int] = [graph.whole(each) for each in sizes] if isinstance(sizes, list | tuple) else []
    known = math.prod(each for each in wanted if each != -1)
    if wanted.count(-1) == 1 and known > 0:
        wanted[wanted.index(-1)] = x.shape[axis] // known
    if not wanted or min(wanted) < 0 or math.prod(wanted) != x.shape[axis]:
        raise ProblemError(binding_errors.value("sizes", str(sizes), str(x.shape[axis]), graph.part))
    return graph.made("reshape", x, shape=(*x.shape[:axis], *wanted, *x.shape[axis + 1 :]))


def _indices(graph: GraphOfCall, item: Item, length: int) -> Any:
    """Whole numbers below a length. Raises ProblemError (invalid-axis)."""
    _, places = read_numbers(graph, item)
    outside = places[~((places >= 0) & (places < length) & (np.floor(places) == places))]
    if outside.size:
        wrong = whole_number(outside.item(0), element_errors.an_index(), graph.part)
        raise ProblemError(element_errors.index_out_of_range(wrong, length, graph.part))
    return places.astype(int)


@offer(NUMPYS, "take_along_axis", takes="(x, indices, axis=-1)")
def _take_along_axis(machine: Any, arguments: Arguments) -> Item:
    return _taken_along(GraphOfCall(machine, arguments), -1)


@formula("take_along_dim", takes="(x, indices, axis=None)", modules=_TORCH)
def _take_along_dim(graph: GraphOfCall) -> Item:
    return _taken_along(graph, None)


def _taken_along(graph: GraphOfCall, usual: int | None) -> Item:
    """Along an axis the elements at these places, which are as many along the other axes as x has."""
    item, indices, axis = graph.places(x=None, indices=None, axis=usual)
    x = graph.tensor(item)
    _, places = read_numbers(graph, indices)
    if axis is None:
        x, places, axis = graph.made("reshape", x, shape=(-1,)), places.ravel(), 0
    place = axis_of(graph.whole(axis), x.shape)
    if places.ndim != len(x.shape):
        raise ProblemError(binding_errors.value("indices", str(places.shape), str(x.shape), graph.part))
    numbers = np.where(places < 0, places + x.shape[place], places)
    checked = _indices(graph, graph.constant(numbers), x.shape[place])
    around = tuple((*each.shape[:place], 1, *each.shape[place + 1 :]) for each in (x, checked))
    shape = list(broadcast(graph.part.name, around))
    x_shape = (*shape[:place], x.shape[place], *shape[place + 1 :])
    graph.machine.evaluator.hold(math.prod(x_shape))
    x = x if x.shape == x_shape else graph.made("broadcast_to", x, shape=x_shape)
    shape[place] = checked.shape[place]
    return picked(graph, x, np.broadcast_to(checked, shape), place)


# What is added or written at places


def _grid(places: Any, axis: int) -> tuple[tuple[int, ...], ...]:
    """The key of an element of each of the places, which count along one axis."""
    grids = [each.ravel() for each in np.indices(places.shape)]
    grids[axis] = places.ravel()
    return tuple(tuple(each.tolist()) for each in grids)


def _sources(graph: GraphOfCall, item: Item, places: Any) -> Tensor:
    """As many elements as there are places, in a row: the first along each axis, or one for all. Raises ProblemError."""
    source = graph.tensor(item)
    if not source.shape:
        return graph.made("broadcast_to", source, shape=(places.size,))
    if len(source.shape) != places.ndim or any(wanted > there for wanted, there in zip(places.shape, source.shape, strict=True)):
        raise ProblemError(binding_errors.value("src", str(source.shape), str(places.shape), graph.part))
    if source.shape != places.shape:
        source = graph.made("index", source, key=tuple(slice(0, each) for each in places.shape))
    return graph.made("reshape", source, shape=(-1,))


def _scattered(graph: GraphOfCall, index: Item, dim: Item, x: Tensor) -> tuple[Any, int]:
    """The places along an axis. Raises ProblemError."""
    axis = axis_of(graph.whole(dim), x.shape)
    places = _indices(graph, index, x.shape[axis])
    fits = places.ndim == len(x.shape) and all(
        each == axis or places.shape[each] <= x.shape[each] for each in range(len(x.shape))
    )
    if not fits:
        raise ProblemError(binding_errors.value("index", str(places.shape), str(x.shape), graph.part))
    graph.machine.evaluator.hold(places.size * len(x.shape))
    return places, axis


@formula("scatter_add", takes="(x, dim, index, src)", modules=_TORCH)
def _scatter_add(graph: GraphOfCall) -> Item:
    """x, with each element of the source added at its place."""
    item, dim, index, src = graph.places(x=None, dim=0, index=None, src=None)
    x = graph.tensor(item)
    places, axis = _scattered(graph, index, dim, x)
    sources = _sources(graph, src, places)
    graph.machine.kinds.check_result(x, sources, graph.part)
    return graph.made("add", x, graph.made("put_back", sources, key=_grid(places, axis), shape=x.shape))


@formula("scatter", takes="(x, dim, index, src)", modules=_TORCH)
def _scatter(graph: GraphOfCall) -> Item:
    """x, with each element of the source in the place of what was there. Raises ProblemError where two different sources meet,
    of which PyTorch does not say which one stays.
    """
    item, dim, index, src = graph.places(x=None, dim=0, index=None, src=None)
    x = graph.tensor(item)
    places, axis = _scattered(graph, index, dim, x)
    key = _grid(places, axis)
    numbers = np.ravel_multi_index(key, x.shape)
    first = np.unique(numbers, return_index=True)[1]
    source = graph.tensor(src)
    if len(first) != len(numbers) and source.shape:
        raise ProblemError(library_errors.same_place(graph.part))
    sources = _sources(graph, graph.machine.kinds.kept(x, source, Change(listed=True), graph.part), places)
    if len(first) != len(numbers):
        sources = graph.made("index", sources, key=(tuple(first.tolist()),))
        key = tuple(tuple(np.array(each)[first].tolist()) for each in key)
    free = np.ones(x.shape)
    free[tuple(list(each) for each in key)] = 0
    kept = graph.made("where", graph.constant(free), x, 0.0)
    return graph.made("add", kept, graph.made("put_back", sources, key=key, shape=x.shape))


@formula("index_add", takes="(x, dim, index, source, *, alpha=1.0)", modules=_TORCH)
def _index_add(graph: GraphOfCall) -> Item:
    """x, with slices of the source added at their places along an axis. Raises ProblemError."""
    item, dim, index, source = graph.places(x=None, dim=0, index=None, source=None)
    x, added = graph.tensor(item), graph.tensor(source)
    axis = axis_of(graph.whole(dim), x.shape)
    places = _indices(graph, index, x.shape[axis])
    wanted = (*x.shape[:axis], places.size, *x.shape[axis + 1 :])
    if places.ndim != 1 or added.shape != wanted:
        raise ProblemError(binding_errors.value("source", str(added.shape), str(wanted), graph.part))
    graph.machine.kinds.check_result(x, added, graph.part)
    added = graph.made("multiply", graph.keywords["alpha"], added) if "alpha" in graph.keywords else added
    key = (*[slice(None)] * axis, tuple(places.tolist()))
    return graph.made("add", x, graph.made("put_back", added, key=key, shape=x.shape))


# Blocks


@offer(OF_BOTH, "kron", takes="(a, b)")
def _kron(machine: Any, arguments: Arguments) -> Item:
    """Each element of a times all of b, as blocks."""
    graph = GraphOfCall(machine, arguments)
    a, b = (graph.tensor(each) for each in arguments.values)
    rank = max(len(a.shape), len(b.shape))
    one, other = ((*[1] * (rank - len(each.shape)), *each.shape) for each in (a, b))
    graph.machine.evaluator.hold(math.prod(one) * math.prod(other))
    left = graph.made("reshape", a, shape=tuple(length for each in one for length in (each, 1)))
    right = graph.made("reshape", b, shape=tuple(length for each in other for length in (1, each)))
    return graph.made("reshape", graph.made("multiply", left, right), shape=tuple(x * y for x, y in zip(one, other, strict=True)))


@offer(_TORCH, "block_diag", takes="(*tensors)")
def _block_diag(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    blocks = [graph.tensor(each) for each in arguments.values]
    tables = [graph.made("reshape", each, shape=(1, *(each.shape or (1,)))) if len(each.shape) < 2 else each for each in blocks]
    if not tables or any(len(each.shape) != 2 for each in tables):
        raise ProblemError(binding_errors.value("dim", max((len(each.shape) for each in tables), default=0), "0 … 2", graph.part))
    shape = sum(each.shape[0] for each in tables), sum(each.shape[1] for each in tables)
    graph.machine.evaluator.hold(shape[0] * shape[1] * len(tables))
    row = column = 0
    found: Tensor | None = None
    for each in tables:
        key = (slice(row, row + each.shape[0]), slice(column, column + each.shape[1]))
        placed = graph.made("put_back", each, key=key, shape=shape)
        found = placed if found is None else graph.made("add", found, placed)
        row, column = row + each.shape[0], column + each.shape[1]
    return found
