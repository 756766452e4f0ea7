/** Stacks of alike groups: the calls of a model for each example, the neurons of a layer. Pure; knows no DOM. */
import type { Graph } from "../core/types.ts";
import { familiesOf, isAbreast } from "./alike.ts";
import { type Draft, draftOf, measure } from "./group_drafts.ts";

/** Fewer alike groups are not stacked: a row of them is taken in at once. */
const SMALLEST_STACK = 4;

/** Makes stacks of alike groups side by side, and returns those that are groups of their own: one that holds nothing else is a stack itself. */
export function stackAlike(graph: Graph, root: Draft, drafts: readonly Draft[]): Draft[] {
  const memberOf = new Int32Array(graph.nodes.length).fill(-1);
  const stacks: Draft[] = [];
  const mark = (draft: Draft, member: number): void => {
    for (const node of draft.nodes) memberOf[node] = member;
    for (const child of draft.children) mark(child, member);
  };
  for (const draft of [root, ...drafts]) {
    // The name of an iteration is its number.
    for (const family of familiesOf(draft.children, ({ kind, name }) => (kind === "iteration" ? "" : name))) {
      if (family.length < SMALLEST_STACK) continue;
      for (const [place, member] of family.entries()) mark(member, place);
      const isStack = isAbreast(graph, family, memberOf) && areUsedAfterAll(graph, family, memberOf);
      for (const member of family) mark(member, -1);
      if (!isStack) continue;
      if (draft !== root && draft.nodes.length === 0 && family.length === draft.children.length) draft.members = family;
      else stacks.push(stackOf(graph, draft, family));
    }
  }
  return stacks;
}

/**
 * Whether all of a family is evaluated before the first use of any of it outside: `s = f(a); s = s + f(b)` would lead from a stack of
 * both, which is drawn in the place of the last, back to what is drawn before it.
 */
function areUsedAfterAll({ nodes }: Graph, family: readonly Draft[], memberOf: Int32Array): boolean {
  const first = family.reduce((least, group) => Math.min(least, group.first), Infinity);
  const last = family.reduce((most, group) => Math.max(most, group.last), -1);
  for (let id = first; id <= last; id += 1)
    if (memberOf[id] === -1 && nodes[id]!.inputs.some((input) => memberOf[input]! >= 0)) return false;
  return true;
}

/** Puts a group of its own around some children of a draft. */
function stackOf(graph: Graph, draft: Draft, family: readonly Draft[]): Draft {
  const [first] = family;
  const stack = { ...draftOf("stack", `${first!.name} ×`, first!.span), children: [...family], members: family };
  measure(graph, stack);
  const isMember = new Set(family);
  draft.children = [...draft.children.filter((child) => !isMember.has(child)), stack].sort((one, other) => one.last - other.last);
  return stack;
}
