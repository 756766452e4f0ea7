/**
 * The drawing of one graph: what is shown, where, and how it looks at a position. Knows the graph, its scene and its layout, and
 * neither the store nor time; index.ts tells it what to show and when.
 */
import { recordsByName, type Records } from "../../graph/captions.ts";
import { DIGITS, formatFullValue, PROJECTOR_DIGITS } from "../../graph/format.ts";
import type { Layout, PlacedEdge, PlacedNode } from "../../graph/layout/types.ts";
import { curvePath } from "../../graph/layout/curve.ts";
import { cardMoment, linkMoment, nowOf, spokenCard, widthScales, wireMoment, type Now, type WidthScales } from "../../graph/moment.ts";
import type { Scene } from "../../graph/scene.ts";
import { gradientAt, isValueKnown, phaseAt, type Schedule } from "../../graph/schedule.ts";
import type { OperationRecord } from "../../core/types.ts";
import { createFront } from "./callouts.ts";
import { createCards } from "./cards.ts";
import type { Area, Camera } from "./camera.ts";
import type { Canvas } from "./canvas.ts";
import type { FlyerAt } from "./flight.ts";
import { calloutsOf } from "./frames.ts";
import type { Legend } from "./legend.ts";
import { createOverview, farLook } from "./overview.ts";
import { append, setAttribute } from "./svg.ts";
import { createWires } from "./wires.ts";

/** All that follows from one graph and the way it is drawn. */
export interface Shown {
  readonly schedule: Schedule;
  readonly scene: Scene;
  readonly layout: Layout;
  readonly scales: WidthScales;
  readonly records: Records;
}

/** Where the picture stands. `frame` is what has just moved or is moving; null where nothing is to be pointed at. */
export interface View {
  readonly position: number;
  readonly frame: { readonly from: number; readonly to: number } | null;
  readonly selected: number | null;
  readonly hovered: number | null;
  /** The one card that Tab reaches. */
  readonly tabbable: number;
}

export interface Picture {
  show(shown: Shown, duration: number): void;
  /** New numbers and titles on the same structure. */
  renew(shown: Shown): void;
  paint(view: View): void;
  fly(flyers: readonly FlyerAt[]): void;
  /** Draws what the camera sees where the graph is too large to draw whole. */
  look(): void;
  element(node: number): SVGGElement | null;
}

/** Up to here everything is drawn, whatever is in view. */
export const DRAWN_WHOLE = 300;
/** Below this zoom, text is too small to read. */
export const READABLE = 0.6;
/** Below this zoom, pills and tokens grow against the picture. */
const PILL_ZOOM = 0.8;
const LARGEST_PILL = 2.5;

export function showOf(schedule: Schedule, scene: Scene, layout: Layout, records: readonly OperationRecord[]): Shown {
  return { schedule, scene, layout, scales: widthScales(schedule), records: recordsByName(records) };
}

export function createPicture(canvas: Canvas, camera: Camera, legend: Legend): Picture {
  const cards = createCards(canvas.cards);
  const wires = createWires(canvas.wires, canvas.wireLabels, canvas.hatch);
  const front = createFront(canvas.front);
  const overview = createOverview(canvas.far);
  let shown: Shown | null = null;
  let view: View | null = null;
  let drawn: Extent | null = null;
  let sized = 1;

  /** What is explained must be readable from afar as well; in steps, so that zooming repaints seldom. */
  function pillSize(): number {
    return Math.min(LARGEST_PILL, Math.max(1, Math.ceil((PILL_ZOOM / camera.transform.k) * 4) / 4));
  }

  function drawVisible(duration: number): boolean {
    const { scene, layout } = shown!;
    const wanted = extentOf(layout, camera);
    const drawnArea = typeof drawn === "string" ? null : drawn;
    if (drawn === wanted || (drawnArea && typeof wanted !== "string" && contains(drawnArea, camera.visible()))) return false;
    drawn = wanted;
    const { nodes, edges } = within(layout, wanted);
    if (wanted !== "far") overview.clear();
    cards.show(scene, nodes, duration);
    wires.show(scene, edges, duration);
    return true;
  }

  function paint(next: View): void {
    view = next;
    if (!shown) return;
    const { schedule, scene } = shown;
    const digits = digitsOf(scene);
    const { frame } = next;
    const now = nowOf(schedule, frame ? schedule.graph.steps.slice(frame.from, frame.to) : []);
    setAttribute(canvas.svg, "data-phase", phaseAt(schedule, next.position));
    if (drawn === "far") paintFar(shown, next.position);
    paintCards(now, digits);
    paintWires(now, digits);
    legend.update(...legendOf(shown, next.position));
    const landed = { from: frame?.from ?? 0, to: frame?.to ?? 0, landed: next.position };
    const ports = { layout: shown.layout, metrics: scene.metrics, sideOf: wires.sideOf };
    front.explain(frame ? calloutsOf(schedule, shown.records, landed, ports, digits) : [], scene.metrics, pillSize());
  }

  function paintFar({ schedule, layout }: Shown, position: number): void {
    overview.draw(layout, (id) => {
      const node = schedule.graph.nodes[id]!;
      const { grad } = cardMoment(schedule, node, position, DIGITS);
      return farLook(grad?.sign ?? 0, grad !== null && isValueKnown(schedule, id, position) && grad.text !== "—");
    });
  }

  function paintCards(now: Now, digits: number): void {
    const { schedule, scene } = shown!;
    const { position, selected, hovered, tabbable } = view!;
    const { nodes } = schedule.graph;
    const titleOf = (id: number): string => scene.cards[id]!.fullTitle;
    const lit = hovered === null || !nodes[hovered] ? null : new Set([hovered, ...nodes[hovered].inputs, ...schedule.users[hovered]!]);
    setAttribute(canvas.svg, "data-lit", String(lit !== null));
    if (hovered !== null && nodes[hovered]) cards.tooltip(hovered, inFull(shown!, hovered, position));
    for (const id of cards.drawn()) {
      const moment = cardMoment(schedule, nodes[id]!, position, digits);
      cards.paint(id, moment, { now: now.nodes.has(id), selected: id === selected, lit: lit?.has(id) ?? false, tabbable: id === tabbable });
      cards.label(id, spokenCard(schedule, nodes[id]!, moment, titleOf));
    }
  }

  function paintWires(now: Now, digits: number): void {
    const { schedule, scales, scene } = shown!;
    const { position, hovered } = view!;
    const { edges } = schedule.graph;
    const halos: { curve: readonly number[]; width: number }[] = [];
    for (const id of wires.drawn()) {
      const edge = edges[id];
      const link = edge ? null : schedule.graph.nodes[id - edges.length]!;
      const lit = hovered !== null && (edge ? edge.source === hovered || edge.target === hovered : link!.id === hovered);
      if (!edge) {
        wires.paint(id, linkMoment(schedule, scales, link!.id, position), { now: false, lit });
        continue;
      }
      const moment = wireMoment(schedule, scales, edge, position, digits);
      const active = now.edges.has(id) || (phaseAt(schedule, position) === "forward" && now.nodes.has(edge.target));
      wires.paint(id, moment, { now: active, lit });
      if (active) halos.push({ curve: wires.track(id)!.curve, width: moment.width * scene.metrics.stroke });
    }
    drawHalos(canvas.halos, halos);
  }

  return {
    show(next, duration) {
      shown = next;
      drawn = null;
      front.move([], next.scene.metrics, 1);
      setAttribute(canvas.svg, "data-direction", next.scene.appearance.direction);
      drawVisible(duration);
    },
    renew(next) {
      shown = next;
      cards.retitle(next.scene);
    },
    paint,
    fly(flyers) {
      if (!shown) return;
      const tokens = flyers.flatMap((flyer) => {
        const track = wires.track(flyer.wire);
        return track ? [{ ...flyer, track }] : [];
      });
      front.move(tokens, shown.scene.metrics, pillSize());
    },
    look() {
      setAttribute(canvas.svg, "data-far", String(camera.transform.k < READABLE));
      if (!shown) return;
      const size = pillSize();
      if (!drawVisible(0) && size === sized) return;
      sized = size;
      if (view) paint(view);
    },
    element: cards.element,
  };
}

/** All the digits, and the whole of a title that was cut. */
function inFull({ schedule, scene }: Shown, id: number, position: number): string {
  const node = schedule.graph.nodes[id]!;
  const data = isValueKnown(schedule, id, position) ? node.data : null;
  const lines = [scene.cards[id]!.fullTitle, `data ${formatFullValue(data)}`];
  if (node.role !== "constant") lines.push(`grad ${formatFullValue(gradientAt(schedule, node, position).value)}`);
  return lines.join("\n");
}

export function digitsOf(scene: Scene): number {
  return scene.appearance.projector ? PROJECTOR_DIGITS : DIGITS;
}

function legendOf({ schedule, scales }: Shown, position: number): Parameters<Legend["update"]> {
  return phaseAt(schedule, position) === "forward" ? [scales.values, "value"] : [scales.gradients, "gradient"];
}

/** What is drawn of a graph: all of it, marks of it from afar, or what lies in an area. */
type Extent = "all" | "far" | Area;

function extentOf(layout: Layout, camera: Camera): Extent {
  if (layout.nodes.length <= DRAWN_WHOLE) return "all";
  if (camera.transform.k < READABLE) return "far";
  const { left, top, right, bottom } = camera.visible();
  // Half a view more on every side: a hand that pans comes back to it only once in a while.
  const [width, height] = [(right - left) / 2, (bottom - top) / 2];
  return { left: left - width, top: top - height, right: right + width, bottom: bottom + height };
}

function contains(outer: Area, inner: Area): boolean {
  return outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom;
}

function overlaps(one: Area, other: Area): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

function within(layout: Layout, extent: Extent): { nodes: readonly PlacedNode[]; edges: readonly PlacedEdge[] } {
  if (extent === "all") return layout;
  if (extent === "far") return { nodes: [], edges: [] };
  const nodes = layout.nodes.filter(({ x, y, width, height }) => overlaps({ left: x, top: y, right: x + width, bottom: y + height }, extent));
  return { nodes, edges: layout.edges.filter(({ curve }) => overlaps(boundsOf(curve), extent)) };
}

/** A curve lies within the bounds of its control points. */
function boundsOf(curve: readonly number[]): Area {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let index = 0; index < curve.length; index += 2) {
    bounds.left = Math.min(bounds.left, curve[index]!);
    bounds.right = Math.max(bounds.right, curve[index]!);
    bounds.top = Math.min(bounds.top, curve[index + 1]!);
    bounds.bottom = Math.max(bounds.bottom, curve[index + 1]!);
  }
  return bounds;
}

/** The ink outline of the wires that the frame is about. */
function drawHalos(layer: SVGGElement, halos: readonly { curve: readonly number[]; width: number }[]): void {
  while (layer.childElementCount > 2 * halos.length) layer.lastElementChild!.remove();
  while (layer.childElementCount < 2 * halos.length) append(layer, "path", { class: layer.childElementCount % 2 === 0 ? "halo-ink" : "halo-paper" });
  for (const [index, { curve, width }] of halos.entries()) {
    const d = curvePath(curve);
    for (const [part, extra] of [6, 2].entries()) {
      const path = layer.children[2 * index + part]!;
      setAttribute(path, "d", d);
      setAttribute(path, "stroke-width", (width + extra).toFixed(1));
    }
  }
}
