/** The teacher's run as the class sees it: the network, the picture and the curves of the moment that was sent. Nothing is trained here. */

import { compression } from "../../../../api/compression.ts";
import { fetchOptions } from "../../../../api/training.ts";
import { createStore } from "../../../../core/store.ts";
import { say } from "../../../../messages/messages.ts";
import type { StudioMoment } from "../../../../room/messages.ts";
import { type ClassMoment, runOfMoment } from "../../../../training/class_moment.ts";
import { writeLink } from "../../../../training/link.ts";
import { describeRun } from "../../../../training/results/log.ts";
import type { StudioState } from "../../../../training/state.ts";
import { followRun } from "../../../../training/state_actions.ts";
import type { Options } from "../../../../training/types.ts";
import { element, loadStyle } from "../../../shared/dom.ts";
import { mountStage } from "../../../training/stage/stage.ts";
import { initialState, mountViews } from "../../../training/studio.ts";
import { mountWatch } from "../../../training/watch.ts";

const AGAIN = 3_000;

export interface FollowedRun {
  readonly root: HTMLElement;
  show(moment: Partial<StudioMoment> | null): void;
}

async function optionsOfServer(): Promise<Options> {
  const outcome = await fetchOptions();
  if ("answer" in outcome) return outcome.answer;
  await new Promise((resolve) => setTimeout(resolve, AGAIN));
  return optionsOfServer();
}

/** `tries`: whether who looks on may go on alone from here, in a studio of their own. */
export async function createFollowedRun(tries: boolean): Promise<FollowedRun> {
  const style = loadStyle(document.body.dataset.trainingStyle ?? "", say("class-style-missing"));
  const [options] = await Promise.all([optionsOfServer(), style]);
  const store = createStore<StudioState>({ ...initialState(options), isStarting: false });
  const sentence = element("p", { class: "class-studio-sentence", role: "status" }, say("studio-waits"));
  const plates = element("div", { class: "plates" });
  const watch = element("div", { class: "watch", role: "region", "aria-label": say("loss"), tabindex: 0 });
  const body = element("div", { class: "class-studio", hidden: true }, plates, watch);
  const own = element(
    "a",
    { class: "learn-button", href: "/training", target: "_blank", rel: "noopener", hidden: true },
    say("studio-try"),
  );
  const root = element(
    "section",
    { "aria-label": say("stage-studio") },
    element("div", { class: "class-studio-head" }, sentence, own),
    body,
  );
  mountViews(store, [mountStage(plates, store), mountWatch(watch, store)]);
  let last: Partial<StudioMoment> | null = null;
  let linked = "";

  async function link(): Promise<void> {
    const fragment = await writeLink(store.get(), compression);
    own.hidden = !tries || fragment === null;
    own.href = `/training#${fragment}`;
  }

  return {
    root,
    show(moment) {
      if (!moment?.started || !moment.moment || moment === last) return;
      last = moment;
      // What a teacher's page sends is checked for its size alone: what cannot be drawn is left as it was.
      try {
        const run = runOfMoment({ steps: [], ...moment } as unknown as ClassMoment);
        store.dispatch(followRun(run));
        body.hidden = false;
        sentence.textContent = describeRun(run, null);
        const now = JSON.stringify(run.started.request);
        if (now !== linked) void link();
        linked = now;
      } catch {
        sentence.textContent = say("studio-waits");
      }
    },
  };
}
