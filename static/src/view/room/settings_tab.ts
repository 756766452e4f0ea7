/** How the class is held: its name, who may come in, what students' screens leave out, what was answered, and its end. */
import { PARTS, type Part } from "../../core/parts.ts";
import type { Settings } from "../../room/messages.ts";
import type { Room } from "../../room/room.ts";
import { element } from "../dom.ts";
import { notify } from "../notice.ts";
import { download } from "../picture_file.ts";
import type { DrawerPart, DrawerPorts } from "./drawer_part.ts";
import { button } from "./parts.ts";

const LONGEST_TITLE = 80;
const SHOWN_PARTS: Readonly<Partial<Record<Part, string>>> = { program: "the program", inputs: "the inputs", explanation: "the explanation", timeline: "the timeline" };

function toggle(label: string, change: (on: boolean) => void): { root: HTMLElement; show(on: boolean): void } {
  const box = element("input", { type: "checkbox" });
  box.addEventListener("change", () => change(box.checked));
  return { root: element("label", { class: "drawer-switch" }, box, element("span", {}, label)), show: (on) => void (box.checked = on) };
}

export function createSettingsTab({ client, questions, code, hide, end }: DrawerPorts): DrawerPart {
  const set = (changes: Partial<Settings>): void => void client.send({ type: "settings", changes });
  let room: Room | null = null;

  const title = element("input", { class: "field drawer-title", maxlength: LONGEST_TITLE, placeholder: "such as Backpropagation, Monday" });
  title.addEventListener("change", () => set({ title: title.value.trim() }));
  const locked = toggle("Lock: nobody new comes in", (on) => set({ locked: on }));
  const named = toggle("Students may choose a name; else one is made up", (on) => set({ named: on }));

  const hiding = PARTS.flatMap((part) => {
    const label = SHOWN_PARTS[part];
    if (label === undefined) return [];
    const made = toggle(`Hide ${label}`, (on) => {
      const others = (room?.view.hiding ?? []).filter((other) => other !== part);
      hide(on ? [...others, part] : others);
    });
    return [{ part, ...made }];
  });

  async function save(format: "csv" | "json"): Promise<void> {
    const file = await questions.results(format);
    if (file) download(file, `class-${code}.${format}`);
    else notify("The results did not come. Is there a connection? Then press once more.");
  }

  const closing = element("div", { class: "drawer-row" });
  function offerEnd(): void {
    closing.replaceChildren(button("End the class", askAgain));
  }
  function askAgain(): void {
    const sure = button("End it now", end, "solid-button");
    closing.replaceChildren(element("span", {}, "All screens are let go, and the code no longer works."), sure, button("Go on", offerEnd, "link-button"));
    sure.focus();
  }
  offerEnd();

  const root = element(
    "div",
    { class: "drawer-part" },
    element("label", { class: "drawer-label" }, "Name of the class", title),
    element("fieldset", { class: "drawer-group" }, element("legend", {}, "Who comes in"), locked.root, named.root),
    element("fieldset", { class: "drawer-group" }, element("legend", {}, "On the students' screens"), ...hiding.map((each) => each.root)),
    element("h3", {}, "Answers"),
    element("div", { class: "drawer-row" }, button("Download CSV", () => void save("csv")), button("Download JSON", () => void save("json"))),
    element("h3", {}, "End"),
    closing,
  );
  return {
    root,
    show(now) {
      room = now;
      if (document.activeElement !== title) title.value = now.settings.title;
      locked.show(now.settings.locked);
      named.show(now.settings.named);
      for (const { part, show } of hiding) show(now.view.hiding.includes(part));
    },
  };
}
