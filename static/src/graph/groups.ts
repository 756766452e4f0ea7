/**
 * The groups of a graph as a tree: the calls, loops and iterations that the server names, and, where even those leave too much side by
 * side, runs of neighbours in the order of evaluation. Pure; says nothing of what is folded (folding.ts) and knows no DOM.
 */

import type { Graph, Span } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import { type Draft, draftOf, type Item, lastOf, measure, runOf } from "./group_drafts.ts";
import { endOfRange, isCallOfObject, keyChildren, ranged, titleChildren } from "./group_names.ts";
import { lineAndColumn, nodeLabel } from "./places.ts";
import { stackAlike } from "./stacks.ts";
import { gatherStatements, nameOnLine } from "./statements.ts";

export interface Group {
  /** Place in the tree's list; a parent's is smaller. */
  readonly index: number;
  readonly parent: number | null;
  /** `run`: neighbours that nothing but their number brought together; `statement`: what one computes; `inputs`: leaves alone; `stack`: alike groups among others. */
  readonly kind: Draft["kind"];
  /** As a person would call it: `Layer 2`, `model(x₃)`, `data_loss`. */
  readonly name: string;
  /** What finds the same group again after an edit. */
  readonly key: string;
  readonly span: Span | null;
  readonly children: readonly number[];
  /** Of a group in which nothing is but alike groups that do not feed one another: these, whatever runs are between; else none. */
  readonly members: readonly number[];
  /** How many nodes are inside, at any depth, and how many of them are operations. */
  readonly values: number;
  readonly operations: number;
  /** Smallest and largest id inside. */
  readonly first: number;
  readonly last: number;
}

export interface GroupTree {
  readonly groups: readonly Group[];
  /** By node: its innermost group, or −1. */
  readonly groupOf: Int32Array;
  /** How many things are side by side outside of every group: groups and single nodes. */
  readonly outermost: number;
}

/** More side by side than this is gathered in runs, */
export const LARGEST_FAMILY = 40;
/** of which there are about so many on each level: a row that fits into a view. */
const RUNS_ABREAST = 16;
/** Fewer inputs say more as they are than their number does. */
const FEWEST_GATHERED = 4;
/** Graphs of more nodes than this open folded: of so many cards nobody tries which picture can be read best. */
export const DRAWN_OPEN = 120;
/** Up to so many nodes a graph without groups is drawn whole, so no runs are made of it. */
const SMALLEST_WITH_RUNS = 300;

const trees = new WeakMap<Graph, GroupTree>();

/** The tree of a graph, built once for all who ask. `program` is the text the graph was made from. */
export function groupTreeOf(graph: Graph, program: string): GroupTree {
  let tree = trees.get(graph);
  if (!tree) trees.set(graph, (tree = buildTree(graph, program)));
  return tree;
}

function buildTree(graph: Graph, program: string): GroupTree {
  const root = draftOf("run", "");
  const drafts = givenGroups(graph, root);
  const stacks = stackAlike(graph, root, drafts);
  if (graph.nodes.length > DRAWN_OPEN) gatherInputs(graph, root);
  if (graph.nodes.length > SMALLEST_WITH_RUNS) gatherRuns(graph, program, [root, ...drafts, ...stacks]);
  return treeOf(graph, program, root);
}

/** The server's groups with their nodes, parents first; those with less than two values are dissolved into what is around them, and only children into their parents. */
function givenGroups(graph: Graph, root: Draft): Draft[] {
  const given = graph.groups ?? [];
  const drafts = new Map(given.map(({ id, kind, name, span }) => [id, draftOf(kind, name, span)]));
  const parentOf = new Map(given.map(({ id, parent }) => [drafts.get(id)!, parent === null ? root : drafts.get(parent)!]));
  const homes = homesOfConstants(graph);
  for (const node of graph.nodes) {
    const group = node.group ?? homes.get(node.id) ?? null;
    (group === null ? root : drafts.get(group)!).nodes.push(node.id);
  }
  const kept = new Set<Draft>();
  const bottomUp = [...drafts.values()].reverse();
  for (const draft of bottomUp) {
    const [only] = draft.children;
    if (only && draft.children.length === 1 && draft.nodes.length === 0) kept.delete(absorb(draft, only));
    measure(graph, draft);
    draft.place = placeOf(graph, draft);
    const parent = parentOf.get(draft)!;
    if (draft.values > 1) {
      parent.children.push(draft);
      kept.add(draft);
    } else parent.nodes.push(...draft.nodes);
  }
  for (const draft of [...kept, root]) draft.children.sort((one, other) => one.last - other.last);
  measure(graph, root);
  return [...kept].reverse();
}

/** A parameter of one among several layers: `model.layers[2].weight`, or `model.2.weight` as PyTorch names it. */
const OF_A_LAYER = /^(.*[.[](\d+)\]?)\.\w+$/;

/** Which of several layers a group computes, by the parameters that it uses itself; null where they are of none, or of more than one. */
function placeOf(graph: Graph, { nodes }: Draft): number | null {
  const found = new Map<string, number>();
  for (const node of nodes)
    for (const input of graph.nodes[node]!.inputs) {
      const { role, name } = graph.nodes[input]!;
      const layer = role === "parameter" && name !== null ? OF_A_LAYER.exec(name) : null;
      if (layer) found.set(layer[1]!, Number(layer[2]));
    }
  const [place] = found.values();
  return found.size === 1 ? place! : null;
}

/** A group in which nothing but another one is would be opened only to be opened again: both become one. */
function absorb(draft: Draft, only: Draft): Draft {
  // What is repeated says more than that it is.
  draft.name = draft.kind === "iteration" ? `${only.name} · ${draft.name}` : `${draft.name} · ${only.name}`;
  draft.title = titleOfBoth(draft, only);
  if (draft.kind !== "call") [draft.kind, draft.span] = [only.kind, only.span];
  draft.nodes = only.nodes;
  draft.children = only.children;
  return only;
}

/** A call says what it is; the loop around it or in it, only how often. */
function titleOfBoth(draft: Draft, only: Draft): string {
  if (draft.kind === "call") return draft.title;
  if (only.kind === "call") return only.title;
  return draft.kind === "iteration" ? `${only.title} · ${draft.title}` : `${draft.title} · ${only.title}`;
}

/**
 * A constant outside of every group that is used within one alone belongs there, and so does what is made of constants alone, as the masks
 * that a layer keeps.
 */
function homesOfConstants(graph: Graph): Map<number, number> {
  const homes = new Map<number, number>();
  if (!graph.groups) return homes;
  const isFixed = madeOfConstants(graph);
  const users = graph.nodes.map((): number[] => []);
  for (const { source, target } of graph.edges) if (isFixed[source]) users[source]!.push(target);
  const groupOf = (node: number): number | null => graph.nodes[node]!.group ?? homes.get(node) ?? null;
  // Users come after what they use.
  for (let node = graph.nodes.length - 1; node >= 0; node -= 1) {
    if (!isFixed[node] || groupOf(node) !== null) continue;
    const [home, ...others] = new Set(users[node]!.map(groupOf));
    if (home !== undefined && home !== null && others.length === 0) homes.set(node, home);
  }
  return homes;
}

/** By node: whether no input and no parameter has a part in it. */
function madeOfConstants({ nodes }: Graph): boolean[] {
  const isFixed: boolean[] = [];
  for (const { role, op, inputs } of nodes)
    isFixed.push(role === "constant" || (op !== null && inputs.length > 0 && inputs.every((input) => isFixed[input])));
  return isFixed;
}

/** Breaks up families that are too large, level upon level, until none is. */
function gatherRuns(graph: Graph, program: string, drafts: readonly Draft[]): void {
  const waiting = [...drafts];
  for (let draft = waiting.pop(); draft; draft = waiting.pop()) {
    const isOfInputs = ({ kind }: Draft): boolean => kind === "inputs";
    const inputs = draft.nodes.filter((node) => isInput(graph, node));
    let items: Item[] = [
      ...draft.nodes.filter((node) => !isInput(graph, node)).map((node) => ({ node })),
      ...draft.children.filter((child) => !isOfInputs(child)).map((child) => ({ draft: child })),
    ].sort((one, other) => lastOf(one) - lastOf(other));
    if (items.length <= LARGEST_FAMILY) continue;
    draft.nodes = inputs;
    draft.children = draft.children.filter(isOfInputs);
    const isStack = draft.members.length > 0;
    if (items.length > LARGEST_FAMILY && !isStack) items = gatherStatements(graph, program, items, waiting);
    const parts =
      items.length > LARGEST_FAMILY
        ? partsOf(graph, items).map((part) => {
            const run = runOf(graph, part, "run", nameOfRun(graph, program, part));
            return { draft: { ...run, title: ranged(run.name) } };
          })
        : items;
    for (const part of parts) {
      if ("draft" in part) draft.children.push(part.draft);
      else draft.nodes.push(part.node);
    }
    if (items.length > LARGEST_FAMILY) waiting.push(...(parts as { draft: Draft }[]).map((part) => part.draft));
  }
}

/** An input of the program, which no constant is. */
const isInput = (graph: Graph, node: number): boolean => graph.nodes[node]!.op === null && graph.nodes[node]!.role !== "constant";

/** More inputs than a row has room for become groups of their own, beside what is made of them: parameters, and others if there are some. */
function gatherInputs(graph: Graph, root: Draft): void {
  const inputs = root.nodes.filter((node) => isInput(graph, node));
  if (inputs.length <= RUNS_ABREAST || inputs.length === root.nodes.length + root.children.length) return;
  const isParameter = (node: number): boolean => graph.nodes[node]!.role === "parameter";
  root.nodes = root.nodes.filter((node) => !isInput(graph, node));
  for (const what of ["inputs", "parameters"] as const) {
    const nodes = inputs.filter((node) => isParameter(node) === (what === "parameters"));
    if (nodes.length < FEWEST_GATHERED) root.nodes.push(...nodes);
    else root.children.unshift(inputGroup(graph, nodes, what));
  }
}

function inputGroup(graph: Graph, nodes: readonly number[], what: "inputs" | "parameters"): Draft {
  const count = nodes.length;
  const title = what === "inputs" ? say("group-inputs", { count }) : say("group-parameters", { count });
  // Links hold the name.
  return { ...runOf(graph, byOwner(graph, nodes), "inputs", `${count} ${what}`), title };
}

/** The parts of a name: `m`, `.l[0]`, `.n[1]`, `.w[2]`. */
const PARTS = /^[^.[]+|\.[^.[]*(?:\[\d+\])*|(?:\[\d+\])+/g;

/** More inputs than a row has room for, by what they belong to: those of `m.l[0]`, those of `m.l[1]`; all where names do not differ so. */
function byOwner(graph: Graph, inputs: readonly number[]): Item[] {
  const alone = (): Item[] => inputs.map((node) => ({ node }));
  if (inputs.length <= RUNS_ABREAST) return alone();
  const names = inputs.map((node) => (graph.nodes[node]!.name ?? "").match(PARTS) ?? []);
  const deepest = Math.max(...names.map(({ length }) => length));
  for (let depth = 1; depth < deepest; depth += 1) {
    const owners = new Map<string, number[]>();
    for (const [place, node] of inputs.entries()) {
      const owner = names[place]!.slice(0, depth).join("");
      owners.set(owner, [...(owners.get(owner) ?? []), node]);
    }
    if (owners.size === 1) continue;
    return [...owners].map(
      ([owner, owned]): Item =>
        owned.length === 1 ? { node: owned[0]! } : { draft: runOf(graph, byOwner(graph, owned), "inputs", owner) },
    );
  }
  return alone();
}

/** Neighbours in equal parts, as few levels deep as a row of them allows; a part ends where a name or a group does, if one is near. */
function partsOf(graph: Graph, items: readonly Item[]): Item[][] {
  const levels = Math.ceil(Math.log(items.length) / Math.log(RUNS_ABREAST));
  const size = Math.ceil(items.length / Math.ceil(items.length ** (1 / levels)));
  const ends = (item: Item): boolean => "draft" in item || graph.nodes[item.node]!.name !== null;
  const parts: Item[][] = [[]];
  for (const [index, item] of items.entries()) {
    const part = parts.at(-1)!;
    part.push(item);
    const isFull = part.length >= size && (ends(item) || part.length >= size * 1.25);
    if (isFull && items.length - index - 1 > size / 4) parts.push([]);
  }
  return parts;
}

/** From the first name in it to the last: `v3 … v44`, `i = 0 … i = 9`. */
function nameOfRun(graph: Graph, program: string, items: readonly Item[]): string {
  const names = items.flatMap((item) => {
    if ("draft" in item) return [item.draft.title];
    return graph.nodes[item.node]!.name === null ? [] : [nodeLabel(graph, program, item.node)];
  });
  const [first, last] = [endOfRange(names[0] ?? ""), endOfRange(names.at(-1) ?? "")];
  return first === last ? linesOf(graph, program, items) : `${first} … ${last}`;
}

/** Where names do not identify a group: the name that its line gives, or `lines 3 – 40`. */
function linesOf(graph: Graph, program: string, items: readonly Item[]): string {
  const [first, last] = [items[0]!, items.at(-1)!].map((item) => graph.nodes[lastOf(item)]!.span?.[0]);
  if (first === undefined || last === undefined) return say("group-operations", { count: items.length });
  const [from, to] = [lineAndColumn(program, first).line, lineAndColumn(program, last).line];
  if (from !== to) return say("group-lines", { from, to });
  return nameOnLine(program, from) ?? say("group-line", { from });
}

/** The drafts numbered from the outside in, with keys that do not repeat; those of the same name side by side get numbers. */
function treeOf(graph: Graph, program: string, root: Draft): GroupTree {
  const groups: (Group & { readonly members: number[] })[] = [];
  const groupOf = new Int32Array(graph.nodes.length).fill(-1);
  const waiting: { draft: Draft; parent: number | null; isInCall: boolean }[] = [];
  const keys = new Map<Draft, string>();
  const titles = new Map<Draft, string>();
  const indexOf = new Map<Draft, number>();
  const queueChildren = (draft: Draft, parent: number | null, prefix: string, isInCall: boolean): void => {
    // What a stack holds has been named with what is beside the stack.
    if (draft.kind !== "stack") {
      keyChildren(draft, prefix, keys);
      titleChildren(draft, isInCall ? null : program, titles);
    }
    for (const child of draft.children) {
      indexOf.set(child, waiting.length);
      waiting.push({ draft: child, parent, isInCall: isInCall || isCallOfObject(child, program) });
    }
  };
  queueChildren(root, null, "", false);
  for (let index = 0; index < waiting.length; index += 1) {
    const { draft, parent, isInCall } = waiting[index]!;
    const key = keys.get(draft)!;
    for (const node of draft.nodes) groupOf[node] = index;
    const { kind, span, values, operations, first, last } = draft;
    const children = draft.children.map((_, place) => waiting.length + place);
    groups.push({
      index,
      parent,
      kind,
      name: titles.get(draft)!,
      key,
      span,
      children,
      members: [],
      values,
      operations,
      first,
      last,
    });
    queueChildren(draft, index, key, isInCall);
  }
  for (const [index, { draft }] of waiting.entries())
    groups[index]!.members.push(...draft.members.map((each) => indexOf.get(each)!));
  return { groups, groupOf, outermost: root.children.length + root.nodes.length };
}

/** The groups around a node, the outermost first. */
export function groupsAround({ groups, groupOf }: GroupTree, node: number): Group[] {
  const around: Group[] = [];
  for (let at: number | null = groupOf[node] ?? -1; at !== null && at >= 0; at = groups[at]!.parent) around.unshift(groups[at]!);
  return around;
}

/** How many things are side by side directly inside. */
export function familyOf(tree: GroupTree, group: Group): number {
  const inChildren = group.children.reduce((sum, child) => sum + tree.groups[child]!.values, 0);
  return group.children.length + group.values - inChildren;
}
