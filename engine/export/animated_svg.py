"""The steps of a graph as a moving picture: SVG with CSS animation and no script, which plays as an image, too.

Values appear in the forward pass; in the backward pass each contribution lights its wire and is added to the gradient at its end.
With reduced motion the last frame is shown. Takes the data of a graph, wherever it was computed.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from backpass.engine.export.captions import short
from backpass.engine.export.cards import Card, card_of
from backpass.engine.export.svg import (
    MAX_NODES,
    STYLE,
    SYMBOL,
    Drawn,
    cards_of,
    cut,
    drawn_as,
    sign_of,
    svg_of,
    too_large,
    wires_of,
)
from backpass.engine.operations import OPERATIONS
from backpass.engine.serialization.computation import Computation
from backpass.engine.serialization.graph_json import graph_json
from backpass.engine.shapes import shape_on_card

_SECONDS_PER_STEP, _LONGEST, _HOLD = 0.9, 60.0, 3.0
"""A long pass is played faster, so that it takes no longer than a minute; the last frame stays for three seconds."""
_STYLE = (
    ".lit{fill:none;stroke-width:4}.lit.positive{stroke:#0072b2}.lit.negative{stroke:#c2410c}.lit.zero{stroke:#616977}"
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
    steps = [step for step in graph["steps"] if step["phase"] != "tangent"]
    drawn = drawn_as([node["inputs"] for node in nodes], lambda form, node: _card(nodes[node], form))
    film = _Film(len(steps))
    numbers = _numbers(graph, steps, drawn, film)
    lit, carried = _lit(graph, steps, drawn, film)
    width, height = drawn.layout.width, drawn.layout.height
    bar = f'<rect class="progress" y="{height + 2:g}" width="{width:g}" height="4"/>'
    parts = [*wires_of(drawn.layout), *lit, *cards_of(drawn), *numbers, *carried, bar]
    return svg_of(width, height + 6, parts, STYLE + _STYLE + film.style())


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


def _symbol(node: Json) -> str | None:
    """The symbol of our own operation, or the name of one that was captured."""
    record = OPERATIONS.get(node["op"] or "")
    symbol = record.notation.glyph if record else node["op"]
    return symbol and cut(symbol, SYMBOL)


def _card(node: Json, form: str) -> Card:
    return card_of(
        form, node["role"], node["name"], _symbol(node), len(shape_on_card(tuple(node["shape"]))) if node["shape"] else 0
    )


def _text(value: Any, shape: Sequence[int], letters: int = 99) -> str:
    if value is None:
        return shape_on_card(tuple(shape)) if shape else "—"
    return short(float(value) if not isinstance(value, list) else np.array(value, dtype=np.float64), letters)


def _numbers(graph: Json, steps: Sequence[Json], drawn: Drawn, film: _Film) -> list[str]:
    """Each value from the step on that computes it, and each sum so far until the next; on the smallest cards in its place."""
    made = {step["node"]: place + 1 for place, step in enumerate(steps) if step["phase"] == "forward"}
    sums = _sums(graph, steps)
    shown = []
    for node, card in zip(graph["nodes"], drawn.cards, strict=True):
        at, shape, totals = drawn.layout.places[node["id"]], node["shape"], sums.get(node["id"], [])
        last = totals[0][0] if totals and card.form == "far" else None
        text = _text(node["data"], shape, card.letters)
        shown.append(card.number(text, "data m", card.value, at, film.seen((made.get(node["id"], 0), last))))
        ends = [first for first, _ in totals[1:]] + [None]
        for (first, total), end in zip(totals, ends, strict=False):
            text = _text(total, shape, card.letters)
            shown.append(card.number(text, f"grad m {sign_of(total)}", card.gradient, at, film.seen((first, end))))
    return shown


def _sums(graph: Json, steps: Sequence[Json]) -> dict[int, list[tuple[int, Any]]]:
    """By node, each sum so far with the step that brings it."""
    sums: dict[int, list[tuple[int, Any]]] = {}
    for place, step in enumerate(steps):
        if step["phase"] == "backward" and not step.get("arriving"):
            node = step["node"] if step.get("node") is not None else graph["edges"][step["edge"]]["source"]
            sums.setdefault(node, []).append((place + 1, step["total"]))
    return sums


def _lit(graph: Json, steps: Sequence[Json], drawn: Drawn, film: _Film) -> tuple[list[str], list[str]]:
    """The wires along which contributions travel, below the cards, and their numbers, above; each for the length of its step."""
    wires, numbers = [], []
    for place, step in enumerate(steps):
        if step.get("edge") is None:
            continue
        edge = graph["edges"][step["edge"]]
        wire = drawn.layout.wires[edge["target"], edge["slot"]]
        kind = sign_of(edge["contribution"])
        seen = film.seen((place + 1, place + 2 if place + 1 < len(steps) else None))
        text = escape(_text(edge["contribution"], graph["nodes"][edge["source"]]["shape"]))
        x, y = wire.middle
        half = 4 * len(text) + 4
        where = f'x="{x:g}" y="{y:g}" text-anchor="middle" font-size="13" font-weight="600"'
        wires.append(f'<path class="lit {kind} m" {seen}d="{wire.path}"/>')
        numbers.append(
            f'<g class="m" {seen}><rect class="chip" x="{x - half:g}" y="{y - 10:g}" width="{2 * half}" height="20" rx="6"/>'
            f'<text class="number {kind}" {where}>{text}</text></g>'
        )
    return wires, numbers
