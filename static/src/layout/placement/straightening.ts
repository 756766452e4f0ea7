/**
 * Last touches to positions across the flow: where a wire is all but level, or a long wire could be level with one of its ends, its block
 * moves as far as its neighbours let it. Balanced forces leave small jogs, and the eye sees each.
 */

import { groupBy } from "../digraph.ts";
import type { Layers } from "../layers.ts";
import { levelFor, type Springs } from "./coordinates.ts";
import type { Separations } from "./separations.ts";

/** How far a block with a node in it moves at most, so that it stays centred on its inputs. */
const NUDGE = 12;
/** Rounds, as one block that moved makes room for the next; one is enough where nobody can see each wire. */
const ROUNDS = 3;
const SEEN_ITEMS = 5_000;
/** A block with more wires than that is not moved for one of them. */
const MAX_WIRES = 12;

/** Changes the positions, keeping the distances and none reaching above 0 or below its height. */
export function straighten(
  layers: Layers,
  separations: Separations,
  springs: Springs,
  positions: Float64Array,
  height: number,
): void {
  const { blocks, above, below } = separations;
  const holdsNode = new Uint8Array(blocks.count);
  for (let node = 0; node < layers.graph.count; node += 1) holdsNode[blocks.blockOf[node]!] = 1;
  const limits = limitsByBlock(separations);
  const origin = positions.slice();
  const rounds = layers.itemCount > SEEN_ITEMS ? 1 : ROUNDS;
  for (let round = 0; round < rounds; round += 1) {
    for (let block = 0; block < blocks.count; block += 1) {
      const count = springs.endStart[block + 1]! - springs.endStart[block]!;
      if (count === 0 || count > MAX_WIRES) continue;
      const reach = holdsNode[block] === 1 ? NUDGE : Infinity;
      const top = Math.max(limits.highest(block, positions), above[block]!, origin[block]! - reach);
      const bottom = Math.min(limits.lowest(block, positions), height - below[block]!, origin[block]! + reach);
      positions[block] = straightest(block, springs, positions, top, bottom);
    }
  }
}

function limitsByBlock({ over: uppers, under: lowers, gaps, blocks: { count } }: Separations): {
  highest: (block: number, positions: Float64Array) => number;
  lowest: (block: number, positions: Float64Array) => number;
} {
  const [over, overStart] = groupBy(lowers, count);
  const [under, underStart] = groupBy(uppers, count);
  return {
    highest(block, positions) {
      let most = -Infinity;
      for (let at = overStart[block]!; at < overStart[block + 1]!; at += 1)
        most = Math.max(most, positions[uppers[over[at]!]!]! + gaps[over[at]!]!);
      return most;
    },
    lowest(block, positions) {
      let least = Infinity;
      for (let at = underStart[block]!; at < underStart[block + 1]!; at += 1)
        least = Math.min(least, positions[lowers[under[at]!]!]! - gaps[under[at]!]!);
      return least;
    },
  };
}

/** The position between top and bottom at which most of a block's wires are level; of equals the nearest. */
function straightest(block: number, springs: Springs, positions: Float64Array, top: number, bottom: number): number {
  const first = springs.endStart[block]!;
  const last = springs.endStart[block + 1]!;
  const here = positions[block]!;
  let best = here;
  let most = levelAt(here, first, last, springs, positions);
  for (let at = first; at < last; at += 1) {
    const candidate = levelFor(springs.ends[at]!, springs, positions);
    if (candidate < top || candidate > bottom) continue;
    const level = levelAt(candidate, first, last, springs, positions);
    if (level < most || (level === most && Math.abs(candidate - here) >= Math.abs(best - here))) continue;
    best = candidate;
    most = level;
  }
  return best;
}

/** How many of a block's wires would be level there. */
function levelAt(position: number, first: number, last: number, springs: Springs, positions: Float64Array): number {
  let level = 0;
  for (let at = first; at < last; at += 1)
    if (Math.abs(levelFor(springs.ends[at]!, springs, positions) - position) < 0.5) level += 1;
  return level;
}
