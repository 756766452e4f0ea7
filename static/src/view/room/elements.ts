/** What the parts of a class share: buttons that run something, a dialog over the whole page, and drawing only when what is drawn has changed. */

import type { Store } from "../../core/store.ts";
import { grouped, say } from "../../messages/messages.ts";
import { openModal } from "../shared/controls/in_front.ts";
import { type Child, element, icon } from "../shared/dom.ts";

export function button(
  label: Child,
  run: () => void,
  className = "room-button",
  attributes: Readonly<Record<string, string | boolean>> = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", class: className, ...attributes }, label);
  made.addEventListener("click", run);
  return made;
}

export interface Screen {
  readonly root: HTMLDialogElement;
  readonly content: HTMLElement;
  open(): void;
  close(): void;
  remove(): void;
}

/** A dialog as large as the window. Its keys are its own: the page below must not step on meanwhile. */
export function createScreen(className: string, label: string): Screen {
  const content = element("div", { class: "room-screen-content" });
  const close = element(
    "button",
    { type: "button", class: "icon-button room-screen-close", "aria-label": say("close") },
    icon("close"),
  );
  const root = element("dialog", { class: `room-screen ${className}`, "aria-label": label }, close, content);
  close.addEventListener("click", () => root.close());
  root.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(root);
  return {
    root,
    content,
    open() {
      if (!root.open) openModal(root);
    },
    close: () => root.close(),
    remove() {
      // One that goes while it is open has been closed: what waits behind it goes on.
      root.close();
      root.remove();
    },
  };
}

/** The page's store for as long as the class lasts: `stop` ends every subscription made through it. */
export function scoped<State>(store: Store<State>): Store<State> & { stop(): void } {
  const ends = new Set<() => void>();
  return {
    get: store.get,
    dispatch: store.dispatch,
    subscribe(listener) {
      const end = store.subscribe(listener);
      ends.add(end);
      return () => {
        ends.delete(end);
        end();
      };
    },
    stop() {
      for (const end of ends) end();
    },
  };
}

/** Runs `draw` only where what it draws from is another than last time, so that focus and scroll positions stay where they are. */
export function onChange<Seen>(draw: (seen: Seen) => void): (seen: Seen) => void {
  let last: string | null = null;
  return (seen) => {
    const text = JSON.stringify(seen);
    if (text === last) return;
    last = text;
    draw(seen);
  };
}

/** The line's sentence: what holds is spoken when it changes; how many are here is there to be read, since it changes all the time. */
export function createSentence(): { root: HTMLElement; show(spoken: string, quiet: string): void } {
  const status = element("span", { role: "status" });
  const read = element("span", {});
  const write = (place: HTMLElement, text: string): void => {
    if (place.textContent !== text) place.textContent = text;
  };
  return {
    root: element("p", { class: "class-sentence" }, status, read),
    show(spoken, quiet) {
      write(status, spoken);
      write(read, spoken !== "" && quiet !== "" ? ` · ${quiet}` : quiet);
    },
  };
}

/** `1 here`, `23 here`. */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
