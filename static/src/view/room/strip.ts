/** The strip below the header that belongs to the class: its state in a line, and what is asked. The page makes room for it. */

import { say } from "../../messages/messages.ts";
import { shownCode } from "../../room/codes.ts";
import type { Poll } from "../../room/messages.ts";
import { element } from "../shared/dom.ts";

export interface Strip {
  readonly root: HTMLElement;
  readonly bar: HTMLElement;
  /** Where the question is, below the line. */
  readonly below: HTMLElement;
  remove(): void;
}

export function createStrip(code: string): Strip {
  const title = document.title;
  document.title = say("class-title", { showncode: shownCode(code) });
  const bar = element("div", { class: "class-bar" });
  const below = element("div", { class: "class-below" });
  const root = element("section", { class: "class-strip", "aria-label": say("group-class") }, bar, below);
  document.querySelector(".header")!.after(root);
  document.body.classList.add("has-class");
  return {
    root,
    bar,
    below,
    remove() {
      root.remove();
      document.title = title;
      document.body.classList.remove("has-class");
      markQuestion(null);
    },
  };
}

/** A question is before the class, in a panel beside the picture: style sheets give the picture the larger part then. */
export function markQuestion(poll: Poll | null): void {
  document.body.classList.toggle("has-class-question", poll !== null);
  document.body.classList.toggle("is-answer-kept", poll !== null && poll.state !== "revealed");
}
