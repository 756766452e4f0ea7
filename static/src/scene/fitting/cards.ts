/** How large each card of a picture is and where its parts are: symbol, name, value on the left and gradient on the right. Pure. */
import { type Form, widthOfText } from "../../core/card_sizes.ts";
import type { Graph, GraphNode, Role } from "../../core/types.ts";
import type { Records } from "../../explain/captions.ts";
import { type Run, typeset, widthOfRuns } from "../../explain/typeset.ts";
import type { Folded } from "../../graph/folding.ts";
import { namesOf, nodeTitle, shortTitle, timeOfName } from "../../graph/places.ts";
import { formatArray, shorten } from "../../text/format.ts";
import { glyphReach, type Metrics } from "./metrics.ts";
import type { FreeInRow } from "./tags.ts";

/** How high a row of a tensor's cells is. */
export const TENSOR_ROW = 17;
/** Elements of a list up to which they are written in a card: `[0.5, −1, 3]`, and the characters of that. */
const LONGEST_LIST = 3;
const SHORT_LIST = (length: number): number => 6 + 2 * length;
/** How far each of the two cards behind that of a folded group looks out, to the right and below. */
export const BEHIND = 4;
/** Between the two outlines of the output. */
export const INNER = 3;
/** Letters of a name at most, and of a group's. */
const LONGEST_TITLE = 16;
const GROUP_TITLE = 18;
const GROUP_WIDTH = 22;
/** Between a name and the first number in its row. */
const AFTER_NAME = 8;
/** Beside the number of a constant without a name. */
const BESIDE_NUMBER = 10;
const NOTHING: readonly Run[] = [];

export interface Card {
  /** The node it shows; of a folded group, the node in whose place it is. */
  readonly id: number;
  /** What finds the same card again after an edit. */
  readonly key: string;
  readonly role: Role | "group";
  readonly form: Form;
  readonly title: string;
  /** The title as it is set. */
  readonly runs: readonly Run[];
  /** Whether the title is a name rather than source text. */
  readonly named: boolean;
  /** The name or source text in full. */
  readonly fullTitle: string;
  /** The operation's symbol; null for leaves, and where operations are nodes of their own. */
  readonly glyph: string | null;
  /** A constant that is only its number: one row and no title. */
  readonly bare: boolean;
  /** Whether it has room for a grid of cells. */
  readonly tensor: boolean;
  /** Whether it is a short list, whose numbers are written. */
  readonly listed: boolean;
  /** Characters that each of its numbers has room for: a tensor's shape is never cut. */
  readonly characters: number;
  /** What is folded in it; null for a node's own card. */
  readonly folded: Folded | null;
  readonly width: number;
  readonly height: number;
}

export interface Drawing {
  readonly graph: Graph;
  readonly program: string;
  readonly records: Records;
  readonly form: Form;
  readonly metrics: Metrics;
  /** Whether the symbols of operations are in their cards. */
  readonly docked: boolean;
  /** By operation: its symbol with a constant in it. */
  readonly glyphs: ReadonlyMap<number, string>;
}

export function cardOf(drawing: Drawing, node: GraphNode, key: string): Card {
  const { graph, program, records, form, metrics, docked, glyphs } = drawing;
  const { size } = metrics;
  const fullTitle = nodeTitle(graph, program, node.id);
  const glyph = node.op !== null && docked ? (glyphs.get(node.id) ?? glyphOf(node.op, records)) : null;
  const isConstant = node.role === "constant";
  const bare = isConstant && node.shape.length === 0 && isNumeral(fullTitle);
  // A result without a name is known by its symbol; a full card says what it is made of.
  const title = bare || (form !== "full" && glyph !== null && node.name === null) ? "" : titleWithin(drawing, node, fullTitle);
  const runs = title === "" ? NOTHING : typeset(title);
  const listed = !isConstant && node.shape.length === 1 && node.shape[0]! <= LONGEST_LIST;
  const characters = charactersOf(node, size.letters, listed);
  const tensor = node.shape.length > 0;
  const width = bare
    ? widthOfText(fullTitle, "text", size.number) + 2 * BESIDE_NUMBER
    : widthOf({ role: node.role, glyph, form, characters }, widthOfRuns(runs, size.name, size.index), metrics);
  const hasCells = tensor && !listed && form !== "far";
  return {
    id: node.id,
    key,
    role: node.role,
    form,
    title,
    runs,
    named: node.name !== null,
    fullTitle,
    glyph,
    bare,
    tensor,
    listed,
    characters,
    folded: null,
    width: Math.ceil(width),
    height: bare ? metrics.rowHeight + BESIDE_NUMBER : size.height + (hasCells ? TENSOR_ROW : 0),
  };
}

/** What a card is called, as long as there is room for; the names of one object are cut alike, whatever the widths of their cards. */
function titleWithin({ graph, program, metrics: { size } }: Drawing, node: GraphNode, whole: string): string {
  const time = timeOfName(graph, node.id);
  const fits = (title: string): boolean => widthOfRuns(typeset(title), size.name, size.index) <= size.longest;
  if (node.name?.includes(".")) {
    const dotted = namesOf(graph)(node.name, LONGEST_TITLE - time.length) + time;
    if (fits(dotted)) return dotted;
  }
  if (whole.length <= 2 * LONGEST_TITLE && fits(whole)) return whole;
  for (let letters = LONGEST_TITLE; letters > 2; letters -= 1) {
    const title = shortTitle(graph, program, node.id, letters);
    if (fits(title)) return title;
  }
  return shortTitle(graph, program, node.id, 2);
}

function charactersOf({ shape }: GraphNode, letters: number, listed: boolean): number {
  if (shape.length === 0) return letters;
  return Math.max(letters, listed ? SHORT_LIST(shape[0]!) : formatArray(shape).length);
}

type Parts = Pick<Card, "role" | "glyph" | "form" | "characters">;

/** Where what follows a symbol begins, and what is free at the other end. */
function insetsOf(
  { role, glyph, form }: Pick<Card, "role" | "glyph" | "form">,
  metrics: Metrics,
): { left: number; right: number } {
  const { before, after, end, round } = metrics.size;
  const inner = role === "output" && form !== "full" ? INNER : 0;
  const outer = isPill(role) ? round : end;
  const left = glyph === null ? outer + inner : before + inner + 2 * glyphReach(glyph, metrics) + after;
  return { left, right: outer + inner };
}

/** Room for one number; a list of numbers, or a shape, takes what it needs. */
function columnOf({ characters }: Pick<Card, "characters">, { size, digit }: Metrics): number {
  return characters <= size.letters ? size.column : Math.max(size.column, Math.ceil(characters * digit * NARROW));
}

/** Brackets, commas and spaces are narrower than digits. */
const NARROW = 0.86;

function widthOf(parts: Parts, name: number, metrics: Metrics): number {
  const { left, right } = insetsOf(parts, metrics);
  const column = columnOf(parts, metrics);
  const count = parts.role === "constant" || parts.form === "far" ? 1 : 2;
  const numbers = count * column + (count - 1) * metrics.size.between;
  if (parts.form === "full") return left + Math.max(name, numbers) + right;
  return left + (name > 0 ? name + AFTER_NAME : 0) + numbers + right;
}

export interface NumberPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly width: number;
}

/** Where the parts of a card are, as seen from its upper left corner. */
export interface Anatomy {
  /** The middle of the symbol's shape. */
  readonly symbol: { readonly x: number; readonly y: number } | null;
  readonly title: { readonly x: number; readonly y: number };
  readonly value: NumberPlace;
  /** null for a constant; of a far card in the same place as the value. */
  readonly gradient: NumberPlace | null;
  /** The middle of the row of cells. */
  readonly cells: number;
}

/** Of a full card's height, where its rows are. */
const FIRST_ROW = 0.35;
const SECOND_ROW = 0.73;

export function anatomyOf(card: Card, metrics: Metrics): Anatomy {
  const { size } = metrics;
  if (card.bare) {
    const value: NumberPlace = { x: card.width / 2, y: card.height / 2, anchor: "middle", width: card.width };
    return { symbol: null, title: value, value, gradient: null, cells: value.y };
  }
  const { left, right } = insetsOf(card, metrics);
  const width = columnOf(card, metrics);
  const isFull = card.form === "full";
  const [titleRow, row] = isFull ? [size.height * FIRST_ROW, size.height * SECOND_ROW] : [size.height / 2, size.height / 2];
  const end = card.width - right;
  const inner = card.role === "output" && !isFull ? INNER : 0;
  const single = card.role === "constant" || card.form === "far";
  const last: NumberPlace = { x: end, y: row, anchor: "end", width };
  const first: NumberPlace = isFull
    ? { x: left, y: row, anchor: "start", width }
    : { ...last, x: single ? end : end - width - size.between };
  return {
    symbol: card.glyph === null ? null : { x: size.before + inner + glyphReach(card.glyph, metrics), y: size.height / 2 },
    title: { x: left, y: titleRow },
    value: first,
    gradient: card.role === "constant" ? null : last,
    cells: card.form === "far" ? row : size.height - (isFull ? 6 : 5) + TENSOR_ROW / 2,
  };
}

/** What a card's first row has free behind its name; in one row the numbers are there, and a group has its parts. */
export function freeBehindTitle(card: Card, metrics: Metrics): FreeInRow {
  const { size, rowHeight } = metrics;
  if (card.form !== "full" || card.bare || card.folded !== null)
    return { width: 0, right: card.width, middle: rowHeight / 2, isCrowded: card.form !== "full" };
  const { title } = anatomyOf(card, metrics);
  const end = title.x + widthOfRuns(card.runs, size.name, size.index) + size.between;
  const edge = card.width - size.end / 2; // a tag has ends of its own
  return { width: edge - end, right: edge, middle: title.y, isCrowded: false };
}

export function groupCard(folded: Folded, form: Form, metrics: Metrics): Card {
  const { key, name } = folded.group;
  const title = shorten(name, GROUP_TITLE);
  return {
    id: folded.node,
    key,
    role: "group",
    form,
    title,
    runs: NOTHING,
    named: true,
    fullTitle: name,
    glyph: null,
    bare: false,
    tensor: false,
    listed: false,
    characters: metrics.size.letters,
    folded,
    width: Math.ceil(GROUP_WIDTH * metrics.digit + 2 * metrics.padding),
    height: 3 * metrics.rowHeight + metrics.padding,
  };
}

export function isPill(role: Card["role"]): boolean {
  return role === "input";
}

function isNumeral(text: string): boolean {
  return /^[-+−]?[\d.⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]/u.test(text);
}

export function glyphOf(op: string, records: Records): string {
  return records.get(op)?.glyph ?? op;
}
