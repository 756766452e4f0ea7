/** What is on the screens of the class, and the way from one to the other: the same on each of the teacher's pages. */

import type { HostQuestions } from "../../api/rooms.ts";
import { say } from "../../messages/messages.ts";
import type { StageKind } from "../../room/messages.ts";
import { element } from "../shared/dom.ts";
import { notify } from "../shared/notice.ts";
import { button } from "./elements.ts";
import { teacherPage } from "./stage_pages.ts";

const STAGES = [
  ["playground", say("stage-playground")],
  ["lesson", say("stage-lesson")],
  ["studio", say("stage-studio")],
] as const satisfies readonly (readonly [StageKind, string])[];

export interface StageSwitch {
  readonly root: HTMLElement;
  show(stage: StageKind): void;
  /** Puts a stage on all screens; this page goes where that one is led from. */
  go(stage: StageKind): Promise<void>;
}

/** `style`: the class of its buttons; `stays`: this page leads the stage that was put on the screens. */
export function createStageSwitch(
  code: string,
  questions: HostQuestions,
  style: string,
  stays: () => void = () => {},
): StageSwitch {
  const buttons = STAGES.map(([stage, label]) => ({ stage, made: button(label, () => void go(stage), style) }));
  const root = element(
    "span",
    { class: "stage-switch", role: "group", "aria-label": say("stage-on-screens"), title: say("stage-on-screens") },
    ...buttons.map(({ made }) => made),
  );

  async function go(stage: StageKind): Promise<void> {
    const reply = await questions.setStage(stage);
    const page = teacherPage(code, stage);
    if ("answer" in reply && new URL(page, location.href).pathname === location.pathname) stays();
    else if ("answer" in reply) location.assign(page);
    // The class has none yet: one is chosen on the shelf.
    else if (stage === "lesson" && reply.status === 404) location.assign("/learn");
    else notify(reply.sentence);
  }

  return {
    root,
    show(now) {
      for (const { stage, made } of buttons) made.setAttribute("aria-pressed", String(stage === now));
    },
    go,
  };
}
