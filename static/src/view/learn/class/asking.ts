/** Asking the class beside a lesson: what needs no graph on the screens. */

import { createStore } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import { withShownPoll } from "../../../room/polls.ts";
import type { Room } from "../../../room/room.ts";
import { INITIAL_STATE } from "../../../state/initial_state.ts";
import { button } from "../../room/elements.ts";
import { createAskTab } from "../../room/teacher/drawer/ask_tab.ts";
import type { DrawerPorts } from "../../room/teacher/drawer/drawer_part.ts";
import { element } from "../../shared/dom.ts";

/** `showPlayground`: where a question about the graph is asked. */
export function createAsking(
  ports: Pick<DrawerPorts, "client" | "questions" | "code">,
  showPlayground: () => void,
): { root: HTMLElement; show(room: Room): void } {
  const none = (): void => {};
  const store = createStore(INITIAL_STATE);
  const tab = createAskTab({ ...ports, store, hasGraph: false, showHeat: none, hide: none, end: none });
  const onGraph = button(say("stage-playground-and-ask"), showPlayground, "learn-button");
  return {
    root: element("details", { class: "class-people" }, element("summary", {}, say("tab-ask")), tab.root, onGraph),
    show: (room) => tab.show(withShownPoll(room)),
  };
}
