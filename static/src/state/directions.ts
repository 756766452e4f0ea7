/** Forward mode on request: which inputs it may move, one for each pass, and how that is asked for. Pure; knows no DOM. */

import type { Graph, GraphRequest } from "../core/types.ts";
import { nodeOfSelection } from "./selection.ts";
import type { State } from "./state.ts";

/** More passes in turn than this are no longer watched, and a sentence gives their number. */
export const MAX_IN_TURN = 8;

/** The inputs that a pass can begin with: single numbers with a name. */
export function movableNames(graph: Graph | null): string[] {
  const leaves = (graph?.nodes ?? []).filter(
    ({ op, role, shape, name }) => op === null && role !== "constant" && shape.length === 0 && name !== null,
  );
  return leaves.map(({ name }) => name!);
}

/** A pass for each name, which moves at the rate 1 while all others stand still. */
export function directionsOf({ directions }: Pick<State, "directions">): Pick<GraphRequest, "directions"> {
  return directions.length > 0 ? { directions: directions.map((name) => ({ [name]: 1 })) } : {};
}

/** On for the selected input, or that at which the selected edge begins, else for the first; or off. */
export function toggleForwardMode(state: State): Pick<State, "directions"> {
  const { graph, directions } = state;
  if (directions.length > 0) return { directions: [] };
  const names = movableNames(graph);
  const chosen = graph?.nodes[nodeOfSelection(state) ?? -1]?.name ?? null;
  return { directions: chosen !== null && names.includes(chosen) ? [chosen] : names.slice(0, 1) };
}
