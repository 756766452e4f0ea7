/** The teacher's line below the header: the code, who is there, and what leads the class. */
import type { Settings } from "../../room/messages.ts";
import type { Status } from "../../room/client.ts";
import { shownCode } from "../../room/codes.ts";
import type { Room } from "../../room/room.ts";
import { element } from "../dom.ts";
import { DRAWER_TABS, type DrawerTab } from "./drawer_tabs.ts";
import { button, counted, createSentence } from "./parts.ts";

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

export function createHostBar(bar: HTMLElement, run: HostBarPorts): { show(status: Status, room: Room | null): void } {
  const code = button("", run.showCode, "room-button class-code");
  const sentence = createSentence();
  const tabs = DRAWER_TABS.map(({ name, title }) => button(title, () => run.toggleDrawer(name), "room-button", { "data-drawer": name }));
  const wall = button("Wall", run.showWall);
  const explore = button("Explore", () => run.set({ mode: last?.mode === "explore" ? "follow" : "explore" }), "room-button", { title: "Let everybody change a copy of their own" });
  const pause = button("Pause", () => run.set({ paused: !last?.paused }), "room-button", { title: "Cover the students' screens for a moment" });
  const back = button("Back to mine", run.unfeature, "solid-button");
  const charge = button("Take charge", run.takeCharge, "solid-button");
  const leave = button("Leave it there", run.leave);
  const leading = element("div", { class: "class-tools" }, ...tabs, wall, explore, pause);
  bar.append(code, sentence.root, back, charge, leave, leading);
  let last: Settings | null = null;

  function sentenceOf(status: Status, room: Room | null): string {
    if (status !== "live" || !room) return room ? "Reconnecting … The class keeps what it has." : "Opening …";
    if (!room.you.in_charge) return "This class is led from another tab.";
    if (room.featured) return `Showing ${room.featured.nickname}'s copy to everybody`;
    const { paused, mode, locked } = room.settings;
    return [locked && "Locked", paused ? "Screens paused" : mode === "explore" && "Everybody explores"].filter(Boolean).join(" · ");
  }

  return {
    show(status, room) {
      last = room?.settings ?? last;
      const leads = room?.you.in_charge ?? false;
      if (room && code.dataset["code"] !== room.code) {
        code.dataset["code"] = room.code;
        code.textContent = shownCode(room.code);
        code.setAttribute("aria-label", `${shownCode(room.code)}: show this code large`);
      }
      bar.dataset["state"] = status !== "live" ? "waiting" : leads ? "leading" : "other";
      sentence.show(sentenceOf(status, room), status === "live" && leads && room ? counted(room.count, "here", "here") : "");
      leading.hidden = !leads;
      charge.hidden = leave.hidden = leads || room === null || status !== "live";
      back.hidden = !(leads && room?.featured);
      explore.setAttribute("aria-pressed", String(last?.mode === "explore"));
      pause.setAttribute("aria-pressed", String(last?.paused ?? false));
    },
  };
}
