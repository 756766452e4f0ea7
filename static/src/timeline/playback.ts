/**
 * Changes of the playback position as plain functions from state to change, so that buttons, keys, the clock and links agree.
 * Pure: an action of the store merges the result into the state.
 */
import type { StepSize } from "../core/step_sizes.ts";
import type { Graph } from "../core/types.ts";
import { buildSchedule, nextPosition, positionOfEdge, positionOfNode, previousPosition, type Schedule } from "./schedule.ts";
import { snapped } from "./slopes.ts";

/** What playing needs: a graph, and where its timeline is. */
export interface PlaybackState {
  /** The last graph that came back whole. */
  readonly graph: Graph | null;
  /**
   * How many of `graph.steps` have been taken: 0 shows the leaves alone, `steps.length` the finished pass.
   * While there is no graph it is what a link asked for, Infinity standing for the end.
   */
  readonly position: number;
  readonly playing: boolean;
  /** It plays for a first visitor, who did not press play, or has done so; null once the visitor has changed the picture. */
  readonly opening: "plays" | "rests" | null;
  /** True where `position` last moved by a step, whose tokens may travel; false after a scrub or a jump, drawn at once. */
  readonly travel: boolean;
  /** Where what is shown has got while tokens travel to `position`; null where it is there. Read it with `shownAt`. */
  readonly shown: number | null;
  /** Frames play at 800 ms / speed. */
  readonly speed: number;
  readonly stepSize: StepSize;
  /** Nodes at which a play stops. */
  readonly breakpoints: readonly number[];
}

const FRAME_MILLISECONDS = 800;
/** A play longer than this many frames goes by level, and shortens its frames until the whole lasts `LONGEST_PLAY`. */
const LONGEST_SINGLE_PLAY = 60;
const LONGEST_PLAY_MILLISECONDS = 30_000;
/** Below this a frame cannot be followed; several are taken at once instead. */
const SHORTEST_FRAME_MILLISECONDS = 120;

const schedules = new WeakMap<Graph, Schedule>();

/** The schedule of a graph, built once for all who ask. */
export function scheduleOf(graph: Graph): Schedule {
  let schedule = schedules.get(graph);
  if (!schedule) schedules.set(graph, (schedule = buildSchedule(graph)));
  return schedule;
}

type Change = Partial<PlaybackState>;

/**
 * The moment that numbers, sums and sentences are of: they change when a token lands. `position` is where it is heading: for the scrubber, and for
 * what points at the step.
 */
export function shownAt({ position, travel, shown }: Pick<PlaybackState, "position" | "travel" | "shown">): number {
  return travel && shown !== null ? Math.min(shown, position) : position;
}

/** The state of the moment that is shown, for what needs more of it than that. */
export function asShown<State extends Pick<PlaybackState, "position" | "travel" | "shown">>(state: State): State {
  return { ...state, position: shownAt(state) };
}

/** Tokens have travelled as far as here. */
export function land(state: PlaybackState, shown: number): Change {
  return { shown: shown < state.position ? shown : null };
}

function withSchedule(state: PlaybackState, change: (schedule: Schedule) => Change): Change {
  return state.graph ? change(scheduleOf(state.graph)) : {};
}

/** To any position at once: no token travels. */
export function seek(state: PlaybackState, position: number): Change {
  return withSchedule(state, ({ length, slopes }) => ({
    position: Math.min(length, Math.max(0, snapped(slopes, position))),
    playing: false,
    travel: false,
  }));
}

/** One frame on; the view lets its tokens travel. */
export function stepForward(state: PlaybackState): Change {
  return withSchedule(state, (schedule) => ({
    position: nextPosition(schedule, state.position, state.stepSize),
    playing: false,
    travel: true,
    shown: state.position,
  }));
}

export function stepBack(state: PlaybackState): Change {
  return withSchedule(state, (schedule) => seek(state, previousPosition(schedule, state.position, state.stepSize)));
}

export function nextPhase(state: PlaybackState): Change {
  return withSchedule(state, (schedule) => seek(state, nextPosition(schedule, state.position, "phase")));
}

export function previousPhase(state: PlaybackState): Change {
  return withSchedule(state, (schedule) => seek(state, previousPosition(schedule, state.position, "phase")));
}

export function toStart(state: PlaybackState): Change {
  return seek(state, 0);
}

export function toEnd(state: PlaybackState): Change {
  return withSchedule(state, (schedule) => seek(state, schedule.length));
}

/** To the moment a node's value (forward) or whole gradient (backward) appears. */
export function jumpToNode(state: PlaybackState, node: number): Change {
  return withSchedule(state, (schedule) => seek(state, positionOfNode(schedule, node, state.position)));
}

/** To the moment an edge is travelled. */
export function jumpToEdge(state: PlaybackState, edge: number): Change {
  return withSchedule(state, (schedule) => seek(state, positionOfEdge(schedule, edge, state.position)));
}

/** Play from here, or from the start where the end has been reached; or pause. */
export function togglePlay(state: PlaybackState): Change {
  return withSchedule(state, (schedule) => {
    if (state.playing) return { playing: false };
    const again = state.position >= schedule.length;
    return { playing: schedule.length > 0, position: again ? 0 : state.position, travel: false };
  });
}

export interface Pace {
  readonly stepSize: StepSize;
  /** Milliseconds per frame. */
  readonly interval: number;
  /** Frames taken at once. */
  readonly stride: number;
}

/** How a play goes: long ones by level and faster, so that a whole one at speed 1 ends within half a minute. */
export function paceOf(schedule: Schedule, stepSize: StepSize, speed: number): Pace {
  const chosen = schedule.boundaries[stepSize].length - 1;
  const size = chosen > LONGEST_SINGLE_PLAY && (stepSize === "contribution" || stepSize === "node") ? "level" : stepSize;
  const frames = Math.max(1, schedule.boundaries[size].length - 1);
  const wanted = Math.min(FRAME_MILLISECONDS, LONGEST_PLAY_MILLISECONDS / frames) / speed;
  const stride = Math.max(1, Math.ceil(SHORTEST_FRAME_MILLISECONDS / wanted));
  return { stepSize: size, interval: wanted * stride, stride };
}

/** The clock's tick: on to the next frame, and to rest at the end, where the number of a breakpoint changes, or at the first wrong step. */
export function playOn(state: PlaybackState): Change {
  return withSchedule(state, (schedule) => {
    const { stepSize, stride } = paceOf(schedule, state.stepSize, state.speed);
    let position = state.position;
    for (let taken = 0; taken < stride; taken += 1) position = nextPosition(schedule, position, stepSize);
    // A first look is spared the slopes.
    if (state.opening === "plays") position = Math.ceil(position);
    const stop = stopsOf(schedule, state.breakpoints).find((change) => change > state.position && change <= position);
    const shown = stride === 1 ? state.position : null;
    return { position: stop ?? position, travel: stride === 1, shown, playing: stop === undefined && position < schedule.length };
  });
}

/** Where a play rests before the end. Ascending. */
function stopsOf(schedule: Schedule, breakpoints: readonly number[]): number[] {
  const wrong = schedule.wrong === null ? [] : [schedule.wrong.position];
  return [...changesOf(schedule, breakpoints), ...wrong].sort((one, other) => one - other);
}

/** To the first step of the program's own engine that went wrong. */
export function toWrongStep(state: PlaybackState): Change {
  return withSchedule(state, ({ wrong }) => (wrong === null ? {} : seek(state, wrong.position)));
}

/** Where the numbers of these nodes change: their values computed, each contribution landed. Ascending. */
export function changesOf(schedule: Schedule, nodes: readonly number[]): number[] {
  const changes = nodes.flatMap((node) => [
    schedule.valueFrom[node] ?? 0,
    ...(schedule.arrivals[node] ?? []).map(({ position }) => position),
    ...schedule.passes.flatMap(({ motions }) => motions.get(node)?.position ?? []),
  ]);
  return changes.filter((position) => position > 0).sort((one, other) => one - other);
}

/** Play stops at the node from now on, or no longer. */
export function toggleBreakpoint({ breakpoints }: PlaybackState, node: number): Change {
  const rest = breakpoints.filter((other) => other !== node);
  return { breakpoints: rest.length < breakpoints.length ? rest : [...breakpoints, node] };
}
