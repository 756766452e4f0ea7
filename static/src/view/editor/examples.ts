/** The gallery of examples: a title, what there is to see, and its graph in small. Loading one is an edit like any other, so it can be undone. */

import { ask } from "../../api/questions.ts";
import type { Store } from "../../core/store.ts";
import type { Example, Graph } from "../../core/types.ts";
import type { State } from "../../state/state.ts";
import { openExample } from "../../state/state_actions.ts";
import { type Menu, mountMenu } from "../shared/controls/menu.ts";
import { byId, element } from "../shared/dom.ts";

export function mountExamples(store: Store<State>): Pick<Menu, "close"> {
  const button = byId<HTMLButtonElement>("examples-button");
  const panel = byId("examples");
  let entries = store.get().examples.map(entryOf);
  panel.append(...entries.map(({ entry }) => entry));

  function entryOf(example: Example) {
    const picture = element("span", { class: "example-picture", "aria-hidden": "true" });
    const entry = element(
      "button",
      { type: "button", class: "example" },
      picture,
      element("span", { class: "example-title" }, example.title),
      element("span", { class: "example-sentence" }, example.sentence),
    );
    entry.addEventListener("click", () => {
      store.dispatch(openExample(example));
      menu.close();
    });
    return { example, entry, picture };
  }

  /** One after the other, when they are first looked at: nobody waits for a picture. */
  async function drawPictures(): Promise<void> {
    const { sketchOf } = await import("../shared/sketch.ts");
    for (const { example, picture } of entries) {
      const reply = await ask<Graph>("graph", { program: example.program });
      const sketch = "answer" in reply ? sketchOf(reply.answer) : null;
      if (sketch) picture.replaceChildren(sketch);
    }
  }

  let drawn = false;

  const current = () => entries.find(({ example }) => example.program === store.get().program);
  const menu = mountMenu(button, panel, {
    opened() {
      if (!drawn) {
        drawn = true;
        drawPictures().catch(() => void (drawn = false));
      }
      for (const each of entries) each.entry.setAttribute("aria-current", String(each === current()));
    },
    entry: () => current()?.entry,
  });
  store.subscribe((state, previous) => {
    if (state.examples === previous.examples) return;
    entries = state.examples.map(entryOf);
    panel.replaceChildren(...entries.map(({ entry }) => entry));
  });
  // The other pages lead here by a link.
  if (new URLSearchParams(location.search).has("examples")) {
    history.replaceState(null, "", location.pathname + location.hash);
    menu.show(true);
  }
  return menu;
}
