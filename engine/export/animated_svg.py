"""The steps of a graph as a moving picture: SVG with CSS animation and no script, which plays as an image, too.

Values appear in the forward pass; in the backward pass each contribution lights its wire and is added to the gradient at its end.
With reduced motion the last frame is shown. Takes the data of a graph, wherever it was computed.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from backpass.engine.export.captions import short
from backpass.engine.export.card_layout import CARD_HEIGHT, CARD_WIDTH, Layout, layout_of
from backpass.engine.export.svg import MAX_NODES, STYLE, SYMBOL, cut, frame_of, svg_of, symbol_of, too_large, wires_of
from backpass.engine.operations import OPERATIONS
from backpass.engine.serialization.computation import Computation
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.shapes import shape_on_card

_SECONDS_PER_STEP, _LONGEST, _HOLD = 0.9, 60.0, 3.0
"""A long pass is played faster, so that it takes no longer than a minute; the last frame stays for three seconds."""
_STYLE = (
    ".lit{stroke-width:4}.positive{stroke:#0072b2;fill:none}.negative{stroke:#c2410c;fill:none}.zero{stroke:#616977;fill:none}"
    "text.positive{stroke:none;fill:#0072b2}text.negative{stroke:none;fill:#c2410c}text.zero{stroke:none;fill:#616977}"
    ".chip{fill:#fff}.progress{fill:#111827;transform-origin:0 0}"
    "@media (prefers-reduced-motion:reduce){*{animation:none!important}}"
)

Json = Mapping[str, Any]
Window = tuple[int, int | None]
"""The steps at which something is seen: from the first on, and until before the second; to the end where that is None."""


def animated(computation: Computation) -> str:
    """The picture of a computation."""
    return animated_svg(graph_json(computation.run, computation.wrt, computation.upstream))


def animated_svg(graph: Json) -> str:
    """The picture of a graph as `POST /api/v1/graph` returns it; a sentence where it has more than `MAX_NODES` nodes."""
    nodes = graph["nodes"]
    if len(nodes) > MAX_NODES:
        return too_large(len(nodes))
    layout = layout_of([node["inputs"] for node in nodes], [_symbol(node) for node in nodes])
    steps = [step for step in graph["steps"] if step["phase"] != "tangent"]
    film = _Film(len(steps))
    cards = [_card(node, layout.places[node["id"]]) for node in nodes]
    numbers = [*_values(nodes, steps, layout.places, film), *_gradients(graph, steps, layout.places, film)]
    lit, carried = _lit(graph, steps, layout, film)
    bar = f'<rect class="progress" y="{layout.height + 2:g}" width="{layout.width:g}" height="4"/>'
    parts = [*wires_of(layout), *lit, *cards, *numbers, *carried, bar]
    return svg_of(layout.width, layout.height + 6, parts, STYLE + _STYLE + film.style())


class _Film:
    """The keyframes of all windows in which something is seen."""

    def __init__(self, steps: int) -> None:
        self._steps = max(1, steps)
        self._playing = min(_LONGEST, self._steps * _SECONDS_PER_STEP)
        self._windows: dict[Window, str] = {}

    def seen(self, window: Window) -> str:
        """The attribute of an element that is seen in a window."""
        name = self._windows.setdefault(window, f"w{len(self._windows)}")
        return f'style="opacity:{int(window[1] is None)};animation-name:{name}" '

    def style(self) -> str:
        whole = self._playing + _HOLD
        share = 100 * self._playing / whole

        def at(step: int) -> str:
            return f"{min(100.0, share * step / self._steps):.4g}%"

        frames = [
            f"@keyframes {name}{{0%{{opacity:0}}{at(first)}{{opacity:1}}"
            + ("100%{opacity:1}}" if last is None else f"{at(last)},100%{{opacity:0}}}}")
            for (first, last), name in self._windows.items()
        ]
        grow = f"@keyframes grow{{0%{{transform:scaleX(0)}}{share:.4g}%,100%{{transform:scaleX(1)}}}}"
        timing = f".m{{animation:{whole:.4g}s step-end infinite}}.progress{{animation:grow {whole:.4g}s linear infinite}}"
        return timing + grow + "".join(frames)


Places = Mapping[int, tuple[float, float]]


def _symbol(node: Json) -> str | None:
    """The symbol of our own operation, or the name of one that was captured."""
    record = OPERATIONS.get(node["op"] or "")
    symbol = record.notation.glyph if record else node["op"]
    return symbol and cut(symbol, SYMBOL)


def _card(node: Json, place: tuple[float, float]) -> str:
    x, y = place
    symbol = _symbol(node)
    radius = CARD_HEIGHT / 2 if node["role"] == "input" else 6
    rows = (("data", 36),) if node["role"] == "constant" else (("data", 36), ("grad", 52))
    parts = [
        *frame_of(node["name"] or node["op"] or node["role"], node["role"], place, radius),
        *(f'<text class="soft" x="{x + 26:g}" y="{y + down:g}">{label}</text>' for label, down in rows),
    ]
    return "".join(parts if symbol is None else parts + symbol_of(symbol, place))


def _text(value: Any, shape: Sequence[int]) -> str:
    if value is None:
        return shape_on_card(tuple(shape)) if shape else "—"
    return short(float(value) if not isinstance(value, list) else np.array(value, dtype=np.float64))


def _sign(value: Any) -> str:
    number = 0.0 if value is None or isinstance(value, list) else float(value)
    return "positive" if number > 0 else "negative" if number < 0 else "zero"


def _number(text: str, kind: str, place: tuple[float, float], down: int, seen: str) -> str:
    x, y = place[0] + CARD_WIDTH - 16, place[1] + down
    return f'<text class="number m {kind}" {seen}x="{x:g}" y="{y:g}" text-anchor="end">{escape(text)}</text>'


def _values(nodes: Sequence[Json], steps: Sequence[Json], places: Places, film: _Film) -> list[str]:
    """Each value from the step on that computes it; those of leaves from the beginning."""
    made = {step["node"]: place + 1 for place, step in enumerate(steps) if step["phase"] == "forward"}
    return [
        _number(_text(node["data"], node["shape"]), "", places[node["id"]], 36, film.seen((made.get(node["id"], 0), None)))
        for node in nodes
    ]


def _gradients(graph: Json, steps: Sequence[Json], places: Places, film: _Film) -> list[str]:
    """Each sum so far from the step on that brings it, until the next one for the same node."""
    sums: dict[int, list[tuple[int, Any]]] = {}
    for place, step in enumerate(steps):
        if step["phase"] == "backward" and not step.get("arriving"):
            node = step["node"] if step.get("node") is not None else graph["edges"][step["edge"]]["source"]
            sums.setdefault(node, []).append((place + 1, step["total"]))
    shown = []
    for node, totals in sums.items():
        ends = [first for first, _ in totals[1:]] + [None]
        for (first, total), last in zip(totals, ends, strict=True):
            text = _text(total, graph["nodes"][node]["shape"])
            shown.append(_number(text, _sign(total), places[node], 52, film.seen((first, last))))
    return shown


def _lit(graph: Json, steps: Sequence[Json], layout: Layout, film: _Film) -> tuple[list[str], list[str]]:
    """The wires along which contributions travel, below the cards, and their numbers, above; each for the length of its step."""
    wires, numbers = [], []
    for place, step in enumerate(steps):
        if step.get("edge") is None:
            continue
        edge = graph["edges"][step["edge"]]
        wire = layout.wires[edge["target"], edge["slot"]]
        kind = _sign(edge["contribution"])
        seen = film.seen((place + 1, place + 2 if place + 1 < len(steps) else None))
        text = escape(_text(edge["contribution"], graph["nodes"][edge["source"]]["shape"]))
        x, y = wire.middle
        half = 4 * len(text) + 4
        wires.append(f'<path class="lit {kind} m" {seen}d="{wire.path}"/>')
        numbers.append(
            f'<g class="m" {seen}><rect class="chip" x="{x - half:g}" y="{y - 10:g}" width="{2 * half}" height="20" rx="6"/>'
            f'<text class="number {kind}" x="{x:g}" y="{y + 4:g}" text-anchor="middle" font-weight="600">{text}</text></g>'
        )
    return wires, numbers
