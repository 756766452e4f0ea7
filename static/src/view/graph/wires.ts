/** The layer of wires: one per slot of every operation, solid where a value went, dashed where a contribution came back. */
import "d3-transition";
import { curvePath, measureCurve, pointAlong, type PointOnCurve, type Track } from "../../graph/layout/curve.ts";
import type { PlacedEdge } from "../../graph/layout/types.ts";
import type { WireMoment } from "../../graph/moment.ts";
import type { Scene, Wire } from "../../graph/scene.ts";
import { append, at, setAttribute, setText, signClass, type Group } from "./svg.ts";
import { drawBlocked } from "./card_shape.ts";

export interface WireMarks {
  readonly now: boolean;
  readonly lit: boolean;
}

export interface WireLayer {
  /** Draws these wires and no others; those that stay bend within `duration` milliseconds. */
  show(scene: Scene, visible: readonly PlacedEdge[], duration: number): void;
  paint(wire: number, moment: WireMoment, marks: WireMarks): void;
  /** The wire's measured curve, from source to target; null where it is not drawn. */
  track(wire: number): Track | null;
  /** Where a wire's number stands. */
  labelPoint(wire: number): PointOnCurve | null;
  drawn(): Iterable<number>;
}

interface Handle {
  readonly group: SVGGElement;
  readonly line: SVGPathElement;
  readonly label: SVGTextElement;
  readonly blocked: SVGGElement;
  readonly track: Track;
  readonly labelPoint: PointOnCurve;
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
    const paths = groups.select<SVGPathElement>("path");
    if (duration > 0) {
      entered.style("opacity", 0).transition().duration(duration).style("opacity", 1);
      paths.transition().duration(duration).attr("d", ({ place }) => curvePath(place.curve));
    } else {
      groups.interrupt().style("opacity", null);
      paths.interrupt().attr("d", ({ place }) => curvePath(place.curve));
    }
    labels.node()!.replaceChildren();
    entered.merge(groups).order().each(function (item) {
      handles.set(item.wire.id, handleOf(this, item, scene, labels.node()!));
    });
  }

  return {
    show,
    paint(wire, moment, marks) {
      const handle = handles.get(wire);
      if (handle) paintWire(handle, moment, marks, hatch);
    },
    track: (wire) => handles.get(wire)?.track ?? null,
    labelPoint: (wire) => handles.get(wire)?.labelPoint ?? null,
    drawn: () => handles.keys(),
  };
}

function handleOf(group: SVGGElement, { place, wire }: Placed, scene: Scene, labels: SVGGElement): Handle {
  const track = measureCurve(place.curve);
  const { gaps, digit } = scene.metrics;
  const back = (distance: number): PointOnCurve => pointAlong(track, 1 - distance / Math.max(1, track.length));
  // In the last gap before the target: whatever the wire passes on its way, there it is alone with its siblings.
  const labelPoint = back(Math.min(track.length / 2, gaps.layer / 2));
  if (wire.edge !== null) group.setAttribute("data-edge", String(wire.edge));
  const sideways = scene.appearance.direction === "down";
  const text = append(labels, "text", { class: "wire-label", x: labelPoint.x, y: labelPoint.y, "text-anchor": sideways ? "start" : "middle" });
  const blockedPoint = back(digit);
  const blocked = drawBlocked(labels, blockedPoint.x, blockedPoint.y, digit * 0.8);
  drawWireMarks(labels, wire, back, digit, sideways);
  return { group, line: group.querySelector("path")!, label: text, blocked, track, labelPoint };
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
    const { x, y } = back(digit * 2.6);
    const place = sideways ? { x: x - digit * 2.4, y } : { x, y: y - digit * 1.7 };
    const tag = append(labels, "g", { class: "multiplicity", transform: at(place.x, place.y) });
    append(tag, "rect", { x: -digit * 1.5, y: -digit * 1.05, width: digit * 3, height: digit * 2.1, rx: digit * 1.05 });
    append(tag, "text", { "text-anchor": "middle" }).textContent = wire.multiplicity;
  }
}

function paintWire({ group, line, label, blocked }: Handle, moment: WireMoment, marks: WireMarks, hatch: string): void {
  const classes = ["wire", moment.flow, signClass(moment.sign)];
  if (marks.now) classes.push("now");
  if (marks.lit) classes.push("lit");
  setAttribute(group, "class", classes.join(" "));
  setAttribute(line, "stroke-width", moment.width.toFixed(2));
  const hatched = moment.flow !== "idle" && moment.sign < 0;
  setAttribute(line, "stroke", hatched ? hatch : "currentColor");
  setText(label, moment.label);
  setAttribute(label, "class", `wire-label ${signClass(moment.sign)}${marks.now ? " now" : ""}`);
  setAttribute(blocked, "class", moment.blocked ? "blocked-mark shown" : "blocked-mark");
}
