/**
 * The layer of wires: one per slot of every operation, thin lines at rest; solid where a value goes, dashed where a contribution comes back, as long
 * as that is what is shown.
 */

import { interrupt } from "d3-transition";
import type { Hue } from "../../../explain/ways.ts";
import type { PlacedEdge } from "../../../layout/types.ts";
import { curvePath, measureCurve, type PointOnCurve, pointAlong, type Track } from "../../../layout/wire_curves.ts";
import { grouped, say } from "../../../messages/messages.ts";
import { createTaken, type Rect, rectAround, type Taken } from "../../../scene/fitting/free_places.ts";
import type { Flow, WireMoment } from "../../../scene/moment.ts";
import type { Scene } from "../../../scene/scene.ts";
import { type Seen, seenPart, trimEnd, trimStart, type Window } from "../../../scene/wire_ends.ts";
import type { Wire } from "../../../scene/wiring.ts";
import { append, at, type Group, setAttribute, signClass, unstyled } from "../../shared/svg.ts";
import { drawBlocked } from "../cards/card_shape.ts";

export interface WireMarks {
  readonly now: boolean;
  readonly selected: boolean;
  readonly lit: boolean;
  /** The first wrong step went along it. */
  readonly wrong: boolean;
  /** Of which contribution to the selected node it is a way; null where it is of none. */
  readonly hue: Hue | null;
}

export interface WireLayer {
  /**
   * Draws these wires and no others, with what they carry clear of the cards; those that stay bend within `duration` milliseconds. Of a wire only
   * what lies in the window is drawn, where there is one.
   */
  show(scene: Scene, visible: readonly PlacedEdge[], window: Window | null, cards: readonly Rect[], duration: number): void;
  paint(wire: number, moment: WireMoment, marks: WireMarks): void;
  /** The wire of the scene, where it is drawn. */
  wire(wire: number): Wire | null;
  /** The wire's measured curve, from source to target; null where it is not drawn. */
  track(wire: number): Track | null;
  /** Whether no other wire is there. */
  isClear(box: Rect, wire: number): boolean;
  /** Where tags are. */
  tags(): readonly Rect[];
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
  /** Shows that no gradient passes, or that one does. */
  readonly block: (isBlocked: boolean) => void;
  readonly track: Track;
  /** What is drawn of it. */
  readonly seen: Seen;
}

interface Placed {
  readonly place: PlacedEdge;
  readonly wire: Wire;
}

export function createWires(lines: Group, labels: Group, hatch: string): WireLayer {
  const handles = new Map<number, Handle>();
  const marks = labels.append("g").node()!;
  let pointed: SVGGElement | null = null;
  let tags: Rect[] = [];
  let courses: Taken | null = null;
  /** Whether what was shown last was bent to where it is: until it is there, a line is not as its curve says. */
  let wasBent = false;

  function show(
    scene: Scene,
    visible: readonly PlacedEdge[],
    window: Window | null,
    cards: readonly Rect[],
    duration: number,
  ): void {
    const drawnBefore = new Map(wasBent ? [] : Array.from(handles.values(), ({ line, seen }) => [line, seen.curve]));
    wasBent = duration > 0;
    handles.clear();
    courses = null;
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
    marks.replaceChildren();
    entered
      .merge(groups)
      .order()
      .each(function (item) {
        handles.set(item.wire.id, handleOf(this, item, tracks.get(item.wire.id)!, seenOf(item), scene, marks));
      });
    tags = tagged(scene, cards);
  }

  /** Writes on wires that represent several how many they are; returns where. */
  function tagged(scene: Scene, cards: readonly Rect[]): Rect[] {
    const several = [...handles.values()].filter(({ wire }) => wire.multiplicity !== null);
    if (several.length === 0) return [];
    const taken = createTaken(cards);
    return several.flatMap(({ wire, track }) => {
      const box = drawMultiplicity(marks, wire, track, scene, (rect) => taken.isFree(rect) && isClear(rect, wire.id));
      if (box) taken.add(box);
      return box ?? [];
    });
  }

  /** What is written beside one wire keeps clear of all others; their courses are only worked out where something is. */
  function isClear(box: Rect, wire: number): boolean {
    if (!courses) {
      courses = createTaken();
      for (const {
        wire: { id },
        track,
      } of handles.values())
        for (const point of pointsOf(track)) courses.add(point, id);
    }
    return courses.isFree(box, wire);
  }

  return {
    show,
    paint(wire, moment, marks) {
      const handle = handles.get(wire);
      if (handle) paintWire(handle, moment, marks, hatch);
    },
    wire: (wire) => handles.get(wire)?.wire ?? null,
    track: (wire) => handles.get(wire)?.track ?? null,
    isClear,
    tags: () => tags,
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

/** Length of an arrowhead, the same for every width: direction is not magnitude. */
const ARROW = 10;
/** Half the width of its base, at least. */
const ARROW_HALF = 4.5;
/** How far apart the points are that represent a wire, of which others keep clear. */
const POINT = 6;

function pointsOf(track: Track): Rect[] {
  const count = Math.max(2, Math.ceil(track.length / POINT));
  return Array.from({ length: count + 1 }, (_, index) => {
    const { x, y } = pointAlong(track, index / count);
    return rectAround(x, y, 1, 1);
  });
}

/** The line of a wire: whole while nothing travels it, and short of the end at which an arrowhead shows where it goes. */
function pathOf(curve: readonly number[], flow: Flow): string {
  if (flow === "idle") return curvePath(curve);
  return curvePath(flow === "gradient" ? trimStart(curve, ARROW) : trimEnd(curve, ARROW));
}

function handleOf(
  group: SVGGElement,
  { wire }: Placed,
  track: Track,
  seen: Seen,
  { metrics: { digit } }: Scene,
  marks: SVGGElement,
): Handle {
  if (wire.edges.length > 0) group.setAttribute("data-edge", String(wire.id));
  const [line, arrow] = group.querySelectorAll("path");
  let mark: SVGGElement | null = null;
  function block(isBlocked: boolean): void {
    if (!isBlocked) {
      mark?.remove();
      mark = null;
    } else if (mark === null) {
      const { x, y } = pointBefore(track, digit);
      mark = drawBlocked(marks, x, y, digit * 0.8);
      mark.classList.add("shown");
    }
  }
  return { wire, group, line: line!, arrow: arrow!, block, track, seen };
}

/** So far before the head of a wire. */
function pointBefore(track: Track, distance: number): PointOnCurve {
  return pointAlong(track, 1 - distance / Math.max(1, track.length));
}

const round = (length: number): number => Math.round(length * 10) / 10;

/** Parts of a wire at which its tag is tried, beside it and then on it: from the middle to both ends. */
const TAG_PARTS = [0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9];

/**
 * How many wires one represents, and where that is. Covered in part it would be read as something else; where it has no room, the wire's
 * explanation has the number.
 */
function drawMultiplicity(
  labels: SVGGElement,
  wire: Wire,
  track: Track,
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
  { group, line, arrow, block, track, seen }: Handle,
  moment: WireMoment,
  marks: WireMarks,
  hatch: string,
): void {
  const classes = ["wire", moment.flow, signClass(moment.sign)];
  for (const mark of ["now", "lit", "selected", "wrong"] as const) if (marks[mark]) classes.push(mark);
  if (marks.hue) classes.push(`way-${marks.hue}`);
  setAttribute(group, "class", classes.join(" "));
  setAttribute(line, "stroke-width", moment.width.toFixed(2));
  const hatched = moment.flow !== "idle" && moment.sign < 0 && marks.hue === null;
  setAttribute(line, "stroke", hatched ? hatch : "currentColor");
  if (line.getAttribute("data-flow") !== moment.flow) {
    interrupt(line);
    line.setAttribute("data-flow", moment.flow);
    line.setAttribute("d", pathOf(seen.curve, moment.flow));
    // Dashes of wires that run as one lie on one another, wherever each begins to be seen.
    setAttribute(line, "stroke-dashoffset", String(round(seen.skipped)));
  }
  drawArrow(arrow, track, moment);
  block(moment.blocked);
}

/** Points where the flow goes: a value to the target, a contribution back to the source. */
function drawArrow(arrow: SVGPathElement, track: Track, { flow, width }: WireMoment): void {
  setAttribute(arrow, "visibility", flow === "idle" ? "hidden" : "visible");
  if (flow === "idle") return;
  const end = pointAlong(track, flow === "gradient" ? 0 : 1);
  const degrees = (end.angle * 180) / Math.PI + (flow === "gradient" ? 180 : 0);
  const half = ARROW_HALF + width / 2;
  setAttribute(arrow, "transform", `${at(end.x, end.y)}rotate(${Math.round(degrees)})`);
  setAttribute(arrow, "d", `M0,0L${-ARROW - 1},${half.toFixed(1)}V${(-half).toFixed(1)}Z`);
}
