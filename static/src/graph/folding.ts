/**
 * Which groups are folded, and what represents what: a folded group is drawn as one card in the place of one of its nodes.
 * Pure; where the cards go and what they say is not known here.
 */
import type { Graph, GraphNode } from "../core/types.ts";
import { DRAWN_OPEN, familyOf, type Group, type GroupTree, groupsAround } from "./groups.ts";

/** A folded group as the picture has it. */
export interface Folded {
  readonly group: Group;
  /** The node in whose place its card is. */
  readonly node: number;
  /** Its nodes whose values leave it, or are the output. */
  readonly exits: readonly number[];
  /** Which of the alike groups stacked in it its card shows; null where it is no stack. */
  readonly shown: ShownMember | null;
}

export interface ShownMember {
  readonly group: Group;
  /** Its place in the stack, from 0. */
  readonly place: number;
  /** Whether the reader has chosen it; else the card shows that in which the step of the moment is. */
  readonly isChosen: boolean;
  /** Those exits of the stack that are in it. */
  readonly exits: readonly number[];
}

export interface Folding {
  readonly tree: GroupTree;
  /** By node: the node in whose place it is drawn; itself where nothing hides it. */
  readonly shownAs: Int32Array;
  /** By the node in whose place it is. */
  readonly folded: ReadonlyMap<number, Folded>;
  /** By group: whether what is directly in it is drawn. */
  readonly isOpen: Uint8Array;
}

/** As many cards are opened at first as can be taken in, besides the inputs. */
const FIRST_CARDS = 24;

/** Nodes up to which all of a graph is drawn at first on a phone: of more, a picture in which all can be read has no room there. */
export const DRAWN_OPEN_ON_PHONE = 48;

/** Layers that slide a window over a picture: how that is computed here, by indices and a matrix, is nothing that their users wrote. */
const SLIDING = /(?:^|· )(?:(?:adaptive|global)?_?(?:avg|average|max|lp)_?pool|conv(?:\d|_|transpose|ol|$))/i;

/** Keys of the groups that are open before anybody has chosen: all up to so many nodes, then level by level, as long as the picture stays small. */
export function openAtFirst(graph: Graph, tree: GroupTree, drawnOpen = DRAWN_OPEN): Set<string> {
  if (graph.nodes.length <= drawnOpen) {
    const opened = tree.groups.filter(({ kind, name }) => kind !== "call" || !SLIDING.test(name));
    return new Set(opened.map(({ key }) => key));
  }
  const open = new Set<string>();
  const isInput = ({ id, op, role }: GraphNode): boolean => op === null && role !== "constant" && tree.groupOf[id]! < 0;
  let cards = tree.outermost - graph.nodes.filter(isInput).length;
  // Inputs side by side show nothing that one card does not.
  let level = tree.groups.filter(({ parent, kind }) => parent === null && kind !== "inputs");
  while (level.length > 0) {
    // A stack of alike groups is one picture of all of them.
    level = level.filter(({ members }) => members.length === 0);
    const opened = level.reduce((sum, group) => sum + familyOf(tree, group) - 1, cards);
    if (opened > FIRST_CARDS) break;
    cards = opened;
    for (const { key } of level) open.add(key);
    level = level.flatMap(({ children }) => children.map((child) => tree.groups[child]!));
  }
  return open;
}

/** `placeShown`: of a stack, the place of the member that the reader has chosen to see; null for none. */
export function fold(
  graph: Graph,
  tree: GroupTree,
  wanted: (group: Group) => boolean,
  placeShown: (stack: Group) => number | null = () => null,
): Folding {
  const isOpen = Uint8Array.from(tree.groups, (group) => (wanted(group) ? 1 : 0));
  for (;;) {
    const hidden = hidersOf(tree, isOpen);
    const shownAs = Int32Array.from(tree.groupOf, (group, node) =>
      group < 0 || hidden[group]! < 0 ? node : placeOf(tree.groups[hidden[group]!]!),
    );
    const offender = groupThatLeadsBack(graph, tree, hidden, shownAs);
    if (offender === null) return { tree, shownAs, folded: foldedGroups(graph, tree, hidden, shownAs, placeShown), isOpen };
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

function foldedGroups(
  { nodes, edges, output }: Graph,
  tree: GroupTree,
  hidden: Int32Array,
  shownAs: Int32Array,
  placeShown: (stack: Group) => number | null,
): Map<number, Folded> {
  const { groups, groupOf } = tree;
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
    const group = groups[hidden[groupOf[node]!]!]!;
    const sorted = [...leaving].sort((one, other) => one - other);
    const shown = group.members.length === 0 ? null : memberAt(tree, group, placeShown(group), sorted);
    folded.set(node, { group, node, exits: sorted, shown });
  }
  return folded;
}

function memberAt(tree: GroupTree, stack: Group, chosen: number | null, exits: readonly number[]): ShownMember {
  const place = chosen ?? 0;
  const group = tree.groups[stack.members[place]!]!;
  return {
    group,
    place,
    isChosen: chosen !== null,
    exits: exits.filter((exit) => groupsAround(tree, exit).includes(group)),
  };
}

/** The member that the card of a stack shows while something happens at these nodes: that which the reader has chosen, else that in which it happens. */
export function memberShownAt(tree: GroupTree, { group, exits, shown }: Folded, happening: Iterable<number>): ShownMember | null {
  if (shown === null || shown.isChosen) return shown;
  for (const node of happening) {
    const place = groupsAround(tree, node)
      .map(({ index }) => group.members.indexOf(index))
      .find((each) => each >= 0);
    if (place !== undefined) return { ...memberAt(tree, group, place, exits), isChosen: false };
  }
  return shown;
}
