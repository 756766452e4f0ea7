/** The record of a class, opened from its file: a table of students and questions, and each question with its answers. The file stays in the browser. */

import { say } from "../../../../messages/messages.ts";
import { shownCode } from "../../../../room/codes.ts";
import {
  type ClassRecord,
  countedAnswers,
  type RecordedQuestion,
  readRecord,
  recordedMark,
} from "../../../../room/record/record.ts";
import { element, prose } from "../../../shared/dom.ts";
import { tallyOf } from "../class_page.ts";

const SIGNS = { "1": "✓", "+": "✓+", x: "✗", o: "•" } as const;

export function mountRecord(root: HTMLElement): void {
  const file = element("input", { type: "file", accept: "application/json,.json", class: "visually-hidden", id: "record-file" });
  const remark = element("p", { role: "status" }, say("record-about"));
  const body = element("div");
  root.classList.add("is-record");
  root.append(
    element("h1", {}, say("record")),
    remark,
    element("p", {}, file, element("label", { class: "learn-button is-main", for: "record-file" }, say("record-open"))),
    body,
  );

  async function open(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    const record = readRecord(await chosen.text().catch(() => ""));
    file.value = ""; // so that the same file can be opened again after it was changed
    remark.textContent = record ? chosen.name : say("record-unread", { name: chosen.name });
    body.replaceChildren(...(record ? contentOf(record) : []));
  }

  file.addEventListener("change", () => void open(file.files?.[0]));
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    void open(event.dataTransfer?.files[0]);
  });
}

function contentOf(record: ClassRecord): HTMLElement[] {
  const called = record.title || say("class-code", { showncode: shownCode(record.code) });
  const count = say("in-class-students", { count: record.people.size });
  return [
    element("h2", {}, called),
    element("p", {}, count),
    record.questions.length === 0 ? element("p", {}, say("record-nothing")) : tableOf(record),
    ...record.questions.map((question, place) => detailOf(question, place, record)),
  ];
}

const anchorOf = (place: number): string => `question-${place + 1}`;

function nameOf({ kind, of, place }: RecordedQuestion): string {
  if (kind === "poll") return say("record-poll", { place });
  return kind === "practice" ? say("record-practice", { of, place }) : say("record-lesson", { of, place });
}

function tableOf({ people, questions }: ClassRecord): HTMLElement {
  const headings = questions.map((question, place) =>
    element("th", { scope: "col" }, element("a", { href: `#${anchorOf(place)}`, title: nameOf(question) }, columnOf(question))),
  );
  const rows = [...people].map(([student, nickname]) =>
    element("tr", {}, element("th", { scope: "row" }, nickname), ...questions.map((question) => cellOf(question, student))),
  );
  return element(
    "div",
    { class: "class-board" },
    element(
      "div",
      { class: "class-scroll", tabindex: 0, role: "region", "aria-label": say("record-table") },
      element(
        "table",
        { class: "class-grid" },
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("record-student")), ...headings)),
        element("tbody", {}, ...rows),
      ),
    ),
    element("p", { class: "class-state" }, say("record-signs")),
  );
}

const columnOf = ({ kind, place }: RecordedQuestion): string => (kind === "poll" ? say("record-column", { place }) : place);

function cellOf({ answers }: RecordedQuestion, student: number): HTMLElement {
  const given = answers.find((answer) => answer.student === student);
  const mark = given && recordedMark(given);
  const kind = mark === undefined || mark === "o" ? "" : mark === "x" ? "is-wrong" : "is-right";
  return element("td", { class: kind, title: given?.text ?? "" }, mark === undefined ? "" : SIGNS[mark]);
}

function detailOf(question: RecordedQuestion, place: number, { people }: ClassRecord): HTMLElement {
  const { answers, prompt } = question;
  const groups = countedAnswers(answers);
  const rows = answers.map((answer) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, people.get(answer.student) ?? ""),
      element("td", {}, SIGNS[recordedMark(answer)]),
      element("td", {}, ...prose(answer.text)),
      element("td", {}, ...prose(answer.misconception)),
    ),
  );
  return element(
    "section",
    { class: "class-detail", id: anchorOf(place) },
    element("h2", {}, nameOf(question)),
    prompt !== "" && element("p", {}, ...prose(prompt)),
    tallyOf({ answered: answers.length, groups, others: 0 }),
    element(
      "details",
      {},
      element("summary", {}, say("record-by-name")),
      element("table", { class: "class-grid" }, element("tbody", {}, ...rows)),
    ),
  );
}
