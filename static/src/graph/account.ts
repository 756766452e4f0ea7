/**
 * A node's account: every contribution it receives and sends, how far each is known at a position, and why its gradient is what it is.
 * Pure; words go out as sentences with code between backticks. Knows no DOM.
 */
import type { Graph, GraphEdge, Value } from "../core/types.ts";
import { isScalar, isZero, toNumber } from "./format.ts";
import { isBlocked, type Schedule } from "./schedule.ts";

export interface Entry {
  readonly edge: GraphEdge;
  /** Whether the timeline has got as far as its landing. */
  readonly landed: boolean;
  /** The running sum before and after it; null for tensors and where nothing travels. */
  readonly from: number | null;
  readonly to: number | null;
}

function asNumber(value: Value | null): number | null {
  return value !== null && isScalar(value) ? toNumber(value) : null;
}

/** The contributions that arrive at a node, in the order of their arrival. */
export function received(schedule: Schedule, node: number, position: number): Entry[] {
  return schedule.arrivals[node]!.flatMap((arrival) => {
    if (arrival.edge === null) return [];
    const from = arrival.before === null ? 0 : asNumber(arrival.before);
    return [{ edge: schedule.graph.edges[arrival.edge]!, landed: arrival.position <= position, from, to: asNumber(arrival.total) }];
  });
}

/** The contributions that a node sends to its inputs, slot by slot; edges along which nothing travels are left out. */
export function sent(schedule: Schedule, node: number, position: number): Entry[] {
  const edges = schedule.graph.edges.filter((edge) => edge.target === node && edge.contribution !== null);
  return edges.map((edge) => ({ edge, landed: schedule.landsAt[edge.id]! <= position, from: 0, to: asNumber(edge.contribution) }));
}

/** Why the gradient is 0, 1 or not there at all, where that calls for a word; null elsewhere. `call` names a node. */
export function reasonOf(graph: Graph, node: number, call: (node: number) => string): string | null {
  const { role, grad } = graph.nodes[node]!;
  if (grad === null) {
    if (role === "constant") return "A constant cannot change, so no gradient is computed for it.";
    return "No gradient is computed for it: nothing that leads from it to the output can change.";
  }
  if (node === graph.output) {
    const isSeed = isScalar(grad) && toNumber(grad) === 1;
    return isSeed
      ? "It is the output itself: if it grows by a little, it grows by just as much. Every backward pass starts with this 1."
      : null;
  }
  if (!isZero(grad)) return null;
  const edges = graph.edges.filter((edge) => edge.source === node && edge.contribution !== null);
  const reasons = [...new Set(edges.map((edge) => reasonOfZero(graph, edge, call)))];
  if (edges.length > 1 && reasons.includes(null)) return "Its contributions cancel out: they add up to exactly 0.";
  return reasons.filter((reason) => reason !== null).join(" ") || null;
}

/** What stopped the gradient on its way to a node at which nothing arrives: the first cause, as a sentence to follow another. */
function originOfZero(graph: Graph, node: number, call: (node: number) => string): string {
  const only = onlyEdges(graph);
  for (let at = node; ;) {
    // Several ways end in one zero for several reasons: then the graph says it better than a sentence.
    const edge = only.get(at) ?? null;
    if (edge === null) return "";
    const { grad } = graph.nodes[edge.target]!;
    if (grad === null || !isZero(grad)) return ` ${reasonOfZero(graph, edge, call) ?? ""}`;
    at = edge.target;
  }
}

const onlyEdgesOf = new WeakMap<Graph, ReadonlyMap<number, GraphEdge | null>>();

/** By node: the one edge along which a contribution arrives, or null where there are several. Built once for each graph. */
function onlyEdges(graph: Graph): ReadonlyMap<number, GraphEdge | null> {
  const known = onlyEdgesOf.get(graph);
  if (known) return known;
  const found = new Map<number, GraphEdge | null>();
  for (const edge of graph.edges) if (edge.contribution !== null) found.set(edge.source, found.has(edge.source) ? null : edge);
  onlyEdgesOf.set(graph, found);
  return found;
}

/** Why one contribution is 0; null where it is not. */
function reasonOfZero(graph: Graph, edge: GraphEdge, call: (node: number) => string): string | null {
  const user = graph.nodes[edge.target]!;
  const name = `\`${call(edge.target)}\``;
  if (!isZero(edge.contribution!)) return null;
  if (isBlocked(edge)) {
    if (user.inputs.length > 1) return `${name} picked another input, so a small change of this one goes unnoticed.`;
    return `${name} has the slope 0 here and blocks the gradient.`;
  }
  if (user.grad !== null && isZero(user.grad))
    return `Nothing arrives at ${name} that could be passed on.${originOfZero(graph, edge.target, call)}`;
  const zeroFactor =
    user.op === "multiply" ? user.inputs.find((input, slot) => slot !== edge.slot && isZero(graph.nodes[input]!.data)) : undefined;
  if (zeroFactor !== undefined) return `It is multiplied by \`${call(zeroFactor)}\`, which is 0, so changing it changes nothing.`;
  if (edge.local !== null && isZero(edge.local)) return `The slope of ${name} is 0 at this point.`;
  return `What ${name} sends is too small for a number to hold, so it counts as 0.`;
}
