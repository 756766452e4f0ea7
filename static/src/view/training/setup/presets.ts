/** The menu of presets: the training runs of the four courses, each with what to look for. Choosing one sets everything up; play starts it. */
import type { Store } from "../../../core/store.ts";
import { isSame } from "../../../training/setup.ts";
import type { StudioState } from "../../../training/state.ts";
import type { Named, Preset } from "../../../training/types.ts";
import { byId, element } from "../../shared/dom.ts";
import { sketchOfData } from "./sketches.ts";

export function mountPresets(store: Store<StudioState>, chosen: (preset: Preset) => void): { close(): boolean } {
  const button = byId<HTMLButtonElement>("presets-button");
  const panel = byId("presets");
  const { options } = store.get();

  const entries = options.presets.map((preset) => {
    const data = options.datasets.find(({ name }) => name === (preset.request.data as Named).name);
    const entry = element(
      "button",
      { type: "button", class: "example" },
      element("span", { class: "example-picture preset-picture", "aria-hidden": "true" }, data ? sketchOfData(data) : null),
      element("span", { class: "example-title" }, preset.title),
      element(
        "span",
        { class: "example-sentence" },
        preset.sentence,
        element("span", { class: "preset-expected" }, preset.expected),
      ),
    );
    entry.addEventListener("click", () => {
      show(false);
      button.focus();
      chosen(preset);
    });
    return { preset, entry };
  });
  panel.append(...entries.map(({ entry }) => entry));

  function show(shown: boolean): void {
    panel.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
    if (!shown) return;
    const { request } = store.get();
    for (const { preset, entry } of entries) entry.setAttribute("aria-current", String(isSame(preset.request, request)));
    (entries.find(({ entry }) => entry.getAttribute("aria-current") === "true") ?? entries[0])?.entry.focus();
  }

  button.addEventListener("click", () => show(panel.hidden === true));
  panel.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const focused = entries.findIndex(({ entry }) => entry === document.activeElement);
    entries[(focused + step + entries.length) % entries.length]?.entry.focus();
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
