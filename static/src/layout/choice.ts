/**
 * Chooses ranks and order: of the ways to rank, the one that crosses least; and, after an edit, the order as it was before unless the
 * best one crosses much less.
 */

import type { Digraph } from "./digraph.ts";
import { type Layers, layersOf } from "./layers.ts";
import { BETWEEN_COST, type Crossings, type Order } from "./ordering/crossings.ts";
import { adapt, type Ordered, orderLayers, refine } from "./ordering/ordering.ts";
import { likeness, orderAsBefore, remember } from "./previous.ts";
import { rankingsOf } from "./ranking/ranks.ts";
import type { Layout, LayoutNode, LayoutRequest } from "./types.ts";

export interface Arranged {
  layers: Layers;
  order: Order;
  crossings: Crossings;
}

/** What an order that spares the reader a jump may cost more than the best: a part of it, and so many crossings. */
const TOLERATED_PART = 0.25;
const TOLERATED_CROSSINGS = 2;

/** A graph with the ways to rank it; the first order of each, and the best of all, are worked out when they are asked for, and once. */
export interface Choices {
  readonly graph: Digraph;
  readonly ways: readonly Way[];
  best(): Arranged & Ordered;
}

interface Way {
  readonly layers: Layers;
  ordered(): Ordered;
}

export function choicesOf(graph: Digraph): Choices {
  const ways = rankingsOf(graph).map((ranks): Way => {
    const layers = layersOf(graph, ranks);
    let ordered: Ordered | null = null;
    return { layers, ordered: () => (ordered ??= orderLayers(layers)) };
  });
  let best: (Arranged & Ordered) | null = null;
  return { graph, ways, best: () => (best ??= leastCrossing(ways)) };
}

/** `nodes` are the request's by index. */
export function arrange(choices: Choices, request: LayoutRequest, nodes: readonly LayoutNode[]): Arranged {
  const best = choices.best();
  if (!request.previous) return best;
  const kept = asBefore(choices.ways, request, request.previous, nodes);
  return kept && kept.cost <= best.cost * (1 + TOLERATED_PART) + TOLERATED_CROSSINGS * BETWEEN_COST ? kept : best;
}

/** Whether the graph is soon drawn without a crossing. */
export function isPlain({ ways }: Choices): boolean {
  return ways.some(({ ordered }) => {
    const { between, slots } = ordered().crossings;
    return between + slots === 0;
  });
}

function leastCrossing(choices: readonly Way[]): Arranged & Ordered {
  let best: (Ordered & { layers: Layers }) | null = null;
  for (const { layers, ordered: order } of choices) {
    const ordered = order();
    if (!best || ordered.cost < best.cost) best = { layers, ...ordered };
    if (best.cost === 0) break;
  }
  return { layers: best!.layers, ...refine(best!.layers, best!) };
}

/** The order as it was, on the ranks most like those before; null where nothing is left of it. */
function asBefore(
  choices: readonly Way[],
  request: LayoutRequest,
  previous: Layout,
  nodes: readonly LayoutNode[],
): (Arranged & Ordered) | null {
  const remembered = remember(previous, nodes);
  if (!remembered.some((node) => node)) return null;
  const [first, ...others] = choices.map(({ layers }) => layers);
  const layers = others.reduce(
    (most, other) => (likeness(other, remembered) > likeness(most, remembered) ? other : most),
    first!,
  );
  const order = orderAsBefore(
    layers,
    remembered,
    previous,
    request.edges.map(({ slot }) => slot),
  );
  return { layers, ...adapt(layers, order, (node) => remembered[node] !== undefined) };
}
