/** What of the teacher's studio is sent to a class. Pure. */

import type { StudioMoment } from "./messages.ts";

/** Characters of a moment; the server refuses more than 500,000 bytes. */
const LARGEST = 450_000;
const PARTS = ["started", "steps", "moment"] as const;

/** What differs from what was sent last; null where a moment is more than a class can be sent each second. */
export function changesOf(moment: StudioMoment, sent: Partial<StudioMoment>): Partial<StudioMoment> | null {
  const texts = PARTS.map((part) => JSON.stringify(moment[part]));
  if (texts.reduce((sum, { length }) => sum + length, 0) > LARGEST) return null;
  const changed = PARTS.filter((part, place) => texts[place] !== JSON.stringify(sent[part]));
  return Object.fromEntries(changed.map((part) => [part, moment[part]]));
}
