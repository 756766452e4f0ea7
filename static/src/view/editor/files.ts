/** Programs from files: dropped anywhere on the page, or chosen in a dialog of the browser. Opening one is an edit, so it can be undone. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { openProgram } from "../../state/state_actions.ts";
import { codeOf } from "../../text/notebooks.ts";
import { byId, element } from "../shared/dom.ts";
import { notify } from "../shared/notice.ts";

const SUFFIXES = [".py", ".ipynb", ".tex", ".txt", ".json"] as const;
/** What the server reads of a program, in characters; a notebook may be larger, by its outputs. */
const LARGEST_FILE = 20_000_000;

async function open(file: File, store: Store<State>): Promise<void> {
  const isKnown = SUFFIXES.some((suffix) => file.name.toLowerCase().endsWith(suffix));
  if (!isKnown) return notify(say("file-unknown", { name: file.name, suffixes: SUFFIXES.join(", ") }));
  if (file.size > LARGEST_FILE) return notify(say("file-too-large", { name: file.name }));
  store.dispatch(openProgram(codeOf((await file.text()).replaceAll("\r\n", "\n"))));
  notify(say("file-opened", { name: file.name }));
}

/** Whether something that is dragged is a file rather than a stretch of text. */
const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

/** Gives back what asks for a file. */
export function mountFiles(store: Store<State>): () => void {
  const chooser = element("input", { type: "file", accept: SUFFIXES.join(","), hidden: true, "aria-label": say("open-file") });
  byId("evaluation").after(chooser);
  chooser.addEventListener("change", () => {
    const file = chooser.files?.[0];
    chooser.value = "";
    if (file) void open(file, store);
  });
  const mayOpen = (event: DragEvent): boolean => hasFile(event) && store.get().classroom !== "guest";
  // Before the editor, which would write the file's text where the pointer is.
  const over = (event: DragEvent): void => {
    if (!mayOpen(event)) return;
    event.preventDefault();
    document.body.classList.add("is-dropping");
  };
  const leave = (): void => document.body.classList.remove("is-dropping");
  document.addEventListener("dragover", over, { capture: true });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && leave());
  document.addEventListener(
    "drop",
    (event) => {
      leave();
      const file = event.dataTransfer?.files[0];
      if (!file || !mayOpen(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void open(file, store);
    },
    { capture: true },
  );
  return () => chooser.click();
}
