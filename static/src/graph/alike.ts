/** Which groups side by side do the same without feeding one another: calls of a model for each example, neurons of a layer. Pure; knows no DOM. */
import { gather } from "../core/gathered.ts";
import type { Graph } from "../core/types.ts";

/** A group as far as it is compared with those beside it. */
export interface Comparable {
  readonly values: number;
  readonly operations: number;
  readonly children: readonly unknown[];
  /** Smallest and largest id inside. */
  readonly first: number;
  readonly last: number;
}

/** Those of one name and of one size together, in the order in which they are given. */
export function familiesOf<T extends Comparable>(groups: readonly T[], nameOf: (group: T) => string): T[][] {
  const families = new Map<string, T[]>();
  for (const group of groups) {
    const kind = `${nameOf(group)} ${group.values} ${group.operations} ${group.children.length}`;
    gather(families, kind, group);
  }
  return [...families.values()];
}

/**
 * Whether nothing that one of the groups makes is used by another one, directly or on a way through others. `memberOf`: by node, which
 * of the groups it is in, at any depth, or −1.
 */
export function isAbreast({ nodes }: Graph, family: readonly Comparable[], memberOf: Int32Array): boolean {
  if (family.length < 2) return true;
  // Inputs of a node have smaller ids, so every way from one member to another stays between these.
  const first = family.reduce((least, group) => Math.min(least, group.first), Infinity);
  const last = family.reduce((most, group) => Math.max(most, group.last), -1);
  const isBelow = new Uint8Array(last - first + 1);
  for (let id = first; id <= last; id += 1) {
    const own = memberOf[id]!;
    const { inputs } = nodes[id]!;
    if (own >= 0 && inputs.some((input) => isBelow[input - first] === 1 && memberOf[input] !== own)) return false;
    if (own >= 0 || inputs.some((input) => isBelow[input - first] === 1)) isBelow[id - first] = 1;
  }
  return true;
}
