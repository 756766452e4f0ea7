/** The field that finds nodes: what is typed becomes the state's `search`; Enter and Shift+Enter walk through what was found. */

import { say } from "../../../messages/messages.ts";
import { SEARCH_HINT } from "../../../scene/search.ts";
import { element, icon } from "../../shared/dom.ts";

export interface SearchPorts {
  look(text: string): void;
  /** To the next one found, or to the one before. */
  walk(direction: 1 | -1): void;
  /** Back to the drawing. */
  leave(): void;
}

export interface SearchBox {
  readonly input: HTMLInputElement;
  /** `found`: how many; null where the text makes no sense, or there is none. `at`: the place of the one selected, from 0; `name`: how it is called. */
  update(text: string, found: number | null, at: number, name: string): void;
}

export function createSearchBox(parent: HTMLElement, ports: SearchPorts): SearchBox {
  const input = element("input", {
    type: "search",
    class: "search-input",
    "aria-label": say("find-nodes"),
    placeholder: say("find"),
    title: SEARCH_HINT,
    spellcheck: "false",
    autocomplete: "off",
  });
  const called = element("span", { class: "visually-hidden" });
  const count = element("span", {});
  const status = element("output", { class: "search-status", "aria-live": "polite" }, called, count);
  const previous = stepButton("‹", say("previous-found"), () => ports.walk(-1));
  const next = stepButton("›", say("next-found"), () => ports.walk(1));
  const root = parent.appendChild(
    element("div", { class: "graph-search", role: "search" }, icon("search"), input, status, previous, next),
  );
  input.addEventListener("input", () => ports.look(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") ports.walk(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      input.value = "";
      ports.look("");
      ports.leave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    input,
    update(text, found, at, name) {
      if (input.value !== text) input.value = text;
      const isWrong = text.trim() !== "" && found === null;
      for (const name of ["is-empty", "at-hand"]) root.classList.toggle(name, text.trim() === "");
      root.classList.toggle("is-wrong", isWrong);
      write(called, name && `${name}, `);
      const words =
        text.trim() === ""
          ? ""
          : found === null
            ? "?"
            : found === 0
              ? say("search-none")
              : at >= 0
                ? say("found-at", { at: at + 1, found })
                : `${found}`;
      write(count, words);
      status.title = isWrong ? SEARCH_HINT : "";
      for (const button of [previous, next]) button.hidden = (found ?? 0) === 0;
    },
  };
}

/** Spoken where it is another text only. */
function write(part: HTMLElement, words: string): void {
  if (part.textContent !== words) part.textContent = words;
}

function stepButton(text: string, title: string, run: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "search-step", title, "aria-label": title, hidden: true }, text);
  button.addEventListener("click", run);
  return button;
}
