/**
 * How far rounding alone can move the numbers of a graph. A sum whose terms cancel is as uncertain as its terms are, not as its result is:
 * 0.1 + 0.2 − 0.3 is 5.6e−17 in one order and 0 in another. Pure.
 */
import type { Graph, GraphEdge, Value } from "../core/types.ts";
import { flatten, strength } from "../text/format.ts";

/** Numbers nearer to one another than this share of the larger are equal but for rounding. */
export const ROUNDING = 1e-12;

/** By node and element: within which two numbers there count as the same, whatever they are. */
export interface Uncertainty {
  readonly values: readonly Float64Array[];
  readonly gradients: readonly Float64Array[];
}

/** Operations that pass on what they are given, so that a constant in them is a term as well, though it has no derivative. */
const SUMS: ReadonlySet<string> = new Set(["add", "subtract"]);

export function uncertaintyOf(graph: Graph): Uncertainty {
  const into = graph.nodes.map((): GraphEdge[] => []);
  for (const edge of graph.edges) into[edge.target]!.push(edge);
  const numbers = graph.nodes.map(({ data }) => absolute(data));
  const values: Float64Array[] = [];
  for (const { id, op } of graph.nodes) {
    const own = new Float64Array(numbers[id]!.length);
    values.push(own);
    for (const { source, local } of into[id]!) {
      const slope = local === null && SUMS.has(op ?? "") ? [1] : absolute(local);
      raise(own, slope, numbers[source]!, ROUNDING);
      raise(own, slope, values[source]!, 1);
    }
  }
  return { values, gradients: gradientsOf(graph, into, values) };
}

/** Contributions that cancel, and what is passed on of gradients that cancelled, from users to what they use. */
function gradientsOf(graph: Graph, into: readonly GraphEdge[][], values: readonly Float64Array[]): Float64Array[] {
  const gradients = graph.nodes.map(({ grad }) => new Float64Array(absolute(grad).length));
  for (let target = graph.nodes.length - 1; target >= 0; target -= 1) {
    const { op, grad } = graph.nodes[target]!;
    for (const { source, slot, local, contribution } of into[target]!) {
      if (contribution === null) continue;
      const own = gradients[source]!;
      raise(own, [1], absolute(contribution), ROUNDING);
      raise(own, absolute(local), gradients[target]!, 1);
      // The slope of a product is the other factor.
      const other = op === "multiply" ? into[target]!.find((edge) => edge.slot !== slot) : undefined;
      if (other) raise(own, absolute(grad), values[other.source]!, 1);
    }
  }
  return gradients;
}

/** What a sum of terms of size 1 may leave where they cancel. */
const LEFT_OVER = 1e-14;
const leftOver = new WeakMap<Graph, Float64Array>();

/**
 * By node: the magnitude up to which a number in its gradient may be no more than what rounding leaves of terms that cancel, there or inside
 * an operation on the way: the gradient of softmax(x).sum() is 0, and 5e−17 in floats.
 */
export function roundOffOf(graph: Graph): Float64Array {
  let found = leftOver.get(graph);
  if (!found) leftOver.set(graph, (found = computedRoundOff(graph)));
  return found;
}

function computedRoundOff({ nodes, edges }: Graph): Float64Array {
  const own = new Float64Array(nodes.length);
  const into = nodes.map((): GraphEdge[] => []);
  for (const edge of edges) if (edge.contribution !== null) into[edge.target]!.push(edge);
  for (let target = nodes.length - 1; target >= 0; target -= 1) {
    const { op, inputs, grad } = nodes[target]!;
    for (const { source, slot, how, local, contribution } of into[target]!) {
      const others =
        op === "matmul" ? inputs.filter((_, place) => place !== slot).map((input) => sizeOf(nodes[input]!.data)) : [];
      const factor = local === null ? Math.max(...others, op === "matmul" ? 0 : 1) : sizeOf(local);
      const isSum = how === "adjoint" || how === "sum-over-axes";
      const terms = isSum ? sizeOf(grad) * factor : sizeOf(contribution);
      own[source] = Math.max(own[source]!, LEFT_OVER * terms, own[target]! * factor);
    }
  }
  return own;
}

/** The largest magnitude in a value that is finite, else 0. */
function sizeOf(value: Value | null): number {
  const size = value === null ? 0 : Math.abs(strength(value));
  return Number.isFinite(size) ? size : 0;
}

/** Raises what belongs to an element to the product of both there, times `share`, where their shapes say what belongs to it. */
function raise(own: Float64Array, slope: readonly number[], terms: ArrayLike<number>, share: number): void {
  const count = Math.max(slope.length, terms.length);
  const isPaired = (length: number): boolean => length === 1 || length === count;
  if (!isPaired(slope.length) || !isPaired(terms.length) || (own.length !== 1 && !(own.length === count || count === 1))) return;
  for (let place = 0; place < Math.max(count, own.length); place += 1) {
    const product = share * slope[slope.length === 1 ? 0 : place]! * terms[terms.length === 1 ? 0 : place]!;
    const at = own.length === 1 ? 0 : place;
    if (Number.isFinite(product) && product > own[at]!) own[at] = product;
  }
}

const absolute = (value: Value | null): number[] => (value === null ? [] : flatten(value).map(Math.abs));
