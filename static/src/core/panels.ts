/** The ways to look closer at a program, each a tab beside the picture: the one list that tabs, links and help are read off. */

export const PANELS = ["explain", "plot", "paths", "check", "practice"] as const;

export type Panel = (typeof PANELS)[number];

/** What a tab says, and what it is for. */
export const PANEL_TITLES: Readonly<Record<Panel, { readonly title: string; readonly purpose: string }>> = {
  explain: { title: "Explain", purpose: "Where this number comes from" },
  plot: { title: "Plot", purpose: "The curve, its slope, and the way downhill" },
  paths: { title: "Paths", purpose: "The gradient as a sum over paths" },
  check: { title: "Check", purpose: "Nudge an input and see whether the gradient is right" },
  practice: { title: "Practice", purpose: "Work the numbers out yourself" },
};
