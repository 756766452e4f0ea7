/** What the teacher's drawer has: the one list that its tabs and the bar's buttons are read off. */

export const DRAWER_TABS = [
  { name: "ask", title: "Ask" },
  { name: "practice", title: "Practice" },
  { name: "people", title: "People" },
  { name: "class", title: "Settings" },
] as const;

export type DrawerTab = (typeof DRAWER_TABS)[number]["name"];
