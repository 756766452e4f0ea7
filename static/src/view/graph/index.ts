/**
 * The flow view: keeps the drawing in step with the store, and turns pointer and keyboard into selection. What things look like is
 * picture.ts, when they move passage.ts; where they are is the layout that comes in as a dependency.
 */
import "d3-transition";
import type { Folds } from "../../core/folds.ts";
import type { PictureState } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { recordsByName } from "../../graph/captions.ts";
import { groupsAround, type Group } from "../../graph/groups.ts";
import type { Layout, LayoutRequest } from "../../graph/layout/types.ts";
import { scheduleOf } from "../../graph/playback.ts";
import { buildScene, layoutRequest, type Scene } from "../../graph/scene.ts";
import type { Schedule } from "../../graph/schedule.ts";
import { walk } from "../../graph/walk.ts";
import { mayMove } from "../motion.ts";
import { areaOf, isOther, middleOf, openingZoom, outputArea, placeOf } from "./areas.ts";
import { createCamera } from "./camera.ts";
import { createCanvas } from "./canvas.ts";
import { createControls, createNodeActions } from "./controls.ts";
import { createCrumbs } from "./crumbs.ts";
import { READABLE } from "./extent.ts";
import { createFinder } from "./finder.ts";
import { createFoldings, hiding, withFolds } from "./fold_state.ts";
import { keptSize } from "./kept_size.ts";
import { listenToKeyboard } from "./keyboard.ts";
import { createLegend } from "./legend.ts";
import { createMinimap } from "./minimap.ts";
import { createNote } from "./note.ts";
import { createOverlayKey } from "./overlay_key.ts";
import { createPassage } from "./passage.ts";
import { createPicture } from "./picture.ts";
import { listenToPointer } from "./pointer.ts";
import { showOf, type Shown } from "./shown.ts";

export interface GraphDependencies {
  /** Places a graph; at once where it is small, later (from a worker) where it is large. */
  layout(request: LayoutRequest): Layout | Promise<Layout>;
  /** Another arrangement for whoever asks for it; absent where the page offers none. */
  tidy?(request: LayoutRequest): Layout | Promise<Layout>;
}

export interface GraphView {
  fit(): void;
  /** Moves the keyboard's focus to a node's card, bringing it into view. */
  focusNode(node: number): void;
  /** Moves the focus to the field that finds nodes. */
  focusSearch(): void;
}

const LAYOUT_MILLISECONDS = 200;
/** What calls for a drawing, not only for other numbers or marks. */
const REDRAWN = ["graph", "operations", "direction", "separateOperations", "tidy", "projector", "folds"] as const;
const REPAINTED = ["selected", "hovered", "search", "breakpoints", "overlay", "nudged"] as const;

export function mountGraph(element: HTMLElement, store: Store<PictureState>, dependencies: GraphDependencies): GraphView {
  element.classList.add("graph");
  const canvas = createCanvas(element);
  const head = element.appendChild(document.createElement("div"));
  head.className = "graph-head";
  const note = createNote(element);
  const foot = element.appendChild(document.createElement("div"));
  foot.className = "graph-foot";
  const legend = createLegend(foot, canvas.hatch);
  const overlayKey = createOverlayKey(foot);
  createControls(foot, { zoomBy: (factor) => camera.scaleBy(factor, duration()), fit, tidies: dependencies.tidy !== undefined });
  const footSize = keptSize(foot);
  const headSize = keptSize(head);
  const camera = createCamera(canvas.svg, canvas.viewport, moved, { below: () => footSize().height, above: () => headSize().height, projected: () => store.get().projector });
  const picture = createPicture(canvas, camera, legend);
  const minimap = createMinimap(element, (place) => camera.centre(place));
  const foldingOf = createFoldings();
  const nodeActions = createNodeActions(head);
  const crumbs = createCrumbs(head, { set: (groups, open) => refold(groups, open, touched) });
  const finder = createFinder(head, store, visit, () => focusNode(tabbable));
  const passage = createPassage(store, { shown: () => shown, camera, picture, duration, paint });

  let shown: Shown | null = null;
  /** Whether what is shown, or awaited, was arranged by the other layout. */
  let isTidy = false;
  /** The layout that is being waited for; an older answer is too late. */
  let awaited: Scene | null = null;
  /** What is folded or unfolded now, by the node that is to stay where it is on the screen, and the choices before. */
  let refolding: { readonly node: number | null; readonly before: Folds; readonly focus: boolean } | null = null;
  /** The node last folded, unfolded or selected, whose groups the crumbs name. */
  let touched: number | null = null;
  let tabbable = 0;
  let looking = 0;

  function duration(): number {
    return mayMove(store.get()) ? LAYOUT_MILLISECONDS : 0;
  }

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
    const { selected, hovered, breakpoints, overlay, nudged } = store.get();
    finder.update(shown);
    crumbs.update(shown.scene.folding, selected ?? touched);
    picture.paint({ ...passage.moment(), selected, hovered, tabbable, hits: finder.hits(shown), breakpoints, overlay, nudged });
    nodeActions.update(selected);
    overlayKey.update(overlay, shown.schedule.graph);
  }

  /** Draws the state's graph: the numbers alone where its structure is the one that is drawn, else with a new layout. */
  function renew(): void {
    const { graph, graphProgram, operations, direction, separateOperations, tidy, projector, folds } = store.get();
    if (!graph) return;
    const folding = foldingOf(graph, graphProgram, folds);
    const scene = buildScene(graph, graphProgram, recordsByName(operations), { direction, separateOperations, projector }, folding);
    const schedule = scheduleOf(graph);
    if (shown?.scene.structure === scene.structure && isTidy === tidy) {
      awaited = null;
      shown = showOf(schedule, scene, shown.layout, operations, shown);
      picture.renew(shown);
      return passage.settle();
    }
    awaited = scene;
    const request = layoutRequest(scene);
    // What one arranged, the other one need not keep to.
    const previous = shown && isTidy === tidy ? { previous: shown.layout } : {};
    isTidy = tidy;
    const arrange = (tidy && dependencies.tidy) || dependencies.layout;
    const placed = arrange({ ...request, ...previous });
    if (!(placed instanceof Promise)) return apply(schedule, scene, placed);
    note.wait(`Arranging ${scene.cards.length.toLocaleString("en")} cards …`, refolding && shown ? takeBack : tidy ? () => store.set({ tidy: false }) : null);
    void placed.then((layout) => apply(schedule, scene, layout));
  }

  /** The cancel button: what was unfolded is folded again. */
  function takeBack(): void {
    const { before } = refolding!;
    refolding = null;
    store.set({ folds: before });
    note.done();
  }

  function apply(schedule: Schedule, scene: Scene, layout: Layout): void {
    if (awaited !== scene) return;
    awaited = null;
    note.done();
    passage.end();
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
    passage.settle();
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
    const before = store.get().folds;
    refolding = { node, before, focus };
    if (node !== null) touched = node;
    store.set({ folds: withFolds(before, groups, open, shown!.scene.folding.tree.groups.length) });
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

  listenToKeyboard(element, canvas.svg, {
    direction: () => shown?.layout.direction ?? null,
    focused(card) {
      tabbable = card;
      paint();
    },
    enter: () => focusNode(tabbable),
    walk: (card, way) => focusNode(walk(shown!.scene.wires, shown!.layout, card, way)),
    fold: foldAround,
    choose: (card) => void (unfold(card, true) || store.set({ selected: card })),
  });

  new ResizeObserver(() => {
    if (shown) camera.keepOrOpen(shown.layout, outputArea(shown), openingZoom(shown.layout), 0);
  }).observe(element);

  function showStaleness({ stale, graph, program, graphProgram }: PictureState): void {
    element.classList.toggle("is-stale", stale && graph !== null);
    note.say(!stale || graph === null ? null : program === graphProgram ? "Computing…" : "This is the last program that worked.");
  }

  store.subscribe((state, previous) => {
    if (state.stale !== previous.stale || state.program !== previous.program) showStaleness(state);
    if (REDRAWN.some((field) => state[field] !== previous[field])) return renew();
    if (!shown || awaited) return;
    if (state.position !== previous.position) {
      if (state.travel && state.position > previous.position && mayMove(state)) return passage.travel(previous.position);
      return passage.settle();
    }
    if (state.stepSize !== previous.stepSize) return passage.settle();
    if (REPAINTED.some((field) => state[field] !== previous[field])) paint();
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
