"""The slopes between single numbers of a graph with arrays: what each element on the ways from one element to the output sends.

An array is its elements here, and an operation on whole arrays is the slopes between theirs, which its backward rule gives row by
row. Only slopes other than 0 are kept: an element that has no influence on another has no way to it. Reads a finished
backward pass; knows nothing of requests.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.graph.trace import Trace
from backpass.engine.messages import say
from backpass.engine.operations import Array, Transform
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import Mask, size_of

MAX_LINKS = 50_000
_MAX_NUMBERS = 5_000_000
"""The rows of one operation on whole arrays have at most so many numbers together."""

Index = tuple[int, ...]
"""Which element of a tensor; () for a scalar."""


class PathEdge(NamedTuple):
    """An edge that some path to the node takes."""

    edge: int
    """Edges are numbered by user, then slot."""
    slot: int
    source: int
    local: float
    sent: float
    """The contribution: of all paths that take this edge together, where it leads to the node itself."""


Links = dict[int, list[PathEdge]]
"""Per user, the links by slot; only users that are reached from the node."""


@dataclass(frozen=True, slots=True)
class ElementLinks:
    """Elements have numbers in evaluation order, those of one tensor row by row. One above all of them is a user of the output's
    elements, whose slopes are what starts there.
    """

    links: Links
    node: int
    top: int
    offsets: Sequence[int]
    trace: Trace

    def place(self, element: int) -> tuple[int, Index]:
        """The tensor of an element, and where in it."""
        position = bisect_right(self.offsets, element) - 1
        shape = self.trace.tensors[position].shape
        flat = element - self.offsets[position]
        return position, tuple(int(place) for place in np.unravel_index(flat, shape)) if shape else ()

    def total(self) -> float:
        """What all paths bring together."""
        arrived = {self.top: 1.0}
        for user in sorted(self.links, reverse=True):
            upstream = arrived.get(user, 0.0)
            for link in self.links[user]:
                arrived[link.source] = arrived.get(link.source, 0.0) + upstream * link.local
        return arrived.get(self.node, 0.0)


@np.errstate(all="ignore")
def element_links(gradients: Gradients, trace: Trace, node: int, index: Index) -> ElementLinks:
    """All that lies between one element of a node and the output.

    Raises ProblemError (too-much-work) where that is too much, (scalars-only) where a slope is not finite.
    """
    tensors = trace.tensors
    offsets = list(accumulate((size_of(tensor.raw) for tensor in tensors), initial=0))
    start = np.zeros(size_of(tensors[node].raw), dtype=bool)
    start[int(np.ravel_multi_index(index, tensors[node].shape)) if index else 0] = True
    reached, links, count = {node: start}, Links(), 0
    for user in range(node + 1, len(tensors)):
        upstream = gradients.values[user]
        if upstream is None:
            continue
        arriving, arrived = np.ravel(upstream), np.zeros(size_of(tensors[user].raw), dtype=bool)
        for slot, source in enumerate(trace.inputs[user]):
            if source not in reached or not tensors[source].requires_grad:
                continue
            for row, column, slope in _slopes(gradients, trace, user, slot, reached[source]):
                edge = trace.edge_offsets[user] + slot
                link = PathEdge(edge, slot, offsets[source] + column, slope, slope * float(arriving[row]))
                links.setdefault(offsets[user] + row, []).append(link)
                arrived[row] = True
                count += 1
                if count > MAX_LINKS:
                    raise _too_many()
        if arrived.any():
            reached[user] = arrived
    output, started = len(tensors) - 1, gradients.values[-1]
    assert started is not None
    seed = np.ravel(started)
    ends = [int(row) for row in np.flatnonzero(reached.get(output, np.zeros(1, dtype=bool)))]
    if ends:
        links[offsets[-1]] = [PathEdge(-1, 0, offsets[output] + row, float(seed[row]), float(seed[row])) for row in ends]
    return ElementLinks(links, offsets[node] + int(np.argmax(start)), offsets[-1], offsets, trace)


def _slopes(gradients: Gradients, trace: Trace, user: int, slot: int, reached: Mask) -> Iterator[tuple[int, int, float]]:
    """The slopes of a user's elements by those of one input, other than 0: (row, column, slope)."""
    tensor, upstream = trace.tensors[user], gradients.values[user]
    source = tensor.inputs[slot]
    assert tensor.operation is not None
    assert upstream is not None
    if isinstance(tensor.operation.value, Transform):
        yield from _rows(gradients, trace, user, slot, reached)
        return
    local = gradients.contribution(tensor, slot, upstream).local
    slopes = np.broadcast_to(np.asarray(local), tensor.shape).ravel()
    columns = np.broadcast_to(np.arange(reached.size).reshape(source.shape), tensor.shape).ravel()
    rows = np.flatnonzero(reached[columns] & (slopes != 0))
    _check_finite(slopes[rows])
    yield from zip(rows.tolist(), columns[rows].tolist(), slopes[rows].tolist(), strict=True)


def _rows(gradients: Gradients, trace: Trace, user: int, slot: int, reached: Mask) -> Iterator[tuple[int, int, float]]:
    tensor = trace.tensors[user]
    size = size_of(tensor.raw)
    if size * reached.size > _MAX_NUMBERS:
        raise _too_many()
    for row in range(size):
        only = np.zeros(size)
        only[row] = 1.0
        sent = gradients.contribution(tensor, slot, only.reshape(tensor.shape) if tensor.shape else 1.0).sent
        slopes = np.ravel(sent)
        columns = np.flatnonzero(reached & (slopes != 0))
        _check_finite(slopes[columns])
        for column, slope in zip(columns.tolist(), slopes[columns].tolist(), strict=True):
            yield row, column, slope


def _check_finite(slopes: Array) -> None:
    if not np.isfinite(slopes).all():
        raise ProblemError(Problem(Code.SCALARS_ONLY, say("paths-not-finite"), say("paths-not-finite.hint")))


def _too_many() -> ProblemError:
    return ProblemError(
        Problem(Code.TOO_MUCH_WORK, say("paths-too-many-slopes", most=MAX_LINKS), say("paths-too-many-slopes.hint"))
    )
