"""A static image of a graph as SVG text, for notebooks: the page's cards, value left and gradient right, top down.

The page draws its own, interactive picture; this one needs no script. Knows tensors, and nothing of programs or the web.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from backpass.engine.export.captions import short
from backpass.engine.export.card_layout import Gaps, Layout, layout_of
from backpass.engine.export.cards import FORMS, LEAST_ZOOM, STAGE, Card, card_of
from backpass.engine.graph.tensor import Tensor, attachment
from backpass.engine.graph.trace import Trace
from backpass.engine.messages import say

MAX_NODES = 300
"""A larger graph is not readable as a still picture."""
SYMBOL = 12
"""Letters of a symbol; the rest is cut off."""
STYLE = (
    "text{font-family:'Source Sans 3','Source Sans Pro','Arial Narrow',Arial,sans-serif;fill:#111827;dominant-baseline:central}"
    ".number{font-variant-numeric:tabular-nums}.grad{font-weight:600}.word{font-weight:600}"
    ".name,.type{font-family:KaTeX_Main,'Latin Modern Math','Times New Roman',serif}"
    ".italic{font-family:KaTeX_Math,'Times New Roman',serif;font-style:italic}"
    ".card{fill:#fff;stroke:#8793a6;stroke-width:1.25}.inner{fill:none;stroke:#8793a6;stroke-width:1.25}"
    ".constant{stroke-dasharray:4 3}.parameter{stroke-width:2.5}.operation{fill:#eff3f8}"
    ".wire{fill:none;stroke:#8793a6;stroke-width:1.5}"
    ".positive{fill:#0072b2}.negative{fill:#c2410c}.zero{fill:#616977}"
)


class Drawn(NamedTuple):
    """The cards of one size with their places."""

    cards: Sequence[Card]
    layout: Layout


def draw(output: Tensor) -> str:
    """The graph that leads to `output`, or a sentence where it has more than `MAX_NODES` nodes."""
    trace = Trace.of(output)
    if len(trace.tensors) > MAX_NODES:
        return too_large(len(trace.tensors))
    drawn = drawn_as(trace.inputs, lambda form, node: _card(trace, trace.tensors[node], form))
    numbers = [
        text
        for node, (tensor, card) in enumerate(zip(trace.tensors, drawn.cards, strict=True))
        for text in _numbers(tensor, card, drawn.layout.places[node])
    ]
    return svg_of(drawn.layout.width, drawn.layout.height, [*wires_of(drawn.layout), *cards_of(drawn), *numbers], STYLE)


def drawn_as(inputs_of: Sequence[Sequence[int]], card: Callable[[str, int], Card]) -> Drawn:
    """The largest cards with which all of a picture is whole on the page's usual stage; else the smallest."""
    for form in FORMS:
        cards = [card(form, node) for node in range(len(inputs_of))]
        gaps = cards[0].size["gaps"]
        spaces = Gaps(float(gaps["layer"]["down"]), float(gaps["node"]), float(gaps["wire"]), float(gaps["margin"]))
        layout = layout_of(inputs_of, [each.width for each in cards], cards[0].height, spaces)
        drawn = Drawn(cards, layout)
        if min(STAGE[0] / layout.width, STAGE[1] / layout.height) >= LEAST_ZOOM:
            break
    return drawn


def wires_of(layout: Layout) -> list[str]:
    """All wires, to be drawn below the cards."""
    return [f'<path class="wire" d="{wire.path}"/>' for wire in layout.wires.values()]


def cards_of(drawn: Drawn) -> list[str]:
    """All cards without their numbers."""
    return [card.drawn(*drawn.layout.places[node]) for node, card in enumerate(drawn.cards)]


def too_large(count: int) -> str:
    """The sentence in place of the picture of so many nodes."""
    text = say("picture-too-large", count=count, most_nodes=MAX_NODES)
    return svg_of(600, 40, [f'<text x="12" y="25">{text}</text>'], STYLE)


def svg_of(width: float, height: float, parts: list[str], style: str) -> str:
    """A document of these parts, on white."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return f'{head}<style>{style}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>'


def sign_of(value: Any) -> str:
    number = 0.0 if value is None or isinstance(value, list) or hasattr(value, "shape") else float(value)
    return "positive" if number > 0 else "negative" if number < 0 else "zero"


def cut(text: str, letters: int) -> str:
    """The text, its end left out where it is longer than so many letters."""
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def _card(trace: Trace, tensor: Tensor, form: str) -> Card:
    leaf = tensor.operation is None
    role = attachment(tensor, "role") or (
        "output" if tensor is trace.output else ("input" if tensor.requires_grad else "constant") if leaf else "intermediate"
    )
    symbol = cut(tensor.operation.notation.glyph, SYMBOL) if tensor.operation else None
    return card_of(
        form, role if tensor.requires_grad else "constant", tensor.label, symbol, len(short(tensor.raw)) if tensor.shape else 0
    )


def _numbers(tensor: Tensor, card: Card, at: tuple[float, float]) -> list[str]:
    """Both numbers; on the smallest cards the gradient where there is one, else the value."""
    gradient: Any = tensor.accumulated_grad if tensor.requires_grad else None
    raw = gradient.raw if isinstance(gradient, Tensor) else gradient
    value = card.number(short(tensor.raw, card.letters), "data", card.value, at)
    if not tensor.requires_grad or (raw is None and card.form == "far"):
        return [value]
    text = "—" if raw is None else short(raw, card.letters)
    written = card.number(text, f"grad {sign_of(raw)}", card.gradient, at)
    return [written] if card.form == "far" else [value, written]
