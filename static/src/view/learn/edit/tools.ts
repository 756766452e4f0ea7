/** The row above a lesson's text: new blocks, drafts, files, and the link. */

import { type LessonDraft, titleOf } from "../../../learn/drafts.ts";
import { TEMPLATES, type TemplateName } from "../../../learn/lesson_templates.ts";
import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";

export interface ToolPorts {
  insert(block: string): void;
  insertShown(): void;
  begin(): void;
  drafts(): readonly LessonDraft[];
  openDraft(draft: LessonDraft): void;
  openFile(file: File): void;
  save(): void;
  copyLink(): void;
}

const INSERTIONS: readonly TemplateName[] = ["page", "graph", "question", "choice", "run"];

export function mountTools(row: HTMLElement, ports: ToolPorts): void {
  const button = (label: string, about: string, run: () => void, kind = "learn-button"): HTMLElement => {
    const made = element("button", { type: "button", class: kind, title: about }, label);
    made.addEventListener("click", run);
    return made;
  };
  const group = (label: string, ...children: HTMLElement[]): HTMLElement =>
    element(
      "span",
      { class: "edit-group", role: "group", "aria-label": say(label) },
      element("span", { class: "edit-label", "aria-hidden": "true" }, say(label)),
      ...children,
    );
  const input = element("input", { type: "file", accept: ".md,.markdown,.txt,text/markdown,text/plain", hidden: true });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) ports.openFile(file);
    input.value = "";
  });
  row.append(
    group(
      "lesson-insert",
      ...INSERTIONS.map((name) =>
        button(say(`lesson-insert-${name}`), say(`lesson-insert-${name}.about`), () => ports.insert(TEMPLATES[name]())),
      ),
      button(say("lesson-insert-shown"), say("lesson-insert-shown.about"), ports.insertShown),
    ),
    group(
      "lesson-file",
      draftChoice(ports),
      button(say("lesson-new"), say("lesson-new.about"), ports.begin),
      button(say("lesson-open-file"), say("lesson-open-file.about"), () => input.click()),
      button(say("lesson-save-file"), say("lesson-save-file.about"), ports.save),
      button(say("lesson-copy-link"), say("lesson-copy-link.about"), ports.copyLink, "learn-button is-main"),
    ),
    input,
  );
}

/** The drafts of this browser; what they are is asked when the list is opened. */
function draftChoice({ drafts, openDraft }: ToolPorts): HTMLElement {
  const list = element("select", { class: "learn-button edit-drafts", "aria-label": say("lesson-drafts") });
  const fill = (): void => {
    const entries = drafts().map(({ id, text }) => element("option", { value: id }, titleOf(text) ?? say("lesson-untitled")));
    list.replaceChildren(element("option", { value: "" }, say("lesson-drafts")), ...entries);
  };
  for (const event of ["pointerdown", "focus"]) list.addEventListener(event, fill);
  list.addEventListener("change", () => {
    const draft = drafts().find(({ id }) => id === list.value);
    list.value = "";
    if (draft) openDraft(draft);
  });
  fill();
  return list;
}
