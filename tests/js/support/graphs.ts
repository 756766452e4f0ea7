/** Small graphs and states for the unit tests: only what a test is about is spelled out. */

import type { Graph, GraphEdge, GraphNode } from "../../../static/src/core/types.ts";
import { INITIAL_STATE } from "../../../static/src/state/initial_state.ts";
import type { State } from "../../../static/src/state/state.ts";

export function node(id: number, rest: Partial<GraphNode> = {}): GraphNode {
  return { id, name: null, op: null, role: "input", inputs: [], shape: [], data: 1, grad: null, span: null, ...rest };
}

export function graphOf(rest: Partial<Graph> = {}): Graph {
  return { output: 0, value: 1, gradients: {}, nodes: [], edges: [], steps: [], mentions: [], problems: [], ...rest };
}

/** As many steps as wanted, all alike. */
export function graphOfSteps(count: number, rest: Partial<Graph> = {}): Graph {
  return graphOf({
    nodes: [node(0)],
    steps: Array.from({ length: count }, () => ({ phase: "forward" as const, node: 0 })),
    ...rest,
  });
}

export function stateOf(rest: Partial<State> = {}): State {
  return {
    ...INITIAL_STATE,
    program: "x",
    ...rest,
  };
}

export function edge(id: number, source: number, target: number, slot: number, rest: Partial<GraphEdge> = {}): GraphEdge {
  return { id, source, target, slot, local: null, contribution: null, how: null, ...rest };
}
