/**
 * The mistake of those who write an engine for arrays: what comes back to an input that was stretched is not summed over the axes along which it was
 * repeated. Shown at the inputs, where a step of training would meet it. Pure; knows no DOM.
 */
import type { Graph, GraphEdge, Step, Value } from "../core/types.ts";
import { combine } from "../graph/arrays.ts";

/** What arrives before it is summed; null where it is not of that kind, or flows to a value in between. */
function unsummed({ nodes }: Graph, { how, source, target, local }: GraphEdge): Value | null {
  const upstream = nodes[target]!.grad;
  if (how !== "sum-over-axes" || nodes[source]!.op !== null || upstream === null || local === null) return null;
  return combine(upstream, local, (one, other) => one * other);
}

/** The same graph with the sums over axes left out; the graph itself where there are none. */
export function withoutSums(graph: Graph): Graph {
  const sent = new Map<number, Value>();
  for (const edge of graph.edges) {
    const value = unsummed(graph, edge);
    if (value !== null) sent.set(edge.id, value);
  }
  if (sent.size === 0) return graph;
  const gradients = new Map<number, Value>();
  const steps: Step[] = graph.steps.flatMap((step): Step[] => {
    if (step.edge === undefined || step.phase !== "backward") return [step];
    // The frame that would only add up does not happen.
    if (step.arriving && sent.has(step.edge)) return [];
    const { source, contribution } = graph.edges[step.edge]!;
    const arriving = sent.get(step.edge) ?? contribution!;
    const before = gradients.get(source);
    const total = before === undefined ? arriving : (combine(before, arriving, (one, other) => one + other) ?? arriving);
    gradients.set(source, total);
    return [{ ...step, total }];
  });
  const isInput = (id: number): boolean => graph.nodes[id]!.op === null && gradients.has(id);
  const nodes = graph.nodes.map((node) => (isInput(node.id) ? { ...node, grad: gradients.get(node.id)! } : node));
  const edges = graph.edges.map(
    (edge): GraphEdge => (sent.has(edge.id) ? { ...edge, contribution: sent.get(edge.id)!, how: "scale" } : edge),
  );
  const named = nodes.flatMap(({ name, grad }) => (name !== null && name in graph.gradients ? [[name, grad] as const] : []));
  return { ...graph, nodes, edges, steps, gradients: { ...graph.gradients, ...Object.fromEntries(named) } };
}
