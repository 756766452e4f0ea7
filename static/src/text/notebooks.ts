/** Notebooks as Jupyter writes them: the code of their cells as one program (engine/language/pasted_text/notebooks.py does the same for the API). */

const MARK = "# %% cell ";
const IS_NOTEBOOK = /"(?:cells|worksheets)"\s*:\s*\[/;
/** The first line of a cell that is no Python. */
const OTHER_LANGUAGE = /^\s*%%(?!time\b|timeit\b|capture\b|tab\b|prun\b|matplotlib\b)/;

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
  readonly input?: unknown;
}

function cellsOf(document: unknown): readonly Cell[] {
  const { cells, worksheets } = (document ?? {}) as { cells?: unknown; worksheets?: readonly { cells?: unknown }[] };
  const found = cells ?? worksheets?.[0]?.cells;
  return Array.isArray(found) ? found.filter((cell) => typeof cell === "object" && cell !== null) : [];
}

function sourceOf({ source, input }: Cell): string {
  const lines = source ?? input ?? "";
  const text = Array.isArray(lines) ? lines.join("") : String(lines);
  return OTHER_LANGUAGE.test(text) ? text.replace(/^/gm, "# ") : text;
}

/** The program of a notebook, with a comment before each cell; any other text as it is. */
export function codeOf(text: string): string {
  if (!/^\s*\{/.test(text) || !IS_NOTEBOOK.test(text)) return text;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return text;
  }
  const written = cellsOf(document).flatMap((cell, index) =>
    cell.cell_type === "code" ? [`${MARK}${index + 1}\n${sourceOf(cell)}`] : [],
  );
  return written.length > 0 ? written.join("\n") : text;
}

/** Cell and line, both from 1, of an offset in a program that was a notebook; null in any other. */
export function placeInNotebook(program: string, offset: number): { cell: number; line: number } | null {
  const before = program.slice(0, offset).split("\n");
  const begin = before.findLastIndex((line) => line.startsWith(MARK));
  if (begin < 0) return null;
  return { cell: Number.parseInt(before[begin]!.slice(MARK.length), 10), line: before.length - 1 - begin };
}
