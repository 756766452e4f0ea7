/**
 * The flow view: keeps the drawing in step with the store, and turns pointer and keyboard into selection. What things look like is
 * picture/, when they move animation/transition.ts; where they are is the layout that comes in as a dependency.
 */

import "d3-transition";
import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { isSameSize } from "../../scene/fitting/card_form.ts";
import { isSelectionOther, type Selection } from "../../state/selection.ts";
import type { PictureState } from "../../state/state.ts";
import { choose, hover, landAt } from "../../state/state_actions.ts";
import { scheduleOf } from "../../timeline/playback.ts";
import { lastingClass, mayMove } from "../shared/motion.ts";
import { createTransition } from "./animation/transition.ts";
import { subjectArea } from "./camera/areas.ts";
import { createCamera } from "./camera/camera.ts";
import { createMinimap } from "./camera/minimap.ts";
import { createSubject } from "./camera/subject.ts";
import { createCanvas } from "./canvas.ts";
import { createFoldings } from "./fold_state.ts";
import { listenToKeyboard } from "./keyboard.ts";
import { focusNode, focusOn, nudgeCard, stepOnWire, visit, walkOn, walkOnWire } from "./mounted/focus.ts";
import {
  durationOf,
  flip,
  foldAround,
  type GraphDependencies,
  type Mounted,
  refold,
  stepAskedFor,
  unfold,
} from "./mounted/mounted.ts";
import { moved, paint, REPAINTED } from "./mounted/painting.ts";
import { renew, rest } from "./mounted/renewal.ts";
import { createPicture } from "./picture/picture.ts";
import { listenToPointer } from "./pointer.ts";
import { createControls, createSelectionActions } from "./tools/controls.ts";
import { createCrumbs } from "./tools/crumbs.ts";
import { createFinder } from "./tools/finder.ts";
import { createLegend } from "./tools/legend.ts";
import { createNote, sentenceOfPart } from "./tools/note.ts";
import { createOverlayKey } from "./tools/overlay_key.ts";

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

/** What calls for a drawing, not only for other numbers or marks. */
const REDRAWN = ["graph", "operations", "direction", "separateOperations", "constantNodes", "folds", "moves"] as const;
/** What the sentence above the picture says follows from these. */
const TOLD = ["graph", "stale", "waiting", "program"] as const;

export function mountGraph(element: HTMLElement, store: Store<PictureState>, dependencies: GraphDependencies): GraphView {
  element.classList.add("graph");
  const mounted = mount(element, store, dependencies);
  listenToHands(mounted);
  watchSize(mounted);
  store.subscribe((state, previous) => follow(mounted, state, previous));
  showStaleness(mounted, store.get());
  renew(mounted);
  return {
    fit: () => fit(mounted),
    focus: (selection) => focusOn(mounted, selection),
    goTo: mounted.subject.goTo,
    bundleOf: (edge) => bundleOf(mounted, edge),
    focusSearch: mounted.finder.focus,
    isWide: () => mounted.shown !== null && mounted.camera.isWide(mounted.shown.layout),
  };
}

/** The parts of a graph, of which nothing is drawn yet. What they call is called once all of them are there. */
function mount(element: HTMLElement, store: Store<PictureState>, dependencies: GraphDependencies): Mounted {
  const canvas = createCanvas(element);
  const head = appendBox(element, "graph-head");
  const note = createNote(element);
  const showOutdated = lastingClass(element, "is-long-stale");
  const foot = appendBox(element, "graph-foot");
  const legend = createLegend(foot);
  const overlayKey = createOverlayKey(foot);
  const shown = () => mounted.shown;
  const duration = () => durationOf({ store });
  const controls = createControls(foot, {
    zoomBy: (factor) => camera.scaleBy(factor, duration()),
    fit: () => fit(mounted),
    follow: () => followAgain(mounted),
  });
  const camera = createCamera(canvas.svg, canvas.viewport, () => moved(mounted), {
    picture: () => mounted.shown?.layout ?? null,
    cards: () => mounted.shown?.layout.nodes ?? [],
    isInText: dependencies.isInText ?? false,
    projected: () => store.get().projector,
    isAmid: () => isAmid(store.get()),
    followed() {
      mounted.viewed = mounted.shown?.layout ?? null;
      controls.offerFollow(!camera.isFollowing());
    },
  });
  const picture = createPicture(canvas, camera, legend, () => minimap.covered(camera.visible(), camera.transform.k));
  const minimap = createMinimap(canvas.surface, (place) => camera.centre(place));
  const selectionActions = createSelectionActions(head);
  const crumbs = createCrumbs(head, {
    // After a change of all there is another picture, in which nothing is held.
    set: (groups, open) =>
      refold(mounted, groups, open, groups.length === mounted.shown!.scene.folding.tree.groups.length ? null : mounted.touched),
    appear: (there) => element.classList.toggle("has-groups", there),
  });
  const leaveSearch = () => focusNode(mounted, store.get().selected ?? mounted.tabbable);
  const mounted: Mounted = {
    element,
    store,
    dependencies,
    canvas,
    camera,
    picture,
    minimap,
    note,
    controls,
    selectionActions,
    crumbs,
    finder: createFinder(head, store, (node) => visit(mounted, node), leaveSearch),
    overlayKey,
    subject: createSubject({
      shown: () => (mounted.awaited ? null : mounted.shown),
      camera,
      state: () => store.get(),
      duration,
      unfold: (groups, node) => refold(mounted, groups, true, node),
    }),
    transition: createTransition(store, { shown, camera, picture, duration, paint: () => paint(mounted) }),
    foldingOf: createFoldings(),
    showOutdated,
    ...NOTHING_DRAWN,
    openedAt: stepAskedFor(store.get()),
    room: camera.room(),
  };
  return mounted;
}

const NOTHING_DRAWN = {
  shown: null,
  awaited: null,
  viewed: null,
  opened: -1,
  drawnOpen: undefined,
  resting: 0,
  writtenProgram: "",
  refolding: null,
  sought: null,
  touched: null,
  tabbable: 0,
  stepped: null,
  looking: 0,
  hasJustOpened: false,
  isPointing: false,
  isInHands: false,
  guessing: null,
  dragging: null,
} as const;

function appendBox(parent: HTMLElement, name: string): HTMLElement {
  const box = parent.appendChild(document.createElement("div"));
  box.className = name;
  return box;
}

function isAmid({ graph, position }: PictureState): boolean {
  return graph !== null && position > 0 && position < scheduleOf(graph).length;
}

function fit(mounted: Mounted): void {
  if (mounted.shown) mounted.camera.survey(mounted.shown.layout, durationOf(mounted));
}

function followAgain(mounted: Mounted): void {
  const { camera, shown, store, transition } = mounted;
  camera.resume();
  if (shown) camera.approach(shown.layout, subjectArea(shown, store.get()), durationOf(mounted));
  transition.settle();
}

function bundleOf({ awaited, shown }: Mounted, edge: number): readonly number[] {
  const scene = awaited ?? shown?.scene;
  const id = scene?.wireOf[edge] ?? -1;
  return scene?.wires.find((wire) => wire.id === id)?.edges ?? [edge];
}

function listenToHands(mounted: Mounted): void {
  const { element, canvas, store, picture } = mounted;
  const selectWire = (wire: number): void => {
    mounted.touched = null;
    selectHere(mounted, { edge: wire });
  };
  listenToPointer(canvas.svg, {
    // Who points at the picture with a tool talks about all of it.
    hover: (node) => store.dispatch(hover(store.get().pen || store.get().spotlight ? null : node)),
    under: picture.under,
    wireUnder: picture.wireUnder,
    point: picture.point,
    guess: (event) => mounted.guessing?.clicked(event) ?? false,
    flip: (card, by) => flip(mounted, card, by),
    selectWire,
    hasJustOpened: () => mounted.hasJustOpened,
    select(node) {
      mounted.hasJustOpened = node !== null && unfold(mounted, node, false);
      if (mounted.hasJustOpened) return;
      if (node !== null) mounted.tabbable = node;
      mounted.touched = node;
      selectHere(mounted, node === null ? null : { node });
    },
  });
  listenToKeyboard(element, canvas.svg, {
    direction: () => mounted.shown?.layout.direction ?? null,
    focused(card) {
      mounted.tabbable = card;
      paint(mounted);
    },
    enter: () => focusNode(mounted, mounted.tabbable),
    walk: (card, way) => walkOn(mounted, card, way),
    guess: (card) => mounted.guessing?.open(card),
    fold: (card) => foldAround(mounted, card),
    flip: (card, by) => flip(mounted, card, by),
    move: (card, key) => nudgeCard(mounted, card, key),
    choose: (card) => void (unfold(mounted, card, true) || store.dispatch(choose({ node: card }))),
    stepOnWire: (card, way) => stepOnWire(mounted, card, way),
    walkOnWire: (wire, way) => walkOnWire(mounted, wire, way),
    chooseWire: selectWire,
  });
}

function selectHere(mounted: Mounted, selection: Selection | null): void {
  mounted.isPointing = true;
  mounted.store.dispatch(choose(selection));
  mounted.isPointing = false;
}

function watchSize(mounted: Mounted): void {
  const { canvas, camera, store } = mounted;
  let resizing = 0;
  new ResizeObserver(() => {
    resizing ||= requestAnimationFrame(() => {
      resizing = 0;
      if (!isSameSize(mounted.room, camera.room())) renew(mounted);
      if (mounted.shown) camera.keepOrOpen(mounted.shown.layout, subjectArea(mounted.shown, store.get()), 0);
    });
  }).observe(canvas.surface);
}

function showStaleness(mounted: Mounted, { stale, waiting, graph, program, graphProgram }: PictureState): void {
  const { element, note, showOutdated } = mounted;
  element.classList.toggle("is-stale", stale && graph !== null);
  showOutdated(stale && graph !== null);
  if (!stale && graph?.partial) return note.say(sentenceOfPart(graph.partial));
  if (!stale || graph === null) return note.say(null);
  if (program === graphProgram) return note.say(say("computing-now"), true);
  note.say(say(waiting ? "reading-program" : "last-that-worked"), true);
}

/** The state has changed. */
function follow(mounted: Mounted, state: PictureState, previous: PictureState): void {
  const { store, transition, subject } = mounted;
  const isOther = (field: keyof PictureState): boolean => state[field] !== previous[field];
  if (isOther("openings")) mounted.openedAt = stepAskedFor(state);
  if (TOLD.some(isOther)) showStaleness(mounted, state);
  const redrawn = REDRAWN.filter(isOther);
  if (mounted.resting && isOther("program")) rest(mounted, true);
  if (redrawn.length > 0)
    return renew(
      mounted,
      redrawn.every((field) => field === "moves"),
    );
  if (!mounted.shown || mounted.awaited) return void (state.shown !== null && store.dispatch(landAt(state.position)));
  if (isOther("position")) {
    const travels = state.travel && state.position > previous.position && mayMove(state);
    return travels ? transition.travel(previous.position) : transition.settle(true);
  }
  if (isOther("stepSize")) return transition.settle();
  if (state.asked && isOther("asked")) subject.showAsked(state.asked.node);
  else if (isSelectionOther(state, previous) && !mounted.isPointing) subject.show();
  if (REPAINTED.some(isOther)) paint(mounted);
}
