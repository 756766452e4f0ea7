/**
 * The drawing of one graph: what is shown, where, and how it looks at a position. Knows the graph, its scene and its layout, and
 * neither the store nor time; index.ts decides what to show and when.
 */

import type { Ways } from "../../../explain/ways.ts";
import type { ShownMember } from "../../../graph/folding.ts";
import type { PlacedEdge } from "../../../layout/types.ts";
import type { Track } from "../../../layout/wire_curves.ts";
import { createTaken, type Rect } from "../../../scene/fitting/free_places.ts";
import type { Now, WireMoment } from "../../../scene/moment.ts";
import { spokenWire } from "../../../scene/spoken_wire.ts";
import type { Wire } from "../../../scene/wiring.ts";
import { DIGITS } from "../../../text/format.ts";
import { phaseAt, tangentPassAt } from "../../../timeline/schedule.ts";
import { setAttribute } from "../../shared/svg.ts";
import { type Callout, createFront, type Front, type Room } from "../animation/callouts.ts";
import type { FlyerAt } from "../animation/flight.ts";
import { calloutsOf } from "../animation/frames.ts";
import type { Camera } from "../camera/camera.ts";
import { contains, type Extent, extentOf, within } from "../camera/extent.ts";
import type { Area } from "../camera/views.ts";
import { LEGIBLE, MARKS_ALONE } from "../camera/zooms.ts";
import type { Canvas } from "../canvas.ts";
import { type CardLayer, createCards } from "../cards/cards.ts";
import { correctionOf, edgesOf, obstaclesOf } from "../cards/obstacles.ts";
import { type DrawnGraph, inFull } from "../drawn_graph.ts";
import type { Legend } from "../tools/legend.ts";
import { drawHalos, type Halo } from "../wires/halos.ts";
import { createWires, type WireLayer } from "../wires/wires.ts";
import { cardLooks, litCards, memberShown } from "./card_looks.ts";
import { createFarPicture, type FarPicture } from "./far_picture.ts";
import { movingIn, type Sight, type View } from "./view.ts";
import { createWaysTo, type WireLook, wireLooks } from "./wire_looks.ts";

export interface Picture {
  show(shown: DrawnGraph, duration: number): void;
  /** New numbers and titles on the same structure. */
  renew(shown: DrawnGraph): void;
  paint(view: View): void;
  fly(flyers: readonly FlyerAt[]): void;
  /** Draws what the camera sees where the graph is too large to draw whole. */
  look(): void;
  /** Fetches what only a picture that is seen from afar needs. */
  prepare(): void;
  /** Where numbers are on wires, or have room. */
  labels(): readonly Area[];
  /** Of a stack, the member that its card shows; null where the card is of no stack. */
  memberShown(card: number): ShownMember | null;
  element(node: number): SVGGElement | null;
  /** A wire's element, with a name for screen readers. */
  wireElement(wire: number): SVGGElement | null;
  /** The card at a place of the screen, where cards are too small to be elements. */
  under(x: number, y: number): number | null;
  /** The wire that passes a place of the screen most closely, and not beyond a finger's reach. */
  wireUnder(x: number, y: number): number | null;
  /** Lights the wire that a click would select. */
  point(wire: number | null): void;
}

/** How far along a wire, from its source, a gradient that comes back is multiplied by the slope. */
const GATE = 0.66;
/** Pixels around a wire, or a far card, within which a pointer means it. */
const GRASP = 12;
/** Numbers on cards that are seen from afar, in pixels of the screen whatever the zoom: at least. */
const FAR_NUMBER = 11.05;

/** The layers of a picture, and what is in them. */
interface Drawing {
  readonly canvas: Canvas;
  readonly camera: Camera;
  readonly legend: Legend;
  /** The place in view that something else covers. */
  readonly covered: () => Area | null;
  readonly cards: CardLayer;
  readonly wires: WireLayer;
  readonly front: Front;
  readonly far: FarPicture;
  readonly waysTo: (sight: Sight) => Ways | null;
  shown: DrawnGraph | null;
  view: View | null;
  drawn: Extent | null;
  /** The size of what is explained, when it was last painted. */
  sized: number;
}

/** `covered`: the place in view that something else covers. */
export function createPicture(canvas: Canvas, camera: Camera, legend: Legend, covered: () => Area | null): Picture {
  const drawing: Drawing = {
    canvas,
    camera,
    legend,
    covered,
    cards: createCards(canvas.cards, () => {
      if (!drawing.view) return;
      showDetail(drawing);
      paint(drawing);
    }),
    wires: createWires(canvas.wires, canvas.wireLabels, canvas.hatch),
    front: createFront(canvas.front),
    far: createFarPicture(canvas.ground, camera, () => {
      if (drawing.drawn !== "far") return;
      drawing.far.look();
      paint(drawing);
    }),
    waysTo: createWaysTo(),
    shown: null,
    view: null,
    drawn: null,
    sized: 1,
  };
  const { cards, wires } = drawing;
  return {
    show: (next, duration) => show(drawing, next, duration),
    renew(next) {
      drawing.shown = next;
      cards.retitle(next.scene);
    },
    paint(view) {
      drawing.view = view;
      paint(drawing);
    },
    fly: (flyers) => fly(drawing, flyers),
    look: () => look(drawing),
    memberShown(id) {
      const sight = sightOf(drawing);
      const folded = sight?.shown.scene.folding.folded.get(id);
      return folded ? memberShown(sight!, folded) : null;
    },
    prepare: cards.fetchWriter,
    labels: wires.tags,
    element: cards.element,
    wireElement(id) {
      const wire = wires.wire(id);
      if (wire) wires.label(id, spoken(sightOf(drawing)!, wire));
      return wires.element(id);
    },
    under: (x, y) => cardUnder(drawing, x, y),
    wireUnder: (x, y) => wireUnder(drawing, x, y),
    point(wire) {
      // Another name than the wire's own mark: what styles that one would be looked at in the whole drawing.
      setAttribute(canvas.svg, "data-offers", wire === null ? "" : "wire");
      wires.point(wire);
    },
  };
}

function sightOf({ shown, view }: Drawing): Sight | null {
  return shown && view ? { shown, view } : null;
}

function show(drawing: Drawing, next: DrawnGraph, duration: number): void {
  const { canvas, front } = drawing;
  drawing.shown = next;
  drawing.drawn = null;
  front.move([], next.scene.metrics, 1);
  setAttribute(canvas.svg, "data-direction", next.scene.appearance.direction);
  setAttribute(canvas.svg, "data-detail", next.scene.appearance.detail);
  drawVisible(drawing, next, duration);
}

/** What is explained must be readable from afar as well; in steps, so that zooming repaints seldom. */
function pillSize({ camera }: Drawing): number {
  return Math.max(1, Math.ceil((LEGIBLE / camera.transform.k) * 4 - 1e-6) / 4);
}

/** How much can be read of the cards at this zoom. Returns whether they have to be painted again. */
function showDetail({ camera, canvas, cards }: Drawing): boolean {
  const { k } = camera.transform;
  const detail = k >= LEGIBLE - 1e-3 ? "everything" : k >= MARKS_ALONE ? "numbers" : "marks";
  // Until the code is there that writes numbers for this zoom, the usual ones stay: small ones say more than empty cards.
  setAttribute(canvas.svg, "data-zoomed", detail === "numbers" && !cards.writesAfar() ? "awaited" : detail);
  // In whole pixels of the picture, so that zooming repaints seldom.
  const type = detail === "everything" ? null : Math.ceil(FAR_NUMBER / k);
  if (type !== null) canvas.svg.style.setProperty("--far-number", `${type}px`);
  return cards.seeIn(type, detail === "marks");
}

/** Draws what is in view where that is not there yet; false where it is. */
function drawVisible(drawing: Drawing, shown: DrawnGraph, duration: number): boolean {
  const { camera, drawn, far } = drawing;
  const { scene, layout } = shown;
  const wanted = extentOf(layout, camera);
  const drawnArea = typeof drawn === "string" ? null : drawn;
  if (drawn === wanted || (drawnArea && typeof wanted !== "string" && contains(drawnArea, camera.visible()))) return false;
  drawing.drawn = wanted;
  const { nodes, edges } = within(shown, wanted);
  if (wanted !== "far") far.clear();
  far.forget();
  drawing.cards.show(scene, nodes, duration);
  const obstacles = nodes.flatMap((node) => [...obstaclesOf(scene, node), ...correctionOf(shown, node)]);
  drawing.wires.show(scene, edges, typeof wanted === "string" ? null : wanted, [...edgesOf(layout), ...obstacles], duration);
  return true;
}

function look(drawing: Drawing): void {
  const isOther = showDetail(drawing);
  if (!drawing.shown) return;
  const size = pillSize(drawing);
  const isNew = drawVisible(drawing, drawing.shown, 0);
  if (drawing.drawn === "far") drawing.far.look();
  if (!isNew && !isOther && size === drawing.sized) return;
  drawing.sized = size;
  paint(drawing);
}

function paint(drawing: Drawing): void {
  const sight = sightOf(drawing);
  if (!sight) return;
  const { schedule, scene, records, layout } = sight.shown;
  const { frame, position } = sight.view;
  const { shownAs } = scene.folding;
  const now = movingIn(sight);
  setAttribute(drawing.canvas.svg, "data-phase", phaseAt(schedule, position));
  if (drawing.drawn === "far") drawing.far.paint(sight, now);
  paintCards(drawing, sight, now);
  const numbers = paintWires(drawing, sight, now);
  drawing.legend.update(tangentPassAt(schedule, position) ? "tangent" : "gradient", scene.appearance.detail);
  const landed = { from: frame?.from ?? 0, to: frame?.to ?? 0, landed: position };
  const steps = frame ? calloutsOf(schedule, records, landed, { layout, shownAs }, DIGITS) : [];
  const callouts = [...numbers, ...steps];
  drawing.front.explain(callouts, scene.metrics, pillSize(drawing), roomForPills(drawing, sight.shown, callouts.length > 0));
}

/** What is in view, and what is there already. */
function roomForPills({ camera, wires, covered }: Drawing, { scene, spatial }: DrawnGraph, isAsked: boolean): Room {
  const bounds = camera.visible();
  const { direction } = scene.appearance;
  if (!isAsked) return { direction, bounds, taken: createTaken() };
  const cardsInView = spatial.nodesWithin(bounds).flatMap((place) => obstaclesOf(scene, place));
  const map = covered();
  return { direction, bounds, taken: createTaken([...cardsInView, ...wires.tags(), ...(map ? [map] : [])]) };
}

function paintCards({ canvas, cards }: Drawing, sight: Sight, now: Now): void {
  const { shown, view } = sight;
  const { hovered, position } = view;
  const { shownAs, folded } = shown.scene.folding;
  const lit = litCards(sight);
  setAttribute(canvas.svg, "data-lit", String(lit !== null));
  setAttribute(canvas.svg, "data-searched", String(view.hits !== null));
  setAttribute(canvas.svg, "data-overlay", view.overlay);
  setAttribute(canvas.svg, "data-nudged", String(view.nudged !== null));
  if (hovered !== null && lit && !folded.has(shownAs[hovered]!)) cards.tooltip(hovered, inFull(shown, hovered, position));
  const lookOf = cardLooks(sight, now, lit);
  for (const id of cards.drawn()) {
    const { moment, marks, spoken } = lookOf(id);
    cards.paint(id, moment, marks);
    cards.label(id, spoken);
  }
}

/** Paints the wires; returns the numbers that are to be written at them. */
function paintWires({ canvas, wires, waysTo }: Drawing, sight: Sight, now: Now): Callout[] {
  const ways = waysTo(sight);
  const workbench = canvas.svg.closest(".workbench");
  for (const part of workbench ? [canvas.svg, workbench] : [canvas.svg]) setAttribute(part, "data-ways", String(ways !== null));
  const lookOf = wireLooks(sight, now, ways);
  const halos: Halo[] = [];
  const numbers: Callout[] = [];
  for (const id of wires.drawn()) {
    const wire = wires.wire(id)!;
    const look = lookOf(wire);
    const { moment, marks } = look;
    const track = wires.track(id)!;
    if (look.isWritten) numbers.push({ ...numberOn(track, look, (box) => wires.isClear(box, id)), hue: marks.hue });
    wires.paint(id, moment, marks);
    // The wire that has the focus may be one of another program by now.
    if (marks.selected || wires.element(id) === document.activeElement) wires.label(id, spoken(sight, wire));
    if (marks.selected) halos.push({ curve: track.curve, width: moment.width, selected: true });
    if (marks.now || marks.wrong) halos.push({ curve: track.curve, width: moment.width, selected: false });
  }
  drawHalos(canvas.halos, halos);
  return numbers;
}

/** The number of a wire: on it, or beside it where that has no room. */
function numberOn(track: Track, { moment, marks }: WireLook, isClear: (box: Rect) => boolean): Callout {
  const { label, slope, sign, isLost }: WireMoment = moment;
  return {
    text: `${marks.wrong ? "✗ " : isLost ? "⚠ " : ""}${label}`,
    sign: slope ? 0 : sign,
    beside: [boxOfTrack(track)],
    on: track,
    isNumber: !slope,
    isClear,
  };
}

const spoken = ({ shown, view }: Sight, wire: Wire): string =>
  spokenWire(shown.schedule, shown.records, shown.scene, wire, view.position);

function fly(drawing: Drawing, flyers: readonly FlyerAt[]): void {
  const { shown, wires, front } = drawing;
  if (!shown) return;
  const tokens = flyers.flatMap((flyer) => {
    const track = wires.track(shown.scene.wireOf[flyer.wire]!);
    const isBefore = flyer.before && flyer.fraction > GATE;
    return track ? [{ ...flyer, ...(isBefore ? flyer.before : {}), track }] : [];
  });
  front.move(tokens, shown.scene.metrics, pillSize(drawing));
}

/** A place of the screen in the picture, and how far around it a pointer reaches. */
function grasp({ camera }: Drawing, x: number, y: number): [x: number, y: number, reach: number] {
  const { k, x: left, y: top } = camera.transform;
  return [(x - left) / k, (y - top) / k, GRASP / k];
}

function cardUnder(drawing: Drawing, x: number, y: number): number | null {
  const { shown, drawn } = drawing;
  if (!shown || drawn !== "far") return null;
  const place = shown.spatial.nearest(...grasp(drawing, x, y));
  return place && Math.ceil(place.id);
}

function wireUnder(drawing: Drawing, x: number, y: number): number | null {
  const isEdge = ({ source, target }: PlacedEdge): boolean => Math.ceil(source) !== Math.ceil(target);
  return drawing.shown?.spatial.nearestEdge(...grasp(drawing, x, y), isEdge)?.id ?? null;
}

/** Around a wire. */
function boxOfTrack({ curve }: Track): Rect {
  const [xs, ys] = [0, 1].map((axis) => curve.filter((_, index) => index % 2 === axis));
  return { left: Math.min(...xs!), right: Math.max(...xs!), top: Math.min(...ys!), bottom: Math.max(...ys!) };
}
