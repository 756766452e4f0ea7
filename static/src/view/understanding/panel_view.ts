/** What every tab beside the picture is, whoever mounts it. */
import type { State } from "../../core/state.ts";

/** A tab's content: draws what the state says, as often as it is told. */
export interface PanelView {
  show(state: State): void;
}
