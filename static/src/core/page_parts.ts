/** Parts of the page that a link can leave out (`hide=program,inputs`), for exercises and for other sites. */

export const PARTS = ["program", "inputs", "explanation", "timeline", "header"] as const;

export type Part = (typeof PARTS)[number];
