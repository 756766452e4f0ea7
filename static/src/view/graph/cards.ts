/** The layer of value cards and operation marks: keyed to the program's names, moved where a layout changes, repainted where numbers do. */
import "d3-transition";
import type { PlacedNode } from "../../graph/layout/types.ts";
import type { GroupMoment } from "../../graph/group_moment.ts";
import type { CardMoment, Cell } from "../../graph/moment.ts";
import type { Card, OperationMark, Scene } from "../../graph/scene.ts";
import type { Row } from "./card_rows.ts";
import { drawCard, drawGlyph, type CardShape } from "./card_shape.ts";
import { sizeOfGroup } from "./group_shape.ts";
import { paintHeat } from "./heat_cells.ts";
import { append, at, setAttribute, setText, signClass, type Group } from "./svg.ts";

/** Width of a letter on a tag. */
const TAG_LETTER = 6.3;
/** Numbers of more characters than this are set smaller. */
const LONG_NUMBER = 9;

/** What the second row is called. */
const SLOPES: Readonly<Record<CardMoment["slope"], string>> = { gradient: "grad", tangent: "ε" };

/** How a card stands out. */
export interface CardMarks {
  readonly now: boolean;
  readonly selected: boolean;
  readonly lit: boolean;
  readonly tabbable: boolean;
  readonly hit: boolean;
  readonly breakpoint: boolean;
  /** What ails it, in a word or two; null while nothing is to be told. */
  readonly ailment: string | null;
  /** What its value would be after a nudge; null where nobody asks, or nothing changes. */
  readonly ghost: string | null;
}

export interface CardLayer {
  /** Draws these cards and no others; those that stay move within `duration` milliseconds. */
  show(scene: Scene, visible: readonly PlacedNode[], duration: number): void;
  /** New names on the cards that are drawn. */
  retitle(scene: Scene): void;
  /** Repaints one card; does nothing where it is not drawn. */
  paint(id: number, moment: CardMoment | GroupMoment, marks: CardMarks): void;
  label(id: number, spoken: string): void;
  /** What a pointer that rests on a card is told. */
  tooltip(id: number, text: string): void;
  element(id: number): SVGGElement | null;
  drawn(): Iterable<number>;
}

interface Handle {
  readonly group: SVGGElement;
  readonly shape: CardShape;
  /** Which shape is drawn: another one is drawn anew in the same group. */
  readonly look: string;
}

interface Placed {
  readonly place: PlacedNode;
  readonly card: Card | null;
  readonly mark: OperationMark | null;
}

export function createCards(layer: Group): CardLayer {
  const handles = new Map<number, Handle>();

  function show(scene: Scene, visible: readonly PlacedNode[], duration: number): void {
    const looked = new Map([...handles.values()].map((handle) => [handle.group, handle]));
    handles.clear();
    const marks = new Map(scene.operations.map((mark) => [mark.id, mark]));
    const items = visible.map((place): Placed => ({ place, card: scene.cardOf.get(place.id) ?? null, mark: marks.get(place.id) ?? null }));
    const groups = layer.selectAll<SVGGElement, Placed>(":scope > g").data(items, ({ place }) => place.key);
    groups.exit().remove();
    const entered = groups.enter().append("g").attr("transform", ({ place }) => at(place.x, place.y));
    if (duration > 0) entered.style("opacity", 0).transition().duration(duration).style("opacity", 1);
    if (duration > 0) groups.transition().duration(duration).attr("transform", ({ place }) => at(place.x, place.y));
    else groups.interrupt().style("opacity", null).attr("transform", ({ place }) => at(place.x, place.y));
    entered.merge(groups).order().each(function ({ card, mark }) {
      if (card) handles.set(card.id, drawIn(this, card, scene, looked.get(this)));
      else if (mark) drawMark(this, mark, scene);
    });
  }

  return {
    show,
    retitle(scene) {
      for (const [id, handle] of handles) writeTitle(handle, scene.cardOf.get(id)!);
    },
    paint(id, moment, marks) {
      const handle = handles.get(id);
      if (handle) paintCard(handle, moment, marks);
    },
    label(id, spoken) {
      const group = handles.get(id)?.group;
      if (group) setAttribute(group, "aria-label", spoken);
    },
    tooltip(id, text) {
      const tooltip = handles.get(id)?.shape.tooltip;
      if (tooltip) setText(tooltip, text);
    },
    element: (id) => handles.get(id)?.group ?? null,
    drawn: () => handles.keys(),
  };
}

function drawIn(group: SVGGElement, card: Card, scene: Scene, before: Handle | undefined): Handle {
  const { direction, projector } = scene.appearance;
  const look = `${card.role} ${card.bare} ${card.width} ${card.height} ${card.glyph} ${direction} ${projector} ${card.folded ? sizeOfGroup(card.folded) : ""}`;
  let handle = before;
  if (!handle || handle.look !== look) {
    group.setAttribute("role", "graphics-symbol");
    handle = { group, shape: drawCard(group, card, scene.appearance, scene.metrics), look };
  }
  setAttribute(group, "data-node", String(card.id));
  setAttribute(group, "data-role", card.role);
  group.toggleAttribute("data-folded", card.folded !== null);
  writeTitle(handle, card);
  return handle;
}

function writeTitle({ shape: { title, farTitle } }: Handle, card: Card): void {
  if (!title) return;
  setText(title, card.title);
  if (farTitle) setText(farTitle, card.farTitle);
  setAttribute(title, "class", card.named ? "card-title" : "card-title source");
}

function drawMark(group: SVGGElement, mark: OperationMark, scene: Scene): void {
  const radius = scene.metrics.glyphRadius;
  setAttribute(group, "class", "operation-mark");
  setAttribute(group, "data-node", String(mark.node));
  setAttribute(group, "aria-hidden", "true");
  group.replaceChildren();
  drawGlyph(group, mark.glyph, { x: radius, y: radius }, radius);
}

function paintCard({ group, shape }: Handle, moment: CardMoment | GroupMoment, marks: CardMarks): void {
  const classes = ["card"];
  if (marks.now) classes.push("now");
  if (marks.selected) classes.push("selected");
  if (marks.lit) classes.push("lit");
  if (marks.hit) classes.push("hit");
  if (marks.breakpoint) classes.push("breakpoint");
  if (moment.blocked) classes.push("is-blocked");
  setAttribute(group, "class", classes.join(" "));
  setAttribute(group, "tabindex", marks.tabbable ? "0" : "-1");
  paintRow(shape.data, moment.data, "data");
  if (shape.grad?.label) setText(shape.grad.label, SLOPES[moment.slope]);
  if (shape.grad && moment.grad) paintRow(shape.grad, moment.grad, moment.gradPartial ? "grad partial" : "grad");
  paintTag(group, "ailment", marks.ailment, (_width, height) => at(6, height - 7));
  paintTag(group, "ghost", marks.ghost, (width) => at(width, -11));
  if (shape.progress && "progress" in moment) setAttribute(shape.progress, "width", (shape.progressWidth! * moment.progress).toFixed(1));
}

/** A tag at an edge of the card; drawn only where there is something to tell. A ghost's ends at its place, an ailment's begins there. */
function paintTag(group: SVGGElement, kind: "ailment" | "ghost", said: string | null, place: (width: number, height: number) => string): void {
  const before = group.querySelector(`:scope > .${kind}`);
  if ((before?.textContent ?? null) === said) return;
  before?.remove();
  if (said === null) return;
  const body = group.querySelector(".card-body")!;
  const length = (name: string): number => Number(body.getAttribute(name));
  const width = said.length * TAG_LETTER + 12;
  const left = kind === "ghost" ? -width : 0;
  const tag = append(group, "g", { class: `tag ${kind}`, transform: place(length("width"), length("height")) });
  append(tag, "rect", { x: left, width, height: 16, rx: 8 });
  append(tag, "text", { x: left + width / 2, y: 8, "text-anchor": "middle" }).textContent = said;
}

function paintRow(row: Row, cell: Cell, kind: string): void {
  setText(row.value, cell.broken && cell.heat === null ? `⚠ ${cell.text}` : cell.text);
  const state = cell.text === "—" ? "unknown" : signClass(cell.sign);
  setAttribute(row.value, "class", `number ${kind} ${state}${cell.broken ? " broken" : ""}${cell.text.length > LONG_NUMBER ? " long" : ""}`);
  const width = paintHeat(row, cell.heat);
  setAttribute(row.value, "x", String(row.right - width));
}
