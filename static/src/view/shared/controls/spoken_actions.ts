/** What an action by a key has changed, in a sentence to be heard where nothing else says it. Pure; knows no DOM. */

import { PANEL_TITLES } from "../../../core/panels.ts";
import { parseValue } from "../../../core/ranges.ts";
import type { Value } from "../../../core/types.ts";
import { say } from "../../../messages/messages.ts";
import type { ActionRecord } from "../../../state/action_records.ts";
import type { ActionName } from "../../../state/actions.ts";
import type { State } from "../../../state/state.ts";
import { difference, isOther } from "../../../text/difference.ts";
import { formatFullValue } from "../../../text/format.ts";

/** Switches that neither move the focus nor write anywhere what they have done. */
const SWITCHES: ReadonlySet<ActionName> = new Set([
  "forward-mode",
  "breakpoint",
  "table",
  "separate",
  "constants",
  "health",
  "roles",
  "inspector",
  "pin",
  "projector",
  "pen",
  "spotlight",
  "wide-editor",
]);

/** A value that is read out whole; a longer one is only named. */
const LONGEST_VALUE = 30;

function broughtValue(name: string, value: Value | null | undefined): string {
  const text = value === null || value === undefined ? "" : formatFullValue(value);
  const isRead = text !== "" && text.length <= LONGEST_VALUE;
  return isRead ? say("spoken-value-again", { name, value: text }) : say("spoken-value", { name });
}

/** Of an input whose number in the program is all that differs: the number that is there now. */
function numberOf(was: State, is: State): string | null {
  const { from, to, insert } = difference(was.program, is.program);
  if (was.program !== was.graphProgram || /[;\n#]/.test(was.program.slice(from, to) + insert)) return null;
  for (const { name, literal } of was.graph?.nodes ?? []) {
    if (name === null || !literal || from < literal[0] || to > literal[1]) continue;
    const end = literal[1] + is.program.length - was.program.length;
    return broughtValue(name, parseValue(is.program.slice(literal[0], end)));
  }
  return null;
}

/** Of the program: a number, an example, the whole, or the line that differs. */
function textOf(was: State, is: State, isUndo: boolean): string {
  const { from, to, insert } = difference(was.program, is.program);
  const opened = isUndo ? was.program : is.program;
  const title = was.examples.find(({ program }) => program === opened)?.title;
  const isWhole = isOther(was.program, is.program);
  // Examples that are much alike differ in more than a line all the same.
  if (title !== undefined && (isWhole || (was.program.slice(from, to) + insert).includes("\n")))
    return isUndo ? say("spoken-before-example", { title }) : say("spoken-example", { title });
  if (is.program === "") return say("spoken-empty-again");
  const line = say("spoken-line", { line: is.program.slice(0, from).split("\n").length });
  return numberOf(was, is) ?? (isWhole ? say("spoken-whole-program") : line);
}

/** What undo and redo have brought back, of the program or of the rest of the page. */
function broughtBack(was: State, is: State, isUndo: boolean): string | null {
  if (is.program !== was.program) return textOf(was, is, isUndo);
  const name = [...Object.keys(was.inputs), ...Object.keys(is.inputs)].find((each) => is.inputs[each] !== was.inputs[each]);
  if (name !== undefined) return broughtValue(name, is.inputs[name]);
  if (is.moves !== was.moves) return say("spoken-place");
  return is.notes === was.notes ? null : say("spoken-note");
}

function spokenOfHistory(was: State, is: State, isUndo: boolean): string {
  const what = broughtBack(was, is, isUndo);
  if (what === null) return isUndo ? say("spoken-nothing-to-undo") : say("spoken-nothing-to-redo");
  return isUndo ? say("spoken-undone", { what }) : say("spoken-redone", { what });
}

/** What is heard after an action; null where the page says it already, or nothing has changed. */
export function spokenAfter(name: ActionName, record: ActionRecord, was: State, is: State): string | null {
  if (name === "fit") return say("spoken-fit");
  if (name === "new") return was.program === "" ? say("spoken-empty-already") : say("spoken-new");
  if (name === "undo" || name === "redo") return spokenOfHistory(was, is, name === "undo");
  if (name === "theme" && is.theme !== was.theme) return is.theme === "dark" ? say("theme-dark") : say("theme-light");
  if (is.speed !== was.speed) return `${say("speed")} ${is.speed}×`;
  if (name === "direction") return is.direction === "down" ? say("spoken-down") : say("spoken-right");
  if (name === "put-back" && is.moves !== was.moves) return say("spoken-put-back");
  if ((name === "check" || name === "practice") && is.panel !== was.panel) return PANEL_TITLES[is.panel].title;
  return SWITCHES.has(name) ? spokenOfSwitch(record, was, is) : null;
}

function spokenOfSwitch(record: ActionRecord, was: State, is: State): string | null {
  const isOn = record.pressed?.(is);
  if (isOn === record.pressed?.(was)) return null;
  // A title says after its colon what the action is for.
  const subject = record.label ?? record.title.split(/\s*:/)[0]!;
  return isOn ? say("spoken-on", { subject }) : say("spoken-off", { subject });
}
