"""The gradient as a sum over all paths from the output to a node: how many there are, and which of them weigh most.

A path's product is what starts at the output times the local derivatives on its edges; the products of all paths add up to the
gradient. Paths are counted, never enumerated (a chain of 500 diamonds has 2**500), and only the largest are followed. Reads a
finished backward pass; knows nothing of requests.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush, nsmallest
from itertools import count as numbered
from math import frexp, fsum, isclose, isfinite
from typing import NamedTuple

from backpass.engine.autodiff.element_links import ElementLinks, Index, Links, PathEdge, element_links
from backpass.engine.autodiff.reverse_numeric import Gradients
from backpass.engine.graph.tensor import Tensor
from backpass.engine.graph.trace import Trace
from backpass.engine.messages import say
from backpass.engine.operations import Data
from backpass.engine.problems import Code, Problem, ProblemError

LISTED_EDGES = 100_000
"""All listed paths together have at most this many edges (the first is listed whatever its length), so that the work
has a bound.
"""


class Path(NamedTuple):
    """From the output to the node."""

    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    locals: tuple[float, ...]
    product: float
    elements: tuple[Index, ...]
    """Which element of each node; () for a scalar."""


class LastStep(NamedTuple):
    """All paths that come to the node through one slot of one of its users: together they are one contribution."""

    user: int
    slot: int
    edge: int
    paths: int
    contribution: float


@dataclass(frozen=True, slots=True)
class PathSum:
    """One gradient, taken apart by paths."""

    gradient: float | None
    """None where no gradient is computed; then no path carries one."""
    count: int
    """Of all paths, those with a slope of 0 included; without them where the tensors on the way have several shapes."""
    zeros: int
    """Of the counted paths that have a slope of 0 on the way."""
    paths: tuple[Path, ...]
    """The largest by |product|: first those that are not finite, and equal ones in the order of their edges."""
    last_steps: tuple[LastStep, ...]
    """In the order in which the contributions arrive; empty for the output itself."""

    @property
    def listed(self) -> float | None:
        """The sum of the listed products."""
        return None if self.gradient is None else _sum([path.product for path in self.paths])

    @property
    def remainder(self) -> float | None:
        """What the listed paths lack to the gradient; with all of them listed, rounding alone."""
        return None if self.gradient is None or self.listed is None else self.gradient - self.listed


def sum_over_paths(gradients: Gradients, node: int, most: int = 10, element: Index | None = None) -> PathSum:
    """The gradient of a node as a sum over paths, with the `most` largest.

    `element` says which element of a tensor, else the first (a scalar needs none). Where every tensor on the way has the node's
    shape, each element is a computation of its own; where not, paths lead from element to element, and those with a slope of
    0 are none. Raises ProblemError: invalid-request for an element that is not there, too-much-work for too many elements on
    the way, scalars-only where paths between elements have no sum: where a slope is not finite, or the program changes gradients.
    """
    trace = Trace(gradients.tensors)
    gradient, output = gradients.values[node], len(gradients.tensors) - 1
    if gradient is None:
        return PathSum(None, 0, 0, (), ())
    users = _users(trace, node)
    index = _index(trace.tensors[node], element)
    if not all(_is_by_element(trace, user, slots) for user, slots in users.items()):
        return _between_elements(gradients, trace, node, index, most)
    links = {user: _links(gradients, trace, user, slots, index) for user, slots in users.items()}
    counted, arrivals = _count(links, node, output)
    open_paths, _ = _count({user: [link for link in row if link.local] for user, row in links.items()}, node, output)
    seed = gradients.values[-1]
    assert seed is not None
    paths = _sorted([_path(trace, edges, _at(seed, index), index) for edges in _largest(links, node, output, most)])
    steps = (LastStep(user, link.slot, link.edge, many, link.sent) for user, link, many in arrivals)
    return PathSum(_at(gradient, index), counted, counted - open_paths, tuple(paths), tuple(steps))


def _sorted(paths: list[Path]) -> list[Path]:
    return sorted(
        paths, key=lambda path: (isfinite(path.product), -abs(path.product) if isfinite(path.product) else 0.0, path.edges)
    )


def _between_elements(gradients: Gradients, trace: Trace, node: int, index: Index, most: int) -> PathSum:
    """The same where arrays of several shapes are on the way: an element is a node there, and a matrix its slopes."""
    between = element_links(gradients, trace, node, index)
    found = gradients.values[node]
    assert found is not None
    links, gradient = between.links, _at(found, index)
    if not isclose(between.total(), gradient, rel_tol=1e-6, abs_tol=1e-9):
        raise ProblemError(Problem(Code.SCALARS_ONLY, say("paths-other-gradient"), say("paths-other-gradient.hint")))
    if between.top not in links:
        return PathSum(gradient, 0, 0, (), ())
    counted, arrivals = _count(links, between.node, between.top)
    largest = _largest(links, between.node, between.top, most)
    paths = _sorted([_element_path(between, taken) for taken in largest])
    # What comes through one edge is one contribution, whatever elements it comes from.
    steps: dict[int, LastStep] = {}
    for user, link, many in arrivals:
        if many:
            before = steps.get(link.edge)
            counts, sent = (before.paths, before.contribution) if before else (0, 0.0)
            position, _ = between.place(user)
            steps[link.edge] = LastStep(position, link.slot, link.edge, counts + many, sent + link.sent)
    return PathSum(gradient, counted, 0, tuple(paths), tuple(steps.values()))


def _element_path(between: ElementLinks, taken: Sequence[tuple[int, PathEdge]]) -> Path:
    """The first link is what starts at the output."""
    (_, start), *rest = taken
    product = start.local
    for _, link in rest:
        product *= link.local
    places = [between.place(link.source) for _, link in taken]
    return Path(
        tuple(position for position, _ in places),
        tuple(link.edge for _, link in rest),
        tuple(link.local for _, link in rest),
        product,
        tuple(index for _, index in places),
    )


def _users(trace: Trace, node: int) -> dict[int, list[int]]:
    """Every node that the gradient passes on its way, with the slots through which it goes on."""
    reached = {node}
    users: dict[int, list[int]] = {}
    for user in range(node + 1, len(trace.tensors)):
        slots = [slot for slot, source in enumerate(trace.inputs[user]) if source in reached]
        if slots:
            reached.add(user)
            users[user] = slots
    return users


def _is_by_element(trace: Trace, user: int, slots: Sequence[int]) -> bool:
    """Whether each element of the user is made from the elements at its own place alone, as far as these slots go."""
    tensor = trace.tensors[user]
    assert tensor.operation is not None
    return tensor.operation.elementwise and all(tensor.inputs[slot].shape == tensor.shape for slot in slots)


def _index(tensor: Tensor, element: Index | None) -> Index:
    shape = tensor.shape
    index = (0,) * len(shape) if element is None else tuple(element)
    if len(index) == len(shape) and all(0 <= place < length for place, length in zip(index, shape, strict=True)):
        return index
    raise ProblemError(
        Problem(
            Code.INVALID_REQUEST,
            say("element-missing", index=list(index), shape=shape),
            say("element-missing.hint") if shape else say("element-missing.number"),
        )
    )


def _at(data: Data, index: Index) -> float:
    return data if isinstance(data, float) else float(data[index])


def _links(gradients: Gradients, trace: Trace, user: int, slots: Sequence[int], index: Index) -> list[PathEdge]:
    tensor, upstream = trace.tensors[user], gradients.values[user]
    first, inputs = trace.edge_offsets[user], trace.inputs[user]
    assert upstream is not None
    links = []
    for slot in slots:
        each = gradients.contribution(tensor, slot, upstream)
        assert each.local is not None
        links.append(PathEdge(first + slot, slot, inputs[slot], _at(each.local, index), _at(each.sent, index)))
    return links


def _count(links: Links, node: int, output: int) -> tuple[int, list[tuple[int, PathEdge, int]]]:
    """How many paths there are, and how many come in by each last step. A count is released as soon as it has been handed on."""
    counts = {output: 1}
    arrivals: list[tuple[int, PathEdge, int]] = []
    for user in sorted(links, reverse=True):
        many = counts.pop(user, 0)
        for link in links[user]:
            counts[link.source] = counts.get(link.source, 0) + many
            if link.source == node:
                arrivals.append((user, link, many))
    return counts.get(node, 0), arrivals


def _path(trace: Trace, taken: Sequence[tuple[int, PathEdge]], seed: float, index: Index) -> Path:
    """Multiplied from the output on, as the backward pass does."""
    product = seed
    for user, link in taken:
        operation = trace.tensors[user].operation
        assert operation is not None
        # A blocked branch sends nothing, whatever arrives: there 0 × ∞ must not become NaN.
        product = 0.0 if operation.routes and not link.local else product * link.local
    nodes = (len(trace.tensors) - 1, *(link.source for _, link in taken))
    edges, slopes = tuple(link.edge for _, link in taken), tuple(link.local for _, link in taken)
    return Path(nodes, edges, slopes, product, (index,) * len(nodes))


def _sum(products: Sequence[float]) -> float:
    try:
        return fsum(products)
    except (OverflowError, ValueError):
        return sum(products)


class Weight(NamedTuple):
    """|product| as exponent and mantissa, so that products far outside the range of floats still compare.

    The exponents of 0 and of what is not finite are so far out that one of them outweighs all other factors.
    """

    exponent: int
    mantissa: float

    def times(self, other: "Weight") -> "Weight":
        mantissa, shift = frexp(self.mantissa * other.mantissa)
        return Weight(self.exponent + other.exponent + shift, mantissa)

    def turned(self) -> tuple[int, float]:
        """Smaller for larger weights, as heaps want it."""
        return -self.exponent, -self.mantissa


_ONE = Weight(1, 0.5)
_ZERO = Weight(-(10**9), 0.5)
_NOT_FINITE = Weight(10**15, 0.5)


def _weight(local: float) -> Weight:
    if not isfinite(local):
        return _NOT_FINITE
    mantissa, exponent = frexp(abs(local))
    return Weight(exponent, mantissa) if mantissa else _ZERO


class _Deviation(NamedTuple):
    """A path that follows an earlier one up to a place, takes another link there, and goes on as well as it can."""

    rank: tuple[int, float]
    """Of the whole path."""
    depth: int
    """Minus the place: of equals, the one that leaves later comes first, which is the order of their edges."""
    number: int
    parent: int
    link: PathEdge
    start: Weight
    """Of the part up to and with the link."""


def _largest(links: Links, node: int, output: int, most: int) -> list[list[tuple[int, PathEdge]]]:
    """The largest paths by weight, as users with their links.

    Best first: what is still to come is known exactly from `best`, so every path that is taken up is one of the answer, and each
    looks only at what may leave it behind the place where it left its own parent.
    """
    best = _best(links, node)
    number = numbered()
    waiting: list[_Deviation] = []
    found = [_onward(links, best, output, node)]
    listed, place, start = len(found[0]), 0, _ONE
    while len(found) < most:
        leaving = (
            _Deviation(rank, -place - depth, next(number), len(found) - 1, link, weight)
            for rank, depth, link, weight in _deviations(links, best, found[-1][place:], start)
        )
        for each in nsmallest(most - len(found), leaving):
            heappush(waiting, each)
        if not waiting:
            break
        chosen = heappop(waiting)
        place, start = 1 - chosen.depth, chosen.start
        kept = found[chosen.parent][: place - 1]
        user = found[chosen.parent][place - 1][0]
        path = [*kept, (user, chosen.link), *_onward(links, best, chosen.link.source, node)]
        listed += len(path)
        if listed > LISTED_EDGES:
            break
        found.append(path)
    return found


def _best(links: Links, node: int) -> dict[int, tuple[Weight, PathEdge | None]]:
    """Per node, the weight of the best way on to `node`, and the link it takes; of equal ones the first slot."""
    best: dict[int, tuple[Weight, PathEdge | None]] = {node: (_ONE, None)}
    for user in sorted(links):
        chosen: tuple[Weight, PathEdge] | None = None
        for link in links[user]:
            weight = _weight(link.local).times(best[link.source][0])
            if chosen is None or weight > chosen[0]:
                chosen = (weight, link)
        assert chosen is not None
        best[user] = chosen
    return best


def _onward(links: Links, best: dict[int, tuple[Weight, PathEdge | None]], start: int, node: int) -> list[tuple[int, PathEdge]]:
    way: list[tuple[int, PathEdge]] = []
    while start != node and start in links:
        link = best[start][1]
        assert link is not None
        way.append((start, link))
        start = link.source
    return way


def _deviations(
    links: Links, best: dict[int, tuple[Weight, PathEdge | None]], tail: Sequence[tuple[int, PathEdge]], start: Weight
) -> Iterator[tuple[tuple[int, float], int, PathEdge, Weight]]:
    """What may leave the tail of a path: the rank of the whole, the place in the tail, the link, and the weight with it.

    `start` is the weight of the part before the tail.
    """
    for depth, (user, taken) in enumerate(tail):
        for link in links[user]:
            if link is not taken:
                weight = start.times(_weight(link.local))
                yield weight.times(best[link.source][0]).turned(), depth, link, weight
        start = start.times(_weight(taken.local))


_CHUNK = 4_000
"""Digits that are written at once: Python refuses to write integers of more than 4,300."""


def digits(count: int) -> str:
    """All digits of a count, however large it is."""
    chunks = []
    while count >= 10**_CHUNK:
        count, chunk = divmod(count, 10**_CHUNK)
        chunks.append(str(chunk).zfill(_CHUNK))
    return "".join([str(count), *reversed(chunks)])
