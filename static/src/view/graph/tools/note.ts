/** One line over the drawing: that it is old, or that something takes its time, with a way to stop it. */
import type { Graph } from "../../../core/types.ts";
import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";
import { PASSING_MILLISECONDS } from "../../shared/motion.ts";

export interface Note {
  /** What is true of the drawing; null where there is nothing to report. `passing`: shown only if it is true for long. */
  say(sentence: string | null, passing?: boolean): void;
  /** What is worked on; shown only if it takes long. `cancel` null: it cannot be stopped. */
  wait(sentence: string, cancel: (() => void) | null): void;
  done(): void;
}

/** Of which part of its program a graph is, where that is not all of it. */
export function sentenceOfPart({ line, left_out, end, over_limit }: NonNullable<Graph["partial"]>): string {
  if (left_out) {
    const [count, lines] = [left_out.length, left_out.join(", ")];
    return end ? say("graph-of-rest-up-to", { count, lines, end }) : say("graph-of-rest", { count, lines });
  }
  return over_limit ? say("graph-up-to-limit", { line }) : say("graph-of-part", { line });
}

export function createNote(parent: HTMLElement): Note {
  const text = element("span");
  const stop = element("button", { type: "button", class: "note-cancel", hidden: true }, say("cancel"));
  const root = parent.appendChild(element("p", { class: "graph-note", hidden: true }, text, stop));
  let remark: string | null = null;
  let waiting: string | null = null;
  let cancel: (() => void) | null = null;
  let timer = 0;
  /** The remark that is shown or soon will be. */
  let coming: string | null = null;
  let delay = 0;
  stop.addEventListener("click", () => cancel?.());

  function show(): void {
    root.hidden = waiting === null && remark === null;
    text.textContent = waiting ?? remark;
    stop.hidden = waiting === null || cancel === null;
    parent.classList.toggle("has-note", !root.hidden);
    parent.classList.toggle("has-lasting-note", !root.hidden && stop.hidden);
  }

  return {
    say(sentence, isPassing = false) {
      if (sentence === coming) return;
      clearTimeout(delay);
      coming = sentence;
      const put = (): void => {
        remark = sentence;
        show();
      };
      if (isPassing) delay = window.setTimeout(put, PASSING_MILLISECONDS);
      else put();
    },
    wait(sentence, how) {
      clearTimeout(timer);
      cancel = how;
      timer = window.setTimeout(() => {
        waiting = sentence;
        show();
      }, PASSING_MILLISECONDS);
    },
    done() {
      clearTimeout(timer);
      waiting = null;
      show();
    },
  };
}
