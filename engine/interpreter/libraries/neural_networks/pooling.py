"""Pooling of PyTorch: the largest element or the mean of each window of an image (N, C, *lengths) or (C, *lengths)."""

import math
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import binding_errors, library_errors
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.neural_networks.convolutions import batched, each_axis, key_of, surrounded, windows
from backpass.engine.interpreter.libraries.registry import OURS, offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError

Lengths = tuple[int, ...]


def _options(graph: GraphOfCall, kernel: Item, step: Item, padding: Item, rank: int) -> tuple[Lengths, Lengths, Lengths]:
    """The lengths of a window, its steps, which are its lengths unless they are given, and the padding. Raises ProblemError."""
    sizes = each_axis(graph, kernel, "kernel_size", rank, 1)
    step = None if isinstance(step, list | tuple) and not step else step
    stride = sizes if step is None else each_axis(graph, step, "stride", rank, 1)
    around = each_axis(graph, padding, "padding", rank, 0)
    if any(2 * each > size for each, size in zip(around, sizes, strict=True)):
        raise ProblemError(binding_errors.value("padding", around, library_errors.half_of_kernel(), graph.part))
    return sizes, stride, around


def _result(graph: GraphOfCall, out: Tensor, found: Lengths, had: bool) -> Tensor:
    shape = (*out.shape[:2], *found)
    return graph.made("reshape", out, shape=shape if had else shape[1:])


@offer((OURS,), "max_pool", least=6, most=6)
def _largest(machine: Any, arguments: Arguments) -> Item:
    """`max_pool(rank, x, kernel_size, stride, padding, dilation)`: the largest of each window and where it is, counted through
    the lengths of the image. Of several that are equal the first, which alone is credited.
    """
    graph = GraphOfCall(machine, arguments)
    axes, item, kernel, step, padding, wide = graph.values
    rank = graph.whole(axes)
    x, had = batched(graph, item, rank)
    sizes, stride, around = _options(graph, kernel, step, padding, rank)
    dilation = each_axis(graph, wide, "dilation", rank, 1)
    lengths = x.shape[2:]
    padded = tuple(length + 2 * each for length, each in zip(lengths, around, strict=True))
    places, found = windows(padded, sizes, stride, dilation, graph)
    machine.read(x)
    edges = [(0, 0), (0, 0), *((each, each) for each in around)]
    machine.evaluator.hold(math.prod(x.shape[:2]) * places[0].size)
    data = np.pad(np.asarray(x.raw), edges, constant_values=-np.inf)[(..., *places)]
    chosen = np.argmax(data, axis=2)
    columns = np.arange(places.shape[2])
    where = [places[axis][chosen, columns] - around[axis] for axis in range(rank)]
    grids = [*np.indices(chosen.shape)[:2], *where]
    picked = graph.made("index", x, key=tuple(tuple(each.ravel().tolist()) for each in grids))
    flat = np.ravel_multi_index(tuple(where), lengths).astype(float)
    values = _result(graph, graph.made("reshape", picked, shape=chosen.shape), found, had)
    return (values, graph.constant(flat.reshape(values.shape)))


def _average(rank: int) -> None:
    takes = "(x, kernel_size, stride=None, padding=0, *, count_include_pad=True, divisor_override=None)"

    @offer(("torch",), f"avg_pool{rank}d", takes=takes)
    def average(machine: Any, arguments: Arguments) -> Item:
        """The mean of each window; zeros around the image count unless `count_include_pad` is false."""
        graph = GraphOfCall(machine, arguments)
        item, kernel, step, padding, counted, divisor = graph.places(
            x=None, kernel_size=None, stride=None, padding=0, count_include_pad=True, divisor_override=None
        )
        x, had = batched(graph, item, rank)
        sizes, stride, around = _options(graph, kernel, step, padding, rank)
        x = surrounded(graph, x, around, around, rank)
        places, found = windows(x.shape[2:], sizes, stride, (1,) * rank, graph)
        picked = graph.made("index", x, key=key_of(places))
        columns = graph.made("reshape", picked, shape=(*x.shape[:2], *places.shape[1:]))
        if divisor is not None or (any(around) and not machine.truth(counted, arguments.span)):
            sums = graph.made("sum", columns, axis=2)
            counts = _counts(graph, places, x.shape[2:], around) if divisor is None else float(graph.whole(divisor))
            return _result(graph, graph.made("divide", sums, graph.constant(counts)), found, had)
        return _result(graph, graph.made("mean", columns, axis=2), found, had)


def _counts(graph: GraphOfCall, places: Any, padded: Lengths, around: Lengths) -> Any:
    """How many elements of each window are the image's own."""
    own = np.ones(places.shape[1:], dtype=bool)
    for place, length, each in zip(places, padded, around, strict=True):
        own &= (place >= each) & (place < length - each)
    return own.sum(axis=0).astype(float)


def _adaptive(rank: int) -> None:
    @offer(("torch",), f"adaptive_avg_pool{rank}d", takes="(x, output_size)")
    def average(machine: Any, arguments: Arguments) -> Item:
        """Means of as many windows as are asked for, as even as they can be; None asks for all there are."""
        graph = GraphOfCall(machine, arguments)
        item, size = graph.places(x=None, output_size=None)
        x, had = batched(graph, item, rank)
        sizes = list(size) if isinstance(size, list | tuple) else [size] * rank
        if len(sizes) != rank:
            known = library_errors.whole_numbers(rank, 1)
            raise ProblemError(binding_errors.value("output_size", str(len(sizes)), known, graph.part))
        lengths = x.shape[2:]
        wanted = [length if each is None else each for each, length in zip(sizes, lengths, strict=True)]
        found = each_axis(graph, wanted, "output_size", rank, 1)
        if found == (1,) * rank:
            out = graph.made("mean", x, axis=tuple(range(2, rank + 2)), keepdims=True)
        else:
            out = x
            for axis, (count, length) in enumerate(zip(found, lengths, strict=True), 2):
                out = _means_along(graph, out, axis, count, length)
        return out if had else graph.made("reshape", out, shape=out.shape[1:])


def _means_along(graph: GraphOfCall, x: Tensor, axis: int, count: int, length: int) -> Tensor:
    """Means of `count` windows along an axis: a matrix of shares times x."""
    if count == length:
        return x
    graph.machine.evaluator.hold(count * length)
    shares = np.zeros((count, length))
    for row in range(count):
        first, last = row * length // count, -(-(row + 1) * length // count)
        shares[row, first:last] = 1 / (last - first)
    if axis == len(x.shape) - 1:
        return graph.made("matmul", x, graph.constant(shares.T))
    order = [each for each in range(len(x.shape)) if each != axis] + [axis]
    back = tuple(order.index(each) for each in range(len(order)))
    turned = graph.made("matmul", graph.made("transpose", x, axes=tuple(order)), graph.constant(shares.T))
    return graph.made("transpose", turned, axes=back)


for _rank in (1, 2, 3):
    _average(_rank)
    _adaptive(_rank)
