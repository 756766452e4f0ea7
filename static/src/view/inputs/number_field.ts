/** The field with an input's number: takes numbers, lists and expressions, says what is wrong with them, and shows all digits while it is edited. */

import { formatList, formatLiteral } from "../../core/literals.ts";
import { isExpression, isTooLarge, parseValue, type Range } from "../../core/ranges.ts";
import type { Value } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { isScalar, toNumber } from "../../text/format.ts";
import { element } from "../shared/dom.ts";

/** Characters that the field has room for (css/editor/inputs.css). */
const FIELD_WIDTH = 7;

export interface NumberFieldPorts {
  /** The value is meant: write it down. `step` says how many digits it deserves. */
  commit(value: Value, step: number): void;
  /** An expression instead of a number, such as `pi/4` or `2*b`. */
  express(text: string): void;
  /** Whether a name means something in the program: a value, an operation, a constant. */
  isKnown(name: string): boolean;
  /** That of the slider, by whose steps the arrow keys go; null where there is none. */
  range(): Range | null;
}

export interface NumberField {
  readonly input: HTMLInputElement;
  /** What is wrong with what is written. */
  readonly advice: HTMLElement;
  /** The value as the program has it. What is being typed stays. `refusal`: why it cannot be computed with; null where it can. */
  show(value: Value, refusal: string | null): void;
  /** The number of a slider that moves; returns what is written. */
  preview(value: number): number;
}

/** What fits into the field, digits less and never the exponent; the full number is a focus or a hover away. */
function shortened(value: Value): string {
  if (!isScalar(value)) return formatList(value);
  const number = toNumber(value);
  const whole = formatLiteral(number);
  for (let digits = FIELD_WIDTH; digits > 0 && whole.length > FIELD_WIDTH; digits--) {
    const plain = formatLiteral(Number(number.toPrecision(digits))).replace(/\.0$/, "");
    const scientific = number.toExponential(digits - 1).replace("e+", "e");
    const fitting = [plain, scientific].find((text) => text.length <= FIELD_WIDTH);
    if (fitting !== undefined) return fitting;
  }
  return whole;
}

export function createNumberField(name: string, ports: NumberFieldPorts): NumberField {
  /** All digits of the value, which the field shows while it is being edited. */
  let full = "";
  let wasRefused = false;
  const input = element("input", {
    class: "field input-number",
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    "aria-label": say("value-of", { name }),
  });
  const advice = element("p", { class: "input-note is-advice", role: "alert", hidden: true });

  /** `why`: what is wrong with a value that the program cannot take. */
  function accept(valid: boolean, why?: string): void {
    input.setAttribute("aria-invalid", String(!valid));
    advice.hidden = valid;
    const text = why ?? say(isTooLarge(input.value) ? "value-too-large" : "write-a-value");
    if (!valid && advice.textContent !== text) advice.textContent = text;
  }

  function commitTyped(): void {
    const value = parseValue(input.value);
    const expressed = value === null && isExpression(input.value, ports.isKnown);
    accept(value !== null || expressed);
    if (input.value === full || (value === null && !expressed)) return;
    // Browsers report Enter twice, as a key and as a change.
    full = input.value;
    if (value === null) ports.express(input.value.trim());
    else ports.commit(value, 0);
  }

  function onKey(event: KeyboardEvent): void {
    // What is being typed is taken back by the field itself; only what has been meant is an edit of the page.
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && input.value !== full) event.stopPropagation();
    if (event.key === "Enter") return commitTyped();
    if (event.key === "Escape") {
      input.value = full;
      return accept(true);
    }
    const [current, range] = [parseValue(input.value), ports.range()];
    if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || typeof current !== "number" || range === null) return;
    event.preventDefault();
    input.value = formatLiteral(current + (event.key === "ArrowUp" ? range.step : -range.step), range.step);
    commitTyped();
  }

  input.addEventListener("focus", () => void (input.value = full));
  input.addEventListener("blur", () => {
    const value = parseValue(full);
    if (input.getAttribute("aria-invalid") !== "true" && value !== null) input.value = shortened(value);
  });
  input.addEventListener("change", commitTyped);
  input.addEventListener("keydown", onKey);

  return {
    input,
    advice,
    show(value, refusal) {
      const before = full;
      full = isScalar(value) ? formatLiteral(toNumber(value)) : formatList(value);
      input.title = full;
      // What is being typed stays: the value of before may arrive in its middle.
      if (document.activeElement !== input) {
        input.value = shortened(value);
        accept(true);
      } else if (input.value === before) input.value = full;
      // The field may have the focus still when the program can take its value at last.
      if (refusal) accept(false, refusal);
      else if (wasRefused) accept(true);
      wasRefused = Boolean(refusal);
    },
    preview(value) {
      input.value = formatLiteral(value, ports.range()?.step);
      return Number(input.value);
    },
  };
}
