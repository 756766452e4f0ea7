/** Under the timeline of a large graph: how large the gradients of each of its parts are, as far as they have come. A press leads to the part. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { barHeights, gradientProfile, type PartGradients, partNames } from "../../scene/gradient_profile.ts";
import type { State } from "../../state/state.ts";
import { choose } from "../../state/state_actions.ts";
import { formatNumber, NOT_COMPUTED } from "../../text/format.ts";
import { scheduleOf, shownAt } from "../../timeline/playback.ts";
import { mountRoving } from "../shared/controls/roving.ts";
import { element } from "../shared/dom.ts";

/** Up to so many nodes everything is in view, and the cards say it. */
const SMALLEST = 60;

interface Bar {
  readonly part: PartGradients;
  readonly name: string;
  readonly button: HTMLButtonElement;
  readonly fill: HTMLElement;
}

/** `goTo` brings the card of a group into view, by its key. */
export function mountGradientStrip(timeline: HTMLElement, store: Store<State>, goTo: (key: string) => void): void {
  const heading = element("span", { class: "gradient-strip-name" }, say("gradient-strip"));
  const list = element("div", { class: "gradient-strip-bars", role: "group", "aria-label": say("gradient-strip.about") });
  const root = element("div", { class: "gradient-strip", hidden: true }, heading, list);
  timeline.querySelector(".scrubber")!.after(root);
  mountRoving(list);
  let bars: Bar[] = [];
  let drawing = 0;

  function barOf(part: PartGradients, own: string): Bar {
    const { path, groups } = part.part;
    const fill = element("span", { class: "gradient-strip-fill" });
    const well = element("span", { class: "gradient-strip-well" }, fill);
    const button = element("button", { type: "button", class: "gradient-strip-bar" }, well, element("span", {}, own));
    const [first] = groups;
    button.addEventListener("click", () => {
      goTo(first!.key);
      store.dispatch(choose({ node: first!.last }));
    });
    const around = path.slice(0, -1).filter((each) => !own.includes(each));
    return { part, name: [...around, own].join(", "), button, fill };
  }

  function barsOf(profile: readonly PartGradients[]): Bar[] {
    const names = partNames(profile.map(({ part }) => part));
    return profile.map((part, index) => barOf(part, names[index]!));
  }

  function renew({ graph, graphProgram }: State): void {
    const profile = graph && graph.nodes.length > SMALLEST ? gradientProfile(scheduleOf(graph), graphProgram) : [];
    const isSame = profile.length === bars.length && profile.every(({ part }, index) => isAlike(part, bars[index]!.part.part));
    bars = isSame ? bars.map((bar, index) => ({ ...bar, part: profile[index]! })) : barsOf(profile);
    root.hidden = bars.length === 0;
    if (!isSame) list.replaceChildren(...bars.map(({ button }) => button));
  }

  function draw(): void {
    drawing = 0;
    if (root.hidden) return;
    const position = shownAt(store.get());
    const sizes = bars.map(({ part }) => part.at(position));
    const heights = barHeights(
      sizes,
      bars.map(({ part }) => part.whole),
    );
    for (const [index, { button, fill, name }] of bars.entries()) {
      const size = sizes[index]!;
      fill.style.height = `${Math.round(100 * (heights[index] ?? 0))}%`;
      button.classList.toggle("is-broken", size !== null && !Number.isFinite(size));
      const label = say("gradient-strip.part", { name, size: size === null ? NOT_COMPUTED : formatNumber(size) });
      if (button.title !== label) button.title = label;
      button.setAttribute("aria-label", label);
    }
  }

  function show(state: State): void {
    renew(state);
    draw();
  }

  store.subscribe((state, previous) => {
    if (state.graph !== previous.graph) show(state);
    else if (shownAt(state) !== shownAt(previous)) drawing ||= requestAnimationFrame(draw);
  });
  show(store.get());
}

function isAlike(one: PartGradients["part"], other: PartGradients["part"]): boolean {
  return (
    one.groups.length === other.groups.length &&
    one.groups[0]!.key === other.groups[0]!.key &&
    one.path.at(-1) === other.path.at(-1)
  );
}
