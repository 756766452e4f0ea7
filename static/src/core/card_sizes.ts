/** The three sizes of a card and how wide letters are: one table, which still pictures (engine/export) read as well. Lengths are pixels at zoom 1. */
import table from "../../../engine/export/card_sizes.json";

/** Two rows, with the name above both numbers; all in one row; a name and one number. */
export const FORMS = ["full", "compact", "far"] as const;
export type Form = (typeof FORMS)[number];

export interface CardSize {
  readonly height: number;
  /** The type of a name, of its indices and of numbers. */
  readonly name: number;
  readonly index: number;
  readonly number: number;
  readonly symbol: { readonly radius: number; readonly type: number; readonly word: number };
  /** Between the outline and a symbol, between that and what follows, after the numbers, and before the text of a card with round ends. */
  readonly before: number;
  readonly after: number;
  readonly end: number;
  readonly round: number;
  /** Characters of a number, the room for one, and what is at least between two. */
  readonly letters: number;
  readonly column: number;
  readonly between: number;
  /** The widest name. */
  readonly longest: number;
  readonly gaps: {
    readonly layer: { readonly down: number; readonly right: number };
    readonly widening: number;
    readonly node: number;
    readonly wire: number;
    readonly port: number;
    readonly margin: number;
  };
}

export const CARD_SIZES: Readonly<Record<Form, CardSize>> = table.sizes;

/** `text` and `bold` are the page's own face, `italic` and `upright` those of mathematics. */
export type Face = keyof typeof table.advances;

const letterWidths = (face: Face): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(table.advances[face]).flatMap(([width, letters]) => Array.from(letters, (letter) => [letter, Number(width)])),
  );

const ADVANCES: Readonly<Record<Face, ReadonlyMap<string, number>>> = {
  text: letterWidths("text"),
  bold: letterWidths("bold"),
  italic: letterWidths("italic"),
  upright: letterWidths("upright"),
};

/** The width of a text in this type. */
export function widthOfText(text: string, face: Face, type: number): number {
  let width = 0;
  for (const letter of text) width += ADVANCES[face].get(letter) ?? table.otherAdvance;
  return (width * type) / 1000;
}
