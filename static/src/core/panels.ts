/** The ways to look closer at a program, each a tab beside the picture: the one list that tabs, links and help are read off. */
import { say } from "../messages/messages.ts";

/** In the order of the tabs: what each says, and what it is for. */
export const PANEL_TITLES = {
  explain: { title: say("panel-explain"), purpose: say("panel-explain.about") },
  plot: { title: say("panel-plot"), purpose: say("panel-plot.about") },
  paths: { title: say("panel-paths"), purpose: say("panel-paths.about") },
  check: { title: say("panel-check"), purpose: say("panel-check.about") },
  practice: { title: say("panel-practice"), purpose: say("panel-practice.about") },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly purpose: string }>>;

export type Panel = keyof typeof PANEL_TITLES;

export const PANELS = Object.keys(PANEL_TITLES) as readonly Panel[];
