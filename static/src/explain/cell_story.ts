/** What one number of a contribution to a tensor was made from: the numbers upstream and the slopes there, written out. Pure text. */

import type { Graph, GraphEdge } from "../core/types.ts";
import { combine, elementAt, indicesOf } from "../graph/arrays.ts";
import { say } from "../messages/messages.ts";
import { DIGITS, formatNumber, shapeOf } from "../text/format.ts";
import { equalsSign } from "../text/sums.ts";

/** More terms than this are counted, not listed. */
const MAX_TERMS = 4;

interface Term {
  readonly upstream: number;
  readonly local: number;
}

/** `0.5 × 2 + −1 × 3 = −2`; null where how it came about is more than products and sums. */
export function cellStory(graph: Graph, edge: GraphEdge, index: readonly number[]): string | null {
  const terms = termsOf(graph, edge, index);
  if (terms === null || terms.length === 0 || edge.contribution === null) return null;
  const listed = terms.slice(0, MAX_TERMS).map(({ upstream, local }) => `${formatNumber(upstream)} × ${formatNumber(local)}`);
  const rest = terms.length > MAX_TERMS ? ` ${say("story-terms", { count: terms.length })}` : "";
  const [story, result] = [`${listed.join(" + ")}${rest}`, formatNumber(elementAt(edge.contribution, index))];
  return `${story} ${equalsSign(story, result, DIGITS)} ${result}`;
}

function termsOf(graph: Graph, edge: GraphEdge, index: readonly number[]): Term[] | null {
  const user = graph.nodes[edge.target]!;
  if (user.grad === null) return null;
  if (edge.how === "adjoint") return user.op === "matmul" ? productTerms(graph, edge, index) : null;
  if (edge.local === null) return null;
  const shape = shapeOf(combine(user.grad, edge.local, () => 0) ?? 0);
  const own = graph.nodes[edge.source]!.shape;
  const { grad } = user;
  return placesBehind(own, shape, index).map((place) => ({
    upstream: elementAt(grad, place),
    local: elementAt(edge.local!, place),
  }));
}

/** The places of the stretched shape that a place of the input itself was repeated at. */
function placesBehind(own: readonly number[], stretched: readonly number[], index: readonly number[]): number[][] {
  const extra = stretched.length - own.length;
  const free = stretched.map((length, axis) => (axis < extra || (own[axis - extra] === 1 && length > 1) ? length : 1));
  return indicesOf(free).map((offset) => offset.map((at, axis) => (free[axis]! > 1 || axis < extra ? at : index[axis - extra]!)));
}

/** dA = G Bᵀ and dB = Aᵀ G, one number of them, for matrices and vectors. */
function productTerms(graph: Graph, edge: GraphEdge, index: readonly number[]): Term[] | null {
  const { grad, inputs } = graph.nodes[edge.target]!;
  const [first, second] = inputs.map((input) => graph.nodes[input]!) as [Graph["nodes"][number], Graph["nodes"][number]];
  if (first.shape.length > 2 || second.shape.length > 2 || grad === null) return null;
  const [isFirst, hasRows, hasColumns] = [edge.slot === 0, first.shape.length === 2, second.shape.length === 2];
  const at = (row: number, column: number): number =>
    elementAt(grad, [...(hasRows ? [row] : []), ...(hasColumns ? [column] : [])]);
  const [row, column] = [index[0]!, index.at(-1)!];
  if (isFirst) {
    const columns = hasColumns ? second.shape[1]! : 1;
    return Array.from({ length: columns }, (_, each) => ({
      upstream: at(hasRows ? row : 0, each),
      local: elementAt(second.data, hasColumns ? [column, each] : [column]),
    }));
  }
  const rows = hasRows ? first.shape[0]! : 1;
  return Array.from({ length: rows }, (_, each) => ({
    upstream: at(each, hasColumns ? column : 0),
    local: elementAt(first.data, hasRows ? [each, row] : [row]),
  }));
}
