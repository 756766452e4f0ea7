/**
 * What it costs to lead one wire through the layers of an arrangement, and the cheapest way, found exactly by dynamic programming
 * over slots: slot p of a layer lies before its item p, the last one after all items. Changes nothing.
 */
import type { Arrangement } from "./arrangement.ts";
import { BETWEEN_COST, portCost } from "./crossings.ts";
import type { Layers } from "./layers.ts";

export class Ways {
  private readonly on: Arrangement;
  private readonly layers: Layers;
  private readonly portOf: Int32Array;
  /** By rank: for each slot, the slot in the rank before on the cheapest way there, as `forward` last found it. */
  private readonly choices: Int32Array[];
  /** What one slot or item costs is to be paid for: counts what was looked at. */
  work = 0;

  constructor(on: Arrangement) {
    this.on = on;
    this.layers = on.layers;
    const { graph } = on.layers;
    this.portOf = new Int32Array(graph.sources.length);
    for (let node = 0; node < graph.count; node += 1) {
      for (let at = graph.enteringStart[node]!; at < graph.enteringStart[node + 1]!; at += 1) {
        this.portOf[graph.entering[at]!] = at - graph.enteringStart[node]!;
      }
    }
    this.choices = on.rows.map((row) => new Int32Array(row.items.length + 1));
  }

  /** Cost of all that a wire crosses where it is. */
  present(edge: number): number {
    const { firstDummy, ranks, graph } = this.layers;
    const target = graph.targets[edge]!;
    let item = graph.sources[edge]!;
    let cost = 0;
    const dummies = ranks[target]! - ranks[item]! - 1;
    for (let step = 0; step < dummies; step += 1) {
      const next = firstDummy[edge]! + step;
      cost += this.segment(edge, item, next);
      item = next;
    }
    return cost + this.segment(edge, item, target);
  }

  /** Puts a wire that is out back in along its cheapest way; says what that costs. */
  insert(edge: number): number {
    const { firstDummy, ranks, graph } = this.layers;
    const source = graph.sources[edge]!;
    const first = firstDummy[edge]!;
    this.on.active[edge] = 1;
    if (first < 0) return this.segment(edge, source, graph.targets[edge]!);
    this.on.active[edge] = 0;
    const last = ranks[graph.targets[edge]!]! - 1;
    const costs = this.forward(edge, last);
    const ends = this.intoTarget(edge);
    let slot = 0;
    for (let other = 0; other < ends.length; other += 1) {
      ends[other]! += costs[other]!;
      if (ends[other]! < ends[slot]!) slot = other;
    }
    const cost = ends[slot]!;
    for (let rank = last; rank > ranks[source]!; rank -= 1) {
      this.on.putIn(first + rank - ranks[source]! - 1, slot);
      slot = this.choices[rank]![slot]!;
    }
    this.on.active[edge] = 1;
    return cost;
  }

  /** Least cost from a wire's source to each slot of the layer at `rank`. */
  forward(edge: number, rank: number): Int32Array {
    const source = this.layers.graph.sources[edge]!;
    const start = this.layers.ranks[source]!;
    let costs = this.toSlots(start, this.on.places[source]!, source);
    for (let at = start + 1; at < rank; at += 1) costs = this.stepForward(costs, at);
    return costs;
  }

  /** Least cost from each slot of the layer at `rank` to a wire's target. */
  backward(edge: number, rank: number): Int32Array {
    let costs = this.intoTarget(edge);
    for (let at = this.layers.ranks[this.layers.graph.targets[edge]!]! - 2; at >= rank; at -= 1) {
      const row = this.on.rows[at]!;
      const crossed = this.toSlots(at, 0, -1);
      const best = new Int32Array(row.length + 1);
      for (let from = 0; from <= row.length; from += 1) {
        let least = Infinity;
        for (let to = 0; to < costs.length; to += 1) {
          const cost = crossed[to]! + costs[to]!;
          if (cost < least) least = cost;
        }
        best[from] = least;
        if (from < row.length) this.pass(row.items[from]!, crossed);
      }
      this.work += best.length * costs.length;
      costs = best;
    }
    return costs;
  }

  private segment(edge: number, from: number, to: number): number {
    const { layers } = this;
    const { places, active } = this.on;
    const { outStart, outItems, outPorts, outEdges } = layers;
    const start = places[from]!;
    const end = places[to]!;
    const port = this.portOf[edge]!;
    const row = this.on.rows[layers.ranks[from]!]!;
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
  private toSlots(rank: number, place: number, own: number): Int32Array {
    const { places, active } = this.on;
    const { outStart, outItems, outEdges } = this.layers;
    const row = this.on.rows[rank]!;
    const costs = new Int32Array(this.on.rows[rank + 1]!.length + 1);
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
    for (let slot = 1; slot < costs.length; slot += 1) costs[slot]! += costs[slot - 1]!;
    this.work += row.length + costs.length;
    return costs;
  }

  private stepForward(costs: Int32Array, rank: number): Int32Array {
    const row = this.on.rows[rank]!;
    const crossed = this.toSlots(rank, 0, -1);
    const best = new Int32Array(crossed.length).fill(0x7fffffff);
    const choice = this.choices[rank + 1]!;
    for (let from = 0; from < costs.length; from += 1) {
      const base = costs[from]!;
      for (let to = 0; to < best.length; to += 1) {
        const cost = base + crossed[to]!;
        if (cost < best[to]!) {
          best[to] = cost;
          choice[to] = from;
        }
      }
      if (from < row.length) this.pass(row.items[from]!, crossed);
    }
    this.work += costs.length * best.length;
    return best;
  }

  /** Turns the costs from the slot before an item into those from the slot after it. */
  private pass(item: number, costs: Int32Array): void {
    const { places, active } = this.on;
    const { outStart, outItems, outEdges } = this.layers;
    for (let at = outStart[item]!; at < outStart[item + 1]!; at += 1) {
      if (active[outEdges[at]!] === 0) continue;
      const end = places[outItems[at]!]!;
      for (let slot = 0; slot <= end; slot += 1) costs[slot]! += BETWEEN_COST;
      for (let slot = end + 1; slot < costs.length; slot += 1) costs[slot]! -= BETWEEN_COST;
    }
  }

  /** Cost of the last segment of a wire, from each slot of the layer before its target. */
  private intoTarget(edge: number): Int32Array {
    const { places, active } = this.on;
    const { outStart, outItems, outPorts, outEdges, graph, ranks } = this.layers;
    const target = graph.targets[edge]!;
    const end = places[target]!;
    const port = this.portOf[edge]!;
    const exchange = portCost(this.layers, target);
    const row = this.on.rows[ranks[target]! - 1]!;
    const costs = new Int32Array(row.length + 1);
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
    for (let slot = 1; slot < costs.length; slot += 1) costs[slot]! += costs[slot - 1]!;
    this.work += row.length;
    return costs;
  }
}
