/**
 * What each card and wire shows at a position of the timeline: texts, signs, widths and marks, as plain data. Pure; knows no DOM.
 * The picture of a position follows from the position alone, so any moment can be sought, shared and tested.
 */
import type { GraphEdge, GraphNode, Step, Value } from "../core/types.ts";
import { carried } from "./captions.ts";
import { allFinite, formatValue, isScalar, NOT_COMPUTED, signOf, strength } from "./format.ts";
import { heatOf, type Heat } from "./heat.ts";
import { widthScale, type WidthScale } from "./scale.ts";
import { motionAt, type Pass } from "./passes.ts";
import { gradientAt, isBlocked, isValueKnown, phaseAt, tangentPassAt, type Schedule } from "./schedule.ts";

export type Sign = -1 | 0 | 1;

export interface Cell {
  readonly text: string;
  readonly sign: Sign;
  /** NaN or an infinity is among the numbers. */
  readonly broken: boolean;
  /** A tensor's numbers as coloured cells; null for a single number. */
  readonly heat: Heat | null;
}

export interface CardMoment {
  readonly data: Cell;
  /** null for a constant, which has no gradient row. */
  readonly grad: Cell | null;
  /** What that row shows: the gradient, or in forward mode the tangent, the part of a dual number that stands before ε. */
  readonly slope: "gradient" | "tangent";
  readonly gradPartial: boolean;
  readonly blocked: boolean;
}

/** Characters a number on a card may take. */
const CELL_WIDTH = 10;
/** Cells of a tensor that a card shows. */
const HEAT = { rows: 6, columns: 12 };

function cellOf(value: Value | null, digits: number): Cell {
  if (value === null) return { text: NOT_COMPUTED, sign: 0, broken: false, heat: null };
  const text = formatValue(value, digits, CELL_WIDTH);
  return { text, sign: signOf(value), broken: !allFinite(value), heat: isScalar(value) ? null : heatOf(value, HEAT.rows, HEAT.columns) };
}

export function cardMoment(schedule: Schedule, node: GraphNode, position: number, digits: number): CardMoment {
  const data = cellOf(isValueKnown(schedule, node.id, position) ? node.data : null, digits);
  if (node.role === "constant") return { data, grad: null, slope: "gradient", gradPartial: false, blocked: false };
  const pass = tangentPassAt(schedule, position);
  if (pass) {
    const tangent = motionAt(pass, node.id, position)?.tangent ?? null;
    return { data, grad: cellOf(tangent, digits), slope: "tangent", gradPartial: false, blocked: false };
  }
  const gradient = gradientAt(schedule, node, position);
  return { data, grad: cellOf(gradient.value, digits), slope: "gradient", gradPartial: gradient.state === "partial", blocked: gradient.blocked };
}

/** `value`: solid, a value has travelled it; `gradient`: dashed, a contribution has; `tangent`: solid, with what it adds; `idle`: nothing yet. */
export type Flow = "idle" | "value" | "gradient" | "tangent";

export interface WireMoment {
  readonly flow: Flow;
  readonly sign: Sign;
  readonly width: number;
  /** The contribution with its sign, once it has travelled. */
  readonly label: string;
  readonly blocked: boolean;
}

const IDLE: WireMoment = { flow: "idle", sign: 0, width: 1, label: "", blocked: false };

export interface WidthScales {
  readonly values: WidthScale;
  readonly gradients: WidthScale;
  /** By direction of forward mode. */
  readonly tangents: readonly WidthScale[];
}

/** Of all that can be seen: what is withheld must not stretch the scale. */
export function widthScales({ graph, passes, landsAt, valueFrom, length }: Schedule): WidthScales {
  const values = graph.nodes.flatMap(({ id, data }) => (valueFrom[id]! > length ? [] : [strength(data)]));
  const contributions = graph.edges.flatMap(({ id, contribution }) => (contribution === null || landsAt[id]! > length ? [] : [strength(contribution)]));
  const tangents = passes.map(({ sent }) => widthScale([...sent.values()].map(({ value }) => strength(value))));
  return { values: widthScale(values), gradients: widthScale(contributions), tangents };
}

export function wireMoment(schedule: Schedule, scales: WidthScales, edge: GraphEdge, position: number, digits: number): WireMoment {
  if (phaseAt(schedule, position) === "forward") return valueOnWire(schedule, scales, edge, position);
  const pass = tangentPassAt(schedule, position);
  if (pass) return tangentOnWire(pass, scales.tangents[schedule.passes.indexOf(pass)]!, edge, position, digits);
  const lands = schedule.landsAt[edge.id]!;
  if (edge.contribution === null || lands === 0 || lands > position) return IDLE;
  return {
    flow: "gradient",
    sign: signOf(edge.contribution),
    width: scales.gradients.widthOf(strength(edge.contribution)),
    label: carried(edge.contribution, true, digits),
    blocked: isBlocked(edge),
  };
}

function tangentOnWire(pass: Pass, scale: WidthScale, edge: GraphEdge, position: number, digits: number): WireMoment {
  const sent = pass.sent.get(edge.id);
  if (!sent || sent.position > position) return IDLE;
  return { flow: "tangent", sign: signOf(sent.value), width: scale.widthOf(strength(sent.value)), label: carried(sent.value, true, digits), blocked: false };
}

function valueOnWire(schedule: Schedule, scales: WidthScales, edge: GraphEdge, position: number): WireMoment {
  return schedule.valueFrom[edge.target]! > position ? IDLE : carrying(schedule, scales, edge.source);
}

/** The link from an operation drawn on its own to its value carries what the operation makes. */
export function linkMoment(schedule: Schedule, scales: WidthScales, node: number, position: number): WireMoment {
  const carries = phaseAt(schedule, position) === "forward" && isValueKnown(schedule, node, position);
  return carries ? carrying(schedule, scales, node) : IDLE;
}

function carrying({ graph }: Schedule, scales: WidthScales, node: number): WireMoment {
  const { data } = graph.nodes[node]!;
  return { flow: "value", sign: signOf(data), width: scales.values.widthOf(strength(data)), label: "", blocked: false };
}

/** What the steps of a frame touch: the "now" of the picture. */
export interface Now {
  readonly nodes: ReadonlySet<number>;
  readonly edges: ReadonlySet<number>;
}

export function nowOf({ graph }: Schedule, steps: readonly Step[]): Now {
  const nodes = new Set<number>();
  const edges = new Set<number>();
  for (const step of steps) {
    if (step.edge !== undefined) {
      edges.add(step.edge);
      nodes.add(graph.edges[step.edge]!.source);
    } else if (step.node !== undefined) {
      nodes.add(step.node);
      for (const { edge } of step.terms ?? []) edges.add(edge);
    }
  }
  return { nodes, edges };
}

/** How a screen reader names a card: "c, input, data 10, gradient 0.41, feeds d". */
export function spokenCard(schedule: Schedule, node: GraphNode, moment: CardMoment, titles: (node: number) => string): string {
  const say = (cell: Cell): string => (cell.text === NOT_COMPUTED ? "not computed yet" : cell.text);
  const parts = [titles(node.id), node.role, `data ${say(moment.data)}`];
  if (moment.grad) parts.push(`${moment.slope} ${say(moment.grad)}${moment.blocked ? ", blocked" : ""}`);
  const users = schedule.users[node.id]!;
  if (users.length > 0) parts.push(`feeds ${users.map(titles).join(", ")}`);
  return parts.join(", ");
}
