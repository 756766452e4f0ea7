/**
 * Which groups are folded, and what stands for what: a folded group is drawn as one card in the place of one of its nodes.
 * Pure; where the cards go and what they say is not known here.
 */
import type { Graph, GraphNode } from "../core/types.ts";
import { familyOf, type Group, type GroupTree } from "./groups.ts";

/** A folded group as the picture has it. */
export interface Folded {
  readonly group: Group;
  /** The node in whose place its card stands. */
  readonly node: number;
  /** Its nodes whose values leave it, or are the output. */
  readonly exits: readonly number[];
}

export interface Folding {
  readonly tree: GroupTree;
  /** By node: the node in whose place it is drawn; itself where nothing hides it. */
  readonly shownAs: Int32Array;
  /** By the node in whose place it stands. */
  readonly folded: ReadonlyMap<number, Folded>;
  /** By group: whether what is directly in it is drawn. */
  readonly isOpen: Uint8Array;
}

/** Graphs of more nodes than this open folded. */
export const DRAWN_OPEN = 150;
/** As many cards are opened at first as can be taken in, besides the inputs. */
const FIRST_CARDS = 24;

/** Keys of the groups that are open before anybody has chosen: level by level, as long as the picture stays small. */
export function openAtFirst(graph: Graph, tree: GroupTree): Set<string> {
  const all = tree.groups.map(({ key }) => key);
  if (graph.nodes.length <= DRAWN_OPEN) return new Set(all);
  const open = new Set<string>();
  const isInput = ({ id, op, role }: GraphNode): boolean => op === null && role !== "constant" && tree.groupOf[id]! < 0;
  let cards = tree.outermost - graph.nodes.filter(isInput).length;
  // Inputs side by side tell nothing that one card does not.
  let level = tree.groups.filter(({ parent, kind }) => parent === null && kind !== "inputs");
  while (level.length > 0) {
    const opened = level.reduce((sum, group) => sum + familyOf(tree, group) - 1, cards);
    if (opened > FIRST_CARDS) break;
    cards = opened;
    for (const { key } of level) open.add(key);
    level = level.flatMap(({ children }) => children.map((child) => tree.groups[child]!));
  }
  return open;
}

export function fold(graph: Graph, tree: GroupTree, wanted: (group: Group) => boolean): Folding {
  const isOpen = Uint8Array.from(tree.groups, (group) => (wanted(group) ? 1 : 0));
  for (;;) {
    const hidden = hidersOf(tree, isOpen);
    const shownAs = Int32Array.from(tree.groupOf, (group, node) => (group < 0 || hidden[group]! < 0 ? node : placeOf(tree.groups[hidden[group]!]!)));
    const offender = groupThatLeadsBack(graph, tree, hidden, shownAs);
    if (offender === null) return { tree, shownAs, folded: foldedGroups(graph, tree, hidden, shownAs), isOpen };
    isOpen[offender] = 1;
  }
}

/** By group: the outermost folded group around it, itself included, or −1. */
function hidersOf({ groups }: GroupTree, isOpen: Uint8Array): Int32Array {
  const hidden = new Int32Array(groups.length).fill(-1);
  for (const { index, parent } of groups) {
    const around = parent === null ? -1 : hidden[parent]!;
    hidden[index] = around >= 0 ? around : isOpen[index] ? -1 : index;
  }
  return hidden;
}

/** After all it is made of; leaves alone are made of nothing and come before all that uses them. */
function placeOf({ operations, first, last }: Group): number {
  return operations > 0 ? last : first;
}

/**
 * A folded group to open because a wire would lead from a later card to an earlier one: something outside uses what it makes and feeds
 * it again. The server's groups are stretches of evaluation, so this is rare.
 */
function groupThatLeadsBack({ edges }: Graph, { groupOf }: GroupTree, hidden: Int32Array, shownAs: Int32Array): number | null {
  for (const { source, target } of edges) {
    const [from, to] = [shownAs[source]!, shownAs[target]!];
    if (from === to || from < to) continue;
    const [first, second] = [hidden[groupOf[source]!] ?? -1, hidden[groupOf[target]!] ?? -1];
    return first >= 0 ? first : second;
  }
  return null;
}

function foldedGroups({ nodes, edges, output }: Graph, { groups, groupOf }: GroupTree, hidden: Int32Array, shownAs: Int32Array): Map<number, Folded> {
  const exits = new Map<number, Set<number>>();
  const folded = new Map<number, Folded>();
  const leave = (node: number): void => void exits.get(shownAs[node]!)?.add(node);
  for (const { id } of nodes) {
    const group = groups[hidden[groupOf[id]!] ?? -1];
    if (group && !exits.has(shownAs[id]!)) exits.set(shownAs[id]!, new Set());
  }
  leave(output);
  for (const { source, target } of edges) if (shownAs[source] !== shownAs[target]) leave(source);
  for (const [node, leaving] of exits) {
    folded.set(node, { group: groups[hidden[groupOf[node]!]!]!, node, exits: [...leaving].sort((one, other) => one - other) });
  }
  return folded;
}
