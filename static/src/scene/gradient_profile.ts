/** How large the gradients of each part of a graph are, as far as the backward pass has come. Pure; knows no DOM. */
import { gather } from "../core/gathered.ts";
import type { Value } from "../core/types.ts";
import { turnOf } from "../graph/group_names.ts";
import { groupTreeOf } from "../graph/groups.ts";
import { membersOf, type NetworkPart, networkPartsOf } from "../graph/network_parts.ts";
import { grouped, say } from "../messages/messages.ts";
import { toNumber } from "../text/format.ts";
import type { Schedule } from "../timeline/schedule.ts";

export interface PartGradients {
  readonly part: NetworkPart;
  /** The root of the mean square of all numbers whose gradient is complete at a position; null before the first of them. */
  at(position: number): number | null;
  /** The same at the end. */
  readonly whole: number | null;
}

/** One value of a part: when its gradient is complete, the sum of its squares, and of how many numbers. */
interface Share {
  readonly position: number;
  readonly squares: number;
  readonly count: number;
}

/** `program` is the text the graph was made from. Nothing where the graph has no parts, or a number is withheld. */
export function gradientProfile(schedule: Schedule, program: string): PartGradients[] {
  const { graph } = schedule;
  if (graph.redactedFrom !== undefined) return [];
  const tree = groupTreeOf(graph, program);
  const parts = networkPartsOf(graph, program);
  if (parts.length === 0) return [];
  const memberOf = membersOf(
    tree,
    parts.flatMap(({ groups }) => groups),
  );
  const partOf = parts.flatMap(({ groups }, part) => groups.map(() => part));
  const shares: Share[][] = parts.map(() => []);
  for (const { id, grad } of graph.nodes) {
    const last = schedule.arrivals[id]!.at(-1);
    if (memberOf[id]! < 0 || grad === null || !last) continue;
    shares[partOf[memberOf[id]!]!]!.push({ position: last.position, ...squaresOf(grad) });
  }
  return parts.map((part, index) => {
    const at = rootMeanSquare(shares[index]!);
    return { part, at, whole: at(Infinity) };
  });
}

/**
 * What each part is called in a row of them: its own name, and of what it is in as much as it takes to be no other's: `Linear 2, repetition 3`.
 */
export function partNames(parts: readonly NetworkPart[]): string[] {
  const paths = parts.map(({ path }) => path);
  const names = parts.map(({ path, groups }) => {
    const name = turnOf(path.at(-1)!);
    return groups.length > 1 ? say("gradient-strip.alike", { name, count: grouped(groups.length) }) : name;
  });
  const families = new Map<string, number[]>();
  for (const [part, name] of names.entries()) gather(families, name, part);
  for (const family of families.values()) {
    const deepest = Math.max(...family.map((part) => paths[part]!.length));
    const distinct = (texts: readonly string[]): number => new Set(texts).size;
    let texts = family.map((part) => names[part]!);
    for (let depth = 2; depth <= deepest && distinct(texts) < family.length; depth += 1) {
      const around = family.map((part) => paths[part]!.at(-depth));
      const longer = texts.map((text, place) => (around[place] === undefined ? text : `${text}, ${around[place]}`));
      if (distinct(longer) > distinct(texts)) texts = longer;
    }
    const places = new Map<string, number[]>();
    for (const [place, text] of texts.entries()) gather(places, text, place);
    for (const [text, alike] of places)
      for (const [turn, place] of alike.entries()) names[family[place]!] = alike.length > 1 ? `${text} #${turn + 1}` : text;
  }
  return names;
}

function squaresOf(value: Value): Pick<Share, "squares" | "count"> {
  if (!Array.isArray(value)) return { squares: toNumber(value) ** 2, count: 1 };
  let [squares, count] = [0, 0];
  for (const each of value) {
    const inner = squaresOf(each);
    squares += inner.squares;
    count += inner.count;
  }
  return { squares, count };
}

function rootMeanSquare(shares: Share[]): (position: number) => number | null {
  shares.sort((one, other) => one.position - other.position);
  const squares = new Float64Array(shares.length + 1);
  const counts = new Float64Array(shares.length + 1);
  for (const [index, share] of shares.entries()) {
    squares[index + 1] = squares[index]! + share.squares;
    counts[index + 1] = counts[index]! + share.count;
  }
  return (position) => {
    let [low, high] = [0, shares.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (shares[middle]!.position <= position) low = middle + 1;
      else high = middle;
    }
    return counts[low] === 0 ? null : Math.sqrt(squares[low]! / counts[low]!);
  };
}

/** How high each bar is, 0 to 1, on a logarithmic scale of at least three powers of ten; null where there is nothing to draw. */
export function barHeights(sizes: readonly (number | null)[], largest: readonly (number | null)[]): (number | null)[] {
  const logs = largest.flatMap((size) => (size !== null && size > 0 && Number.isFinite(size) ? [Math.log10(size)] : []));
  const top = Math.max(...logs);
  const bottom = Math.min(top - LEAST_DECADES, ...logs);
  return sizes.map((size) => {
    if (size === null) return null;
    if (!Number.isFinite(size)) return 1;
    if (size === 0) return 0;
    return LEAST_HEIGHT + (1 - LEAST_HEIGHT) * Math.min(1, Math.max(0, (Math.log10(size) - bottom) / (top - bottom)));
  });
}

const LEAST_DECADES = 3;
/** What is not zero is seen. */
const LEAST_HEIGHT = 0.12;
