/** What is drawn, and how it is looked at: all that the looks of cards and wires follow from. */

import type { Slot } from "../../../core/slots.ts";
import type { Graph, GraphEdge } from "../../../core/types.ts";
import { type Now, nowBetween } from "../../../scene/moment.ts";
import { selectedEdgeOf } from "../../../state/selection.ts";
import type { Overlay } from "../../../state/state.ts";
import type { DrawnGraph } from "../drawn_graph.ts";

/** Where the picture is. `frame` is what has just moved or is moving; null where nothing is to be pointed at. */
export interface View {
  readonly position: number;
  readonly frame: { readonly from: number; readonly to: number } | null;
  readonly selected: number | null;
  readonly selectedEdge: number | null;
  /** The node to whose gradient the ways are in colour. */
  readonly coloured: number | null;
  readonly hovered: number | null;
  /** The one card that Tab reaches. */
  readonly tabbable: number;
  /** Cards in which something was found; null while nothing is looked for. */
  readonly hits: ReadonlySet<number> | null;
  readonly breakpoints: readonly number[];
  readonly overlay: Overlay;
  /** What the values would be after a nudge. */
  readonly nudged: Graph | null;
  /** The graph without the mistake that is made on purpose; see the state. */
  readonly honest: Graph | null;
  /** What is written at cards that differ from those of another graph; see the state. */
  readonly differing: ReadonlyMap<number, string> | null;
  /** The number that is asked for. */
  readonly asked: Slot | null;
}

/** A graph as it is seen. */
export interface Sight {
  readonly shown: DrawnGraph;
  readonly view: View;
}

export function selectedEdge({ shown, view }: Sight): GraphEdge | null {
  return selectedEdgeOf({ graph: shown.schedule.graph, selectedEdge: view.selectedEdge });
}

/** The cards and edges in which something moves, folded groups in the place of what is in them. */
export function movingIn({ shown, view: { frame } }: Sight): Now {
  if (!frame) return { nodes: new Set(), edges: new Set() };
  const { nodes, edges } = nowBetween(shown.schedule, frame.from, frame.to);
  return { nodes: new Set([...nodes].map((node) => shown.scene.folding.shownAs[node]!)), edges };
}
