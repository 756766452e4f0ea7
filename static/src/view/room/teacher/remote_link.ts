/** Makes the teacher's phone a remote control: a link with a right of its own, as a QR code that is shown on this screen alone. */

import type { HostQuestions } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";
import { copyText, notify } from "../../shared/notice.ts";
import { button, createScreen } from "../elements.ts";
import { joinAddresses } from "./addresses.ts";
import { localAdvice } from "./local_advice.ts";
import { qrCode } from "./qr.ts";

/** The right is in the fragment, which no server and no log of one sees. */
const linkFor = (address: string, code: string, token: string): string => `${new URL(address).origin}/r/${code}/remote#${token}`;

export interface RemoteControl {
  readonly button: HTMLElement;
  remove(): void;
}

/** `kind`: the class of its buttons. */
export function createRemote(code: string, questions: HostQuestions, kind: string): RemoteControl {
  const opener = button(say("remote-control"), () => void open(), kind, { title: say("remote-control.about") });
  const screen = createScreen("remote-screen", say("remote-control"));

  async function open(): Promise<void> {
    const addresses = await joinAddresses(code, questions);
    const [first] = addresses ?? [location.origin];
    if (first === undefined) {
      screen.content.replaceChildren(element("p", { class: "code-advice" }, ...localAdvice()));
      return screen.open();
    }
    const reply = await questions.addRemote();
    if (!("answer" in reply)) return notify(reply.sentence);
    const link = linkFor(first, code, reply.answer.token);
    const copy = button(say("copy-the-link"), () => void copyText(link, say("remote-copied")), kind);
    const end = button(say("remote-end"), () => void endAll(), kind);
    screen.content.replaceChildren(
      element("h2", {}, say("remote-control")),
      element("p", {}, say("remote-how")),
      element("div", { class: "remote-code" }, qrCode(link)),
      element("p", { class: "class-none" }, say("remote-private")),
      element("div", { class: "code-buttons" }, copy, end),
    );
    screen.open();
  }

  async function endAll(): Promise<void> {
    const reply = await questions.endRemotes();
    notify("answer" in reply ? say("remote-ended") : reply.sentence);
    screen.close();
  }

  return { button: opener, remove: screen.remove };
}
