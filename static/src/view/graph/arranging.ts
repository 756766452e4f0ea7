/** Which picture of the state's graph is drawn on the stage there is: the one that is drawn where only numbers changed, else the one that can be read best. */
import { type Records, recordsByName } from "../../explain/captions.ts";
import type { Folding } from "../../graph/folding.ts";
import { layoutGraph, leastSize } from "../../layout/layout.ts";
import type { Direction } from "../../layout/types.ts";
import { bestLook, type Chosen, hasRoom, type Look, type Stage } from "../../scene/fitting/best_look.ts";
import { buildScene, type Scene } from "../../scene/scene.ts";
import type { PictureState } from "../../state/state.ts";
import type { DrawnGraph } from "./drawn_graph.ts";

/** Cards up to which an edit may change the look: trying out several pictures takes longer than a keystroke beyond. */
const RECONSIDERED = 40;
/** What a picture is made for that nobody sees yet. */
const UNSEEN: Pick<Stage, "width" | "height"> = { width: 900, height: 600 };

export interface Situation {
  readonly folding: Folding;
  readonly stage: Stage;
  /** What is drawn, where the new picture continues it. */
  readonly before: DrawnGraph | null;
  /** Whether the stage is another one than that of `before`; and whether the screen was turned, after which all is as if it were opened. */
  readonly isResized: boolean;
  readonly isTurned: boolean;
  /** Whether the stage is another one by what a reader of `before` has opened or closed beside it. */
  readonly isBeside: boolean;
}

export function arrangement(state: PictureState, situation: Situation): Chosen {
  const { folding, stage, before, isResized, isTurned, isBeside } = situation;
  const { graph, graphProgram, operations, separateOperations, projector, constantNodes } = state;
  const records: Records = recordsByName(operations);
  const sceneOf = ({ detail, direction, compactNodes, bands, roomy }: Look): Scene => {
    const shape = { ...(compactNodes && { compactNodes }), ...(bands && { bands }), ...(roomy && { roomy }) };
    const appearance = { direction, separateOperations, projector, detail, constantNodes, ...shape };
    return buildScene(graph!, graphProgram, records, appearance, folding);
  };
  const directions = directionsOf(state, isTurned ? null : before);
  const drawn = before?.scene.appearance;
  let isLarge = false;
  if (before && drawn?.direction === directions[0] && drawn!.projector === projector) {
    const same = sceneOf(drawn!);
    if (!isResized && hasRoom(same) && same.structure === before.scene.structure) return { scene: same, layout: before.arranged };
    if (!isResized && same.cards.length > RECONSIDERED && hasRoom(same)) return { scene: same, layout: null };
    isLarge = same.cards.length > RECONSIDERED;
  }
  if (before && projector && isResized && drawn?.projector && drawn.direction === directions[0]) {
    const same = sceneOf(drawn);
    // Beside an explanation a class finds the picture as it was, as long as it can be read.
    if (same.structure === before.scene.structure && isLegible(before, stage)) return { scene: same, layout: before.arranged };
  }
  const room = stage.width <= 1 || stage.height <= 1 ? { ...stage, ...UNSEEN } : stage;
  // A stage that became a little smaller, such as by the row of what is selected, is no reason to turn what a reader has found their way in.
  const allowed = isLarge && !isTurned ? directions.slice(0, 1) : directions;
  const best = (among: readonly Direction[]): Chosen =>
    bestLook(sceneOf, { layout: layoutGraph, leastSize }, room, among, before !== null && !isTurned);
  const chosen = best(allowed);
  if (!before || !drawn || !isResized || isTurned || !isBeside || drawn.direction !== directions[0]) return chosen;
  if (drawn.projector !== projector) return chosen;
  const isAsDrawn = ({ scene: { appearance } }: Chosen): boolean =>
    appearance.direction === drawn.direction && (appearance.bands ?? 1) <= (drawn.bands ?? 1);
  if (isWhole(chosen, room) && isAsDrawn(chosen)) return chosen;
  // The class that begins, and what opens beside a picture, leave a reader the way that it runs.
  const kept = allowed.length > 1 ? best(directions.slice(0, 1)) : chosen;
  if (isWhole(kept, room) && isAsDrawn(kept)) return kept;
  if (isWhole(chosen, room)) return chosen;
  // What is looked at part by part however it is drawn is left as it is.
  const same = sceneOf(drawn);
  return same.structure === before.scene.structure ? { scene: same, layout: before.arranged } : chosen;
}

/** Whether all of a picture is on the stage in type that can be read. */
function isWhole({ layout }: Chosen, { width, height, floor }: Stage): boolean {
  return layout !== null && Math.min(width / layout.width, height / layout.height) >= floor;
}

/** Whether a picture that nothing was changed in can still be read as a whole, on a stage that has become smaller. */
function isLegible({ arranged }: DrawnGraph, { width, height, floor, most }: Stage): boolean {
  const zoom = Math.min(width / arranged.width, height / arranged.height);
  return zoom >= floor && zoom < most;
}

/** The directions to choose from; the one that is drawn comes first. */
function directionsOf({ direction, projector }: PictureState, before: DrawnGraph | null): readonly Direction[] {
  if (direction !== "auto") return [direction];
  const drawn = before && before.scene.appearance.projector === projector ? before.scene.appearance.direction : "right";
  return [drawn, drawn === "right" ? "down" : "right"];
}
