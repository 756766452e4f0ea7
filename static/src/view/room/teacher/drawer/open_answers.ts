/** Open answers before the class sees them: the teacher hides some, stars some, and puts those that mean the same into a group. */

import { say } from "../../../../messages/messages.ts";
import type { AnswerGroup, Moderation, Tally } from "../../../../room/messages.ts";
import { element } from "../../../shared/dom.ts";
import { button, onChange } from "../../elements.ts";

export interface OpenAnswers {
  readonly root: HTMLElement;
  /** null while they are kept off the screen. */
  show(tally: Tally | null): void;
}

const LONGEST_GROUP = 60;

/** The answers that a row combines. */
const answersOf = ({ label, members = [] }: AnswerGroup): readonly string[] => (members.length > 0 ? members : [label]);

export function createOpenAnswers(moderate: (moderation: Moderation) => void): OpenAnswers {
  const chosen = new Set<string>();
  const name = element("input", {
    class: "field",
    maxlength: LONGEST_GROUP,
    "aria-label": say("group-name"),
    placeholder: say("group-name"),
  });
  const form = element(
    "form",
    { class: "drawer-row" },
    name,
    element("button", { type: "submit", class: "room-button" }, say("group-chosen")),
  );
  const list = element("ul", { class: "open-answers" });
  const root = element("section", { class: "open-answers-part", "aria-label": say("open-answers"), hidden: true }, form, list);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const group = name.value.trim();
    if (chosen.size === 0 || group === "") return name.focus();
    moderate({ answers: [...chosen], group });
    chosen.clear();
    name.value = "";
  });

  function row(group: AnswerGroup): HTMLElement {
    const { label, count, hidden = false, starred = false, members = [] } = group;
    const answers = answersOf(group);
    const box = element("input", { type: "checkbox", checked: answers.every((each) => chosen.has(each)) });
    box.addEventListener("change", () => {
      for (const each of answers) {
        if (box.checked) chosen.add(each);
        else chosen.delete(each);
      }
    });
    const tool = (key: string, on: boolean, change: Partial<Moderation>): HTMLElement =>
      button(say(key), () => moderate({ answers, ...change }), "room-button", {
        "aria-pressed": String(on),
        "aria-label": say("titled", { title: say(key), text: label }),
      });
    return element(
      "li",
      { class: "open-answer", "data-hidden": String(hidden) },
      element(
        "label",
        { class: "open-answer-text" },
        box,
        element("span", {}, starred && "★ ", label, count > 1 && ` · ${count}`),
      ),
      members.length > 0 && element("p", { class: "histogram-why" }, members.join(" · ")),
      element(
        "div",
        { class: "drawer-row" },
        tool("star-answer", starred, { starred: !starred }),
        tool("hide-answer", hidden, { hidden: !hidden }),
        members.length > 0 && tool("ungroup-answer", false, { group: "" }),
      ),
    );
  }

  const draw = onChange((groups: readonly AnswerGroup[]) => {
    root.hidden = groups.length === 0;
    list.replaceChildren(...groups.map(row));
  });
  return { root, show: (tally) => draw(tally?.groups ?? []) };
}
