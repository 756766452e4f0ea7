"""Convolutions of PyTorch, written with operations: the windows of an image as columns, times the weights as a matrix.

Images have the axes (N, C, *lengths) or (C, *lengths); weights (O, C / groups, *kernel), those of a transposed convolution
(C, O / groups, *kernel).
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import binding_errors, library_errors
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item
from backpass.engine.problems import ProblemError

Lengths = tuple[int, ...]


def each_axis(graph: GraphOfCall, item: Item, name: str, rank: int, least: int) -> Lengths:
    """An option as one whole number for each axis, which may be written once for all. Raises ProblemError."""
    items: Any = list(item) if isinstance(item, list | tuple) else [item]
    found = tuple(graph.whole(each) for each in items)
    found = found * rank if len(found) == 1 else found
    if len(found) != rank or min(found) < least:
        raise ProblemError(binding_errors.value(name, found, library_errors.whole_numbers(rank, least), graph.part))
    return found


def windows(lengths: Lengths, kernel: Lengths, stride: Lengths, dilation: Lengths, graph: GraphOfCall) -> tuple[Any, Lengths]:
    """Where the elements of all windows are: an array (axes, K, L) of places along each axis, and how many windows there are
    along each. Raises ProblemError (shape-mismatch) where the kernel is larger than the image.
    """
    found = tuple(
        (length - wide * (size - 1) - 1) // step + 1
        for length, size, step, wide in zip(lengths, kernel, stride, dilation, strict=True)
    )
    if min(found) < 1:
        raise ProblemError(library_errors.kernel_too_large(kernel, lengths, graph.part))
    rank = len(kernel)
    graph.machine.evaluator.hold(rank * math.prod(kernel) * math.prod(found))
    grids = np.indices((*kernel, *found))
    # Steps beyond the length lead nowhere: there is but one window, or one element in it. No array holds every such step.
    wide, step = (tuple(map(min, each, lengths)) for each in (dilation, stride))
    places = [(grids[axis] * wide[axis] + grids[rank + axis] * step[axis]).reshape(math.prod(kernel), -1) for axis in range(rank)]
    return np.array(places), found


def surrounded(graph: GraphOfCall, x: Tensor, before: Lengths, after: Lengths, rank: int) -> Tensor:
    """x with so many zeros before and after the elements along its last axes."""
    if not any(before) and not any(after):
        return x
    lead, lengths = x.shape[:-rank], x.shape[-rank:]
    key = (*[slice(None)] * len(lead), *(slice(least, least + size) for least, size in zip(before, lengths, strict=True)))
    wanted = tuple(least + size + more for least, size, more in zip(before, lengths, after, strict=True))
    graph.machine.evaluator.hold(math.prod((*lead, *wanted)))
    return graph.made("put_back", x, key=key, shape=(*lead, *wanted))


def batched(graph: GraphOfCall, item: Item, rank: int) -> tuple[Tensor, bool]:
    """An image with the axis N, and whether it had one. Raises ProblemError (shape-mismatch)."""
    x = graph.tensor(item)
    if len(x.shape) not in (rank + 1, rank + 2):
        raise ProblemError(library_errors.no_image(x.shape, rank, graph.part))
    return (x, True) if len(x.shape) == rank + 2 else (graph.made("reshape", x, shape=(1, *x.shape)), False)


def key_of(places: Any) -> tuple[Any, ...]:
    """Places of all windows as an index of images."""
    return (slice(None), slice(None), *(tuple(each.ravel().tolist()) for each in places))


def _around(graph: GraphOfCall, padding: Item, reach: Lengths, stride: Lengths) -> tuple[Lengths, Lengths]:
    """How many zeros stand before and after the image along each axis."""
    rank = len(reach)
    if padding == "valid":
        return (0,) * rank, (0,) * rank
    if padding == "same":
        if any(step != 1 for step in stride):
            raise ProblemError(binding_errors.value("padding", padding, "'same' beside `stride=1`", graph.part))
        return tuple(each // 2 for each in reach), tuple(each - each // 2 for each in reach)
    if isinstance(padding, str):
        raise ProblemError(binding_errors.value("padding", padding, "'same', 'valid'", graph.part))
    found = each_axis(graph, padding, "padding", rank, 0)
    return found, found


def _with_bias(graph: GraphOfCall, out: Tensor, bias: Item, rank: int) -> Tensor:
    if bias is None:
        return out
    found = graph.tensor(bias)
    if found.shape != (out.shape[1],):
        raise ProblemError(library_errors.bias_of_channels(found.shape, out.shape[1], graph.part))
    return graph.made("add", out, graph.made("reshape", found, shape=(*found.shape, *[1] * rank)))


def _result(graph: GraphOfCall, out: Tensor, shape: Sequence[int], bias: Item, had: bool) -> Item:
    rank = len(shape) - 2
    found = _with_bias(graph, graph.made("reshape", out, shape=tuple(shape)), bias, rank)
    return found if had else graph.made("reshape", found, shape=found.shape[1:])


def _channels(graph: GraphOfCall, x: Tensor, weight: Tensor, groups: int, rank: int, *, transposed: bool) -> None:
    """Raises ProblemError (shape-mismatch) where weights do not fit the channels of an image."""
    fits = len(weight.shape) == rank + 2 and groups > 0 and x.shape[1] % groups == 0 and weight.shape[0] % groups == 0
    if not fits or x.shape[1] != (weight.shape[0] if transposed else weight.shape[1] * groups):
        raise ProblemError(library_errors.channels(x.shape, weight.shape, groups, graph.part))


def _convolution(rank: int) -> None:
    @offer(("torch",), f"conv{rank}d", takes="(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)")
    def convolve(machine: Any, arguments: Arguments) -> Item:
        """Sums over windows: of each the products with the weights of every output channel."""
        graph = GraphOfCall(machine, arguments)
        item, kernel, bias, step, padding, wide, parts = graph.places(
            x=None, weight=None, bias=None, stride=1, padding=0, dilation=1, groups=1
        )
        (x, had), weight, groups = batched(graph, item, rank), graph.tensor(kernel), graph.whole(parts)
        _channels(graph, x, weight, groups, rank, transposed=False)
        stride, dilation = each_axis(graph, step, "stride", rank, 1), each_axis(graph, wide, "dilation", rank, 1)
        sizes = weight.shape[2:]
        reach = tuple(each * (size - 1) for each, size in zip(dilation, sizes, strict=True))
        x = surrounded(graph, x, *_around(graph, padding, reach, stride), rank)
        places, found = windows(x.shape[2:], sizes, stride, dilation, graph)
        n, outputs, rows, windowed = x.shape[0], weight.shape[0], math.prod(weight.shape[1:]), math.prod(found)
        picked = graph.made("index", x, key=key_of(places))
        lead = () if groups == 1 else (groups,)
        columns = graph.made("reshape", picked, shape=(n, *lead, rows, windowed))
        matrix = graph.made("reshape", weight, shape=(*lead, outputs // groups, rows))
        return _result(graph, graph.made("matmul", matrix, columns), (n, outputs, *found), bias, had)


def _transposed(rank: int) -> None:
    takes = "(x, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)"

    @offer(("torch",), f"conv_transpose{rank}d", takes=takes)
    def convolve(machine: Any, arguments: Arguments) -> Item:
        """The transpose of a convolution: each element of the image adds its weights to a window of what comes out."""
        graph = GraphOfCall(machine, arguments)
        item, kernel, bias, step, padding, more, parts, wide = graph.places(
            x=None, weight=None, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
        )
        (x, had), weight, groups = batched(graph, item, rank), graph.tensor(kernel), graph.whole(parts)
        _channels(graph, x, weight, groups, rank, transposed=True)
        stride, dilation = each_axis(graph, step, "stride", rank, 1), each_axis(graph, wide, "dilation", rank, 1)
        cut, extra = each_axis(graph, padding, "padding", rank, 0), each_axis(graph, more, "output_padding", rank, 0)
        if any(each >= max(one, other) for each, one, other in zip(extra, stride, dilation, strict=True)):
            known = library_errors.below_stride()
            raise ProblemError(binding_errors.value("output_padding", extra, known, graph.part))
        lengths, sizes = x.shape[2:], weight.shape[2:]
        every = zip(lengths, stride, dilation, sizes, extra, strict=True)
        whole = tuple((length - 1) * step + wide * (size - 1) + 1 + add for length, step, wide, size, add in every)
        spread = tuple(length - add for length, add in zip(whole, extra, strict=True))
        n, inputs, outputs = x.shape[0], weight.shape[0] // groups, weight.shape[1]
        channels = outputs * groups
        machine.evaluator.hold(n * channels * math.prod(whole))
        places, _ = windows(spread, sizes, stride, dilation, graph)
        lead = () if groups == 1 else (groups,)
        matrix = graph.made("reshape", weight, shape=(*lead, inputs, outputs * math.prod(sizes)))
        order = (*range(len(lead)), len(lead) + 1, len(lead))
        columns = graph.made("reshape", x, shape=(n, *lead, inputs, math.prod(lengths)))
        products = graph.made("matmul", graph.made("transpose", matrix, axes=order), columns)
        added = graph.made("reshape", products, shape=(n, channels, math.prod(sizes) * math.prod(lengths)))
        out = graph.made("put_back", added, key=key_of(places), shape=(n, channels, *whole))
        if any(cut):
            kept = tuple(slice(each, length - each) for each, length in zip(cut, whole, strict=True))
            out = graph.made("index", out, key=(slice(None), slice(None), *kept))
        return _result(graph, out, out.shape, bias, had)


for _rank in (1, 2, 3):
    _convolution(_rank)
    _transposed(_rank)
