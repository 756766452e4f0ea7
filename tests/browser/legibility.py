"""How well the picture can be read, measured on the screen: sizes of type, room used, and what covers what."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.browser.pages import Workbench, link

LEAST_TYPE = 11
"""Pixels of the screen; no type on the stage may be smaller."""

MEASURE = """() => {
  const stage = document.querySelector("#graph").getBoundingClientRect();
  const svg = document.querySelector("#graph svg.graph-canvas");
  const seen = (element) => {
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) return false;
    const {left, top, right, bottom, width} = element.getBoundingClientRect();
    return width > 0 && right > stage.left && left < stage.right && bottom > stage.top && top < stage.bottom;
  };
  const surface = svg.getBoundingClientRect();
  // What is beyond the drawing's edge is not seen.
  const box = (element, kind, text) => {
    const {left, top, right, bottom} = element.getBoundingClientRect();
    const everywhere = {left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity};
    const edge = svg.contains(element) && kind !== "pill" ? surface : everywhere;
    return {
      left: Math.max(left, edge.left), top: Math.max(top, edge.top),
      right: Math.min(right, edge.right), bottom: Math.min(bottom, edge.bottom), kind, text: text ?? element.textContent,
    };
  };
  const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() !== "" && seen(text));
  const sizes = texts.map((text) => {
    const {a, b} = text.getScreenCTM();
    return {text: text.textContent, size: parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)};
  });
  const cards = [...svg.querySelectorAll(".cards > g")].filter(seen);
  const nameOf = (card) => card.getAttribute("aria-label") ?? "mark";
  const bodies = cards.map((card) => box(card.querySelector(".card-body") ?? card, "card", nameOf(card)));
  const stacks = cards.flatMap((card) => [...card.querySelectorAll(".card-stack")].map((one) => box(one, "stack", nameOf(card))));
  const all = (selector, kind, ground) => [...document.querySelectorAll("#graph " + selector)]
    .filter((one) => seen(one) && (one.textContent.trim() !== "" || one.matches(".minimap, .blocked-mark")))
    .map((one) => box(ground ? one.parentNode.querySelector(ground) : one, kind, one.textContent));
  const glyphs = [...svg.querySelectorAll(".cards .glyph-circle")].filter(seen)
    .map((one) => box(one, "glyph", one.nextSibling.textContent));
  // The line from a pill to its wire is no part of what is read.
  const pills = [...all(".callout > text", "pill", "rect"), ...all(".token", "token")];
  const controls = [
    ...all(".graph-legend", "legend"), ...all(".graph-controls", "control"), ...all(".graph-note", "note"),
    ...all(".minimap", "minimap"), ...all(".crumb", "crumb"), ...all(".pitfall-banner", "note"),
    ...[...document.querySelectorAll("#graph .graph-search")].filter(seen).map((one) => box(one, "control", "search")),
  ];
  const tags = all(".wire-labels .multiplicity", "tag");
  const SLACK = 1.5;
  const MOST = 3;
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;
  const overlaps = [];
  const against = (ones, others) => {
    for (const one of ones) for (const other of others)
      if (one !== other && overlap(one, other)) overlaps.push(`${one.kind} ${one.text} / ${other.kind} ${other.text}`);
  };
  const among = (ones) => ones.forEach((one, index) => against([one], ones.slice(index + 1)));
  among(tags);
  against(tags, [...bodies, ...stacks]);
  among(bodies);
  against(pills, [...bodies, ...stacks, ...glyphs, ...tags]);
  among(pills);
  against(controls, [...bodies, ...glyphs, ...pills]);
  among(controls);
  // Of a step of the backward pass each number is on its wire, or in front of the picture with a line to that.
  const now = svg.querySelectorAll(".wires > g.now.gradient").length;
  const inFront = [...svg.querySelectorAll(".callout.of-wire")].filter(seen).length;
  const leftOut = now <= MOST ? Math.max(0, now - inFront) : 0;
  // A text that is wider than its card reads as another one.
  const cut = [];
  for (const card of cards) {
    const body = card.querySelector(".card-body");
    if (!body) continue;
    const frame = body.getBoundingClientRect();
    for (const text of card.querySelectorAll(":scope > text:not(.glyph)")) {
      if (text.textContent.trim() === "" || !seen(text)) continue;
      const {left, right} = text.getBoundingClientRect();
      if (left < frame.left - 1 || right > frame.right + 1) cut.push(`${text.textContent} out of its card`);
    }
    const inside = [...card.querySelectorAll(":scope > text:not(.glyph), :scope > .glyph-circle")].filter(seen);
    for (const [index, one] of inside.entries()) for (const other of inside.slice(index + 1)) {
      const [first, second] = [one, other].map((each) => each.getBoundingClientRect());
      const wide = Math.min(first.right, second.right) - Math.max(first.left, second.left);
      const high = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
      // Lines of type reach into one another with nothing in them.
      const isOver = wide > 0.5 && high > 0.5 * Math.min(first.height, second.height);
      if (isOver) cut.push(`${one.textContent} over ${other.textContent}`);
    }
    const title = card.querySelector(".card-title");
    if (title && seen(title) && title.textContent.includes("…")) cut.push(`${title.textContent} shortened`);
  }
  for (const {left, top, right, bottom, kind, text} of pills)
    if (left < stage.left - 1 || right > stage.right + 1 || top < stage.top - 1 || bottom > stage.bottom + 1)
      cut.push(`${kind} ${text} beyond the stage`);
  const drawn = bodies.reduce((area, {left, top, right, bottom}) => ({
    left: Math.min(area.left, Math.max(left, stage.left)), top: Math.min(area.top, Math.max(top, stage.top)),
    right: Math.max(area.right, Math.min(right, stage.right)), bottom: Math.max(area.bottom, Math.min(bottom, stage.bottom)),
  }), {left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity});
  const share = bodies.length === 0 || stage.width * stage.height === 0 ? 0
    : ((drawn.right - drawn.left) * (drawn.bottom - drawn.top)) / (stage.width * stage.height);
  const least = sizes.reduce((one, other) => (other.size < one.size ? other : one), {size: Infinity, text: ""});
  return {
    least: sizes.length ? least.size : 0, smallest: least.text, texts: sizes.length, cards: bodies.length, share, overlaps, cut,
    left_out: leftOut, zoom: svg.querySelector(".viewport").getCTM().a, stage: [stage.width, stage.height],
  };
}"""


@dataclass(frozen=True)
class Legibility:
    """Of what is on the screen: pixels, shares of the stage from 0 to 1, and the pairs that cover one another."""

    least: float
    """Height of the smallest type, in pixels of the screen."""
    smallest: str
    """What is written in it."""
    texts: int
    cards: int
    share: float
    """How much of the stage the box around all cards in view takes."""
    overlaps: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    left_out: int = 0
    """Numbers of the backward step that is shown which are neither at their wires nor in front of the picture."""
    zoom: float = 1
    stage: tuple[float, float] = (0, 0)

    @property
    def faults(self) -> list[str]:
        """What is too small, covered, or cut to another text. Names that are shortened with an ellipsis are none."""
        small = [f"{self.least:.1f} px: {self.smallest!r}"] if self.texts and self.least < LEAST_TYPE else []
        empty = [] if self.texts else ["nothing is written on the stage"]
        return [*empty, *small, *self.overlaps, *(line for line in self.cut if not line.endswith("shortened"))]


GO_TO = """(part) => {
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  press(part === 1 ? "End" : "Home");
  const slider = document.querySelector("[role=slider][aria-label=Timeline]");
  while (part > 0 && part < 1 && Number(slider.ariaValueNow) < part * Number(slider.ariaValueMax)) press(".");
}"""


PATIENCE = 60_000
"""Milliseconds for a graph to come: a busy machine may take long for a large one."""


class NotShownError(AssertionError):
    """No graph came in time, so nothing could be measured."""


def moments_of(page: Page, program: str, **state: object) -> Iterator[tuple[float, Legibility]]:
    """Opens a program and measures it at the start, at two moments on the way and at the end, as parts of its timeline.

    Raises NotShownError where the graph does not come in time.
    """
    page.goto("about:blank")
    page.goto(link(program, view="graph", **state))
    workbench = Workbench(page)
    try:
        expect(page.locator("#graph .card, #graph .graph-far").first).to_be_attached(timeout=PATIENCE)
        workbench.settle()
    except AssertionError as problem:
        raise NotShownError("not shown in time") from problem
    for part in [0, 0.35, 0.7, 1] if page.locator("#graph .card").count() <= 30 else [0.5, 1]:
        page.evaluate(GO_TO, part)
        workbench.painted()
        seen_from_afar(page)
        yield part, legibility(page)


def seen_from_afar(page: Page) -> None:
    """Waits for the numbers that are written on cards which are seen from afar: their code comes after the first picture."""
    expect(page.locator("#graph svg.graph-canvas[data-zoomed=awaited]")).to_have_count(0)


def legibility(page: Page) -> Legibility:
    """Measures the picture as it is now."""
    return Legibility(**page.evaluate(MEASURE))
