/** The teacher's line below the header: the code, who is there, and what leads the class. */

import { say } from "../../../messages/messages.ts";
import type { Status } from "../../../room/client.ts";
import { shownCode } from "../../../room/codes.ts";
import type { PollState, Settings, StageKind } from "../../../room/messages.ts";
import { type Room, stageOf } from "../../../room/room.ts";
import { element } from "../../shared/dom.ts";
import { button, counted, createSentence } from "../elements.ts";
import { teacherPage } from "../stage_pages.ts";
import type { StageSwitch } from "../stage_switch.ts";
import { DRAWER_TABS, type DrawerTab } from "./drawer/drawer_tabs.ts";

const NOW_OF_POLL: Readonly<Record<PollState, string>> = {
  open: "now-asked",
  discuss: "now-discussed",
  closed: "now-closed",
  revealed: "now-revealed",
};

export interface HostBarPorts {
  showCode(): void;
  toggleDrawer(tab: DrawerTab): void;
  showWall(): void;
  set(changes: Partial<Settings>): void;
  takeCharge(): void;
  /** This tab goes its own way; the class goes on in another. */
  leave(): void;
  unfeature(): void;
}

export function createHostBar(
  bar: HTMLElement,
  stages: StageSwitch,
  run: HostBarPorts,
): { show(status: Status, room: Room | null): void } {
  const code = button("", run.showCode, "room-button class-code");
  const sentence = createSentence();
  const tabs = DRAWER_TABS.map(({ name, title }) =>
    button(title, () => run.toggleDrawer(name), "room-button", { "data-drawer": name }),
  );
  const [ask, ...others] = tabs;
  const wall = button(say("wall-short"), run.showWall);
  const explore = button(
    say("explore"),
    () => run.set({ mode: last?.mode === "explore" ? "follow" : "explore" }),
    "room-button",
    {
      title: say("explore.about"),
    },
  );
  const pause = button(say("pause"), () => run.set({ paused: !last?.paused }), "room-button", {
    title: say("cover-screens"),
  });
  const lost = button("", () => run.toggleDrawer("people"), "solid-button class-lost", { title: say("lost-count.about") });
  const back = button(say("back-to-mine"), run.unfeature, "solid-button");
  const charge = button(say("take-charge"), run.takeCharge, "solid-button");
  const leave = button(say("leave-it"), run.leave);
  const onStage = element("a", { class: "solid-button", hidden: true });
  const leading = element(
    "div",
    { class: "class-tools" },
    ask,
    explore,
    wall,
    pause,
    element("span", { class: "class-gap" }),
    ...others,
  );
  bar.append(code, sentence.root, lost, back, charge, leave, stages.root, onStage, leading);
  let last: Settings | null = null;

  function sentenceOf(status: Status, room: Room | null): string {
    if (status !== "live" || !room) return room ? say("reconnecting-teacher") : say("opening-class");
    if (room.lesson) return say("lesson-leads", { title: room.lesson.title });
    if (stageOf(room) === "studio") return say("studio-leads");
    if (!room.you.in_charge) return say("led-elsewhere");
    if (room.featured) {
      const { nickname } = room.featured;
      return nickname === "" ? say("showing-copy-unnamed") : say("showing-copy", { nickname });
    }
    const { paused, mode, locked } = room.settings;
    return [
      locked && say("locked"),
      paused ? say("screens-paused") : mode === "explore" ? say("everybody-explores") : nextOf(room),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /** What the class is at, or what usually comes next. */
  function nextOf({ poll, practice, count }: Room): string {
    if (poll) return say(NOW_OF_POLL[poll.state]);
    if (practice) return say("now-practice");
    return say(count === 0 ? "now-empty" : "now-step");
  }

  /** To the page that leads what is on the screens. */
  function showWay(room: Room | null, stage: StageKind): void {
    onStage.hidden = stage === "playground";
    onStage.textContent = say(stage === "studio" ? "to-studio" : "to-lesson");
    if (room) onStage.setAttribute("href", teacherPage(room.code, stage));
  }

  function showLost(room: Room | null): void {
    const count = [...(room?.guests.values() ?? [])].filter((guest) => guest.lost && guest.online).length;
    lost.hidden = count === 0;
    lost.textContent = say("lost-count", { count });
  }

  return {
    show(status, room) {
      last = room?.settings ?? last;
      // Students have something else on their screens: what is shown or asked here would reach nobody.
      const stage = room ? stageOf(room) : "playground";
      const isElsewhere = stage !== "playground";
      const leads = (room?.you.in_charge ?? false) && !isElsewhere;
      if (room && code.dataset.code !== room.code) {
        code.dataset.code = room.code;
        code.textContent = shownCode(room.code);
        code.setAttribute("aria-label", say("show-code-large", { showncode: shownCode(room.code) }));
      }
      bar.dataset.state = status !== "live" ? "waiting" : leads ? "leading" : "other";
      sentence.show(
        sentenceOf(status, room),
        status === "live" && leads && room ? counted(room.count, say("is-here"), say("is-here")) : "",
      );
      leading.hidden = !leads;
      stages.root.hidden = room === null || status !== "live" || !(leads || isElsewhere);
      stages.show(stage);
      charge.hidden = leave.hidden = leads || isElsewhere || room === null || status !== "live";
      showWay(room, stage);
      showLost(leads ? room : null);
      back.hidden = !(leads && room?.featured);
      explore.setAttribute("aria-pressed", String(last?.mode === "explore"));
      pause.setAttribute("aria-pressed", String(last?.paused ?? false));
    },
  };
}
