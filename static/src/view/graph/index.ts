/**
 * The flow view: keeps the drawing in step with the store, and turns pointer and keyboard into selection. What things look like is
 * picture.ts, when they move animation/transition.ts; where they are is the layout that comes in as a dependency.
 */

import { grouped, say } from "../../messages/messages.ts";
import { changeFolds, choose, drawIn, hover, landAt, moveNode } from "../../state/state_actions.ts";
import "d3-transition";
import type { Store } from "../../core/store.ts";
import { DRAWN_OPEN_ON_PHONE } from "../../graph/folding.ts";
import { type Folds, withShown } from "../../graph/folds.ts";
import { type Group, groupsAround } from "../../graph/groups.ts";
import type { Layout, LayoutRequest } from "../../layout/types.ts";
import { type Way, walk, walkFromWire, wiresBeside } from "../../scene/arrow_keys.ts";
import { isSameSize } from "../../scene/fitting/card_form.ts";
import { within } from "../../scene/fitting/free_places.ts";
import { layoutRequest, type Scene } from "../../scene/scene.ts";
import type { Wire } from "../../scene/wiring.ts";
import { isSelectionOther, nodeOfSelection, type Selection, selectionOf } from "../../state/selection.ts";
import type { PictureState } from "../../state/state.ts";
import { scheduleOf } from "../../timeline/playback.ts";
import type { Schedule } from "../../timeline/schedule.ts";
import { lastingClass, mayMove } from "../shared/motion.ts";
import { createTransition } from "./animation/transition.ts";
import { arrangement } from "./arranging.ts";
import { areaOf, isOther, middleOf, placeOf, subjectArea } from "./camera/areas.ts";
import { createCamera, type Place } from "./camera/camera.ts";
import { createMinimap } from "./camera/minimap.ts";
import { createSubject } from "./camera/subject.ts";
import { frontOf } from "./camera/wavefront.ts";
import { LEGIBLE } from "./camera/zooms.ts";
import { createCanvas } from "./canvas.ts";
import type { Dragging } from "./dragging.ts";
import { type DrawnGraph, drawnGraphOf } from "./drawn_graph.ts";
import { createFoldings, withFolds } from "./fold_state.ts";
import type { Guessing } from "./guessing.ts";
import { listenToKeyboard } from "./keyboard.ts";
import { createPicture } from "./picture.ts";
import { heldIn, listenToPointer } from "./pointer.ts";
import { createControls, createSelectionActions } from "./tools/controls.ts";
import { createCrumbs } from "./tools/crumbs.ts";
import { createFinder } from "./tools/finder.ts";
import { createLegend } from "./tools/legend.ts";
import { createNote, sentenceOfPart } from "./tools/note.ts";
import { createOverlayKey } from "./tools/overlay_key.ts";

export interface GraphDependencies {
  /** Places a graph; at once where it is small, later (from a worker) where it is large. */
  layout(request: LayoutRequest): Layout | Promise<Layout>;
  /** Whether the picture is a part of a page that scrolls: a finger then scrolls that page where all of the picture is in view. */
  readonly isInText?: boolean;
  /** Whether the page is about this graph alone: on a phone it opens folded sooner then, so that all of it is seen. */
  readonly isAlone?: boolean;
  /** The graph has left the page; absent where it stays as long as the document does. */
  readonly signal?: AbortSignal;
}

export interface GraphView {
  fit(): void;
  /** Moves the keyboard's focus to the card of a node or the wire of an edge, bringing it into view. */
  focus(selection: Selection): void;
  /** The edges that are drawn as the same wire as this one, itself among them. */
  bundleOf(edge: number): readonly number[];
  /** Brings the card of a group to the middle, by the group's key. */
  goTo(key: string): void;
  /** Moves the focus to the field that finds nodes. */
  focusSearch(): void;
  /** Whether the picture goes on to the left or the right of what is in view. */
  isWide(): boolean;
}

const LAYOUT_MILLISECONDS = 200;
/** How long a program rests that is not being written any more. */
const REST_MILLISECONDS = 2000;
/** What calls for a drawing, not only for other numbers or marks. */
const REDRAWN = ["graph", "operations", "direction", "separateOperations", "constantNodes", "folds", "moves"] as const;
/** How far a press of a key moves a card. */
const NUDGE = 10;
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const NOWHERE: Place = { x: 0, y: 0 };
const REPAINTED = [
  "selected",
  "selectedEdge",
  "hovered",
  "playing",
  "search",
  "breakpoints",
  "overlay",
  "nudged",
  "honest",
  "asked",
  "differing",
] as const;

export function mountGraph(element: HTMLElement, store: Store<PictureState>, dependencies: GraphDependencies): GraphView {
  element.classList.add("graph");
  const canvas = createCanvas(element);
  const head = element.appendChild(document.createElement("div"));
  head.className = "graph-head";
  const note = createNote(element);
  const showOutdated = lastingClass(element, "is-long-stale");
  const foot = element.appendChild(document.createElement("div"));
  foot.className = "graph-foot";
  const legend = createLegend(foot);
  const overlayKey = createOverlayKey(foot);
  const controls = createControls(foot, {
    zoomBy: (factor) => camera.scaleBy(factor, duration()),
    fit,
    follow() {
      camera.resume();
      if (shown) camera.approach(shown.layout, subjectArea(shown, store.get()), duration());
      transition.settle();
    },
  });
  const camera = createCamera(canvas.svg, canvas.viewport, moved, {
    picture: () => shown?.layout ?? null,
    cards: () => shown?.layout.nodes ?? [],
    isInText: dependencies.isInText ?? false,
    projected: () => store.get().projector,
    isAmid() {
      const { graph, position } = store.get();
      return graph !== null && position > 0 && position < scheduleOf(graph).length;
    },
    followed() {
      viewed = shown?.layout ?? null;
      controls.offerFollow(!camera.isFollowing());
    },
  });
  const picture = createPicture(canvas, camera, legend, () => minimap.covered(camera.visible(), camera.transform.k));
  const minimap = createMinimap(canvas.surface, (place) => camera.centre(place));
  let guessing: Guessing | null = null;
  let dragging: Dragging | null = null;
  const isHolding = (): boolean => dragging?.isUnderWay() ?? false;
  let isInHands = false;
  const foldingOf = createFoldings();
  const selectionActions = createSelectionActions(head);
  const crumbs = createCrumbs(head, {
    // After a change of all there is another picture, in which nothing is held.
    set: (groups, open) => refold(groups, open, groups.length === shown!.scene.folding.tree.groups.length ? null : touched),
    appear: (there) => element.classList.toggle("has-groups", there),
  });
  const finder = createFinder(head, store, visit, () => focusNode(store.get().selected ?? tabbable));
  const subject = createSubject({
    shown: () => (awaited ? null : shown),
    camera,
    state: () => store.get(),
    duration,
    unfold: (groups, node) => refold(groups, true, node),
  });
  const transition = createTransition(store, { shown: () => shown, camera, picture, duration, paint });

  let shown: DrawnGraph | null = null;
  /** What was there when the view was last chosen, by a hand or for it: an edit at a time, it becomes another picture as well. */
  let viewed: Layout | null = null;
  /** What was opened when the picture was last drawn. */
  let opened = -1;
  /** Up to how many nodes all of it was drawn: a phone that is turned, or a window that is made larger, unfolds nothing. */
  let drawnOpen: number | undefined;
  /** The step that what was opened asks for; Infinity where it asks for none. */
  let openedAt = stepAskedFor(store.get());
  /** The room for which the picture was last made. */
  let room = camera.room();
  /** Until the program has rested, after which its cards may be larger; 0 where they are as large as can be. */
  let resting = 0;
  /** The program for which the cards have the size that they would have at first. */
  let writtenProgram = "";
  /** The layout that is being waited for; an older answer is too late. */
  let awaited: Scene | null = null;
  /** What is folded or unfolded now, by the node that is to stay where it is on the screen, and the choices before. */
  let refolding: { readonly node: number | null; readonly before: Folds; readonly focus: boolean } | null = null;
  /** The node that was looked for, until it is in view. */
  let sought: number | null = null;
  /** The node last folded, unfolded or selected, whose groups the crumbs name. */
  let touched: number | null = null;
  let tabbable = 0;
  /** The wire that the keyboard is on, and the card from which it came there. */
  let stepped: { readonly wire: number; readonly from: number } | null = null;
  let looking = 0;
  let hasJustOpened = false;
  /** While a hand selects on the picture, which therefore stays where it is. */
  let isPointing = false;

  function duration(): number {
    return mayMove(store.get()) ? LAYOUT_MILLISECONDS : 0;
  }

  function fit(): void {
    if (shown) camera.survey(shown.layout, duration());
  }

  function moved(): void {
    looking ||= requestAnimationFrame(() => {
      looking = 0;
      if (shown && !isHolding()) minimap.show(shown.layout);
      const isElsewhere = minimap.look(camera.visible(), camera.transform.k, picture.labels());
      picture.look();
      // What explains the frame is not below the map.
      if (isElsewhere) paint();
      guessing?.place();
    });
  }

  function paint(): void {
    if (!shown) return;
    const { selected, selectedEdge, playing, breakpoints, overlay, nudged, honest, asked, differing } = store.get();
    // What plays is not dimmed because the pointer happens to rest on something.
    const hovered = playing ? null : store.get().hovered;
    finder.update(shown);
    crumbs.update(shown.scene.folding, nodeOfSelection(store.get()) ?? touched);
    picture.paint({
      ...transition.moment(),
      // While a number is asked for, nothing else is pointed at.
      ...(asked ? { frame: null } : {}),
      selected,
      selectedEdge,
      hovered,
      tabbable,
      hits: finder.hits(shown),
      breakpoints,
      overlay,
      nudged,
      honest,
      asked,
      differing,
    });
    // The map is drawn again when the hand releases it: all of it would be drawn for one card.
    if (!isHolding()) minimap.paint(frontOf(shown, transition.moment()));
    selectionActions.update(selectionOf(store.get()));
    overlayKey.update(overlay, shown.schedule.graph);
    controls.offerPutBack(Object.keys(shown.moves).length > 0);
  }

  /** Draws the state's graph: the numbers alone where its structure is the one that is drawn, else with a new layout. `isHeld`: only hands have moved; `isRested`: the program is not being written any more. */
  function renew(isHeld = false, isRested = false): void {
    const { graph, graphProgram, folds, openings, program } = store.get();
    element.classList.toggle("is-empty", graph === null && program.trim() === "");
    if (!graph) return;
    // The graph that was opened may come later than the rest of what opening changes.
    const isOpened = openings !== opened && graph !== shown?.schedule.graph;
    const before = isOpened ? null : shown;
    if (isOpened) drawnOpen = dependencies.isAlone && camera.isSmall() ? DRAWN_OPEN_ON_PHONE : undefined;
    const folding = foldingOf(graph, graphProgram, folds, drawnOpen);
    const isOtherScreen = !isSameSize(room, camera.room());
    room = camera.room();
    const isWriting = before !== null && !isRested && !isOtherScreen && graphProgram !== writtenProgram;
    const { scene, layout, mayGrow } =
      isHeld && !awaited && before?.schedule.graph === graph
        ? { scene: before.scene, layout: null, mayGrow: resting > 0 }
        : arrangement(store.get(), { folding, room, before, isWriting });
    if (!isHeld) rest(mayGrow);
    if (!mayGrow) writtenProgram = graphProgram;
    const schedule = scheduleOf(graph);
    if (before?.scene.structure === scene.structure) {
      awaited = null;
      shown = drawnGraphOf(schedule, scene, before.arranged, store.get(), before);
      const isMoved = shown.layout !== before.layout;
      if (isMoved) shift(before);
      else picture.renew(shown);
      // A hand that moves a card is followed by nothing else.
      return isMoved && graph === before.schedule.graph ? paint() : transition.settle();
    }
    awaited = scene;
    const request = layoutRequest(scene);
    const continued = before && before.layout.direction === request.direction ? before.arranged : null;
    if (layout && layout !== before?.arranged && !continued) return apply(schedule, scene, layout);
    const placed = dependencies.layout(continued ? { ...request, previous: continued } : request);
    if (!(placed instanceof Promise)) return apply(schedule, scene, placed);
    note.wait(say("arranging-cards", { count: grouped(scene.cards.length) }), refolding && shown ? takeBack : null);
    void placed.then((layout) => apply(schedule, scene, layout));
  }

  /** Cards that could be larger wait until the program has rested. */
  function rest(mayGrow: boolean): void {
    clearTimeout(resting);
    resting = mayGrow ? window.setTimeout(() => renew(false, true), REST_MILLISECONDS) : 0;
  }

  /** Draws the same cards where hands have put them; what nobody has moved stays where it is on the screen. */
  function shift(before: DrawnGraph): void {
    const { layout } = shown!;
    const [was, is] = [before.layout.shift ?? NOWHERE, layout.shift ?? NOWHERE];
    if (was.x !== is.x || was.y !== is.y) camera.holdStill(was, is);
    transition.end();
    picture.show(shown!, isHolding() ? 0 : duration());
    moved();
  }

  /** The cancel button: what was unfolded is folded again. */
  function takeBack(): void {
    const { before } = refolding!;
    refolding = null;
    store.dispatch(changeFolds(before));
    note.done();
  }

  function apply(schedule: Schedule, scene: Scene, layout: Layout): void {
    if (awaited !== scene) return;
    awaited = null;
    note.done();
    transition.end();
    const before = shown;
    const held = refolding?.node ?? null;
    const heldAt = before && held !== null ? placeOf(before, held) : null;
    shown = drawnGraphOf(schedule, scene, layout, store.get(), before);
    tabbable = scene.folding.shownAs[tabbable] ?? scene.cards[0]!.id;
    canvas.description.textContent = describe(schedule, scene);
    minimap.show(shown.layout);
    const milliseconds = before ? duration() : 0;
    // What is folded or unfolded stays where it is, unless all can still be read at once as before.
    const isWholeAgain = before !== null && camera.showsAll(before.layout) && camera.isReadWhole(layout);
    const heldNow = heldAt && !isWholeAgain && placeOf(shown, held!);
    if (heldNow) camera.holdStill(middleOf(heldAt), middleOf(heldNow));
    picture.show(shown, heldNow ? 0 : milliseconds);
    requestAnimationFrame(() => void takeHands());
    const isAtEnd = !heldNow && place(before, milliseconds);
    if (heldNow) {
      revealNew(before!, held!);
      viewed = shown.layout;
    }
    transition.settle(isAtEnd);
    if (refolding?.focus && held !== null) focusNode(scene.folding.shownAs[held]!);
    refolding = null;
    centreSought();
    if (store.get().drawnDirection !== layout.direction) store.dispatch(drawIn(layout.direction));
    moved();
  }

  /**
   * The view of a layout that took the place of another one: afresh where it is another picture, not only another number of cards.
   * True where it was opened by a link to its last step.
   */
  function place(before: DrawnGraph | null, milliseconds: number): boolean {
    const { layout, scene } = shown!;
    const { openings } = store.get();
    const isOpened = openings !== opened && before?.schedule.graph !== shown!.schedule.graph;
    if (isOpened) opened = openings;
    const isTurned = before?.layout.direction !== layout.direction || before.scene.appearance.detail !== scene.appearance.detail;
    const isNew = isOpened || !viewed || isOther(viewed, layout);
    if (isNew) camera.resume();
    // Who saw the whole sees it drawn otherwise as well.
    const isAnother = isTurned || refolding !== null;
    const look = isNew || (isAnother && !camera.isWhole()) ? camera.open : camera.keepOrOpen;
    look(layout, subjectArea(shown!, store.get()), isOpened ? 0 : milliseconds);
    return isOpened && Number.isFinite(openedAt) && openedAt >= shown!.schedule.length;
  }

  /** Brings what was unfolded into view, as small as numbers on cards can still be read; of what has no room even then, the beginning. */
  function revealNew({ layout }: DrawnGraph, held: number): void {
    const keys = new Set(layout.nodes.map(({ key }) => key));
    const isNew = ({ key, id }: { key: string; id: number }): boolean => !keys.has(key) || id === held;
    const area = areaOf(shown!.layout.nodes.filter(isNew));
    if (area) camera.encompass(shown!.layout, area, duration());
  }

  /** Folds or unfolds; `node` stays where it is. */
  function refold(groups: readonly Group[], open: boolean, node: number | null, focus = false): void {
    const before = store.get().folds;
    refolding = { node, before, focus };
    if (node !== null) touched = node;
    store.dispatch(changeFolds(withFolds(before, groups, open, shown!.scene.folding.tree.groups.length)));
  }

  /** Unfolds the card of a group; false where the card is a node's own. */
  function unfold(card: number, focus: boolean): boolean {
    const folded = shown?.scene.folding.folded.get(card);
    if (!folded) return false;
    refold([folded.group], true, card, focus);
    return true;
  }

  /** The next member of a stack on its card, round and round; `by` 0: that of the step again. */
  function flip(card: number, by: number): void {
    const folded = shown?.scene.folding.folded.get(card);
    if (!folded?.shown) return;
    const count = folded.group.members.length;
    const from = picture.memberShown(card)?.place ?? 0;
    const place = by === 0 ? null : (from + by + count) % count;
    store.dispatch(changeFolds(withShown(store.get().folds, folded.group, place)));
  }

  /** Folds the innermost group around a card. */
  function foldAround(card: number): void {
    const { tree, isOpen } = shown!.scene.folding;
    const around = groupsAround(tree, card)
      .filter(({ index }) => isOpen[index])
      .at(-1);
    if (around) refold([around], false, card, true);
  }

  /** Shows a node that was looked for: unfolds what hides it, selects it, brings it into view. */
  function visit(node: number): void {
    sought = node;
    subject.uncover(node);
    store.dispatch(choose({ node }));
    const place = shown && !awaited ? placeOf(shown, node) : null;
    if (place && (camera.transform.k < LEGIBLE || !within(areaOf([place])!, camera.visible()))) centreSought();
    if (!awaited) sought = null;
  }

  /** In the middle, so large that its name can be read. */
  function centreSought(): void {
    const place = sought === null ? null : placeOf(shown!, sought);
    if (place) camera.centre(middleOf(place), LEGIBLE);
    sought = null;
  }

  function focusNode(node: number): void {
    const place = shown && placeOf(shown, node);
    if (!place) return;
    tabbable = place.id;
    camera.reveal(areaOf([place])!, 0);
    picture.look();
    paint();
    picture.element(place.id)?.focus({ preventScroll: true });
  }

  /** `from`: the card that the keyboard has come from, whose wires lie beside it. */
  function focusWire(wire: Wire, from: number): void {
    stepped = { wire: wire.id, from };
    tabbable = from;
    const ends = [wire.source, wire.target].flatMap((end) => placeOf(shown!, Math.ceil(end)) ?? []);
    const [near] = ends;
    if (!camera.reveal(areaOf(ends)!, 0) && near) camera.reveal(areaOf([near])!, 0);
    picture.look();
    paint();
    picture.wireElement(wire.id)?.focus({ preventScroll: true });
  }

  function wireOf(id: number): Wire | null {
    return shown?.scene.wires.find((wire) => wire.id === id && wire.edges.length > 0) ?? null;
  }

  /** From a card onto the wire that leads to the next card that way. */
  function stepOnWire(card: number, way: Way): void {
    if (way !== "users" && way !== "inputs") return;
    const { scene, layout } = shown!;
    const beside = wiresBeside(scene.wires, layout, card, way);
    const next = walk(scene.wires, layout, card, way);
    const wire = beside.find(({ source, target }) => Math.ceil(way === "users" ? target : source) === next) ?? beside[0];
    if (wire) focusWire(wire, card);
  }

  function walkOnWire(id: number, way: Way): void {
    const wire = wireOf(id);
    if (!wire) return;
    const from = stepped?.wire === id ? stepped.from : Math.ceil(wire.source);
    const next = walkFromWire(shown!.scene.wires, shown!.layout, wire, from, way);
    if ("card" in next) focusNode(next.card);
    else focusWire(next.wire, from);
  }

  function focus(selection: Selection): void {
    if ("node" in selection) return focusNode(selection.node);
    const edge = shown?.schedule.graph.edges[selection.edge];
    const wire = edge ? wireOf(shown!.scene.wireOf[edge.id]!) : null;
    if (wire) focusWire(wire, stepped?.wire === wire.id ? stepped.from : Math.ceil(wire.source));
    else if (edge) focusNode(edge.source);
  }

  function bundleOf(edge: number): readonly number[] {
    const scene = awaited ?? shown?.scene;
    const id = scene?.wireOf[edge] ?? -1;
    return scene?.wires.find((wire) => wire.id === id)?.edges ?? [edge];
  }

  /** Moves a card by so much on the picture, whichever way that runs. */
  function moveCard(key: string, { x, y }: Place, joins: boolean): void {
    store.dispatch(moveNode(key, shown!.layout.direction === "down" ? [y, x] : [x, y], joins));
  }

  function selectWire(wire: number): void {
    touched = null;
    selectHere({ edge: wire });
  }

  function selectHere(selection: Selection | null): void {
    isPointing = true;
    store.dispatch(choose(selection));
    isPointing = false;
  }

  /** What only a hand at a card, or at the zoom, needs is fetched once there are cards; where the server is away, with the next graph again. */
  async function takeHands(): Promise<void> {
    if (isInHands) return;
    isInHands = true;
    picture.prepare();
    const hands = await import("./hands.ts").catch(() => null);
    if (!hands) {
      isInHands = false;
      return;
    }
    guessing = hands.createGuessing(canvas.surface, store);
    dragging = hands.listenToDragging(canvas.svg, {
      held: (target) => (shown ? heldIn(shown, target) : null),
      zoom: () => camera.transform.k,
      move: moveCard,
      signal: dependencies.signal,
    });
  }

  listenToPointer(canvas.svg, {
    // Who points at the picture with a tool talks about all of it.
    hover: (node) => store.dispatch(hover(store.get().pen || store.get().spotlight ? null : node)),
    under: picture.under,
    wireUnder: picture.wireUnder,
    point: picture.point,
    guess: (event) => guessing?.clicked(event) ?? false,
    flip,
    selectWire,
    hasJustOpened: () => hasJustOpened,
    select: (node) => {
      hasJustOpened = node !== null && unfold(node, false);
      if (hasJustOpened) return;
      if (node !== null) tabbable = node;
      touched = node;
      selectHere(node === null ? null : { node });
    },
  });

  listenToKeyboard(element, canvas.svg, {
    direction: () => shown?.layout.direction ?? null,
    focused(card) {
      tabbable = card;
      paint();
    },
    enter: () => focusNode(tabbable),
    walk: (card, way) => focusNode(walk(shown!.scene.wires, shown!.layout, card, way)),
    guess: (card) => guessing?.open(card),
    fold: foldAround,
    flip,
    move(card, key) {
      const { x, y } = ARROWS[key]!;
      const place = placeOf(shown!, card);
      if (place) moveCard(place.key, { x: x * NUDGE, y: y * NUDGE }, false);
    },
    choose: (card) => void (unfold(card, true) || store.dispatch(choose({ node: card }))),
    stepOnWire,
    walkOnWire,
    chooseWire: selectWire,
  });

  let resizing = 0;
  new ResizeObserver(() => {
    resizing ||= requestAnimationFrame(() => {
      resizing = 0;
      if (!isSameSize(room, camera.room())) renew();
      if (shown) camera.keepOrOpen(shown.layout, subjectArea(shown, store.get()), 0);
    });
  }).observe(canvas.surface);

  function showStaleness({ stale, waiting, graph, program, graphProgram }: PictureState): void {
    element.classList.toggle("is-stale", stale && graph !== null);
    showOutdated(stale && graph !== null);
    if (!stale && graph?.partial) return note.say(sentenceOfPart(graph.partial));
    if (!stale || graph === null) return note.say(null);
    if (program === graphProgram) return note.say(say("computing-now"), true);
    note.say(say(waiting ? "reading-program" : "last-that-worked"), true);
  }

  store.subscribe((state, previous) => {
    if (state.openings !== previous.openings) openedAt = stepAskedFor(state);
    if (
      state.graph !== previous.graph ||
      state.stale !== previous.stale ||
      state.waiting !== previous.waiting ||
      state.program !== previous.program
    )
      showStaleness(state);
    const redrawn = REDRAWN.filter((field) => state[field] !== previous[field]);
    if (resting && state.program !== previous.program) rest(true);
    if (redrawn.length > 0) return renew(redrawn.every((field) => field === "moves"));
    if (!shown || awaited) return void (state.shown !== null && store.dispatch(landAt(state.position)));
    if (state.position !== previous.position) {
      if (state.travel && state.position > previous.position && mayMove(state)) return transition.travel(previous.position);
      return transition.settle(true);
    }
    if (state.stepSize !== previous.stepSize) return transition.settle();
    if (state.asked && state.asked !== previous.asked) subject.showAsked(state.asked.node);
    else if (isSelectionOther(state, previous) && !isPointing) subject.show();
    if (REPAINTED.some((field) => state[field] !== previous[field])) paint();
  });

  showStaleness(store.get());
  renew();
  return {
    fit,
    focus,
    goTo: subject.goTo,
    bundleOf,
    focusSearch: finder.focus,
    isWide: () => shown !== null && camera.isWide(shown.layout),
  };
}

/** The position that waits for a graph is that of a link. */
const stepAskedFor = ({ graph, position }: PictureState): number => (graph ? Infinity : position);

function describe({ graph, forwardLength, length }: Schedule, { folding: { tree } }: Scene): string {
  const inputs = graph.nodes.filter(({ op, role }) => op === null && role !== "constant").length;
  const folds = tree.groups.length > 0 ? say("keys-unfold-fold") : "";
  return say("graph-description", { inputs, forwardlength: forwardLength, length: length - forwardLength, folds });
}
