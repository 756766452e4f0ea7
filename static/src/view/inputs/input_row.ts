/** One input: its name, its number, a slider, and the gradient as far as the timeline has got. Says what the user did; decides nothing. */

import { formatList, formatLiteral } from "../../core/literals.ts";
import { contains, isExpression, isTooLarge, parseValue, type Range, rangeFor } from "../../core/ranges.ts";
import type { Value } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import {
  DIGITS,
  formatArray,
  formatBeginning,
  formatFullValue,
  formatShape,
  formatValue,
  formatWithin,
  isScalar,
  NOT_COMPUTED,
  shapeOf,
  signOf,
  toNumber,
} from "../../text/format.ts";
import { createAnimation } from "../shared/animation.ts";
import { element, icon } from "../shared/dom.ts";
import { createRangeFields } from "./input_range.ts";

/** Characters that the field has room for (css/editor/inputs.css). */
const FIELD_WIDTH = 7;
/** Characters that the column of gradients has room for (css/editor/inputs.css). */
const GRADIENT_WIDTH = 8;
/** The same of the line below a list. */
const LIST_WIDTH = 18;
/** In letters; of a longer name a part is shown. */
export const LONGEST_NAME = 10;

export interface RowPorts {
  /** The slider moves: show it, but do not write it down yet. */
  preview(value: number): void;
  /** The value is meant: write it down. `step` says how many digits it deserves. */
  commit(value: Value, step: number): void;
  /** An expression instead of a number, such as `pi/4` or `2*b`. */
  express(text: string): void;
  /** Back to what the program says. */
  reset(): void;
  /** The user has chosen the slider's range. */
  setRange(range: Range): void;
  select(): void;
  hover(over: boolean): void;
  /** Whether a name means something in the program: a value, an operation, a constant. */
  isKnown(name: string): boolean;
  mayMove(): boolean;
}

export interface RowData {
  readonly value: Value;
  /** The slider's range where the user has chosen one; else one that suits the value. */
  readonly range: Range | null;
  /** As far as the timeline has got; null while nothing has arrived. */
  readonly gradient: Value | null;
  /** How many of its contributions it is the sum of; null where no more are to come. */
  readonly soFar?: { readonly landed: number; readonly count: number } | null;
  /** Whether it means nothing, because a value on its way is NaN. */
  readonly isLost: boolean;
  /** The program gives the name no number. */
  readonly free: boolean;
  /** Nor does anything else, so that it counts as 1. */
  readonly assumed: boolean;
  readonly overridden: boolean;
  readonly selected: boolean;
  readonly lit: boolean;
  readonly disabled: boolean;
  /** Why the value cannot be computed with; null where it can, or where that is not known yet. */
  readonly refusal?: string | null;
}

export interface InputRow {
  readonly root: HTMLElement;
  /** What its name is shown as: the whole, or what is left of it under a heading, in at most `LONGEST_NAME` letters. */
  call(label: string): void;
  show(data: RowData): void;
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

const pen = document.createElement("canvas").getContext("2d");

/** Whether a text has room in a width; the page is not laid out for it. */
function hasRoom(text: string, font: string, width: number): boolean {
  if (pen === null) return false;
  pen.font = font;
  return pen.measureText(text).width <= width;
}

export function createInputRow(name: string, ports: RowPorts): InputRow {
  let range: Range | null = null;
  let dragging = false;
  let wasRefused = false;
  /** All digits of the value, which the field shows while it is being edited. */
  let full = "";
  /** Writes as much of a long gradient as has room: what there was when the browser last laid it out. */
  let writeGradient = (): void => {};
  let room = { width: 0, font: "" };
  const roomOfGradient = new ResizeObserver(() => {
    const { fontWeight, fontSize, fontFamily, paddingLeft } = getComputedStyle(gradient);
    room = { width: gradient.clientWidth - parseFloat(paddingLeft), font: `${fontWeight} ${fontSize} ${fontFamily}` };
    writeGradient();
  });
  const nameButton = element("button", {
    type: "button",
    class: "input-name",
    title: say("show-where-used", { name }),
    "aria-label": name,
  });
  const number = element("input", {
    class: "field input-number",
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    "aria-label": say("value-of", { name }),
  });
  const slider = element("input", { class: "slider", type: "range", "aria-label": say("slider-of", { name }) });
  // No `output`, which is a live region: what a step does, the timeline's sentence says; a row for each input would speak before it.
  const gradient = element("span", { class: "input-gradient", role: "group", "aria-label": say("gradient-of", { name }) });
  const advice = element("p", { class: "input-note is-advice", role: "alert", hidden: true });
  const rangeButton = element(
    "button",
    {
      type: "button",
      class: "icon-button input-range-button",
      "aria-expanded": "false",
      "aria-label": say("range-of-slider-of", { name }),
      title: say("range-of-slider"),
    },
    icon("range"),
  );
  const playButton = element("button", {
    type: "button",
    class: "icon-button input-play-button",
    "aria-pressed": "false",
    "aria-label": say("move-by-itself", { name }),
  });
  const rangeFields = createRangeFields((changed) => ports.setRange(changed));
  const note = element("p", { class: "input-note" });
  const reset = element("button", { type: "button", class: "link-button" }, say("reset-input"));
  const root = element(
    "div",
    { class: "input-row", role: "group", "aria-label": name },
    nameButton,
    number,
    slider,
    gradient,
    element("span", { class: "input-tools" }, playButton, rangeButton),
    advice,
    note,
    rangeFields.root,
  );

  function setRange(changed: Range): void {
    range = changed;
    slider.min = String(changed.smallest);
    slider.max = String(changed.largest);
    slider.step = String(changed.step);
    rangeFields.show(changed);
  }

  /** `why`: what is wrong with a value that the program cannot take. */
  function accept(valid: boolean, why?: string): void {
    number.setAttribute("aria-invalid", String(!valid));
    advice.hidden = valid;
    const text = why ?? say(isTooLarge(number.value) ? "value-too-large" : "write-a-value");
    if (!valid && advice.textContent !== text) advice.textContent = text;
  }

  function commitTyped(): void {
    const value = parseValue(number.value);
    const expressed = value === null && isExpression(number.value, ports.isKnown);
    accept(value !== null || expressed);
    if (number.value === full || (value === null && !expressed)) return;
    // Browsers report Enter twice, as a key and as a change.
    full = number.value;
    if (value === null) ports.express(number.value.trim());
    else ports.commit(value, 0);
  }

  const animation = createAnimation({
    range: () => range,
    value: () => slider.valueAsNumber,
    move(value) {
      slider.value = String(value);
      number.value = formatLiteral(value, range?.step);
      ports.preview(Number(number.value));
    },
    ended(value) {
      showPlaying(false);
      ports.commit(Number(formatLiteral(value, range?.step)), range?.step ?? 0);
    },
    mayMove: () => ports.mayMove(),
  });

  /** While its number moves, what follows from it is to be seen, so nothing is dimmed for the pointer's sake. */
  function moveOn(moving: boolean): void {
    if (dragging === moving) return;
    dragging = moving;
    ports.hover(!moving && root.matches(":hover"));
  }

  function showPlaying(playing: boolean): void {
    moveOn(playing);
    playButton.setAttribute("aria-pressed", String(playing));
    playButton.title = playing ? say("stop") : say("let-move", { name });
    playButton.replaceChildren(icon(playing ? "pause" : "play"));
  }
  showPlaying(false);
  playButton.addEventListener("click", () => {
    if (animation.stop()) return;
    showPlaying(true);
    animation.start();
  });
  slider.addEventListener("pointerdown", () => void animation.stop());

  nameButton.addEventListener("click", () => ports.select());
  root.addEventListener("pointerenter", () => ports.hover(!dragging));
  root.addEventListener("pointerleave", () => ports.hover(false));
  reset.addEventListener("click", () => ports.reset());
  const toggleRange = (): void => rangeButton.setAttribute("aria-expanded", String(rangeFields.toggle()));
  rangeButton.addEventListener("click", toggleRange);
  // Out of a field, not out of the row.
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const isOfRange = rangeFields.root.contains(event.target);
    if (isOfRange) toggleRange();
    (isOfRange ? rangeButton : nameButton).focus();
  });
  slider.addEventListener("input", () => {
    moveOn(true);
    number.value = formatLiteral(slider.valueAsNumber, range?.step);
    ports.preview(Number(number.value));
  });
  slider.addEventListener("change", () => {
    moveOn(false);
    ports.commit(Number(formatLiteral(slider.valueAsNumber, range?.step)), range?.step ?? 0);
  });
  number.addEventListener("focus", () => void (number.value = full));
  number.addEventListener("blur", () => {
    const value = parseValue(full);
    if (number.getAttribute("aria-invalid") !== "true" && value !== null) number.value = shortened(value);
  });
  number.addEventListener("change", commitTyped);
  number.addEventListener("keydown", (event) => {
    // What is being typed is taken back by the field itself; only what has been meant is an edit of the page.
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && number.value !== full) event.stopPropagation();
    if (event.key === "Enter") return commitTyped();
    if (event.key === "Escape") {
      number.value = full;
      return accept(true);
    }
    const current = parseValue(number.value);
    if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || typeof current !== "number" || range === null) return;
    event.preventDefault();
    number.value = formatLiteral(current + (event.key === "ArrowUp" ? range.step : -range.step), range.step);
    commitTyped();
  });

  function showValue({ value, range: ofRow, disabled, refusal }: RowData): void {
    const scalar = isScalar(value);
    slider.hidden = !scalar;
    rangeButton.hidden = !scalar;
    playButton.hidden = !scalar;
    root.classList.toggle("is-tensor", !scalar);
    slider.disabled = disabled;
    // Who writes in it goes on writing: what loses the focus would send the next letters to the page.
    number.readOnly = disabled;
    number.disabled = disabled && document.activeElement !== number;
    if (disabled || !scalar) animation.stop();
    if (dragging) return;
    const before = full;
    full = scalar ? formatLiteral(toNumber(value)) : formatList(value);
    number.title = full;
    // What is being typed stays: the value of before may arrive in its middle.
    if (document.activeElement !== number) {
      number.value = shortened(value);
      accept(true);
    } else if (number.value === before) number.value = full;
    // The field may have the focus still when the program can take its value at last.
    if (refusal) accept(false, refusal);
    else if (wasRefused) accept(true);
    wasRefused = Boolean(refusal);
    if (!scalar) return;
    const current = toNumber(value);
    const usual = range !== null && contains(range, current) ? range : rangeFor(current);
    // A value beyond the chosen range is shown all the same: the slider widens, the choice stays.
    const wanted = ofRow === null || !contains(ofRow, current) ? usual : ofRow;
    if (range === null || JSON.stringify(wanted) !== JSON.stringify(range)) setRange(wanted);
    slider.value = String(current);
    slider.setAttribute("aria-valuetext", full);
  }

  function showGradient({ gradient: value, isLost, soFar }: RowData): void {
    const marks = (isLost ? 2 : 0) + (soFar ? 1 : 0);
    const number =
      value === null
        ? NOT_COMPUTED
        : isScalar(value)
          ? formatWithin(toNumber(value), DIGITS, GRADIENT_WIDTH - marks)
          : formatValue(value, DIGITS, LIST_WIDTH - marks, true);
    // A sum that is not finished must not pass for the derivative.
    const text = `${isLost && value !== null ? "⚠ " : ""}${number}${soFar ? "…" : ""}`;
    const title =
      formatFullValue(value) +
      (soFar ? `${say("so-far")}\n${say("contributions-arrived", { landed: soFar.landed, count: soFar.count })}` : "");
    // A list longer than that begins below the input's own, and goes on as far as there is room.
    const isLong = value !== null && !isScalar(value) && number === formatArray(shapeOf(value));
    if (isLong !== root.classList.contains("has-long-gradient")) {
      root.classList.toggle("has-long-gradient", isLong);
      if (isLong) roomOfGradient.observe(gradient);
      else roomOfGradient.disconnect();
    }
    if (gradient.dataset.text === text && gradient.title === title) return;
    gradient.dataset.text = text;
    gradient.title = title;
    const sign = value === null || isLost ? 0 : signOf(value);
    gradient.className = `input-gradient ${sign > 0 ? "is-positive" : sign < 0 ? "is-negative" : "is-zero"}`;
    writeGradient = () => {
      const written = (list: string): string => text.replace(number, list);
      const begun = isLong ? formatBeginning(value, DIGITS, (list) => hasRoom(written(list), room.font, room.width)) : null;
      gradient.textContent = begun === null ? text : written(begun);
    };
    writeGradient();
  }

  function showNote({ value, free, assumed, overridden }: RowData): void {
    const about = isScalar(value) ? [] : [say("shape-noted", { shape: formatShape(shapeOf(value)) })];
    if (free && overridden) about.push(say("set-here"));
    else if (assumed) about.push(say("not-given"));
    const text = about.join(" · ");
    if (note.dataset.text === text) return;
    note.dataset.text = text;
    note.hidden = text === "";
    note.replaceChildren(...(free && overridden ? [text, " · ", reset] : [text]));
  }

  return {
    root,
    call: (label) => void (nameButton.textContent = label),
    show(data) {
      showValue(data);
      showGradient(data);
      showNote(data);
      nameButton.classList.toggle("is-selected", data.selected);
      nameButton.setAttribute("aria-pressed", String(data.selected));
      root.classList.toggle("is-lit", data.lit);
    },
  };
}
