/** How much of the timeline one step covers: the one list that the choice, links and the schedule's frames are read off. */

export const STEP_SIZES = ["contribution", "node", "level", "phase"] as const;

export type StepSize = (typeof STEP_SIZES)[number];
