/** The gradient of an input in its row, as far as the timeline has got: of a long list, as much as has room. */

import type { Value } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import {
  DIGITS,
  formatArray,
  formatBeginning,
  formatFullValue,
  formatValue,
  formatWithin,
  isScalar,
  NOT_COMPUTED,
  shapeOf,
  signOf,
  toNumber,
} from "../../text/format.ts";
import { element } from "../shared/dom.ts";

/** Characters that the column of gradients has room for (css/editor/inputs.css). */
const GRADIENT_WIDTH = 8;
/** The same of the line below a list. */
const LIST_WIDTH = 18;

export interface GradientData {
  /** null while nothing has arrived. */
  readonly gradient: Value | null;
  /** How many of its contributions it is the sum of; null where no more are to come. */
  readonly soFar?: { readonly landed: number; readonly count: number } | null;
  /** Whether it means nothing, because a value on its way is NaN. */
  readonly isLost: boolean;
}

export interface InputGradient {
  readonly root: HTMLElement;
  /** Returns whether it is a list that begins below the input's own, and goes on as far as there is room. */
  show(data: GradientData): boolean;
}

const pen = document.createElement("canvas").getContext("2d");

/** Whether a text has room in a width; the page is not laid out for it. */
function hasRoom(text: string, font: string, width: number): boolean {
  if (pen === null) return false;
  pen.font = font;
  return pen.measureText(text).width <= width;
}

/** What is written of a gradient, and what its tooltip says. */
function wordsOf({ gradient, isLost, soFar }: GradientData): { number: string; text: string; title: string } {
  const marks = (isLost ? 2 : 0) + (soFar ? 1 : 0);
  const number =
    gradient === null
      ? NOT_COMPUTED
      : isScalar(gradient)
        ? formatWithin(toNumber(gradient), DIGITS, GRADIENT_WIDTH - marks)
        : formatValue(gradient, DIGITS, LIST_WIDTH - marks, true);
  const landed = soFar ? `${say("so-far")}\n${say("contributions-arrived", { landed: soFar.landed, count: soFar.count })}` : "";
  return {
    number,
    // A sum that is not finished must not pass for the derivative.
    text: `${isLost && gradient !== null ? "⚠ " : ""}${number}${soFar ? "…" : ""}`,
    title: formatFullValue(gradient) + landed,
  };
}

export function createInputGradient(name: string): InputGradient {
  // No `output`, which is a live region: what a step does, the timeline's sentence says; a row for each input would speak before it.
  const root = element("span", { class: "input-gradient", role: "group", "aria-label": say("gradient-of", { name }) });
  /** Writes as much of a long gradient as has room: what there was when the browser last laid it out. */
  let write = (): void => {};
  let isLong = false;
  let room = { width: 0, font: "" };
  const resized = new ResizeObserver(() => {
    const { fontWeight, fontSize, fontFamily, paddingLeft } = getComputedStyle(root);
    room = { width: root.clientWidth - parseFloat(paddingLeft), font: `${fontWeight} ${fontSize} ${fontFamily}` };
    write();
  });

  function watch(isLongNow: boolean): void {
    if (isLongNow === isLong) return;
    isLong = isLongNow;
    if (isLong) resized.observe(root);
    else resized.disconnect();
  }

  return {
    root,
    show(data) {
      const { gradient: value, isLost } = data;
      const { number, text, title } = wordsOf(data);
      const long = value !== null && !isScalar(value) && number === formatArray(shapeOf(value)) ? value : null;
      watch(long !== null);
      if (root.dataset.text === text && root.title === title) return isLong;
      root.dataset.text = text;
      root.title = title;
      const sign = value === null || isLost ? 0 : signOf(value);
      root.className = `input-gradient ${sign > 0 ? "is-positive" : sign < 0 ? "is-negative" : "is-zero"}`;
      write = () => {
        const written = (list: string): string => text.replace(number, list);
        const begun = long && formatBeginning(long, DIGITS, (list) => hasRoom(written(list), room.font, room.width));
        root.textContent = begun === null ? text : written(begun);
      };
      write();
      return isLong;
    },
  };
}
