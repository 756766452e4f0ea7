/** What an action by a key has changed, in a sentence to be heard where nothing else says it. Pure; knows no DOM. */

import { PANEL_TITLES } from "../../../core/panels.ts";
import { say } from "../../../messages/messages.ts";
import type { ActionRecord } from "../../../state/action_records.ts";
import type { ActionName } from "../../../state/actions.ts";
import type { State } from "../../../state/state.ts";
import { difference } from "../../../text/difference.ts";

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
  "tidy",
  "projector",
  "pen",
  "spotlight",
  "wide-editor",
]);

/** What undo and redo have brought back: the line of the program, or what else of the page. */
function broughtBack(was: State, is: State): string | null {
  if (is.program !== was.program) {
    const { from } = difference(was.program, is.program);
    return say("spoken-line", { line: is.program.slice(0, from).split("\n").length });
  }
  const name = [...Object.keys(was.inputs), ...Object.keys(is.inputs)].find((each) => is.inputs[each] !== was.inputs[each]);
  if (name !== undefined) return say("spoken-value", { name });
  if (is.moves !== was.moves) return say("spoken-place");
  return is.notes === was.notes ? null : say("spoken-note");
}

/** What is heard after an action; null where the page says it already, or nothing has changed. */
export function spokenAfter(name: ActionName, record: ActionRecord, was: State, is: State): string | null {
  if (name === "fit") return say("spoken-fit");
  if (name === "new") return was.program === "" ? say("spoken-empty-already") : say("spoken-new");
  if (name === "undo" || name === "redo") {
    const [what, isUndo] = [broughtBack(was, is), name === "undo"];
    if (what === null) return isUndo ? say("spoken-nothing-to-undo") : say("spoken-nothing-to-redo");
    return isUndo ? say("spoken-undone", { what }) : say("spoken-redone", { what });
  }
  if (name === "theme" && is.theme !== was.theme) return is.theme === "dark" ? say("theme-dark") : say("theme-light");
  if (is.speed !== was.speed) return `${say("speed")} ${is.speed}×`;
  if (name === "direction") return is.direction === "down" ? say("spoken-down") : say("spoken-right");
  if (name === "tidy" && is.moves !== was.moves) return say("spoken-put-back");
  if ((name === "check" || name === "practice") && is.panel !== was.panel) return PANEL_TITLES[is.panel].title;
  const isOn = record.pressed?.(is);
  if (!SWITCHES.has(name) || isOn === record.pressed?.(was)) return null;
  // A title says after its colon what the action is for.
  const subject = record.label ?? record.title.split(/\s*:/)[0]!;
  return isOn ? say("spoken-on", { subject }) : say("spoken-off", { subject });
}
