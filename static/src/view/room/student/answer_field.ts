/** Fields to answer with, each as comfortable on a phone as the kind of answer allows. */

import { say } from "../../../messages/messages.ts";
import type { Answering } from "../../../room/answering.ts";
import type { GivenAnswer, Question } from "../../../room/messages.ts";
import type { EdgeChoice } from "../../../room/polls.ts";
import { COMPACT } from "../../shared/controls/compact.ts";
import { element, prose } from "../../shared/dom.ts";
import { button } from "../elements.ts";

export interface AnswerField {
  readonly root: HTMLElement;
  /** Where an answer begins: what has the focus on a phone, which has no key that leads there. */
  readonly first: HTMLElement | null;
  mark(status: Answering["status"]): void;
  /** Shows an answer that was given in another place. */
  fill(answer: GivenAnswer): void;
}

type Give = (answer: GivenAnswer) => void;

const LONGEST_TEXT = 500;

export function createAnswerField(
  question: Question,
  edges: readonly EdgeChoice[],
  before: GivenAnswer | null,
  give: Give,
): AnswerField {
  if (question.type === "choice")
    return choices(
      question.choices.map((label, place) => ({ label, answer: [place] })),
      before,
      give,
    );
  if (question.type === "edge") return edgeField(edges, before, give);
  return typed(question.type, before, give);
}

function choices(
  options: readonly { readonly label: string; readonly answer: GivenAnswer }[],
  before: GivenAnswer | null,
  give: Give,
): AnswerField {
  const isSame = (answer: GivenAnswer): boolean => JSON.stringify(answer) === JSON.stringify(before);
  const inputs = options.map(({ label, answer }, place) => {
    const radio = element("input", { type: "radio", name: "room-answer", value: place, checked: isSame(answer) });
    radio.addEventListener("change", () => give(answer));
    return element(
      "label",
      { class: "answer-choice" },
      radio,
      element("span", typeof answer === "number" ? { "data-edge": answer } : {}, ...prose(label)),
    );
  });
  const root = element(
    "fieldset",
    { class: "answer-choices" },
    element("legend", { class: "visually-hidden" }, say("your-answer")),
    ...inputs,
  );
  return {
    root,
    first: root.querySelector("input:checked") ?? root.querySelector("input"),
    mark: () => {},
    fill(answer) {
      for (const [place, { answer: each }] of options.entries()) {
        root.querySelectorAll("input")[place]!.checked = JSON.stringify(each) === JSON.stringify(answer);
      }
    },
  };
}

/** The edge is tapped in the picture; where there is room, or no picture to tap, its name is chosen from a list. */
function edgeField(edges: readonly EdgeChoice[], before: GivenAnswer | null, give: Give): AnswerField {
  const list = choices(
    edges.map(({ edge, label }) => ({ label, answer: edge })),
    before,
    give,
  );
  const summary = element("summary", {}, say("edge-from-list"));
  const named = element("details", { class: "answer-list" }, summary, list.root);
  named.open = !COMPACT.matches;
  const root = element("div", { class: "answer-edge" }, element("p", { class: "answer-how" }, say("tap-the-edge")), named);
  return { ...list, root, first: summary };
}

function typed(type: "number" | "formula" | "text", before: GivenAnswer | null, give: Give): AnswerField {
  const attributes = {
    class: `field answer-field is-${type}`,
    "aria-label": say("your-answer"),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: type === "text" ? "true" : "false",
    maxlength: LONGEST_TEXT,
  };
  const field =
    type === "text"
      ? element("textarea", { ...attributes, rows: 2 })
      : element("input", {
          ...attributes,
          inputmode: type === "number" ? "decimal" : "text",
          placeholder: type === "number" ? say("such-as-number") : say("such-as-formula"),
        });
  field.value = before === null ? "" : String(before);
  const submit = element("button", { type: "submit", class: "solid-button" }, say("send"));
  // Keyboards of some phones have digits and a comma, and no minus.
  const sign = button(
    "±",
    () => {
      field.value = /^\s*[-−]/.test(field.value) ? field.value.replace(/^\s*[-−]/, "") : `−${field.value}`;
      field.focus();
    },
    "room-button answer-sign",
    { "aria-label": say("change-sign") },
  );
  const root = element("form", { class: "answer-form" }, type === "number" && sign, field, submit);
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return field.focus();
    give(text.replaceAll("−", "-"));
  });
  return {
    root,
    first: field,
    fill: (answer) => void (field.value = String(answer)),
    mark(status) {
      submit.textContent = status === "stored" ? say("send-again") : say("send");
      field.setAttribute("aria-invalid", String(status === "refused"));
    },
  };
}
