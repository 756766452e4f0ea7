/** What is projected while a class comes in: address, code and QR code, as large as the wall allows. */
import type { HostQuestions } from "../../api/rooms.ts";
import { shownCode, spokenCode } from "../../room/codes.ts";
import { element } from "../dom.ts";
import { copyText } from "../notice.ts";
import { button, counted, createScreen } from "./parts.ts";
import { qrCode } from "./qr.ts";

export interface CodeScreen {
  open(): void;
  show(count: number, locked: boolean): void;
  remove(): void;
}

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

export function createCodeScreen(code: string, questions: HostQuestions): CodeScreen {
  const screen = createScreen("code-screen", "How to join this class");
  const isLocal = LOCAL_HOSTS.includes(location.hostname);
  let addresses: readonly string[] = [`${location.origin}/r/${code}`];
  let asked = false;

  const here = element("p", { class: "code-here", role: "status" });
  const picture = element("div", { class: "code-picture" });
  const site = element("p", { class: "code-site" });
  const advice = element("p", { class: "code-advice", hidden: true });
  const choice = element("select", { class: "field", "aria-label": "Address", hidden: true });
  const copy = button("Copy the link", () => void copyText(chosen(), "Link copied. It opens the class on any device."), "room-button");
  const begin = button("Begin", () => screen.close(), "solid-button");
  choice.addEventListener("change", draw);

  const chosen = (): string => addresses[Math.max(0, choice.selectedIndex)] ?? addresses[0]!;

  screen.content.append(
    element(
      "div",
      { class: "code-words" },
      element("p", { class: "code-how" }, "Open"),
      site,
      element("p", { class: "code-how" }, "and type"),
      element("p", { class: "code-large", role: "img", "aria-label": `The code ${spokenCode(code)}` }, shownCode(code)),
      here,
      advice,
      element("div", { class: "code-buttons" }, begin, copy, choice),
    ),
    picture,
  );

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
    if (!isLocal || asked) return;
    asked = true;
    const reply = await questions.addresses();
    if (!("answer" in reply)) {
      asked = false;
      return;
    }
    if (reply.answer.addresses.length > 0) addresses = reply.answer.addresses;
    advice.hidden = reply.answer.addresses.length > 0;
    advice.textContent = "This server answers this computer only. Start it with --lan, and phones on the same network can join.";
    choice.replaceChildren(...addresses.map((address) => element("option", {}, new URL(address).host)));
    draw();
  }

  draw();
  return {
    open() {
      screen.open();
      begin.focus();
      void findAddresses();
    },
    show(count, locked) {
      const text = locked ? "The class is locked: nobody new comes in." : count === 0 ? "Nobody is in yet." : counted(count, "is in", "are in");
      if (here.textContent !== text) here.textContent = text;
    },
    remove: () => screen.root.remove(),
  };
}
