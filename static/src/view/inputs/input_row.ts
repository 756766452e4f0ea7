/** One input: its name, its number, a slider, and the gradient as far as the timeline has got. Says what the user did; decides nothing. */

import { formatLiteral } from "../../core/literals.ts";
import { contains, type Range, rangeFor } from "../../core/ranges.ts";
import type { Value } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { formatShape, isScalar, shapeOf, toNumber } from "../../text/format.ts";
import { type Animation, createAnimation } from "../shared/animation.ts";
import { element, icon } from "../shared/dom.ts";
import { createInputGradient, type GradientData } from "./input_gradient.ts";
import { createRangeFields, type RangeFields } from "./input_range.ts";
import { createNumberField, type NumberField, type NumberFieldPorts } from "./number_field.ts";

/** In letters; of a longer name a part is shown. */
export const LONGEST_NAME = 10;

export interface RowPorts extends Omit<NumberFieldPorts, "range"> {
  /** The slider moves: show it, but do not write it down yet. */
  preview(value: number): void;
  /** Back to what the program says. */
  reset(): void;
  /** The user has chosen the slider's range. */
  setRange(range: Range): void;
  select(): void;
  hover(over: boolean): void;
  mayMove(): boolean;
}

export interface RowData extends GradientData {
  readonly value: Value;
  /** The slider's range where the user has chosen one; else one that suits the value. */
  readonly range: Range | null;
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

export function createInputRow(name: string, ports: RowPorts): InputRow {
  const title = element("span", { class: "input-name", title: say("show-where-used", { name }) });
  const slider = element("input", { class: "slider", type: "range", "aria-label": say("slider-of", { name }) });
  const number = createNumberField(name, { ...ports, range: () => moving.range() });
  const gradient = createInputGradient(name);
  const rangeFields = createRangeFields((changed) => ports.setRange(changed));
  const note = createNote(() => ports.reset());
  const root = element("div", { class: "input-row", role: "group", "aria-label": name, tabindex: -1 });
  const moving = createMoving(name, { root, slider, number, rangeFields }, ports);
  const rangeButton = createRangeButton(name, rangeFields);
  root.append(
    title,
    number.input,
    slider,
    gradient.root,
    element("span", { class: "input-tools" }, moving.button, rangeButton.root),
    number.advice,
    note.root,
    rangeFields.root,
  );
  // The row selects its card: a press beside its fields and buttons, Enter on it or on its slider.
  for (const place of [title, gradient.root]) place.addEventListener("click", () => ports.select());
  root.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "Enter" && (target === root || target === slider)) ports.select();
    // Out of a field, not out of the row.
    if (key !== "Escape" || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const isOfRange = rangeFields.root.contains(target);
    if (isOfRange) rangeButton.toggle();
    (isOfRange ? rangeButton.root : root).focus();
  });

  function showValue(data: RowData): void {
    const { value, disabled, refusal } = data;
    const isNumber = isScalar(value);
    for (const tool of [slider, rangeButton.root, moving.button]) tool.hidden = !isNumber;
    root.classList.toggle("is-tensor", !isNumber);
    slider.disabled = disabled;
    // Who writes in it goes on writing: what loses the focus would send the next letters to the page.
    number.input.readOnly = disabled;
    number.input.disabled = disabled && document.activeElement !== number.input;
    if (disabled || !isNumber) moving.stop();
    if (moving.isMoving()) return;
    number.show(value, refusal ?? null);
    if (isNumber) moving.show(toNumber(value), data.range);
  }

  return {
    root,
    call: (label) => void (title.textContent = label),
    show(data) {
      showValue(data);
      root.classList.toggle("has-long-gradient", gradient.show(data));
      note.show(data);
      root.setAttribute("aria-current", String(data.selected));
      root.classList.toggle("is-lit", data.lit);
    },
  };
}

interface Moved {
  readonly root: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly number: NumberField;
  readonly rangeFields: RangeFields;
}

interface Moving {
  /** Lets the number move by itself, or stops it. */
  readonly button: HTMLElement;
  range(): Range | null;
  /** Whether a hand or the animation moves the number. */
  isMoving(): boolean;
  stop(): void;
  /** `wanted`: the range that the user has chosen; null where none is. */
  show(current: number, wanted: Range | null): void;
}

/** The slider, by hand and by itself, and its range. */
function createMoving(name: string, { root, slider, number, rangeFields }: Moved, ports: RowPorts): Moving {
  let range: Range | null = null;
  let isMoving = false;
  const button = element("button", {
    type: "button",
    class: "icon-button input-play-button",
    "aria-pressed": "false",
    "aria-label": say("move-by-itself", { name }),
  });
  const animation: Animation = createAnimation({
    range: () => range,
    value: () => slider.valueAsNumber,
    move(value) {
      slider.value = String(value);
      ports.preview(number.preview(value));
    },
    ended(value) {
      showPlaying(false);
      commit(value);
    },
    mayMove: () => ports.mayMove(),
  });

  function commit(value: number): void {
    ports.commit(Number(formatLiteral(value, range?.step)), range?.step ?? 0);
  }

  /** While its number moves, what follows from it is to be seen, so nothing is dimmed for the pointer's sake. */
  function moveOn(moving: boolean): void {
    if (isMoving === moving) return;
    isMoving = moving;
    ports.hover(!moving && root.matches(":hover"));
  }

  function showPlaying(playing: boolean): void {
    moveOn(playing);
    button.setAttribute("aria-pressed", String(playing));
    button.title = playing ? say("stop") : say("let-move", { name });
    button.replaceChildren(icon(playing ? "pause" : "play"));
  }

  function setRange(changed: Range): void {
    range = changed;
    slider.min = String(changed.smallest);
    slider.max = String(changed.largest);
    slider.step = String(changed.step);
    rangeFields.show(changed);
  }

  showPlaying(false);
  button.addEventListener("click", () => {
    if (animation.stop()) return;
    showPlaying(true);
    animation.start();
  });
  slider.addEventListener("pointerdown", () => void animation.stop());
  slider.addEventListener("input", () => {
    moveOn(true);
    ports.preview(number.preview(slider.valueAsNumber));
  });
  slider.addEventListener("change", () => {
    moveOn(false);
    commit(slider.valueAsNumber);
  });
  root.addEventListener("pointerenter", () => ports.hover(!isMoving));
  root.addEventListener("pointerleave", () => ports.hover(false));

  return {
    button,
    range: () => range,
    isMoving: () => isMoving,
    stop: () => void animation.stop(),
    show(current, chosen) {
      const usual = range !== null && contains(range, current) ? range : rangeFor(current);
      // A value beyond the chosen range is shown all the same: the slider widens, the choice stays.
      const wanted = chosen === null || !contains(chosen, current) ? usual : chosen;
      if (range === null || JSON.stringify(wanted) !== JSON.stringify(range)) setRange(wanted);
      slider.value = String(current);
      slider.setAttribute("aria-valuetext", formatLiteral(current));
    },
  };
}

function createRangeButton(name: string, fields: RangeFields): { root: HTMLElement; toggle(): void } {
  const root = element(
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
  const toggle = (): void => root.setAttribute("aria-expanded", String(fields.toggle()));
  root.addEventListener("click", toggle);
  return { root, toggle };
}

/** What is to be known of the value, in a line below it. */
function createNote(takeBack: () => void): { root: HTMLElement; show(data: RowData): void } {
  const root = element("p", { class: "input-note" });
  const reset = element("button", { type: "button", class: "link-button" }, say("reset-input"));
  reset.addEventListener("click", takeBack);
  return {
    root,
    show({ value, free, assumed, overridden }) {
      const about = isScalar(value) ? [] : [say("shape-noted", { shape: formatShape(shapeOf(value)) })];
      if (free && overridden) about.push(say("set-here"));
      else if (assumed) about.push(say("not-given"));
      const text = about.join(" · ");
      if (root.dataset.text === text) return;
      root.dataset.text = text;
      root.hidden = text === "";
      root.replaceChildren(...(free && overridden ? [text, " · ", reset] : [text]));
    },
  };
}
