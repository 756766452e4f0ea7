"""Arrays cut into parts, repeated, turned and surrounded: most by one index of the elements that are picked."""

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.builtins.iteration import Body, builtin
from backpass.engine.interpreter.builtins.methods import TENSOR_METHODS
from backpass.engine.interpreter.errors import binding_errors, library_errors
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import axes_of, axis_of

NUMPYS = ("numpy", "np", "jax.numpy", "autograd")
OF_BOTH = (*NUMPYS, "torch")


def _both(*names: str, takes: str, modules: tuple[str, ...] = OF_BOTH) -> Callable[[Body], Body]:
    """Enters what is both a function and a method."""

    def enter(body: Body) -> Body:
        offer(modules, *names, takes=takes)(body)
        builtin(TENSOR_METHODS, *names, takes=takes)(body)
        return body

    return enter


def _wholes(graph: GraphOfCall, item: Item) -> list[int]:
    """One whole number or several. Raises ProblemError."""
    items: Any = list(item) if isinstance(item, list | tuple) else [item]
    if len(items) == 1 and isinstance(items[0], list | tuple):
        items = list(items[0])
    if len(items) == 1 and isinstance(items[0], Tensor) and items[0].shape:
        graph.machine.read(items[0])
        items = [int(each) if float(each).is_integer() else each for each in np.asarray(items[0].raw).ravel().tolist()]
    return [graph.whole(each) for each in items]


def along(graph: GraphOfCall, x: Tensor, axis: int, places: Sequence[int] | slice) -> Tensor:
    """The elements at these places along an axis."""
    if not isinstance(places, slice):
        graph.machine.evaluator.hold(len(places))
        places = tuple(places)
    return graph.made("index", x, key=(*[slice(None)] * axis, places))


# Parts


def _cut(graph: GraphOfCall, x: Tensor, axis: int, bounds: Sequence[int]) -> list[Tensor]:
    graph.machine.evaluator.hold(len(bounds))
    return [along(graph, x, axis, slice(first, last)) for first, last in itertools.pairwise(bounds)]


def _evenly(length: int, parts: int) -> list[int]:
    """Bounds of so many parts, of which the first may be one longer."""
    size, more = divmod(length, parts)
    return [each * size + min(each, more) for each in range(parts + 1)]


@_both("split", takes="(x, *, sizes=None, sections=None, axis=0)")
def _split(machine: Any, arguments: Arguments) -> Item:
    """Into parts of a size or of several (PyTorch's), or into so many equal parts or at these places (NumPy's)."""
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    axis = axis_of(graph.whole(graph.keywords.get("axis", 0)), x.shape)
    length = x.shape[axis]
    if "sizes" not in graph.keywords:
        return _in_sections(graph, x, axis, even=True)
    sizes = _wholes(graph, graph.keywords["sizes"])
    if not isinstance(graph.keywords["sizes"], list | tuple):
        if sizes[0] < 1:
            raise ProblemError(binding_errors.value("split_size", sizes[0], library_errors.whole_numbers(1, 1), graph.part))
        machine.evaluator.hold(-(-length // sizes[0]))
        return tuple(_cut(graph, x, axis, [*range(0, length, sizes[0]), length]))
    if sum(sizes) != length or min(sizes) < 0:
        raise ProblemError(library_errors.parts(sizes, length, graph.part))
    return tuple(_cut(graph, x, axis, [sum(sizes[:place]) for place in range(len(sizes) + 1)]))


@offer(NUMPYS, "array_split", takes="(x, *, sections=None, axis=0)")
def _array_split(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    return _in_sections(graph, x, axis_of(graph.whole(graph.keywords.get("axis", 0)), x.shape), even=False)


def _in_sections(graph: GraphOfCall, x: Tensor, axis: int, *, even: bool) -> Item:
    length, sections = x.shape[axis], graph.keywords.get("sections")
    numbers = _wholes(graph, sections)
    if isinstance(sections, list | tuple) or (isinstance(sections, Tensor) and sections.shape):
        bounds = [0, *(min(max(each + length if each < 0 else each, 0), length) for each in numbers), length]
        return tuple(_cut(graph, x, axis, bounds))
    (parts,) = numbers
    if parts < 1 or (even and length % parts):
        raise ProblemError(library_errors.parts([parts], length, graph.part))
    graph.machine.evaluator.hold(parts)
    return tuple(_cut(graph, x, axis, _evenly(length, parts)))


@_both("chunk", takes="(x, chunks, axis=0)", modules=("torch",))
def _chunk(machine: Any, arguments: Arguments) -> Item:
    """So many parts of the same size, the last of which may be smaller, or fewer parts."""
    graph = GraphOfCall(machine, arguments)
    item, chunks, dim = graph.places(x=None, chunks=None, axis=0)
    x, wanted = graph.tensor(item), graph.whole(chunks)
    axis = axis_of(graph.whole(dim), x.shape)
    if wanted < 1:
        raise ProblemError(binding_errors.value("chunks", wanted, library_errors.whole_numbers(1, 1), graph.part))
    size = max(-(-x.shape[axis] // wanted), 1)
    return tuple(_cut(graph, x, axis, [*range(0, x.shape[axis], size), x.shape[axis]]))


@_both("unbind", takes="(x, axis=0)", modules=("torch",))
def _unbind(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, dim = graph.places(x=None, axis=0)
    x = graph.tensor(item)
    axis = axis_of(graph.whole(dim), x.shape)
    machine.evaluator.hold(x.shape[axis])
    return tuple(graph.made("index", x, key=(*[slice(None)] * axis, place)) for place in range(x.shape[axis]))


# Repeated


def _tiled(graph: GraphOfCall, x: Tensor, counts: list[int]) -> Tensor:
    counts = [1] * (len(x.shape) - len(counts)) + counts
    if min(counts, default=1) < 0:
        raise ProblemError(
            binding_errors.value("repeats", tuple(counts), library_errors.whole_numbers(len(counts), 0), graph.part)
        )
    lengths = (*[1] * (len(counts) - len(x.shape)), *x.shape)
    graph.machine.evaluator.hold(math.prod(lengths) * math.prod(counts))
    found = x if lengths == x.shape else graph.made("reshape", x, shape=lengths)
    for axis, (length, count) in enumerate(zip(lengths, counts, strict=True)):
        found = found if count == 1 else along(graph, found, axis, [*range(length)] * count)
    return found


@_both("tile", takes="(x, *reps)")
def _tile(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, *reps = graph.values
    return _tiled(graph, graph.tensor(item), _wholes(graph, reps))


@_both("repeat", takes="(x, *, counts=None, each=None, axis=None)", modules=NUMPYS)
@_both("repeat_interleave", takes="(x, *, counts=None, each=None, axis=None)", modules=("torch",))
def _repeat(machine: Any, arguments: Arguments) -> Item:
    """The whole so many times along each axis (`counts`, PyTorch's), or each element so many times (`each`)."""
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    if "counts" in graph.keywords:
        counts = _wholes(graph, graph.keywords["counts"])
        if len(counts) < len(x.shape):
            known = library_errors.whole_numbers(len(x.shape), 0)
            raise ProblemError(binding_errors.value("repeats", tuple(counts), known, graph.part))
        return _tiled(graph, x, counts)
    axis = graph.keywords.get("axis")
    x = x if axis is not None else graph.made("reshape", x, shape=(-1,))
    place = axis_of(graph.whole(axis), x.shape) if axis is not None else 0
    times = _wholes(graph, graph.keywords.get("each", 1))
    times = times * x.shape[place] if len(times) == 1 else times
    if len(times) != x.shape[place] or min(times, default=0) < 0:
        known = library_errors.whole_numbers(x.shape[place], 0)
        raise ProblemError(binding_errors.value("repeats", tuple(times), known, graph.part))
    machine.evaluator.hold(sum(times))
    return along(graph, x, place, [each for each, count in enumerate(times) for _ in range(count)])


# Turned


@_both("flip", takes="(x, *axis)")
def _flip(machine: Any, arguments: Arguments) -> Item:
    """The other way round along axes; along all of them where none is named."""
    graph = GraphOfCall(machine, arguments)
    item, *axis = graph.values
    x = graph.tensor(item)
    every = not axis or axis[0] is None
    chosen = range(len(x.shape)) if every else axes_of(tuple(_wholes(graph, axis)), x.shape)
    key = tuple(slice(None, None, -1) if each in chosen else slice(None) for each in range(len(x.shape)))
    return graph.made("index", x, key=key) if x.shape else x


@_both("roll", takes="(x, shift, axis=None)")
def _roll(machine: Any, arguments: Arguments) -> Item:
    """Moved along axes; what leaves at one end comes in at the other. Without an axis through all elements in a row."""
    graph = GraphOfCall(machine, arguments)
    item, shift, axis = graph.places(x=None, shift=None, axis=None)
    x, shifts = graph.tensor(item), _wholes(graph, shift)
    if axis is None or (isinstance(axis, list | tuple) and not axis):
        flat = graph.made("reshape", x, shape=(-1,))
        return graph.made("reshape", _rolled(graph, flat, 0, sum(shifts)), shape=x.shape)
    axes = [axis_of(each, x.shape) for each in _wholes(graph, axis)]
    if len(shifts) != len(axes) and 1 not in (len(shifts), len(axes)):
        raise ProblemError(binding_errors.value("axis", tuple(axes), library_errors.whole_numbers(len(shifts), 0), graph.part))
    longest = max(len(shifts), len(axes))
    for place in range(longest):
        x = _rolled(graph, x, axes[place % len(axes)], shifts[place % len(shifts)])
    return x


def _rolled(graph: GraphOfCall, x: Tensor, axis: int, shift: int) -> Tensor:
    length = x.shape[axis]
    return x if not length or not shift % length else along(graph, x, axis, [(each - shift) % length for each in range(length)])


@_both("moveaxis", "movedim", takes="(x, source, destination)")
def _moveaxis(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, source, destination = graph.places(x=None, source=0, destination=0)
    x = graph.tensor(item)
    froms, tos = (axes_of(tuple(_wholes(graph, each)), x.shape) for each in (source, destination))
    if len(froms) != len(tos):
        raise ProblemError(binding_errors.value("destination", tos, library_errors.whole_numbers(len(froms), 0), graph.part))
    order = [each for each in range(len(x.shape)) if each not in froms]
    for to, each in sorted(zip(tos, froms, strict=True)):
        order.insert(to, each)
    return graph.made("transpose", x, axes=tuple(order))


@_both("swapaxes", takes="(x, axis1, axis2)")
def _swapaxes(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, one, other = graph.places(x=None, axis1=0, axis2=0)
    x = graph.tensor(item)
    first, second = axis_of(graph.whole(one), x.shape), axis_of(graph.whole(other), x.shape)
    order = list(range(len(x.shape)))
    order[first], order[second] = second, first
    return graph.made("transpose", x, axes=tuple(order))


# Diagonals, grids, surroundings


@_both("diag", takes="(x, diagonal=0)")
def _diag(machine: Any, arguments: Arguments) -> Item:
    """The diagonal of a matrix, or a matrix with a vector as its diagonal. Raises ProblemError for anything else."""
    graph = GraphOfCall(machine, arguments)
    item, diagonal = graph.places(x=None, diagonal=0)
    x, k = graph.tensor(item), graph.whole(diagonal)
    below, right = max(-k, 0), max(k, 0)
    if len(x.shape) == 1:
        size = x.shape[0] + abs(k)
        machine.evaluator.hold(size * size)
        places = range(x.shape[0])
        key = tuple(each + below for each in places), tuple(each + right for each in places)
        return graph.made("put_back", x, key=key, shape=(size, size))
    if len(x.shape) != 2:
        raise ProblemError(library_errors.no_matrix(x.shape, graph.part))
    count = max(min(x.shape[0] - below, x.shape[1] - right), 0)
    found = graph.made("index", x, key=(tuple(range(below, below + count)), tuple(range(right, right + count))))
    return found if machine.aliases.library_of(x) == "torch" else machine.aliases.shares(found)


@offer(OF_BOTH, "meshgrid", takes="(*tensors, indexing='xy', order='')")
def _meshgrid(machine: Any, arguments: Arguments) -> Item:
    """Coordinates of the points of a grid; `order` is PyTorch's `indexing`, which is 'ij' unless it is given."""
    graph = GraphOfCall(machine, arguments)
    items = list(graph.values[0]) if len(graph.values) == 1 and isinstance(graph.values[0], list | tuple) else graph.values
    tensors = [graph.tensor(each) for each in items]
    indexing = graph.keywords.get("indexing", "xy") if "order" not in graph.keywords else graph.keywords["order"] or "ij"
    if indexing not in ("xy", "ij") or any(len(each.shape) > 1 for each in tensors):
        raise ProblemError(binding_errors.value("indexing", indexing, "'xy', 'ij'", graph.part))
    order = list(range(len(tensors)))
    order[:2] = order[1::-1] if indexing == "xy" and len(order) > 1 else order[:2]
    lengths = [math.prod(each.shape) for each in tensors]
    shape = tuple(lengths[each] for each in order)
    machine.evaluator.hold(math.prod(shape) * len(tensors))
    found = []
    for place, each in enumerate(tensors):
        axis = order.index(place)
        row = tuple(length if at == axis else 1 for at, length in enumerate(shape))
        found.append(graph.made("broadcast_to", graph.made("reshape", each, shape=row), shape=shape))
    return tuple(found)


def _padded(graph: GraphOfCall, x: Tensor, pairs: Sequence[tuple[int, int]], value: Item) -> Tensor:
    if any(number < 0 for pair in pairs for number in pair):
        raise ProblemError(binding_errors.value("pad", tuple(pairs), library_errors.whole_numbers(len(pairs), 0), graph.part))
    shape = tuple(length + sum(pair) for length, pair in zip(x.shape, pairs, strict=True))
    graph.machine.evaluator.hold(math.prod(shape))
    key = tuple(slice(pair[0], pair[0] + length) for length, pair in zip(x.shape, pairs, strict=True))
    inner = graph.made("put_back", x, key=key, shape=shape)
    number = graph.tensor(0.0 if value is None else value)
    if number.raw == 0 and not number.requires_grad:
        return inner
    outside = np.ones(shape)
    outside[key] = 0
    return graph.made("add", inner, graph.made("multiply", graph.constant(outside), number))


@offer(NUMPYS, "pad", takes="(x, widths, mode='constant', constant_values=0)")
def _pad_of_numpy(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, widths, mode, value = graph.places(x=None, widths=0, mode="constant", constant_values=0)
    x = graph.tensor(item)
    _constant_mode(graph, mode)
    rows: Any = list(widths) if isinstance(widths, list | tuple) else [widths]
    pairs = (
        [_wholes(graph, each) for each in rows]
        if any(isinstance(each, list | tuple) or (isinstance(each, Tensor) and each.shape) for each in rows)
        else [_wholes(graph, rows)]
    )
    pairs = pairs * len(x.shape) if len(pairs) == 1 else pairs
    if len(pairs) != len(x.shape) or any(len(pair) not in (1, 2) for pair in pairs) or graph.tensor(value).shape:
        known = library_errors.whole_numbers(2, 0)
        raise ProblemError(binding_errors.value("pad_width", str(pairs), known, graph.part))
    return _padded(graph, x, [(pair[0], pair[-1]) for pair in pairs], value)


@offer(("torch.nn.functional",), "pad", takes="(x, pad, mode='constant', value=None)")
def _pad_of_torch(machine: Any, arguments: Arguments) -> Item:
    """PyTorch's widths begin with the last axis."""
    graph = GraphOfCall(machine, arguments)
    item, pad, mode, value = graph.places(x=None, pad=0, mode="constant", value=None)
    x, widths = graph.tensor(item), _wholes(graph, pad)
    if len(widths) % 2 or len(widths) > 2 * len(x.shape):
        raise ProblemError(
            binding_errors.value("pad", tuple(widths), library_errors.whole_numbers(2 * len(x.shape), 0), graph.part)
        )
    pairs = list(zip(widths[::2], widths[1::2], strict=True))
    all_pairs = [(0, 0)] * (len(x.shape) - len(pairs)) + pairs[::-1]
    if isinstance(mode, str) and mode in _REPEATING:
        axes = len(pairs)
        if not 1 <= axes <= 3 or len(x.shape) not in (axes + 1, axes + 2):  # of others PyTorch has none
            known = library_errors.whole_numbers(2 * max(1, min(3, len(x.shape) - 1)), 0)
            raise ProblemError(binding_errors.value("pad", tuple(widths), known, graph.part))
        return _padded_with_itself(graph, x, all_pairs, mode)
    if mode != "constant":
        known = ", ".join(f"'{each}'" for each in ("constant", *_REPEATING))
        raise ProblemError(binding_errors.value("mode", mode, known, graph.part))
    return _padded(graph, x, all_pairs, value)


_REPEATING = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}
"""PyTorch's modes that surround an array with its own elements, and NumPy's name of each."""


def _padded_with_itself(graph: GraphOfCall, x: Tensor, pairs: Sequence[tuple[int, int]], mode: str) -> Tensor:
    """One index along each axis that gets longer. Raises ProblemError where PyTorch does: it goes around an axis once at most."""
    for axis, pair in enumerate(pairs):
        length = x.shape[axis]
        most = {"reflect": length - 1, "circular": length}.get(mode, math.inf)
        if min(pair) < 0 or max(pair) > most or (length == 0 and max(pair) > 0):
            known = library_errors.whole_numbers(2 * len(pairs), 0)
            raise ProblemError(binding_errors.value("pad", tuple(number for each in pairs for number in each), known, graph.part))
        if pair == (0, 0):
            continue
        graph.machine.evaluator.hold(math.prod(x.shape) // length * (length + sum(pair)))
        numpys: Any = _REPEATING[mode]
        places = tuple(np.pad(np.arange(length), pair, mode=numpys).tolist())
        x = graph.made("index", x, key=(*(slice(None) for _ in range(axis)), places))
    return x


def _constant_mode(graph: GraphOfCall, mode: Item) -> None:
    if mode != "constant":
        raise ProblemError(binding_errors.value("mode", mode, "'constant'", graph.part))


@_both("atleast_1d", "atleast_2d", takes="(x)")
def _atleast(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x = graph.tensor(graph.values[0])
    least = 2 if getattr(arguments.part, "name", "").startswith("atleast_2") else 1
    missing = least - len(x.shape)
    return x if missing <= 0 else graph.made("reshape", x, shape=(*[1] * missing, *x.shape))


@offer(NUMPYS, "append", takes="(x, values, axis=None)")
def _append(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    item, values, axis = graph.places(x=None, values=None, axis=None)
    tensors = [graph.tensor(item), graph.tensor(values)]
    if axis is None:
        return graph.made("concatenate", *(graph.made("reshape", each, shape=(-1,)) for each in tensors), axis=0)
    return graph.made("concatenate", *tensors, axis=axis_of(graph.whole(axis), tensors[0].shape))


@_both("view_as", "reshape_as", takes="(x, other)", modules=())
def _view_as(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x, other = (graph.tensor(each) for each in graph.values)
    return graph.made("reshape", x, shape=other.shape)


@_both("expand_as", takes="(x, other)", modules=())
def _expand_as(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x, other = (graph.tensor(each) for each in graph.values)
    return machine.aliases.shares(graph.made("broadcast_to", x, shape=other.shape))  # type: ignore[no-any-return]
