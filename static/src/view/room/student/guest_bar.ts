/** The quiet line on a student's page: whether it follows, who else is there, and the one button back. */

import { say } from "../../../messages/messages.ts";
import type { Status } from "../../../room/client.ts";
import type { Mode } from "../../../room/messages.ts";
import { element } from "../../shared/dom.ts";
import { button, counted, createSentence, onChange } from "../elements.ts";

export interface GuestBarState {
  readonly status: Status;
  readonly following: boolean;
  readonly count: number;
  readonly nickname: string;
  readonly mode: Mode;
  /** Whose program is shown to all, the nickname empty where it is shown without one; null for the teacher's. */
  readonly featured: { readonly isOwn: boolean; readonly nickname: string } | null;
  readonly hasCopy: boolean;
  readonly lost: boolean;
  /** Whether there are answers of the student to look back on. */
  readonly hasAnswers: boolean;
  /** The page shows an exercise. */
  readonly practising: boolean;
}

function sentenceOf({ status, following, nickname, mode, featured, practising }: GuestBarState): string {
  if (status !== "live") return nickname === "" ? say("joining") : say("reconnecting-student");
  if (practising) return say("practice-own");
  if (!following) return mode === "explore" ? say("own-copy") : say("looking-around");
  if (featured?.isOwn) return say("shown-copy.own");
  if (featured) return featured.nickname === "" ? say("shown-copy-unnamed") : say("shown-copy", { nickname: featured.nickname });
  return mode === "explore" ? say("explore-touch") : say("following");
}

export function createGuestBar(
  bar: HTMLElement,
  run: { follow(): void; resumeOwn(): void; setLost(lost: boolean): void; showAnswers(): void },
): { show(state: GuestBarState): void } {
  const mark = element("span", { class: "class-mark", "aria-hidden": "true" });
  const sentence = createSentence();
  const name = element("p", { class: "class-name" });
  const follow = button(say("follow"), run.follow, "solid-button class-follow");
  const copy = button(say("my-copy"), run.resumeOwn);
  const answers = button(say("my-answers"), run.showAnswers);
  const lost = button(say("i-am-lost"), () => run.setLost(lost.getAttribute("aria-pressed") !== "true"), "room-button", {
    title: say("i-am-lost.about"),
  });
  bar.append(mark, sentence.root, name, answers, lost, copy, follow);
  const show = onChange((state: GuestBarState) => {
    bar.dataset.state = state.status !== "live" ? "waiting" : state.following ? "following" : "own";
    sentence.show(
      sentenceOf(state),
      state.status === "live" && state.count > 0 ? counted(state.count, say("in-class"), say("in-class")) : "",
    );
    name.textContent = state.nickname;
    follow.hidden = state.following || state.status !== "live";
    lost.hidden = state.status !== "live";
    lost.setAttribute("aria-pressed", String(state.lost));
    answers.hidden = !state.hasAnswers;
    copy.hidden = !(state.following && state.mode === "explore" && state.hasCopy);
  });
  return { show };
}
