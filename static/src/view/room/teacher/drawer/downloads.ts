/** What was answered in a class, as a file, and the way to one that was kept. */

import type { HostQuestions } from "../../../../api/rooms.ts";
import { say } from "../../../../messages/messages.ts";
import { element } from "../../../shared/dom.ts";
import { notify } from "../../../shared/notice.ts";
import { download } from "../../../shared/picture_file.ts";
import { button } from "../../elements.ts";

/** `style`: the class of its buttons. */
export function createDownloads(code: string, questions: HostQuestions, style: string): HTMLElement {
  async function save(format: "csv" | "json"): Promise<void> {
    const file = await questions.results(format);
    if (file) download(file, `class-${code}.${format}`);
    else notify(say("results-did-not-come"));
  }
  return element(
    "div",
    { class: "drawer-row class-downloads" },
    button(say("download-csv"), () => void save("csv"), style),
    button(say("download-json"), () => void save("json"), style),
    element("a", { class: "link-button", href: "/record", target: "_blank" }, say("open-record")),
  );
}
