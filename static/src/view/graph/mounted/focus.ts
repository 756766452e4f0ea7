/** The keyboard's focus on the picture, from card to card and along wires, and what was looked for. */

import { type Way, walk, walkFromWire, wiresBeside } from "../../../scene/arrow_keys.ts";
import { within } from "../../../scene/fitting/free_places.ts";
import type { Wire } from "../../../scene/wiring.ts";
import type { Selection } from "../../../state/selection.ts";
import { choose, moveNode } from "../../../state/state_actions.ts";
import { areaOf, middleOf, placeOf } from "../camera/areas.ts";
import type { Place } from "../camera/views.ts";
import { LEGIBLE } from "../camera/zooms.ts";
import type { Mounted } from "./mounted.ts";
import { paint } from "./painting.ts";

/** How far a press of a key moves a card. */
const NUDGE = 10;
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Shows a node that was looked for: unfolds what hides it, selects it, brings it into view. */
export function visit(mounted: Mounted, node: number): void {
  const { subject, store, camera } = mounted;
  mounted.sought = node;
  subject.uncover(node);
  store.dispatch(choose({ node }));
  const place = mounted.shown && !mounted.awaited ? placeOf(mounted.shown, node) : null;
  if (place && (camera.transform.k < LEGIBLE || !within(areaOf([place])!, camera.visible()))) centreSought(mounted);
  if (!mounted.awaited) mounted.sought = null;
}

/** What was looked for in the middle, so large that its name can be read. */
export function centreSought(mounted: Mounted): void {
  const { sought, shown, camera } = mounted;
  const place = sought === null ? null : placeOf(shown!, sought);
  if (place) camera.centre(middleOf(place), LEGIBLE);
  mounted.sought = null;
}

export function focusOn(mounted: Mounted, selection: Selection): void {
  const { shown, stepped } = mounted;
  if ("node" in selection) return focusNode(mounted, selection.node);
  const edge = shown?.schedule.graph.edges[selection.edge];
  const wire = edge ? wireOf(mounted, shown!.scene.wireOf[edge.id]!) : null;
  if (wire) focusWire(mounted, wire, stepped?.wire === wire.id ? stepped.from : Math.ceil(wire.source));
  else if (edge) focusNode(mounted, edge.source);
}

export function focusNode(mounted: Mounted, node: number): void {
  const { shown, camera, picture } = mounted;
  const place = shown && placeOf(shown, node);
  if (!place) return;
  mounted.tabbable = place.id;
  camera.reveal(areaOf([place])!, 0);
  picture.look();
  paint(mounted);
  picture.element(place.id)?.focus({ preventScroll: true });
}

/** `from`: the card that the keyboard has come from, whose wires lie beside it. */
function focusWire(mounted: Mounted, wire: Wire, from: number): void {
  const { shown, camera, picture } = mounted;
  mounted.stepped = { wire: wire.id, from };
  mounted.tabbable = from;
  const ends = [wire.source, wire.target].flatMap((end) => placeOf(shown!, Math.ceil(end)) ?? []);
  const [near] = ends;
  if (!camera.reveal(areaOf(ends)!, 0) && near) camera.reveal(areaOf([near])!, 0);
  picture.look();
  paint(mounted);
  picture.wireElement(wire.id)?.focus({ preventScroll: true });
}

function wireOf({ shown }: Mounted, id: number): Wire | null {
  return shown?.scene.wires.find((wire) => wire.id === id && wire.edges.length > 0) ?? null;
}

/** From a card to the next one that way. */
export function walkOn(mounted: Mounted, card: number, way: Way): void {
  const { scene, layout } = mounted.shown!;
  focusNode(mounted, walk(scene.wires, layout, card, way));
}

/** From a card onto the wire that leads to the next card that way. */
export function stepOnWire(mounted: Mounted, card: number, way: Way): void {
  if (way !== "users" && way !== "inputs") return;
  const { scene, layout } = mounted.shown!;
  const beside = wiresBeside(scene.wires, layout, card, way);
  const next = walk(scene.wires, layout, card, way);
  const wire = beside.find(({ source, target }) => Math.ceil(way === "users" ? target : source) === next) ?? beside[0];
  if (wire) focusWire(mounted, wire, card);
}

export function walkOnWire(mounted: Mounted, id: number, way: Way): void {
  const { shown, stepped } = mounted;
  const wire = wireOf(mounted, id);
  if (!wire) return;
  const from = stepped?.wire === id ? stepped.from : Math.ceil(wire.source);
  const next = walkFromWire(shown!.scene.wires, shown!.layout, wire, from, way);
  if ("card" in next) focusNode(mounted, next.card);
  else focusWire(mounted, next.wire, from);
}

/** Moves a card by so much on the picture, whichever way that runs. */
export function moveCard({ store, shown }: Mounted, key: string, { x, y }: Place, joins: boolean): void {
  store.dispatch(moveNode(key, shown!.layout.direction === "down" ? [y, x] : [x, y], joins));
}

/** The same by an arrow key. */
export function nudgeCard(mounted: Mounted, card: number, arrow: string): void {
  const { x, y } = ARROWS[arrow]!;
  const place = placeOf(mounted.shown!, card);
  if (place) moveCard(mounted, place.key, { x: x * NUDGE, y: y * NUDGE }, false);
}
