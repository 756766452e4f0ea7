/**
 * How large the parts of a picture are, by how much a card shows. Lengths are pixels at zoom 1: what is written is laid out for the size at
 * which it is read, and never made smaller to fit. graph.css sets the type that these lengths leave room for.
 */
import type { Direction, Gaps } from "../../layout/types.ts";

/**
 * What a card shows where. `full`: name, data and grad below one another, with what they are called; `compact`: the name, and both numbers in one
 * row; `line`: all of it in one row; `tower`: name, data and grad below one another, and nothing else.
 */
export type Form = "full" | "compact" | "line" | "tower";
/** The forms of all cards of a picture; `mixed`: lines, but compact cards in rows that would be too wide. */
export type Detail = Form | "mixed";

export interface Appearance {
  readonly direction: Direction;
  readonly separateOperations: boolean;
  readonly projector: boolean;
  readonly detail: Detail;
  /** Whether a constant is a node of its own; else it is written into the operation that uses it: `×2`. */
  readonly constantNodes: boolean;
  /** In a mixed picture the nodes whose cards are compact, ascending. */
  readonly compactNodes?: readonly number[];
  /** Into how many bands beside one another, or below one another, the picture is broken, as text into lines; one where absent. */
  readonly bands?: number;
  /** How many times as far apart layers are where there is room for it, so that each wire has its number and compact cards their names. */
  readonly roomy?: number;
}

export function formOf(node: number, { detail, compactNodes }: Appearance): Form {
  if (detail !== "mixed") return detail;
  return compactNodes?.includes(node) ? "compact" : "line";
}

export interface Metrics {
  readonly glyphRadius: number;
  readonly rowHeight: number;
  /** Width of one digit in the program's type at the size of the rows. */
  readonly digit: number;
  readonly padding: number;
  /** Room for `data` and `grad` before the numbers. */
  readonly labelWidth: number;
  /** Characters that a number may have. */
  readonly numberWidth: number;
  /** Characters that a card has room for; with one more a number comes close to what is beside it. */
  readonly numberRoom: number;
  /** The smallest type in the picture: where a glyph is a word, it is set in this. */
  readonly leastType: number;
  /** The type of tags on cards and wires, which hold numbers. */
  readonly tagType: number;
  /** What the widths of wires are multiplied by. */
  readonly stroke: number;
  readonly gaps: Readonly<Gaps>;
}

/** `−0.01235`; what is longer is set smaller. With the three digits of a projector, one less. */
const NORMAL: Metrics = {
  glyphRadius: 16,
  rowHeight: 19,
  digit: 7.9,
  padding: 11,
  labelWidth: 32,
  numberWidth: 8,
  numberRoom: 8,
  leastType: 12,
  tagType: 12,
  stroke: 1,
  gaps: { layer: 56, widening: 0.6, node: 26, wire: 12, port: 14, margin: 14 },
};
/** `−0.6931`: a number loses no digit by its sign. */
const COMPACT: Metrics = {
  ...NORMAL,
  glyphRadius: 13,
  rowHeight: 15,
  digit: 7.3,
  padding: 6,
  labelWidth: 0,
  numberWidth: 7,
  numberRoom: 6,
  gaps: { layer: 50, widening: 0.4, node: 14, wire: 10, port: 12, margin: 12 },
};
const PROJECTOR: Metrics = {
  glyphRadius: 23,
  rowHeight: 28,
  digit: 12.1,
  padding: 16,
  labelWidth: 46,
  numberWidth: 7,
  numberRoom: 7,
  leastType: 16,
  tagType: 20,
  stroke: 1.6,
  gaps: { layer: 88, widening: 0.6, node: 40, wire: 16, port: 18, margin: 24 },
};
const COMPACT_PROJECTOR: Metrics = {
  ...PROJECTOR,
  glyphRadius: 20,
  rowHeight: 25,
  padding: 9,
  labelWidth: 0,
  numberWidth: 7,
  numberRoom: 6,
  gaps: { layer: 84, widening: 0.4, node: 22, wire: 14, port: 16, margin: 24 },
};
/** Between layers where wires run down: a number is beside its wire there, and one line of type high. */
const DOWN = {
  full: { gap: 0.6, widening: 0.5 },
  compact: { gap: 0.48, widening: 0.25 },
  line: { gap: 0.32, widening: 0.25 },
  mixed: { gap: 0.32, widening: 0.25 },
};
/** Between layers of towers numbers have no room beside their wires. */
const TOWER = { gap: 0.44, widening: 0.25 };
/** Of a row's height the radius of a symbol in it, and of the gaps between compact cards those between lines and towers. */
const ROW_GLYPH = 0.5;
const CLOSE = 0.64;
/** Of their widths, those of wires that go from one band to the next, side by side in a narrow bed. */
const THIN = 0.5;

export function metricsFor({
  projector,
  detail,
  direction,
  bands = 1,
  roomy = 1,
}: Pick<Appearance, "projector" | "detail" | "direction" | "bands" | "roomy">): Metrics {
  const metrics = projector ? (detail === "full" ? PROJECTOR : COMPACT_PROJECTOR) : detail === "full" ? NORMAL : COMPACT;
  const { gaps } = metrics;
  if (direction === "right" && detail !== "tower") return { ...metrics, gaps: { ...gaps, layer: gaps.layer * roomy } };
  const { gap, widening } = detail === "tower" ? TOWER : DOWN[detail];
  const run = { ...gaps, layer: Math.round(gaps.layer * gap) * roomy, widening };
  if (detail === "full") return { ...metrics, gaps: run };
  const glyphRadius = metrics.rowHeight * ROW_GLYPH;
  if (detail === "compact") return { ...metrics, glyphRadius, gaps: run };
  const { node, margin, wire, port } = gaps;
  return {
    ...metrics,
    glyphRadius,
    stroke: metrics.stroke * (bands > 1 ? THIN : 1),
    gaps: { ...run, node: node * CLOSE, margin: margin * CLOSE, wire: wire * CLOSE, port: port * CLOSE },
  };
}

/** Half the width of the shape around an operation's symbol: a circle, or for words a pill, whose letters are bold: wide, narrow or neither. */
export function glyphReach(glyph: string, { glyphRadius, leastType }: Metrics): number {
  const letters = Array.from(glyph);
  if (letters.length === 1 || glyphType(glyph, { glyphRadius, leastType }) > leastType) return glyphRadius;
  return Math.max(
    glyphRadius,
    Math.ceil((letters.reduce((sum, each) => sum + widthOf(each), 0) * leastType) / 2 + glyphRadius * 0.45),
  );
}

/** Width of a bold letter of the page's own type, as a part of its size. */
function widthOf(letter: string): number {
  return /[mw+\u2212^×]/.test(letter) ? 1 : /[ijltfr._]/.test(letter) ? 0.5 : 0.7;
}

/** The type of a glyph by its letters, as a part of the circle's radius. */
const GLYPH_TYPE = [1.2, 1.2, 0.98, 0.8];

/** The size in which a glyph is set. */
export function glyphType(glyph: string, { glyphRadius, leastType }: Pick<Metrics, "glyphRadius" | "leastType">): number {
  const part = GLYPH_TYPE[Array.from(glyph).length] ?? 0;
  return Math.max(leastType, Math.round(part * glyphRadius * 10) / 10);
}
