/** The gradients of a program's own engine that are wrong, as the timeline comes to them. Pure; knows no DOM. */

import type { GraphNode, Value } from "../core/types.ts";
import { formatValue } from "../text/format.ts";
import { gradientAt, isValueKnown, type Schedule } from "./schedule.ts";

/** The right gradient, beside a wrong one that is complete at a position; null where nothing wrong is to be seen. */
export function rightAt(schedule: Schedule, node: GraphNode, position: number, digits: number, width: number): string | null {
  if (!node.wrong || node.right === null || node.right === undefined) return null;
  const { state } = gradientAt(schedule, node, position);
  const isSeen = state === "final" || (state === "never" && heldAt(schedule, node, position) !== null);
  return isSeen ? formatValue(node.right, digits, width) : null;
}

/**
 * The gradient of an object at which nothing arrived: what it held before the pass, shown at the end; of a dual number the tangent, which
 * comes with the value. null for graphs of ours, and while a part of the graph is withheld.
 */
export function heldAt(schedule: Schedule, node: GraphNode, position: number): Value | null {
  const { own_engine: engine, redactedFrom } = schedule.graph;
  if (!engine || redactedFrom !== undefined) return null;
  const isSeen = engine.mode === "forward" ? isValueKnown(schedule, node.id, position) : position >= schedule.length;
  return isSeen ? node.grad : null;
}
