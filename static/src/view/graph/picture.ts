/**
 * The drawing of one graph: what is shown, where, and how it looks at a position. Knows the graph, its scene and its layout, and
 * neither the store nor time; index.ts tells it what to show and when.
 */
import type { Overlay } from "../../core/state.ts";
import type { Graph } from "../../core/types.ts";
import { ghostOf } from "../../graph/ghosts.ts";
import { signOf } from "../../graph/format.ts";
import { groupMoment, momentOfWire } from "../../graph/group_moment.ts";
import { ailmentOf, ailmentsOf, isSeen } from "../../graph/health.ts";
import { cardMoment, nowOf, spokenCard, type CardMoment, type Now } from "../../graph/moment.ts";
import { gradientAt, isValueKnown, phaseAt, tangentPassAt } from "../../graph/schedule.ts";
import { createFront } from "./callouts.ts";
import type { Camera } from "./camera.ts";
import type { Canvas } from "./canvas.ts";
import { createCards } from "./cards.ts";
import { contains, extentOf, READABLE, within, type Extent } from "./extent.ts";
import { createFarCanvas, farLook, type FarLook } from "./far_canvas.ts";
import type { FlyerAt } from "./flight.ts";
import { calloutsOf } from "./frames.ts";
import { spokenGroup } from "./group_shape.ts";
import { drawHalos, type Halo } from "./halos.ts";
import type { Legend } from "./legend.ts";
import { digitsOf, inFull, type Shown } from "./shown.ts";
import { setAttribute } from "./svg.ts";
import { createWires } from "./wires.ts";

/** Where the picture stands. `frame` is what has just moved or is moving; null where nothing is to be pointed at. */
export interface View {
  readonly position: number;
  readonly frame: { readonly from: number; readonly to: number } | null;
  readonly selected: number | null;
  readonly hovered: number | null;
  /** The one card that Tab reaches. */
  readonly tabbable: number;
  /** Cards in which something was found; null while nothing is looked for. */
  readonly hits: ReadonlySet<number> | null;
  readonly breakpoints: readonly number[];
  readonly overlay: Overlay;
  /** What the values would be after a nudge. */
  readonly nudged: Graph | null;
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
  /** The card at a place of the screen, where cards are too small to be elements. */
  under(x: number, y: number): number | null;
}

/** Below this zoom, numbers are set as large as the cards allow. */
const ROOMY = 0.9;
/** Pixels around a far card within which a pointer means it. */
const GRASP = 12;
/** Below this zoom, pills and tokens grow against the picture. */
const PILL_ZOOM = 0.8;
const LARGEST_PILL = 2.5;

export function createPicture(canvas: Canvas, camera: Camera, legend: Legend): Picture {
  const cards = createCards(canvas.cards);
  const wires = createWires(canvas.wires, canvas.wireLabels, canvas.hatch);
  const front = createFront(canvas.front);
  const far = createFarCanvas(canvas.ground);
  let shown: Shown | null = null;
  let view: View | null = null;
  let drawn: Extent | null = null;
  let sized = 1;
  /** What the far canvas has been given. */
  let afar: { shown: Shown; position: number } | null = null;

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
    const { nodes, edges } = within(shown!, wanted);
    if (wanted !== "far") far.clear();
    afar = null;
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
    const { shownAs } = scene.folding;
    const inNodes = nowOf(schedule, frame ? schedule.graph.steps.slice(frame.from, frame.to) : []);
    const now: Now = { nodes: new Set([...inNodes.nodes].map((node) => shownAs[node]!)), edges: inNodes.edges };
    setAttribute(canvas.svg, "data-phase", phaseAt(schedule, next.position));
    if (drawn === "far") paintFar(shown, next, now);
    paintCards(now, digits);
    paintWires(now, digits);
    legend.update(...legendOf(shown, next.position));
    const landed = { from: frame?.from ?? 0, to: frame?.to ?? 0, landed: next.position };
    const ports = { layout: shown.layout, shownAs, metrics: scene.metrics, sideOf: wires.sideOf };
    front.explain(frame ? calloutsOf(schedule, shown.records, landed, ports, digits) : [], scene.metrics, pillSize());
  }

  function paintFar({ schedule, scene, layout, spatial }: Shown, { position, selected, hovered, hits }: View, now: Now): void {
    const strong = new Set([...now.nodes, ...[selected, hovered].flatMap((node) => (node === null ? [] : [scene.folding.shownAs[node]!]))]);
    const lookOf = (id: number): FarLook => {
      const node = schedule.graph.nodes[scene.folding.folded.get(id)?.exits[0] ?? id]!;
      const { value } = gradientAt(schedule, node, position);
      return farLook(value === null ? 0 : signOf(value), value !== null);
    };
    if (afar?.shown !== shown || afar.position !== position) far.draw(layout, spatial, lookOf);
    afar = { shown: shown!, position };
    far.mark({ strong, hits });
  }

  /** What a card shows: its node's numbers, or those of all that is folded in it. */
  function momentOf(id: number, digits: number): CardMoment {
    const { schedule, scene, inside } = shown!;
    const folded = scene.folding.folded.get(id);
    if (folded) return groupMoment(schedule, folded, inside.get(id)!, view!.position, digits);
    return cardMoment(schedule, schedule.graph.nodes[id]!, view!.position, digits);
  }

  function ailmentAt(id: number): string | null {
    const { schedule, scene, members } = shown!;
    if (view!.overlay !== "health") return null;
    const nodes = scene.folding.folded.has(id) ? (members().get(id) ?? []) : [id];
    return ailmentOf(ailmentsOf(schedule.graph), nodes.filter((node) => isSeen(schedule, node, view!.position)));
  }

  /** What the value of a card would be after the nudge that is being tried; null where it stays, or is not known yet. */
  function ghostAt(id: number): string | null {
    const { schedule, scene } = shown!;
    const { nudged, position } = view!;
    const folded = scene.folding.folded.get(id);
    const node = folded ? (folded.exits.length === 1 ? folded.exits[0]! : null) : id;
    return nudged === null || node === null || !isValueKnown(schedule, node, position) ? null : ghostOf(schedule.graph, nudged, node);
  }

  /** Cards that the hovered one touches, itself among them; null while none is hovered. */
  function litBy(hovered: number | null): Set<number> | null {
    if (hovered === null || !shown!.schedule.graph.nodes[hovered]) return null;
    const { shownAs } = shown!.scene.folding;
    const { wires: all } = shown!.scene;
    const own = shownAs[hovered]!;
    const touched = all.flatMap(({ source, target }) => (Math.ceil(target) === own ? [Math.ceil(source)] : Math.ceil(source) === own ? [Math.ceil(target)] : []));
    return new Set([own, ...touched]);
  }

  function paintCards(now: Now, digits: number): void {
    const { schedule, scene } = shown!;
    const { selected, hovered, tabbable, hits, position } = view!;
    const { shownAs, folded } = scene.folding;
    const lit = litBy(hovered);
    setAttribute(canvas.svg, "data-lit", String(lit !== null));
    setAttribute(canvas.svg, "data-searched", String(hits !== null));
    if (hovered !== null && lit && !folded.has(shownAs[hovered]!)) cards.tooltip(hovered, inFull(shown!, hovered, position));
    const chosen = selected === null ? null : shownAs[selected];
    const stops = new Set(view!.breakpoints.map((node) => shownAs[node]));
    setAttribute(canvas.svg, "data-overlay", view!.overlay);
    for (const id of cards.drawn()) {
      const moment = momentOf(id, digits);
      const marks = { now: now.nodes.has(id), selected: id === chosen, lit: lit?.has(id) ?? false, tabbable: id === tabbable, hit: hits?.has(id) ?? false, breakpoint: stops.has(id), ailment: ailmentAt(id), ghost: ghostAt(id) };
      cards.paint(id, moment, marks);
      const group = folded.get(id);
      cards.label(id, group ? spokenGroup(group, moment) : spokenCard(schedule, schedule.graph.nodes[id]!, moment, scene.titleOf));
    }
  }

  function paintWires(now: Now, digits: number): void {
    const { schedule, scales, scene } = shown!;
    const { position, hovered } = view!;
    const own = hovered === null ? null : scene.folding.shownAs[hovered];
    const isForward = phaseAt(schedule, position) === "forward";
    const halos: Halo[] = [];
    for (const id of wires.drawn()) {
      const wire = wires.wire(id)!;
      const lit = own !== null && (Math.ceil(wire.source) === own || Math.ceil(wire.target) === own);
      const moment = momentOfWire(schedule, scales, wire, position, digits);
      const isNow = wire.edges.length > 0 && (wire.edges.some((edge) => now.edges.has(edge)) || (isForward && now.nodes.has(Math.ceil(wire.target))));
      wires.paint(id, moment, { now: isNow, lit });
      if (isNow) halos.push({ curve: wires.track(id)!.curve, width: moment.width * scene.metrics.stroke });
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
        const track = wires.track(shown!.scene.wireOf[flyer.wire]!);
        return track ? [{ ...flyer, track }] : [];
      });
      front.move(tokens, shown.scene.metrics, pillSize());
    },
    look() {
      const { k } = camera.transform;
      setAttribute(canvas.svg, "data-detail", k < READABLE ? "names" : k < ROOMY ? "numbers" : "everything");
      if (!shown) return;
      const size = pillSize();
      const isNew = drawVisible(0);
      if (drawn === "far") far.look(camera.transform, camera.visible(), camera.size());
      if (!isNew && size === sized) return;
      sized = size;
      if (view) paint(view);
    },
    element: cards.element,
    under(x, y) {
      if (!shown || drawn !== "far") return null;
      const { k } = camera.transform;
      const place = shown.spatial.nearest((x - camera.transform.x) / k, (y - camera.transform.y) / k, GRASP / k);
      return place && Math.ceil(place.id);
    },
  };
}

function legendOf({ schedule, scales }: Shown, position: number): Parameters<Legend["update"]> {
  const pass = tangentPassAt(schedule, position);
  if (pass) return [scales.tangents[schedule.passes.indexOf(pass)]!, "tangent"];
  return phaseAt(schedule, position) === "forward" ? [scales.values, "value"] : [scales.gradients, "gradient"];
}
