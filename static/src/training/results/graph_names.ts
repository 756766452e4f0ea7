/**
 * Names for the results of neurons in the graph of a loss: the code of all neurons is the same, so by their code nobody can distinguish them.
 * What a neuron adds up to is `layer1.neuron3.sum`, and what it makes of that is called after its activation, `layer1.neuron3.relu`, as its
 * weights are `layer1.neuron3.w[0]`; `term[0]` is the first weight times its input, `sum[0]` that and the bias. Knows no DOM.
 */
import type { Graph, GraphNode } from "../../core/types.ts";
import { parameterName } from "./network.ts";

const LAYER = /^layer (\d+)$/;
const NEURON = /^neuron (\d+)$/;

/** The same graph with these names; nodes that the program names keep theirs. */
export function namedByNeuron<Given extends Graph>(graph: Given): Given {
  const groups = graph.groups ?? [];
  const titles = new Map(groups.map(({ id, name }) => [id, name]));
  const owners = new Map<number, string>();
  for (const { id, parent, name } of groups) {
    const [neuron, layer] = [NEURON.exec(name), LAYER.exec(titles.get(parent ?? -1) ?? "")];
    if (neuron && layer) owners.set(id, `layer${layer[1]}.neuron${neuron[1]}`);
  }
  const sums = new Map<number, number>();
  for (const { id, op, group } of graph.nodes) if (op === "add" && group != null && owners.has(group)) sums.set(group, id);
  /** How many products and sums of a neuron have been named. */
  const counts = new Map<string, number>();
  const numbered = (name: string): string => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name}[${count}]`;
  };
  const nameOf = ({ id, op, group }: GraphNode, owner: string): string => {
    if (op === "multiply") return numbered(`${owner}.term`);
    if (op !== "add") return `${owner}.${op}`;
    return sums.get(group!) === id ? `${owner}.sum` : numbered(`${owner}.sum`);
  };
  const nodes = graph.nodes.map((node) => {
    const owner = owners.get(node.group ?? -1);
    return owner === undefined || node.name !== null || node.op === null ? node : { ...node, name: nameOf(node, owner) };
  });
  return { ...graph, nodes, groups: groups.map((group) => ({ ...group, name: parameterName(group.name) })) };
}
