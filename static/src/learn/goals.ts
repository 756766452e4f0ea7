/** Whether what a lesson asks its reader to make true is true of a graph. Pure; knows no DOM. */

import type { Graph } from "../core/types.ts";
import { isScalar, toNumber } from "../text/format.ts";
import type { Goal } from "./types.ts";

/** The number that the goal looks at; null where the program has none of that name, or not a single one. */
function numberOf(graph: Graph, { name, quantity }: Pick<Goal, "name" | "quantity">): number | null {
  const node = graph.nodes.findLast((each) => each.name === name);
  const value = quantity === "gradient" ? node?.grad : node?.data;
  return value === undefined || value === null || !isScalar(value) ? null : toNumber(value);
}

export function isReached(graph: Graph, goal: Goal): boolean {
  const number = numberOf(graph, goal);
  if (number === null) return false;
  if (goal.bound === "below") return number < goal.wanted;
  if (goal.bound === "above") return number > goal.wanted;
  return Math.abs(number - goal.wanted) <= goal.within;
}
