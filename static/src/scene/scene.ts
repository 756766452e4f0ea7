/**
 * What there is to draw of a graph, before anything has a place: cards, operation marks and wires with their measures and captions.
 * Pure: knows no DOM and no numbers' text. Sizes depend on the structure alone, so digits never move anything.
 */

import type { Graph, GraphNode, Role } from "../core/types.ts";
import type { Records } from "../explain/captions.ts";
import { type Folded, type Folding, fold } from "../graph/folding.ts";
import { groupTreeOf } from "../graph/groups.ts";
import { namesOf, nodeLabel, nodeTitle, shortTitle, timeOfName } from "../graph/places.ts";
import type { LayoutNode, LayoutRequest } from "../layout/types.ts";
import { formatArray, shorten } from "../text/format.ts";
import { inlineConstants } from "./fitting/inline_constants.ts";
import { type Appearance, type Form, formOf, glyphReach, type Metrics, metricsFor } from "./fitting/metrics.ts";
import type { FreeInRow } from "./fitting/tags.ts";
import { widthOfCells } from "./tensor_grid.ts";
import { type Wire, wiresOf } from "./wiring.ts";

/** How much higher a row is that shows a tensor's cells. */
export const TENSOR_ROW = 17;
/** How much wider its card is than that of a number, at least, and what is between its cells and the number. */
const TENSOR_WIDTH = 26;
const BESIDE_CELLS = 8;
/**
 * Elements of a list up to which they are written in a card, and characters that a full card is made wider for: `[0.5, −1, 3]`. Long numbers are
 * set in a smaller type: of the width for others, this part.
 */
const LONGEST_LIST = 3;
const SHORT_LIST = (length: number): number => 6 + 2 * length;
const LONG_DIGIT = 0.93;
const SHORT_CONSTANT = 4;
/** Digits' room for the stroke between the two numbers of a compact card. */
const BETWEEN_NUMBERS = 1.6;
/** Digits' room between the symbol of a line and its numbers, where it has no name between them. */
const AFTER_GLYPH = 0.6;
const NO_GLYPHS: ReadonlyMap<number, string> = new Map();
/** Between the two outlines of the output, and between a card's outline and the symbol in its row. */
export const INNER = 3.5;
export const BEFORE_GLYPH = 2;
/** How far each of the two cards behind that of a folded group looks out, to the right and below. */
export const BEHIND = 4;
/** Letters of a name that a card grows for. */
const LONGEST_TITLE = 16;
/** Letters are set wider than digits. */
const TITLE_LETTER = 1.06;

export interface Card {
  /** The node it shows; of a folded group, the node in whose place it is. */
  readonly id: number;
  /** What finds the same card again after an edit. */
  readonly key: string;
  readonly role: Role | "group";
  readonly form: Form;
  readonly title: string;
  /** Whether the title is a name rather than source text. */
  readonly named: boolean;
  /** The name or source text in full. */
  readonly fullTitle: string;
  /** Shown in the docked circle; null for leaves, and where operations are nodes of their own. */
  readonly glyph: string | null;
  /** A constant that is only its number: one row and no title. */
  readonly bare: boolean;
  /** Whether its rows are high enough for a grid of cells. */
  readonly tensor: boolean;
  /** Whether it is a short list, whose numbers have a row for themselves. */
  readonly listed?: boolean;
  /** Characters that each of its numbers has room for: a tensor's shape is never cut. */
  readonly characters: number;
  /** Room for the numbers of a card that shows them in one row. */
  readonly pair?: number;
  /** What is folded in it; null for a node's own card. */
  readonly folded: Folded | null;
  readonly width: number;
  readonly height: number;
}

/** An operation as a node of its own, before the node of its value. */
export interface OperationMark {
  readonly id: number;
  readonly key: string;
  readonly node: number;
  readonly glyph: string;
}

export interface Scene {
  readonly appearance: Appearance;
  readonly metrics: Metrics;
  readonly folding: Folding;
  /** Of what is not hidden in a folded group, in the order of evaluation. */
  readonly cards: readonly Card[];
  readonly cardOf: ReadonlyMap<number, Card>;
  readonly operations: readonly OperationMark[];
  readonly wires: readonly Wire[];
  /** By edge: the wire that represents it, or −1 inside a folded group. */
  readonly wireOf: Int32Array;
  /** What any node is called, drawn or not. */
  titleOf(node: number): string;
  /** Equal for two scenes that need no new layout between them. */
  readonly structure: string;
}

/** With nothing folded where no folding is given. */
export function buildScene(
  graph: Graph,
  program: string,
  records: Records,
  appearance: Appearance,
  given: Folding | null = null,
): Scene {
  const keys = nodeKeys(graph, program);
  const whole = given ?? fold(graph, groupTreeOf(graph, program), () => true);
  const metrics = whole.folded.size > 0 ? withRoomBelow(metricsFor(appearance), appearance) : metricsFor(appearance);
  const { folding, glyphs } = appearance.constantNodes
    ? { folding: whole, glyphs: NO_GLYPHS }
    : inlineConstants(graph, whole, records);
  const { shownAs, folded } = folding;
  const size = (node: GraphNode): Card => cardOf(graph, node, keys[node.id]!, program, records, appearance, metrics, glyphs);
  const cards = graph.nodes.flatMap((node) => {
    if (shownAs[node.id] !== node.id) return [];
    const inside = folded.get(node.id);
    return [inside ? groupCard(inside, metrics) : size(node)];
  });
  const single = graph.nodes.filter(({ id, op }) => op !== null && shownAs[id] === id && !folded.has(id));
  const operations = appearance.separateOperations
    ? single.map((node) => operationOf(node, keys[node.id]!, records, glyphs))
    : [];
  const keyOf = (node: number): string => folded.get(node)?.group.key ?? keys[node]!;
  const { wires, wireOf } = wiresOf(
    graph,
    folding,
    keyOf,
    records,
    appearance.separateOperations ? single.map(({ id }) => id) : [],
  );
  const options = Object.values(appearance).join(" ");
  const shapes = cards.map(
    ({ id, role, form, width, height, folded: inside }) =>
      `${id} ${role} ${form} ${width} ${height} ${inside?.group.key ?? glyphs.get(id) ?? graph.nodes[id]!.op}`,
  );
  const connections = wires.map(({ source, target, slot, edges }) => `${source} ${target} ${slot} ${edges.length}`);
  return {
    appearance,
    metrics,
    folding,
    cards,
    cardOf: new Map(cards.map((card) => [card.id, card])),
    operations,
    wires,
    wireOf,
    titleOf: (node) => nodeTitle(graph, program, node),
    structure: [options, ...shapes, ...connections].join("\n"),
  };
}

/** Where cards are below one another, those behind that of a folded group take nothing of the room for numbers and counts on its wires. */
function withRoomBelow(metrics: Metrics, { direction }: Appearance): Metrics {
  const { gaps } = metrics;
  return direction === "down" ? { ...metrics, gaps: { ...gaps, layer: gaps.layer + 2 * BEHIND } } : metrics;
}

/** Names where there are any; else the operation and what it is made of, so that an edit elsewhere leaves the key as it was. */
function nodeKeys(graph: Graph, program: string): string[] {
  const counts = new Map<string, number>();
  /** By node; 0 for none. */
  const numbers = new Uint32Array(graph.nodes.length);
  let given = 0;
  const keys: string[] = [];
  for (const node of graph.nodes) {
    const made =
      node.op === null ? nodeLabel(graph, program, node.id) : `${node.op}(${node.inputs.map((input) => numberOf(input)).join()})`;
    const base = node.name ?? `${node.role === "constant" ? "constant" : "made"} ${made}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    keys.push(count === 1 ? base : `${base} #${count}`);
  }
  return keys;

  // Keys of long chains would hold all that is under them; a number for each keeps them short.
  function numberOf(node: number): number {
    if (numbers[node] === 0) {
      given += 1;
      numbers[node] = given;
    }
    return numbers[node]!;
  }
}

function cardOf(
  graph: Graph,
  node: GraphNode,
  key: string,
  program: string,
  records: Records,
  appearance: Appearance,
  metrics: Metrics,
  glyphs: ReadonlyMap<number, string>,
): Card {
  const turn = timeOfName(graph, node.id);
  const fullTitle = nodeTitle(graph, program, node.id);
  // The names of one object are cut alike, whatever the widths of their cards.
  const dotted = node.name?.includes(".") ? namesOf(graph)(node.name, LONGEST_TITLE - turn.length) + turn : null;
  const bare = node.role === "constant" && node.shape.length === 0 && isNumeral(fullTitle);
  const docked = node.op !== null && !appearance.separateOperations;
  const form = formOf(node.id, appearance);
  // Where cards are small the operation says what a result without a name is: its operands are in sight.
  const isTold = appearance.roomy !== undefined && appearance.detail === "compact";
  const isUntold = !isTold && (form === "line" || form === "tower" || isFlat(form, appearance)) && docked && node.name === null;
  const glyph = docked ? (glyphs.get(node.id) ?? glyphOf(node.op!, records)) : null;
  const inset = insetsOf({ role: node.role, glyph, form }, appearance, metrics);
  const isConstant = node.role === "constant";
  // A tower is as wide as a number.
  const listed = !isConstant && form !== "tower" && isShortList(node.shape);
  const shapes = charactersOf(node, form, metrics);
  const pair = (isConstant ? shapes : 2 * shapes + BETWEEN_NUMBERS) * metrics.digit;
  const size = bare
    ? constantSize(fullTitle, metrics)
    : cardSize(node, isUntold ? "" : (dotted ?? fullTitle), form, inset, metrics, shapes, pair);
  const inRow = form === "full" ? (shapes * metrics.digit + besideCells(node)) / LONG_DIGIT : pair + metrics.digit;
  const beside = form === "line" ? pair : 0;
  const room = Math.floor((size.width - inset.title - inset.right - beside) / (metrics.digit * TITLE_LETTER));
  const cut = (): string => shortTitle(graph, program, node.id, room);
  return {
    id: node.id,
    key,
    role: node.role,
    form,
    title: isUntold ? "" : dotted !== null && dotted.length <= room ? dotted : cut(),
    named: node.name !== null,
    fullTitle,
    glyph,
    bare,
    tensor: node.shape.length > 0,
    listed,
    characters: listed ? Math.floor(inRow / metrics.digit) : shapes,
    pair,
    folded: null,
    ...size,
  };
}

export interface Insets {
  /** Of the title, and of the rows below it. */
  readonly title: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Where the text of a card begins: a pill's round ends, where they are large, a docked symbol and a thick bar each take room from nothing but their own. */
export function insetsOf(
  { role, glyph, form }: Pick<Card, "role" | "glyph" | "form">,
  appearance: Appearance,
  metrics: Metrics,
): Insets {
  const { padding } = metrics;
  const { direction } = appearance;
  if (isInRow(form, appearance)) {
    // The symbol is in the row of the name, so that the card stays small.
    const inner = role === "output" ? INNER : 0;
    const title = glyph === null ? padding : 2 * glyphReach(glyph, metrics) + inner + BEFORE_GLYPH + padding * 0.6;
    const left = form === "line" ? title : padding + inner;
    return { title, left, right: padding + inner, top: padding / (form === "line" ? 2 : 3) };
  }
  const round = isPill(role) ? padding / 2 : 0;
  const reach = glyph !== null && direction === "right" ? glyphReach(glyph, metrics) : 0;
  const above = glyph !== null && direction === "down" ? metrics.glyphRadius - 2 : 0;
  const left = reach > 0 ? reach + padding * (form === "full" ? 1 : 0.6) : padding + round;
  return { title: left, left, right: padding + round, top: padding / (form === "compact" ? 3 : 2) + above };
}

/** What a card's first row has free behind its name; a line has its numbers there, and a group its parts. */
export function freeBehindTitle(card: Card, { appearance, metrics }: Scene): FreeInRow {
  const { title, right, top } = insetsOf(card, appearance, metrics);
  const end = title + (card.title === "" ? 0 : (card.title.length * TITLE_LETTER + AFTER_GLYPH) * metrics.digit);
  const isTaken = card.form === "line" || card.bare || card.folded !== null;
  const edge = card.width - right / 2; // a tag has ends of its own
  return {
    width: isTaken ? 0 : edge - end,
    right: edge,
    middle: top + metrics.rowHeight / 2,
    isCrowded: card.form !== "full" && (card.form !== "compact" || appearance.direction === "down"),
  };
}

/** Whether a card has its symbol in the row of its name, and not at its edge. */
export function isInRow(form: Form, appearance: Appearance): boolean {
  return form === "line" || form === "tower" || isFlat(form, appearance);
}

/** A compact card to which wires come from above. */
function isFlat(form: Form, { direction }: Appearance): boolean {
  return form === "compact" && direction === "down";
}

/** Characters of a group's name, and of the longest line below it. */
const GROUP_WIDTH = 22;

function groupCard(folded: Folded, metrics: Metrics): Card {
  const { key, name } = folded.group;
  const width = Math.ceil(GROUP_WIDTH * metrics.digit + 2 * metrics.padding);
  const height = 4 * metrics.rowHeight + metrics.padding;
  return {
    id: folded.node,
    key,
    role: "group",
    form: "full",
    title: shorten(name, GROUP_WIDTH - 4),
    named: true,
    fullTitle: name,
    glyph: null,
    bare: false,
    tensor: false,
    characters: metrics.numberWidth,
    folded,
    width,
    height,
  };
}

function isNumeral(text: string): boolean {
  return /^[-+−]?[\d.⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]/u.test(text);
}

function glyphOf(op: string, records: Records): string {
  return records.get(op)?.glyph ?? op;
}

function constantSize(title: string, { numberWidth, digit, padding, rowHeight }: Metrics): { width: number; height: number } {
  const characters = title.length <= SHORT_CONSTANT ? SHORT_CONSTANT - 1 : Math.max(numberWidth, Math.min(10, title.length));
  return { width: Math.ceil(characters * digit + 2 * padding), height: rowHeight + padding };
}

function charactersOf({ shape }: GraphNode, form: Form, { numberRoom }: Metrics): number {
  if (shape.length === 0) return numberRoom;
  const isShort = form === "full" && isShortList(shape);
  return Math.max(numberRoom, isShort ? SHORT_LIST(shape[0]!) : formatArray(shape).length);
}

const isShortList = (shape: readonly number[]): boolean => shape.length === 1 && shape[0]! <= LONGEST_LIST;

/** What a tensor's cells add to the width of a full card. */
function besideCells({ shape }: GraphNode): number {
  return shape.length > 0 ? Math.max(TENSOR_WIDTH, widthOfCells(shape) + BESIDE_CELLS) : 0;
}

function cardSize(
  node: GraphNode,
  title: string,
  form: Form,
  { title: titleLeft, left, right, top }: Insets,
  metrics: Metrics,
  characters: number,
  pair: number,
): { width: number; height: number } {
  const { digit, rowHeight, padding, labelWidth } = metrics;
  const letters = Math.min(LONGEST_TITLE, title.length) * digit * TITLE_LETTER;
  const isTensor = node.shape.length > 0;
  const rows = node.role === "constant" ? 2 : 3;
  if (form === "tower")
    return {
      width: Math.ceil(right + Math.max(titleLeft + letters, left + characters * digit)),
      height: Math.ceil(rows * rowHeight + 2 * top),
    };
  if (form !== "full") {
    const inLine = form === "line";
    // A list is written in two rows, one below the other.
    const second = node.role !== "constant" && isShortList(node.shape) ? Math.max(TENSOR_ROW, rowHeight - 3) : TENSOR_ROW;
    const height = (inLine ? rowHeight : 2 * rowHeight) + 2 * top + (isTensor ? second : 0);
    const width = inLine
      ? titleLeft + letters + (letters > 0 ? digit : AFTER_GLYPH * digit) + pair
      : Math.max(titleLeft + letters, left + pair);
    return { width: Math.ceil(right + width), height: Math.ceil(height) };
  }
  const numbers = labelWidth + characters * digit + besideCells(node);
  return {
    width: Math.ceil(left + right + Math.max(letters, numbers)),
    height: Math.ceil(rows * rowHeight + top + padding / 2 + (isTensor ? (rows - 1) * TENSOR_ROW : 0)),
  };
}

export function isPill(role: Card["role"]): boolean {
  return role === "input";
}

function operationOf(node: GraphNode, key: string, records: Records, glyphs: ReadonlyMap<number, string>): OperationMark {
  const glyph = glyphs.get(node.id) ?? glyphOf(node.op!, records);
  return { id: node.id - 0.5, key: `operation ${key}`, node: node.id, glyph };
}

/** The scene as a question to the layout. */
export function layoutRequest(scene: Scene): LayoutRequest {
  const { metrics, appearance } = scene;
  const across = appearance.direction === "right" ? "height" : "width";
  const ordered = new Set(scene.wires.filter(({ port }) => port !== null).map(({ target }) => target));
  const cards = scene.cards.map(
    (card): LayoutNode => ({
      id: card.id,
      key: card.key,
      width: card.width,
      height: card.height,
      anyOrder: !ordered.has(card.id),
      ...dockOf(card, scene),
      ...(isPill(card.role) && across === "height" && !card.tensor && card.form !== "tower"
        ? { exit: { radius: card.height / 2, inset: card.height / 2 } }
        : {}),
    }),
  );
  const radius = metrics.glyphRadius;
  const marks = scene.operations.map((mark): LayoutNode => {
    const circle = { radius, inset: radius };
    return {
      id: mark.id,
      key: mark.key,
      width: 2 * glyphReach(mark.glyph, metrics),
      height: 2 * radius,
      anyOrder: !ordered.has(mark.id),
      entry: circle,
      exit: circle,
    };
  });
  return {
    nodes: [...cards, ...marks].sort((one, other) => one.id - other.id),
    edges: scene.wires.map(({ id, source, target, slot, edges }) => ({ id, source, target, slot, close: edges.length === 0 })),
    direction: appearance.direction,
    gaps: metrics.gaps,
    ...(appearance.bands === undefined ? {} : { bands: appearance.bands }),
  };
}

/** Where wires enter a card with a docked symbol: on the round end of what sticks out of it. */
function dockOf({ glyph, form }: Card, { appearance, metrics }: Scene): Pick<LayoutNode, "entry"> {
  if (glyph === null || isInRow(form, appearance)) return {};
  const radius = metrics.glyphRadius;
  const inset = appearance.direction === "right" ? radius - glyphReach(glyph, metrics) : 0;
  return { entry: { radius, inset } };
}
