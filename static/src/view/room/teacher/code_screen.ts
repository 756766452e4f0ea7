/** What is projected while a class comes in: address, code and QR code, as large as the wall allows. */

import type { HostQuestions } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import { shownCode, spokenCode } from "../../../room/codes.ts";
import { element } from "../../shared/dom.ts";
import { copyText } from "../../shared/notice.ts";
import { button, counted, createScreen } from "../elements.ts";
import { studentPage } from "../stage_pages.ts";
import { isLocalPage, joinAddresses } from "./addresses.ts";
import { createRemote, createScreenLink } from "./key_link.ts";
import { localAdvice } from "./local_advice.ts";
import { qrCode } from "./qr.ts";

export interface CodeScreen {
  open(): void;
  show(count: number, locked: boolean): void;
  remove(): void;
}

export function createCodeScreen(code: string, questions: HostQuestions): CodeScreen {
  const screen = createScreen("code-screen", say("how-to-join"));
  let addresses: readonly string[] = [`${location.origin}/r/${code}`];
  let asked = false;

  const here = element("p", { class: "code-here", role: "status" });
  const picture = element("div", { class: "code-picture" });
  const site = element("p", { class: "code-site" });
  const advice = element("p", { class: "code-advice", hidden: true }, ...localAdvice());
  const choice = element("select", { class: "field", "aria-label": say("address"), hidden: true });
  const copy = button(say("copy-the-link"), () => void copyText(chosen(), say("link-copied-class")), "room-button");
  const begin = button(say("begin"), start, "solid-button");
  const projector = createScreenLink(code, questions, "room-button");
  const remote = createRemote(code, questions, "room-button");
  choice.addEventListener("change", draw);

  const chosen = (): string => addresses[Math.max(0, choice.selectedIndex)] ?? addresses[0]!;

  const invitation = element(
    "div",
    {},
    element("p", { class: "code-how" }, say("open-address")),
    site,
    element("p", { class: "code-how" }, say("and-type")),
    element(
      "p",
      { class: "code-large", role: "img", "aria-label": say("the-code", { spokencode: spokenCode(code) }) },
      shownCode(code),
    ),
  );

  screen.content.append(
    element(
      "div",
      { class: "code-words" },
      advice,
      invitation,
      here,
      element("div", { class: "code-buttons" }, begin, projector.button, remote.button, copy, choice),
    ),
    picture,
  );

  /** Where no phone can come, a student's window beside this one shows what a class sees. */
  function start(): void {
    screen.close();
    if (addresses.length === 0) window.open(studentPage(code, "playground"), "backpass-student", "popup,width=420,height=800");
  }

  function draw(): void {
    const address = new URL(chosen());
    // A long address is written smaller rather than broken in the middle of a word.
    site.style.setProperty("--letters", String(`${address.host}/join`.length));
    site.replaceChildren(address.host, element("wbr"), "/join");
    picture.replaceChildren(qrCode(address.href));
    choice.hidden = addresses.length < 2;
  }

  /** A page that was opened as localhost has an address that no phone can use; the server knows those that others reach it by. */
  async function findAddresses(): Promise<void> {
    if (!isLocalPage() || asked) return;
    asked = true;
    const found = await joinAddresses(code, questions);
    if (found === null) {
      asked = false;
      return;
    }
    const isReachable = found.length > 0;
    addresses = found;
    // A code to type would only send a class to an address that refuses it.
    for (const part of [invitation, picture, copy, here, remote.button]) part.hidden = !isReachable;
    advice.hidden = isReachable;
    begin.textContent = say(isReachable ? "begin" : "begin-here");
    choice.replaceChildren(...addresses.map((address) => element("option", {}, new URL(address).host)));
    if (isReachable) draw();
  }

  draw();
  return {
    open() {
      screen.open();
      begin.focus();
      void findAddresses();
    },
    show(count, locked) {
      const text = locked
        ? say("class-locked")
        : count === 0
          ? say("nobody-in-yet")
          : counted(count, say("is-in"), say("are-in"));
      if (here.textContent !== text) here.textContent = text;
    },
    remove() {
      screen.remove();
      projector.remove();
      remote.remove();
    },
  };
}
