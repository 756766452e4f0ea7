/**
 * The parts of a large graph as one would list them: layers, losses, steps of a loop. Groups that do the same side by side, such as the
 * calls of a model for each example, are one part. Pure; knows no DOM.
 */
import type { Graph } from "../core/types.ts";
import { familiesOf, isAbreast } from "./alike.ts";
import { withoutNumber } from "./group_names.ts";
import { type Group, type GroupTree, groupTreeOf } from "./groups.ts";

export interface NetworkPart {
  /** From the outside in: `model(x₁)`, `Layer 2`. */
  readonly path: readonly string[];
  /** Those that do the same side by side, in the order of evaluation; mostly one. */
  readonly groups: readonly Group[];
}

/** More parts than this cannot be distinguished in a row as wide as the picture. */
const MOST_PARTS = 40;

/** In the order of evaluation; none where the graph has fewer than two. `program` is the text the graph was made from. */
export function networkPartsOf(graph: Graph, program: string): NetworkPart[] {
  const tree = groupTreeOf(graph, program);
  const outermost = tree.groups.filter(({ parent, kind }) => parent === null && kind !== "inputs");
  const named = meaningful(tree, outermost);
  let parts = bundled(graph, tree, named.length > MOST_PARTS && named.every(({ kind }) => kind === "run") ? outermost : named);
  for (let index = 0; index < parts.length; ) {
    const inner = innerParts(graph, tree, parts[index]!);
    if (inner.length < 2 || parts.length - 1 + inner.length > MOST_PARTS) index += 1;
    else parts = [...parts.slice(0, index), ...inner, ...parts.slice(index + 1)];
  }
  return parts.length < 2 || parts.length > MOST_PARTS ? [] : parts;
}

/** Neighbours that only their number or their likeness has brought together are no part: what is in them is. */
function meaningful(tree: GroupTree, groups: readonly Group[]): Group[] {
  return groups.flatMap((group) => {
    if (group.kind === "inputs") return [];
    if ((group.kind !== "run" && group.kind !== "stack") || group.children.length === 0) return [group];
    return meaningful(
      tree,
      group.children.map((child) => tree.groups[child]!),
    );
  });
}

/** The name without the number that distinguishes it from others beside it. */
function bareName({ key }: Group): string {
  return (key.slice(0, -1).split("/").at(-1) ?? "").replace(/ #\d+$/, "");
}

/** `model(x)` of `model(x₁)` and others. */
function nameOf([first, ...others]: readonly Group[]): string {
  return others.length === 0 ? first!.name : withoutNumber(first!.name);
}

/** Alike ones that do not feed one another, together. */
function bundled(graph: Graph, tree: GroupTree, groups: readonly Group[]): NetworkPart[] {
  return familiesOf(groups, bareName)
    .flatMap((family) => {
      // Most are alone, and who is in them is a look at every node.
      if (family.length === 1 || isAbreast(graph, family, membersOf(tree, family))) return [family];
      return family.map((group) => [group]);
    })
    .sort(([one], [other]) => one!.last - other!.last)
    .map((members) => ({ path: [nameOf(members)], groups: members }));
}

/** By node: which of the groups it is in, at any depth, or −1. */
export function membersOf({ groups, groupOf }: GroupTree, family: readonly Group[]): Int32Array {
  const place = new Int32Array(groups.length).fill(-1);
  for (const [index, group] of family.entries()) place[group.index] = index;
  for (const { index, parent } of groups) if (place[index]! < 0 && parent !== null) place[index] = place[parent]!;
  return Int32Array.from(groupOf, (group) => (group < 0 ? -1 : place[group]!));
}

/** What each of the groups is made of, those at the same place together; none where they are made in different ways. */
function innerParts(graph: Graph, tree: GroupTree, { path, groups }: NetworkPart): NetworkPart[] {
  const inner = groups.map(({ kind, children }) =>
    meaningful(
      tree,
      children.map((child) => tree.groups[child]!),
    ).filter((group) => kind !== "statement" || group.kind !== "run"),
  );
  const [first] = inner;
  if (!first || inner.some(({ length }) => length !== first.length)) return [];
  const placeOf = new Map(first.map((group, place) => [group, place]));
  return bundled(graph, tree, first).map((part) => ({
    path: [...path, ...part.path],
    groups: inner.flatMap((members) => part.groups.map((group) => members[placeOf.get(group)!]!)),
  }));
}
