/** Nodes that were moved by hand, as links carry them: `a:40,-12;b:0,30`, along the flow and across it. Pure. */

import type { Moves } from "./types.ts";

/** A link says no more about moved nodes than this many characters. */
const LONGEST = 1_500;
/** How far a node may be moved. */
const FURTHEST = 20_000;

const escaped = (key: string): string => key.replace(/[;%]/g, encodeURIComponent);

/** null where nothing was moved. */
export function writeMoves(moves: Moves): string | null {
  const text = Object.entries(moves)
    .map(([key, [along, across]]) => `${escaped(key)}:${along},${across}`)
    .join(";");
  return text === "" || text.length > LONGEST ? null : text;
}

/** null where the text makes no sense. */
export function readMoves(text: string): Moves | null {
  const moves: Record<string, readonly [number, number]> = {};
  for (const part of text.split(";")) {
    const [, key, along, across] = /^(.+):(-?\d{1,5}),(-?\d{1,5})$/u.exec(part) ?? [];
    const move = [Number(along), Number(across)] as const;
    if (key === undefined || !move.every((length) => Math.abs(length) <= FURTHEST)) return null;
    try {
      moves[decodeURIComponent(key)] = move;
    } catch {
      return null;
    }
  }
  return moves;
}

/** The moves with one node moved on; a node that is where the layout puts it is not among them. */
export function movedBy(moves: Moves, key: string, [along, across]: readonly [number, number]): Moves {
  const [before, beside] = Object.hasOwn(moves, key) ? moves[key]! : [0, 0];
  const limited = (length: number): number => Math.round(Math.min(FURTHEST, Math.max(-FURTHEST, length)));
  const move = [limited(before + along), limited(beside + across)] as const;
  const { [key]: _, ...others } = moves;
  return move[0] === 0 && move[1] === 0 ? others : { ...others, [key]: move };
}
