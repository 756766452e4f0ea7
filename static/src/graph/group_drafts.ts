/** Groups while their tree is being made, and how much is in them. Pure; knows no DOM. */
import type { Graph, GroupKind, Span } from "../core/types.ts";

/** A group while the tree is being made. */
export interface Draft {
  kind: GroupKind | "run" | "statement" | "inputs" | "stack";
  /** The name in its key, which links hold. */
  name: string;
  /** The name to show, before those of one title get numbers. */
  title: string;
  /** The number that the program gives it among its like: 2 of `layers[2]`; null where it gives none. */
  place: number | null;
  span: Span | null;
  nodes: number[];
  children: Draft[];
  members: readonly Draft[];
  values: number;
  operations: number;
  first: number;
  last: number;
}

export function draftOf(kind: Draft["kind"], name: string, span: Span | null = null): Draft {
  const counts = { values: 0, operations: 0, first: Infinity, last: -1 };
  return { kind, name, title: name, place: null, span, nodes: [], children: [], members: [], ...counts };
}

/** Counts what is directly inside, and what is in the children, which have been measured. */
export function measure(graph: Graph, draft: Draft): void {
  Object.assign(draft, { values: 0, operations: 0, first: Infinity, last: -1 });
  for (const node of draft.nodes) {
    draft.values += 1;
    if (graph.nodes[node]!.op !== null) draft.operations += 1;
    draft.first = Math.min(draft.first, node);
    draft.last = Math.max(draft.last, node);
  }
  for (const child of draft.children) {
    draft.values += child.values;
    draft.operations += child.operations;
    draft.first = Math.min(draft.first, child.first);
    draft.last = Math.max(draft.last, child.last);
  }
}

/** A group or a single node of a family. */
export type Item = { readonly draft: Draft } | { readonly node: number };

export function lastOf(item: Item): number {
  return "node" in item ? item.node : item.draft.last;
}

export function runOf(graph: Graph, items: readonly Item[], kind: Draft["kind"], name: string): Draft {
  const run = draftOf(kind, name);
  for (const item of items) {
    if ("node" in item) run.nodes.push(item.node);
    else run.children.push(item.draft);
  }
  measure(graph, run);
  return run;
}
