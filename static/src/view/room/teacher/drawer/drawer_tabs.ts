/** What the teacher's drawer has: the one list that its tabs and the bar's buttons are read off. */
import { say } from "../../../../messages/messages.ts";

export const DRAWER_TABS = [
  { name: "ask", title: say("tab-ask") },
  { name: "practice", title: say("panel-practice") },
  { name: "people", title: say("tab-people") },
  { name: "class", title: say("settings") },
] as const;

/** Practice is about graphs. */
export const tabsOf = (hasGraph: boolean): readonly (typeof DRAWER_TABS)[number][] =>
  DRAWER_TABS.filter(({ name }) => hasGraph || name !== "practice");

export type DrawerTab = (typeof DRAWER_TABS)[number]["name"];
