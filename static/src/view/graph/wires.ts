/** The layer of wires: one per slot of every operation, solid where a value went, dashed where a contribution came back. */
import { interrupt } from "d3-transition";
import { curvePath, measureCurve, pointAlong, type PointOnCurve, type Track } from "../../graph/layout/curve.ts";
import type { PlacedEdge } from "../../graph/layout/types.ts";
import type { Flow, WireMoment } from "../../graph/moment.ts";
import type { Scene } from "../../graph/scene.ts";
import type { Wire } from "../../graph/wiring.ts";
import { trimEnd, trimStart } from "../../graph/trim.ts";
import { drawBlocked } from "./card_shape.ts";
import { append, at, setAttribute, setText, signClass, type Group } from "./svg.ts";

export interface WireMarks {
  readonly now: boolean;
  readonly lit: boolean;
}

export interface WireLayer {
  /** Draws these wires and no others; those that stay bend within `duration` milliseconds. */
  show(scene: Scene, visible: readonly PlacedEdge[], duration: number): void;
  paint(wire: number, moment: WireMoment, marks: WireMarks): void;
  /** The wire of the scene, where it is drawn. */
  wire(wire: number): Wire | null;
  /** The wire's measured curve, from source to target; null where it is not drawn. */
  track(wire: number): Track | null;
  /** The side of a wire's heading on which its number stands: 1 left, −1 right. */
  sideOf(wire: number): 1 | -1;
  drawn(): Iterable<number>;
}

interface Handle {
  readonly wire: Wire;
  readonly group: SVGGElement;
  readonly line: SVGPathElement;
  readonly arrow: SVGPathElement;
  readonly label: SVGTextElement;
  readonly blocked: SVGGElement;
  readonly track: Track;
  /** What widths are multiplied by. */
  readonly stroke: number;
  readonly side: 1 | -1;
}

interface Placed {
  readonly place: PlacedEdge;
  readonly wire: Wire;
}

export function createWires(lines: Group, labels: Group, hatch: string): WireLayer {
  const handles = new Map<number, Handle>();

  function show(scene: Scene, visible: readonly PlacedEdge[], duration: number): void {
    handles.clear();
    const wires = new Map(scene.wires.map((wire) => [wire.id, wire]));
    const items = visible.map((place): Placed => ({ place, wire: wires.get(place.id)! }));
    const groups = lines.selectAll<SVGGElement, Placed>(":scope > g").data(items, ({ wire }) => wire.key);
    groups.exit().remove();
    const entered = groups.enter().append("g").attr("class", "wire");
    entered.append("path").attr("class", "wire-line").attr("d", ({ place }) => curvePath(place.curve));
    entered.append("path").attr("class", "arrow");
    const paths = groups.select<SVGPathElement>(".wire-line");
    if (duration > 0) {
      entered.style("opacity", 0).transition().duration(duration).style("opacity", 1);
      paths.transition().duration(duration).attr("d", function ({ place }) {
        return pathOf(place.curve, (this.getAttribute("data-flow") ?? "idle") as Flow);
      });
    } else {
      groups.interrupt().style("opacity", null);
      // What is painted next draws it: it depends on the flow.
      paths.interrupt().attr("data-flow", null);
    }
    labels.node()!.replaceChildren();
    const sides = sidesOf(visible, scene);
    const entering = new Map<number, number>();
    for (const { target } of visible) entering.set(target, (entering.get(target) ?? 0) + 1);
    entered.merge(groups).order().each(function (item) {
      const isCrowded = entering.get(item.place.target)! > MOST_LABELLED;
      handles.set(item.wire.id, handleOf(this, item, scene, labels.node()!, isCrowded ? null : sides.get(item.wire.id)!));
    });
  }

  return {
    show,
    paint(wire, moment, marks) {
      const handle = handles.get(wire);
      if (handle) paintWire(handle, moment, marks, hatch);
    },
    wire: (wire) => handles.get(wire)?.wire ?? null,
    track: (wire) => handles.get(wire)?.track ?? null,
    sideOf: (wire) => handles.get(wire)?.side ?? 1,
    drawn: () => handles.keys(),
  };
}

/** Numbers of more wires than this, side by side at one card, would cover each other. */
const MOST_LABELLED = 8;
/** Length of an arrowhead, the same for every width: direction is not magnitude. */
const ARROW = 8;

/** The line of a wire: whole while nothing has travelled it, and short of the end at which an arrowhead shows where it went. */
function pathOf(curve: number[], flow: Flow): string {
  if (flow === "idle") return curvePath(curve);
  return curvePath(flow === "gradient" ? trimStart(curve, ARROW) : trimEnd(curve, ARROW));
}

/** Which side of each wire its number stands on: outside of the bundle that enters a node. 1 is to the left of its heading, −1 to the right. */
function sidesOf(edges: readonly PlacedEdge[], { metrics, appearance }: Scene): Map<number, 1 | -1> {
  const across = appearance.direction === "down" ? "x" : "y";
  const bundles = new Map<number, { edge: PlacedEdge; from: number }[]>();
  for (const edge of edges) {
    // Where it comes from before it bends to its port.
    const track = measureCurve(edge.curve);
    const from = pointAlong(track, 1 - metrics.gaps.layer / Math.max(1, track.length))[across];
    const bundle = bundles.get(edge.target);
    if (bundle) bundle.push({ edge, from });
    else bundles.set(edge.target, [{ edge, from }]);
  }
  const sides = new Map<number, 1 | -1>();
  for (const bundle of bundles.values()) {
    const middle = (bundle.length - 1) / 2;
    bundle.sort((one, other) => one.from - other.from || one.edge.slot - other.edge.slot);
    for (const [index, { edge }] of bundle.entries()) sides.set(edge.id, (index > middle) === (across === "y") ? -1 : 1);
  }
  return sides;
}

/** `free`: the side on which there is room for its number; null where there is none. */
function handleOf(group: SVGGElement, { place, wire }: Placed, scene: Scene, labels: SVGGElement, free: 1 | -1 | null): Handle {
  const track = measureCurve(place.curve);
  const { gaps, digit } = scene.metrics;
  const back = (distance: number): PointOnCurve => pointAlong(track, 1 - distance / Math.max(1, track.length));
  // In the last gap before the target: whatever the wire passes on its way, there it is alone with its siblings.
  const labelPoint = back(Math.min(track.length / 2, gaps.layer / 2));
  if (wire.edges.length > 0) group.setAttribute("data-edge", String(wire.id));
  const side = free ?? 1;
  const label = drawLabel(labels, labelPoint, side, digit);
  if (free === null) label.setAttribute("display", "none");
  const blockedPoint = back(digit);
  const blocked = drawBlocked(labels, blockedPoint.x, blockedPoint.y, digit * 0.8);
  if (free !== null) drawWireMarks(labels, wire, back, digit, scene.appearance.direction === "down");
  const [line, arrow] = group.querySelectorAll("path");
  return { wire, group, line: line!, arrow: arrow!, label, blocked, track, stroke: scene.metrics.stroke, side };
}

/** Beside the line and not on it; along a steep line the text begins, or ends, at it. */
function drawLabel(labels: SVGGElement, { x, y, angle }: PointOnCurve, side: 1 | -1, digit: number): SVGTextElement {
  const normal = { x: side * Math.sin(angle), y: -side * Math.cos(angle) };
  const anchor = Math.abs(normal.x) < 0.4 ? "middle" : normal.x > 0 ? "start" : "end";
  const distance = digit * 1.35;
  return append(labels, "text", { class: "wire-label", x: x + normal.x * distance, y: y + normal.y * distance, "text-anchor": anchor });
}

/** The slot's number where order matters, and `×2` where one node enters twice. */
function drawWireMarks(labels: SVGGElement, wire: Wire, back: (distance: number) => PointOnCurve, digit: number, sideways: boolean): void {
  if (wire.port !== null) {
    const { x, y } = back(digit * 0.9);
    const outward = wire.slot === 0 ? -1 : 1;
    const place = sideways ? { x: x + outward * digit * 0.9, y: y - digit * 0.4 } : { x: x - digit * 0.2, y: y + outward * digit * 0.95 };
    append(labels, "text", { class: "port", x: place.x, y: place.y, "text-anchor": "middle" }).textContent = wire.port;
  }
  if (wire.multiplicity !== null) {
    const { x, y } = back(sideways ? 0 : digit * 2.6);
    const place = sideways ? { x: x - digit * 3, y: y - digit * 0.5 } : { x, y: y - digit * 3.1 };
    const tag = append(labels, "g", { class: "multiplicity", transform: at(place.x, place.y) });
    const width = digit * Math.max(3, 0.85 * wire.multiplicity.length + 0.8);
    append(tag, "rect", { x: -width / 2, y: -digit * 1.05, width, height: digit * 2.1, rx: digit * 1.05 });
    append(tag, "text", { "text-anchor": "middle" }).textContent = wire.multiplicity;
  }
}

function paintWire({ group, line, arrow, label, blocked, track, stroke }: Handle, moment: WireMoment, marks: WireMarks, hatch: string): void {
  const classes = ["wire", moment.flow, signClass(moment.sign)];
  if (marks.now) classes.push("now");
  if (marks.lit) classes.push("lit");
  setAttribute(group, "class", classes.join(" "));
  setAttribute(line, "stroke-width", (moment.width * stroke).toFixed(2));
  const hatched = moment.flow !== "idle" && moment.sign < 0;
  setAttribute(line, "stroke", hatched ? hatch : "currentColor");
  if (line.getAttribute("data-flow") !== moment.flow) {
    interrupt(line);
    line.setAttribute("data-flow", moment.flow);
    line.setAttribute("d", pathOf(track.curve as number[], moment.flow));
  }
  drawArrow(arrow, track, moment, stroke);
  setText(label, moment.label);
  setAttribute(label, "class", `wire-label ${signClass(moment.sign)}`);
  setAttribute(blocked, "class", moment.blocked ? "blocked-mark shown" : "blocked-mark");
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
