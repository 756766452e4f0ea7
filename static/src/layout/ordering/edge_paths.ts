/**
 * What it costs to lead one wire through the layers of an arrangement, and the cheapest way, found exactly by dynamic programming
 * over slots: slot p of a layer lies before its item p, the last one after all items. Lists of costs by slot are lent, not given: they
 * hold until the next question, since making a new one each time would cost more than filling it.
 */

import type { Layers } from "../layers.ts";
import type { Arrangement } from "./arrangement.ts";
import { BETWEEN_COST, portCost } from "./crossings.ts";

export class EdgePaths {
  readonly #on: Arrangement;
  readonly #layers: Layers;
  readonly #portOf: Int32Array;
  /** By rank: for each slot, the slot in the rank before on the cheapest way there, as `forward` last found it. */
  readonly #choices: Int32Array[];
  /** Lists to lend: costs so far and those of the next layer in turn, of one segment, and of the last segment. */
  #costs: Int32Array;
  #nextCosts: Int32Array;
  readonly #crossed: Int32Array;
  readonly #last: Int32Array;
  /** What one slot or item costs is to be paid for: counts what was looked at. */
  work = 0;

  constructor(on: Arrangement) {
    this.#on = on;
    this.#layers = on.layers;
    const { graph } = on.layers;
    this.#portOf = new Int32Array(graph.sources.length);
    for (let node = 0; node < graph.count; node += 1) {
      for (let at = graph.enteringStart[node]!; at < graph.enteringStart[node + 1]!; at += 1) {
        this.#portOf[graph.entering[at]!] = at - graph.enteringStart[node]!;
      }
    }
    this.#choices = on.rows.map((row) => new Int32Array(row.items.length + 1));
    // One slot more than items, and one more to write beyond the end.
    const slots = on.rows.reduce((most, row) => Math.max(most, row.items.length), 0) + 2;
    this.#costs = new Int32Array(slots);
    this.#nextCosts = new Int32Array(slots);
    this.#crossed = new Int32Array(slots);
    this.#last = new Int32Array(slots);
  }

  /** Cost of all that a wire crosses where it is. */
  present(edge: number): number {
    const { firstDummy, ranks, graph } = this.#layers;
    const target = graph.targets[edge]!;
    let item = graph.sources[edge]!;
    let cost = 0;
    const dummies = ranks[target]! - ranks[item]! - 1;
    for (let step = 0; step < dummies; step += 1) {
      const next = firstDummy[edge]! + step;
      cost += this.#segment(edge, item, next);
      item = next;
    }
    return cost + this.#segment(edge, item, target);
  }

  /** Puts a wire that is out back in along its cheapest way; says what that costs. */
  insert(edge: number): number {
    const { firstDummy, ranks, graph } = this.#layers;
    const source = graph.sources[edge]!;
    const first = firstDummy[edge]!;
    this.#on.active[edge] = 1;
    if (first < 0) return this.#segment(edge, source, graph.targets[edge]!);
    this.#on.active[edge] = 0;
    const last = ranks[graph.targets[edge]!]! - 1;
    const costs = this.forward(edge, last);
    const ends = this.#intoTarget(edge);
    let slot = 0;
    const slots = this.#slotsOf(last);
    for (let other = 0; other < slots; other += 1) {
      ends[other]! += costs[other]!;
      if (ends[other]! < ends[slot]!) slot = other;
    }
    const cost = ends[slot]!;
    for (let rank = last; rank > ranks[source]!; rank -= 1) {
      this.#on.putIn(first + rank - ranks[source]! - 1, slot);
      slot = this.#choices[rank]![slot]!;
    }
    this.#on.active[edge] = 1;
    return cost;
  }

  /** Least cost from a wire's source to each slot of the layer at `rank`. */
  forward(edge: number, rank: number): Int32Array {
    const source = this.#layers.graph.sources[edge]!;
    const start = this.#layers.ranks[source]!;
    this.#toSlots(start, this.#on.places[source]!, source, this.#costs);
    for (let at = start + 1; at < rank; at += 1) this.#stepForward(at);
    return this.#costs;
  }

  /** Least cost from each slot of the layer at `rank` to a wire's target. */
  backward(edge: number, rank: number): Int32Array {
    const last = this.#layers.ranks[this.#layers.graph.targets[edge]!]! - 1;
    this.#costs.set(this.#intoTarget(edge));
    for (let at = last - 1; at >= rank; at -= 1) this.#stepBackward(at);
    return this.#costs;
  }

  #slotsOf(rank: number): number {
    return this.#on.rows[rank]!.length + 1;
  }

  /** Makes the list of the next layer the one at hand. */
  #advance(): void {
    [this.#costs, this.#nextCosts] = [this.#nextCosts, this.#costs];
  }

  #segment(edge: number, from: number, to: number): number {
    const layers = this.#layers;
    const { places, active } = this.#on;
    const { outStart, outItems, outPorts, outEdges } = layers;
    const start = places[from]!;
    const end = places[to]!;
    const port = this.#portOf[edge]!;
    const row = this.#on.rows[layers.ranks[from]!]!;
    let crossed = 0;
    let exchanged = 0;
    for (let place = 0; place < row.length; place += 1) {
      if (place === start) continue;
      const item = row.items[place]!;
      for (let at = outStart[item]!; at < outStart[item + 1]!; at += 1) {
        if (active[outEdges[at]!] === 0) continue;
        const other = places[outItems[at]!]!;
        if (other === end) {
          if (place < start === outPorts[at]! > port) exchanged += 1;
        } else if (place < start === other > end) crossed += 1;
      }
    }
    this.work += row.length;
    return crossed * BETWEEN_COST + (exchanged > 0 ? exchanged * portCost(layers, to) : 0);
  }

  /** Cost of a segment from before the item at `place` of a layer, or from that item itself (`own`), to each slot of the next. */
  #toSlots(rank: number, place: number, own: number, costs: Int32Array): void {
    const { places, active } = this.#on;
    const { outStart, outItems, outEdges } = this.#layers;
    const row = this.#on.rows[rank]!;
    const slots = this.#slotsOf(rank + 1);
    costs.fill(0, 0, slots + 1);
    for (let other = 0; other < row.length; other += 1) {
      const item = row.items[other]!;
      if (item === own) continue;
      // A segment that starts above is crossed on the way to slots up to its end, one that starts below on the way to those after.
      const above = other < place;
      for (let at = outStart[item]!; at < outStart[item + 1]!; at += 1) {
        if (active[outEdges[at]!] === 0) continue;
        const end = places[outItems[at]!]!;
        if (above) costs[0]! += BETWEEN_COST;
        costs[end + 1]! += above ? -BETWEEN_COST : BETWEEN_COST;
      }
    }
    for (let slot = 1; slot < slots; slot += 1) costs[slot]! += costs[slot - 1]!;
    this.work += row.length + slots;
  }

  /** From the costs to the slots of a layer to those to the next one's. */
  #stepForward(rank: number): void {
    const [costs, nextCosts, crossed] = [this.#costs, this.#nextCosts, this.#crossed];
    const row = this.#on.rows[rank]!;
    const slots = this.#slotsOf(rank + 1);
    const choice = this.#choices[rank + 1]!;
    this.#toSlots(rank, 0, -1, crossed);
    nextCosts.fill(0x7fffffff, 0, slots);
    for (let from = 0; from <= row.length; from += 1) {
      const base = costs[from]!;
      for (let to = 0; to < slots; to += 1) {
        const cost = base + crossed[to]!;
        if (cost < nextCosts[to]!) {
          nextCosts[to] = cost;
          choice[to] = from;
        }
      }
      if (from < row.length) this.#pass(row.items[from]!, slots);
    }
    this.work += (row.length + 1) * slots;
    this.#advance();
  }

  /** From the costs from the slots of the next layer on to those from the slots of this one. */
  #stepBackward(rank: number): void {
    const [costs, nextCosts, crossed] = [this.#costs, this.#nextCosts, this.#crossed];
    const row = this.#on.rows[rank]!;
    const slots = this.#slotsOf(rank + 1);
    this.#toSlots(rank, 0, -1, crossed);
    for (let from = 0; from <= row.length; from += 1) {
      let least = 0x7fffffff;
      for (let to = 0; to < slots; to += 1) {
        const cost = crossed[to]! + costs[to]!;
        if (cost < least) least = cost;
      }
      nextCosts[from] = least;
      if (from < row.length) this.#pass(row.items[from]!, slots);
    }
    this.work += (row.length + 1) * slots;
    this.#advance();
  }

  /** Turns what a segment from the slot before an item crosses into what one from the slot after it does. */
  #pass(item: number, slots: number): void {
    const { places, active } = this.#on;
    const { outStart, outItems, outEdges } = this.#layers;
    const crossed = this.#crossed;
    for (let at = outStart[item]!; at < outStart[item + 1]!; at += 1) {
      if (active[outEdges[at]!] === 0) continue;
      const end = places[outItems[at]!]!;
      for (let slot = 0; slot <= end; slot += 1) crossed[slot]! += BETWEEN_COST;
      for (let slot = end + 1; slot < slots; slot += 1) crossed[slot]! -= BETWEEN_COST;
    }
  }

  /** Cost of the last segment of a wire, from each slot of the layer before its target. */
  #intoTarget(edge: number): Int32Array {
    const { places, active } = this.#on;
    const { outStart, outItems, outPorts, outEdges, graph, ranks } = this.#layers;
    const target = graph.targets[edge]!;
    const end = places[target]!;
    const port = this.#portOf[edge]!;
    const exchange = portCost(this.#layers, target);
    const row = this.#on.rows[ranks[target]! - 1]!;
    const costs = this.#last;
    costs.fill(0, 0, row.length + 1);
    for (let place = 0; place < row.length; place += 1) {
      const item = row.items[place]!;
      for (let at = outStart[item]!; at < outStart[item + 1]!; at += 1) {
        if (active[outEdges[at]!] === 0) continue;
        const other = places[outItems[at]!]!;
        const cost = other === end ? exchange : BETWEEN_COST;
        const lower = other === end ? outPorts[at]! - port : other - end;
        // From above, what ends higher is crossed; from below, what ends lower.
        if (lower < 0) {
          costs[0]! += cost;
          costs[place + 1]! -= cost;
        } else if (lower > 0) costs[place + 1]! += cost;
      }
    }
    for (let slot = 1; slot <= row.length; slot += 1) costs[slot]! += costs[slot - 1]!;
    this.work += row.length;
    return costs;
  }
}
