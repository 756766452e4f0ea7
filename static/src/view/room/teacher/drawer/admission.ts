/** What a class is called, and who may join it: nobody more, or only who chooses a name. */

import { say } from "../../../../messages/messages.ts";
import type { Settings } from "../../../../room/messages.ts";
import { element } from "../../../shared/dom.ts";
import { toggle } from "./toggle.ts";

const LONGEST_TITLE = 80;

export interface Admission {
  readonly root: HTMLElement;
  show(settings: Settings): void;
}

export function createAdmission(set: (changes: Partial<Settings>) => void): Admission {
  const title = element("input", {
    class: "field drawer-title",
    maxlength: LONGEST_TITLE,
    placeholder: say("such-as-title"),
  });
  title.addEventListener("change", () => set({ title: title.value.trim() }));
  const locked = toggle(say("lock"), (on) => set({ locked: on }));
  const named = toggle(say("choose-a-name"), (on) => set({ named: on }));
  return {
    root: element(
      "div",
      { class: "drawer-part" },
      element("label", { class: "drawer-label" }, say("name-of-class"), title),
      element("fieldset", { class: "drawer-group" }, element("legend", {}, say("who-comes-in")), locked.root, named.root),
    ),
    show(settings) {
      if (document.activeElement !== title) title.value = settings.title;
      locked.show(settings.locked);
      named.show(settings.named);
    },
  };
}
