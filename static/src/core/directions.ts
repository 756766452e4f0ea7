/** Forward mode on request: which inputs it may move, one for each pass, and how that is asked for. Pure; knows no DOM. */
import type { State } from "./state.ts";
import type { Graph, GraphRequest } from "./types.ts";

/** More passes in turn than this are no longer watched, and their number is told by a sentence. */
export const MOST_IN_TURN = 8;

/** The inputs that a pass can begin with: single numbers with a name. */
export function movableNames(graph: Graph | null): string[] {
  const leaves = (graph?.nodes ?? []).filter(({ op, role, shape, name }) => op === null && role !== "constant" && shape.length === 0 && name !== null);
  return leaves.map(({ name }) => name!);
}

/** A pass for each name, which moves at the rate 1 while all others stand still. */
export function directionsOf({ directions }: Pick<State, "directions">): Pick<GraphRequest, "directions"> {
  return directions.length > 0 ? { directions: directions.map((name) => ({ [name]: 1 })) } : {};
}

/** On for the selected input, else for the first; or off. */
export function toggleForwardMode({ graph, directions, selected }: State): Pick<State, "directions"> {
  if (directions.length > 0) return { directions: [] };
  const names = movableNames(graph);
  const chosen = selected === null ? null : (graph?.nodes[selected]?.name ?? null);
  return { directions: chosen !== null && names.includes(chosen) ? [chosen] : names.slice(0, 1) };
}
