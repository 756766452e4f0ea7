/** Whether the explanation is beside the picture, and with which tab. Pure. */
import type { Panel } from "../core/panels.ts";
import type { State } from "./state.ts";

/** The projector has a choice of its own, so that a page goes back to how it was. */
export function isExplanationOpen({ projector, besideProjector, inspectorOpen }: State): boolean {
  return projector ? besideProjector : inspectorOpen;
}

export function openPanel({ projector }: State, panel: Panel): Partial<State> {
  return { panel, ...(projector ? { besideProjector: true } : { inspectorOpen: true }) };
}

export function toggleExplanation(state: State): Partial<State> {
  return state.projector ? { besideProjector: !state.besideProjector } : { inspectorOpen: !state.inspectorOpen };
}
