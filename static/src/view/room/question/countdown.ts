/** The seconds that are left to answer: by this page's own steps from what the server last sent, so that no clock has to be right. */

import { say } from "../../../messages/messages.ts";
import { clockText } from "../../../room/polls.ts";
import type { Room } from "../../../room/room.ts";
import { browserClock } from "../../shared/clock.ts";
import { element } from "../../shared/dom.ts";

/** With so many seconds left a screen reader says so, once. */
const SPOKEN_AT = 10;

export function createCountdown(): { root: HTMLElement; show(room: Room): void } {
  const time = element("span", { role: "timer" });
  const spoken = element("span", { class: "visually-hidden", role: "status" });
  const root = element("p", { class: "countdown", hidden: true }, time, spoken);
  let known: Room["left"] = null;
  let end = 0;
  let stop = (): void => {};

  function tick(): void {
    stop();
    const milliseconds = Math.max(0, end - performance.now());
    const seconds = Math.ceil(milliseconds / 1000);
    time.textContent = say("countdown-left", { time: clockText(seconds) });
    spoken.textContent = seconds <= SPOKEN_AT && seconds > 0 ? say("countdown-left-aloud", { seconds: SPOKEN_AT }) : "";
    if (seconds > 0) stop = browserClock.after(milliseconds - 1000 * (seconds - 1), tick);
  }

  return {
    root,
    show({ poll, left }) {
      root.hidden = poll?.state !== "open" || poll.closes === undefined || left?.poll !== poll.poll;
      if (root.hidden) return stop();
      if (left !== known) end = performance.now() + 1000 * left!.seconds;
      known = left;
      tick();
    },
  };
}
