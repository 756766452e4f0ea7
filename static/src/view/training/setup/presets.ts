/** The menu of presets: the training runs of the four courses, each with what to look for. Choosing one sets everything up; play starts it. */
import type { Store } from "../../../core/store.ts";
import { isSame } from "../../../training/setup.ts";
import type { StudioState } from "../../../training/state.ts";
import type { Named, Preset } from "../../../training/types.ts";
import { type Menu, mountMenu } from "../../shared/controls/menu.ts";
import { byId, element } from "../../shared/dom.ts";
import { sketchOfData } from "./sketches.ts";

export function mountPresets(store: Store<StudioState>, chosen: (preset: Preset) => void): Pick<Menu, "close"> {
  const button = byId<HTMLButtonElement>("examples-button");
  const panel = byId("examples");
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
      menu.close();
      chosen(preset);
    });
    return { preset, entry };
  });
  panel.append(...entries.map(({ entry }) => entry));

  const current = () => entries.find(({ preset }) => isSame(preset.request, store.get().request));
  const menu = mountMenu(button, panel, {
    opened() {
      for (const each of entries) each.entry.setAttribute("aria-current", String(each === current()));
    },
    entry: () => current()?.entry,
  });
  return menu;
}
