/** What was answered in a class, as a file, and the way to one that was kept. */

import type { HostQuestions } from "../../../../api/rooms.ts";
import { say } from "../../../../messages/messages.ts";
import { element } from "../../../shared/dom.ts";
import { notify } from "../../../shared/notice.ts";
import { download } from "../../../shared/picture_file.ts";
import { button } from "../../elements.ts";

/** Saves every answer of a class; where they do not come, the page says so. */
async function save(code: string, questions: HostQuestions, format: "csv" | "json"): Promise<void> {
  const file = await questions.results(format);
  if (file) download(file, `class-${code}.${format}`);
  else notify(say("results-did-not-come"));
}

/** The file that can be opened again. `style`: the class of the button. */
export const recordButton = (code: string, questions: HostQuestions, style: string): HTMLButtonElement =>
  button(say("download-json"), () => void save(code, questions, "json"), style);

/** `style`: the class of its buttons. */
export function createDownloads(code: string, questions: HostQuestions, style: string): HTMLElement {
  return element(
    "div",
    { class: "drawer-row class-downloads" },
    button(say("download-csv"), () => void save(code, questions, "csv"), style),
    recordButton(code, questions, style),
    element("a", { class: "link-button", href: "/record", target: "_blank" }, say("open-record")),
  );
}
