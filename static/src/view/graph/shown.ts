/** One graph as it is shown: what follows from it and from the way it is drawn, whatever the moment. Knows no document. */
import type { OperationRecord } from "../../core/types.ts";
import { recordsByName, type Records } from "../../graph/captions.ts";
import { DIGITS, formatFullValue, PROJECTOR_DIGITS } from "../../graph/format.ts";
import { stepsInside, type GroupSteps } from "../../graph/group_moment.ts";
import { ailmentsOf } from "../../graph/health.ts";
import type { Layout } from "../../graph/layout/types.ts";
import { widthScales, type WidthScales } from "../../graph/moment.ts";
import type { Scene } from "../../graph/scene.ts";
import { gradientAt, isValueKnown, type Schedule } from "../../graph/schedule.ts";
import { spatialOf, type Spatial } from "./spatial.ts";

/** All that follows from one graph and the way it is drawn. */
export interface Shown {
  readonly schedule: Schedule;
  readonly scene: Scene;
  readonly layout: Layout;
  readonly spatial: Spatial;
  readonly scales: WidthScales;
  readonly records: Records;
  /** By the node in whose place a folded group stands: when something happens inside. */
  readonly inside: ReadonlyMap<number, GroupSteps>;
  /** By the same: the nodes inside that ail. */
  members(): ReadonlyMap<number, readonly number[]>;
}

/** `before`: what is kept where the layout is the same. */
export function showOf(schedule: Schedule, scene: Scene, layout: Layout, records: readonly OperationRecord[], before: Shown | null): Shown {
  const { shownAs, folded } = scene.folding;
  let ailing: ReadonlyMap<number, readonly number[]> | null = null;
  return {
    schedule,
    scene,
    layout,
    spatial: before?.layout === layout ? before.spatial : spatialOf(layout),
    scales: widthScales(schedule),
    records: recordsByName(records),
    inside: stepsInside(schedule, shownAs, folded.keys()),
    members: () => (ailing ??= byCard(ailmentsOf(schedule.graph).keys(), shownAs)),
  };
}

/** Nodes by the card that shows them. */
function byCard(nodes: Iterable<number>, shownAs: Int32Array): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const node of nodes) {
    const others = found.get(shownAs[node]!);
    if (others) others.push(node);
    else found.set(shownAs[node]!, [node]);
  }
  return found;
}

/** All the digits, and the whole of a title that was cut. */
export function inFull({ schedule, scene }: Shown, id: number, position: number): string {
  const node = schedule.graph.nodes[id]!;
  const data = isValueKnown(schedule, id, position) ? node.data : null;
  const lines = [scene.titleOf(id), `data ${formatFullValue(data)}`];
  if (node.role !== "constant") lines.push(`grad ${formatFullValue(gradientAt(schedule, node, position).value)}`);
  return lines.join("\n");
}

export function digitsOf(scene: Scene): number {
  return scene.appearance.projector ? PROJECTOR_DIGITS : DIGITS;
}
