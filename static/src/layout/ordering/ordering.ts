/**
 * The order of nodes and dummies within their layers, with few crossings. Several first orders are improved by sweeps and exchanges;
 * in small graphs what can be moved as a whole is moved, and the best order is disturbed and mended again as long as that pays.
 * Work is counted, not timed, so the same graph always gets the same order; large graphs get one first order and few sweeps.
 */

import type { Layers } from "../layers.ts";
import { type Random, seededRandom, shuffle } from "../random.ts";
import { type Crossings, copyOrder, costOf, countCrossings, type Order } from "./crossings.ts";
import { transpose } from "./exchange.ts";
import { orderFromLeaves, orderFromOutputs } from "./initial_orders.ts";
import { Reinsertion } from "./reinsertion.ts";
import { type Measure, sweepBackward, sweepForward } from "./sweeps.ts";

export interface Ordered {
  order: Order;
  crossings: Crossings;
  cost: number;
}

/** Items that sweeps may look at altogether: some twenty milliseconds. */
const SWEEP_WORK = 400_000;
/** Sweeps without a better order before giving up. */
const PATIENCE = 6;
/** Passes of exchanges after each sweep, where the graph is small. */
const EXCHANGES = 20;

/** Slots and items that may be looked at while moving nodes and wires, and while disturbing after that: each some five milliseconds. */
const MOVING_WORK = 200_000;
const DISTURBING_WORK = 1_000_000;
/** Per item, so that a small graph is laid out at once even where nothing is compiled yet. */
const DISTURBING_WORK_PER_ITEM = 9_000;
/** Beyond so many items a single round of moves would take more than that. */
const MOVING_ITEMS = 3_000;
/** First orders whose nodes and wires are moved: the best ones after sweeps. */
const MOVED_STARTS = 4;
/** Disturbances without a better order before giving up, and nodes disturbed at a time. */
const DISTURBANCES = 120;
const DISTURBED_NODES = 12;

export function orderLayers(layers: Layers): Ordered {
  const starts: Ordered[] = [];
  for (const [first, forwardFirst] of [
    [orderFromOutputs, false],
    [orderFromLeaves, true],
    [orderFromOutputs, true],
    [orderFromLeaves, false],
  ] as const) {
    starts.push(sweep(layers, first(layers), forwardFirst));
    if (starts.at(-1)!.cost === 0 || starts.length * layers.itemCount * 4 * PATIENCE > SWEEP_WORK) break;
  }
  starts.sort((a, b) => a.cost - b.cost);
  const best = starts[0]!;
  return best.cost === 0 || layers.itemCount > MOVING_ITEMS ? best : move(layers, starts.slice(0, MOVED_STARTS));
}

function judge(layers: Layers, order: Order): Ordered {
  const crossings = countCrossings(layers, order);
  return { order, crossings, cost: costOf(crossings) };
}

/** Sweeps back and forth until that brings nothing better. The first sweep decides much, so both ways are worth a start. */
function sweep(layers: Layers, order: Order, forwardFirst: boolean): Ordered {
  const affordable = SWEEP_WORK / layers.itemCount;
  const sweeps = Math.max(3, affordable);
  const exchanges = Math.max(2, Math.min(EXCHANGES, affordable));
  transpose(layers, order, exchanges);
  let best = judge(layers, copyOrder(order));
  for (let count = 0, since = 0; since < PATIENCE && count < sweeps && best.cost > 0; count += 1, since += 1) {
    const measure: Measure = count % 4 < 2 ? "barycentre" : "median";
    if ((count % 2 === 0) === forwardFirst) sweepForward(layers, order, measure);
    else sweepBackward(layers, order, measure);
    transpose(layers, order, exchanges, count % 4 >= 2);
    const now = judge(layers, order);
    if (now.cost >= best.cost) continue;
    best = { ...now, order: copyOrder(order) };
    since = 0;
  }
  return best;
}

/** Moves the nodes and wires of several orders, and takes the best that comes of it. */
function move(layers: Layers, starts: readonly Ordered[]): Ordered {
  let best = starts[0]!;
  const reinsertion = new Reinsertion(layers, best.order);
  for (const start of starts) {
    reinsertion.startFrom(start.order);
    reinsertion.run(MOVING_WORK);
    const after = judge(layers, reinsertion.order);
    if (after.cost < best.cost) best = { ...after, order: copyOrder(after.order) };
  }
  return best;
}

/** Disturbs a small graph's order here and there and mends it, to find a better one from where no single move helps. */
export function refine(layers: Layers, ordered: Ordered): Ordered {
  if (ordered.cost === 0 || layers.itemCount > MOVING_ITEMS) return ordered;
  let best = ordered;
  const reinsertion = new Reinsertion(layers, best.order);
  // Its order has no single move left: what was moved before need not be tried again.
  reinsertion.keep();
  const random = seededRandom(layers.itemCount);
  const affordable = Math.min(DISTURBING_WORK, DISTURBING_WORK_PER_ITEM * layers.itemCount);
  for (let since = 0; since < DISTURBANCES && best.cost > 0 && reinsertion.work < affordable; since += 1) {
    reinsertion.goBack();
    reinsertion.disturb(neighbourhood(layers, random));
    reinsertion.run(affordable);
    const after = judge(layers, reinsertion.order);
    if (after.cost < best.cost) since = -1;
    if (after.cost > best.cost) continue;
    // An equally good order is as well a place to go on from, and another one.
    best = { ...after, order: reinsertion.keep() };
  }
  return best;
}

/** Makes the best of a given order by moving wires and those nodes that are not fixed. */
export function adapt(layers: Layers, order: Order, fixed: (node: number) => boolean): Ordered {
  if (layers.itemCount > MOVING_ITEMS) return judge(layers, order);
  const reinsertion = new Reinsertion(layers, order, fixed);
  reinsertion.run(MOVING_WORK);
  return judge(layers, reinsertion.order);
}

/** A few nodes that hang together, in any order. */
function neighbourhood({ graph }: Layers, random: Random): number[] {
  const size = 2 + Math.floor(random() * (DISTURBED_NODES - 1));
  const group = [Math.floor(random() * graph.count)];
  for (let at = 0; at < group.length && group.length < size; at += 1) {
    const node = group[at]!;
    const near: number[] = [];
    for (let edge = graph.enteringStart[node]!; edge < graph.enteringStart[node + 1]!; edge += 1)
      near.push(graph.sources[graph.entering[edge]!]!);
    for (let edge = graph.leavingStart[node]!; edge < graph.leavingStart[node + 1]!; edge += 1)
      near.push(graph.targets[graph.leaving[edge]!]!);
    shuffle(near, random);
    for (const other of near) if (group.length < size && !group.includes(other)) group.push(other);
  }
  shuffle(group, random);
  return group;
}
