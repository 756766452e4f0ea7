/** Links with a right of their own, of less than the teacher's: for the teacher's phone, and for a window for the projector. */

import type { HostQuestions, KeyKind } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";
import { copyText, notify } from "../../shared/notice.ts";
import { button, createScreen } from "../elements.ts";
import { openScreenWindow } from "../screen_window.ts";
import { screenPage } from "../stage_pages.ts";
import { joinAddresses } from "./addresses.ts";
import { localAdvice } from "./local_advice.ts";
import { qrCode } from "./qr.ts";

export interface KeyLink {
  readonly button: HTMLElement;
  remove(): void;
}

interface LinkWords {
  readonly title: string;
  readonly about: string;
  readonly how: string;
  readonly note: string;
  readonly copied: string;
  readonly end: string;
  readonly ended: string;
}

interface LinkKind {
  readonly kind: KeyKind;
  readonly words: LinkWords;
  /** Whether it is of use on this computer, too. */
  readonly isLocal: boolean;
  /** What the dialog shows of a new link; `base` is where other devices reach this server, null where none does. */
  content(base: string | null, token: string): { readonly link: string; readonly parts: readonly HTMLElement[] };
}

/** `style`: the class of its buttons. */
function createKeyLink(
  code: string,
  questions: HostQuestions,
  style: string,
  { kind, words, isLocal, content }: LinkKind,
): KeyLink {
  const opener = button(words.title, () => void open(), style, { title: words.about });
  const screen = createScreen("remote-screen", words.title);

  async function open(): Promise<void> {
    const addresses = await joinAddresses(code, questions);
    const [first] = addresses ?? [location.origin];
    const advice = element("p", { class: "code-advice" }, ...localAdvice());
    if (first === undefined && !isLocal) {
      screen.content.replaceChildren(advice);
      return screen.open();
    }
    const reply = await questions.addKey(kind);
    if (!("answer" in reply)) return notify(reply.sentence);
    const { link, parts } = content(first === undefined ? null : new URL(first).origin, reply.answer.token);
    const copy = button(say("copy-the-link"), () => void copyText(link, words.copied), style);
    const end = button(words.end, () => void endAll(), style);
    screen.content.replaceChildren(
      element("h2", {}, words.title),
      element("p", {}, words.how),
      ...parts,
      first === undefined ? advice : element("p", { class: "class-none" }, words.note),
      element("div", { class: "code-buttons" }, ...(first === undefined ? [] : [copy]), end),
    );
    screen.open();
  }

  async function endAll(): Promise<void> {
    const reply = await questions.endKeys(kind);
    notify("answer" in reply ? words.ended : reply.sentence);
    screen.close();
  }

  return { button: opener, remove: screen.remove };
}

/** Makes the teacher's phone a remote control; its link is a QR code that is shown on this screen alone. */
export function createRemote(code: string, questions: HostQuestions, style: string): KeyLink {
  const words = {
    title: say("remote-control"),
    about: say("remote-control.about"),
    how: say("remote-how"),
    note: say("remote-private"),
    copied: say("remote-copied"),
    end: say("remote-end"),
    ended: say("remote-ended"),
  };
  return createKeyLink(code, questions, style, {
    kind: "remote",
    words,
    isLocal: false,
    content(base, token) {
      const link = `${base}/r/${code}/remote#${token}`;
      return { link, parts: [element("div", { class: "remote-code" }, qrCode(link))] };
    },
  });
}

/** Opens a window for the projector here, or gives the link for it to another computer. */
export function createScreenLink(code: string, questions: HostQuestions, style: string): KeyLink {
  const words = {
    title: say("wall-window"),
    about: say("wall-window.about"),
    how: say("screen-how"),
    note: say("screen-private"),
    copied: say("screen-copied"),
    end: say("screen-end"),
    ended: say("screen-ended"),
  };
  return createKeyLink(code, questions, style, {
    kind: "screen",
    words,
    isLocal: true,
    content(base, token) {
      const address = screenPage(code, token);
      const open = button(say("screen-open"), () => openScreenWindow(address), style, { autofocus: true });
      return { link: `${base ?? location.origin}${address}`, parts: [element("p", {}, open)] };
    },
  });
}
