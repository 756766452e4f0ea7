/** One graph as it is shown: what follows from it and from the way it is drawn, whatever the moment. Knows no document. */
import { gather } from "../../core/gathered.ts";
import type { OperationRecord } from "../../core/types.ts";
import { type Records, recordsByName } from "../../explain/captions.ts";
import { withMoves } from "../../layout/moves.ts";
import type { Layout, Moves } from "../../layout/types.ts";
import { type GroupSteps, stepsInside } from "../../scene/group_moment.ts";
import { ailmentsOf } from "../../scene/health.ts";
import { type WidthScales, widthScales } from "../../scene/moment.ts";
import type { Scene } from "../../scene/scene.ts";
import { formatFullValue } from "../../text/format.ts";
import { gradientAt, isValueKnown, type Schedule } from "../../timeline/schedule.ts";
import { type Spatial, spatialOf } from "./camera/spatial.ts";

/** All that follows from one graph and the way it is drawn. */
export interface DrawnGraph {
  readonly schedule: Schedule;
  readonly scene: Scene;
  /** As the layout has arranged it, whatever was dragged since. */
  readonly arranged: Layout;
  readonly moves: Moves;
  /** What is drawn. */
  readonly layout: Layout;
  readonly spatial: Spatial;
  readonly scales: WidthScales;
  readonly records: Records;
  /** By the node in whose place a folded group is: when something happens inside. */
  readonly inside: ReadonlyMap<number, GroupSteps>;
  /** By the same: the nodes inside that ail. */
  members(): ReadonlyMap<number, readonly number[]>;
}

/** `before`: what is kept where the layout is the same. */
export function drawnGraphOf(
  schedule: Schedule,
  scene: Scene,
  arranged: Layout,
  { operations, moves }: { readonly operations: readonly OperationRecord[]; readonly moves: Moves },
  before: DrawnGraph | null,
): DrawnGraph {
  const layout = before?.arranged === arranged && before.moves === moves ? before.layout : withMoves(arranged, moves);
  const spatial = before?.layout === layout ? before.spatial : spatialOf(layout);
  // Sixty times a second while a card is dragged.
  if (before?.scene === scene) return { ...before, arranged, moves, layout, spatial };
  const { shownAs, folded } = scene.folding;
  let ailing: ReadonlyMap<number, readonly number[]> | null = null;
  return {
    schedule,
    scene,
    arranged,
    moves,
    layout,
    spatial,
    scales: widthScales(schedule),
    records: recordsByName(operations),
    inside: stepsInside(schedule, shownAs, folded.keys()),
    members: () => (ailing ??= byCard(ailmentsOf(schedule.graph).keys(), shownAs)),
  };
}

/** Nodes by the card that shows them. */
function byCard(nodes: Iterable<number>, shownAs: Int32Array): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const node of nodes) {
    gather(found, shownAs[node]!, node);
  }
  return found;
}

/** All the digits, and the whole of a title that was cut. */
export function inFull({ schedule, scene }: DrawnGraph, id: number, position: number): string {
  const node = schedule.graph.nodes[id]!;
  const data = isValueKnown(schedule, id, position) ? node.data : null;
  const lines = [scene.titleOf(id), `data ${formatFullValue(data)}`];
  if (node.role !== "constant") lines.push(`grad ${formatFullValue(gradientAt(schedule, node, position).value)}`);
  return lines.join("\n");
}
