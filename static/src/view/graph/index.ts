/**
 * The flow view: keeps the drawing in step with the store, lets tokens travel where the last change was a step, and turns pointer and
 * keyboard into selection. What things look like is picture.ts; where they are is the layout that comes in as a dependency.
 */
import "d3-transition";
import type { State } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { groupsAround, type Group } from "../../graph/groups.ts";
import type { Layout, LayoutRequest } from "../../graph/layout/types.ts";
import { recordsByName } from "../../graph/captions.ts";
import { paceOf, scheduleOf } from "../../graph/playback.ts";
import { buildScene, layoutRequest, type Scene } from "../../graph/scene.ts";
import { previousPosition, type Schedule } from "../../graph/schedule.ts";
import { walk, wayOf } from "../../graph/walk.ts";
import { mayMove } from "../motion.ts";
import { areaOf, areasOfSteps, isOther, middleOf, openingZoom, outputArea, placeOf } from "./areas.ts";
import { createCamera } from "./camera.ts";
import { createCanvas } from "./canvas.ts";
import { createControls, createNodeActions } from "./controls.ts";
import { createCrumbs } from "./crumbs.ts";
import { createFinder } from "./finder.ts";
import { fly } from "./flight.ts";
import { createFoldState, hiding, type Choices } from "./fold_state.ts";
import { legsOf } from "./frames.ts";
import { keptSize } from "./kept_size.ts";
import { createLegend } from "./legend.ts";
import { createMinimap } from "./minimap.ts";
import { createNote } from "./note.ts";
import { createOverlayKey } from "./overlay_key.ts";
import { listenToPointer, nodeOf } from "./pointer.ts";
import { createPicture, digitsOf, READABLE, showOf, type Shown } from "./picture.ts";

export interface GraphDependencies {
  /** Places a graph; at once where it is small, later (from a worker) where it is large. */
  layout(request: LayoutRequest): Layout | Promise<Layout>;
}

export interface GraphView {
  fit(): void;
  /** Moves the keyboard's focus to a node's card, bringing it into view. */
  focusNode(node: number): void;
  /** Moves the focus to the field that finds nodes. */
  focusSearch(): void;
}

const LAYOUT_MILLISECONDS = 200;
/** The way of one token, and of several in turn within one frame. */
const FLIGHT_MILLISECONDS = 500;
const LONGEST_FLIGHT_MILLISECONDS = 1200;
/** Frames of more steps are spread over the picture: no single view follows them. */
const MOST_FOLLOWED = 3;
/** The part of a playing frame that tokens travel; the rest is for reading. */
const TRAVELLING_PART = 0.7;

export function mountGraph(element: HTMLElement, store: Store<State>, dependencies: GraphDependencies): GraphView {
  element.classList.add("graph");
  const canvas = createCanvas(element);
  const head = element.appendChild(document.createElement("div"));
  head.className = "graph-head";
  const note = createNote(element);
  const foot = element.appendChild(document.createElement("div"));
  foot.className = "graph-foot";
  const legend = createLegend(foot, canvas.hatch);
  const overlayKey = createOverlayKey(foot);
  createControls(foot, { zoomBy: (factor) => camera.scaleBy(factor, duration()), fit });
  const footSize = keptSize(foot);
  const headSize = keptSize(head);
  const camera = createCamera(canvas.svg, canvas.viewport, moved, { below: () => footSize().height, above: () => headSize().height, projected: () => store.get().projector });
  const picture = createPicture(canvas, camera, legend);
  const minimap = createMinimap(element, (place) => camera.centre(place));
  const folds = createFoldState();
  const nodeActions = createNodeActions(head);
  const crumbs = createCrumbs(head, { set: (groups, open) => refold(groups, open, touched) });
  const finder = createFinder(head, store, visit, () => focusNode(tabbable));

  let shown: Shown | null = null;
  /** The layout that is being waited for; an older answer is too late. */
  let awaited: Scene | null = null;
  /** What is folded or unfolded now, by the node that is to stay where it is on the screen, and the choices before. */
  let refolding: { readonly node: number | null; readonly before: Choices; readonly focus: boolean } | null = null;
  /** The node last folded, unfolded or selected, whose groups the crumbs name. */
  let touched: number | null = null;
  let endFlight = (): void => {};
  /** Where the picture stands: behind the state's position while tokens are under way. */
  let displayed = 0;
  /** Where the frame began that the picture points at; null where nothing has just moved. */
  let frameStart: number | null = null;
  let tabbable = 0;
  let looking = 0;

  const duration = (): number => (mayMove(store.get()) ? LAYOUT_MILLISECONDS : 0);

  function fit(): void {
    if (shown) camera.fit(shown.layout, duration());
  }

  function moved(): void {
    looking ||= requestAnimationFrame(() => {
      looking = 0;
      picture.look();
      minimap.look(camera.visible());
    });
  }

  function paint(): void {
    if (!shown) return;
    const { selected, hovered, breakpoints, overlay } = store.get();
    const frame = frameStart === null ? null : { from: frameStart, to: Math.max(target(shown.schedule), frameStart) };
    finder.update(shown);
    crumbs.update(shown.scene.folding, selected ?? touched);
    picture.paint({ position: displayed, frame, selected, hovered, tabbable, hits: finder.hits(shown), breakpoints, overlay });
    nodeActions.update(selected);
    overlayKey.update(overlay, shown.schedule.graph);
  }

  function target({ length }: Schedule): number {
    return Math.min(store.get().position, length);
  }

  /** The picture of the state's position, at once. At the end nothing is pointed at unless it has just been reached. */
  function settle(): void {
    endFlight();
    if (!shown) return;
    const { position, stepSize, travel } = store.get();
    const { schedule } = shown;
    displayed = target(schedule);
    const pointsAt = position > 0 && (position < schedule.length || travel);
    frameStart = pointsAt ? previousPosition(schedule, displayed, stepSize) : null;
    follow(frameStart, displayed);
    paint();
  }

  /** Brings what a frame is about into view: the wire with both its ends, or where that is too long the card that changes. */
  function follow(from: number | null, to: number): void {
    if (from === null || to - from > MOST_FOLLOWED) return;
    const [whole, changing] = areasOfSteps(shown!, from, to);
    if (whole && !camera.reveal(whole, duration()) && changing) camera.reveal(changing, duration());
  }

  function travel(from: number): void {
    const { schedule, scene } = shown!;
    const state = store.get();
    endFlight();
    const to = target(schedule);
    const together = state.stepSize === "level" || state.stepSize === "phase" || (state.playing && to - from > 3);
    const legs = legsOf(schedule, from, to, together, digitsOf(scene));
    const flights = legs.filter(({ flyers }) => flyers.length > 0).length;
    displayed = from;
    frameStart = from;
    follow(from, to);
    paint();
    if (flights === 0) return settle();
    const wanted = Math.min(flights * FLIGHT_MILLISECONDS, LONGEST_FLIGHT_MILLISECONDS);
    const { interval } = paceOf(schedule, state.stepSize, state.speed);
    endFlight = fly(legs, state.playing ? Math.min(wanted, interval * TRAVELLING_PART) : wanted, {
      frame(run) {
        const handle = requestAnimationFrame(run);
        return () => cancelAnimationFrame(handle);
      },
      move: picture.fly,
      land(position) {
        displayed = position;
        paint();
      },
    });
  }

  /** Draws the state's graph: the numbers alone where its structure is the one that is drawn, else with a new layout. */
  function renew(): void {
    const { graph, graphProgram, operations, direction, separateOperations, projector } = store.get();
    if (!graph) return;
    const folding = folds.foldingOf(graph, graphProgram);
    const scene = buildScene(graph, graphProgram, recordsByName(operations), { direction, separateOperations, projector }, folding);
    const schedule = scheduleOf(graph);
    if (shown?.scene.structure === scene.structure) {
      awaited = null;
      shown = showOf(schedule, scene, shown.layout, operations, shown);
      picture.renew(shown);
      return settle();
    }
    awaited = scene;
    const request = layoutRequest(scene);
    const placed = dependencies.layout(shown ? { ...request, previous: shown.layout } : request);
    if (!(placed instanceof Promise)) return apply(schedule, scene, placed);
    note.wait(`Arranging ${scene.cards.length.toLocaleString("en")} cards …`, refolding && shown ? takeBack : null);
    void placed.then((layout) => apply(schedule, scene, layout));
  }

  /** The cancel button: what was unfolded is folded again. */
  function takeBack(): void {
    folds.restore(refolding!.before);
    refolding = null;
    renew();
    note.done();
  }

  function apply(schedule: Schedule, scene: Scene, layout: Layout): void {
    if (awaited !== scene) return;
    awaited = null;
    note.done();
    endFlight();
    const before = shown;
    const held = refolding?.node ?? null;
    const heldAt = before && held !== null ? placeOf(before, held) : null;
    shown = showOf(schedule, scene, layout, store.get().operations, before);
    tabbable = scene.folding.shownAs[tabbable] ?? scene.cards[0]!.id;
    canvas.description.textContent = describe(schedule, scene);
    minimap.show(layout);
    const milliseconds = before ? duration() : 0;
    if (!before) camera.open(layout, outputArea(shown), openingZoom(layout), 0);
    const heldNow = heldAt && placeOf(shown, held!);
    if (heldNow) camera.holdStill(middleOf(heldAt), middleOf(heldNow));
    picture.show(shown, heldNow ? 0 : milliseconds);
    if (before && !heldNow) place(before, milliseconds);
    settle();
    if (refolding?.focus && held !== null) focusNode(scene.folding.shownAs[held]!);
    refolding = null;
    moved();
  }

  /** The view of a layout that took the place of another one. */
  function place(before: Shown, milliseconds: number): void {
    const { layout } = shown!;
    const look = isOther(before.layout, layout) ? camera.open : camera.keepOrOpen;
    look(layout, outputArea(shown!), openingZoom(layout), milliseconds);
  }

  /** Folds or unfolds; `node` stays where it is. */
  function refold(groups: readonly Group[], open: boolean, node: number | null, focus = false): void {
    refolding = { node, before: folds.choices, focus };
    if (node !== null) touched = node;
    folds.set(groups, open);
    renew();
  }

  /** Unfolds the card of a group; false where the card is a node's own. */
  function unfold(card: number, focus: boolean): boolean {
    const folded = shown?.scene.folding.folded.get(card);
    if (!folded) return false;
    refold([folded.group], true, card, focus);
    return true;
  }

  /** Folds the innermost group around a card. */
  function foldAround(card: number): void {
    const { tree, isOpen } = shown!.scene.folding;
    const around = groupsAround(tree, card).filter(({ index }) => isOpen[index]).at(-1);
    if (around) refold([around], false, card, true);
  }

  /** Shows a node that was looked for: unfolds what hides it, selects it, brings it into view. */
  function visit(node: number): void {
    const hidden = hiding(shown!.scene.folding, node);
    if (hidden.length > 0) refold(hidden, true, node);
    store.set({ selected: node });
    const place = shown && !awaited ? placeOf(shown, node) : null;
    if (place && camera.transform.k < READABLE) camera.centre(middleOf(place), READABLE);
    else if (place) camera.reveal(areaOf([place])!, duration());
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

  listenToPointer(canvas.svg, {
    hover: (node) => store.set({ hovered: node }),
    under: picture.under,
    select: (node) => {
      if (node !== null && unfold(node, false)) return;
      if (node !== null) tabbable = node;
      touched = node;
      store.set({ selected: node });
    },
  });

  // Not on the SVG: one that listens to the focus becomes a stop of its own on the way of Tab.
  element.addEventListener("focusin", (event) => {
    const node = nodeOf(event.target);
    if (node === null) return;
    tabbable = node;
    paint();
  });
  canvas.svg.addEventListener("keydown", (event) => {
    const node = nodeOf(event.target);
    if (node === null || !shown || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const way = wayOf(event.key, shown.layout.direction);
    if (way) focusNode(walk(shown.scene.wires, shown.layout, node, way));
    else if (event.key === "Backspace") foldAround(node);
    else if (event.key !== "Enter") return;
    else if (!unfold(node, true)) store.set({ selected: node });
    event.preventDefault();
    event.stopPropagation();
  });
  // Whoever was led to the picture has the arrow keys at once, without another Tab.
  element.parentElement?.addEventListener("keydown", (event) => {
    if (event.target !== element.parentElement || !shown || wayOf(event.key, shown.layout.direction) === null) return;
    focusNode(tabbable);
    event.preventDefault();
  });

  new ResizeObserver(() => {
    if (shown) camera.keepOrOpen(shown.layout, outputArea(shown), openingZoom(shown.layout), 0);
  }).observe(element);

  function showStaleness({ stale, graph, program, graphProgram }: State): void {
    element.classList.toggle("is-stale", stale && graph !== null);
    note.say(!stale || graph === null ? null : program === graphProgram ? "Computing…" : "This is the last program that worked.");
  }

  store.subscribe((state, previous) => {
    const redrawn = ["graph", "operations", "direction", "separateOperations", "projector"] as const;
    if (state.stale !== previous.stale || state.program !== previous.program) showStaleness(state);
    if (redrawn.some((field) => state[field] !== previous[field])) return renew();
    if (!shown || awaited) return;
    if (state.position !== previous.position) {
      if (state.travel && state.position > previous.position && mayMove(state)) return travel(previous.position);
      return settle();
    }
    if (state.stepSize !== previous.stepSize) return settle();
    if ((["selected", "hovered", "search", "breakpoints", "overlay"] as const).some((field) => state[field] !== previous[field])) paint();
  });

  showStaleness(store.get());
  renew();
  return { fit, focusNode, focusSearch: finder.focus };
}

function describe({ graph, forwardLength, length }: Schedule, { folding: { tree } }: Scene): string {
  const inputs = graph.nodes.filter(({ op, role }) => op === null && role !== "constant").length;
  const folds = tree.groups.length > 0 ? " Enter unfolds a group, Backspace folds it." : "";
  return `${inputs} inputs, ${forwardLength} operations, ${length - forwardLength} steps of the backward pass. Arrow keys follow the wires; Enter explains a node.${folds}`;
}
