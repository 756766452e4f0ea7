/**
 * How large the parts of a picture are, by the size of its cards. Lengths are pixels at zoom 1: what is written is laid out for the size at
 * which it is read, and never made smaller to fit. The table of sizes is core/card_sizes.ts; graph.css sets the type.
 */
import { CARD_SIZES, type CardSize, type Form, widthOfText } from "../../core/card_sizes.ts";
import type { Direction, Gaps } from "../../layout/types.ts";

export interface Appearance {
  readonly direction: Direction;
  readonly separateOperations: boolean;
  readonly detail: Form;
  /** Whether a constant is a node of its own; else it is written into the operation that uses it: `×2`. */
  readonly constantNodes: boolean;
}

export interface Metrics {
  readonly size: CardSize;
  readonly glyphRadius: number;
  readonly rowHeight: number;
  /** Width of a digit, as wide as one that is bold. */
  readonly digit: number;
  readonly padding: number;
  /** The smallest type in the picture, and that of tags on cards, and of numbers on wires. */
  readonly leastType: number;
  readonly tagType: number;
  readonly gaps: Readonly<Gaps>;
}

/** Of a row's type its height. */
const ROW = 1.4;
/** The smallest type: at the least zoom, 0.85, it is 11 pixels high. */
const LEAST_TYPE = 13;

export function metricsFor({ detail, direction }: Pick<Appearance, "detail" | "direction">): Metrics {
  const size = CARD_SIZES[detail];
  const { gaps, symbol, number } = size;
  return {
    size,
    glyphRadius: symbol.radius,
    rowHeight: Math.round(number * ROW),
    digit: widthOfText("0", "bold", number),
    padding: size.end,
    leastType: LEAST_TYPE,
    tagType: LEAST_TYPE,
    gaps: { ...gaps, layer: gaps.layer[direction] },
  };
}

/** Whether a symbol is a word, or has a number in it, and not one sign. */
const isWord = (glyph: string): boolean => Array.from(glyph).length > 1;

/** Half the width of the shape around an operation's symbol: a circle, or for words a pill. */
export function glyphReach(glyph: string, { size: { symbol } }: Pick<Metrics, "size">): number {
  if (!isWord(glyph)) return symbol.radius;
  return Math.max(symbol.radius, Math.ceil(widthOfText(glyph, "bold", symbol.word) / 2 + symbol.radius * 0.45));
}

/** The size in which a glyph is set. */
export function glyphType(glyph: string, { size: { symbol } }: Pick<Metrics, "size">): number {
  return isWord(glyph) ? symbol.word : symbol.type;
}
