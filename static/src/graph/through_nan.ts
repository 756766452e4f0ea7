/**
 * Gradients that mean nothing because a value on their way is NaN: where a function has no value it has no slope, though the formula of the
 * slope goes on giving numbers. Pure; the server has the same in engine/explain/through_nan.py.
 */
import type { Graph, GraphEdge } from "../core/types.ts";
import { flatten, isScalar, isZero, toNumber } from "../text/format.ts";

const found = new WeakMap<Graph, ReadonlySet<number>>();

/** The nodes at which something arrives that came through NaN. Found once for each graph. */
export function nodesThroughNaN(graph: Graph): ReadonlySet<number> {
  let known = found.get(graph);
  if (!known) found.set(graph, (known = findNodes(graph)));
  return known;
}

/** Whether what an edge sends back came through NaN. */
export function isThroughNaN(graph: Graph, { target, contribution }: GraphEdge): boolean {
  return contribution !== null && sendsThroughNaN(graph, target, nodesThroughNaN(graph));
}

function findNodes(graph: Graph): Set<number> {
  const into = graph.nodes.map((): GraphEdge[] => []);
  for (const edge of graph.edges) if (edge.contribution !== null) into[edge.target]!.push(edge);
  const reached = new Set<number>();
  for (let target = graph.nodes.length - 1; target >= 0; target -= 1)
    if (into[target]!.length > 0 && sendsThroughNaN(graph, target, reached))
      for (const { source } of into[target]!) reached.add(source);
  return reached;
}

/** A NaN to which no gradient comes, as in the branch that `where` did not take, spoils none. */
function sendsThroughNaN({ nodes }: Graph, node: number, reached: ReadonlySet<number>): boolean {
  const { data, grad } = nodes[node]!;
  if (grad === null) return false;
  if (reached.has(node)) return !isZero(grad);
  if (isScalar(data)) return Number.isNaN(toNumber(data)) && !isZero(grad);
  const values = flatten(data);
  if (!values.some(Number.isNaN)) return false;
  const gradients = flatten(grad);
  return values.some((value, place) => Number.isNaN(value) && gradients[place] !== 0);
}
