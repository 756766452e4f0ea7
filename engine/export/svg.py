"""A still picture of a graph as SVG text, for notebooks: value cards with data and gradient, left to right.

The page draws its own, interactive picture; this one needs no script. Knows tensors, and nothing of programs or the web.
"""

from html import escape
from typing import Any

from backpass.engine.export.captions import short
from backpass.engine.export.card_layout import CARD_HEIGHT, CARD_WIDTH, SYMBOL_HEIGHT, Layout, layout_of, symbol_width
from backpass.engine.graph.tensor import Tensor, attachment
from backpass.engine.graph.trace import Trace
from backpass.engine.messages import say

MAX_NODES = 300
"""A larger graph is not readable as a still picture."""

NAME, SYMBOL = 15, 12
"""Letters of a name and of a symbol; the rest is cut off."""
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
    symbols = [cut(tensor.operation.notation.glyph, SYMBOL) if tensor.operation else None for tensor in trace.tensors]
    layout = layout_of(trace.inputs, symbols)
    cards = [_card(tensor, layout.places[node], trace) for node, tensor in enumerate(trace.tensors)]
    return svg_of(layout.width, layout.height, wires_of(layout) + cards, STYLE)


def wires_of(layout: Layout) -> list[str]:
    """All wires, to be drawn below the cards."""
    return [f'<path class="wire" d="{wire.path}"/>' for wire in layout.wires.values()]


def too_large(count: int) -> str:
    """The sentence in place of the picture of so many nodes."""
    text = say("picture-too-large", count=count, most_nodes=MAX_NODES)
    return svg_of(600, 40, [f'<text x="12" y="25">{text}</text>'], STYLE)


def svg_of(width: float, height: float, parts: list[str], style: str) -> str:
    """A document of these parts, on white."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return f'{head}<style>{style}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>'


def _card(tensor: Tensor, place: tuple[float, float], trace: Trace) -> str:
    x, y = place
    leaf = tensor.operation is None
    role = attachment(tensor, "role")
    kind = role or ("output" if tensor is trace.output else "constant" if leaf and not tensor.requires_grad else "")
    radius = CARD_HEIGHT / 2 if leaf and tensor.requires_grad else 6
    name = tensor.label or (tensor.operation.name if tensor.operation else "input" if tensor.requires_grad else "constant")
    parts = [*frame_of(name, kind, place, radius), _row("data", short(tensor.raw), x, y + 36)]
    if tensor.requires_grad:
        gradient: Any = tensor.accumulated_grad
        numbers = gradient.raw if isinstance(gradient, Tensor) else gradient
        parts.append(_row("grad", "—" if numbers is None else short(numbers), x, y + 52))
    return "".join(parts + symbol_of(cut(tensor.operation.notation.glyph, SYMBOL), place) if tensor.operation else parts)


def frame_of(name: str, kind: str, place: tuple[float, float], radius: float) -> list[str]:
    """The frame of a card and its name."""
    x, y = place
    size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="{radius:g}"'
    middle = f'x="{x + CARD_WIDTH / 2:g}" y="{y + 18:g}" text-anchor="middle"'
    return [
        f'<rect class="card {escape(kind)}" x="{x:g}" y="{y:g}" {size}/>',
        f'<text {middle} font-weight="600">{escape(cut(name, NAME))}</text>',
    ]


def symbol_of(symbol: str, place: tuple[float, float]) -> list[str]:
    """The symbol of an operation on the left edge of its card, in a frame that is as long as it needs."""
    x, y = place[0] + SYMBOL_HEIGHT / 2, place[1] + CARD_HEIGHT / 2
    width = symbol_width(symbol)
    size = f'width="{width}" height="{SYMBOL_HEIGHT}" rx="{SYMBOL_HEIGHT / 2:g}"'
    return [
        f'<rect class="operation" x="{x - width:g}" y="{y - SYMBOL_HEIGHT / 2:g}" {size}/>',
        f'<text x="{x - width / 2:g}" y="{y + 4:g}" text-anchor="middle">{escape(symbol)}</text>',
    ]


def cut(text: str, letters: int) -> str:
    """The text, its end left out where it is longer than so many letters."""
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def _row(label: str, value: str, x: float, y: float) -> str:
    return (
        f'<text class="soft" x="{x + 26:g}" y="{y:g}">{label}</text>'
        f'<text class="number" x="{x + CARD_WIDTH - 16:g}" y="{y:g}" text-anchor="end">{escape(value)}</text>'
    )
