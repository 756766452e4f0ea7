/**
 * What each card and wire shows at a position of the timeline: texts, signs, widths and marks, as plain data. Pure; knows no DOM.
 * The picture of a position follows from the position alone, so any moment can be sought, shared and tested.
 */

import type { GraphEdge, GraphNode, Step, Summary, Value } from "../core/types.ts";
import { carried } from "../explain/captions.ts";
import { isThroughNaN, nodesThroughNaN } from "../graph/through_nan.ts";
import { say as worded } from "../messages/messages.ts";
import {
  allFinite,
  DIGITS,
  formatArray,
  formatValue,
  isScalar,
  NOT_COMPUTED,
  signOf,
  strength,
  toNumber,
} from "../text/format.ts";
import { heldAt, rightAt } from "../timeline/own_engine.ts";
import { motionAt, type Pass } from "../timeline/passes.ts";
import {
  gradientAt,
  gradientSummaryAt,
  isBlocked,
  isValueKnown,
  phaseAt,
  type Schedule,
  tangentPassAt,
  valueSummaryAt,
} from "../timeline/schedule.ts";
import { slopesBetween } from "../timeline/slopes.ts";
import { roundOffOf } from "./rounding.ts";
import { AT_REST, type WidthScale, widthScale } from "./scale.ts";
import { CARD_CELLS, type Heat, heatOf } from "./tensor_grid.ts";

export type Sign = -1 | 0 | 1;

export interface Cell {
  readonly text: string;
  /** The number itself, where it is one and is shown. */
  readonly number?: number;
  readonly sign: Sign;
  /** NaN or an infinity is among the numbers, or a gradient means nothing because a value on its way is NaN. */
  readonly broken: boolean;
  /** Whether the text is the shape of numbers that have no room. */
  readonly isShape?: boolean;
  /** A tensor's numbers as coloured cells; null for a single number. */
  readonly heat: Heat | null;
}

export interface CardMoment {
  readonly data: Cell;
  /** null for a constant, which has no gradient row. */
  readonly grad: Cell | null;
  /** What that row shows: the gradient, or in forward mode the tangent, the part of a dual number that is before ε. */
  readonly slope: "gradient" | "tangent";
  readonly gradPartial: boolean;
  readonly blocked: boolean;
  /** Of a program's own engine whose gradient is wrong: the right one. */
  readonly right?: string | null;
}

/** Characters of the sign before a gradient that means nothing, with its space. */
const LOST_SIGN = 2;
/** Characters a number on a card may take, unless given otherwise. */
const CELL_WIDTH = 9;

export const plainCell = (text: string): Cell => ({ text, sign: 0, broken: false, heat: null });

/** The gradient of a card about which there is no more to say. */
export const PLAIN_GRADIENT = { slope: "gradient", gradPartial: false, blocked: false } as const;

function cellOf(value: Value | null, digits: number, width: number, roundOff: () => number = () => 0): Cell {
  if (value === null) return plainCell(NOT_COMPUTED);
  const text = formatValue(value, digits, width, true);
  return {
    text,
    ...(isScalar(value) && { number: toNumber(value) }),
    sign: signOf(value),
    broken: !allFinite(value),
    isShape: text.startsWith("("),
    heat: isScalar(value) ? null : heatOf(value, CARD_CELLS.rows, CARD_CELLS.columns, roundOff()),
  };
}

/** Of a large array of which only a summary is kept, its shape. */
function summaryCell(summary: Summary | null): Cell | null {
  return summary && { ...plainCell(formatArray(summary.shape)), broken: summary.nonfinite > 0, isShape: true };
}

export function cardMoment(
  schedule: Schedule,
  node: GraphNode,
  position: number,
  digits: number,
  width = CELL_WIDTH,
): CardMoment {
  const value = isValueKnown(schedule, node.id, position) ? node.data : null;
  const data = summaryCell(valueSummaryAt(schedule, node, position)) ?? cellOf(value, digits, width);
  if (node.role === "constant") return { data, grad: null, ...PLAIN_GRADIENT };
  const pass = tangentPassAt(schedule, position);
  if (pass) {
    const tangent = motionAt(pass, node.id, position)?.tangent ?? null;
    return { data, grad: cellOf(tangent, digits, width), ...PLAIN_GRADIENT, slope: "tangent" };
  }
  const gradient = gradientAt(schedule, node, position);
  const held = gradient.state === "never" ? heldAt(schedule, node, position) : null;
  const isLost = gradient.value !== null && nodesThroughNaN(schedule.graph).has(node.id);
  const roundOff = (): number => roundOffOf(schedule.graph)[node.id]!;
  const shown = held ?? gradient.value;
  const cut = isLost ? LOST_SIGN : 0;
  const grad = cellOf(shown, digits, width - cut, roundOff);
  return {
    data,
    grad: summaryCell(gradientSummaryAt(schedule, node, position)) ?? (isLost ? { ...grad, broken: true } : grad),
    slope: schedule.graph.own_engine?.mode === "forward" ? "tangent" : "gradient",
    gradPartial: gradient.state === "partial",
    blocked: gradient.blocked,
    right: rightAt(schedule, node, position, digits, width),
  };
}

/** `value`: solid, a value has travelled it; `gradient`: dashed, a contribution has; `tangent`: solid, with what it adds; `idle`: nothing yet. */
export type Flow = "idle" | "value" | "gradient" | "tangent";

export interface WireMoment {
  readonly flow: Flow;
  readonly sign: Sign;
  readonly width: number;
  /** The slope, once it is known; the contribution with its sign, once it has travelled. */
  readonly label: string;
  /** Whether the label is the slope. */
  readonly slope?: boolean;
  /** Whether it is the shape of what travels, and no number. */
  readonly isShape?: boolean;
  /** Whether it means nothing, because a value on its way is NaN. */
  readonly isLost?: boolean;
  readonly blocked: boolean;
}

/** Characters of what a wire carries, with its sign. */
const LABEL_WIDTH = 8;

export const IDLE: WireMoment = { flow: "idle", sign: 0, width: AT_REST, label: "", blocked: false };

export interface WidthScales {
  readonly values: WidthScale;
  readonly gradients: WidthScale;
  /** By direction of forward mode. */
  readonly tangents: readonly WidthScale[];
}

/** Of all that can be seen: what is withheld must not stretch the scale. */
export function widthScales({ graph, passes, landsAt, valueFrom, length }: Schedule): WidthScales {
  const values = graph.nodes.flatMap(({ id, data }) => (valueFrom[id]! > length ? [] : [strength(data)]));
  const contributions = graph.edges.flatMap(({ id, contribution }) =>
    contribution === null || landsAt[id]! > length ? [] : [strength(contribution)],
  );
  const tangents = passes.map(({ sent }) => widthScale([...sent.values()].map(({ value }) => strength(value))));
  return { values: widthScale(values), gradients: widthScale(contributions), tangents };
}

export function wireMoment(
  schedule: Schedule,
  scales: WidthScales,
  edge: GraphEdge,
  position: number,
  digits: number,
): WireMoment {
  const phase = phaseAt(schedule, position);
  if (phase === "forward") return valueOnWire(schedule, scales, edge, position);
  const slope = slopeOnWire(schedule, edge, position, digits);
  if (phase === "slopes") return { ...valueOnWire(schedule, scales, edge, position), ...slope };
  const pass = tangentPassAt(schedule, position);
  if (pass) return tangentOnWire(pass, scales.tangents[schedule.passes.indexOf(pass)]!, edge, position, digits);
  const lands = schedule.landsAt[edge.id]!;
  if (edge.contribution === null || lands === 0 || lands > position) return { ...IDLE, ...slope };
  const isLost = isThroughNaN(schedule.graph, edge);
  const label = carried(edge.contribution, digits, LABEL_WIDTH - (isLost ? LOST_SIGN : 0));
  return { ...travelling("gradient", edge.contribution, scales.gradients, label), isLost, blocked: isBlocked(edge) };
}

/** A shape alone is written in round brackets. */
const isShape = (label: string): boolean => label.includes("(");

function travelling(flow: Flow, value: Value, scale: WidthScale, label: string): WireMoment {
  return { flow, sign: signOf(value), width: scale.widthOf(strength(value)), label, isShape: isShape(label), blocked: false };
}

/** `×3`, by which the gradient will be multiplied on its way back, `×(2,)` for numbers of that shape; nothing where it is stopped, which has a mark of its own. */
function slopeOnWire(
  { slopes }: Schedule,
  edge: GraphEdge,
  position: number,
  digits: number,
): Partial<Pick<WireMoment, "label" | "slope" | "isShape" | "blocked">> {
  if (slopes.shownFrom[edge.id]! > position || edge.local === null) return {};
  if (isBlocked(edge)) return { blocked: true };
  const label = `×${carried(edge.local, digits, LABEL_WIDTH - 1)}`;
  return { slope: true, isShape: isShape(label), label };
}

function tangentOnWire(pass: Pass, scale: WidthScale, edge: GraphEdge, position: number, digits: number): WireMoment {
  const sent = pass.sent.get(edge.id);
  if (!sent || sent.position > position) return IDLE;
  return travelling("tangent", sent.value, scale, carried(sent.value, digits, LABEL_WIDTH));
}

function valueOnWire(schedule: Schedule, scales: WidthScales, edge: GraphEdge, position: number): WireMoment {
  return schedule.valueFrom[edge.target]! > position ? IDLE : carrying(schedule, scales, edge.source);
}

/** The link from an operation drawn on its own to its value carries what the operation makes, and on the way back the gradient that it multiplies. */
export function linkMoment(schedule: Schedule, scales: WidthScales, node: number, position: number): WireMoment {
  const isForward = ["forward", "slopes"].includes(phaseAt(schedule, position));
  const carries = isForward && isValueKnown(schedule, node, position);
  if (carries) return carrying(schedule, scales, node);
  return phaseAt(schedule, position) === "backward" ? gradientOnLink(schedule, scales, node, position) : IDLE;
}

/** Once anything has been sent on from the operation, what arrived at its value has gone through the link. */
function gradientOnLink(schedule: Schedule, scales: WidthScales, node: number, position: number): WireMoment {
  const { value, state } = gradientAt(schedule, schedule.graph.nodes[node]!, position);
  if (value === null || state !== "final") return IDLE;
  return travelling("gradient", value, scales.gradients, carried(value, DIGITS, LABEL_WIDTH));
}

function carrying({ graph }: Schedule, scales: WidthScales, node: number): WireMoment {
  return travelling("value", graph.nodes[node]!.data, scales.values, "");
}

/** What a frame touches, be it steps or slopes. */
export function nowBetween(schedule: Schedule, from: number, to: number): Now {
  const { nodes, edges } = nowOf(schedule, schedule.graph.steps.slice(Math.floor(from), to));
  const slopes = slopesBetween(schedule.slopes, from, to);
  if (slopes.length === 0 || edges.size > 0) return { nodes, edges };
  return { nodes: new Set([...nodes, ...slopes.map((edge) => schedule.graph.edges[edge]!.target)]), edges: new Set(slopes) };
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

const SPOKEN = { gradient: "spoken-gradient", tangent: "spoken-tangent" } as const;
const MAX_USERS_SPOKEN = 8;

/** How a screen reader names a card: "c, input, data 10, gradient 0.41, feeds d"; "a*b, intermediate, multiply, data 6". */
export function spokenCard(schedule: Schedule, node: GraphNode, moment: CardMoment, titles: (node: number) => string): string {
  const number = (cell: Cell): string => (cell.text === NOT_COMPUTED ? worded("not-computed-yet") : cell.text);
  // A call that is several operations has a card of the same title for each.
  const kind = [titles(node.id), worded(`role-${node.role}`), ...(node.op === null ? [] : [node.op])];
  const parts = [...kind, worded("spoken-data", { number: number(moment.data) })];
  if (moment.grad) parts.push(worded(SPOKEN[moment.slope], { number: number(moment.grad) }));
  if (moment.grad && moment.blocked) parts.push(worded("spoken-blocked"));
  if (moment.right) parts.push(worded("spoken-wrong-gradient", { right: moment.right }));
  const users = schedule.users[node.id]!;
  if (users.length > 0) parts.push(worded("spoken-feeds", { users: spokenUsers(users.map((user) => titles(user))) }));
  return parts.join(", ");
}

/** A weight of a loop has as many users as repetitions: equal names are spoken once, and only the first of many. */
function spokenUsers(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const spoken = [...counts]
    .slice(0, MAX_USERS_SPOKEN)
    .map(([name, count]) => (count > 1 ? worded("spoken-uses", { name, count }) : name));
  const more = counts.size - spoken.length;
  return [...spoken, ...(more > 0 ? [worded("spoken-more", { count: more })] : [])].join(", ");
}
