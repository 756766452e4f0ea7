/** The teacher's side: opens a class with one press, takes it up again after a reload, and shows its code at the next press. */
import { openRoom } from "../../api/rooms.ts";
import { viewOf } from "../../room/view_fields.ts";
import { notify } from "../notice.ts";
import type { RoomParts, RoomPort } from "../room_port.ts";
import { holdClass, type HostPage } from "./host.ts";
import { openClass } from "./storage.ts";

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
    hold(code, token, false);
    return true;
  }

  async function open(): Promise<void> {
    if (page) return page.showCode();
    if (opening || takeUp()) return;
    const view = viewOf(port.store.get());
    if (!view) return notify("Write a program that can be computed first: it is what the class will see.");
    opening = true;
    const reply = await openRoom(view);
    opening = false;
    if (!("answer" in reply)) return notify(reply.sentence);
    const { code, host_token } = reply.answer;
    openClass.keep(code, host_token);
    hold(code, host_token, true);
  }

  // Only a reload, or another tab: whoever has just pressed the button is answered by `open`.
  takeUp();
  return { open: () => void open(), follow: () => {} };
}
