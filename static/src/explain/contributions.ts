/**
 * A node's account: every contribution it receives and sends, how far each is known at a position, and why its gradient is what it is.
 * Pure; words go out as sentences with code between backticks. Knows no DOM.
 */

import type { Graph, GraphEdge, Summary, Value } from "../core/types.ts";
import { isThroughNaN, nodesThroughNaN } from "../graph/through_nan.ts";
import { say } from "../messages/messages.ts";
import {
  allFinite,
  formatNumber,
  formatShape,
  isScalar,
  isZero,
  NOT_COMPUTED,
  shorten,
  strength,
  toNumber,
} from "../text/format.ts";
import { hasLanded, isBlocked, type Schedule } from "../timeline/schedule.ts";

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
    return [
      { edge: schedule.graph.edges[arrival.edge]!, landed: arrival.position <= position, from, to: asNumber(arrival.total) },
    ];
  });
}

/** What some edges send, each by itself; edges along which nothing travels are left out. */
export function entriesOf(schedule: Schedule, edges: readonly GraphEdge[], position: number): Entry[] {
  const sending = edges.filter(({ contribution }) => contribution !== null);
  return sending.map((edge) => ({
    edge,
    landed: hasLanded(schedule, edge.id, position),
    from: 0,
    to: asNumber(edge.contribution),
  }));
}

/** The contributions that a node sends to its inputs, slot by slot; edges along which nothing travels are left out. */
export function sent(schedule: Schedule, node: number, position: number): Entry[] {
  return entriesOf(
    schedule,
    schedule.graph.edges.filter(({ target }) => target === node),
    position,
  );
}

/** Those of most weight, and of `kept` edges, in the order they came in; and the others. What is still to come weighs nothing. */
export function foremost(
  entries: readonly Entry[],
  count: number,
  kept: readonly (number | null)[],
): readonly [shown: readonly Entry[], others: readonly Entry[]] {
  const weight = ({ edge: { id, contribution }, landed }: Entry): number =>
    kept.includes(id) ? Infinity : landed ? Math.min(Number.MAX_VALUE, Math.abs(strength(contribution ?? 0))) : -1;
  // NaN, as the difference of two infinities, and stable: of those that weigh the same the first.
  const chosen = new Set([...entries].sort((one, other) => weight(other) - weight(one) || 0).slice(0, count));
  return [entries.filter((each) => chosen.has(each)), entries.filter((each) => !chosen.has(each))];
}

/** What sets a node apart from namesakes, ` (i = 3)` or ` #3`: the iteration it belongs to, else which of `same` it is. */
export function markOf({ nodes, groups }: Graph, id: number, same: readonly number[]): string {
  if (same.length < 2) return "";
  const turns = same.map((each) => groups?.[nodes[each]!.group ?? -1]).map((group) => group?.kind === "iteration" && group.name);
  const place = same.indexOf(id);
  const turn = turns[place];
  // Kept in one line.
  return turn && new Set(turns).size === same.length ? ` (${turn.replace(/ /g, "\u00a0")})` : ` #${place + 1}`;
}

/** Of a text that a sentence names a node by. */
const LONGEST_NAME = 120;

/** Why the gradient is 0, 1 or not there at all, where that calls for a word; null elsewhere. `label` names a node. */
export function reasonOf(graph: Graph, node: number, label: (node: number) => string): string | null {
  const call = (each: number): string => shorten(label(each), LONGEST_NAME);
  const { role, grad, summary } = graph.nodes[node]!;
  if (grad === null) {
    if (summary?.grad) return summaryInWords(summary.grad);
    if (role === "constant") return say("constant-cannot-change");
    return say("no-gradient-computed");
  }
  if (node === graph.output) {
    const isSeed = isScalar(grad) && toNumber(grad) === 1;
    return isSeed ? say("gradient-of-output") : null;
  }
  if (nodesThroughNaN(graph).has(node) && allFinite(grad)) return say("comes-through-nan");
  if (!isZero(grad)) return null;
  const edges = graph.edges.filter((edge) => edge.source === node && edge.contribution !== null);
  const reasons = [...new Set(edges.map((edge) => reasonOfZero(graph, edge, call)))];
  if (edges.length > 1 && reasons.includes(null)) return say("contributions-cancel");
  return reasons.filter((reason) => reason !== null).join(" ") || null;
}

/** What is known of an array that is too large to be shown. */
export function summaryInWords({ shape, min, max, mean, norm, zeros, nonfinite }: Summary): string {
  const number = (each: number | null): string => (each === null ? NOT_COMPUTED : formatNumber(each));
  const size = formatShape(shape);
  const sentences = [
    say("array-summarised", { shape: size, low: number(min), high: number(max), mean: number(mean), norm: number(norm) }),
  ];
  if (zeros > 0) sentences.push(say("array-zeros", { share: formatNumber(100 * zeros) }));
  if (nonfinite > 0) sentences.push(say("array-nonfinite", { share: formatNumber(100 * nonfinite) }));
  return sentences.join(" ");
}

/** Why what travels an edge is nothing, 0 or not finite, as a sentence; null where that calls for no word. */
export function reasonOfEdge(graph: Graph, edge: GraphEdge, call: (node: number) => string): string | null {
  if (edge.contribution !== null) {
    if (!allFinite(edge.contribution)) return reasonOfNotFinite(graph, edge, call);
    return isThroughNaN(graph, edge) ? say("comes-through-nan") : reasonOfZero(graph, edge, call);
  }
  if (edge.summary) return summaryInWords(edge.summary);
  return say("no-gradient-travels", {
    call: call(edge.source),
    choice: graph.nodes[edge.source]!.grad === null ? reasonOf(graph, edge.source, call)! : "",
  }).trim();
}

/** Where a contribution ceased to be finite: before this edge, in its slope, or in its product. */
function reasonOfNotFinite(graph: Graph, { target, local }: GraphEdge, call: (node: number) => string): string {
  const user = graph.nodes[target]!;
  const name = `\`${call(target)}\``;
  if (user.grad !== null && !allFinite(user.grad)) return say("arrives-not-finite", { name });
  if (local !== null && !allFinite(local)) {
    const isLost = user.grad !== null && isZero(user.grad);
    return say("slope-not-finite-here", { name, choice: isLost ? say("slope-not-finite-here.lost") : "" });
  }
  if (user.inputs.some((input) => !allFinite(graph.nodes[input]!.data))) return say("input-not-finite", { name });
  return say("too-large-for-number");
}

/** What stopped the gradient on its way to a node at which nothing arrives: the first cause, as a sentence to follow another. */
function originOfZero(graph: Graph, node: number, call: (node: number) => string): string {
  const only = onlyEdges(graph);
  for (let at = node; ; ) {
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
    if (user.inputs.length > 1) return say("picked-another", { name });
    return say("blocks-gradient", { name });
  }
  if (user.grad !== null && isZero(user.grad))
    return `${say("nothing-arrives", { name })}${originOfZero(graph, edge.target, call)}`;
  const zeroFactor =
    user.op === "multiply"
      ? user.inputs.find((input, slot) => slot !== edge.slot && isZero(graph.nodes[input]!.data))
      : undefined;
  if (zeroFactor !== undefined) return say("multiplied-by-zero", { zero: `\`${call(zeroFactor)}\`` });
  if (edge.local !== null && isZero(edge.local)) {
    const isCondition = user.op === "where" && edge.slot === 0;
    return say(isCondition ? "slope-zero-condition" : "slope-zero-here", { name, input: `\`${call(edge.source)}\`` });
  }
  return say("too-small", { name });
}
