/** What a frame moves and explains: tokens along wires and the pills beside them, as plain data for flight.ts and callouts.ts. */
import { carried, product, runningSum, substituted, tangentSum, type Records } from "../../graph/captions.ts";
import { formatValue, isScalar, signOf } from "../../graph/format.ts";
import type { Layout, PlacedNode } from "../../graph/layout/types.ts";
import type { Metrics } from "../../graph/scene.ts";
import type { Schedule } from "../../graph/schedule.ts";
import type { Graph, GraphEdge, Step, Term } from "../../core/types.ts";
import type { Callout } from "./callouts.ts";
import type { Flyer, Leg } from "./flight.ts";

/** More tokens than this at once are a swarm that tells nothing. */
const MOST_FLYERS = 24;
/** Inputs of one operation arrive one by one up to this many, else together. */
const MOST_IN_TURN = 3;
/** Frames of more steps than this explain themselves in the sentence alone. */
const MOST_EXPLAINED = 3;

/** The tokens of the steps that lead from one position to the next. `together`: all at once, as a whole level moves. */
export function legsOf(schedule: Schedule, from: number, to: number, together: boolean, digits: number): Leg[] {
  const steps = schedule.graph.steps.slice(from, to);
  const legs = steps.flatMap((step, index) => legsOfStep(schedule, step, from + index, digits));
  if (!together) return legs;
  const flyers = legs.flatMap((leg) => leg.flyers);
  return flyers.length > MOST_FLYERS ? [] : [{ flyers, position: to }];
}

function legsOfStep({ graph }: Schedule, step: Step, before: number, digits: number): Leg[] {
  if (step.phase === "tangent") return [{ flyers: step.terms!.map(termFlyer(graph.edges, digits)), position: before + 1 }];
  const flyers = step.phase === "forward" ? inputsOf(graph.edges, step.node!).map((edge) => valueFlyer(graph.nodes[edge.source]!.data, edge, digits)) : [];
  if (step.edge !== undefined) flyers.push(...gradientFlyer(graph.edges[step.edge]!, graph.steps[before - 1], digits));
  if (flyers.length <= 1 || flyers.length > MOST_IN_TURN) return [{ flyers, position: before + 1 }];
  return flyers.map((flyer, index) => ({ flyers: [flyer], position: index === flyers.length - 1 ? before + 1 : before }));
}

function inputsOf(edges: readonly GraphEdge[], node: number): GraphEdge[] {
  return edges.filter(({ target }) => target === node);
}

function valueFlyer(data: Parameters<typeof carried>[0], edge: GraphEdge, digits: number): Flyer {
  return { wire: edge.id, backward: false, text: carried(data, false, digits), sign: signOf(data) };
}

function termFlyer(edges: readonly GraphEdge[], digits: number): (term: Term) => Flyer {
  return ({ edge, sent }) => ({ wire: edges[edge]!.id, backward: false, text: carried(sent, true, digits), sign: signOf(sent) });
}

/** A contribution that arrived in the step before, to be summed over axes, does not travel twice. */
function gradientFlyer(edge: GraphEdge, before: Step | undefined, digits: number): Flyer[] {
  const arrived = before?.arriving === true && before.edge === edge.id;
  if (arrived || edge.contribution === null) return [];
  return [{ wire: edge.id, backward: true, text: carried(edge.contribution, true, digits), sign: signOf(edge.contribution) }];
}

export interface CalloutPorts {
  readonly layout: Layout;
  /** By node: the one in whose place it is drawn. What happens out of sight, inside a folded group, is not called out. */
  readonly shownAs: Int32Array;
  readonly metrics: Metrics;
  /** On which side of its heading a wire keeps free of its siblings. */
  sideOf(wire: number): 1 | -1;
}

/** The pills of the frame between two positions; `landed` is how far its tokens have come. */
export function calloutsOf(
  schedule: Schedule,
  records: Records,
  frame: { readonly from: number; readonly to: number; readonly landed: number },
  ports: CalloutPorts,
  digits: number,
): Callout[] {
  const steps = schedule.graph.steps.slice(frame.from, frame.to);
  if (steps.length > MOST_EXPLAINED) return [];
  const places = placesOf(ports, schedule.graph, steps);
  const callouts: Callout[] = [];
  // A node that receives twice within the frame shows the later sum.
  const sums = new Map<number, Callout>();
  for (const [index, step] of steps.entries()) {
    const landed = frame.landed > frame.from + index;
    if (step.edge === undefined) {
      const place = places.get(step.node!);
      if (landed && place) callouts.push(...nodeCallout(schedule, records, step, place, ports, digits));
      continue;
    }
    const edge = schedule.graph.edges[step.edge]!;
    if (!places.has(edge.source) || ports.shownAs[edge.source] === ports.shownAs[edge.target]) continue;
    callouts.push(...productCallout(schedule, edge, places.get(edge.target)!, ports, digits));
    const arrival = schedule.arrivals[edge.source]!.find(({ position }) => position === frame.from + index + 1);
    if (landed && arrival && arrival.before !== null) {
      const text = runningSum(arrival, edge.contribution, digits);
      sums.set(edge.source, { text, sign: signOf(arrival.total), ...besideCard(places.get(edge.source)!, ports) });
    }
  }
  return [...callouts, ...sums.values()];
}

/** Where the nodes that the steps are about are drawn. */
function placesOf({ layout, shownAs }: CalloutPorts, graph: Graph, steps: readonly Step[]): Map<number, PlacedNode> {
  const wanted = new Set(steps.flatMap(({ node, edge }) => (edge === undefined ? [node!] : [graph.edges[edge]!.source, graph.edges[edge]!.target])));
  const drawn = new Map([...wanted].map((node) => [shownAs[node]!, node]));
  const places = new Map(layout.nodes.filter(({ id }) => drawn.has(id)).map((placed) => [placed.id, placed]));
  return new Map([...wanted].flatMap((node) => (places.has(shownAs[node]!) ? [[node, places.get(shownAs[node]!)!]] : [])));
}

function nodeCallout(schedule: Schedule, records: Records, step: Step, place: PlacedNode, ports: CalloutPorts, digits: number): Callout[] {
  const node = schedule.graph.nodes[step.node!]!;
  if (step.phase === "backward") {
    const text = `seed ${formatValue(step.total ?? null, digits)}`;
    return [{ text, sign: 0, ...besideCard(place, ports) }];
  }
  if (step.phase === "tangent") return [{ text: tangentSum(schedule, step, digits), sign: signOf(step.tangent!), ...besideCard(place, ports) }];
  const numbers = substituted(schedule.graph, records, node.id, digits);
  return numbers === null ? [] : [{ text: `${numbers} = ${formatValue(node.data, digits)}`, sign: 0, ...besideCard(place, ports) }];
}

/** At the user's door, outside of every card: above it where the wire comes from above, else below. */
function productCallout({ graph }: Schedule, edge: GraphEdge, place: PlacedNode, { sideOf, metrics, layout }: CalloutPorts, digits: number): Callout[] {
  const factors = product(graph, edge, digits);
  if (factors === null || edge.contribution === null) return [];
  const text = factors.includes("→") ? factors : `${factors} = ${isScalar(edge.contribution) ? carried(edge.contribution, true, digits) : formatValue(edge.contribution, digits)}`;
  const sign = signOf(edge.contribution);
  const before = sideOf(edge.id) === 1;
  const gap = metrics.gaps.node / 2;
  if (layout.direction === "down") {
    const x = before ? place.x + place.width + metrics.digit : place.x - metrics.digit;
    return [{ text, sign, x, y: place.y, anchor: before ? "left" : "right" }];
  }
  return [{ text, sign, x: place.x - metrics.gaps.layer / 2, y: before ? place.y - gap : place.y + place.height + gap, anchor: "left" }];
}

function besideCard(place: PlacedNode, { layout, metrics }: CalloutPorts): Pick<Callout, "x" | "y" | "anchor"> {
  const gap = metrics.digit;
  if (layout.direction === "down") return { x: place.x + place.width + gap, y: place.y + place.height / 2, anchor: "left" };
  return { x: place.x + place.width / 2, y: place.y + place.height + gap, anchor: "top" };
}
