/** Practice for a class: each student gets their own exercises, and a table shows how far everybody is. */

import { say } from "../../../../messages/messages.ts";
import type { Progress } from "../../../../room/messages.ts";
import { type ProgressRow, progressRows, progressSums, STANDINGS } from "../../../../room/practice.ts";
import type { Room } from "../../../../room/room.ts";
import { element } from "../../../shared/dom.ts";
import { notify } from "../../../shared/notice.ts";
import { button, counted, onChange } from "../../elements.ts";
import type { DrawerPart, DrawerPorts } from "./drawer_part.ts";

const COUNTS = [3, 5, 8, 12] as const;
const USUAL_COUNT = 5;
const LEVELS = [
  [1, say("hard-one")],
  [2, say("hard-chain")],
  [3, say("hard-twice")],
] as const;

export function createPracticeTab({ questions }: DrawerPorts): DrawerPart {
  const count = element(
    "select",
    { class: "field" },
    ...COUNTS.map((each) => element("option", { value: each, selected: each === USUAL_COUNT }, String(each))),
  );
  const level = element("select", { class: "field" }, ...LEVELS.map(([value, label]) => element("option", { value }, label)));
  const remark = element("p", { class: "panel-remark" }, say("practice-about"));
  const submit = element("button", { type: "submit", class: "solid-button" }, say("give-out"));
  const form = element(
    "form",
    { class: "question-form" },
    remark,
    element("label", { class: "drawer-label" }, say("exercises-for-each"), count),
    element("label", { class: "drawer-label" }, say("how-hard"), level),
    submit,
  );
  const sentence = element("p", { class: "poll-count", role: "status" });
  const table = element("div", { class: "progress-scroll", tabindex: 0, role: "region", "aria-label": say("how-far") });
  const legend = element(
    "p",
    { class: "panel-remark" },
    Object.values(STANDINGS)
      .map(({ sign, words }) => `${sign} ${words}`)
      .join(" · "),
  );
  const buttons = element(
    "div",
    { class: "drawer-row" },
    button(say("end-practice"), () => void questions.endPractice().then(showReply), "solid-button"),
  );
  const running = element("div", { class: "poll" }, sentence, table, legend, buttons);
  const root = element("div", { class: "drawer-part" }, form, running);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit.disabled = true;
    void questions.practise(Number(count.value), Number(level.value)).then((reply) => {
      submit.disabled = false;
      showReply(reply);
    });
  });

  function showReply(reply: object): void {
    if ("sentence" in reply) notify(String(reply.sentence));
  }

  function rowOf({ nickname, standings }: ProgressRow): HTMLElement {
    const cells = standings.map((standing) => {
      const { sign, words } = STANDINGS[standing];
      return element(
        "td",
        { "data-standing": standing, title: words },
        element("span", { "aria-hidden": "true" }, sign),
        element("span", { class: "visually-hidden" }, words),
      );
    });
    return element("tr", {}, element("th", { scope: "row" }, nickname), ...cells);
  }

  const draw = onChange(({ rows, count: of }: { rows: readonly ProgressRow[]; count: number }) => {
    const numbers = Array.from({ length: of }, (_, index) => element("th", { scope: "col" }, String(index + 1)));
    const head = element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("student")), ...numbers));
    const sums = progressSums(rows);
    sentence.textContent =
      rows.length === 0
        ? say("nobody-here-yet")
        : say("finished-of", {
            finished: sums.finished,
            counted: counted(rows.length, say("student-has"), say("students-have")),
            right: sums.right,
            of: sums.of,
          });
    table.replaceChildren(element("table", { class: "progress" }, head, element("tbody", {}, ...rows.map(rowOf))));
  });

  return {
    root,
    show({ practice, progress, guests }: Room) {
      form.hidden = practice !== null;
      running.hidden = practice === null;
      if (!practice) return;
      const known: Progress = progress ?? { ...practice, grid: {} };
      draw({ rows: progressRows(known, guests.values()), count: practice.count });
    },
  };
}
