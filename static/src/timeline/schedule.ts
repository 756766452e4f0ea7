/**
 * The timeline: which positions are frames at a step size, and what is known at a position. Pure; knows no DOM and no clock.
 * A position is the number of `graph.steps` taken: 0 shows the leaves alone, `steps.length` the finished pass. Between forward and backward there are
 * positions at fractions, at which slopes are shown (slopes.ts).
 */

import type { StepSize } from "../core/step_sizes.ts";
import type { Graph, GraphEdge, GraphNode, Step, Summary, Value } from "../core/types.ts";
import { lengthOf } from "../graph/redaction.ts";
import { isZero } from "../text/format.ts";
import { type Pass, passAt, passesOf, stepsBeforePasses } from "./passes.ts";
import { isAmongSlopes, type Slopes, slopePositions, slopesOf, slopesTaken } from "./slopes.ts";
import { firstWrongStep, type WrongStep } from "./wrong_step.ts";

/** One landing on a node: after the step at `position - 1` its gradient was `total`. `edge` is null for the seed. */
export interface Arrival {
  readonly position: number;
  readonly edge: number | null;
  readonly before: Value | null;
  readonly total: Value;
  /** What a mistake made on purpose (pitfalls.ts) does with what was there before: replaces it, or adds to what an earlier pass left. */
  readonly mistake: "replaces" | "leftover" | null;
}

/** A step as the page may play it: with what the source held before anything landed, where pitfalls.ts has not set it to zero. */
export interface PlayedStep extends Step {
  readonly before?: number;
  readonly mistake?: NonNullable<Arrival["mistake"]>;
}

export interface Schedule {
  readonly graph: Graph;
  /** How many steps may be taken; all of them, but where some are withheld. */
  readonly length: number;
  /** How many steps belong to the forward pass; they come first. */
  readonly forwardLength: number;
  /** How many steps there are before forward mode, which comes last where it was asked for, and its passes. */
  readonly backwardEnd: number;
  readonly passes: readonly Pass[];
  /** The phase between the forward and the backward pass; without frames where there is none. */
  readonly slopes: Slopes;
  /** By node id: the nodes that use it, each once, in evaluation order. */
  readonly users: readonly (readonly number[])[];
  /** By node id: from which position on its value is known (0 for leaves). */
  readonly valueFrom: Int32Array;
  /** By node id: what lands on it, in order. */
  readonly arrivals: readonly (readonly Arrival[])[];
  /** By edge id: the position at which its value is sent (forward), and at which its contribution lands (0: never). */
  readonly landsAt: Int32Array;
  /** By node id: the position at which its gradient is whole (0: never). */
  readonly wholeFrom: Int32Array;
  readonly boundaries: Readonly<Record<StepSize, Float64Array>>;
  /** Of a program's own engine; null where nothing went wrong. */
  readonly wrong: WrongStep | null;
}

export type GradientState = "none" | "partial" | "final" | "never";

/** What a card shows of its gradient at a position. */
export interface GradientMoment {
  readonly state: GradientState;
  readonly value: Value | null;
  /** All that arrived was stopped by a rule that routes: relu below 0, the input that max did not pick. */
  readonly blocked: boolean;
}

export type Phase = Step["phase"] | "slopes";

export function buildSchedule(graph: Graph): Schedule {
  const { nodes, edges, steps } = graph;
  const length = lengthOf(graph);
  const valueFrom = new Int32Array(nodes.length);
  const landsAt = new Int32Array(edges.length);
  const wholeFrom = new Int32Array(nodes.length);
  const arrivals: Arrival[][] = nodes.map(() => []);
  const users = nodes.map((): number[] => []);
  for (const { id, inputs } of nodes) for (const input of new Set(inputs)) users[input]!.push(id);
  let forwardLength = 0;
  for (const [index, step] of steps.entries()) {
    const position = index + 1;
    if (step.phase === "forward") {
      forwardLength = position;
      if (step.node !== undefined) valueFrom[step.node] = position;
      continue;
    }
    if (step.arriving || step.phase === "tangent") continue;
    const edge = step.edge ?? null;
    const receiver = edge === null ? step.node : edges[edge]?.source;
    if (edge !== null) landsAt[edge] = position;
    if (receiver !== undefined) wholeFrom[receiver] = position;
    if (receiver === undefined || step.total === null || step.total === undefined) continue;
    const received = arrivals[receiver]!;
    const { before = null, mistake = step.replaced ? "replaces" : null } = step as PlayedStep;
    received.push({ position, edge, before: received.at(-1)?.total ?? before, total: step.total, mistake });
  }
  const passes = passesOf(graph);
  const backwardEnd = stepsBeforePasses(graph);
  const levels = groupSteps(graph, startsNewLevel);
  const slopes = slopesOf(
    graph,
    forwardLength,
    backwardEnd,
    levels.filter((end) => end > 0 && end <= forwardLength),
  );
  const between = slopePositions(slopes);
  const within = (positions: readonly number[]): Float64Array =>
    withSlopes(
      positions.filter((position) => position <= length),
      between,
    );
  const boundaries = {
    contribution: within(Array.from({ length: length + 1 }, (_, position) => position)),
    node: within(groupSteps(graph, startsNewNode)),
    level: within(levels),
    phase: withSlopes(
      [...new Set([0, forwardLength, backwardEnd, ...passes.map(({ to }) => to)].map((end) => Math.min(end, length)))],
      between.slice(-1),
    ),
  };
  const wrong = firstWrongStep(graph);
  const positions = { valueFrom, arrivals, landsAt, wholeFrom, boundaries };
  return { graph, length, forwardLength, backwardEnd, passes, slopes, users, ...positions, wrong };
}

/** Asks of each step, given the last of the frame so far and the nodes that the frame's steps made, whether a new frame begins with it. */
type StartsNewFrame = (graph: Graph, step: Step, last: Step, seen: Set<number>) => boolean;

/** The frames of the slopes where they come between steps. */
function withSlopes(positions: readonly number[], slopes: readonly number[]): Float64Array {
  const [first] = slopes;
  if (first === undefined) return Float64Array.from(positions);
  const place = positions.findIndex((position) => position > first);
  return place < 0
    ? Float64Array.from([...positions, ...slopes])
    : Float64Array.from([...positions.slice(0, place), ...slopes, ...positions.slice(place)]);
}

function groupSteps(graph: Graph, startsNewFrame: StartsNewFrame): number[] {
  const positions = [0];
  let last: Step | undefined;
  const seen = new Set<number>();
  for (let index = 0; index < graph.steps.length; index += 1) {
    const step = graph.steps[index]!;
    const changesPhase = last && (last.phase !== step.phase || last.direction !== step.direction);
    if (last && (changesPhase || startsNewFrame(graph, step, last, seen))) {
      positions.push(index);
      seen.clear();
    }
    last = step;
    const made = madeBy(graph, step);
    if (made !== null) seen.add(made);
  }
  if (graph.steps.length > 0) positions.push(graph.steps.length);
  return positions;
}

/** The node whose number a step changes. */
function madeBy(graph: Graph, step: Step): number | null {
  if (step.edge !== undefined) return graph.edges[step.edge]?.source ?? null;
  return step.node ?? null;
}

/** Forward each node is a frame; backward all that one user sends. */
function startsNewNode(graph: Graph, step: Step, last: Step): boolean {
  if (step.edge === undefined || last.edge === undefined) return true;
  return graph.edges[step.edge]!.target !== graph.edges[last.edge]!.target;
}

/** A level is a run of steps none of which needs what another of them makes. */
function startsNewLevel(graph: Graph, step: Step, last: Step, seen: Set<number>): boolean {
  if (step.phase !== "backward")
    return step.node !== undefined && graph.nodes[step.node]!.inputs.some((input) => seen.has(input));
  if (step.edge === undefined || last.edge === undefined) return true;
  return seen.has(graph.edges[step.edge]!.target);
}

/** The phase a position is in; the start belongs to the forward pass. */
export function phaseAt(schedule: Schedule, position: number): Phase {
  if (position <= schedule.forwardLength) return "forward";
  if (isAmongSlopes(schedule.slopes, position)) return "slopes";
  return position <= schedule.backwardEnd ? "backward" : "tangent";
}

/** The pass of forward mode that a position is in; null while values or gradients flow. */
export function tangentPassAt(schedule: Schedule, position: number): Pass | null {
  return passAt(schedule.passes, position);
}

/** "FORWARD 3/9" as numbers: how far the phase of a position is, or the pass of forward mode. */
export function progressAt(schedule: Schedule, position: number): { phase: Phase; taken: number; of: number } {
  const { forwardLength, backwardEnd, length, slopes } = schedule;
  const phase = phaseAt(schedule, position);
  if (phase === "slopes") return { phase, taken: slopesTaken(slopes, position), of: slopes.frames.length };
  const [from, to] =
    phase === "forward"
      ? [0, forwardLength]
      : phase === "backward"
        ? [forwardLength, Math.min(backwardEnd, length)]
        : spanOf(schedule, position);
  return { phase, taken: position - from, of: to - from };
}

function spanOf(schedule: Schedule, position: number): [number, number] {
  const { from, to } = tangentPassAt(schedule, position)!;
  return [from, to];
}

/** Index of the last boundary that is not after a position. */
function boundaryIndex(boundaries: Float64Array, position: number): number {
  let low = 0;
  let high = boundaries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (boundaries[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function nextPosition(schedule: Schedule, position: number, stepSize: StepSize): number {
  const boundaries = schedule.boundaries[stepSize];
  return boundaries[boundaryIndex(boundaries, position) + 1] ?? schedule.length;
}

export function previousPosition(schedule: Schedule, position: number, stepSize: StepSize): number {
  const boundaries = schedule.boundaries[stepSize];
  const index = boundaryIndex(boundaries, position);
  return boundaries[index] === position ? (boundaries[index - 1] ?? 0) : boundaries[index]!;
}

/** The steps of the frame that ends at a position, or that it is within: none at 0. */
export function frameAt(schedule: Schedule, position: number, stepSize: StepSize): Step[] {
  return schedule.graph.steps.slice(previousPosition(schedule, position, stepSize), Math.ceil(position));
}

/** Where to go from a position to see a node: where its value appears, the last of its gradient lands, or it begins to move. */
export function positionOfNode(schedule: Schedule, node: number, from: number): number {
  const phase = phaseAt(schedule, from);
  const motion = tangentPassAt(schedule, from)?.motions.get(node);
  if (motion) return motion.position;
  if (phase === "backward") {
    const last = schedule.arrivals[node]?.at(-1);
    if (last) return last.position;
  }
  return schedule.valueFrom[node] ?? 0;
}

/**
 * Where to go from a position to see an edge travelled: where its contribution lands, what it adds to a tangent, or where no gradient
 * travels it where its value is used.
 */
export function positionOfEdge(schedule: Schedule, edge: number, from: number): number {
  const sent = tangentPassAt(schedule, from)?.sent.get(edge);
  if (sent) return sent.position;
  return schedule.landsAt[edge] || schedule.valueFrom[schedule.graph.edges[edge]!.target]!;
}

/** Whether the contribution of an edge has landed on its source. */
export function hasLanded({ landsAt }: Schedule, edge: number, position: number): boolean {
  return landsAt[edge]! > 0 && landsAt[edge]! <= position;
}

export function isValueKnown(schedule: Schedule, node: number, position: number): boolean {
  return schedule.valueFrom[node]! <= position;
}

/** The summary of a large array that is known as a node's value after the steps taken so far. */
export function valueSummaryAt(schedule: Schedule, { id, summary }: GraphNode, position: number): Summary | null {
  return isValueKnown(schedule, id, position) ? (summary?.data ?? null) : null;
}

/** That of its gradient, which is known once it is whole: of a part of a sum of large arrays nothing is kept. */
export function gradientSummaryAt({ wholeFrom }: Schedule, { id, summary }: GraphNode, position: number): Summary | null {
  return wholeFrom[id]! > 0 && wholeFrom[id]! <= position ? (summary?.grad ?? null) : null;
}

/** A node's gradient after the steps taken so far: the running total of what has landed. */
export function gradientAt(schedule: Schedule, node: GraphNode, position: number): GradientMoment {
  const arrivals = schedule.arrivals[node.id]!;
  if (arrivals.length === 0) return { state: "never", value: null, blocked: false };
  let landed = arrivals.length;
  while (landed > 0 && arrivals[landed - 1]!.position > position) landed -= 1;
  if (landed === 0) return { state: "none", value: null, blocked: false };
  const value = arrivals[landed - 1]!.total;
  const state = landed === arrivals.length ? "final" : "partial";
  return { state, value, blocked: isZero(value) && areBlocked(schedule, arrivals, landed) };
}

/** Whether the first so many arrivals all came along blocked edges. */
function areBlocked({ graph }: Schedule, arrivals: readonly Arrival[], count: number): boolean {
  for (let at = 0; at < count; at += 1) {
    const { edge } = arrivals[at]!;
    if (edge === null || !isBlocked(graph.edges[edge]!)) return false;
  }
  return true;
}

/** Whether an edge's operation let nothing through because it picked another input. */
export function isBlocked(edge: GraphEdge): boolean {
  return edge.how === "route" && edge.local !== null && isZero(edge.local);
}
