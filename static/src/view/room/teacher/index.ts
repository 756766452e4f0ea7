/** The teacher's side: opens a class after a few words about it, takes it up again after a reload, and shows its code at the next press. */

import { openRoom } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import { viewOf } from "../../../room/view_fields.ts";
import { notify } from "../../shared/notice.ts";
import type { RoomParts, RoomPort } from "../port.ts";
import { isOldLink, leadToScreen } from "../screen_window.ts";
import { openClass } from "../storage.ts";
import { type HostPage, holdClass } from "./host.ts";
import { askToStart } from "./start_dialog.ts";

export function mountTeacher(port: RoomPort): RoomParts {
  let page: HostPage | null = null;
  let opening = false;

  function hold(code: string, token: string, isNew: boolean): void {
    page = holdClass(port, code, token, isNew, (ended) => {
      if (ended) openClass.forget(code);
      page = null;
    });
  }

  /** The class that this browser has open, in this tab or in another. */
  function takeUp(): boolean {
    const code = openClass.code();
    const token = code === null ? null : openClass.token(code);
    if (code === null || token === null) return false;
    if (isOldLink()) void leadToScreen(code, token);
    else hold(code, token, false);
    return true;
  }

  function open(): void {
    if (page) return page.showCode();
    if (opening || takeUp()) return;
    if (!viewOf(port.store.get())) return notify(say("write-program-first"));
    askToStart(() => void begin());
  }

  /** With what the page shows now. */
  async function begin(): Promise<void> {
    const view = viewOf(port.store.get());
    if (!view || opening) return;
    opening = true;
    const reply = await openRoom(view);
    opening = false;
    if (!("answer" in reply)) return notify(reply.sentence);
    const { code, host_token } = reply.answer;
    openClass.keep(code, host_token);
    hold(code, host_token, true);
  }

  // Only a reload, or another tab: the press of the button is answered by `open`.
  takeUp();
  return { open, follow: () => {} };
}
