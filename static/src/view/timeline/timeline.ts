/** The play bar: the sentence of the frame, the scrubber, the buttons, speed and step size. Buttons run the page's actions by name. */

import { STEP_SIZES, type StepSize } from "../../core/step_sizes.ts";
import { type Store, watch } from "../../core/store.ts";
import { type Records, recordsByName } from "../../explain/captions.ts";
import { badge, longestBadge, narrate } from "../../explain/narration.ts";
import { say } from "../../messages/messages.ts";
import type { ActionName, Actions } from "../../state/actions.ts";
import { SPEEDS } from "../../state/graph_actions.ts";
import type { PictureState } from "../../state/state.ts";
import { chooseSpeed, chooseStepSize, seekTo } from "../../state/state_actions.ts";
import { DIGITS } from "../../text/format.ts";
import { changesOf, scheduleOf, shownAt } from "../../timeline/playback.ts";
import { phaseAt } from "../../timeline/schedule.ts";
import { mountRoving } from "../shared/controls/roving.ts";
import { element, icon } from "../shared/dom.ts";
import { titleWithKey } from "../shared/shortcuts.ts";
import { append, setText } from "../shared/svg.ts";
import { typesetProse } from "../shared/typeset_text.ts";
import { createScrubber } from "./scrubber.ts";

/** Strokes on a grid of 20: a bar and a triangle say more than words on a row of five buttons. */
const ICONS: Readonly<Record<string, string>> = {
  first: "M5 4.5v11M15 5 8 10l7 5z",
  previous: "M13 5 6 10l7 5z",
  play: "M6.5 4.2 15.5 10l-9 5.8z",
  pause: "M7 4.5v11M13 4.5v11",
  next: "M7 5l7 5-7 5z",
  last: "M15 4.5v11M5 5l7 5-7 5z",
};
const BUTTONS = ["first", "previous", "play", "next", "last"] as const satisfies readonly ActionName[];

/** Characters of a sentence that a laptop's stage hardly holds in two lines. */
const LONG = 110;

/** While playing, a screen reader hears no more than one sentence in this time. */
const SPOKEN_EVERY_MILLISECONDS = 3000;
const SPOKEN_AFTER_MILLISECONDS = 200;
const MEASURED_AFTER_MILLISECONDS = 300;

const SHOWN = [
  "graph",
  "graphProgram",
  "operations",
  "position",
  "shown",
  "playing",
  "speed",
  "stepSize",
  "breakpoints",
  "projector",
] as const;

export function mountTimeline(root: HTMLElement, store: Store<PictureState>, actions: Actions): void {
  const sentence = element("p", { class: "narration" });
  const spoken = createSpoken();
  const scrubber = createScrubber((position) => store.dispatch(seekTo(position)));
  // The sentence is what is heard at a step.
  const place = element("output", { class: "badge", "aria-live": "off" });
  const buttons = new Map(BUTTONS.map((name) => [name, actionButton(name, actions)]));
  const speed = choice(
    say("speed"),
    SPEEDS.map((value) => [String(value), `${value}×`]),
    (value) => store.dispatch(chooseSpeed(Number(value))),
  );
  const stepSize = choice(
    say("step-size"),
    STEP_SIZES.map((value) => [value, say(`step-size-${value}`)]),
    (value) => store.dispatch(chooseStepSize(value as StepSize)),
  );
  const transport = element("div", { class: "transport", "aria-label": say("group-playback") }, ...buttons.values());
  const pace = element("span", {});
  const more = element("button", { type: "button", class: "transport-button timeline-more" }, pace, icon("chevron"));
  more.title = say("timeline-more");
  more.setAttribute("aria-expanded", "false");
  // The choices are behind a button that shows the speed; style sheets know where.
  more.addEventListener("click", () => more.setAttribute("aria-expanded", String(root.toggleAttribute("data-more"))));
  const settings = element("div", { class: "timeline-settings" }, stepSize.root, speed.root);
  const bar = element("div", { class: "timeline-bar is-below" }, transport, place, settings, more);
  // The buttons come first for the keyboard, so that Play is near; the style sheet draws them below the scrubber.
  root.append(sentence, bar, scrubber.root, spoken.root);
  mountRoving(transport, () => buttons.get("play")!);
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", say("timeline"));

  let records: Records = recordsByName(store.get().operations);
  let measuring = 0;

  /** Where the sentence does not fit, the keyboard must be able to scroll it. Measuring makes the browser lay out, so it waits for a rest. */
  function letScroll(): void {
    if (sentence.scrollHeight > sentence.clientHeight) sentence.tabIndex = 0;
    else sentence.removeAttribute("tabindex");
  }

  function update(state: PictureState): void {
    for (const [name, button] of buttons) button.setAttribute("aria-disabled", String(!actions.enabled(name)));
    showPlaying(buttons.get("play")!, state.playing);
    speed.select.value = String(state.speed);
    setText(pace, `${state.speed}×`);
    more.setAttribute("aria-label", `${state.speed}× · ${say("timeline-more")}`);
    stepSize.select.value = state.stepSize;
    if (!state.graph) return;
    const schedule = scheduleOf(state.graph);
    const position = Math.min(state.position, schedule.length);
    const landed = Math.min(shownAt(state), schedule.length);
    const text = narrate({ schedule, records, program: state.graphProgram, digits: DIGITS }, landed, state.stepSize);
    const where = badge(schedule, landed);
    if (sentence.dataset.text !== text) {
      const parts = typesetProse(text);
      sentence.replaceChildren(...(text.length > LONG ? [element("span", { class: "is-long" }, ...parts)] : parts));
      clearTimeout(measuring);
      measuring = window.setTimeout(letScroll, MEASURED_AFTER_MILLISECONDS);
    }
    sentence.dataset.text = text;
    setText(place, where);
    place.dataset.longest = longestBadge(schedule);
    const plain = text.replaceAll("`", "");
    scrubber.update(schedule, position, state.stepSize, `${where}. ${plain}`, changesOf(schedule, state.breakpoints));
    // Nobody has asked for the opening: of it the end is heard.
    if (state.opening !== "plays" || position === 0) spoken.say(plain, state.playing);
    root.dataset.phase = position === 0 ? "start" : phaseAt(schedule, position);
  }

  watch(store, ["operations"], ({ operations }) => (records = recordsByName(operations)));
  watch(store, SHOWN, update);
  update(store.get());
}

function actionButton(name: ActionName, actions: Actions): HTMLButtonElement {
  const action = actions.get(name);
  const button = element("button", {
    type: "button",
    class: `transport-button ${name}`,
    title: titleWithKey(action),
    "aria-label": action.title,
  });
  drawIcon(button, name);
  button.addEventListener("click", () => actions.run(name));
  return button;
}

function drawIcon(button: HTMLElement, name: string): void {
  button.replaceChildren();
  const icon = append(button, "svg", { class: "transport-icon", viewBox: "0 0 20 20", "aria-hidden": "true" });
  append(icon, "path", { d: ICONS[name]! });
}

function showPlaying(button: HTMLButtonElement, playing: boolean): void {
  const icon = playing ? "pause" : "play";
  if (button.dataset.icon === icon) return;
  button.dataset.icon = icon;
  drawIcon(button, icon);
  button.setAttribute("aria-label", playing ? say("pause") : say("play"));
}

function choice(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  choose: (value: string) => void,
): { root: HTMLElement; select: HTMLSelectElement } {
  const select = element(
    "select",
    { "aria-label": label },
    ...options.map(([value, text]) => element("option", { value }, text)),
  );
  select.addEventListener("change", () => choose(select.value));
  return { root: element("label", { class: "timeline-choice" }, element("span", {}, label), select), select };
}

/** The sentence for screen readers: each once, not at every frame of a play, and only the last of a quick series. */
function createSpoken(): { root: HTMLElement; say(text: string, playing: boolean): void } {
  const root = element("p", { class: "visually-hidden", "aria-live": "polite" });
  let timer = 0;
  let last = 0;
  let latest: string | null = null;
  return {
    root,
    say(text, playing) {
      if (text === latest) return;
      const opening = latest === null;
      latest = text;
      // What is there when the page opens is read with the page.
      if (opening) return;
      clearTimeout(timer);
      const wait = playing
        ? Math.max(SPOKEN_AFTER_MILLISECONDS, last + SPOKEN_EVERY_MILLISECONDS - performance.now())
        : SPOKEN_AFTER_MILLISECONDS;
      timer = window.setTimeout(() => {
        last = performance.now();
        setText(root, text);
      }, wait);
    },
  };
}
