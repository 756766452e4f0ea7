"""Where the cards of a still picture stand, left to right, and how wires get from one to another without crossing a third.

A wire that passes columns runs through each in a lane, beside the other wires of its source; their lanes take part in the order
and the heights of a column as one card does. A wire changes its height only between two columns, where there are no cards.
Layers and barycentres: Sugiyama, Tagawa and Toda, 1981. Knows counts and symbols, and nothing of tensors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

CARD_WIDTH, CARD_HEIGHT, MARGIN = 132, 62, 12
SYMBOL_HEIGHT = 30
_GAP, _DOWN, _LANE = 60, 22, 8
"""Between columns, between cards, and between the lanes of one source."""
_SWEEPS, _STRAIGHT = 8, 8.0
"""How often columns are set by their neighbours, and how much more lanes than cards keep their height."""
_WIDE, _NARROW = frozenset("mwMW…—"), frozenset("ijlftr.,:;'|() ")

Way = tuple[int, int]
"""A slot of a node: where a wire ends."""


def symbol_width(symbol: str) -> int:
    """Of the frame of a symbol of 12 px: a circle, or longer. Hardly a face has wider letters than are counted here."""
    letters = sum(11 if letter in _WIDE else 5 if letter in _NARROW else 8 for letter in symbol)
    return max(SYMBOL_HEIGHT, letters + 8)


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


def layout_of(inputs_of: Sequence[Sequence[int]], symbols: Sequence[str | None]) -> Layout:
    """The layout of nodes with these inputs; `symbols` are those of the operations, docked on the cards' left edges."""
    rank = _ranks(inputs_of)
    columns = _Columns(inputs_of, rank)
    lead = [SYMBOL_HEIGHT / 2] * (max(rank) + 1)
    for node, symbol in enumerate(symbols):
        lead[rank[node]] = max(lead[rank[node]], symbol_width(symbol or "") - SYMBOL_HEIGHT / 2)
    left = [MARGIN + lead[0]]
    for long in lead[1:]:
        left.append(left[-1] + CARD_WIDTH + _GAP + long)
    places = {node: (left[rank[node]], columns.middle[node] - CARD_HEIGHT / 2) for node in range(len(inputs_of))}
    wires = {}
    edges = list(zip(left, lead, strict=True))
    for source in columns.ways:
        for (user, slot), passed in columns.passed(source).items():
            end = places[user][1] + CARD_HEIGHT * (slot + 1) / (len(inputs_of[user]) + 1)
            beside = edges[rank[source] + 1 : rank[user] + 1]
            wires[user, slot] = _wire(left[rank[source]], columns.middle[source], [*passed, end], beside)
    lowest = max(middle + size / 2 for middle, size in zip(columns.middle, columns.size, strict=True))
    return Layout(places, wires, left[-1] + CARD_WIDTH + MARGIN, lowest - _DOWN / 2 + MARGIN)


def _wire(left: float, start: float, heights: Sequence[float], edges: Sequence[tuple[float, float]]) -> Wire:
    """In each gap a curve to the next height, and from there straight on, below the symbols and to the end of the column."""
    x, y = left + CARD_WIDTH, start
    middle, path = (x, y), f"M{x:g},{y:g}"
    for height, (edge, lead) in zip(heights, edges, strict=True):
        end = edge - lead - 2
        half = (x + end) / 2
        middle = (half, (y + height) / 2)
        path += f"C{half:g},{y:g} {half:g},{height:g} {end:g},{height:g}H{edge + CARD_WIDTH:g}"
        x, y = edge + CARD_WIDTH, height
    return Wire(path[: path.rindex("H")] + f"H{edges[-1][0]:g}", middle)


def _ranks(inputs_of: Sequence[Sequence[int]]) -> list[int]:
    """Each node's column: to the right of its inputs, leaves right before their first user."""
    rank = [0] * len(inputs_of)
    first_user: dict[int, int] = {}
    for node, inputs in enumerate(inputs_of):
        rank[node] = max((rank[source] + 1 for source in inputs), default=0)
        for source in inputs:
            first_user[source] = min(first_user.get(source, rank[node]), rank[node])
    return [first_user.get(node, 1) - 1 if not inputs else rank[node] for node, inputs in enumerate(inputs_of)]


@dataclass
class _Columns:
    """What stands in each column: nodes, and after their numbers the lanes that lead wires of one source through it."""

    inputs_of: Sequence[Sequence[int]]
    rank: Sequence[int]
    ways: dict[int, list[Way]] = field(default_factory=dict)
    """By source, where its wires end; in the order of their lanes, the uppermost first."""
    columns: list[list[int]] = field(default_factory=list)
    before: list[list[int]] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)
    """By item, its neighbours in the columns beside it."""
    size: list[float] = field(default_factory=list)
    middle: list[float] = field(default_factory=list)
    lanes: dict[tuple[int, int], int] = field(default_factory=dict)
    """By source and column, the item that leads its wires."""

    def __post_init__(self) -> None:
        self.columns = [[] for _ in range(max(self.rank) + 1)]
        for column in self.rank:
            self._item(column, CARD_HEIGHT + _DOWN)
        for user, inputs in enumerate(self.inputs_of):
            for slot, source in enumerate(inputs):
                self.ways.setdefault(source, []).append((user, slot))
        for source in self.ways:
            self._led(source)
        for sweep in range(_SWEEPS):
            _order(*((self.columns[::-1], self.after) if sweep % 2 else (self.columns, self.before)))
        self._stack()
        for ways in self.ways.values():
            ways.sort(key=lambda way: (self.middle[way[0]], way))

    def _item(self, column: int, size: float) -> int:
        self.columns[column].append(len(self.size))
        self.size.append(size)
        self.before.append([])
        self.after.append([])
        return len(self.size) - 1

    def _led(self, source: int) -> None:
        """The wires of a source through the columns up to its last user."""
        item = source
        for column in range(self.rank[source] + 1, max(self.rank[user] for user, _ in self.ways[source]) + 1):
            ending = [user for user, _ in self.ways[source] if self.rank[user] == column]
            beyond = sum(self.rank[user] > column for user, _ in self.ways[source])
            if beyond:
                self.lanes[source, column] = self._item(column, _LANE * (beyond + 1) + _DOWN / 2)
                ending.append(self.lanes[source, column])
            for after in ending:
                self.after[item].append(after)
                self.before[after].append(item)
            item = ending[-1]

    def passed(self, source: int) -> dict[Way, list[float]]:
        """The heights at which the wires of a source pass the columns on their ways."""
        heights: dict[Way, list[float]] = {way: [] for way in self.ways[source]}
        for column in range(self.rank[source] + 1, max(self.rank[user] for user, _ in heights)):
            passing = [way for way in heights if self.rank[way[0]] > column]
            for lane, way in enumerate(passing):
                heights[way].append(self.middle[self.lanes[source, column]] + _LANE * (lane - (len(passing) - 1) / 2))
        return heights

    def _stack(self) -> None:
        """The heights: what has one neighbour stands beside it, as far as the order and the sizes let it."""
        self.middle = [0.0] * len(self.size)
        both = [[*before, *after] for before, after in zip(self.before, self.after, strict=True)]
        for column in self.columns:
            self._settle(column, [[]] * len(self.size))
        for sweep in range(_SWEEPS):
            for column in self.columns[::-1] if sweep % 2 else self.columns:
                self._settle(column, self.after if sweep % 2 else self.before)
        for column in self.columns:
            self._settle(column, both)
        top = min(middle - size / 2 for middle, size in zip(self.middle, self.size, strict=True)) + _DOWN / 2 - MARGIN
        self.middle = [middle - top for middle in self.middle]

    def _settle(self, column: Sequence[int], neighbours: Sequence[Sequence[int]]) -> None:
        """The heights of a column nearest to those of the neighbours, by least squares: neighbours in one heap are pooled."""
        heaps: list[tuple[float, float, int]] = []  # mean, weight, count; of heights less what stands above
        above, offsets = 0.0, []
        for item in column:
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
        for item, offset, mean in zip(column, offsets, settled, strict=True):
            self.middle[item] = mean + offset


def _order(columns: Sequence[list[int]], neighbours: Sequence[Sequence[int]]) -> None:
    """Sorts each column by the mean place of its items' neighbours in the column before."""
    place: dict[int, float] = {}
    for column in columns:
        for index, item in enumerate(column):
            near = [place[other] for other in neighbours[item]]
            place[item] = sum(near) / len(near) if near else (index + 0.5) / len(column)
        column.sort(key=lambda item: place[item])
        for index, item in enumerate(column):
            place[item] = (index + 0.5) / len(column)
