/**
 * The wires of a scene: one for every slot of a drawn operation, and one for all that goes from one card to a folded group.
 * Pure; where they run is the layout's affair.
 */
import type { Graph, GraphEdge } from "../core/types.ts";
import type { Records } from "../explain/captions.ts";
import type { Folding } from "../graph/folding.ts";

export interface Wire {
  readonly id: number;
  readonly key: string;
  /** What travels it; several where it leads to a folded group, none for the short link from an operation of its own to its value. */
  readonly edges: readonly number[];
  /** Layout ids of the ends. */
  readonly source: number;
  readonly target: number;
  readonly slot: number;
  /** `1`, `2`… where the order of the inputs matters; null where it does not. */
  readonly port: string | null;
  /** How many wires it represents, where they are several and not one for each member of a stack; null otherwise. */
  readonly multiplicity: number | null;
}

/** `marked`: the nodes whose operation is drawn on its own, half a step before them. */
export function wiresOf(
  graph: Graph,
  { shownAs, folded }: Folding,
  keyOf: (node: number) => string,
  records: Records,
  marked: readonly number[],
): { wires: Wire[]; wireOf: Int32Array } {
  const wires: Wire[] = [];
  const wireOf = new Int32Array(graph.edges.length).fill(-1);
  const merged = new Map<number, { readonly place: number; readonly edges: number[] }>();
  const isMarked = new Set(marked);
  for (const edge of graph.edges) {
    const [source, target] = [shownAs[edge.source]!, shownAs[edge.target]!];
    if (source === target) continue;
    if (!folded.has(target)) {
      wireOf[edge.id] = edge.id;
      wires.push(slotWire(graph, edge, source, shownAs, keyOf, records, isMarked.has(target)));
      continue;
    }
    const between = merged.get(source * graph.nodes.length + target);
    if (between) {
      wireOf[edge.id] = between.edges[0]!;
      between.edges.push(edge.id);
      continue;
    }
    const edges = [edge.id];
    merged.set(source * graph.nodes.length + target, { place: wires.length, edges });
    wireOf[edge.id] = edge.id;
    wires.push({
      id: edge.id,
      key: `${keyOf(source)} → ${keyOf(target)}`,
      edges,
      source,
      target,
      slot: edge.id,
      port: null,
      multiplicity: null,
    });
  }
  // One for each member of a stack is what its card shows.
  const isOneEach = ({ target, edges }: Wire): boolean => {
    const stack = folded.get(target);
    return stack !== undefined && stack.shown !== null && stack.group.members.length === edges.length;
  };
  for (const { place, edges } of merged.values())
    if (edges.length > 1 && !isOneEach(wires[place]!)) wires[place] = { ...wires[place]!, multiplicity: edges.length };
  return { wires: wires.concat(marked.map((node) => linkTo(graph, node, keyOf))), wireOf };
}

function slotWire(
  graph: Graph,
  edge: GraphEdge,
  source: number,
  shownAs: Int32Array,
  keyOf: (node: number) => string,
  records: Records,
  isMarked: boolean,
): Wire {
  const { id } = edge;
  const { inputs, op } = graph.nodes[edge.target]!;
  // A constant written into the operation says by its place which one the other input is.
  const hasOrder = inputs.filter((input) => shownAs[input] !== edge.target).length > 1;
  return {
    id,
    key: `${keyOf(source)} → ${keyOf(edge.target)} ${edge.slot}`,
    edges: [id],
    source,
    target: isMarked ? edge.target - 0.5 : edge.target,
    slot: edge.slot,
    port: hasOrder && records.get(op ?? "")?.commutes !== true ? String(edge.slot + 1) : null,
    multiplicity: null,
  };
}

function linkTo(graph: Graph, node: number, keyOf: (node: number) => string): Wire {
  const id = graph.edges.length + node;
  return {
    id,
    key: `value ${keyOf(node)}`,
    edges: [],
    source: node - 0.5,
    target: node,
    slot: 0,
    port: null,
    multiplicity: null,
  };
}
