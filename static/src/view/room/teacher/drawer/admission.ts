/** Who may join a class: nobody more, or only who chooses a name. */

import { say } from "../../../../messages/messages.ts";
import type { Settings } from "../../../../room/messages.ts";
import { element } from "../../../shared/dom.ts";
import { toggle } from "./toggle.ts";

export interface Admission {
  readonly root: HTMLElement;
  show(settings: Settings): void;
}

export function createAdmission(set: (changes: Partial<Settings>) => void): Admission {
  const locked = toggle(say("lock"), (on) => set({ locked: on }));
  const named = toggle(say("choose-a-name"), (on) => set({ named: on }));
  return {
    root: element("fieldset", { class: "drawer-group" }, element("legend", {}, say("who-comes-in")), locked.root, named.root),
    show(settings) {
      locked.show(settings.locked);
      named.show(settings.named);
    },
  };
}
