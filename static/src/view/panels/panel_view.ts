/** What every tab beside the picture is, wherever it is mounted. */
import type { State } from "../../state/state.ts";

/** A tab's content: draws the state whenever it is shown. */
export interface PanelView {
  show(state: State): void;
}
