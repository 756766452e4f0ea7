/** The fields of one axis of a sweep: which setting is varied, and the values it takes. */
import type { Store } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import type { StudioState } from "../../../training/state.ts";
import {
  type Axis,
  axisText,
  readAxis,
  type SettingName,
  settingsOf,
  settingTitle,
  usualAxis,
} from "../../../training/sweep/swept_settings.ts";
import type { TrainingRequest } from "../../../training/types.ts";
import { element } from "../../shared/dom.ts";

export interface AxisFields {
  readonly root: HTMLElement;
  /** null where nothing is chosen, or what is typed are no values. */
  axis(): Axis | null;
  readonly isChosen: () => boolean;
  /** Takes the settings that the set-up has. */
  fit(request: TrainingRequest): void;
}

interface AxisKind {
  readonly label: string;
  /** The setting that is suggested. */
  readonly first: SettingName;
  /** Whether a sweep needs no such axis. */
  readonly isOptional: boolean;
}

/** `onChange` is called after another choice, and with what is typed. */
export function createAxisFields(
  studio: Store<StudioState>,
  { label, first, isOptional }: AxisKind,
  onChange: () => void,
): AxisFields {
  const { options } = studio.get();
  const choice = element("select", { class: "field", "aria-label": label });
  const values = element("input", { type: "text", class: "field sweep-values", spellcheck: "false" });
  const read = (): Axis | { readonly mistake: string } | null =>
    choice.value === "" ? null : readAxis(choice.value as SettingName, values.value, options);
  function suggest(): void {
    values.disabled = choice.value === "";
    const { request } = studio.get();
    values.value = choice.value === "" ? "" : axisText(usualAxis(choice.value as SettingName, request, options), options);
    values.setAttribute(
      "aria-label",
      choice.value === "" ? "" : say("sweep-values", { setting: settingTitle(choice.value as SettingName) }),
    );
  }
  choice.addEventListener("change", () => {
    suggest();
    onChange();
  });
  values.addEventListener("input", onChange);
  let fitted = "";
  return {
    root: element("div", { class: "sweep-axis" }, element("span", { class: "setup-label" }, label), choice, values),
    isChosen: () => choice.value !== "",
    axis() {
      const axis = read();
      values.setAttribute("aria-invalid", String(axis !== null && "mistake" in axis));
      return axis === null || "mistake" in axis ? null : axis;
    },
    fit(request) {
      const settings = settingsOf(request);
      if (settings.join() === fitted) return;
      fitted = settings.join();
      const before = choice.value || first;
      choice.replaceChildren(
        ...(isOptional ? [element("option", { value: "" }, say("sweep-nothing"))] : []),
        ...settings.map((name) => element("option", { value: name }, settingTitle(name))),
      );
      choice.value = settings.includes(before as SettingName) ? before : isOptional ? "l2" : "rate";
      suggest();
    },
  };
}
