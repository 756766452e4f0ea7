/** How the class is held: what it is called and who may come in, what students' screens leave out, what was answered, and its end. */

import { PARTS, type Part } from "../../../../core/page_parts.ts";
import { say } from "../../../../messages/messages.ts";
import type { Settings } from "../../../../room/messages.ts";
import type { Room } from "../../../../room/room.ts";
import { element } from "../../../shared/dom.ts";
import { createAdmission } from "./admission.ts";
import { createDownloads } from "./downloads.ts";
import type { DrawerPart, DrawerPorts } from "./drawer_part.ts";
import { createEnding } from "./ending.ts";
import { toggle } from "./toggle.ts";

const SHOWN_PARTS: Readonly<Partial<Record<Part, string>>> = {
  program: say("hide-program"),
  inputs: say("hide-inputs"),
  explanation: say("hide-explanation"),
  timeline: say("hide-timeline"),
};

export function createSettingsTab({ client, questions, code, hasGraph, hide, end }: DrawerPorts): DrawerPart {
  const set = (changes: Partial<Settings>): void => void client.send({ type: "settings", changes });
  let room: Room | null = null;

  const admission = createAdmission(set);

  const hiding = PARTS.flatMap((part) => {
    const label = SHOWN_PARTS[part];
    if (label === undefined) return [];
    const made = toggle(say("hide-label", { label }), (on) => {
      const others = (room?.view.hiding ?? []).filter((other) => other !== part);
      hide(on ? [...others, part] : others);
    });
    return [{ part, ...made }];
  });

  const root = element(
    "div",
    { class: "drawer-part" },
    admission.root,
    hasGraph &&
      element(
        "fieldset",
        { class: "drawer-group" },
        element("legend", {}, say("on-screens")),
        ...hiding.map((each) => each.root),
      ),
    element("h3", {}, say("answers")),
    createDownloads(code, questions, "room-button"),
    element("h3", {}, say("end-class.heading")),
    createEnding(code, questions, end),
  );
  return {
    root,
    show(now) {
      room = now;
      admission.show(now.settings);
      for (const { part, show } of hiding) show(now.view.hiding.includes(part));
    },
  };
}
