/** Fields of the set-up form: each knows its path in the request, says what is wrong with it beside it, and follows the state. Knows no run. */
import { say } from "../../../messages/messages.ts";
import { concerns, valueAtPath } from "../../../training/setup.ts";
import type { TrainingProblem, TrainingRequest } from "../../../training/types.ts";
import { element, icon, prose } from "../../shared/dom.ts";

export interface Field {
  readonly root: HTMLElement;
  readonly path: string;
  show(request: TrainingRequest, problems: readonly TrainingProblem[]): void;
}

type Change = (path: string, value: unknown) => void;

let counted = 0;

export interface FieldParts {
  readonly path: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly control: HTMLElement;
  /** Beside the control, such as a slider. */
  readonly extra?: HTMLElement | null;
  follow(value: unknown, request: TrainingRequest): void;
  /** A mistake that the page sees by itself: a text that is no number. */
  mistake?(): string | null;
}

/** A label, a control, and the place of its problems. */
export function field({ path, label, hint, control, extra, follow, mistake }: FieldParts): Field {
  counted += 1;
  const name = `field-${counted}`;
  const problem = element("p", { class: "field-problem", id: `${name}-problem`, hidden: true });
  control.id = name;
  control.dataset.path = path;
  const caption = element("label", { for: name, class: "setup-label", title: hint }, label);
  const root = element(
    "div",
    { class: "setup-field" },
    caption,
    element("div", { class: "setup-control" }, extra, control),
    problem,
  );
  return {
    root,
    path,
    show(request, problems) {
      follow(valueAtPath(request, path), request);
      const own = mistake?.() ?? null;
      const reported = problems.find((each) => concerns(each.field, path));
      problem.hidden = own === null && reported === undefined;
      control.setAttribute("aria-invalid", String(!problem.hidden));
      if (problem.hidden) control.removeAttribute("aria-describedby");
      else control.setAttribute("aria-describedby", problem.id);
      const words = own ?? [reported?.message, reported?.hint].filter(Boolean).join(" ");
      if (problem.dataset.words === words) return;
      problem.dataset.words = words;
      problem.replaceChildren(icon("error"), element("span", {}, ...prose(words)));
    },
  };
}

export interface NumberFieldOptions {
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly low?: number | null;
  readonly high?: number | null;
  readonly isWhole?: boolean;
  /** Shown where the request says nothing. */
  readonly usual?: number | null;
  /** What an empty field means; without it an empty field is a mistake. */
  readonly empty?: null;
  readonly placeholder?: string;
  /** A slider beside the field, whose notches are powers where the range spans several. */
  readonly slider?: { readonly low: number; readonly high: number; readonly isLogarithmic?: boolean };
}

/** Digits as people write them: a comma is a decimal point, too. */
function parsed(text: string): number {
  const cleaned = text.trim().replace(",", ".").replace("−", "-");
  return cleaned === "" ? Number.NaN : Number(cleaned);
}

export function numberField(options: NumberFieldOptions, change: Change): Field {
  const { path, slider, isWhole = false } = options;
  const control = element("input", {
    type: "text",
    class: "field setup-number",
    inputmode: isWhole ? "numeric" : "decimal",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: options.placeholder,
  });
  const knob = slider ? createSlider(slider, isWhole, options.label, (value) => change(path, value)) : null;
  let mistake: string | null = null;
  control.addEventListener("input", () => {
    const value = parsed(control.value);
    const isEmpty = control.value.trim() === "" && options.empty === null;
    mistake = isEmpty || Number.isFinite(value) ? null : say("write-field-number");
    if (mistake === null && isWhole && !isEmpty && !Number.isInteger(value)) mistake = say("write-whole");
    if (mistake === null) change(path, isEmpty ? null : value);
    else control.dispatchEvent(new CustomEvent("mistaken", { bubbles: true }));
  });
  control.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    const value = parsed(control.value);
    if (step === 0 || !Number.isFinite(value)) return;
    event.preventDefault();
    change(path, limited(nudged(value, step, isWhole), options));
  });
  return field({
    path,
    label: options.label,
    hint: options.hint,
    control,
    extra: knob?.root ?? null,
    mistake: () => mistake,
    follow(value) {
      const number = typeof value === "number" ? value : (options.usual ?? null);
      if (parsed(control.value) !== number && (mistake === null || document.activeElement !== control)) {
        control.value = number === null ? "" : String(number);
        mistake = null;
      }
      if (number !== null) knob?.show(number);
    },
  });
}

/** One unit of the first digit, as far as one presses an arrow. */
function nudged(value: number, step: number, isWhole: boolean): number {
  if (isWhole) return value + step;
  const unit = value === 0 ? 0.1 : 10 ** Math.floor(Math.log10(Math.abs(value)));
  return Number((value + step * unit * (step < 0 && Math.abs(value) === unit ? 0.1 : 1)).toPrecision(6));
}

function limited(value: number, { low, high }: NumberFieldOptions): number {
  return Math.max(low ?? -Infinity, Math.min(high ?? Infinity, value));
}

function createSlider(
  { low, high, isLogarithmic = false }: NonNullable<NumberFieldOptions["slider"]>,
  isWhole: boolean,
  label: string,
  move: (value: number) => void,
): { root: HTMLElement; show(value: number): void } {
  const [from, to] = isLogarithmic ? [Math.log10(low), Math.log10(high)] : [low, high];
  const step = isLogarithmic ? 0.05 : isWhole ? 1 : Number(((to - from) / 100).toPrecision(2));
  const root = element("input", {
    type: "range",
    class: "slider",
    min: from,
    max: to,
    step,
    "aria-label": say("named-slider", { label }),
  });
  const fill = (): void => root.style.setProperty("--fill", `${(100 * (root.valueAsNumber - from)) / (to - from)}%`);
  root.addEventListener("input", () => {
    fill();
    const value = isLogarithmic ? Number((10 ** root.valueAsNumber).toPrecision(2)) : Number(root.valueAsNumber.toPrecision(4));
    move(value);
  });
  return {
    root,
    show(value) {
      root.value = String(isLogarithmic ? Math.log10(Math.max(low, value)) : value);
      fill();
    },
  };
}

export interface ChoiceFieldOptions {
  readonly path: string;
  readonly label: string;
  readonly choices: readonly { readonly name: string; readonly title: string; readonly sentence?: string }[];
  /** Shown where the request says nothing. */
  readonly usual?: string;
}

export function choiceField({ path, label, choices, usual }: ChoiceFieldOptions, choose: (name: string) => void): Field {
  const control = element(
    "select",
    { class: "field setup-choice" },
    ...choices.map(({ name, title }) => element("option", { value: name }, title)),
  );
  control.addEventListener("change", () => choose(control.value));
  return field({
    path,
    label,
    control,
    follow(value) {
      const name = String(value ?? usual ?? choices[0]?.name);
      control.value = name;
      control.title = choices.find((choice) => choice.name === name)?.sentence ?? "";
    },
  });
}

export function switchField(path: string, label: string, hint: string | undefined, usual: boolean, change: Change): Field {
  const control = element("input", { type: "checkbox", class: "setup-switch" });
  control.addEventListener("change", () => change(path, control.checked));
  return field({ path, label, hint, control, follow: (value) => void (control.checked = (value ?? usual) === true) });
}

export function textField(
  path: string,
  label: string,
  attributes: Record<string, string | number>,
  change: (text: string) => void,
): Field {
  const control = element("textarea", {
    class: "field setup-text",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    ...attributes,
  });
  control.addEventListener("input", () => change(control.value));
  const made = field({
    path,
    label,
    control,
    follow(value) {
      if (typeof value === "string" && control.value !== value) control.value = value;
    },
  });
  made.root.classList.add("is-tall");
  return made;
}

/** A whole number with a button on each side: layers, neurons. */
export function stepper(label: string, value: number, low: number, high: number, change: (value: number) => void): HTMLElement {
  const button = (name: string, by: number, picture: string): HTMLElement => {
    const made = element(
      "button",
      {
        type: "button",
        class: "icon-button stepper-button",
        "aria-label": name,
        "data-path": `${label} ${by}`,
        "aria-disabled": String(value + by < low || value + by > high),
      },
      icon(picture),
    );
    made.addEventListener("click", () => {
      if (value + by >= low && value + by <= high) change(value + by);
    });
    return made;
  };
  return element(
    "div",
    { class: "stepper", role: "group", "aria-label": label },
    button(say("one-fewer", { label }), -1, "minus"),
    element("output", { class: "stepper-value numbers" }, String(value)),
    button(say("one-more", { label }), 1, "plus"),
  );
}
