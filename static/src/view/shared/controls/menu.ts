/** A button that opens a panel of buttons below it: arrows move in it, and it closes by Escape, by a press elsewhere, or when the focus leaves. */

import { isTyping } from "../dom.ts";
import { answerPresses } from "./early_press.ts";
import { setInFront } from "./in_front.ts";

export interface Menu {
  show(shown: boolean): void;
  /** False where it was closed already. Gives the focus back to its button. */
  close(): boolean;
}

export interface MenuPorts {
  /** Before it is seen. */
  opened?(): void;
  /** Where the focus goes; the first entry where it is absent. */
  entry?(): HTMLElement | null | undefined;
}

export function mountMenu(button: HTMLElement, panel: HTMLElement, ports: MenuPorts = {}): Menu {
  const inside = (node: EventTarget | null): boolean => node instanceof Node && (panel.contains(node) || button.contains(node));
  const entries = (): HTMLElement[] =>
    Array.from(panel.querySelectorAll<HTMLElement>("button, a[href]")).filter((each) => each.offsetParent !== null);

  function show(shown: boolean): void {
    panel.hidden = !shown;
    setInFront(panel, shown);
    button.setAttribute("aria-expanded", String(shown));
    if (!shown) return;
    ports.opened?.();
    (ports.entry?.() ?? entries()[0])?.focus();
  }

  answerPresses(button, () => show(panel.hidden === true));
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.ctrlKey || event.metaKey || event.altKey) return;
    // Single keys are for the page behind; here a letter leads to the next entry that begins with it.
    event.stopPropagation();
    if (isTyping(event.target)) return;
    const all = entries();
    const place = all.indexOf(document.activeElement as HTMLElement);
    const after = [...all.slice(place + 1), ...all.slice(0, place + 1)];
    const letter = event.key.length === 1 ? event.key.toLowerCase() : null;
    const begins = (each: HTMLElement): boolean => letter !== null && each.textContent.trim().toLowerCase().startsWith(letter);
    const next = { ArrowDown: after[0], ArrowUp: after.at(-2), Home: all[0], End: all.at(-1) }[event.key] ?? after.find(begins);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!panel.hidden && !inside(event.target)) show(false);
  });
  panel.addEventListener("focusout", (event) => {
    if (event.relatedTarget !== null && !inside(event.relatedTarget)) show(false);
  });

  return {
    show,
    close() {
      if (panel.hidden) return false;
      show(false);
      button.focus();
      return true;
    },
  };
}
