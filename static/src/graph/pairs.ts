/**
 * Which nodes of two graphs do the same work, so that they can be laid side by side: those of the same name, those computed in the same way from
 * the same inputs, and then whatever is in the same slot of such a pair. Linear in the size of both graphs. Pure.
 */
import { gather } from "../core/gathered.ts";
import type { Graph, GraphEdge, GraphNode } from "../core/types.ts";

/** The node of the other graph that does the same, by node of either graph; −1 where there is none. */
export interface Pairs {
  readonly there: Int32Array;
  readonly here: Int32Array;
}

type Join = (one: number, other: number) => void;

export function pairNodes(here: Graph, there: Graph): Pairs {
  const pairs: Pairs = {
    there: new Int32Array(here.nodes.length).fill(-1),
    here: new Int32Array(there.nodes.length).fill(-1),
  };
  const join: Join = (one, other) => {
    if (pairs.there[one] !== -1 || pairs.here[other] !== -1) return;
    pairs.there[one] = other;
    pairs.here[other] = one;
  };
  joinEqual(namesOf(here), namesOf(there), join);
  const numberOf = numbering();
  const ofHere = recipesOf(here, (node) => (pairs.there[node] === -1 ? -1 : node), numberOf);
  joinEqual(
    ofHere,
    recipesOf(there, (node) => pairs.here[node]!, numberOf),
    join,
  );
  join(here.output, there.output);
  joinSlots(here, there, pairs, join);
  return pairs;
}

/** The edge of the other graph between the partners of both ends, in the same slot if there is one; null where there is none. `partners`: of nodes. */
export function partnerOfEdge(edge: GraphEdge, { edges }: Graph, partners: Int32Array): GraphEdge | null {
  const [source, target] = [partners[edge.source]!, partners[edge.target]!];
  const between = edges.filter((other) => other.source === source && other.target === target);
  return between.find(({ slot }) => slot === edge.slot) ?? between[0] ?? null;
}

/** A name that is given several times names its nodes in their order. */
const namesOf = ({ nodes }: Graph): (string | null)[] => nodes.map(({ name }) => name);

/** Joins what is equal in both lists, in the order of the lists; null equals nothing. */
function joinEqual<Mark>(here: readonly (Mark | null)[], there: readonly (Mark | null)[], join: Join): void {
  const waiting = new Map<Mark, number[]>();
  for (const [node, mark] of there.entries()) {
    if (mark === null) continue;
    gather(waiting, mark, node);
  }
  const taken = new Map<Mark, number>();
  for (const [node, mark] of here.entries()) {
    if (mark === null) continue;
    const place = taken.get(mark) ?? 0;
    const other = waiting.get(mark)?.[place];
    if (other !== undefined) join(node, other);
    taken.set(mark, place + 1);
  }
}

/** A number for each text, the same for the same text. */
function numbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}

/**
 * How each node is computed from leaves and from nodes that are joined already: equal numbers for equal subgraphs. null for an input that the
 * other graph does not have. `joined`: the number that both nodes of a pair share; −1 for any other node.
 */
function recipesOf({ nodes }: Graph, joined: (node: number) => number, numberOf: (text: string) => number): (number | null)[] {
  const recipes: (number | null)[] = [];
  for (const node of nodes) {
    const pair = joined(node.id);
    const inputs = node.inputs.map((input) => recipes[input] ?? null);
    if (pair !== -1) recipes.push(numberOf(`pair ${pair}`));
    else if (node.op !== null) recipes.push(inputs.includes(null) ? null : numberOf(`${operationOf(node)} ${inputs.join(" ")}`));
    else recipes.push(node.role === "constant" ? numberOf(`constant ${JSON.stringify(node.data)}`) : null);
  }
  return recipes;
}

/** An operation with its options: equal texts for equal operations. */
export function operationOf({ op, options }: GraphNode): string {
  return `${op} ${JSON.stringify(options ?? {})}`;
}

/** From users to what they use, so that a pair found here leads to further ones. */
function joinSlots(here: Graph, there: Graph, pairs: Pairs, join: Join): void {
  for (let one = here.nodes.length - 1; one >= 0; one -= 1) {
    const other = pairs.there[one]!;
    if (other === -1) continue;
    const isAlike = here.nodes[one]!.op === there.nodes[other]!.op;
    for (const [slot, input] of here.nodes[one]!.inputs.entries()) {
      const partner = there.nodes[other]!.inputs[slot];
      if (partner === undefined || !mayJoin(here.nodes[input]!, there.nodes[partner]!)) continue;
      // The inputs of a sum and of a product have different parts in it: what is joined must at least be computed alike.
      if (isAlike || here.nodes[input]!.op === there.nodes[partner]!.op) join(input, partner);
    }
  }
}

/** Two operations, or two constants: leaves of other names are other inputs. */
function mayJoin(one: GraphNode, other: GraphNode): boolean {
  if (one.op !== null) return other.op !== null;
  return one.role === "constant" && other.op === null && other.role === "constant";
}
