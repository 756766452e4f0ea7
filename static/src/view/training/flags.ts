/** Flags over the run bar, one at each step from which on the run had another set-up; an open one offers to undo the change. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { setupTexts } from "../../training/results/log.ts";
import { lengthOf, nearestMoment } from "../../training/run.ts";
import type { StudioState } from "../../training/state.ts";
import { openFlag, showMoment } from "../../training/state_actions.ts";
import { element, icon } from "../shared/dom.ts";
import { setText } from "../shared/svg.ts";

type SetupText = ReturnType<typeof setupTexts>[number];

/** `scrubber`: takes the focus where the flag that has it, or whose card has it, goes away. */
export function createFlags(
  store: Store<StudioState>,
  undo: (step: number) => void,
  scrubber: HTMLElement,
): { readonly root: HTMLElement; readonly card: HTMLElement; show(state: StudioState): void } {
  const root = element("div", { class: "run-flags" });
  const text = element("p", {});
  const back = element("button", { type: "button", class: "solid-button" }, say("undo-change"));
  const close = element("button", { type: "button", class: "icon-button", "aria-label": say("close") }, icon("close"));
  const card = element(
    "div",
    { class: "run-flag-card", role: "group", "aria-label": say("flag"), hidden: true },
    text,
    back,
    close,
  );
  let flagged = "";
  let flags: ReadonlyMap<number, HTMLButtonElement> = new Map();
  let shown: number | null = null;

  back.addEventListener("click", () => {
    const { flag } = store.get();
    if (typeof flag === "number") undo(flag);
  });
  close.addEventListener("click", () => store.dispatch(openFlag(null)));
  for (const part of [root, card])
    part.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || card.hidden) return;
      event.stopPropagation();
      store.dispatch(openFlag(null));
    });

  function open(step: number): void {
    const { run, flag } = store.get();
    store.dispatch(openFlag(flag === step ? null : step));
    if (run && run.state !== "running") store.dispatch(showMoment(nearestMoment(run, step)));
  }

  function createFlag({ step, text: title }: SetupText): HTMLButtonElement {
    const flag = element(
      "button",
      { type: "button", class: "run-flag", title, "aria-label": title, "data-step": step },
      icon("flag"),
    );
    flag.addEventListener("click", () => open(step));
    return flag;
  }

  function focusFlag(step: number): void {
    (flags.get(step) ?? scrubber).focus({ preventScroll: true });
  }

  function draw(changes: readonly SetupText[], length: number): void {
    const key = JSON.stringify(changes);
    if (key !== flagged) {
      flagged = key;
      flags = new Map(changes.map((change) => [change.step, createFlag(change)]));
      const before = root.contains(document.activeElement) ? Number((document.activeElement as HTMLElement).dataset.step) : null;
      root.replaceChildren(...flags.values());
      if (before !== null) focusFlag(before);
    }
    for (const [step, flag] of flags) flag.style.left = `${(100 * step) / length}%`;
  }

  /** The card goes away: where the focus was in it, it comes to the card's flag. */
  function hide(): void {
    const step = shown;
    shown = null;
    if (step !== null && card.contains(document.activeElement)) focusFlag(step);
    card.hidden = true;
  }

  return {
    root,
    card,
    show({ run, flag, options }) {
      const changes = run ? setupTexts(run, options) : [];
      draw(changes, run ? Math.max(1, lengthOf(run)) : 1);
      const opened = changes.find(({ step }) => step === flag);
      if (!opened) return hide();
      shown = opened.step;
      card.hidden = false;
      setText(text, opened.text);
    },
  };
}
