/** Draws the state's graph: the numbers alone where its structure is the one that is drawn, else with a new layout, and decides from where it is seen. */

import { DRAWN_OPEN_ON_PHONE } from "../../../graph/folding.ts";
import type { Layout } from "../../../layout/types.ts";
import { grouped, say } from "../../../messages/messages.ts";
import { isSameSize } from "../../../scene/fitting/card_form.ts";
import { layoutRequest, type Scene } from "../../../scene/scene.ts";
import { changeFolds, drawIn } from "../../../state/state_actions.ts";
import { scheduleOf } from "../../../timeline/playback.ts";
import type { Schedule } from "../../../timeline/schedule.ts";
import { arrangement } from "../arranging.ts";
import { areaOf, isOther, middleOf, placeOf, subjectArea } from "../camera/areas.ts";
import type { Place } from "../camera/views.ts";
import { type DrawnGraph, drawnGraphOf } from "../drawn_graph.ts";
import { heldIn } from "../pointer.ts";
import { centreSought, focusNode, moveCard } from "./focus.ts";
import { durationOf, isHolding, type Mounted } from "./mounted.ts";
import { moved, paint } from "./painting.ts";

/** How long a program rests that is not being written any more. */
const REST_MILLISECONDS = 2000;
const NOWHERE: Place = { x: 0, y: 0 };

/** `isHeld`: only hands have moved; `isRested`: the program is not being written any more. */
export function renew(mounted: Mounted, isHeld = false, isRested = false): void {
  const { element, store, shown } = mounted;
  const { graph, openings, program } = store.get();
  element.classList.toggle("is-empty", graph === null && program.trim() === "");
  if (!graph) return;
  // The graph that was opened may come later than the rest of what opening changes.
  const isOpened = openings !== mounted.opened && graph !== shown?.schedule.graph;
  const before = isOpened ? null : shown;
  if (isOpened) mounted.drawnOpen = mounted.dependencies.isAlone && mounted.camera.isSmall() ? DRAWN_OPEN_ON_PHONE : undefined;
  const { scene, layout } = arranged(mounted, before, isHeld, isRested);
  const schedule = scheduleOf(graph);
  if (before && before.scene.structure === scene.structure) redraw(mounted, before, schedule, scene);
  else lay(mounted, before, schedule, scene, layout);
}

/** The cards and wires of the state's graph in the size that they have now; with a layout where one is known. */
function arranged(mounted: Mounted, before: DrawnGraph | null, isHeld: boolean, isRested: boolean) {
  const { store, camera, awaited } = mounted;
  const { graph, graphProgram, folds } = store.get();
  const folding = mounted.foldingOf(graph!, graphProgram, folds, mounted.drawnOpen);
  const isOtherScreen = !isSameSize(mounted.room, camera.room());
  mounted.room = camera.room();
  const isWriting = before !== null && !isRested && !isOtherScreen && graphProgram !== mounted.writtenProgram;
  const found =
    isHeld && !awaited && before?.schedule.graph === graph
      ? { scene: before!.scene, layout: null, mayGrow: mounted.resting > 0 }
      : arrangement(store.get(), { folding, room: mounted.room, before, isWriting });
  if (!isHeld) rest(mounted, found.mayGrow);
  if (!found.mayGrow) mounted.writtenProgram = graphProgram;
  return found;
}

/** Cards that could be larger wait until the program has rested. */
export function rest(mounted: Mounted, mayGrow: boolean): void {
  clearTimeout(mounted.resting);
  mounted.resting = mayGrow ? window.setTimeout(() => renew(mounted, false, true), REST_MILLISECONDS) : 0;
}

/** Other numbers, or cards that hands have moved, in the layout that is drawn. */
function redraw(mounted: Mounted, before: DrawnGraph, schedule: Schedule, scene: Scene): void {
  const { store, picture, transition } = mounted;
  mounted.awaited = null;
  const shown = drawnGraphOf(schedule, scene, before.arranged, store.get(), before);
  mounted.shown = shown;
  const isMoved = shown.layout !== before.layout;
  if (isMoved) shift(mounted, before, shown);
  else picture.renew(shown);
  // A hand that moves a card is followed by nothing else.
  if (isMoved && schedule.graph === before.schedule.graph) paint(mounted);
  else transition.settle();
}

/** Draws the same cards where hands have put them; what nobody has moved stays where it is on the screen. */
function shift(mounted: Mounted, before: DrawnGraph, shown: DrawnGraph): void {
  const [was, is] = [before.layout.shift ?? NOWHERE, shown.layout.shift ?? NOWHERE];
  if (was.x !== is.x || was.y !== is.y) mounted.camera.holdStill(was, is);
  mounted.transition.end();
  mounted.picture.show(shown, isHolding(mounted) ? 0 : durationOf(mounted));
  moved(mounted);
}

/** Asks for a layout, unless one is known. */
function lay(mounted: Mounted, before: DrawnGraph | null, schedule: Schedule, scene: Scene, known: Layout | null): void {
  const { dependencies, note, refolding } = mounted;
  mounted.awaited = scene;
  const request = layoutRequest(scene);
  const continued = before && before.layout.direction === request.direction ? before.arranged : null;
  if (known && known !== before?.arranged && !continued) return apply(mounted, schedule, scene, known);
  const placed = dependencies.layout(continued ? { ...request, previous: continued } : request);
  if (!(placed instanceof Promise)) return apply(mounted, schedule, scene, placed);
  const isTakenBack = refolding !== null && mounted.shown !== null;
  note.wait(say("arranging-cards", { count: grouped(scene.cards.length) }), isTakenBack ? () => takeBack(mounted) : null);
  void placed.then((layout) => apply(mounted, schedule, scene, layout));
}

/** The cancel button: what was unfolded is folded again. */
function takeBack(mounted: Mounted): void {
  const { before } = mounted.refolding!;
  mounted.refolding = null;
  mounted.store.dispatch(changeFolds(before));
  mounted.note.done();
}

function apply(mounted: Mounted, schedule: Schedule, scene: Scene, layout: Layout): void {
  if (mounted.awaited !== scene) return;
  const { note, transition, store, canvas, minimap, camera, picture } = mounted;
  mounted.awaited = null;
  note.done();
  transition.end();
  const before = mounted.shown;
  const held = mounted.refolding?.node ?? null;
  const heldAt = before && held !== null ? placeOf(before, held) : null;
  const shown = drawnGraphOf(schedule, scene, layout, store.get(), before);
  mounted.shown = shown;
  mounted.tabbable = scene.folding.shownAs[mounted.tabbable] ?? scene.cards[0]!.id;
  canvas.description.textContent = describe(schedule, scene);
  minimap.show(shown.layout);
  const milliseconds = before ? durationOf(mounted) : 0;
  // What is folded or unfolded stays where it is, unless all can still be read at once as before.
  const isWholeAgain = before !== null && camera.showsAll(before.layout) && camera.isReadWhole(layout);
  const heldNow = heldAt && !isWholeAgain && placeOf(shown, held!);
  if (heldNow) camera.holdStill(middleOf(heldAt), middleOf(heldNow));
  picture.show(shown, heldNow ? 0 : milliseconds);
  requestAnimationFrame(() => void takeHands(mounted));
  const isAtEnd = !heldNow && place(mounted, before, shown, milliseconds);
  if (heldNow) {
    revealNew(mounted, before!, shown, held!);
    mounted.viewed = shown.layout;
  }
  transition.settle(isAtEnd);
  if (mounted.refolding?.focus && held !== null) focusNode(mounted, scene.folding.shownAs[held]!);
  mounted.refolding = null;
  centreSought(mounted);
  if (store.get().drawnDirection !== layout.direction) store.dispatch(drawIn(layout.direction));
  moved(mounted);
}

/**
 * The view of a layout that took the place of another one: afresh where it is another picture, not only another number of cards.
 * True where it was opened by a link to its last step.
 */
function place(mounted: Mounted, before: DrawnGraph | null, shown: DrawnGraph, milliseconds: number): boolean {
  const { store, camera, viewed, refolding, openedAt } = mounted;
  const { layout, scene } = shown;
  const { openings } = store.get();
  const isOpened = openings !== mounted.opened && before?.schedule.graph !== shown.schedule.graph;
  if (isOpened) mounted.opened = openings;
  const isTurned = before?.layout.direction !== layout.direction || before.scene.appearance.detail !== scene.appearance.detail;
  const isNew = isOpened || !viewed || isOther(viewed, layout);
  if (isNew) camera.resume();
  // Who saw the whole sees it drawn otherwise as well.
  const isAnother = isTurned || refolding !== null;
  const look = isNew || (isAnother && !camera.isWhole()) ? camera.open : camera.keepOrOpen;
  look(layout, subjectArea(shown, store.get()), isOpened ? 0 : milliseconds);
  return isOpened && Number.isFinite(openedAt) && openedAt >= shown.schedule.length;
}

/** Brings what was unfolded into view, as small as numbers on cards can still be read; of what has no room even then, the beginning. */
function revealNew(mounted: Mounted, before: DrawnGraph, shown: DrawnGraph, held: number): void {
  const keys = new Set(before.layout.nodes.map(({ key }) => key));
  const area = areaOf(shown.layout.nodes.filter(({ key, id }) => !keys.has(key) || id === held));
  if (area) mounted.camera.encompass(shown.layout, area, durationOf(mounted));
}

/** What only a hand at a card, or at the zoom, needs is fetched once there are cards; where the server is away, with the next graph again. */
async function takeHands(mounted: Mounted): Promise<void> {
  if (mounted.isInHands) return;
  const { picture, canvas, store, camera, dependencies } = mounted;
  mounted.isInHands = true;
  picture.prepare();
  const hands = await import("../hands.ts").catch(() => null);
  if (!hands) {
    mounted.isInHands = false;
    return;
  }
  mounted.guessing = hands.createGuessing(canvas.surface, store);
  mounted.dragging = hands.listenToDragging(canvas.svg, {
    held: (target) => (mounted.shown ? heldIn(mounted.shown, target) : null),
    zoom: () => camera.transform.k,
    move: (key, by, joins) => moveCard(mounted, key, by, joins),
    signal: dependencies.signal,
  });
}

function describe({ graph, forwardLength, length }: Schedule, { folding: { tree } }: Scene): string {
  const inputs = graph.nodes.filter(({ op, role }) => op === null && role !== "constant").length;
  const folds = tree.groups.length > 0 ? say("keys-unfold-fold") : "";
  return say("graph-description", { inputs, forwardlength: forwardLength, length: length - forwardLength, folds });
}
