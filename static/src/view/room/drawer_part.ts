/** What the drawer gives its tabs, and what a tab is to the drawer. */
import type { HostQuestions } from "../../api/rooms.ts";
import type { State } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import type { Client } from "../../room/client.ts";
import type { View } from "../../room/messages.ts";
import type { Room } from "../../room/room.ts";

export interface DrawerPorts {
  readonly store: Store<State>;
  readonly client: Client;
  readonly questions: HostQuestions;
  readonly code: string;
  /** Leaves parts out of the students' screens. */
  hide(parts: View["hiding"]): void;
  end(): void;
}

/** One tab's content. */
export interface DrawerPart {
  readonly root: HTMLElement;
  show(room: Room): void;
}
