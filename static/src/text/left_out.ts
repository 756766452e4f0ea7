/** A statement of a program as a comment that the server still knows as a statement (engine/language/parsing/left_out.py). */

const MARK = "# left out: ";
/** What a line begins with before its code: blanks, or a prompt. */
const BEFORE_CODE = /^[ \t]*(?:>>>|\.{3,}:?|In ?\[[ 0-9*]*\]:)?[ \t]*$/;

/** How many lines of a program are left out. */
export const statementsLeftOut = (program: string): number => program.split(MARK).length - 1;

/** The program with the stretch from `start` to `end` as comments, line by line; what stands behind it on its last line goes on below. */
export function leftOut(program: string, [start, end]: readonly [start: number, end: number]): string {
  const column = start - (program.lastIndexOf("\n", start - 1) + 1);
  const [first = "", ...further] = program.slice(start, end).split("\n");
  const comments = further.map((line) => commented(line, column));
  const behind = program.slice(end);
  const rest = /^[ \t]*;[ \t]*(?=[^\n\s])/.exec(behind);
  const indentation = /^[ \t]*/.exec(program.slice(start - column))![0];
  const tail = rest ? `\n${indentation}${behind.slice(rest[0].length)}` : behind;
  return program.slice(0, start) + [MARK + first, ...comments].join("\n") + tail;
}

/** A further line of a statement, commented from the column on at which the statement begins. */
function commented(line: string, column: number): string {
  if (line.trim() === "") return line;
  const place = BEFORE_CODE.test(line.slice(0, column)) ? column : line.search(/\S/);
  return line.slice(0, place) + MARK + line.slice(place);
}
