/** The quiet line on a student's page: whether it follows, who else is there, and the one button back. */
import type { Mode } from "../../room/messages.ts";
import type { Status } from "../../room/client.ts";
import { element } from "../dom.ts";
import { button, counted, createSentence, onChange } from "./parts.ts";

export interface GuestBarState {
  readonly status: Status;
  readonly following: boolean;
  readonly count: number;
  readonly nickname: string;
  readonly mode: Mode;
  readonly hasCopy: boolean;
  /** The page shows an exercise. */
  readonly practising: boolean;
}

function sentenceOf({ status, following, nickname, mode, practising }: GuestBarState): string {
  if (status !== "live") return nickname === "" ? "Joining …" : "Reconnecting … What you see stays.";
  if (practising) return "Practice: exercises of your own";
  if (!following) return mode === "explore" ? "Your own copy: change what you like" : "Looking around on your own";
  return mode === "explore" ? "Explore: touch anything, and it is your own copy" : "Following";
}

export function createGuestBar(bar: HTMLElement, run: { follow(): void; resumeOwn(): void }): { show(state: GuestBarState): void } {
  const mark = element("span", { class: "class-mark", "aria-hidden": "true" });
  const sentence = createSentence();
  const name = element("p", { class: "class-name" });
  const follow = button("Follow", run.follow, "solid-button class-follow");
  const copy = button("My copy", run.resumeOwn);
  bar.append(mark, sentence.root, name, copy, follow);
  const show = onChange((state: GuestBarState) => {
    bar.dataset["state"] = state.status !== "live" ? "waiting" : state.following ? "following" : "own";
    sentence.show(sentenceOf(state), state.status === "live" && state.count > 0 ? counted(state.count, "in class", "in class") : "");
    name.textContent = state.nickname;
    follow.hidden = state.following || state.status !== "live";
    copy.hidden = !(state.following && state.mode === "explore" && state.hasCopy);
  });
  return { show };
}
