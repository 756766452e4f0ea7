/** A button that opens a panel of buttons below it: arrows move in it, and it closes by Escape, by a press elsewhere, or when the focus leaves. */

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
    button.setAttribute("aria-expanded", String(shown));
    if (!shown) return;
    ports.opened?.();
    (ports.entry?.() ?? entries()[0])?.focus();
  }

  button.addEventListener("click", () => show(panel.hidden === true));
  panel.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const all = entries();
    all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
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
