/**
 * Mistakes that people make when they write an engine of their own, made on purpose: what the same graph would show with one of them.
 * Computed from the graph's own local derivatives; all but the last for single numbers. Pure; knows no DOM.
 */

import type { Graph, GraphEdge, Step } from "../core/types.ts";
import { isScalar, toNumber } from "../text/format.ts";
import type { PlayedStep } from "../timeline/schedule.ts";
import { withoutSums } from "./pitfall_shapes.ts";

export const PITFALLS = ["none", "overwrite", "leftover", "order", "stretched"] as const;

export type Pitfall = (typeof PITFALLS)[number];

/** Whether the mistake can be made here: all but forgotten sums only where single numbers travel. */
export function canBreak({ edges }: Graph, pitfall: Pitfall): boolean {
  return (
    pitfall === "stretched" ||
    edges.every(
      ({ local, contribution }) => contribution === null || (local !== null && isScalar(local) && isScalar(contribution)),
    )
  );
}

const number = (edge: GraphEdge): number => toNumber(edge.local as number);

/** The same graph as an engine with the mistake would have it; the graph itself where there is none to make. */
export function breakGraph(graph: Graph, pitfall: Pitfall): Graph {
  const broken = withMistake(graph, pitfall);
  return broken === graph ? graph : { ...broken, wrongCount: wrongSet(graph, broken).size };
}

function withMistake(graph: Graph, pitfall: Pitfall): Graph {
  if (pitfall === "none" || !canBreak(graph, pitfall)) return graph;
  if (pitfall === "stretched") return withoutSums(graph);
  const forward = graph.steps.filter(({ phase }) => phase === "forward");
  const seed = graph.steps.find(({ phase, node }) => phase === "backward" && node !== undefined);
  if (!seed || typeof seed.total !== "number") return graph;
  const edges =
    pitfall === "order"
      ? eagerOrder(graph)
      : graph.steps.flatMap(({ phase, edge }) => (phase === "backward" && edge !== undefined ? [edge] : []));
  const gradients = new Map<number, number>([[graph.output, seed.total]]);
  const contributions = new Map<number, number>();
  const backward = edges.map((id): PlayedStep => {
    const edge = graph.edges[id]!;
    const sent = (gradients.get(edge.target) ?? 0) * number(edge);
    const known = gradients.get(edge.source);
    const before = known ?? leftover(graph, edge.source, pitfall);
    const total = pitfall === "overwrite" ? sent : (before ?? 0) + sent;
    contributions.set(id, sent);
    gradients.set(edge.source, total);
    return { phase: "backward", edge: id, total, ...mistakeOf(pitfall, known, before) };
  });
  // Forward mode sends nothing back, so none of these mistakes touches it.
  const tangents = graph.steps.filter(({ phase }) => phase === "tangent");
  return assemble(graph, [...forward, seed, ...backward, ...tangents], gradients, contributions);
}

/** How the step differs from a correct one. */
function mistakeOf(pitfall: Pitfall, known: number | undefined, before: number | undefined): Partial<PlayedStep> {
  if (known === undefined) return before === undefined ? {} : { before, mistake: "leftover" };
  return pitfall === "overwrite" ? { mistake: "replaces" } : {};
}

/** What an input still holds where nobody has set it to zero: the gradient of a pass just like this one. */
function leftover(graph: Graph, node: number, pitfall: Pitfall): number | undefined {
  const { op, grad } = graph.nodes[node]!;
  return pitfall === "leftover" && op === null && typeof grad === "number" ? grad : undefined;
}

/** Depth first from the output: a node passes on what it has the first time that something arrives, and never again. */
function eagerOrder(graph: Graph): number[] {
  const sends = new Map<number, GraphEdge[]>();
  for (const edge of graph.edges)
    if (edge.contribution !== null) sends.set(edge.target, [...(sends.get(edge.target) ?? []), edge]);
  const order: number[] = [];
  const visited = new Set([graph.output]);
  const waiting = [...(sends.get(graph.output) ?? [])].reverse();
  while (waiting.length > 0) {
    const edge = waiting.pop()!;
    order.push(edge.id);
    if (visited.has(edge.source)) continue;
    visited.add(edge.source);
    waiting.push(...[...(sends.get(edge.source) ?? [])].reverse());
  }
  return order;
}

function assemble(
  graph: Graph,
  steps: Step[],
  gradients: ReadonlyMap<number, number>,
  contributions: ReadonlyMap<number, number>,
): Graph {
  const nodes = graph.nodes.map((node) => (gradients.has(node.id) ? { ...node, grad: gradients.get(node.id)! } : node));
  const edges = graph.edges.map((edge) =>
    contributions.has(edge.id) ? { ...edge, contribution: contributions.get(edge.id)! } : edge,
  );
  const named = nodes.flatMap(({ name, grad }) => (name !== null && name in graph.gradients ? [[name, grad] as const] : []));
  return { ...graph, nodes, edges, steps, gradients: { ...graph.gradients, ...Object.fromEntries(named) } };
}

const wrongIn = new WeakMap<Graph, { readonly honest: Graph; readonly nodes: ReadonlySet<number> }>();

/** The same as a set, worked out once for all who ask about the two graphs. */
export function wrongSet(honest: Graph, broken: Graph): ReadonlySet<number> {
  let known = wrongIn.get(broken);
  if (known?.honest !== honest) wrongIn.set(broken, (known = { honest, nodes: new Set(wrongNodes(honest, broken)) }));
  return known.nodes;
}

/** The nodes whose gradients came out wrong, inputs first. */
export function wrongNodes(honest: Graph, broken: Graph): number[] {
  const wrong = honest.nodes.filter(
    ({ id, grad }) => grad !== null && JSON.stringify(grad) !== JSON.stringify(broken.nodes[id]!.grad),
  );
  return wrong.sort((one, other) => Number(one.op !== null) - Number(other.op !== null)).map(({ id }) => id);
}
