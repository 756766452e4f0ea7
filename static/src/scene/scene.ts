/**
 * What there is to draw of a graph, before anything has a place: cards, operation marks and wires with their measures and captions.
 * Pure: knows no DOM and no numbers' text. Sizes depend on the structure alone, so digits never move anything.
 */

import type { Graph, GraphNode } from "../core/types.ts";
import type { Records } from "../explain/captions.ts";
import { type Folding, fold } from "../graph/folding.ts";
import { groupTreeOf } from "../graph/groups.ts";
import { nodeLabel, nodeTitle } from "../graph/places.ts";
import type { LayoutNode, LayoutRequest } from "../layout/types.ts";
import { BEHIND, type Card, cardOf, type Drawing, glyphOf, groupCard, isPill } from "./fitting/cards.ts";
import { inlineConstants } from "./fitting/inline_constants.ts";
import { type Appearance, glyphReach, type Metrics, metricsFor } from "./fitting/metrics.ts";
import { type Wire, wiresOf } from "./wiring.ts";

const NO_GLYPHS: ReadonlyMap<number, string> = new Map();

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
  const { detail: form, separateOperations } = appearance;
  const drawing: Drawing = { graph, program, records, form, metrics, docked: !separateOperations, glyphs };
  const cards = graph.nodes.flatMap((node) => {
    if (shownAs[node.id] !== node.id) return [];
    const inside = folded.get(node.id);
    return [inside ? groupCard(inside, form, metrics) : cardOf(drawing, node, keys[node.id]!)];
  });
  const single = graph.nodes.filter(({ id, op }) => op !== null && shownAs[id] === id && !folded.has(id));
  const operations = separateOperations ? single.map((node) => operationOf(node, keys[node.id]!, records, glyphs)) : [];
  const keyOf = (node: number): string => folded.get(node)?.group.key ?? keys[node]!;
  const { wires, wireOf } = wiresOf(graph, folding, keyOf, records, separateOperations ? single.map(({ id }) => id) : []);
  const options = Object.values(appearance).join(" ");
  const shapes = cards.map(
    ({ id, role, width, height, folded: inside }) =>
      `${id} ${role} ${width} ${height} ${inside?.group.key ?? glyphs.get(id) ?? graph.nodes[id]!.op}`,
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
      ...(isPill(card.role) && across === "height" && !card.tensor
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
  };
}
