/** The question to the class on a screen that everybody sees: how many have answered, and the answers once they are shown to all. */

import { say } from "../../../messages/messages.ts";
import { shownPoll } from "../../../room/polls.ts";
import type { Room } from "../../../room/room.ts";
import { element, prose } from "../../shared/dom.ts";
import { onChange } from "../elements.ts";
import { createMoves } from "./changed_votes.ts";
import { createCountdown } from "./countdown.ts";
import { createHistogram } from "./histogram.ts";

export function createScreenQuestion(): { root: HTMLElement; show(room: Room): void } {
  const heading = element("p", { class: "poll-question" });
  const count = element("p", { class: "poll-count", role: "status" });
  const countdown = createCountdown();
  const histogram = createHistogram();
  const moves = createMoves();
  const root = element("div", { class: "poll", hidden: true }, heading, countdown.root, count, histogram.root, moves.root);
  const ask = onChange((prompt: string) => heading.replaceChildren(...prose(prompt)));
  return {
    root,
    show(room) {
      const { tally, count: here } = room;
      const poll = shownPoll(room);
      root.hidden = poll === null;
      countdown.show(room);
      if (!poll) return;
      const answered = tally?.answered ?? poll.answered;
      const isHidden = poll.state !== "revealed";
      ask(poll.question.prompt);
      count.textContent = isHidden ? say("answered-of", { answered, max: Math.max(here, answered), right: "", state: "" }) : "";
      histogram.show(poll, poll.tally);
      moves.show(poll.tally?.moves ?? []);
    },
  };
}
