/** The gallery of examples: a title, what there is to see, and its graph in small. Loading one is an edit like any other, so it can be undone. */
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { ask } from "../api/questions.ts";
import type { Graph } from "../core/types.ts";
import { lengthOf } from "../graph/withholding.ts";
import { byId, element } from "./dom.ts";

export function mountExamples(store: Store<State>): { close(): boolean } {
  const button = byId<HTMLButtonElement>("examples-button");
  const panel = byId("examples");
  const entries = store.get().examples.map((example) => {
    const picture = element("span", { class: "example-picture", "aria-hidden": "true" });
    const entry = element(
      "button",
      { type: "button", class: "example" },
      picture,
      element("span", { class: "example-title" }, example.title),
      element("span", { class: "example-sentence" }, example.sentence),
    );
    entry.addEventListener("click", () => {
      const { graph } = store.get();
      const end = graph ? lengthOf(graph) : Infinity;
      store.set({ program: example.program, inputs: {}, ranges: {}, folds: {}, selected: null, hovered: null, playing: false, position: end });
      show(false);
      button.focus();
    });
    return { example, entry, picture };
  });
  panel.append(...entries.map(({ entry }) => entry));

  /** One after the other, when they are first looked at: nobody waits for a picture. */
  async function drawPictures(): Promise<void> {
    const { sketchOf } = await import("./sketch.ts");
    for (const { example, picture } of entries) {
      const reply = await ask<Graph>("graph", { program: example.program });
      const sketch = "answer" in reply ? sketchOf(reply.answer) : null;
      if (sketch) picture.replaceChildren(sketch);
    }
  }

  let drawn = false;

  function show(shown: boolean): void {
    panel.hidden = !shown;
    if (shown && !drawn) {
      drawn = true;
      drawPictures().catch(() => void (drawn = false));
    }
    button.setAttribute("aria-expanded", String(shown));
    if (!shown) return;
    const { program } = store.get();
    for (const { example, entry } of entries) entry.setAttribute("aria-current", String(example.program === program));
    (entries.find(({ example }) => example.program === program) ?? entries[0])?.entry.focus();
  }

  function moveFocus(step: number): void {
    const focused = entries.findIndex(({ entry }) => entry === document.activeElement);
    entries[(focused + step + entries.length) % entries.length]?.entry.focus();
  }

  button.addEventListener("click", () => show(panel.hidden === true));
  panel.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") moveFocus(1);
    else if (event.key === "ArrowUp") moveFocus(-1);
    else return;
    event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!panel.hidden && !(event.target as Element).closest(".menu")) show(false);
  });
  panel.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Element && !event.relatedTarget.closest(".menu")) show(false);
  });

  return {
    close() {
      if (panel.hidden) return false;
      show(false);
      button.focus();
      return true;
    },
  };
}
