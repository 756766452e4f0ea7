/** What a page and its class know of each other. */

import type { Store } from "../../core/store.ts";
import type { State } from "../../state/state.ts";

/** The code of the class that was opened in this browser last, for as long as it lasts. */
export const OPEN_CLASS = "backpass.class";

/** What a class needs of the page it happens on. */
export interface RoomPort {
  readonly store: Store<State>;
  /** A link to what is seen now; null where it is too long for one. */
  link(): Promise<string | null>;
}

export interface RoomParts {
  /** Opens a class, or shows the code of the one that is open. */
  open(): void;
  follow(): void;
}

/** The code in the address of a student's page, empty where it is still to be typed; null on any other page. */
export function roomOfPage(): string | null {
  return document.body.dataset.room ?? null;
}
