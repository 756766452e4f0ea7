/** Answers as bars, with what is right and the thinking behind what is not; open ones as cards, larger the more gave them. Never by colour alone. */

import { say } from "../../../messages/messages.ts";
import type { Poll, Tally } from "../../../room/messages.ts";
import { type Bar, barsOf } from "../../../room/polls.ts";
import { element, prose } from "../../shared/dom.ts";
import { onChange } from "../elements.ts";

/** Labels of so many characters at most leave room for a bar in their row. */
const SHORT = 10;

export function createHistogram(): { root: HTMLElement; show(poll: Poll, tally: Tally | null): void } {
  const root = element("ol", { class: "histogram", "aria-label": say("answers-so-far") });

  function row({ label, count, part, correct, misconception }: Bar): HTMLElement {
    const bar = element("span", { class: "histogram-bar", "aria-hidden": "true" });
    bar.style.width = `${100 * part}%`;
    return element(
      "li",
      { class: "histogram-row", "data-correct": correct === null ? null : String(correct) },
      element(
        "span",
        { class: "histogram-label" },
        ...prose(label),
        correct === true && element("strong", { class: "histogram-right" }, `✓ ${say("answer-right")}`),
      ),
      element("span", { class: "histogram-count" }, String(count)),
      element("span", { class: "histogram-track" }, bar),
      misconception !== null && element("span", { class: "histogram-why" }, ...prose(misconception)),
    );
  }

  function card({ label, count, part, starred }: Bar): HTMLElement {
    const made = element(
      "li",
      { class: "histogram-card" },
      starred && "★ ",
      ...prose(label),
      count > 1 && element("span", { class: "histogram-count" }, ` × ${count}`),
    );
    made.style.setProperty("--part", String(count > 1 ? part : 0));
    return made;
  }

  const draw = onChange(({ poll, tally }: { poll: Poll; tally: Tally | null }) => {
    const { bars, further } = tally ? barsOf(poll.question, tally) : { bars: [], further: 0 };
    const rest = further > 0 && element("li", { class: "histogram-further" }, say("other-answers", { further }));
    const isOpen = poll.question.type === "text";
    root.classList.toggle("is-cards", isOpen);
    root.classList.toggle("is-short", !isOpen && bars.every(({ label }) => label.length <= SHORT));
    root.replaceChildren(...bars.map(isOpen ? card : row), ...(rest ? [rest] : []));
  });
  return { root, show: (poll, tally) => draw({ poll, tally }) };
}
