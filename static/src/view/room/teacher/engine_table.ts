/** For the teacher: which student's own engine passes which line of the examination. Each line counted, each student a column. */

import { say } from "../../../messages/messages.ts";
import {
  countsOf,
  type EngineCounts,
  type LineOfClass,
  linesOfClass,
  MARKS,
  recordsOfEngines,
  rightEngines,
  type StudentsEngine,
  tableOfEngines,
} from "../../../room/engines/engines.ts";
import { element, textButton } from "../../shared/dom.ts";
import { download } from "../../shared/picture_file.ts";
import { onChange } from "../elements.ts";
import { createExaminer, type EngineView } from "./examiner.ts";

interface Student {
  readonly name: string;
  readonly view: EngineView;
}

export interface EngineTable {
  readonly root: HTMLElement;
  /** The engines of these students, or none any more. */
  show(students: readonly Student[] | null): void;
}

/** `counted`: receives what the window for the projector shows of them. */
export function createEngineTable(code: string, counted: (counts: EngineCounts) => void): EngineTable {
  let students: readonly Student[] = [];
  let engines: StudentsEngine[] = [];
  const summary = element("p", { role: "status" });
  const save = (text: () => string, format: "csv" | "json", type: string): HTMLElement =>
    textButton(say(`download-${format}`), () => download(new Blob([text()], { type }), `class-${code}-engines.${format}`));
  const tools = element(
    "p",
    { class: "drawer-row" },
    save(() => tableOfEngines(engines), "csv", "text/csv"),
    save(() => JSON.stringify(recordsOfEngines(engines), null, 2), "json", "application/json"),
  );
  const refusals = element("ul", { class: "wall-empty" });
  const table = element("table", { class: "engines-table" });
  const root = element(
    "section",
    { class: "engines", "aria-label": say("engines-show"), hidden: true },
    summary,
    tools,
    element("div", { class: "engines-scroll", tabindex: "0", role: "group", "aria-label": say("engines-show") }, table),
    refusals,
  );
  const examiner = createExaminer(draw);
  const redraw = onChange((shown: readonly StudentsEngine[]) => {
    const count = shown.filter(({ examined }) => examined === null).length;
    summary.textContent = [
      say("engines-right", { right: rightEngines(shown), count: shown.length }),
      count > 0 && say("engines-waiting", { count }),
    ]
      .filter(Boolean)
      .join(" ");
    table.replaceChildren(heading(shown), body(linesOfClass(shown), shown));
    refusals.replaceChildren(...shown.flatMap(refusal));
    if (!root.hidden) counted(countsOf(shown));
  });

  function draw(): void {
    engines = students.map(({ name, view }) => ({ name, examined: examiner.of(view) }));
    redraw(engines);
  }

  return {
    root,
    show(now) {
      root.hidden = now === null;
      students = now ?? [];
      examiner.want(students.map(({ view }) => view));
      draw();
    },
  };
}

function refusal({ name, examined }: StudentsEngine): HTMLElement[] {
  return examined && "sentence" in examined
    ? [element("li", {}, say("engines-refused", { name, sentence: examined.sentence }))]
    : [];
}

/** How far each student is, below the name. */
function progressOf({ examined }: StudentsEngine): string {
  if (examined === null) return "…";
  return "sentence" in examined ? "–" : `${examined.passed}/${examined.asked}`;
}

function heading(engines: readonly StudentsEngine[]): HTMLElement {
  return element(
    "thead",
    {},
    element(
      "tr",
      {},
      element("th", { scope: "col" }, say("engines-line")),
      element("th", { scope: "col" }, say("engines-pass")),
      ...engines.map((engine) =>
        element(
          "th",
          { scope: "col" },
          element("span", { class: "engines-name", title: engine.name }, engine.name),
          element("span", { class: "engines-progress" }, progressOf(engine)),
        ),
      ),
    ),
  );
}

function body(lines: readonly LineOfClass[], engines: readonly StudentsEngine[]): HTMLElement {
  return element(
    "tbody",
    {},
    ...lines.map(({ key, section, required, passed, asked, verdicts }) =>
      element(
        "tr",
        {},
        element(
          "th",
          { scope: "row", title: required ? section : say("own-engine-not-required", { section }) },
          element("code", {}, key),
        ),
        element("td", {}, say("engines-of", { passed, asked })),
        ...verdicts.map((verdict, place) =>
          verdict === null
            ? element("td", { title: engines[place]!.name }, "")
            : element(
                "td",
                { "data-verdict": verdict, title: engines[place]!.name },
                element("span", { role: "img", "aria-label": say(`own-engine-line-${verdict}`) }, MARKS[verdict]),
              ),
        ),
      ),
    ),
  );
}
