/**
 * What a folded group and the wires merged into it show at a position of the timeline: what leaves it, the gradient that flows into it,
 * and how far its own steps are. Pure; knows no DOM.
 */
import type { Folded } from "./folding.ts";
import { formatNumber, isScalar, NOT_COMPUTED, strength, toNumber } from "./format.ts";
import { cardMoment, linkMoment, wireMoment, type CardMoment, type Cell, type Sign, type WidthScales, type WireMoment } from "./moment.ts";
import { carried } from "./captions.ts";
import { motionAt } from "./passes.ts";
import { gradientAt, isValueKnown, phaseAt, tangentPassAt, type Phase, type Schedule } from "./schedule.ts";
import type { Wire } from "./wiring.ts";
import type { Value } from "../core/types.ts";

export interface GroupMoment extends CardMoment {
  /** How much of what the present pass does inside is done, 0 to 1. */
  readonly progress: number;
}

const plainCell = (text: string): Cell => ({ text, sign: 0, broken: false, heat: null });

export function groupMoment(schedule: Schedule, folded: Folded, inside: GroupSteps, position: number, digits: number): GroupMoment {
  const { nodes } = schedule.graph;
  const progress = progressOf(schedule, inside, position);
  const [only, ...others] = folded.exits;
  if (only !== undefined && others.length === 0) return { ...cardMoment(schedule, nodes[only]!, position, digits), progress };
  const known = folded.exits.filter((exit) => isValueKnown(schedule, exit, position)).length;
  const data = plainCell(known === 0 ? NOT_COMPUTED : known === folded.exits.length ? `${known} values` : `${known} of ${folded.exits.length}`);
  const pass = tangentPassAt(schedule, position);
  if (pass) {
    const moving = folded.exits.filter((exit) => motionAt(pass, exit, position)).length;
    return { data, grad: plainCell(moving === 0 ? NOT_COMPUTED : `${moving} move`), slope: "tangent", gradPartial: false, blocked: false, progress };
  }
  const received = folded.exits.map((exit) => gradientAt(schedule, nodes[exit]!, position));
  if (received.every(({ state }) => state === "never")) return { data, grad: null, slope: "gradient", gradPartial: false, blocked: false, progress };
  const landed = received.flatMap(({ value }) => (value === null ? [] : [value]));
  const flow = landed.reduce<number>((sum, value) => sum + Math.abs(strength(value)), 0);
  const grad = landed.length === 0 ? plainCell(NOT_COMPUTED) : { ...plainCell(formatNumber(flow, digits)), broken: !Number.isFinite(flow) };
  const gradPartial = received.some(({ state }) => state === "partial" || state === "none") && landed.length > 0;
  return { data, grad, slope: "gradient", gradPartial, blocked: false, progress };
}

/** The positions at which something happens inside a group, ascending: values computed, and contributions landed. */
export interface GroupSteps {
  readonly forward: Int32Array;
  readonly backward: Int32Array;
  readonly tangent: Int32Array;
}

/** For every folded group at once. */
export function stepsInside({ graph }: Schedule, shownAs: Int32Array, folded: Iterable<number>): Map<number, GroupSteps> {
  const found = new Map([...folded].map((node) => [node, { forward: [] as number[], backward: [] as number[], tangent: [] as number[] }]));
  for (const [index, { phase, node, edge }] of graph.steps.entries()) {
    const receiver = edge === undefined ? node : graph.edges[edge]?.source;
    if (receiver !== undefined) found.get(shownAs[receiver]!)?.[phase].push(index + 1);
  }
  const listed = ({ forward, backward, tangent }: Record<Phase, number[]>): GroupSteps => ({
    forward: Int32Array.from(forward),
    backward: Int32Array.from(backward),
    tangent: Int32Array.from(tangent),
  });
  return new Map([...found].map(([node, steps]) => [node, listed(steps)]));
}

function progressOf(schedule: Schedule, inside: GroupSteps, position: number): number {
  const positions = inside[phaseAt(schedule, position)];
  if (positions.length === 0) return 1;
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! <= position) low = middle + 1;
    else high = middle;
  }
  return low / positions.length;
}

/** What a wire of the scene shows: its edge's moment, or what its edges have in common. */
export function momentOfWire(schedule: Schedule, scales: WidthScales, wire: Wire, position: number, digits: number): WireMoment {
  const { edges } = schedule.graph;
  const [only, ...others] = wire.edges;
  if (only === undefined) return linkMoment(schedule, scales, wire.target, position);
  const moments = wire.edges.map((edge) => wireMoment(schedule, scales, edges[edge]!, position, digits));
  if (others.length === 0) return moments[0]!;
  const flowing = moments.filter(({ flow }) => flow !== "idle");
  if (flowing.length === 0) return moments[0]!;
  const sign: Sign = flowing.every((moment) => moment.sign === flowing[0]!.sign) ? flowing[0]!.sign : 0;
  const width = Math.max(...flowing.map((moment) => moment.width));
  const common = { flow: flowing[0]!.flow, width, blocked: flowing.every(({ blocked }) => blocked) };
  const total = common.flow === "gradient" ? sumAlong(schedule, wire, position) : null;
  if (total === null) return { ...common, sign, label: "" };
  return { ...common, sign: total > 0 ? 1 : total < 0 ? -1 : 0, label: carried(total, true, digits) };
}

/** What has come back along the wire to the one number it starts from; null where it starts from several, or from a tensor. */
function sumAlong({ graph, landsAt }: Schedule, wire: Wire, position: number): number | null {
  const source = graph.edges[wire.edges[0]!]!.source;
  let sum = 0;
  for (const id of wire.edges) {
    const edge = graph.edges[id]!;
    const value: Value | null = edge.contribution;
    if (edge.source !== source || (value !== null && !isScalar(value))) return null;
    if (value !== null && landsAt[id]! > 0 && landsAt[id]! <= position) sum += toNumber(value);
  }
  return sum;
}
