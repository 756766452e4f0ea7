/** How far a hand may move the picture, so that none loses it. One axis at a time, in pixels of the screen. Pure. */

/**
 * The first and the last place at which a picture of some length may begin in a space.
 *
 * A finger, which also swipes, leaves in view all of what fits; a longer picture may have as much emptiness beside it as it has more, up to half the
 * space. A mouse may push more aside, where something is to be drawn or laid beside the picture, but half of it, or of the space, is kept.
 */
export function panLimits(length: number, space: number, isFinger: boolean): readonly [number, number] {
  const kept = Math.min(length, space) / 2;
  if (!isFinger) return [kept - length, space - kept];
  if (length <= space) return [0, space - length];
  const beside = Math.min(space / 2, length - space);
  return [space - length - beside, beside];
}
