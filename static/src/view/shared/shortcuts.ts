/** The keyboard: reads keys off the action records, and how they are called where a reader sees them. */

import { type KeyPress, pressed } from "../../core/key_presses.ts";
import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { ActionRecord, BoundActions } from "../../state/action_records.ts";
import type { CommonState } from "../../state/state.ts";
import { isTyping } from "./dom.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const shown = (): Readonly<Record<string, string>> => ({
  Period: ".",
  Comma: ",",
  KeyZ: "Z",
  PageDown: "Page ↓",
  PageUp: "Page ↑",
  ArrowRight: "→",
  ArrowLeft: "←",
  Escape: say("key-escape"),
  Enter: say("key-enter"),
  Space: say("key-space"),
  Home: say("key-home"),
  End: say("key-end"),
  Arrow: "← ↑ → ↓",
  Shift: isApple ? "⇧" : say("key-shift"),
  Mod: isApple ? "⌘" : "Ctrl",
});

/** The caps of a key combination as they are printed on a keyboard: `Mod+Enter` is `Ctrl`, `Enter`. */
export function keyCaps(key: string): string[] {
  const names = shown();
  return key
    .split("+")
    .map((part) => names[part] ?? part.replace(/^Key(?=.$)/, "").replace(/^.$/, (letter) => letter.toUpperCase()));
}

/** "Next step (.)", for tooltips. */
export function titleWithKey({ title, keys }: Pick<ActionRecord, "title" | "keys">): string {
  const key = keys[0];
  return key ? `${title} (${keyCaps(key).join("+")})` : title;
}

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, code, shiftKey, altKey, ctrlKey, metaKey } = event;
  return { key, code, shiftKey, altKey, mod: ctrlKey || metaKey, altGraph: event.getModifierState("AltGraph") };
}

const WITHOUT_ARROWS = "button:not([role]), [role='group'][tabindex='-1']";
const PRESSED_BY_SPACE = "button, summary, a, [role='button']";

/**
 * Keys that work elsewhere on the page: a button that the keyboard led to is pressed by Space, and a slider or a list has its own arrows and
 * ends. The pointer's press leaves no key behind: after it Space plays and pauses, whatever was pressed.
 */
function isTaken(
  action: Pick<ActionRecord, "keys" | "whileTyping">,
  event: KeyboardEvent,
  root: Document | HTMLElement,
  pointed: HTMLElement | null,
): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (event.code === "Space" && target.closest(PRESSED_BY_SPACE)) return target !== pointed;
  const dialog = target.closest("dialog[open]");
  const isElsewhere = dialog !== null && dialog !== root;
  // Wherever something else has the focus, arrows move within it; a button and a row of fields have no use for them.
  if (event.key.startsWith("Arrow"))
    return event.shiftKey || isElsewhere || !(target === document.body || target.matches(WITHOUT_ARROWS));
  if (["Home", "End", "PageUp", "PageDown"].includes(event.key))
    return target.closest("[role='separator'], [type='range']") !== null || isElsewhere;
  return event.key !== "Escape" && !action.whileTyping && isElsewhere && !action.keys.includes("?");
}

/** Which button the pointer pressed last, as long as it has the focus; one that is drawn again under the same path is the same. */
function listenToPointer(root: Document | HTMLElement): () => HTMLElement | null {
  let pressed: HTMLElement | null = null;
  root.addEventListener("click", (received) => {
    const { target, detail } = received as MouseEvent;
    pressed = detail > 0 && target instanceof Element ? target.closest<HTMLElement>(PRESSED_BY_SPACE) : null;
  });
  root.addEventListener("focusin", ({ target }) => {
    const isAgain =
      target instanceof HTMLElement && target.dataset.path !== undefined && target.dataset.path === pressed?.dataset.path;
    if (target !== pressed) pressed = isAgain ? target : null;
  });
  return () => (pressed === document.activeElement ? pressed : null);
}

/** Keys pressed anywhere on the page, or only within a part of it such as a dialog that has actions of its own. */
export function mountShortcuts<Shown extends Pick<CommonState, "shortcuts">>(
  store: Store<Shown>,
  actions: BoundActions<Shown>,
  root: Document | HTMLElement = document,
): void {
  const pointed = listenToPointer(root);
  root.addEventListener("keydown", (received) => {
    const event = received as KeyboardEvent;
    if (event.defaultPrevented || event.isComposing) return;
    const action = pressed(actions.table, pressOf(event));
    if (!action) return;
    const always = action.whileTyping === true || event.key === "Escape";
    if (!always && (isTyping(event.target) || !store.get().shortcuts)) return;
    if (isTaken(action, event, root, pointed())) return;
    if (!actions.enabled(action.name)) return;
    event.preventDefault();
    // Some browsers press a button as the key comes up.
    if (event.code === "Space") pointed()?.blur();
    actions.run(action.name);
  });
}
