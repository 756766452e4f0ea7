/**
 * What ails a network's numbers, node by node: the signs by which one finds why it does not learn. Read off the finished graph; pure.
 * Says nothing before the timeline has shown the number it speaks of.
 */

import type { Graph, GraphEdge } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import { allFinite, strength } from "../text/format.ts";
import { gradientAt, isBlocked, isValueKnown, type Schedule } from "../timeline/schedule.ts";

export type Ailment = "not finite" | "blocked" | "flat" | "exploding" | "vanishing";

/** The worst first: of several, one is shown. */
export const AILMENTS: readonly { readonly name: Ailment; readonly meaning: string }[] = [
  { name: "not finite", meaning: say("health-not-finite.about") },
  { name: "blocked", meaning: say("health-blocked-about") },
  { name: "exploding", meaning: say("health-exploding-about") },
  {
    name: "flat",
    meaning: say("health-flat-about"),
  },
  { name: "vanishing", meaning: say("health-vanishing-about") },
];

const EXPLODING = 1e3;
const VANISHING = 1e-6;
const FLAT = 0.01;

const found = new WeakMap<Graph, ReadonlyMap<number, Ailment>>();

/** By node; those in good health are left out. */
export function ailmentsOf(graph: Graph): ReadonlyMap<number, Ailment> {
  let ailments = found.get(graph);
  if (!ailments) found.set(graph, (ailments = diagnose(graph)));
  return ailments;
}

/** An ailment would give its number away, so none is shown while one is withheld. */
function diagnose(graph: Graph): Map<number, Ailment> {
  if (graph.redactedFrom !== undefined) return new Map();
  const slopes = slopesOf(graph);
  const ailments = new Map<number, Ailment>();
  for (const { id, data, grad } of graph.nodes) {
    const reach = grad === null ? 0 : Math.abs(strength(grad));
    const slope = slopes.get(id);
    if (!allFinite(data) || (grad !== null && !allFinite(grad))) ailments.set(id, "not finite");
    else if (slope === 0) ailments.set(id, "blocked");
    else if (reach > EXPLODING) ailments.set(id, "exploding");
    else if (slope !== undefined && slope < FLAT) ailments.set(id, "flat");
    else if (reach > 0 && reach < VANISHING) ailments.set(id, "vanishing");
  }
  return ailments;
}

/** Of operations on one input: the largest magnitude of the local derivative; 0 only where a rule routes nothing. */
function slopesOf({ nodes, edges }: Graph): Map<number, number> {
  const slopes = new Map<number, number>();
  for (const edge of edges) {
    if (nodes[edge.target]!.inputs.length !== 1 || edge.local === null) continue;
    if (isBlocked(edge)) slopes.set(edge.target, 0);
    else if (isSlope(edge)) slopes.set(edge.target, Math.max(Number.MIN_VALUE, Math.abs(strength(edge.local))));
  }
  return slopes;
}

/** A local derivative that is a slope at each number, and is one: not that of a sum over axes. */
function isSlope({ how, local }: GraphEdge): boolean {
  return how === "scale" && local !== null && allFinite(local);
}

/** Whether the timeline has come as far as what an ailment speaks of. */
export function isSeen(schedule: Schedule, node: number, position: number): boolean {
  const { state } = gradientAt(schedule, schedule.graph.nodes[node]!, position);
  return isValueKnown(schedule, node, position) && (state === "final" || state === "never");
}

/** What a card says: of a folded group the worst that is inside, and how often. */
export function ailmentOf(ailments: ReadonlyMap<number, Ailment>, nodes: readonly number[]): string | null {
  for (const { name } of AILMENTS) {
    const count = nodes.filter((node) => ailments.get(node) === name).length;
    if (count > 0) return nodes.length === 1 ? name : `${count} ${name}`;
  }
  return null;
}

/** All in one line: "2 blocked, 1 vanishing", or that there is nothing. */
export function healthInWords(graph: Graph): string {
  const counts = new Map<Ailment, number>();
  for (const ailment of ailmentsOf(graph).values()) counts.set(ailment, (counts.get(ailment) ?? 0) + 1);
  const parts = AILMENTS.flatMap(({ name }) => (counts.has(name) ? [`${counts.get(name)} ${name}`] : []));
  return parts.length > 0 ? parts.join(", ") : say("health-fine");
}
