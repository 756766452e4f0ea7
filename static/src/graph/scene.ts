/**
 * What there is to draw of a graph, before anything has a place: cards, operation marks and wires with their measures and captions.
 * Pure: knows no DOM and no numbers' text. Sizes depend on the structure alone, so digits never move anything.
 */
import type { Direction } from "../core/state.ts";
import { nodeLabel } from "../core/places.ts";
import type { Graph, GraphNode, Role } from "../core/types.ts";
import type { Records } from "./captions.ts";
import { fold, type Folded, type Folding } from "./folding.ts";
import { shorten, shortenLabel } from "./format.ts";
import { groupTreeOf } from "./groups.ts";
import type { LayoutNode, LayoutRequest } from "./layout/types.ts";
import { wiresOf, type Wire } from "./wiring.ts";

export interface Appearance {
  readonly direction: Direction;
  readonly separateOperations: boolean;
  readonly projector: boolean;
}

/** Lengths of a card's parts, in the picture's own units. */
export interface Metrics {
  readonly glyphRadius: number;
  readonly rowHeight: number;
  /** Width of one digit in the program's type at the size of the rows. */
  readonly digit: number;
  readonly padding: number;
  /** Room for `data` and `grad` before the numbers. */
  readonly labelWidth: number;
  /** What the widths of wires are multiplied by. */
  readonly stroke: number;
  readonly gaps: { readonly layer: number; readonly node: number };
}

const NORMAL: Metrics = { glyphRadius: 16, rowHeight: 19, digit: 7.9, padding: 12, labelWidth: 32, stroke: 1, gaps: { layer: 66, node: 32 } };
const PROJECTOR: Metrics = { glyphRadius: 23, rowHeight: 28, digit: 12.1, padding: 16, labelWidth: 46, stroke: 1.6, gaps: { layer: 96, node: 46 } };

/** `−0.01235`; what is longer is set smaller. With the three digits of a projector, one less. */
const NUMBER_WIDTH = 8;
const PROJECTOR_NUMBER_WIDTH = 7;
/** How much higher a row is that shows a tensor's cells. */
export const TENSOR_ROW = 17;
/** How much wider its card is than that of a number. */
const TENSOR_WIDTH = 26;
const SHORT_CONSTANT = 4;
/** How much larger a name is written where the card is small on the screen (graph.css). */
const FAR_LETTERS = 1.5;

export function metricsFor({ projector }: Pick<Appearance, "projector">): Metrics {
  return projector ? PROJECTOR : NORMAL;
}

export interface Card {
  /** The node it shows; of a folded group, the node in whose place it stands. */
  readonly id: number;
  /** What finds the same card again after an edit. */
  readonly key: string;
  readonly role: Role | "group";
  readonly title: string;
  /** The same for letters half as large again. */
  readonly farTitle: string;
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
  /** By edge: the wire that stands for it, or −1 inside a folded group. */
  readonly wireOf: Int32Array;
  /** What any node is called, drawn or not. */
  titleOf(node: number): string;
  /** Equal for two scenes that need no new layout between them. */
  readonly structure: string;
}

/** With nothing folded where no folding is given. */
export function buildScene(graph: Graph, program: string, records: Records, appearance: Appearance, given: Folding | null = null): Scene {
  const metrics = metricsFor(appearance);
  const keys = nodeKeys(graph, program);
  const folding = given ?? fold(graph, groupTreeOf(graph, program), () => true);
  const { shownAs, folded } = folding;
  const cards = graph.nodes.flatMap((node) => {
    if (shownAs[node.id] !== node.id) return [];
    const inside = folded.get(node.id);
    return [inside ? groupCard(inside, metrics) : cardOf(graph, node, keys[node.id]!, program, records, appearance, metrics)];
  });
  const single = graph.nodes.filter(({ id, op }) => op !== null && shownAs[id] === id && !folded.has(id));
  const operations = appearance.separateOperations ? single.map((node) => operationOf(node, keys[node.id]!, records)) : [];
  const keyOf = (node: number): string => folded.get(node)?.group.key ?? keys[node]!;
  const { wires, wireOf } = wiresOf(graph, folding, keyOf, records, appearance.separateOperations ? single.map(({ id }) => id) : []);
  const options = `${appearance.direction} ${appearance.separateOperations} ${appearance.projector}`;
  const shapes = cards.map(({ id, role, width, height, folded: inside }) => `${id} ${role} ${width} ${height} ${inside?.group.key ?? graph.nodes[id]!.op}`);
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
    titleOf: (node) => nodeLabel(graph, program, node),
    structure: [options, ...shapes, ...connections].join("\n"),
  };
}

/** Names where there are any; else the operation and what it is made of, so that an edit elsewhere leaves the key as it was. */
function nodeKeys(graph: Graph, program: string): string[] {
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  const keys: string[] = [];
  for (const node of graph.nodes) {
    const made = node.op === null ? nodeLabel(graph, program, node.id) : `${node.op}(${node.inputs.map((input) => numberOf(keys[input]!)).join()})`;
    const base = node.name ?? `${node.role === "constant" ? "constant" : "made"} ${made}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    keys.push(count === 1 ? base : `${base} #${count}`);
  }
  return keys;

  // Keys of long chains would hold all that is under them; a number for each keeps them short.
  function numberOf(key: string): number {
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key)!;
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
): Card {
  const fullTitle = nodeLabel(graph, program, node.id);
  const bare = node.role === "constant" && node.shape.length === 0 && isNumeral(fullTitle);
  const docked = node.op !== null && !appearance.separateOperations;
  const glyph = docked ? glyphOf(node.op!, records) : null;
  const size = bare ? constantSize(fullTitle, metrics) : cardSize(node, docked, appearance, metrics);
  const room = Math.floor((size.width - 2 * metrics.padding - (docked && appearance.direction === "right" ? metrics.glyphRadius : 0)) / (metrics.digit * 1.06));
  return { id: node.id, key, role: node.role, title: shortenLabel(fullTitle, room), farTitle: shortenLabel(fullTitle, Math.floor(room / FAR_LETTERS)), named: node.name !== null, fullTitle, glyph, bare, tensor: node.shape.length > 0, folded: null, ...size };
}

/** Characters of a group's name, and of the longest line below it. */
const GROUP_WIDTH = 22;

function groupCard(folded: Folded, metrics: Metrics): Card {
  const { key, name } = folded.group;
  const width = Math.ceil(GROUP_WIDTH * metrics.digit + 2 * metrics.padding);
  const height = 4 * metrics.rowHeight + metrics.padding;
  return { id: folded.node, key, role: "group", title: shorten(name, GROUP_WIDTH - 4), farTitle: name, named: true, fullTitle: name, glyph: null, bare: false, tensor: false, folded, width, height };
}

function isNumeral(text: string): boolean {
  return /^[-+−]?[\d.⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]/u.test(text);
}

function glyphOf(op: string, records: Records): string {
  return records.get(op)?.glyph ?? op;
}

function constantSize(title: string, metrics: Metrics): { width: number; height: number } {
  const characters = title.length <= SHORT_CONSTANT ? SHORT_CONSTANT - 1 : NUMBER_WIDTH;
  return { width: Math.ceil(characters * metrics.digit + 2 * metrics.padding), height: metrics.rowHeight + metrics.padding };
}

/** A pill's round ends, a docked circle and a thick bar each take room from the text, which keeps its own. */
function cardSize(node: GraphNode, docked: boolean, { direction, projector }: Appearance, metrics: Metrics): { width: number; height: number } {
  const digits = projector ? PROJECTOR_NUMBER_WIDTH : NUMBER_WIDTH;
  const text = metrics.labelWidth + digits * metrics.digit;
  const rows = node.role === "constant" ? 2 : 3;
  const above = docked && direction === "down" ? metrics.glyphRadius - 2 : 0;
  const beside = docked && direction === "right" ? metrics.glyphRadius : isPill(node.role) ? metrics.padding : 0;
  return {
    width: Math.ceil(text + 2 * metrics.padding + beside) + (node.shape.length > 0 ? TENSOR_WIDTH : 0),
    height: rows * metrics.rowHeight + metrics.padding + above + (node.shape.length > 0 ? (rows - 1) * TENSOR_ROW : 0),
  };
}

export function isPill(role: Card["role"]): boolean {
  return role === "input";
}

function operationOf(node: GraphNode, key: string, records: Records): OperationMark {
  return { id: node.id - 0.5, key: `operation ${key}`, node: node.id, glyph: glyphOf(node.op!, records) };
}

/** The scene as a question to the layout. */
export function layoutRequest(scene: Scene): LayoutRequest {
  const { metrics, appearance } = scene;
  const across = appearance.direction === "right" ? "height" : "width";
  const ordered = new Set(scene.wires.filter(({ port }) => port !== null).map(({ target }) => target));
  const cards = scene.cards.map((card): LayoutNode => ({
    id: card.id,
    key: card.key,
    width: card.width,
    height: card.height,
    anyOrder: !ordered.has(card.id),
    ...(card.glyph !== null ? { entry: { radius: metrics.glyphRadius, inset: 0 } } : {}),
    ...(isPill(card.role) && across === "height" && !card.tensor ? { exit: { radius: card.height / 2, inset: card.height / 2 } } : {}),
  }));
  const circle = { radius: metrics.glyphRadius, inset: metrics.glyphRadius };
  const side = 2 * metrics.glyphRadius;
  const marks = scene.operations.map((mark): LayoutNode => ({ id: mark.id, key: mark.key, width: side, height: side, anyOrder: !ordered.has(mark.id), entry: circle, exit: circle }));
  return {
    nodes: [...cards, ...marks].sort((one, other) => one.id - other.id),
    edges: scene.wires.map(({ id, source, target, slot, edges }) => ({ id, source, target, slot, close: edges.length === 0 })),
    direction: appearance.direction,
    gaps: metrics.gaps,
  };
}
