/**
 * A short phase between the passes, made of what is known by then: the local derivative of each wire, in the order of the forward pass. It is no
 * part of `graph.steps`, whose numbers stay as they are: its frames lie between the last forward step and the first backward one, at fractions.
 * Pure; knows no DOM.
 */
import { gather } from "../core/gathered.ts";
import type { Graph } from "../core/types.ts";

export interface Slopes {
  /** The position after the last step of the forward pass. */
  readonly from: number;
  /** Edges by frame. */
  readonly frames: readonly (readonly number[])[];
  /** By edge: from which position on its slope is shown; Infinity where it has none. */
  readonly shownFrom: Float64Array;
}

/** More frames than this are no short phase any more: then they go by level, and more levels than that are one. */
const MOST_FRAMES = 24;

/** `levels`: the forward positions at which a level of the graph is complete. Without frames where nothing goes back, or something is withheld. */
export function slopesOf(graph: Graph, forwardLength: number, backwardEnd: number, levels: readonly number[]): Slopes {
  const shownFrom = new Float64Array(graph.edges.length).fill(Infinity);
  const isShown = forwardLength > 0 && backwardEnd > forwardLength && graph.redactedFrom === undefined;
  const frames = isShown ? framesOf(graph, forwardLength, levels) : [];
  for (const [index, edges] of frames.entries()) {
    for (const edge of edges) shownFrom[edge] = positionOf(forwardLength, index, frames.length);
  }
  return { from: forwardLength, frames, shownFrom };
}

function positionOf(from: number, frame: number, count: number): number {
  return from + (frame + 1) / (count + 1);
}

/** The positions of all frames, ascending. */
export function slopePositions({ from, frames }: Slopes): number[] {
  return frames.map((_, frame) => positionOf(from, frame, frames.length));
}

/** The edges that get their slopes between two positions. */
export function slopesBetween({ from, frames }: Slopes, after: number, to: number): readonly number[] {
  if (frames.length === 0 || to <= from || after >= from + 1) return [];
  return frames
    .filter((_, frame) => {
      const position = positionOf(from, frame, frames.length);
      return position > after && position <= to;
    })
    .flat();
}

export function isAmongSlopes({ from, frames }: Slopes, position: number): boolean {
  return frames.length > 0 && position > from && position < from + 1;
}

/** Whether the slope of an edge is on its wire at a position. */
export function isSlopeShown({ shownFrom }: Slopes, edge: number, position: number): boolean {
  return shownFrom[edge]! <= position;
}

/** How many frames of the phase have been shown. */
export function slopesTaken({ from, frames }: Slopes, position: number): number {
  return Math.round((position - from) * (frames.length + 1));
}

/** The last edge of the frame that is shown at a position; undefined outside of the phase. */
export function lastSlopeAt(slopes: Slopes, position: number): number | undefined {
  return isAmongSlopes(slopes, position) ? slopes.frames[slopesTaken(slopes, position) - 1]?.at(-1) : undefined;
}

/**
 * A position as links and the notes of steps write it. Rounded up, so that what is shown there stays shown; what was written before is
 * written the same again.
 */
export function writtenPosition(position: number): number {
  return Math.ceil(position * 1e4 - 1e-6) / 1e4;
}

/** A position as it may come from a slider or a link: a whole step, or the nearest frame of this phase. */
export function snapped(slopes: Slopes, position: number): number {
  if (!isAmongSlopes(slopes, position)) return Math.round(position);
  const { from, frames } = slopes;
  return from + Math.round((position - from) * (frames.length + 1)) / (frames.length + 1);
}

/** Where a position is on a line on which every frame is as long as every other one. */
export function placeOnLine({ from, frames }: Slopes, position: number): number {
  const within = Math.min(1, Math.max(0, position - from));
  return frames.length === 0 ? position : position + within * frames.length;
}

function framesOf({ steps, nodes, edges }: Graph, forwardLength: number, levels: readonly number[]): number[][] {
  const leading = new Map<number, number[]>();
  for (const { id, target, contribution } of edges) {
    if (contribution === null) continue;
    gather(leading, target, id);
  }
  const edgesOf = (from: number, to: number): number[] =>
    steps
      .slice(from, to)
      .flatMap(({ node }) => (node === undefined || nodes[node]!.op === null ? [] : (leading.get(node) ?? [])));
  const whole = Array.from({ length: forwardLength }, (_, index) => index + 1);
  const ends = [whole, levels, [forwardLength]].find(({ length }) => length <= MOST_FRAMES) ?? [forwardLength];
  return ends.map((end, index) => edgesOf(index === 0 ? 0 : ends[index - 1]!, end)).filter((frame) => frame.length > 0);
}
