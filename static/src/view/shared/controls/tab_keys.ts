/** Keys within a row of tabs: arrows lead to the next one and around, Home and End to the ends (the tabs pattern of the ARIA practices). */

/** The place of the tab that a key leads to from the one at `place` of `count`; null where it leads nowhere. */
export function tabOfKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, place: number, count: number): number | null {
  if (count === 0 || ctrlKey || metaKey || altKey) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step === undefined ? null : (place + step + count) % count;
}
