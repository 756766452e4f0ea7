"""A still picture of a graph as SVG text, for notebooks: value cards with data and gradient, left to right.

The page draws its own, interactive picture; this one needs no script. Knows tensors, and nothing of programs or the web.
"""

from html import escape
from typing import Any

from backpass.engine.export.captions import short
from backpass.engine.graph.tensor import Tensor, attachment
from backpass.engine.graph.trace import Trace
from backpass.engine.messages import say

MAX_NODES = 300
"""A larger graph is not readable as a still picture."""

CARD_WIDTH, CARD_HEIGHT, MARGIN = 132, 62, 12
_ACROSS, _DOWN = 76, 22
_SWEEPS = 8
STYLE = (
    "text{font:12px ui-sans-serif,system-ui,sans-serif;fill:#111827}.number{font-variant-numeric:tabular-nums}"
    ".soft{fill:#6b7280}.card{fill:#fff;stroke:#9ca3af}.output{stroke:#111827;stroke-width:2.5}.constant{stroke-dasharray:4 3}"
    ".input{stroke:#047857}.parameter{stroke:#c2410c;stroke-width:2.5}.intermediate{stroke:#1d4ed8}"
    ".wire{fill:none;stroke:#9ca3af;stroke-width:1.5}.operation{fill:#f3f4f6;stroke:#6b7280}"
)


def draw(output: Tensor) -> str:
    """The graph that leads to `output`, or a sentence where it has more than `MAX_NODES` nodes."""
    trace = Trace.of(output)
    if len(trace.tensors) > MAX_NODES:
        return too_large(len(trace.tensors))
    places = places_of(columns_of(trace.inputs))
    width = max(x for x, _ in places.values()) + CARD_WIDTH + MARGIN
    height = max(y for _, y in places.values()) + CARD_HEIGHT + MARGIN
    wires = [
        _wire(places[source], places[user], slot, len(inputs))
        for user, inputs in enumerate(trace.inputs)
        for slot, source in enumerate(inputs)
    ]
    cards = [_card(trace.tensors[node], places[node], trace) for node in range(len(trace.tensors))]
    return svg_of(width, height, wires + cards, STYLE)


def too_large(count: int) -> str:
    """The sentence in place of the picture of so many nodes."""
    text = say("picture-too-large", count=count, most_nodes=MAX_NODES)
    return svg_of(600, 40, [f'<text x="12" y="25">{text}</text>'], STYLE)


def svg_of(width: float, height: float, parts: list[str], style: str) -> str:
    """A document of these parts, on white."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return f'{head}<style>{style}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>'


def columns_of(inputs_of: list[list[int]]) -> list[list[int]]:
    """Nodes by column: each to the right of its inputs, leaves right before their first user, ordered so that wires
    cross little.
    """
    rank = [0] * len(inputs_of)
    first_user = [len(inputs_of)] * len(inputs_of)
    users: list[list[int]] = [[] for _ in inputs_of]
    for node, inputs in enumerate(inputs_of):
        rank[node] = max((rank[source] + 1 for source in inputs), default=0)
        for source in inputs:
            users[source].append(node)
            first_user[source] = min(first_user[source], rank[node])
    for node, inputs in enumerate(inputs_of):
        if not inputs and users[node]:
            rank[node] = first_user[node] - 1
    columns: list[list[int]] = [[] for _ in range(max(rank) + 1)]
    for node, column in enumerate(rank):
        columns[column].append(node)
    for sweep in range(_SWEEPS):
        _order(columns if sweep % 2 == 0 else columns[::-1], inputs_of if sweep % 2 == 0 else users)
    return columns


def _order(columns: list[list[int]], neighbours: list[list[int]]) -> None:
    """Sorts each column by the mean place of its nodes' neighbours in the columns before."""
    place: dict[int, float] = {}
    for column in columns:
        for index, node in enumerate(column):
            near = [place[other] for other in neighbours[node] if other in place]
            place[node] = sum(near) / len(near) if near else (index + 0.5) / len(column)
        column.sort(key=lambda node: place[node])
        for index, node in enumerate(column):
            place[node] = (index + 0.5) / len(column)


def places_of(columns: list[list[int]]) -> dict[int, tuple[float, float]]:
    """The upper left corner of each node's card."""
    tallest = max(map(len, columns))
    return {
        node: (
            MARGIN + 16 + column * (CARD_WIDTH + _ACROSS),
            MARGIN + (index + (tallest - len(nodes)) / 2) * (CARD_HEIGHT + _DOWN),
        )
        for column, nodes in enumerate(columns)
        for index, node in enumerate(nodes)
    }


def _wire(source: tuple[float, float], user: tuple[float, float], slot: int, count: int) -> str:
    return f'<path class="wire" d="{wire_path(source, user, slot, count)}"/>'


def wire_path(source: tuple[float, float], user: tuple[float, float], slot: int, count: int) -> str:
    """The curve from a card to a slot of the card of its user, which has so many slots."""
    x, y = source[0] + CARD_WIDTH, source[1] + CARD_HEIGHT / 2
    end_x, end_y = user[0], user[1] + CARD_HEIGHT * (slot + 1) / (count + 1)
    middle = (x + end_x) / 2
    return f"M{x:g},{y:g}C{middle:g},{y:g} {middle:g},{end_y:g} {end_x:g},{end_y:g}"


def _card(tensor: Tensor, place: tuple[float, float], trace: Trace) -> str:
    x, y = place
    leaf = tensor.operation is None
    role = attachment(tensor, "role")
    kind = role or ("output" if tensor is trace.output else "constant" if leaf and not tensor.requires_grad else "")
    radius = CARD_HEIGHT / 2 if leaf and tensor.requires_grad else 6
    name = tensor.label or (tensor.operation.name if tensor.operation else "input" if tensor.requires_grad else "constant")
    parts = [
        f'<rect class="card {kind}" x="{x:g}" y="{y:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="{radius:g}"/>',
        f'<text x="{x + CARD_WIDTH / 2:g}" y="{y + 18:g}" text-anchor="middle" font-weight="600">{escape(name)}</text>',
        _row("data", short(tensor.raw), x, y + 36),
    ]
    if tensor.requires_grad:
        gradient: Any = tensor.accumulated_grad
        numbers = gradient.raw if isinstance(gradient, Tensor) else gradient
        parts.append(_row("grad", "—" if numbers is None else short(numbers), x, y + 52))
    if tensor.operation:
        middle = y + CARD_HEIGHT / 2
        parts += [
            f'<circle class="operation" cx="{x:g}" cy="{middle:g}" r="15"/>',
            f'<text x="{x:g}" y="{middle + 4:g}" text-anchor="middle">{escape(tensor.operation.notation.glyph)}</text>',
        ]
    return "".join(parts)


def _row(label: str, value: str, x: float, y: float) -> str:
    return (
        f'<text class="soft" x="{x + 26:g}" y="{y:g}">{label}</text>'
        f'<text class="number" x="{x + CARD_WIDTH - 16:g}" y="{y:g}" text-anchor="end">{escape(value)}</text>'
    )
