/**
 * The flow view: keeps the drawing in step with the store, lets tokens travel where the last change was a step, and turns pointer and
 * keyboard into selection. What things look like is picture.ts; where they are is the layout that comes in as a dependency.
 */
import "d3-transition";
import type { State } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import type { Layout, LayoutRequest, PlacedNode } from "../../graph/layout/types.ts";
import { recordsByName } from "../../graph/captions.ts";
import { paceOf, scheduleOf } from "../../graph/playback.ts";
import { nowOf } from "../../graph/moment.ts";
import { buildScene, layoutRequest, type Scene } from "../../graph/scene.ts";
import { previousPosition, type Schedule } from "../../graph/schedule.ts";
import { walk, wayOf } from "../../graph/walk.ts";
import { mayMove } from "../motion.ts";
import { createCamera, type Area } from "./camera.ts";
import { createCanvas } from "./canvas.ts";
import { createControls } from "./controls.ts";
import { fly } from "./flight.ts";
import { legsOf } from "./frames.ts";
import { keptSize } from "./kept_size.ts";
import { createLegend } from "./legend.ts";
import { listenToPointer, nodeOf } from "./pointer.ts";
import { createPicture, digitsOf, DRAWN_WHOLE, READABLE, showOf, type Shown } from "./picture.ts";

export interface GraphDependencies {
  /** Places a graph; at once where it is small, later (from a worker) where it is large. */
  layout(request: LayoutRequest): Layout | Promise<Layout>;
}

export interface GraphView {
  fit(): void;
  /** Moves the keyboard's focus to a node's card, bringing it into view. */
  focusNode(node: number): void;
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
  const note = element.appendChild(document.createElement("p"));
  note.className = "graph-note";
  note.hidden = true;
  const foot = element.appendChild(document.createElement("div"));
  foot.className = "graph-foot";
  const legend = createLegend(foot, canvas.hatch);
  createControls(foot, { zoomBy: (factor) => camera.scaleBy(factor, duration()), fit });
  const footSize = keptSize(foot);
  const camera = createCamera(canvas.svg, canvas.viewport, moved, { below: () => footSize().height, projected: () => store.get().projector });
  const picture = createPicture(canvas, camera, legend);

  let shown: Shown | null = null;
  /** The layout that is being waited for; an older answer is too late. */
  let awaited: Scene | null = null;
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
    });
  }

  function paint(): void {
    if (!shown) return;
    const { selected, hovered } = store.get();
    const frame = frameStart === null ? null : { from: frameStart, to: Math.max(target(shown.schedule), frameStart) };
    picture.paint({ position: displayed, frame, selected, hovered, tabbable });
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
    const scene = buildScene(graph, graphProgram, recordsByName(operations), { direction, separateOperations, projector });
    const schedule = scheduleOf(graph);
    if (shown?.scene.structure === scene.structure) {
      awaited = null;
      shown = showOf(schedule, scene, shown.layout, operations);
      picture.renew(shown);
      return settle();
    }
    awaited = scene;
    const request = layoutRequest(scene);
    const placed = dependencies.layout(shown ? { ...request, previous: shown.layout } : request);
    if (placed instanceof Promise) void placed.then((layout) => apply(schedule, scene, layout));
    else apply(schedule, scene, placed);
  }

  function apply(schedule: Schedule, scene: Scene, layout: Layout): void {
    if (awaited !== scene) return;
    awaited = null;
    endFlight();
    const first = shown === null;
    shown = showOf(schedule, scene, layout, store.get().operations);
    tabbable = scene.cards[tabbable] ? tabbable : 0;
    canvas.description.textContent = describe(schedule);
    if (first) camera.open(layout, outputArea(shown), openingZoom(layout), 0);
    picture.show(shown, first ? 0 : duration());
    if (!first) camera.keepOrOpen(layout, outputArea(shown), openingZoom(layout), duration());
    settle();
  }

  function focusNode(node: number): void {
    const place = shown?.layout.nodes.find(({ id }) => id === node);
    if (!place) return;
    tabbable = node;
    camera.reveal(areaOf([place])!, 0);
    picture.look();
    paint();
    picture.element(node)?.focus({ preventScroll: true });
  }

  listenToPointer(canvas.svg, {
    hover: (node) => store.set({ hovered: node }),
    select: (node) => {
      if (node !== null) tabbable = node;
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
    if (way) focusNode(walk(shown.schedule, shown.layout, node, way));
    else if (event.key === "Enter") store.set({ selected: node });
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  new ResizeObserver(() => {
    if (shown) camera.keepOrOpen(shown.layout, outputArea(shown), openingZoom(shown.layout), 0);
  }).observe(element);

  function showStaleness({ stale, graph, program, graphProgram }: State): void {
    element.classList.toggle("is-stale", stale && graph !== null);
    note.hidden = !stale || graph === null;
    note.textContent = program === graphProgram ? "Computing…" : "This is the last program that worked.";
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
    if (state.selected !== previous.selected || state.hovered !== previous.hovered) paint();
  });

  showStaleness(store.get());
  renew();
  return { fit, focusNode };
}

function openingZoom({ nodes }: Layout): number {
  return nodes.length > DRAWN_WHOLE ? READABLE : READABLE * 0.8;
}

function areaOf(places: readonly PlacedNode[]): Area | null {
  if (places.length === 0) return null;
  return {
    left: Math.min(...places.map(({ x }) => x)),
    top: Math.min(...places.map(({ y }) => y)),
    right: Math.max(...places.map(({ x, width }) => x + width)),
    bottom: Math.max(...places.map(({ y, height }) => y + height)),
  };
}

function outputArea({ layout, schedule }: Shown): Area {
  const place = layout.nodes.find(({ id }) => id === schedule.graph.output);
  return areaOf(place ? [place] : [])!;
}

/** The cards between which the steps of a frame move something, and those whose numbers they change. */
function areasOfSteps({ layout, schedule }: Shown, from: number, to: number): [Area | null, Area | null] {
  const steps = schedule.graph.steps.slice(from, to);
  const { nodes: changing, edges } = nowOf(schedule, steps);
  const others = steps.flatMap(({ phase, node }) => (phase === "forward" ? schedule.graph.nodes[node!]!.inputs : []));
  const ends = new Set([...others, ...[...edges].map((edge) => schedule.graph.edges[edge]!.target)]);
  const area = (wanted: (id: number) => boolean): Area | null => areaOf(layout.nodes.filter(({ id }) => wanted(id)));
  return [area((id) => changing.has(id) || ends.has(id)), area((id) => changing.has(id))];
}

function describe({ graph, forwardLength, length }: Schedule): string {
  const inputs = graph.nodes.filter(({ op, role }) => op === null && role !== "constant").length;
  return `${inputs} inputs, ${forwardLength} operations, ${length - forwardLength} steps of the backward pass. Arrow keys follow the wires; Enter explains a node.`;
}
