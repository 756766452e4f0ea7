/** Places in a lesson's text: where a problem is, and where a new block may go. Pure; knows no DOM. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The offset of a line and column, both from 1, the column in whole characters; and the end of the word there. */
export function spanAt(text: string, line: number, column: number): [start: number, end: number] {
  const lines = text.split("\n");
  const number = Math.min(line, lines.length);
  const begin = lines.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const written = lines[number - 1]!;
  const before = [...written].slice(0, column - 1).join("").length;
  const word = /^\s*\S+/.exec(written.slice(before))?.[0].length ?? 0;
  return [begin + before, begin + before + word];
}

/** Where a block goes that is inserted at an offset: after its line, and after the block that the line is in. */
export function blockPlace(text: string, offset: number): number {
  const lines = text.split("\n");
  let start = 0;
  let open: string | null = null;
  for (const line of lines) {
    const end = start + line.length;
    const fence = FENCE.exec(line)?.[1];
    if (open === null) open = fence ?? null;
    else if (fence?.startsWith(open) && line.trim() === fence) open = null;
    if (end >= offset && open === null) return end;
    start = end + 1;
  }
  return text.length;
}

/** The text to insert there, so that a line without text is before and after the block. */
export function spaced(text: string, place: number, block: string): string {
  const before = text.slice(0, place);
  const after = text.slice(place);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after === "" ? "\n" : after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  return `${lead}${block}${tail}`;
}
