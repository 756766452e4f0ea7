/**
 * What a folded group and the wires merged into it show at a position of the timeline: what leaves it, the gradient that flows into it,
 * and how far its own steps are. Pure; knows no DOM.
 */

import type { GraphNode, Step, Value } from "../core/types.ts";
import { carried } from "../explain/captions.ts";
import type { Folded, ShownMember } from "../graph/folding.ts";
import { say } from "../messages/messages.ts";
import { formatNumber, isScalar, NOT_COMPUTED, strength, toNumber } from "../text/format.ts";
import { rightAt } from "../timeline/own_engine.ts";
import { motionAt } from "../timeline/passes.ts";
import { gradientAt, isValueKnown, phaseAt, type Schedule, tangentPassAt } from "../timeline/schedule.ts";
import {
  type CardMoment,
  cardMoment,
  linkMoment,
  PLAIN_GRADIENT,
  plainCell,
  type Sign,
  type WidthScales,
  type WireMoment,
  wireMoment,
} from "./moment.ts";
import type { Wire } from "./wiring.ts";

export interface GroupMoment extends CardMoment {
  /** How much of what the present pass does inside is done, 0 to 1. */
  readonly progress: number;
  /** Which of the alike groups in a stack the numbers are of; null where it is no stack. */
  readonly shown: ShownMember | null;
  /** How many gradients inside are wrong, of a program's own engine, as far as the pass has come. */
  readonly wrongInside: number;
}

/** Characters of a sum over a stack, which is marked as one. */
const STACK_WIDTH = 6;

/** `shown`: of a stack, the member whose numbers are shown. */
export function groupMoment(
  schedule: Schedule,
  folded: Folded,
  inside: GroupSteps,
  position: number,
  digits: number,
  shown = folded.shown,
): GroupMoment {
  const progress = progressOf(schedule, inside, position);
  const wrongInside = inside.wrong.filter((node) => rightAt(schedule, node, position, digits, STACK_WIDTH) !== null).length;
  return { ...momentOfExits(schedule, shown?.exits ?? folded.exits, position, digits), progress, shown, wrongInside };
}

/** What leaves a group, and the gradient that flows into it there. */
function momentOfExits(schedule: Schedule, exits: readonly number[], position: number, digits: number): CardMoment {
  const { nodes } = schedule.graph;
  const [only, ...others] = exits;
  if (only !== undefined && others.length === 0) return cardMoment(schedule, nodes[only]!, position, digits);
  const known = exits.filter((exit) => isValueKnown(schedule, exit, position)).length;
  const data = plainCell(
    known === 0
      ? NOT_COMPUTED
      : known === exits.length
        ? say("folded-values", { count: known })
        : say("folded-values.some", { known, count: exits.length }),
  );
  const pass = tangentPassAt(schedule, position);
  if (pass) {
    const moving = exits.filter((exit) => motionAt(pass, exit, position)).length;
    return {
      data,
      grad: plainCell(moving === 0 ? NOT_COMPUTED : say("folded-values.moving", { moving })),
      ...PLAIN_GRADIENT,
      slope: "tangent",
    };
  }
  const received = exits.map((exit) => gradientAt(schedule, nodes[exit]!, position));
  if (received.every(({ state }) => state === "never")) return { data, grad: null, ...PLAIN_GRADIENT };
  const landed = received.flatMap(({ value }) => (value === null ? [] : [value]));
  const flow = landed.reduce<number>((sum, value) => sum + Math.abs(strength(value)), 0);
  const grad =
    landed.length === 0
      ? plainCell(NOT_COMPUTED)
      : { ...plainCell(say("folded-values.flow", { sum: formatNumber(flow, digits) })), broken: !Number.isFinite(flow) };
  const gradPartial = received.some(({ state }) => state === "partial" || state === "none") && landed.length > 0;
  return { data, grad, ...PLAIN_GRADIENT, gradPartial };
}

/** The positions at which something happens inside a group, ascending: values computed, and contributions landed. */
export interface GroupSteps {
  readonly forward: Int32Array;
  readonly backward: Int32Array;
  readonly tangent: Int32Array;
  /** The nodes inside whose gradient is wrong in the program's own engine. */
  readonly wrong: readonly GraphNode[];
}

/** For every folded group at once. */
export function stepsInside({ graph }: Schedule, shownAs: Int32Array, folded: Iterable<number>): Map<number, GroupSteps> {
  const found = new Map(
    [...folded].map((node) => [node, { forward: [] as number[], backward: [] as number[], tangent: [] as number[] }]),
  );
  for (const [index, { phase, node, edge }] of graph.steps.entries()) {
    const receiver = edge === undefined ? node : graph.edges[edge]?.source;
    if (receiver !== undefined) found.get(shownAs[receiver]!)?.[phase].push(index + 1);
  }
  const wrong = new Map<number, GraphNode[]>();
  for (const node of graph.nodes) {
    if (node.wrong) wrong.set(shownAs[node.id]!, [...(wrong.get(shownAs[node.id]!) ?? []), node]);
  }
  const listed = (group: number, { forward, backward, tangent }: Record<Step["phase"], number[]>): GroupSteps => ({
    forward: Int32Array.from(forward),
    backward: Int32Array.from(backward),
    tangent: Int32Array.from(tangent),
    wrong: wrong.get(group) ?? [],
  });
  return new Map([...found].map(([node, steps]) => [node, listed(node, steps)]));
}

function progressOf(schedule: Schedule, inside: GroupSteps, position: number): number {
  const phase = phaseAt(schedule, position);
  const positions = inside[phase === "slopes" ? "forward" : phase];
  if (positions.length === 0) return 1;
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! <= position) low = middle + 1;
    else high = middle;
  }
  return low / positions.length;
}

/**
 * What a wire of the scene shows: its edge's moment, or what its edges have in common. `isOfStack`: whether it leads from or to a stack,
 * whose card shows the numbers of one member, so that a sum over all of them is marked as one.
 */
export function momentOfWire(
  schedule: Schedule,
  scales: WidthScales,
  wire: Wire,
  position: number,
  digits: number,
  isOfStack = false,
): WireMoment {
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
  const label = isOfStack ? say("sum-over-stack", { sum: carried(total, digits, STACK_WIDTH) }) : carried(total, digits);
  return { ...common, sign: total > 0 ? 1 : total < 0 ? -1 : 0, label };
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
