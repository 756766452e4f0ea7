/** What the play bar of the playground has besides playing: sound on or off, and the way to the next example. Bound as all buttons of actions are. */

import { element, icon } from "../shared/dom.ts";

export function mountTimelineTools(timeline: HTMLElement): void {
  const sound = element("button", { type: "button", class: "icon-button sound-button", "data-action": "tones" }, icon("sound"));
  const next = element(
    "button",
    { type: "button", class: "text-button next-example", "data-action": "next-example" },
    element("span", { "data-label": true }),
    icon("step-forward"),
  );
  timeline.querySelector(".timeline-settings")!.prepend(next, sound);
}
