/**
 * What there is to draw of a graph, before anything has a place: cards, operation marks and wires with their measures and captions.
 * Pure: knows no DOM and no numbers' text. Sizes depend on the structure alone, so digits never move anything.
 */
import type { Direction } from "../core/state.ts";
import { nodeLabel } from "../core/places.ts";
import type { Graph, GraphNode, Role } from "../core/types.ts";
import type { Records } from "./captions.ts";
import { shorten } from "./format.ts";
import type { LayoutNode, LayoutRequest } from "./layout/types.ts";

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
const SHORT_CONSTANT = 4;

export function metricsFor({ projector }: Pick<Appearance, "projector">): Metrics {
  return projector ? PROJECTOR : NORMAL;
}

export interface Card {
  readonly id: number;
  /** What finds the same card again after an edit. */
  readonly key: string;
  readonly role: Role;
  readonly title: string;
  /** Whether the title is a name rather than source text. */
  readonly named: boolean;
  /** The name or source text in full. */
  readonly fullTitle: string;
  /** Shown in the docked circle; null for leaves, and where operations are nodes of their own. */
  readonly glyph: string | null;
  /** A constant that is only its number: one row and no title. */
  readonly bare: boolean;
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

export interface Wire {
  readonly id: number;
  readonly key: string;
  /** null for the short link from an operation of its own to its value. */
  readonly edge: number | null;
  /** Layout ids of the ends. */
  readonly source: number;
  readonly target: number;
  readonly slot: number;
  /** `1`, `2`… where the order of the inputs matters; null where it does not. */
  readonly port: string | null;
  /** `×2` on the first of several wires between the same two nodes; null otherwise. */
  readonly multiplicity: string | null;
}

export interface Scene {
  readonly appearance: Appearance;
  readonly metrics: Metrics;
  readonly cards: readonly Card[];
  readonly operations: readonly OperationMark[];
  readonly wires: readonly Wire[];
  /** Equal for two scenes that need no new layout between them. */
  readonly structure: string;
}

export function buildScene(graph: Graph, program: string, records: Records, appearance: Appearance): Scene {
  const metrics = metricsFor(appearance);
  const keys = nodeKeys(graph, program);
  const cards = graph.nodes.map((node) => cardOf(graph, node, keys[node.id]!, program, records, appearance, metrics));
  const operations = appearance.separateOperations
    ? graph.nodes.filter(({ op }) => op !== null).map((node) => operationOf(node, keys[node.id]!, records))
    : [];
  const wires = wiresOf(graph, keys, records, appearance);
  const options = `${appearance.direction} ${appearance.separateOperations} ${appearance.projector}`;
  const shapes = cards.map((card, id) => `${card.role} ${card.width} ${card.height} ${graph.nodes[id]!.op} ${graph.nodes[id]!.inputs}`);
  return { appearance, metrics, cards, operations, wires, structure: [options, ...shapes].join("\n") };
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
  return { id: node.id, key, role: node.role, title: shorten(fullTitle, room), named: node.name !== null, fullTitle, glyph, bare, ...size };
}

function isNumeral(text: string): boolean {
  return /^[-+−]?[\d.]/.test(text);
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
    width: Math.ceil(text + 2 * metrics.padding + beside),
    height: rows * metrics.rowHeight + metrics.padding + above,
  };
}

export function isPill(role: Role): boolean {
  return role === "input";
}

function operationOf(node: GraphNode, key: string, records: Records): OperationMark {
  return { id: node.id - 0.5, key: `operation ${key}`, node: node.id, glyph: glyphOf(node.op!, records) };
}

function wiresOf(graph: Graph, keys: readonly string[], records: Records, { separateOperations }: Appearance): Wire[] {
  const wires = graph.edges.map((edge): Wire => {
    const { inputs, op } = graph.nodes[edge.target]!;
    const twins = inputs.filter((input) => input === edge.source).length;
    const first = inputs.indexOf(edge.source) === edge.slot;
    return {
      id: edge.id,
      key: `${keys[edge.source]} → ${keys[edge.target]} ${edge.slot}`,
      edge: edge.id,
      source: edge.source,
      target: separateOperations ? edge.target - 0.5 : edge.target,
      slot: edge.slot,
      port: inputs.length > 1 && records.get(op ?? "")?.commutes !== true ? String(edge.slot + 1) : null,
      multiplicity: twins > 1 && first ? `×${twins}` : null,
    };
  });
  if (!separateOperations) return wires;
  const links = graph.nodes.filter(({ op }) => op !== null);
  return wires.concat(links.map((node): Wire => ({
    id: graph.edges.length + node.id,
    key: `value ${keys[node.id]}`,
    edge: null,
    source: node.id - 0.5,
    target: node.id,
    slot: 0,
    port: null,
    multiplicity: null,
  })));
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
    ...(isPill(card.role) && across === "height" ? { exit: { radius: card.height / 2, inset: card.height / 2 } } : {}),
  }));
  const circle = { radius: metrics.glyphRadius, inset: metrics.glyphRadius };
  const side = 2 * metrics.glyphRadius;
  const marks = scene.operations.map((mark): LayoutNode => ({ id: mark.id, key: mark.key, width: side, height: side, anyOrder: !ordered.has(mark.id), entry: circle, exit: circle }));
  return {
    nodes: [...cards, ...marks].sort((one, other) => one.id - other.id),
    edges: scene.wires.map(({ id, source, target, slot, edge }) => ({ id, source, target, slot, close: edge === null })),
    direction: appearance.direction,
    gaps: metrics.gaps,
  };
}
