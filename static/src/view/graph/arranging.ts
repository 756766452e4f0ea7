/** Which picture of the state's graph is drawn: the one that is drawn where only numbers changed, else the one of the size that its cards have. */
import type { Form } from "../../core/card_sizes.ts";
import { recordsByName } from "../../explain/captions.ts";
import type { Folding } from "../../graph/folding.ts";
import { layoutGraph, leastSize } from "../../layout/layout.ts";
import type { Layout } from "../../layout/types.ts";
import { type Chosen, chooseForm, isLarger, type Size } from "../../scene/fitting/card_form.ts";
import { buildScene, type Scene } from "../../scene/scene.ts";
import type { PictureState } from "../../state/state.ts";

/** Cards up to which an edit may change their size: trying out several pictures takes longer than a keystroke beyond. */
const RECONSIDERED = 40;

export interface Situation {
  readonly folding: Folding;
  /** The room by which the size of the cards is chosen. */
  readonly room: Size;
  /** What is drawn, where the new picture continues it. */
  readonly before: { readonly scene: Scene; readonly arranged: Layout } | null;
  /** Whether the program is being written: its cards get smaller at once, and larger only once it rests. */
  readonly isWriting: boolean;
}

export interface Arrangement extends Chosen {
  /** Whether the cards would be larger, were the program not being written. */
  readonly mayGrow: boolean;
}

export function arrangement(state: PictureState, { folding, room, before, isWriting }: Situation): Arrangement {
  const { graph, graphProgram, operations, separateOperations, constantNodes } = state;
  const records = recordsByName(operations);
  const direction = state.direction === "right" ? "right" : "down";
  const sceneOf = (detail: Form): Scene =>
    buildScene(graph!, graphProgram, records, { direction, separateOperations, detail, constantNodes }, folding);
  const drawn = before?.scene.appearance.detail;
  if (before && drawn && isWriting) {
    const same = sceneOf(drawn);
    if (same.structure === before.scene.structure) return { scene: same, layout: before.arranged, mayGrow: false };
    if (same.cards.length > RECONSIDERED) return { scene: same, layout: null, mayGrow: true };
  }
  const chosen = chooseForm(sceneOf, { layout: layoutGraph, leastSize }, room);
  const form = chosen.scene.appearance.detail;
  if (before && drawn && isWriting && isLarger(form, drawn)) return { scene: sceneOf(drawn), layout: null, mayGrow: true };
  if (before && chosen.scene.structure === before.scene.structure)
    return { scene: chosen.scene, layout: before.arranged, mayGrow: false };
  return { ...chosen, mayGrow: false };
}
