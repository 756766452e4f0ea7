/** Who moved where between two votes, as bands from the answers of the first to those of the second. Pure. */
import type { Move } from "./messages.ts";

export interface Side {
  readonly label: string;
  readonly correct: boolean | null;
  readonly count: number;
  /** From the top, as parts of all. */
  readonly from: number;
  readonly to: number;
}

export interface Band {
  readonly move: Move;
  /** At the left, and at the right, as parts of all. */
  readonly left: readonly [number, number];
  readonly right: readonly [number, number];
}

export interface Flow {
  readonly before: readonly Side[];
  readonly after: readonly Side[];
  readonly bands: readonly Band[];
}

/** The right answer is on top, then the most frequent ones, on both sides. */
export function flowOf(moves: readonly Move[]): Flow {
  const total = moves.reduce((sum, { count }) => sum + count, 0);
  const before = sidesOf(moves, total, ({ before: label, before_correct }) => [label, before_correct]);
  const after = sidesOf(moves, total, ({ after: label, after_correct }) => [label, after_correct]);
  const places = (sides: readonly Side[]): Map<string, number> => new Map(sides.map(({ label }, place) => [label, place]));
  const [places1, places2] = [places(before), places(after)];
  const order = [...moves].sort(
    (one, other) => places1.get(one.before)! - places1.get(other.before)! || places2.get(one.after)! - places2.get(other.after)!,
  );
  const left = startsOf(before);
  const right = startsOf(after);
  const bands = new Map<Move, Band>();
  for (const move of order) bands.set(move, { move, left: take(left, move.before, move.count / total), right: [0, 0] });
  order.sort(
    (one, other) => places2.get(one.after)! - places2.get(other.after)! || places1.get(one.before)! - places1.get(other.before)!,
  );
  for (const move of order) bands.set(move, { ...bands.get(move)!, right: take(right, move.after, move.count / total) });
  return { before, after, bands: [...bands.values()] };
}

function sidesOf(moves: readonly Move[], total: number, of: (move: Move) => readonly [string, boolean | null]): Side[] {
  const counts = new Map<string, { count: number; correct: boolean | null }>();
  for (const move of moves) {
    const [label, correct] = of(move);
    counts.set(label, { count: (counts.get(label)?.count ?? 0) + move.count, correct });
  }
  let from = 0;
  return [...counts]
    .sort(([, one], [, other]) => Number(other.correct === true) - Number(one.correct === true) || other.count - one.count)
    .map(([label, { count, correct }]) => {
      const to = from + count / total;
      const side = { label, correct, count, from, to };
      from = to;
      return side;
    });
}

const startsOf = (sides: readonly Side[]): Map<string, number> => new Map(sides.map(({ label, from }) => [label, from]));

function take(starts: Map<string, number>, label: string, part: number): [number, number] {
  const from = starts.get(label)!;
  starts.set(label, from + part);
  return [from, from + part];
}

/** How many gave the right answer in the first vote, and in the second. */
export function rightOf(moves: readonly Move[]): readonly [number, number] {
  const count = (isRight: (move: Move) => boolean): number => moves.filter(isRight).reduce((sum, move) => sum + move.count, 0);
  return [count((move) => move.before_correct === true), count((move) => move.after_correct === true)];
}
