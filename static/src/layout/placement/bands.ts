/**
 * A picture that is broken into bands as text is into lines: each runs along the flow, the next begins beside it, and wires from one to the
 * next go around its end in tracks of their own. They turn as a river does, the outer ones outside, so that none crosses another for that.
 */
import type { Layers } from "../layers.ts";
import type { Columns } from "./columns.ts";
import type { Ports } from "./ports.ts";
import { highest, type Separations } from "./separations.ts";

/** Where a wire goes from one band to the next, in flow coordinates: away from the one, along a lane between both, on to the other. */
export interface Turn {
  readonly away: number;
  readonly lane: number;
  readonly on: number;
}

export interface Banded {
  readonly columns: Columns;
  readonly across: Float64Array;
  /** By the rank with which a band begins, and the edge that goes on there. */
  readonly turns: ReadonlyMap<number, ReadonlyMap<number, Turn>>;
  /** How far all reaches. */
  readonly along: number;
  readonly end: number;
}

export interface BandGaps {
  /** Between one track and the next. */
  readonly track: number;
  /** Between cards and tracks. */
  readonly beside: number;
  readonly margin: number;
}

/** Of the distance between two tracks, that between wires which bring the same value. */
const TOGETHER = 0.4;

interface Band {
  /** Ranks from `first` up to and without `last`. */
  readonly first: number;
  readonly last: number;
}

/** By block, how high its band is at least: each band is as narrow as it can be, whatever the others need. */
export function heightsOfBands({ ranks }: Layers, separations: Separations, beginnings: readonly number[]): Float64Array {
  const { blocks, below } = separations;
  const { positions } = highest(separations);
  const bandOf = new Int32Array(blocks.count);
  blocks.blockOf.forEach((block, item) => {
    bandOf[block] = beginnings.filter((first) => first <= ranks[item]!).length;
  });
  const heights = new Float64Array(beginnings.length + 1);
  positions.forEach((position, block) => {
    heights[bandOf[block]!] = Math.max(heights[bandOf[block]!]!, position + below[block]!);
  });
  return Float64Array.from(bandOf, (band) => heights[band]!);
}

interface Crossing {
  readonly edge: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The ranks with which bands begin but for the first one, so that the longest band is as short as can be. Empty where the picture has fewer
 * ranks than bands, or wires without a place in each rank.
 */
export function beginningsOf(layers: Layers, count: number, depths: ArrayLike<number>, layer: number, gaps: BandGaps): number[] {
  const { graph, rankCount, ranks, express } = layers;
  if (rankCount < count || express.includes(1)) return [];
  const depth = new Float64Array(rankCount);
  const passing = new Int32Array(rankCount);
  for (let node = 0; node < graph.count; node += 1) depth[ranks[node]!] = Math.max(depth[ranks[node]!]!, depths[node]!);
  for (let edge = 0; edge < graph.sources.length; edge += 1)
    for (let rank = ranks[graph.sources[edge]!]! + 1; rank <= ranks[graph.targets[edge]!]!; rank += 1) passing[rank]! += 1;
  const turn = (rank: number): number => (rank > 0 && rank < rankCount ? passing[rank]! * gaps.track + gaps.beside : 0);
  return shortestBands(count, rankCount, ({ first, last }) => {
    let length = turn(first) + turn(last) - layer;
    for (let rank = first; rank < last; rank += 1) length += depth[rank]! + layer;
    return length;
  })
    .map(({ first }) => first)
    .slice(1);
}

/** The layers without what leads from one band to the next, so that each is placed for itself. */
export function apart(layers: Layers, beginnings: readonly number[]): Layers {
  const cut = new Set(beginnings);
  const { ranks, itemCount, inStart, inItems, inEdges, outStart, outItems, outPorts, outEdges } = layers;
  const kept = (start: Int32Array, isKept: (item: number, at: number) => boolean): { start: Int32Array; places: number[] } => {
    const places: number[] = [];
    const starts = new Int32Array(itemCount + 1);
    for (let item = 0; item < itemCount; item += 1) {
      for (let at = start[item]!; at < start[item + 1]!; at += 1) if (isKept(item, at)) places.push(at);
      starts[item + 1] = places.length;
    }
    return { start: starts, places };
  };
  const into = kept(inStart, (item) => !cut.has(ranks[item]!));
  const out = kept(outStart, (_, at) => !cut.has(ranks[outItems[at]!]!));
  const picked = (from: Int32Array, { places }: { places: number[] }): Int32Array => Int32Array.from(places, (at) => from[at]!);
  return {
    ...layers,
    inStart: into.start,
    inItems: picked(inItems, into),
    inEdges: picked(inEdges, into),
    outStart: out.start,
    outItems: picked(outItems, out),
    outPorts: picked(outPorts, out),
    outEdges: picked(outEdges, out),
  };
}

/** `breadthOf`: across the flow, by item. */
export function banded(
  layers: Layers,
  beginnings: readonly number[],
  columns: Columns,
  across: Float64Array,
  ports: Ports,
  breadthOf: (item: number) => number,
  gaps: BandGaps,
): Banded {
  const { rankCount, ranks } = layers;
  const crossings = crossingsByRank(layers, across, ports);
  const rivers = new Map(beginnings.map((rank) => [rank, riverOf(crossings[rank]!, layers, gaps.track)]));
  const tracks = (rank: number): number => rivers.get(rank)?.breadth ?? 0;
  const bands = [0, ...beginnings].map((first, index): Band => ({ first, last: beginnings[index] ?? rankCount }));
  const bandOf = new Int32Array(rankCount);
  for (const [index, { first, last }] of bands.entries()) bandOf.fill(index, first, last);

  const tops = bands.map(() => Infinity);
  const bottoms = bands.map(() => -Infinity);
  across.forEach((middle, item) => {
    const band = bandOf[ranks[item]!]!;
    tops[band] = Math.min(tops[band]!, middle - breadthOf(item) / 2);
    bottoms[band] = Math.max(bottoms[band]!, middle + breadthOf(item) / 2);
  });

  const turns = new Map<number, Map<number, Turn>>();
  const shiftsAlong: number[] = [];
  const shiftsAcross: number[] = [];
  let [along, end] = [0, gaps.margin];
  for (const [index, { first, last }] of bands.entries()) {
    if (index > 0) end += tracks(first) + 2 * gaps.beside;
    const start = gaps.margin + (index > 0 ? tracks(first) + gaps.beside : 0);
    shiftsAlong.push(start - columns.starts[first]!);
    shiftsAcross.push(end - tops[index]!);
    end += bottoms[index]! - tops[index]!;
    const length = columns.ends[last - 1]! - columns.starts[first]!;
    along = Math.max(along, start + length + (last < rankCount ? tracks(last) + gaps.beside : 0));
    if (index > 0) turns.set(first, turnsAt(rivers.get(first)!, index));
  }

  function turnsAt(river: River, index: number): Map<number, Turn> {
    const { first } = bands[index]!;
    const leaves = columns.ends[first - 1]! + shiftsAlong[index - 1]! + gaps.beside;
    const enters = columns.starts[first]! + shiftsAlong[index]! - gaps.beside;
    const lanes = bottoms[index - 1]! + shiftsAcross[index - 1]! + gaps.beside;
    return new Map(
      [...river.away].map(([edge, place]) => [
        edge,
        { away: leaves + place, lane: lanes + gaps.track / 2 + place, on: enters - river.on.get(edge)! },
      ]),
    );
  }

  const moved = (by: Float64Array): Float64Array => by.map((value, rank) => value + shiftsAlong[bandOf[rank]!]!);
  return {
    columns: {
      starts: moved(columns.starts),
      ends: moved(columns.ends),
      nodes: columns.nodes.map((value, node) => value + shiftsAlong[bandOf[ranks[node]!]!]!),
      end: along,
    },
    across: across.map((value, item) => value + shiftsAcross[bandOf[ranks[item]!]!]!),
    turns,
    along,
    end,
  };
}

/** By edge: how far from the innermost one it leaves a band, and enters the next. */
interface River {
  readonly away: ReadonlyMap<number, number>;
  readonly on: ReadonlyMap<number, number>;
  readonly breadth: number;
}

function riverOf(wires: readonly Crossing[], { graph }: Layers, track: number): River {
  const spaced = (sorted: readonly Crossing[]): Map<number, number> => {
    let [at, before] = [0, -1];
    return new Map(
      sorted.map(({ edge }) => {
        const source = graph.sources[edge]!;
        if (before >= 0) at += source === before ? track * TOGETHER : track;
        before = source;
        return [edge, at];
      }),
    );
  };
  const away = spaced([...wires].sort((one, other) => other.from - one.from || other.to - one.to));
  const on = spaced([...wires].sort((one, other) => one.to - other.to || one.from - other.from));
  return { away, on, breadth: Math.max(0, ...away.values(), ...on.values()) + track };
}

/** By rank: the wires that enter it or go on through it, and where they come from and go to across the flow. */
function crossingsByRank(layers: Layers, across: Float64Array, ports: Ports): Crossing[][] {
  const { graph, ranks, rankCount, firstDummy } = layers;
  const found: Crossing[][] = Array.from({ length: rankCount }, () => []);
  for (let edge = 0; edge < graph.sources.length; edge += 1) {
    const [source, target] = [graph.sources[edge]!, graph.targets[edge]!];
    const at = (rank: number): number => {
      if (rank === ranks[source]) return across[source]! + ports.leaving[edge]!;
      if (rank === ranks[target]) return across[target]! + ports.entering[edge]!;
      return across[firstDummy[edge]! + rank - ranks[source]! - 1]!;
    };
    for (let rank = ranks[source]! + 1; rank <= ranks[target]!; rank += 1)
      found[rank]!.push({ edge, from: at(rank - 1), to: at(rank) });
  }
  return found;
}

/** So many bands that the longest is as short as can be. */
function shortestBands(count: number, rankCount: number, lengthOf: (band: Band) => number): Band[] {
  let best = Array.from({ length: rankCount + 1 }, (_, last) => {
    const bands = last === 0 ? [] : [{ first: 0, last }];
    return { longest: last === 0 ? Infinity : lengthOf({ first: 0, last }), bands };
  });
  for (let band = 1; band < count; band += 1)
    best = best.map((_, last) => {
      let found: { longest: number; bands: Band[] } = { longest: Infinity, bands: [] };
      for (let first = band; first < last; first += 1) {
        const longest = Math.max(best[first]!.longest, lengthOf({ first, last }));
        if (longest < found.longest) found = { longest, bands: [...best[first]!.bands, { first, last }] };
      }
      return found;
    });
  return best[rankCount]!.bands;
}
