/**
 * One timeline for two graphs: the position of the one leads to the position of the other at which the same has been done, and nothing more. Pure;
 * knows no DOM.
 */
import type { Pairs } from "../graph/pairs.ts";
import type { Schedule } from "./schedule.ts";
import { isAmongSlopes, slopePositions } from "./slopes.ts";

/**
 * By position on the timeline of `here`: that on the timeline of `there`. Passes begin and end together; forward mode, which `there` may not have,
 * leaves it at the end of its backward pass. Never falls where the position rises.
 */
export function alignment(here: Schedule, there: Schedule, pairs: Pairs): (position: number) => number {
  const needed = positionsNeeded(here, there, pairs);
  const forward = taken(needed, [0, there.forwardLength], [0, here.forwardLength]);
  const end = Math.min(here.backwardEnd, here.length);
  const backward = taken(needed, [there.forwardLength, there.backwardEnd], [here.forwardLength, end]);
  const slopes = slopePositions(there.slopes);
  return (position) => {
    if (position <= here.forwardLength) return forward[position]!;
    if (!isAmongSlopes(here.slopes, position)) return backward[Math.min(position, end) - here.forwardLength]!;
    const share = position - here.forwardLength;
    return slopes[Math.min(slopes.length - 1, Math.floor(share * slopes.length))] ?? there.forwardLength;
  };
}

/** By step of `there`: the position of `here` at which the same step has been taken; 0 for what `here` does not do. */
function positionsNeeded(here: Schedule, there: Schedule, pairs: Pairs): number[] {
  const edgeHere = new Map(here.graph.edges.map(({ id, source, target, slot }) => [`${source} ${target} ${slot}`, id]));
  return there.graph.steps.slice(0, there.backwardEnd).map(({ phase, node, edge }) => {
    if (edge !== undefined) {
      const { source, target, slot } = there.graph.edges[edge]!;
      const same = edgeHere.get(`${pairs.here[source]} ${pairs.here[target]} ${slot}`);
      // Where here sends it another way, it waits until all has landed here.
      return same === undefined ? (here.arrivals[pairs.here[source]!]?.at(-1)?.position ?? 0) : here.landsAt[same]!;
    }
    const same = node === undefined ? -1 : pairs.here[node]!;
    if (same === -1) return 0;
    return phase === "forward" ? here.valueFrom[same]! : here.forwardLength + 1;
  });
}

/** How many steps of `there` are taken at each position of a pass of `here`: as many as need nothing that is still to come. */
function taken(needed: readonly number[], [from, to]: [number, number], [start, end]: [number, number]): number[] {
  const positions: number[] = [];
  let at = from;
  for (let position = start; position <= end; position += 1) {
    while (position > start && at < to && needed[at]! <= position) at += 1;
    positions.push(position === end ? to : at);
  }
  return positions;
}
