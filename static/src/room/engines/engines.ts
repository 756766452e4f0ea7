/** Students' own engines, examined: which of them pass which lines, counted and by student, and as a table to be saved. Pure. */

export type Verdict = "passed" | "failed" | "stopped";

export interface ExaminedLine {
  readonly key: string;
  readonly section: string;
  readonly verdict: Verdict;
  readonly required: boolean;
}

/** The answer of the examination, as far as a class shows it; or the sentence that states why there is none. */
export type Examined =
  | { readonly right: boolean; readonly passed: number; readonly asked: number; readonly lines: readonly ExaminedLine[] }
  | { readonly sentence: string };

/** A student's engine; `examined` is null while the answer is awaited. */
export interface StudentsEngine {
  readonly name: string;
  readonly examined: Examined | null;
}

export interface LineOfClass extends Omit<ExaminedLine, "verdict"> {
  readonly passed: number;
  /** How many engines offer what the line asks for. */
  readonly asked: number;
  /** In the order of the students; null where the line was not asked. */
  readonly verdicts: readonly (Verdict | null)[];
}

/** How many engines pass what, without names. */
export interface EngineCounts {
  /** Engines that pass every required line. */
  readonly right: number;
  readonly engines: number;
  readonly lines: readonly Pick<LineOfClass, "key" | "passed" | "asked">[];
}

export const MARKS: Readonly<Record<Verdict, string>> = { passed: "✓", failed: "✗", stopped: "!" };

/** Whether a program seems to define an engine: a class at the beginning of a line. The examination decides. */
export const definesClass = (program: string): boolean => /^class\s/m.test(program);

/** Every line that any of the engines was asked, in the order of the examination. */
export function linesOfClass(engines: readonly StudentsEngine[]): LineOfClass[] {
  const asked = engines.map(
    ({ examined }) => new Map(examined && "lines" in examined ? examined.lines.map((line) => [line.key, line]) : []),
  );
  return inOrder(asked).map(({ verdict: _, ...line }) => {
    const verdicts = asked.map((lines) => lines.get(line.key)?.verdict ?? null);
    return {
      ...line,
      verdicts,
      passed: verdicts.filter((verdict) => verdict === "passed").length,
      asked: verdicts.filter((verdict) => verdict !== null).length,
    };
  });
}

/** Engines offer different operations, but all are asked in one order: a line that one lacks comes before the next that both have. */
function inOrder(examinations: readonly ReadonlyMap<string, ExaminedLine>[]): ExaminedLine[] {
  const found: ExaminedLine[] = [];
  for (const lines of examinations) {
    let place = 0;
    for (const line of lines.values()) {
      const known = found.findIndex(({ key }) => key === line.key);
      if (known < 0) found.splice(place, 0, line);
      place = (known < 0 ? place : known) + 1;
    }
  }
  return found;
}

/** How many engines pass every line that an engine must pass. */
export const rightEngines = (engines: readonly StudentsEngine[]): number =>
  engines.filter(({ examined }) => examined !== null && "right" in examined && examined.right).length;

export const countsOf = (engines: readonly StudentsEngine[]): EngineCounts => ({
  right: rightEngines(engines),
  engines: engines.length,
  lines: linesOfClass(engines).map(({ key, passed, asked }) => ({ key, passed, asked })),
});

/** What begins like a formula is text in a spreadsheet, and a quotation mark within a cell is doubled. */
function cell(text: string): string {
  const harmless = /^\s*[=+\-@\t\r\n]|[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A row for each line of the examination, a column for each student. Spreadsheets know by the mark at its beginning that it is UTF-8. */
export function tableOfEngines(engines: readonly StudentsEngine[]): string {
  const rows = linesOfClass(engines).map(({ section, key, passed, asked, verdicts }) => [
    section,
    key,
    String(passed),
    String(asked),
    ...verdicts.map((verdict) => verdict ?? ""),
  ]);
  const heading = ["section", "line", "passed", "asked", ...engines.map(({ name }) => name)];
  return `\uFEFF${[heading, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** The same as data: a record for each student. */
export function recordsOfEngines(engines: readonly StudentsEngine[]): object[] {
  return engines.map(({ name, examined }) => ({ student: name, ...(examined ?? { sentence: null }) }));
}
