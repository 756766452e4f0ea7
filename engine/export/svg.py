"""A still picture of a graph as SVG text, for notebooks: value cards with data and gradient, left to right.

The page draws its own, interactive picture; this one needs no script. Knows tensors, and nothing of programs or the web.
"""

from html import escape

from engine.export.captions import short
from engine.tensor import Tensor
from engine.trace import Trace

MOST_NODES = 300
"""A larger graph is not readable as a still picture."""

_WIDTH, _HEIGHT, _ACROSS, _DOWN, _MARGIN = 132, 62, 76, 22, 12
_SWEEPS = 8
_STYLE = (
    "text{font:12px ui-sans-serif,system-ui,sans-serif;fill:#111827}.number{font-variant-numeric:tabular-nums}"
    ".soft{fill:#6b7280}.card{fill:#fff;stroke:#9ca3af}.output{stroke:#111827;stroke-width:2.5}.constant{stroke-dasharray:4 3}"
    ".wire{fill:none;stroke:#9ca3af;stroke-width:1.5}.operation{fill:#f3f4f6;stroke:#6b7280}"
)


def draw(output: Tensor) -> str:
    """The graph that leads to `output`, or a sentence where it has more than `MOST_NODES` nodes."""
    trace = Trace.of(output)
    if len(trace.tensors) > MOST_NODES:
        text = f"A graph of {len(trace.tensors):,} nodes is too large for a still picture (the most is {MOST_NODES})."
        return _svg(600, 40, [f'<text x="12" y="25">{text}</text>'])
    columns = _columns(trace)
    places = _places(columns)
    width = max(x for x, _ in places.values()) + _WIDTH + _MARGIN
    height = max(y for _, y in places.values()) + _HEIGHT + _MARGIN
    wires = [
        _wire(places[source], places[user], slot, len(inputs))
        for user, inputs in enumerate(trace.inputs)
        for slot, source in enumerate(inputs)
    ]
    cards = [_card(trace.tensors[node], places[node], trace) for node in range(len(trace.tensors))]
    return _svg(width, height, wires + cards)


def _svg(width: float, height: float, parts: list[str]) -> str:
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return f'{head}<style>{_STYLE}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>'


def _columns(trace: Trace) -> list[list[int]]:
    """Nodes by column: each to the right of its inputs, leaves right before their first user, ordered so that wires
    cross little.
    """
    rank = [0] * len(trace.tensors)
    first_user = [len(trace.tensors)] * len(trace.tensors)
    users: list[list[int]] = [[] for _ in trace.tensors]
    for node, inputs in enumerate(trace.inputs):
        rank[node] = max((rank[source] + 1 for source in inputs), default=0)
        for source in inputs:
            users[source].append(node)
            first_user[source] = min(first_user[source], rank[node])
    for node, inputs in enumerate(trace.inputs):
        if not inputs and users[node]:
            rank[node] = first_user[node] - 1
    columns: list[list[int]] = [[] for _ in range(max(rank) + 1)]
    for node, column in enumerate(rank):
        columns[column].append(node)
    for sweep in range(_SWEEPS):
        _order(columns if sweep % 2 == 0 else columns[::-1], trace.inputs if sweep % 2 == 0 else users)
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


def _places(columns: list[list[int]]) -> dict[int, tuple[float, float]]:
    tallest = max(map(len, columns))
    return {
        node: (_MARGIN + 16 + column * (_WIDTH + _ACROSS), _MARGIN + (index + (tallest - len(nodes)) / 2) * (_HEIGHT + _DOWN))
        for column, nodes in enumerate(columns)
        for index, node in enumerate(nodes)
    }


def _wire(source: tuple[float, float], user: tuple[float, float], slot: int, count: int) -> str:
    x, y = source[0] + _WIDTH, source[1] + _HEIGHT / 2
    end_x, end_y = user[0], user[1] + _HEIGHT * (slot + 1) / (count + 1)
    middle = (x + end_x) / 2
    return f'<path class="wire" d="M{x:g},{y:g}C{middle:g},{y:g} {middle:g},{end_y:g} {end_x:g},{end_y:g}"/>'


def _card(tensor: Tensor, place: tuple[float, float], trace: Trace) -> str:
    x, y = place
    leaf = tensor.operation is None
    kind = "output" if tensor is trace.output else "constant" if leaf and not tensor.requires_grad else ""
    radius = _HEIGHT / 2 if leaf and tensor.requires_grad else 6
    name = tensor.label or (tensor.operation.name if tensor.operation else "input" if tensor.requires_grad else "constant")
    parts = [
        f'<rect class="card {kind}" x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="{radius:g}"/>',
        f'<text x="{x + _WIDTH / 2:g}" y="{y + 18:g}" text-anchor="middle" font-weight="600">{escape(name)}</text>',
        _row("data", short(tensor.data), x, y + 36),
    ]
    if tensor.requires_grad:
        parts.append(_row("grad", "—" if tensor.grad is None else short(tensor.grad), x, y + 52))
    if tensor.operation:
        parts += [
            f'<circle class="operation" cx="{x:g}" cy="{y + _HEIGHT / 2:g}" r="15"/>',
            f'<text x="{x:g}" y="{y + _HEIGHT / 2 + 4:g}" text-anchor="middle">{escape(tensor.operation.notation.glyph)}</text>',
        ]
    return "".join(parts)


def _row(label: str, value: str, x: float, y: float) -> str:
    return (
        f'<text class="soft" x="{x + 26:g}" y="{y:g}">{label}</text>'
        f'<text class="number" x="{x + _WIDTH - 16:g}" y="{y:g}" text-anchor="end">{escape(value)}</text>'
    )
