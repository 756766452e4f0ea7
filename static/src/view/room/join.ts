/** The way in: the code where it is not in the address yet, a name where the class wants one and the student likes, and a large button. */
import { findRoom, joinRoom, type PublicRoom } from "../../api/rooms.ts";
import { CODE_LENGTH, isWhole, readCode, shownCode } from "../../room/codes.ts";
import { element } from "../dom.ts";

export interface Seat {
  readonly code: string;
  readonly token: string;
}

const LONGEST_NAME = 24;

/** Waits until somebody is in; `code` is empty where it has to be typed. What went wrong before may be said with it. */
export function askToJoin(code: string, remark = ""): Promise<Seat> {
  return new Promise((resolve) => {
    const heading = element("h2", { id: "join-heading" });
    const alert = element("p", { class: "join-alert", role: "alert" });
    const form = element("form", { class: "join-form", novalidate: true });
    const logo = element("p", { class: "join-brand" }, "Backpass");
    const root = element("section", { class: "join", "aria-labelledby": "join-heading" }, element("div", { class: "join-card" }, logo, heading, alert, form));

    function done(seat: Seat): void {
      root.remove();
      setInert(false);
      resolve(seat);
    }

    function say(sentence: string): void {
      alert.textContent = sentence;
    }

    /** One field, one button: the same for code and name. */
    function show(title: string, label: string, field: HTMLInputElement, word: string, submit: (text: string) => Promise<void>): void {
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
      const field = element("input", { class: "join-code", inputmode: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-describedby": "join-help", maxlength: 12 });
      field.value = shownCode(typed);
      field.addEventListener("input", () => {
        const read = readCode(field.value);
        if (field.selectionStart === field.value.length) field.value = shownCode(read);
      });
      show("Join a class", "Code on the screen at the front", field, "Next", (text) => look(readCode(text)));
      form.append(element("p", { class: "join-help", id: "join-help" }, `${CODE_LENGTH} letters and digits. Capitals and the hyphen do not matter.`));
    }

    async function look(wanted: string): Promise<void> {
      if (!isWhole(wanted)) {
        say(`A code has ${CODE_LENGTH} letters and digits, such as KMP-R42.`);
        return askForCode(wanted);
      }
      const reply = await findRoom(wanted);
      if ("answer" in reply) return reply.answer.named ? askForName(wanted, reply.answer) : enter(wanted, null);
      say(reply.status === 404 ? `There is no class ${shownCode(wanted)} at the moment. Look at the code once more; perhaps the class has ended.` : reply.sentence);
      askForCode(wanted);
    }

    async function enter(wanted: string, nickname: string | null): Promise<void> {
      const reply = await joinRoom(wanted, nickname);
      if ("answer" in reply) return done({ code: wanted, token: reply.answer.token });
      say(reply.sentence);
    }

    function askForName(wanted: string, { title }: PublicRoom): void {
      say("");
      const field = element("input", { class: "join-name", autocomplete: "nickname", maxlength: LONGEST_NAME, placeholder: "leave empty for a made-up one" });
      const called = title === "" ? `Class ${shownCode(wanted)}` : title;
      show(called, "A name, if you like", field, "Join", (text) => enter(wanted, text.trim() === "" ? null : text.trim()));
    }

    document.body.append(root);
    setInert(true);
    say(remark);
    if (isWhole(code)) {
      heading.textContent = `Class ${shownCode(code)}`;
      form.replaceChildren(element("p", { class: "join-help" }, "One moment …"));
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
