/** The way in: the code where it is not in the address yet, a name where the class wants one and the student likes, and a large button. */

import { findRoom, joinRoom, type PublicRoom } from "../../../api/rooms.ts";
import { say as worded } from "../../../messages/messages.ts";
import { CODE_LENGTH, isWhole, readCode, shownCode } from "../../../room/codes.ts";
import { element } from "../../shared/dom.ts";

export interface Seat {
  readonly code: string;
  readonly token: string;
}

const LONGEST_NAME = 24;

/** Waits until somebody is in; `code` is empty where it has to be typed. It may show what went wrong before. */
export function askToJoin(code: string, remark = ""): Promise<Seat> {
  return new Promise((resolve) => {
    const heading = element("h2", { id: "join-heading" });
    const alert = element("p", { class: "join-alert", role: "alert" });
    const form = element("form", { class: "join-form", novalidate: true });
    const logo = element("p", { class: "join-brand" }, "Backpass");
    const root = element(
      "section",
      { class: "join", "aria-labelledby": "join-heading" },
      element("div", { class: "join-card" }, logo, heading, alert, form),
    );

    function done(seat: Seat): void {
      root.remove();
      setInert(false);
      resolve(seat);
    }

    function say(sentence: string): void {
      alert.textContent = sentence;
    }

    /** One field, one button: the same for code and name. */
    function show(
      title: string,
      label: string,
      field: HTMLInputElement,
      word: string,
      submit: (text: string) => Promise<void>,
    ): void {
      heading.textContent = title;
      const go = element("button", { type: "submit", class: "solid-button join-button" }, word);
      form.replaceChildren(element("label", { class: "join-label" }, label, field), go);
      let busy = false;
      form.onsubmit = (event) => {
        event.preventDefault();
        if (busy) return;
        busy = true;
        void submit(field.value).finally(() => (busy = false));
      };
      field.focus();
    }

    function askForCode(typed = ""): void {
      const field = element("input", {
        class: "join-code",
        inputmode: "text",
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        "aria-describedby": "join-help",
        maxlength: 12,
      });
      field.value = shownCode(typed);
      field.addEventListener("input", () => {
        const read = readCode(field.value);
        if (field.selectionStart === field.value.length) field.value = shownCode(read);
      });
      show(worded("join-class"), worded("code-at-front"), field, worded("next"), (text) => look(readCode(text)));
      form.append(element("p", { class: "join-help", id: "join-help" }, worded("code-letters", { code_length: CODE_LENGTH })));
    }

    async function look(wanted: string): Promise<void> {
      if (!isWhole(wanted)) {
        say(worded("code-incomplete", { code_length: CODE_LENGTH }));
        return askForCode(wanted);
      }
      const reply = await findRoom(wanted);
      if ("answer" in reply) return reply.answer.named ? askForName(wanted, reply.answer) : enter(wanted, null);
      say(reply.status === 404 ? worded("no-such-class", { code: shownCode(wanted) }) : reply.sentence);
      askForCode(wanted);
    }

    async function enter(wanted: string, nickname: string | null): Promise<void> {
      const reply = await joinRoom(wanted, nickname);
      if ("answer" in reply) return done({ code: wanted, token: reply.answer.token });
      say(reply.sentence);
    }

    function askForName(wanted: string, { title }: PublicRoom): void {
      say("");
      const field = element("input", {
        class: "join-name",
        autocomplete: "nickname",
        maxlength: LONGEST_NAME,
        placeholder: worded("made-up-name"),
      });
      const called = title === "" ? worded("class-code", { showncode: shownCode(wanted) }) : title;
      show(called, worded("a-name"), field, worded("join"), (text) => enter(wanted, text.trim() === "" ? null : text.trim()));
    }

    document.body.append(root);
    setInert(true);
    say(remark);
    if (isWhole(code)) {
      heading.textContent = worded("class-code", { showncode: shownCode(code) });
      form.replaceChildren(element("p", { class: "join-help" }, worded("one-moment")));
      void look(code);
    } else askForCode(code);
  });
}

/** Keys do what they do by themselves in a field or on a button, and nothing on the page below. */
function keepKeys(event: KeyboardEvent): void {
  event.stopImmediatePropagation();
}

/** What lies below cannot be reached while something covers it, by no finger and by no key. */
export function setInert(inert: boolean): void {
  if (inert) window.addEventListener("keydown", keepKeys, { capture: true });
  else window.removeEventListener("keydown", keepKeys, { capture: true });
  for (const part of document.querySelectorAll<HTMLElement>("#workbench, .header, .class-strip")) part.inert = inert;
}
