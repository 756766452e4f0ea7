/** What a frame moves and explains: tokens along wires and the pills beside them, as plain data for flight.ts and callouts.ts. */

import type { Graph, GraphEdge, Step, Term } from "../../../core/types.ts";
import {
  carried,
  hasShape,
  product,
  type Records,
  resultOf,
  runningSum,
  substituted,
  tangentSum,
} from "../../../explain/captions.ts";
import type { Layout, PlacedNode } from "../../../layout/types.ts";
import { say } from "../../../messages/messages.ts";
import type { Rect } from "../../../scene/fitting/free_places.ts";
import { formatValue, signOf } from "../../../text/format.ts";
import type { Schedule } from "../../../timeline/schedule.ts";
import type { Callout } from "./callouts.ts";
import type { Flyer, Leg } from "./flight.ts";

/** More tokens than this at once are a swarm that shows nothing. */
const MAX_FLYERS = 24;
/** Inputs of one operation arrive one by one up to this many, else together. */
const MAX_IN_TURN = 3;
/** Frames of more steps than this explain themselves in the sentence alone. */
const MAX_EXPLAINED = 3;

/** The tokens of the steps that lead from one position to the next. `together`: all at once, as a whole level moves. */
export function legsOf(schedule: Schedule, from: number, to: number, together: boolean, digits: number): Leg[] {
  const first = Math.floor(from);
  const steps = schedule.graph.steps.slice(first, to);
  const legs = steps.flatMap((step, index) => legsOfStep(schedule, step, first + index, digits));
  if (!together) return legs;
  const flyers = legs.flatMap((leg) => leg.flyers);
  return flyers.length > MAX_FLYERS ? [] : [{ flyers, position: to }];
}

function legsOfStep({ graph }: Schedule, step: Step, before: number, digits: number): Leg[] {
  if (step.phase === "tangent") return [{ flyers: step.terms!.map(termFlyer(graph.edges, digits)), position: before + 1 }];
  const flyers =
    step.phase === "forward"
      ? inputsOf(graph.edges, step.node!).map((edge) => valueFlyer(graph.nodes[edge.source]!.data, edge, digits))
      : [];
  if (step.edge !== undefined) flyers.push(...gradientFlyer(graph, graph.edges[step.edge]!, graph.steps[before - 1], digits));
  if (flyers.length <= 1 || flyers.length > MAX_IN_TURN) return [{ flyers, position: before + 1 }];
  return flyers.map((flyer, index) => ({ flyers: [flyer], position: index === flyers.length - 1 ? before + 1 : before }));
}

function inputsOf(edges: readonly GraphEdge[], node: number): GraphEdge[] {
  return edges.filter(({ target }) => target === node);
}

function valueFlyer(data: Parameters<typeof carried>[0], edge: GraphEdge, digits: number): Flyer {
  return { wire: edge.id, backward: false, text: carried(data, digits), sign: signOf(data) };
}

function termFlyer(edges: readonly GraphEdge[], digits: number): (term: Term) => Flyer {
  return ({ edge, sent }) => ({ wire: edges[edge]!.id, backward: false, text: carried(sent, digits), sign: signOf(sent) });
}

/** Sets out as what arrived at the user and becomes the contribution where it passes the slope. One that arrived in the step before, to be summed over axes, does not travel twice. */
function gradientFlyer(graph: Graph, edge: GraphEdge, previous: Step | undefined, digits: number): Flyer[] {
  const arrived = previous?.arriving === true && previous.edge === edge.id;
  if (arrived || edge.contribution === null) return [];
  const upstream = graph.nodes[edge.target]!.grad;
  const before = upstream === null ? {} : { before: { text: carried(upstream, digits), sign: signOf(upstream) } };
  return [
    { wire: edge.id, backward: true, text: carried(edge.contribution, digits), sign: signOf(edge.contribution), ...before },
  ];
}

export interface CalloutPorts {
  readonly layout: Layout;
  /** By node: the one in whose place it is drawn. What happens out of sight, inside a folded group, is not called out. */
  readonly shownAs: Int32Array;
}

/** The pills of the frame between two positions; `landed` is how far its tokens have come. */
export function calloutsOf(
  schedule: Schedule,
  records: Records,
  frame: { readonly from: number; readonly to: number; readonly landed: number },
  ports: CalloutPorts,
  digits: number,
): Callout[] {
  const first = Math.floor(frame.from);
  const steps = schedule.graph.steps.slice(first, frame.to);
  if (steps.length > MAX_EXPLAINED) return [];
  const places = placesOf(ports, schedule.graph, steps);
  const callouts: Callout[] = [];
  // A node that receives twice within the frame shows the later sum.
  const sums = new Map<number, Callout>();
  for (const [index, step] of steps.entries()) {
    const landed = frame.landed > first + index;
    if (step.edge === undefined) {
      const place = places.get(step.node!);
      if (landed && place) callouts.push(...nodeCallout(schedule, records, step, place, digits));
      continue;
    }
    const edge = schedule.graph.edges[step.edge]!;
    if (!places.has(edge.source) || ports.shownAs[edge.source] === ports.shownAs[edge.target]) continue;
    callouts.push(...productCallout(schedule, edge, [places.get(edge.target)!, places.get(edge.source)!], digits));
    const arrival = schedule.arrivals[edge.source]!.find(({ position }) => position === first + index + 1);
    if (landed && arrival && arrival.before !== null) {
      const text = runningSum(arrival, edge.contribution, digits);
      sums.set(edge.source, { text, sign: signOf(arrival.total), beside: [boxOf(places.get(edge.source)!)] });
    }
  }
  return [...callouts, ...sums.values()];
}

/** Where the nodes that the steps are about are drawn. */
function placesOf({ layout, shownAs }: CalloutPorts, graph: Graph, steps: readonly Step[]): Map<number, PlacedNode> {
  const wanted = new Set(
    steps.flatMap(({ node, edge }) => (edge === undefined ? [node!] : [graph.edges[edge]!.source, graph.edges[edge]!.target])),
  );
  const drawn = new Map([...wanted].map((node) => [shownAs[node]!, node]));
  const places = new Map(layout.nodes.filter(({ id }) => drawn.has(id)).map((placed) => [placed.id, placed]));
  return new Map([...wanted].flatMap((node) => (places.has(shownAs[node]!) ? [[node, places.get(shownAs[node]!)!]] : [])));
}

function nodeCallout(schedule: Schedule, records: Records, step: Step, place: PlacedNode, digits: number): Callout[] {
  const node = schedule.graph.nodes[step.node!]!;
  if (step.phase === "backward") {
    const text = say("total-as-start", { total: formatValue(step.total ?? null, digits) });
    return [{ text, sign: 0, beside: [boxOf(place)] }];
  }
  if (step.phase === "tangent")
    return [{ text: tangentSum(schedule, step, digits), sign: signOf(step.tangent!), beside: [boxOf(place)] }];
  const numbers = substituted(schedule.graph, records, node.id, digits);
  if (numbers === null) return [];
  const result = resultOf(schedule.graph, node.id, digits);
  const text = `${numbers} ${hasShape([numbers, result]) ? "→" : "="} ${result}`;
  return [{ text, sign: 0, beside: [boxOf(place)] }];
}

/** Beside the user, from where it sets out, or beside the card that receives it. */
function productCallout({ graph }: Schedule, edge: GraphEdge, places: readonly PlacedNode[], digits: number): Callout[] {
  const factors = product(graph, edge, digits);
  if (factors === null || edge.contribution === null) return [];
  const text = factors.includes("→") ? factors : `${factors} = ${formatValue(edge.contribution, digits)}`;
  return [{ text, sign: signOf(edge.contribution), beside: places.map(boxOf) }];
}

function boxOf({ x, y, width, height }: PlacedNode): Rect {
  return { left: x, top: y, right: x + width, bottom: y + height };
}
