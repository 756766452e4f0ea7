/** What the drawer gives its tabs, and what a tab is to the drawer. */
import type { HostQuestions } from "../../../../api/rooms.ts";
import type { Store } from "../../../../core/store.ts";
import type { Client } from "../../../../room/client.ts";
import type { View } from "../../../../room/messages.ts";
import type { Room } from "../../../../room/room.ts";
import type { State } from "../../../../state/state.ts";

export interface DrawerPorts {
  readonly store: Store<State>;
  readonly client: Client;
  readonly questions: HostQuestions;
  readonly code: string;
  /** Whether the class has a graph on its screens. */
  readonly hasGraph: boolean;
  /** What the drawer lies in; the playground's workbench where it is absent. */
  readonly place?: HTMLElement;
  /** Leaves parts out of the students' screens. */
  hide(parts: View["hiding"]): void;
  /** Shows on the graph where the class went wrong in everything that was asked about it, or only in the last question. */
  showHeat(all: boolean): void;
  end(): void;
}

/** One tab's content. */
export interface DrawerPart {
  readonly root: HTMLElement;
  show(room: Room): void;
}
