/** The keyboard: reads keys off the action records, and how they are called where a reader sees them. */
import { ACTIONS, type Action, type Actions } from "../core/actions.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { isTyping } from "./dom.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const SHOWN: Readonly<Record<string, string>> = {
  Period: ".",
  Comma: ",",
  KeyZ: "Z",
  PageDown: "Page ↓",
  PageUp: "Page ↑",
  Escape: "Esc",
  Shift: isApple ? "⇧" : "Shift",
  Mod: isApple ? "⌘" : "Ctrl",
};

/** The caps of a key combination as they are printed on a keyboard: `Mod+Enter` is `Ctrl`, `Enter`. */
export function keyCaps(key: string): string[] {
  return key.split("+").map((part) => SHOWN[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** "Next step (.)", for tooltips. */
export function titleWithKey(action: Action): string {
  const key = action.keys[0];
  return key ? `${action.title} (${keyCaps(key).join("+")})` : action.title;
}

function matches(key: string, event: KeyboardEvent): boolean {
  const parts = key.split("+");
  const last = parts.at(-1)!;
  const wantsMod = parts.includes("Mod");
  if (wantsMod !== (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph")) return false;
  if (event.altKey && !event.getModifierState("AltGraph")) return false;
  // A place on the keyboard: what Shift makes of it differs from one layout to the next.
  if (parts.includes("Shift")) return event.shiftKey && event.code === last;
  if (wantsMod && event.shiftKey) return false;
  if (last === "Space") return event.code === "Space" && !event.shiftKey;
  if (/^[a-z]$/.test(last)) return event.key.toLowerCase() === last && !event.shiftKey;
  return event.key === last;
}

/** Keys that work elsewhere on the page: a button is pressed by Space, and a slider or a list has its own arrows and ends. */
function isTaken(action: Action, event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (event.code === "Space" && target.closest("button, summary, a, [role='button']")) return true;
  if (["Home", "End", "PageUp", "PageDown"].includes(event.key))
    return target.closest("[role='separator'], [role='menu'], dialog") !== null;
  return event.key !== "Escape" && !action.whileTyping && target.closest("dialog[open]") !== null && !action.keys.includes("?");
}

export function mountShortcuts(store: Store<State>, actions: Actions): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const action = ACTIONS.find(({ keys }) => (keys as readonly string[]).some((key) => matches(key, event)));
    if (!action) return;
    const always = action.whileTyping === true || event.key === "Escape";
    if (!always && (isTyping(event.target) || !store.get().shortcuts)) return;
    if (isTaken(action, event)) return;
    if (!actions.enabled(action.name)) return;
    event.preventDefault();
    actions.run(action.name);
  });
}
