/** A teacher's note on the step that is shown: below the sentence, on the projector as well, and a field to write it in. It is in the link. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { LONGEST_NOTE, type State } from "../../state/state.ts";
import { writeNote } from "../../state/state_actions.ts";
import { writtenPosition } from "../../timeline/slopes.ts";
import { element } from "../shared/dom.ts";

export function mountNotes(timeline: HTMLElement, store: Store<State>): void {
  const text = element("p", { class: "step-note" });
  const room = element("div", { class: "step-note-room", "aria-hidden": "true" });
  const field = element("input", {
    class: "field",
    type: "text",
    maxlength: LONGEST_NOTE,
    "aria-label": say("note-of-step"),
    placeholder: say("note-of-step"),
  });
  const full = element("p", { class: "step-note-full", role: "status" });
  const done = element("button", { class: "text-button" }, say("done"));
  const form = element("form", { class: "step-note-form" }, field, done, full);
  const root = element("div", { class: "step-notes" }, room, text, form);
  timeline.querySelector(".narration")!.after(root);
  let written = 0;
  let measured: State["notes"] | null = null;

  const noteOf = ({ notes, position }: State): string => notes[writtenPosition(position)] ?? "";

  function write(): void {
    if (store.get().noteOpen) store.dispatch(writeNote(written, field.value));
  }

  /** What is pasted beyond the length is cut by the browser, which says nothing of it. */
  function sayWhetherFull(): void {
    full.textContent = field.value.length < LONGEST_NOTE ? "" : say("note-full", { most: LONGEST_NOTE });
  }

  field.addEventListener("input", sayWhetherFull);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    write();
  });
  field.addEventListener("keydown", (event) => {
    const isDone = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
    if (!isDone || event.isComposing) return;
    // Neither the program is run nor the projector left.
    event.preventDefault();
    write();
  });
  field.addEventListener("blur", (event) => {
    const to = event.relatedTarget as Element | null;
    // The button that opened it closes it by itself.
    if (!form.contains(to) && !to?.closest("[data-action='note']")) write();
  });

  /** What scrolls is reached by key, and nothing else stops there. */
  function letKeysScroll(): void {
    if (text.scrollHeight > text.clientHeight + 1) text.tabIndex = 0;
    else text.removeAttribute("tabindex");
  }

  function show(state: State): void {
    const note = noteOf(state);
    text.textContent = note;
    text.hidden = note === "" || state.noteOpen;
    form.hidden = !state.noteOpen;
    const all = Object.values(state.notes);
    root.hidden = form.hidden && all.length === 0;
    root.classList.toggle("is-empty", text.hidden && form.hidden);
    letKeysScroll();
    // In front of a class the longest note has its room at every step, so that the picture stands still between them.
    if (state.notes !== measured) room.replaceChildren(...all.map((each) => element("p", { class: "step-note-copy" }, each)));
    measured = state.notes;
  }

  function open(state: State): void {
    written = state.position;
    field.value = noteOf(state);
    sayWhetherFull();
    field.focus();
  }

  store.subscribe((state, previous) => {
    // What was begun on one step is its own.
    if (state.noteOpen && previous.noteOpen && state.position !== written) return write();
    if (state.notes !== previous.notes || state.position !== previous.position || state.noteOpen !== previous.noteOpen)
      show(state);
    if (state.noteOpen && !previous.noteOpen) open(state);
  });
  new ResizeObserver(letKeysScroll).observe(text);
  show(store.get());
}
