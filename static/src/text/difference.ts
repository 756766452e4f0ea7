/** What makes one text of another. Knows characters only. */

/** The smallest replacement that turns one text into the other. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** Of the shorter of two texts, the part that a program has in common with what an edit made of it. */
const LEAST_KEPT = 0.4;

/** Whether a text has hardly anything left of the one before it. */
export function isOther(before: string, after: string): boolean {
  const { from, to } = difference(before, after);
  return before.length - (to - from) <= LEAST_KEPT * Math.min(before.length, after.length) && before !== after;
}

/** Whether at least half of the lines of the shorter are in the other, as after an edit in several places at once. */
export function sharesLines(before: string, after: string): boolean {
  const [shorter, longer] = [before, after].map((text) => text.split("\n").filter((line) => line.trim() !== ""));
  if (shorter!.length > longer!.length) return sharesLines(after, before);
  const there = new Set(longer);
  const kept = shorter!.filter((line) => there.has(line)).length;
  return kept > 0 && 2 * kept >= shorter!.length;
}
