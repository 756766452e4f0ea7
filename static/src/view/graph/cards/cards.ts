/** The layer of value cards and operation marks: keyed to the program's names, moved where a layout changes, repainted where numbers do. */
import "d3-transition";
import type { Slot } from "../../../core/slots.ts";
import type { PlacedNode } from "../../../layout/types.ts";
import { say } from "../../../messages/messages.ts";
import { type Card, freeBehindTitle } from "../../../scene/fitting/cards.ts";
import type { Rect } from "../../../scene/fitting/free_places.ts";
import { glyphReach, type Metrics } from "../../../scene/fitting/metrics.ts";
import { correctionText, type FreeInRow, type TagKind, tagBox, tagInRow } from "../../../scene/fitting/tags.ts";
import type { GroupMoment } from "../../../scene/group_moment.ts";
import type { CardMoment, Cell } from "../../../scene/moment.ts";
import type { OperationMark, Scene } from "../../../scene/scene.ts";
import { NOT_COMPUTED } from "../../../text/format.ts";
import { paintHeat } from "../../shared/heat_cells.ts";
import { append, at, type Group, setAttribute, setText, signClass, unstyled } from "../../shared/svg.ts";
import type { Row } from "./card_rows.ts";
import { type CardShape, drawCard, drawGlyph, writeTitle } from "./card_shape.ts";
import type { Named } from "./far_number.ts";
import { namedFromAfar, sizeOfGroup, writeMember } from "./group_shape.ts";

/** How a card stands out. */
export interface CardMarks {
  readonly now: boolean;
  readonly selected: boolean;
  readonly lit: boolean;
  readonly tabbable: boolean;
  readonly hit: boolean;
  readonly breakpoint: boolean;
  /** What ails it, in a word or two; null where there is nothing to show. */
  readonly ailment: string | null;
  /** In what it differs from the same card of another graph; null where it does not, or there is none. */
  readonly difference: string | null;
  /** What its value would be after a nudge; null where nobody asks, or nothing changes. */
  readonly ghost: string | null;
  /** The row whose number is asked for; null where none is. */
  readonly asked: Slot["row"] | null;
}

export interface CardLayer {
  /** Draws these cards and no others; those that stay move within `duration` milliseconds. */
  show(scene: Scene, visible: readonly PlacedNode[], duration: number): void;
  /** New names on the cards that are drawn. */
  retitle(scene: Scene): void;
  /** Repaints one card; does nothing where it is not drawn. */
  paint(id: number, moment: CardMoment | GroupMoment, marks: CardMarks): void;
  /**
   * The type, in lengths of the picture, of what is written on cards that are seen from afar, null where they are not; and whether that is at most
   * their names. Returns whether it is new.
   */
  seeIn(type: number | null, isName: boolean): boolean;
  /** Whether the code is there that writes on cards that are seen from afar. */
  writesAfar(): boolean;
  /** Fetches that code. */
  fetchWriter(): void;
  label(id: number, spoken: string): void;
  /** The tooltip of a card. */
  tooltip(id: number, text: string): void;
  element(id: number): SVGGElement | null;
  drawn(): Iterable<number>;
}

interface Handle {
  readonly group: SVGGElement;
  readonly shape: CardShape;
  /** Which shape is drawn: another one is drawn again in the same group. */
  readonly look: string;
  /** Size of the type of its tags. */
  readonly tagType: number;
  /** Whether wires leave it at its lower edge. */
  readonly isDown: boolean;
  readonly free: FreeInRow;
  /** Of a folded group, what it is called from afar; null for a node's own card. */
  readonly named: Required<Named> | null;
}

interface Placed {
  readonly place: PlacedNode;
  readonly card: Card | null;
  readonly mark: OperationMark | null;
}

/** `repaint` is called when the cards have to be painted again, since numbers can now be written on those that are seen from afar. */
export function createCards(layer: Group, repaint: () => void): CardLayer {
  const handles = new Map<number, Handle>();
  let farType: number | null = null;
  let isName = false;
  let writer: typeof import("./far_number.ts").writeFar | null = null;

  function fetchWriter(): void {
    if (writer) return;
    import("./far_number.ts").then(
      ({ writeFar }) => {
        if (writer) return;
        writer = writeFar;
        if (farType !== null) repaint();
      },
      () => {}, // the server is away: asked again when the size changes
    );
  }

  function show(scene: Scene, visible: readonly PlacedNode[], duration: number): void {
    const looked = new Map([...handles.values()].map((handle) => [handle.group, handle]));
    handles.clear();
    const marks = new Map(scene.operations.map((mark) => [mark.id, mark]));
    const items = visible.map(
      (place): Placed => ({ place, card: scene.cardOf.get(place.id) ?? null, mark: marks.get(place.id) ?? null }),
    );
    const groups = layer.selectAll<SVGGElement, Placed>(":scope > g").data(items, ({ place }) => place.key);
    groups.exit().remove();
    const entered = groups.enter().append("g").attr("transform", moveToPlace);
    // One transition does both: a second one of the same card would end the first before all of it can be seen.
    if (duration > 0) {
      entered.style("opacity", 0);
      entered
        .merge(groups)
        .transition()
        .duration(duration)
        .style("opacity", 1)
        .attr("transform", moveToPlace)
        // From then on the style sheet says what is pale.
        .on("end", unstyled);
    } else groups.interrupt().style("opacity", null).attr("transform", moveToPlace);
    entered
      .merge(groups)
      .order()
      .each(function ({ card, mark }) {
        if (card) handles.set(card.id, drawIn(this, card, scene, looked.get(this)));
        else if (mark) drawMark(this, mark, scene);
      });
  }

  return {
    show,
    retitle(scene) {
      for (const [id, handle] of handles) nameCard(handle, scene.cardOf.get(id)!, scene.metrics);
    },
    paint(id, moment, marks) {
      const handle = handles.get(id);
      if (handle) {
        paintCard(handle, moment, marks);
        const { far, title, data, grad } = handle.shape;
        if (far && farType !== null) {
          const numbers = { data: numberOf(moment.data), grad: numberOf(moment.grad) };
          const symbol = handle.group.querySelector(":scope > .glyph")?.textContent;
          const line = title?.dataset.line ?? title?.textContent ?? "";
          const words = line || symbol;
          const isInput = /^(input|parameter)$/.test(handle.group.dataset.role!);
          const own = { title: words ?? "", symbol, data: data.value, grad: grad?.value ?? null, numbers, isInput };
          // What was given no name is only made on the way.
          const isNamed = title?.getAttribute("class") === "card-title";
          const named = handle.named ?? { title: isNamed ? line : "" };
          writer?.(far, isName ? named : { ...own, ...handle.named }, farType);
        }
      }
    },
    seeIn(type, name) {
      const isNew = type !== farType || name !== isName;
      farType = type;
      isName = name;
      if (isNew && type !== null) fetchWriter();
      return isNew;
    },
    writesAfar: () => writer !== null,
    fetchWriter,
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

const moveToPlace = ({ place }: Placed): string => at(place.x, place.y);

function drawIn(group: SVGGElement, card: Card, scene: Scene, before: Handle | undefined): Handle {
  const { direction, detail } = scene.appearance;
  const look = `${card.role} ${card.bare} ${card.width} ${card.height} ${card.glyph} ${detail} ${card.listed} ${card.folded ? sizeOfGroup(card.folded) : ""} ${card.folded?.group.members.length}`;
  const handle = {
    group,
    shape: before?.look === look ? before.shape : drawCard(group, card, scene.metrics),
    look,
    tagType: scene.metrics.tagType,
    isDown: direction === "down",
    free: freeBehindTitle(card, scene.metrics),
    named: card.folded && namedFromAfar(card.folded),
  };
  setAttribute(group, "role", "graphics-symbol");
  setAttribute(group, "data-node", String(card.id));
  setAttribute(group, "data-role", card.role);
  group.toggleAttribute("data-folded", card.folded !== null);
  nameCard(handle, card, scene.metrics);
  return handle;
}

function nameCard({ shape: { title } }: Handle, card: Card, metrics: Metrics): void {
  if (!title) return;
  writeTitle(title, card.title, card.runs, metrics);
  setAttribute(title, "class", card.named ? "card-title" : "card-title source");
}

function drawMark(group: SVGGElement, mark: OperationMark, scene: Scene): void {
  const { metrics } = scene;
  setAttribute(group, "class", "operation-mark");
  setAttribute(group, "data-node", String(mark.node));
  setAttribute(group, "aria-hidden", "true");
  group.replaceChildren();
  drawGlyph(group, mark.glyph, { x: glyphReach(mark.glyph, metrics), y: metrics.glyphRadius }, metrics);
}

function paintCard(handle: Handle, moment: CardMoment | GroupMoment, marks: CardMarks): void {
  const { group, shape } = handle;
  setAttribute(group, "class", classesOf(moment, marks));
  setAttribute(group, "tabindex", marks.tabbable ? "0" : "-1");
  paintRows(shape, moment, marks.asked);
  paintTags(handle, moment, marks);
  if (shape.progress && "progress" in moment)
    setAttribute(shape.progress, "width", (shape.progressWidth! * moment.progress).toFixed(1));
  if (shape.member && shape.title && "shown" in moment && moment.shown)
    writeMember({ title: shape.title, member: shape.member }, moment.shown);
}

/** How many of the gradients that are folded in a card are wrong. */
const wrongInside = (moment: CardMoment | GroupMoment): number => ("wrongInside" in moment ? moment.wrongInside : 0);

function classesOf(moment: CardMoment | GroupMoment, marks: CardMarks): string {
  const classes = ["card"];
  for (const mark of ["now", "selected", "lit", "hit", "breakpoint", "asked"] as const) if (marks[mark]) classes.push(mark);
  if (moment.blocked) classes.push("is-blocked");
  if (moment.grad && moment.grad.text !== NOT_COMPUTED) classes.push(`with-${signClass(moment.grad.sign)}`);
  if ((moment.right ?? null) !== null || wrongInside(moment) > 0) classes.push("wrong");
  if (marks.difference !== null) classes.push("differs");
  return classes.join(" ");
}

function paintRows({ data, grad, single }: CardShape, moment: CardMoment | GroupMoment, asked: CardMarks["asked"]): void {
  paintRow(data, moment.data, "data");
  if (grad && moment.grad) paintRow(grad, moment.grad, moment.gradPartial ? "grad partial" : "grad");
  const row = asked === "data" ? data : asked === "grad" ? grad : null;
  if (row?.value.textContent === NOT_COMPUTED) setText(row.value, "?");
  if (single) {
    const showsGradient = asked === "grad" || (asked === null && moment.grad!.text !== NOT_COMPUTED);
    setShown(data, !showsGradient);
    setShown(grad!, showsGradient);
  }
  // As an attribute, so that a picture that is taken away has it too.
  if ((moment.right ?? null) === null) grad?.value.removeAttribute("text-decoration");
  else if (grad) setAttribute(grad.value, "text-decoration", "line-through");
}

function paintTags({ group, tagType, isDown, free }: Handle, moment: CardMoment | GroupMoment, marks: CardMarks): void {
  const right = moment.right ?? null;
  const count = wrongInside(moment);
  const correction = right !== null ? correctionText(right) : count > 0 ? say("card-wrong-inside", { count }) : null;
  const tag = (kind: TagKind, text: string | null, beside = false): void =>
    paintTag(group, kind, text, () => tagBox(kind, text!, tagType, sizeOf(group), beside));
  const inRow = (kind: "difference" | "ghost", text: string | null): void => {
    const placed = text === null ? null : tagInRow(kind, text, tagType, sizeOf(group), free);
    paintTag(group, kind, placed?.words ?? null, () => placed!.box);
  };
  // What is wrong says more than what ails it, and is in the same place.
  tag("ailment", correction === null ? marks.ailment : null);
  tag("right", correction, isDown);
  // A value that is being tried out is in the same place, and says more.
  inRow("difference", marks.ghost === null ? marks.difference : null);
  inRow("ghost", marks.ghost);
}

/** Between a card's symbol and a tag beside it. */
const TAG_GAP = 3;

function sizeOf(group: SVGGElement): { width: number; height: number } {
  const body = group.querySelector(".card-body")!;
  return { width: Number(body.getAttribute("width")), height: Number(body.getAttribute("height")) };
}

/** A tag of the card; drawn only where it has a text. */
function paintTag(group: SVGGElement, kind: TagKind, words: string | null, place: () => Rect): void {
  const before = group.querySelector(`:scope > .${kind}`);
  if ((before?.textContent ?? null) === words) return;
  before?.remove();
  if (words === null) return;
  const box = place();
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  // A symbol at the same edge says what the number is of: what is tried out stands beside it. One within the card is below the tag.
  const glyph = kind === "ghost" ? group.querySelector(":scope > .glyph-circle") : null;
  const end =
    glyph && Number(glyph.getAttribute("y")) < box.bottom - 1
      ? Number(glyph.getAttribute("x")) + Number(glyph.getAttribute("width")) + TAG_GAP
      : -Infinity;
  const tag = append(group, "g", { class: `tag ${kind}`, transform: at(Math.max(box.left, end), box.top) });
  append(tag, "rect", { x: 0, width, height, rx: height / 2 });
  append(tag, "text", { x: width / 2, y: height / 2, "text-anchor": "middle" }).textContent = words;
}

/** What may be rounded further; of a number that means nothing, nothing. */
function numberOf(cell: Cell | null): number | undefined {
  return cell && !cell.broken ? cell.number : undefined;
}

/** A number, or its cells in its place. */
function setShown({ value, cells }: Row, isShown: boolean): void {
  const isCells = cells?.instead === true && cells.group.childElementCount > 0;
  setAttribute(value, "display", isShown && !isCells ? "inline" : "none");
  if (cells) setAttribute(cells.group, "display", isShown ? "inline" : "none");
}

function paintRow(row: Row, cell: Cell, kind: string): void {
  const { value, cells } = row;
  const isUnknown = cell.text === NOT_COMPUTED;
  const text = cell.broken && cell.heat === null && !isUnknown ? `⚠ ${cell.text}` : cell.text;
  setText(value, text);
  const state = isUnknown ? "unknown" : signClass(cell.sign);
  setAttribute(value, "class", `number ${kind} ${state}${cell.broken ? " broken" : ""}${cell.isShape ? " shape" : ""}`);
  if (cells) paintHeat(cells, cell.heat);
  if (cells?.instead) setShown(row, true);
}
