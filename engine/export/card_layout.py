"""Where the cards of a still picture stand, top down, and how wires get from one to another without crossing a third.

A wire that passes rows runs through each in a lane, beside the other wires of its source; their lanes take part in the order
and the places of a row as one card does. A wire moves aside only between two rows, where there are no cards.
Layers and barycentres: Sugiyama, Tagawa and Toda, 1981. Knows counts and sizes, and nothing of tensors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_SWEEPS, _STRAIGHT = 8, 8.0
"""How often rows are set by their neighbours, and how much more lanes than cards keep their place."""
_PORTS = 0.7
"""Of a card's edge, what its wires may take."""

Way = tuple[int, int]
"""A slot of a node: where a wire ends."""


class Gaps(NamedTuple):
    """Between rows, between cards of a row, between the lanes of one source, and around the whole."""

    layer: float
    node: float
    wire: float
    margin: float


@dataclass(frozen=True, slots=True)
class Wire:
    """The way from a card to a slot of another."""

    path: str
    middle: tuple[float, float]
    """Where its number stands: halfway in the last gap."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Upper left corners of cards by node, wires by node and slot, and the size of the whole."""

    places: dict[int, tuple[float, float]]
    wires: dict[Way, Wire]
    width: float
    height: float


def layout_of(inputs_of: Sequence[Sequence[int]], widths: Sequence[float], height: float, gaps: Gaps) -> Layout:
    """The layout of nodes with these inputs, whose cards are so wide, and all of one height."""
    rank = _ranks(inputs_of)
    rows = _Rows(inputs_of, rank, widths, gaps)
    step = height + gaps.layer
    top = [gaps.margin + step * row for row in range(max(rank) + 1)]
    places = {node: (rows.middle[node] - widths[node] / 2, top[rank[node]]) for node in range(len(inputs_of))}
    wires = {}
    for source in rows.ways:
        for (user, slot), passed in rows.passed(source).items():
            share = (slot + 1) / (len(inputs_of[user]) + 1) - 0.5
            end = rows.middle[user] + _PORTS * widths[user] * share
            wires[user, slot] = _wire(top[rank[source]] + height, rows.middle[source], [*passed, end], height, gaps.layer)
    right = max(middle + size / 2 for middle, size in zip(rows.middle, rows.size, strict=True))
    return Layout(places, wires, right - gaps.node / 2 + gaps.margin, top[-1] + height + gaps.margin)


def _wire(start: float, at: float, beside: Sequence[float], height: float, gap: float) -> Wire:
    """In each gap a curve to the next place, and from there straight on, past the cards of the row."""
    x, y = at, start
    middle, path = (x, y), f"M{x:g},{y:g}"
    for to in beside:
        half = y + gap / 2
        middle = ((x + to) / 2, half)
        path += f"C{x:g},{half:g} {to:g},{half:g} {to:g},{y + gap:g}V{y + gap + height:g}"
        x, y = to, y + gap + height
    return Wire(path[: path.rindex("V")], middle)


def _ranks(inputs_of: Sequence[Sequence[int]]) -> list[int]:
    """Each node's row: below its inputs, leaves right before their first user."""
    rank = [0] * len(inputs_of)
    first_user: dict[int, int] = {}
    for node, inputs in enumerate(inputs_of):
        rank[node] = max((rank[source] + 1 for source in inputs), default=0)
        for source in inputs:
            first_user[source] = min(first_user.get(source, rank[node]), rank[node])
    return [first_user.get(node, 1) - 1 if not inputs else rank[node] for node, inputs in enumerate(inputs_of)]


@dataclass
class _Rows:
    """What stands in each row: nodes, and after their numbers the lanes that lead wires of one source through it."""

    inputs_of: Sequence[Sequence[int]]
    rank: Sequence[int]
    widths: Sequence[float]
    gaps: Gaps
    ways: dict[int, list[Way]] = field(default_factory=dict)
    """By source, where its wires end; in the order of their lanes, the leftmost first."""
    rows: list[list[int]] = field(default_factory=list)
    before: list[list[int]] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)
    """By item, its neighbours in the rows beside it."""
    size: list[float] = field(default_factory=list)
    middle: list[float] = field(default_factory=list)
    lanes: dict[tuple[int, int], int] = field(default_factory=dict)
    """By source and row, the item that leads its wires."""

    def __post_init__(self) -> None:
        self.rows = [[] for _ in range(max(self.rank) + 1)]
        for row, width in zip(self.rank, self.widths, strict=True):
            self._item(row, width + self.gaps.node)
        for user, inputs in enumerate(self.inputs_of):
            for slot, source in enumerate(inputs):
                self.ways.setdefault(source, []).append((user, slot))
        for source in self.ways:
            self._led(source)
        for sweep in range(_SWEEPS):
            _order(*((self.rows[::-1], self.after) if sweep % 2 else (self.rows, self.before)))
        self._stack()
        for ways in self.ways.values():
            ways.sort(key=lambda way: (self.middle[way[0]], way))

    def _item(self, row: int, size: float) -> int:
        self.rows[row].append(len(self.size))
        self.size.append(size)
        self.before.append([])
        self.after.append([])
        return len(self.size) - 1

    def _led(self, source: int) -> None:
        """The wires of a source through the rows up to its last user."""
        item = source
        for row in range(self.rank[source] + 1, max(self.rank[user] for user, _ in self.ways[source]) + 1):
            ending = [user for user, _ in self.ways[source] if self.rank[user] == row]
            beyond = sum(self.rank[user] > row for user, _ in self.ways[source])
            if beyond:
                self.lanes[source, row] = self._item(row, self.gaps.wire * (beyond + 1) + self.gaps.node / 2)
                ending.append(self.lanes[source, row])
            for after in ending:
                self.after[item].append(after)
                self.before[after].append(item)
            item = ending[-1]

    def passed(self, source: int) -> dict[Way, list[float]]:
        """Where the wires of a source pass the rows on their ways."""
        places: dict[Way, list[float]] = {way: [] for way in self.ways[source]}
        for row in range(self.rank[source] + 1, max(self.rank[user] for user, _ in places)):
            passing = [way for way in places if self.rank[way[0]] > row]
            for lane, way in enumerate(passing):
                places[way].append(self.middle[self.lanes[source, row]] + self.gaps.wire * (lane - (len(passing) - 1) / 2))
        return places

    def _stack(self) -> None:
        """The places: what has one neighbour stands below it, as far as the order and the sizes let it."""
        self.middle = [0.0] * len(self.size)
        both = [[*before, *after] for before, after in zip(self.before, self.after, strict=True)]
        for row in self.rows:
            self._settle(row, [[]] * len(self.size))
        for sweep in range(_SWEEPS):
            for row in self.rows[::-1] if sweep % 2 else self.rows:
                self._settle(row, self.after if sweep % 2 else self.before)
        for row in self.rows:
            self._settle(row, both)
        left = (
            min(middle - size / 2 for middle, size in zip(self.middle, self.size, strict=True))
            + self.gaps.node / 2
            - self.gaps.margin
        )
        self.middle = [middle - left for middle in self.middle]

    def _settle(self, row: Sequence[int], neighbours: Sequence[Sequence[int]]) -> None:
        """The places of a row nearest to those of the neighbours, by least squares: neighbours in one heap are pooled."""
        heaps: list[tuple[float, float, int]] = []  # mean, weight, count; of places less what stands before
        above, offsets = 0.0, []
        for item in row:
            near = [self.middle[other] for other in neighbours[item]] or [self.middle[item]]
            offsets.append(above + self.size[item] / 2)
            above += self.size[item]
            weight = _STRAIGHT if item >= len(self.rank) else 1.0
            heap = (sum(near) / len(near) - offsets[-1], weight, 1)
            while heaps and heaps[-1][0] > heap[0]:
                mean, heavy, count = heaps.pop()
                whole = heavy + heap[1]
                heap = ((mean * heavy + heap[0] * heap[1]) / whole, whole, count + heap[2])
            heaps.append(heap)
        settled = [mean for mean, _, count in heaps for _ in range(count)]
        for item, offset, mean in zip(row, offsets, settled, strict=True):
            self.middle[item] = mean + offset


def _order(rows: Sequence[list[int]], neighbours: Sequence[Sequence[int]]) -> None:
    """Sorts each row by the mean place of its items' neighbours in the row before."""
    place: dict[int, float] = {}
    for row in rows:
        for index, item in enumerate(row):
            near = [place[other] for other in neighbours[item]]
            place[item] = sum(near) / len(near) if near else (index + 0.5) / len(row)
        row.sort(key=lambda item: place[item])
        for index, item in enumerate(row):
            place[item] = (index + 0.5) / len(row)
