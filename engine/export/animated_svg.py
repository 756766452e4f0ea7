"""The steps of a graph as a moving picture: SVG with CSS animation and no script, which plays as an image, too.

Values appear in the forward pass; in the backward pass each contribution lights its wire and is added to the gradient at its end.
With reduced motion the last frame is shown. Takes the data of a graph, wherever it was computed.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from backpass.engine.export.captions import short
from backpass.engine.export.svg import (
    CARD_HEIGHT,
    CARD_WIDTH,
    MARGIN,
    MAX_NODES,
    STYLE,
    columns_of,
    places_of,
    svg_of,
    too_large,
    wire_path,
)
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
    places = places_of(columns_of([node["inputs"] for node in nodes]))
    steps = [step for step in graph["steps"] if step["phase"] != "tangent"]
    film = _Film(len(steps))
    wires = [
        f'<path class="wire" d="{wire_path(places[edge["source"]], places[edge["target"]], edge["slot"], _slots(nodes, edge))}"/>'
        for edge in graph["edges"]
    ]
    cards = [_card(node, places[node["id"]]) for node in nodes]
    moving = [*_values(nodes, steps, places, film), *_gradients(graph, steps, places, film), *_lit(graph, steps, places, film)]
    width = max(x for x, _ in places.values()) + CARD_WIDTH + MARGIN
    height = max(y for _, y in places.values()) + CARD_HEIGHT + MARGIN + 6
    bar = f'<rect class="progress" y="{height - 4:g}" width="{width:g}" height="4"/>'
    return svg_of(width, height, [*wires, *cards, *moving, bar], STYLE + _STYLE + film.style())


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


def _slots(nodes: Sequence[Json], edge: Json) -> int:
    return len(nodes[edge["target"]]["inputs"])


def _card(node: Json, place: tuple[float, float]) -> str:
    x, y = place
    record = OPERATIONS.get(node["op"] or "")
    radius = CARD_HEIGHT / 2 if node["role"] == "input" else 6
    rows = (("data", 36),) if node["role"] == "constant" else (("data", 36), ("grad", 52))
    size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="{radius:g}"'
    parts = [
        f'<rect class="card {escape(node["role"])}" x="{x:g}" y="{y:g}" {size}/>',
        f'<text x="{x + CARD_WIDTH / 2:g}" y="{y + 18:g}" text-anchor="middle" font-weight="600">{escape(_name(node))}</text>',
        *(f'<text class="soft" x="{x + 26:g}" y="{y + down:g}">{label}</text>' for label, down in rows),
    ]
    if node["op"] is not None:
        glyph = record.notation.glyph if record else node["op"][:4]
        parts.append(f'<circle class="operation" cx="{x:g}" cy="{y + CARD_HEIGHT / 2:g}" r="15"/>')
        parts.append(f'<text x="{x:g}" y="{y + CARD_HEIGHT / 2 + 4:g}" text-anchor="middle">{escape(glyph)}</text>')
    return "".join(parts)


def _name(node: Json) -> str:
    name = node["name"] or node["op"] or node["role"]
    return name if len(name) <= 15 else f"{name[:14]}…"


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


def _lit(graph: Json, steps: Sequence[Json], places: Places, film: _Film) -> list[str]:
    """The wire along which a contribution travels, with its number, for the length of its step."""
    shown = []
    for place, step in enumerate(steps):
        if step.get("edge") is None:
            continue
        edge = graph["edges"][step["edge"]]
        source, target = places[edge["source"]], places[edge["target"]]
        path = wire_path(source, target, edge["slot"], _slots(graph["nodes"], edge))
        kind, seen = (
            _sign(edge["contribution"]),
            film.seen((place + 1, min(place + 2, len(steps)) if place + 1 < len(steps) else None)),
        )
        text = escape(_text(edge["contribution"], graph["nodes"][edge["source"]]["shape"]))
        x, y = (source[0] + CARD_WIDTH + target[0]) / 2, (source[1] + target[1] + CARD_HEIGHT) / 2
        half = 4 * len(text) + 4
        shown.append(
            f'<g class="m" {seen}><path class="lit {kind}" d="{path}"/>'
            f'<rect class="chip" x="{x - half:g}" y="{y - 10:g}" width="{2 * half}" height="20" rx="6"/>'
            f'<text class="number {kind}" x="{x:g}" y="{y + 4:g}" text-anchor="middle" font-weight="600">{text}</text></g>'
        )
    return shown
