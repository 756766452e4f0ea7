/** What is selected: one node, one edge, or nothing. The one place that writes both fields of the state, so that they exclude each other. Pure. */

import type { GraphEdge } from "../core/types.ts";
import { lengthOf } from "../graph/redaction.ts";
import { scheduleOf } from "../timeline/playback.ts";
import { isAmongSlopes, slopesTaken } from "../timeline/slopes.ts";
import type { PictureState } from "./state.ts";

export type Selection = { readonly node: number } | { readonly edge: number };

type Fields = Pick<PictureState, "selected" | "selectedEdge">;

/** The change of the state that selects it; null selects nothing. */
export function select(selection: Selection | null): Fields {
  return {
    selected: selection !== null && "node" in selection ? selection.node : null,
    selectedEdge: selection !== null && "edge" in selection ? selection.edge : null,
  };
}

export function selectionOf({ selected, selectedEdge }: Fields): Selection | null {
  if (selected !== null) return { node: selected };
  return selectedEdge === null ? null : { edge: selectedEdge };
}

export function isSelectionOther(one: Fields, other: Fields): boolean {
  return one.selected !== other.selected || one.selectedEdge !== other.selectedEdge;
}

/** The selected edge, where the graph has it: a link may name any number. */
export function selectedEdgeOf({ graph, selectedEdge }: Pick<PictureState, "graph" | "selectedEdge">): GraphEdge | null {
  return selectedEdge === null ? null : (graph?.edges[selectedEdge] ?? null);
}

/** The node whose gradient the selection is about: the selected one, or the source of the selected edge, which receives its contribution. */
export function nodeOfSelection({ graph, ...fields }: Pick<PictureState, "graph" | "selected" | "selectedEdge">): number | null {
  if (fields.selected !== null) return graph?.nodes[fields.selected]?.id ?? null;
  return selectedEdgeOf({ graph, ...fields })?.source ?? null;
}

type Explained = Pick<PictureState, "graph" | "selected" | "position" | "opening">;

/**
 * The node that is explained: the selected one, else the one whose number the last step changed, or whose slopes it wrote. In the opening it is
 * the one that the last step of all completes, from the first, so that only what plays changes.
 */
export function subjectOf({ graph, selected, opening, position: shown }: Explained): number | null {
  if (!graph) return null;
  const position = opening === null ? shown : lengthOf(graph);
  if (selected !== null && graph.nodes[selected]) return selected;
  const { slopes } = scheduleOf(graph);
  if (isAmongSlopes(slopes, position)) {
    const [edge] = slopes.frames[slopesTaken(slopes, position) - 1] ?? [];
    return edge === undefined ? graph.output : graph.edges[edge]!.target;
  }
  const step = graph.steps[Math.min(position, lengthOf(graph)) - 1];
  if (!step) return graph.output;
  return step.edge === undefined ? step.node! : graph.edges[step.edge]!.source;
}

/** The node of whose gradient the contributions and their ways are in colour: the selected one, and without one that of the opening. */
export function colouredOf(state: Explained & Fields): number | null {
  return state.opening !== null && selectionOf(state) === null ? subjectOf(state) : state.selected;
}
