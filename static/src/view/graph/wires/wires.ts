/** The layer of wires: one per slot of every operation, solid where a value went, dashed where a contribution came back. */

import { select } from "d3-selection";
import { interrupt } from "d3-transition";
import { gather } from "../../../core/gathered.ts";
import type { PlacedEdge } from "../../../layout/types.ts";
import { curvePath, measureCurve, type PointOnCurve, pointAlong, type Track } from "../../../layout/wire_curves.ts";
import { grouped, say } from "../../../messages/messages.ts";
import { createTaken, type Rect, rectAround } from "../../../scene/fitting/free_places.ts";
import { type LabelPlace, labelPlaces, linesOf } from "../../../scene/fitting/label_places.ts";
import { type Flow, LABEL_WIDTH, type WireMoment } from "../../../scene/moment.ts";
import type { Scene } from "../../../scene/scene.ts";
import { type Seen, seenPart, trimEnd, trimStart, type Window } from "../../../scene/wire_ends.ts";
import type { Wire } from "../../../scene/wiring.ts";
import { append, at, type Group, setAttribute, setText, signClass, unstyled } from "../../shared/svg.ts";
import { drawBlocked } from "../cards/card_shape.ts";

export interface WireMarks {
  readonly now: boolean;
  readonly selected: boolean;
  readonly lit: boolean;
  /** The first wrong step went along it. */
  readonly wrong: boolean;
}

export interface WireLayer {
  /**
   * Draws these wires and no others, with their numbers clear of the cards; those that stay bend within `duration` milliseconds. `wrong`
   * is the wire of the first wrong step, which has a ✗ before its number. Of a wire only what lies in the window is drawn, where there is one.
   */
  show(
    scene: Scene,
    visible: readonly PlacedEdge[],
    window: Window | null,
    cards: readonly Rect[],
    duration: number,
    wrong: number | null,
  ): void;
  paint(wire: number, moment: WireMoment, marks: WireMarks): void;
  /** The wire of the scene, where it is drawn. */
  wire(wire: number): Wire | null;
  /** The wire's measured curve, from source to target; null where it is not drawn. */
  track(wire: number): Track | null;
  /** Its number, with its sign, where there is no room for that at the wire; else nothing. */
  leftOut(wire: number, moment: WireMoment, marks: WireMarks): string;
  /** Whether no other wire is there. */
  isClear(box: Rect, wire: number): boolean;
  /** Characters that the number of a wire that is drawn may have. */
  roomOf(wire: number): number;
  /** How far along a wire its slope is: 0 at the source, 1 at the head. */
  slopeAt(wire: number): number;
  /** Where numbers are, or have room. */
  labels(): readonly Rect[];
  drawn(): Iterable<number>;
  element(wire: number): SVGGElement | null;
  /** Lets assistive technology and the keyboard meet the wire, under this name. */
  label(wire: number, spoken: string): void;
  /** The wire that the pointer is near. */
  point(wire: number | null): void;
}

interface Handle {
  readonly wire: Wire;
  readonly group: SVGGElement;
  readonly line: SVGPathElement;
  readonly arrow: SVGPathElement;
  readonly label: SVGTextElement;
  /** What a number that is on its wire is written on; null for those beside it. */
  readonly ground: SVGRectElement | null;
  readonly digit: number;
  /** Where there is room for its number; null where there is none. */
  readonly place: LabelPlace | null;
  /** Shows that no gradient passes, or that one does. */
  readonly block: (isBlocked: boolean) => void;
  readonly track: Track;
  /** What is drawn of it. */
  readonly seen: Seen;
  /** What widths are multiplied by. */
  readonly stroke: number;
}

type Parts = Omit<Handle, "label" | "ground" | "place">;

interface Placed {
  readonly place: PlacedEdge;
  readonly wire: Wire;
}

export function createWires(lines: Group, labels: Group, hatch: string): WireLayer {
  const handles = new Map<number, Handle>();
  const [ports, grounds, numbers, tags] = [0, 1, 2, 3].map(() => labels.append("g").node()!);
  let pointed: SVGGElement | null = null;
  let boxes: Rect[] = [];
  let courses = createTaken();
  /** Whether what was shown last was bent to where it is: until it is there, a line is not as its curve says. */
  let wasBent = false;

  function show(
    scene: Scene,
    visible: readonly PlacedEdge[],
    window: Window | null,
    cards: readonly Rect[],
    duration: number,
    wrong: number | null,
  ): void {
    const drawnBefore = new Map(wasBent ? [] : Array.from(handles.values(), ({ line, seen }) => [line, seen.curve]));
    wasBent = duration > 0;
    handles.clear();
    const wires = new Map(scene.wires.map((wire) => [wire.id, wire]));
    const tracks = new Map(visible.map((edge) => [edge.id, measureCurve(edge.curve)]));
    const seen = new Map(
      visible.map(({ id, curve }) => [id, window ? seenPart(tracks.get(id)!, window) : { curve, skipped: 0 }]),
    );
    const seenOf = ({ wire }: Placed): Seen => seen.get(wire.id)!;
    const items = visible.map((place): Placed => ({ place, wire: wires.get(place.id)! }));
    const groups = lines.selectAll<SVGGElement, Placed>(":scope > g").data(items, ({ wire }) => wire.key);
    groups.exit().remove();
    const entered = groups.enter().append("g").attr("class", "wire");
    entered
      .append("path")
      .attr("class", "wire-line")
      .attr("d", (item) => curvePath(seenOf(item).curve));
    entered.append("path").attr("class", "arrow");
    const paths = groups.select<SVGPathElement>(".wire-line");
    if (duration > 0) {
      entered.style("opacity", 0).transition().duration(duration).style("opacity", 1).on("end", unstyled);
      paths
        .transition()
        .duration(duration)
        .attr("d", function (item) {
          return pathOf(seenOf(item).curve, (this.getAttribute("data-flow") ?? "idle") as Flow);
        });
    } else {
      groups.interrupt().style("opacity", null);
      // What is painted next draws it: it depends on the flow. A line that stays as it is costs much to draw again.
      paths
        .filter(function (item) {
          return drawnBefore.get(this) !== seenOf(item).curve;
        })
        .interrupt()
        .attr("data-flow", null);
    }
    for (const group of [ports!, grounds!, tags!]) group.replaceChildren();
    boxes = [];
    const sides = sidesOf(visible, scene);
    const entering = new Map<number, number>();
    for (const { target } of visible) entering.set(target, (entering.get(target) ?? 0) + 1);
    const isCrowded = ({ target }: PlacedEdge): boolean => visible.length > MAX_PLACED || entering.get(target)! > MAX_LABELLED;
    const { digit } = scene.metrics;
    const taken = createTaken(cards);
    const take = (mark: Rect | null): void => {
      if (mark === null) return;
      taken.add(mark);
      boxes.push(mark);
    };
    const drawn: { readonly handle: Parts; readonly isCrowded: boolean; readonly alone: number | undefined }[] = [];
    entered
      .merge(groups)
      .order()
      .each(function (item) {
        const track = tracks.get(item.wire.id)!;
        const crowded = isCrowded(item.place);
        drawn.push({
          handle: partsOf(this, item, track, seenOf(item), scene, ports!),
          isCrowded: crowded,
          alone: item.place.alone,
        });
        if (!crowded) take(drawPort(ports!, item.wire, track, scene));
      });
    const labelled = drawn
      .filter((one) => !one.isCrowded)
      .map(({ handle: { wire, track }, alone }) => ({
        id: wire.id,
        track,
        alone,
        side: sides.get(wire.id)!,
        sign: wire.id === wrong ? WRONG_SIGN * digit : 0,
        longer: scene.cardOf.get(Math.ceil(wire.source))?.listed ? LIST : scene.appearance.detail === "full" ? LONG_NUMBER : 0,
      }));
    courses = linesOf(labelled);
    const widths = LABEL_WIDTHS.map((characters) => characters * digit);
    const places = labelPlaces(labelled, { widths, height: digit * 1.9, more: digit }, taken, digit * 1.3, courses);
    // Laying out text takes longest of all: a number that stays where it was is left alone.
    const texts = select(numbers!)
      .selectAll<SVGTextElement, Parts>("text")
      .data(
        drawn.map(({ handle }) => handle),
        ({ wire }) => wire.key,
      );
    texts.exit().remove();
    texts
      .enter()
      .append("text")
      .merge(texts)
      .order()
      .each(function (handle) {
        const place = places.get(handle.wire.id) ?? null;
        if (place) boxes.push(place.box);
        const ground = place?.isOn ? append(grounds!, "rect", { class: "label-ground" }) : null;
        placeLabel(this, place, handle.track);
        handles.set(handle.wire.id, { ...handle, place, ground, label: this });
      });
    for (const { handle, isCrowded } of drawn)
      if (handle.wire.multiplicity !== null && !isCrowded)
        take(drawMultiplicity(tags!, handle, scene, (box) => taken.isFree(box) && courses.isFree(box, handle.wire.id)));
  }

  return {
    show,
    paint(wire, moment, marks) {
      const handle = handles.get(wire);
      if (handle) paintWire(handle, moment, marks, hatch);
    },
    wire: (wire) => handles.get(wire)?.wire ?? null,
    track: (wire) => handles.get(wire)?.track ?? null,
    leftOut(wire, moment, marks) {
      const handle = handles.get(wire);
      return handle && !isInRoom(handle, moment, marks) && moment.label !== "" ? signBefore(moment, marks) + moment.label : "";
    },
    isClear: (box, wire) => courses.isFree(box, wire),
    roomOf(wire) {
      const { place, digit } = handles.get(wire)!;
      return Math.max(LABEL_WIDTH, place ? Math.round(place.room / digit) : 0);
    },
    slopeAt: (wire) => Math.min(0.8, Math.max(0.3, handles.get(wire)?.place?.fraction ?? 0.6)),
    labels: () => boxes,
    drawn: () => handles.keys(),
    element: (wire) => handles.get(wire)?.group ?? null,
    label(wire, spoken) {
      const group = handles.get(wire)?.group;
      if (!group) return;
      setAttribute(group, "role", "graphics-symbol");
      setAttribute(group, "tabindex", "-1");
      setAttribute(group, "aria-label", spoken);
    },
    point(wire) {
      const group = wire === null ? null : (handles.get(wire)?.group ?? null);
      if (group === pointed) return;
      pointed?.removeAttribute("data-pointed");
      group?.setAttribute("data-pointed", "");
      pointed = group;
    },
  };
}

/** Numbers of more wires than this, side by side at one card, would cover each other; and of more in all, nobody reads them. */
const MAX_LABELLED = 8;
const MAX_PLACED = 800;

/** Digits' room of the ✗ before a number, with the space after it. */
const WRONG_SIGN = 2;

/** Characters that the number of a wire may have room for, the most first. */
const LABEL_WIDTHS = [LABEL_WIDTH, 5, 3];
/** And by how many more, where nothing is in the way, it is written as on its card: the number of a full one, and a short list. */
const [LONG_NUMBER, LIST] = [2, 12];

/** Length of an arrowhead, the same for every width: direction is not magnitude. */
const ARROW = 8;

/** The line of a wire: whole while nothing has travelled it, and short of the end at which an arrowhead shows where it went. */
function pathOf(curve: readonly number[], flow: Flow): string {
  if (flow === "idle") return curvePath(curve);
  return curvePath(flow === "gradient" ? trimStart(curve, ARROW) : trimEnd(curve, ARROW));
}

/** Which side of each wire its number is on: outside of the bundle that enters a node. 1 is to the left of its heading, −1 to the right. */
function sidesOf(edges: readonly PlacedEdge[], { metrics, appearance }: Scene): Map<number, 1 | -1> {
  const across = appearance.direction === "down" ? "x" : "y";
  const bundles = new Map<number, { edge: PlacedEdge; from: number }[]>();
  for (const edge of edges) {
    // Where it comes from before it bends to its port.
    const track = measureCurve(edge.curve);
    const from = pointAlong(track, 1 - metrics.gaps.layer / Math.max(1, track.length))[across];
    gather(bundles, edge.target, { edge, from });
  }
  const sides = new Map<number, 1 | -1>();
  for (const bundle of bundles.values()) {
    const middle = (bundle.length - 1) / 2;
    bundle.sort((one, other) => one.from - other.from || one.edge.slot - other.edge.slot);
    for (const [index, { edge }] of bundle.entries()) sides.set(edge.id, index > middle === (across === "y") ? -1 : 1);
  }
  return sides;
}

function partsOf(group: SVGGElement, { wire }: Placed, track: Track, seen: Seen, scene: Scene, labels: SVGGElement): Parts {
  const { digit, stroke } = scene.metrics;
  if (wire.edges.length > 0) group.setAttribute("data-edge", String(wire.id));
  const [line, arrow] = group.querySelectorAll("path");
  let mark: SVGGElement | null = null;
  function block(isBlocked: boolean): void {
    if (!isBlocked) {
      mark?.remove();
      mark = null;
    } else if (mark === null) {
      const { x, y } = pointBefore(track, digit);
      mark = drawBlocked(labels, x, y, digit * 0.8);
      mark.classList.add("shown");
    }
  }
  return { wire, group, line: line!, arrow: arrow!, block, track, seen, stroke, digit };
}

/** So far before the head of a wire. */
function pointBefore(track: Track, distance: number): PointOnCurve {
  return pointAlong(track, 1 - distance / Math.max(1, track.length));
}

/** A number that has no place is not written here: that of the step, and of the wire that is selected, is in front of the picture. */
function placeLabel(label: SVGTextElement, place: LabelPlace | null, track: Track): void {
  const { x, y, anchor } = place ?? { ...pointAlong(track, 0.5), anchor: "middle" };
  setAttribute(label, "x", String(round(x)));
  setAttribute(label, "y", String(round(y)));
  setAttribute(label, "text-anchor", anchor);
}

const round = (length: number): number => Math.round(length * 10) / 10;

/** The slot's number where order matters; returns where it is. */
function drawPort(labels: SVGGElement, wire: Wire, track: Track, { metrics, appearance }: Scene): Rect | null {
  if (wire.port === null) return null;
  const { digit } = metrics;
  const { x, y } = pointBefore(track, digit * 0.9);
  const outward = wire.slot === 0 ? -1 : 1;
  const place =
    appearance.direction === "down"
      ? { x: x + outward * digit, y: y - digit * 0.2 }
      : { x: x - digit * 0.3, y: y + outward * digit * 1.1 };
  append(labels, "text", { class: "port", x: place.x, y: place.y, "text-anchor": "middle" }).textContent = wire.port;
  return rectAround(place.x, place.y, digit * 1.1, digit * 1.8);
}

/** Parts of a wire at which its tag is tried, beside it and then on it: from the middle to both ends. */
const TAG_PARTS = [0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9];

/**
 * How many wires one represents, and where that is. Covered in part it would be read as something else; where it has no room, the wire's
 * explanation has the number.
 */
function drawMultiplicity(
  labels: SVGGElement,
  { wire, track }: Parts,
  { metrics, appearance }: Scene,
  isFree: (box: Rect) => boolean,
): Rect | null {
  const { digit } = metrics;
  const count = wire.multiplicity!;
  const sideways = appearance.direction === "down";
  const words = say("wires-in-one", { count, shown: grouped(count) });
  const [width, height] = [digit * (0.95 * words.length + 0.8), digit * 2.1];
  const [across, along] = sideways ? [width / 2 + digit * 1.5, height / 2] : [digit * 3.1, width / 2];
  const backs = [Math.max(digit * 2.6, along), ...TAG_PARTS.map((part) => track.length * part)];
  const beside = backs.flatMap((back) => {
    const { x, y } = pointBefore(track, back);
    return [-across, across].map((away) => (sideways ? { x: x + away, y } : { x, y: y + away }));
  });
  const places = [...beside, ...TAG_PARTS.map((part) => pointBefore(track, track.length * part))];
  const box = places.map(({ x, y }) => ({ x, y, rect: rectAround(x, y, width, height) })).find(({ rect }) => isFree(rect));
  if (!box) return null;
  const tag = append(labels, "g", { class: "multiplicity", transform: at(box.x, box.y) });
  append(tag, "rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 });
  append(tag, "text", { "text-anchor": "middle" }).textContent = words;
  return box.rect;
}

function paintWire(
  { group, line, arrow, label, ground, place, block, track, seen, stroke, digit }: Handle,
  moment: WireMoment,
  marks: WireMarks,
  hatch: string,
): void {
  const classes = ["wire", moment.flow, signClass(moment.sign)];
  if (marks.now) classes.push("now");
  if (marks.lit) classes.push("lit");
  if (marks.selected) classes.push("selected");
  if (marks.wrong) classes.push("wrong");
  setAttribute(group, "class", classes.join(" "));
  setAttribute(line, "stroke-width", (moment.width * stroke).toFixed(2));
  const hatched = moment.flow !== "idle" && moment.sign < 0;
  setAttribute(line, "stroke", hatched ? hatch : "currentColor");
  if (line.getAttribute("data-flow") !== moment.flow) {
    interrupt(line);
    line.setAttribute("data-flow", moment.flow);
    line.setAttribute("d", pathOf(seen.curve, moment.flow));
    // Dashes of wires that run as one lie on one another, wherever each begins to be seen.
    setAttribute(line, "stroke-dashoffset", String(round(seen.skipped)));
  }
  drawArrow(arrow, track, moment, stroke);
  const text = isInRoom({ place, digit }, moment, marks) ? signBefore(moment, marks) + moment.label : "";
  setText(label, text);
  if (ground && place) drawGround(ground, place, moment.label === "" ? 0 : text.length, digit);
  const kind = moment.slope ? "slope" : signClass(moment.sign);
  setAttribute(label, "class", `wire-label ${kind}${moment.isShape ? " shape" : ""}${moment.isLost ? " lost" : ""}`);
  block(moment.blocked);
}

function signBefore({ isLost }: WireMoment, { wrong }: WireMarks): string {
  return wrong ? "✗ " : isLost ? "⚠ " : "";
}

/** What has more characters than its place would be over something else. A ✗ has room of its own. */
function isInRoom({ place, digit }: Pick<Handle, "place" | "digit">, moment: WireMoment, marks: WireMarks): boolean {
  const sign = marks.wrong ? "" : signBefore(moment, marks);
  return place !== null && (sign + moment.label).length * digit <= place.room;
}

function drawGround(ground: SVGRectElement, { x, y }: LabelPlace, letters: number, digit: number): void {
  const [width, height] = [letters === 0 ? 0 : (letters + 0.4) * digit, 1.6 * digit];
  setAttribute(ground, "x", String(round(x - width / 2)));
  setAttribute(ground, "y", String(round(y - height / 2)));
  setAttribute(ground, "width", String(round(width)));
  setAttribute(ground, "height", String(round(height)));
}

/** Points where the flow went: a value to the target, a contribution back to the source. */
function drawArrow(arrow: SVGPathElement, track: Track, { flow, width }: WireMoment, stroke: number): void {
  setAttribute(arrow, "visibility", flow === "idle" ? "hidden" : "visible");
  if (flow === "idle") return;
  const end = pointAlong(track, flow === "gradient" ? 0 : 1);
  const degrees = (end.angle * 180) / Math.PI + (flow === "gradient" ? 180 : 0);
  const half = (width / 2 + 2) * stroke + 1;
  setAttribute(arrow, "transform", `${at(end.x, end.y)}rotate(${Math.round(degrees)})`);
  setAttribute(arrow, "d", `M0,0L${-ARROW - 1},${half.toFixed(1)}V${(-half).toFixed(1)}Z`);
}
