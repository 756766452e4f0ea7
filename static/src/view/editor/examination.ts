/** The examination of a program's own engine: asked on request or by a link, shown as a table, taken away as Markdown, JSON or a link. */

import { ask } from "../../api/questions.ts";
import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { Actions } from "../../state/actions.ts";
import type { State } from "../../state/state.ts";
import { examineEngine, openProgram } from "../../state/state_actions.ts";
import { element, prose, textButton } from "../shared/dom.ts";
import { download } from "../shared/picture_file.ts";

interface ExaminationLine {
  key: string;
  section: string;
  verdict: "passed" | "failed" | "stopped";
  required: boolean;
  program: string;
  error: string;
  hints: string[];
}

interface Examination {
  engine: { definitions: string };
  passed: number;
  asked: number;
  lines: ExaminationLine[];
  markdown: string;
}

const MARKS = { passed: "✓", failed: "✗", stopped: "!" } as const;

export interface ExaminationView {
  readonly root: HTMLElement;
  /** What the state asks for: the examination of this program, or none any more. */
  show(state: State): void;
}

export function createExamination(store: Store<State>, actions: Actions): ExaminationView {
  const result = element("div", { class: "own-engine-examination", "aria-live": "polite" });
  const button = textButton(say("own-engine-examine"), () => store.dispatch(examineEngine(true)));
  /** What was asked, so that nothing is asked twice, and another program's answer is not shown. */
  let asked: string | null = null;

  /** A table of some forty lines needs more room than a button. */
  function put(...shown: HTMLElement[]): void {
    result.replaceChildren(...shown);
    result.closest(".own-engine")?.classList.toggle("is-examined", result.querySelector(".own-engine-table") !== null);
  }

  async function examine(key: string, { program, gradientAttribute }: State): Promise<void> {
    asked = key;
    put(element("p", {}, say("own-engine-examining")));
    const gradient = gradientAttribute === null ? {} : { gradient: gradientAttribute };
    const reply = await ask<Examination>("examination", { program, ...gradient });
    if (asked !== key) return;
    if ("sentence" in reply) put(element("p", {}, reply.sentence));
    else put(...shown(reply.answer));
  }

  function shown(found: Examination): HTMLElement[] {
    const { passed, asked: of, lines, markdown, engine, ...rest } = found;
    const json = JSON.stringify({ engine, passed, asked: of, ...rest, lines }, null, 2);
    const save = (text: string, type: string, name: string) => () => download(new Blob([text], { type }), name);
    return [
      element("p", { class: "own-engine-verdict" }, say("own-engine-passed", { passed, asked: of })),
      element(
        "p",
        { class: "own-engine-exports" },
        textButton(say("own-engine-link"), () => actions.run("copy-link")),
        textButton("Markdown", save(markdown, "text/markdown", "examination.md"), say("own-engine-save", { format: "Markdown" })),
        textButton("JSON", save(json, "application/json", "examination.json"), say("own-engine-save", { format: "JSON" })),
      ),
      element(
        "table",
        { class: "own-engine-table" },
        element("tbody", {}, ...lines.map((line) => row(line, engine.definitions))),
      ),
    ];
  }

  function row(line: ExaminationLine, definitions: string): HTMLElement {
    const { key, section, verdict, required } = line;
    const mark = element("span", { role: "img", "aria-label": say(`own-engine-line-${verdict}`) }, MARKS[verdict]);
    const about = required ? section : say("own-engine-not-required", { section });
    return element(
      "tr",
      { "data-verdict": verdict },
      element("td", {}, mark),
      element("td", {}, about),
      element("td", {}, verdict === "passed" ? element("code", {}, key) : evidence(line, definitions)),
    );
  }

  /** Hints in layers, each opened by itself, and the line as a small graph. */
  function evidence({ key, hints, program, error }: ExaminationLine, definitions: string): HTMLElement {
    const layers = hints.reduceRight<HTMLElement | null>(
      (inner, hint, place) =>
        element(
          "details",
          {},
          element("summary", {}, say("own-engine-hint", { place: place + 1 })),
          element("p", {}, ...prose(hint)),
          inner,
        ),
      null,
    );
    return element(
      "details",
      {},
      element("summary", {}, element("code", {}, key)),
      error !== "" && element("p", {}, error),
      layers,
      program !== "" &&
        textButton(say("own-engine-as-graph"), () => store.dispatch(openProgram(asProgram(definitions, program)))),
    );
  }

  return {
    root: element("div", {}, button, result),
    show(state) {
      const key = `${state.program}\n${state.gradientAttribute ?? ""}`;
      if (!state.examined || (asked !== null && asked !== key)) {
        asked = null;
        put();
        // Of another program nobody has asked for an examination.
        if (state.examined) store.dispatch(examineEngine(false));
      } else if (asked === null) void examine(key, state);
    },
  };
}

/** The engine with one line of the examination below it, without what only the examination prints. */
function asProgram(definitions: string, program: string): string {
  const lines = program.split("\n").filter((line) => !/^\s*print\(/.test(line));
  return `${definitions.trim()}\n\n${lines.join("\n").trim()}\n`;
}
