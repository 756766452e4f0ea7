/** Where a slider begins and ends, and how far one step goes: three small fields that open below it. */
import { isRange, parseValue, type Range } from "../../core/ranges.ts";
import { say } from "../../messages/messages.ts";
import { element } from "../shared/dom.ts";

export interface RangeFields {
  readonly root: HTMLElement;
  show(range: Range): void;
  /** Whether they are seen now. */
  toggle(): boolean;
}

export function createRangeFields(change: (range: Range) => void): RangeFields {
  const fields = [say("ledger-from"), say("ledger-to"), say("descent-step")].map((label) => ({
    label,
    field: element("input", { class: "field", type: "text", inputmode: "decimal" }),
  }));
  const root = element(
    "div",
    { class: "input-range", hidden: true },
    ...fields.map(({ label, field }) => element("label", {}, label, field)),
  );
  root.addEventListener("change", () => {
    const [smallest, largest, step] = fields.map(({ field }) => parseValue(field.value));
    const valid =
      typeof smallest === "number" &&
      typeof largest === "number" &&
      typeof step === "number" &&
      isRange({ smallest, largest, step });
    for (const { field } of fields) field.setAttribute("aria-invalid", String(!valid));
    if (valid) change({ smallest, largest, step });
  });
  return {
    root,
    show({ smallest, largest, step }) {
      for (const [index, value] of [smallest, largest, step].entries()) fields[index]!.field.value = String(value);
    },
    toggle() {
      root.hidden = !root.hidden;
      return !root.hidden;
    },
  };
}
