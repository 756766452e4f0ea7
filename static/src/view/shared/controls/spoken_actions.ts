/** What an action by a key has changed, in a sentence to be heard where nothing else says it. Pure; knows no DOM. */

import { PANEL_TITLES } from "../../../core/panels.ts";
import { say } from "../../../messages/messages.ts";
import type { ActionRecord } from "../../../state/action_records.ts";
import type { ActionName } from "../../../state/actions.ts";
import type { State } from "../../../state/state.ts";

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

/** What is heard after an action; null where the page says it already, or nothing has changed. */
export function spokenAfter(name: ActionName, record: ActionRecord, was: State, is: State): string | null {
  if (name === "fit") return say("spoken-fit");
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
