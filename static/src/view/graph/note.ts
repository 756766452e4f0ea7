/** One line over the drawing: that it is old, or that something takes its time, with a way to stop it. */
import { element } from "../dom.ts";

export interface Note {
  /** What is true of the drawing; null where nothing need be said. */
  say(sentence: string | null): void;
  /** What is worked on; said only if it takes long. `cancel` null: it cannot be stopped. */
  wait(sentence: string, cancel: (() => void) | null): void;
  done(): void;
}

const LONG_MILLISECONDS = 300;

export function createNote(parent: HTMLElement): Note {
  const text = element("span");
  const stop = element("button", { type: "button", class: "note-cancel", hidden: true }, "Cancel");
  const root = parent.appendChild(element("p", { class: "graph-note", hidden: true }, text, stop));
  let said: string | null = null;
  let waiting: string | null = null;
  let cancel: (() => void) | null = null;
  let timer = 0;
  stop.addEventListener("click", () => cancel?.());

  function show(): void {
    root.hidden = waiting === null && said === null;
    text.textContent = waiting ?? said;
    stop.hidden = waiting === null || cancel === null;
  }

  return {
    say(sentence) {
      said = sentence;
      show();
    },
    wait(sentence, how) {
      clearTimeout(timer);
      cancel = how;
      timer = window.setTimeout(() => {
        waiting = sentence;
        show();
      }, LONG_MILLISECONDS);
    },
    done() {
      clearTimeout(timer);
      waiting = null;
      show();
    },
  };
}
