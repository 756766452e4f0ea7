/**
 * One sentence for each frame: what was computed, what was sent where and why, built from the operations' records. Pure text.
 * Code stands between backticks (`c`); the view sets it in the type of the program, and a screen reader never hears the marks.
 */
import type { StepSize } from "../core/step_sizes.ts";
import { nodeLabel } from "../core/places.ts";
import type { GraphEdge, Step, Value } from "../core/types.ts";
import { product, substituted, type Records } from "./captions.ts";
import { formatShape, formatValue, isScalar, isZero, shapeOf, shorten } from "./format.ts";
import { narrateCosts, narrateEnd, narrateTangent, narrateTangents } from "./pass_narration.ts";
import { frameAt, isBlocked, progressAt, tangentPassAt, type Arrival, type Schedule } from "./schedule.ts";

export interface Telling {
  readonly schedule: Schedule;
  readonly records: Records;
  /** The text the graph was made from. */
  readonly program: string;
}

const LABEL_WIDTH = 24;
const EXPRESSION_WIDTH = 36;

/** The sentence of the frame that ends at a position. */
export function narrate(telling: Telling, position: number, stepSize: StepSize): string {
  const { schedule } = telling;
  if (schedule.graph.steps.length === 0) return tellLeafAlone(telling);
  if (position === 0) return tellStart(telling);
  const frame = frameAt(schedule, position, stepSize);
  const sentence = frame.length === 1 ? tellStep(telling, frame[0]!, position) : tellFrame(telling, frame);
  const pass = tangentPassAt(schedule, position);
  if (pass?.to === position) {
    const found = narrateEnd(schedule, pass, (node) => code(label(telling, node)));
    return position === schedule.length ? `${found} ${narrateCosts(schedule.graph)}` : found;
  }
  const isEnd = position === schedule.length || position === schedule.backwardEnd;
  return isEnd ? `${sentence} ${tellEnd(telling)}` : sentence;
}

function code(text: string): string {
  return `\`${text}\``;
}

function label(telling: Telling, node: number): string {
  return shorten(nodeLabel(telling.schedule.graph, telling.program, node), LABEL_WIDTH);
}

/** `d = a*b + c` where the node has a name and a text of its own, else what it is called. */
function expression(telling: Telling, node: number): string {
  const { name, span, op } = telling.schedule.graph.nodes[node]!;
  const text = span ? shorten(telling.program.slice(span[0], span[1]), EXPRESSION_WIDTH) : "";
  if (name === null || op === null || text === "" || text === name) return label(telling, node);
  return text.startsWith(`${name} `) || text.startsWith(`${name}=`) ? text : `${name} = ${text}`;
}

function value(number: Value | null): string {
  return formatValue(number, undefined, 24);
}

function tellLeafAlone({ schedule: { graph } }: Telling): string {
  return `There is nothing to compute: the output is ${value(graph.value)} itself.`;
}

function tellStart(telling: Telling): string {
  const { graph, forwardLength } = telling.schedule;
  if (forwardLength === 0) return "There is nothing to compute forward. Step on to start the gradient at the output.";
  const inputs = graph.nodes.filter(({ op, role }) => op === null && role !== "constant");
  const listed = inputs.slice(0, 4).map((node) => code(`${label(telling, node.id)} = ${value(node.data)}`));
  if (listed.length === 0) return "Only constants are known. Press play: values flow forward to the output.";
  const rest = inputs.length > listed.length ? ` and ${inputs.length - listed.length} more` : "";
  return `Only the inputs are known: ${listed.join(", ")}${rest}. Press play: values flow forward, then gradients flow back.`;
}

function tellEnd({ schedule: { graph } }: Telling): string {
  if (graph.withheldFrom !== undefined) return "What comes next is the question.";
  const inputs = graph.nodes.filter(({ op, grad }) => op === null && grad !== null).length;
  return inputs > 0 ? "Every gradient is complete." : "No input takes part in the output, so there is no gradient to tell.";
}

function tellStep(telling: Telling, step: Step, position: number): string {
  if (step.phase === "forward") return tellValue(telling, step.node!);
  if (step.phase === "tangent") return narrateTangent(telling.schedule, step, (node) => code(label(telling, node)));
  if (step.edge === undefined) return tellSeed(telling, step);
  const edge = telling.schedule.graph.edges[step.edge]!;
  return step.arriving ? tellArriving(telling, edge) : tellContribution(telling, edge, position);
}

function tellValue(telling: Telling, node: number): string {
  const { graph } = telling.schedule;
  const numbers = substituted(graph, telling.records, node);
  const result = value(graph.nodes[node]!.data);
  const shown = code(expression(telling, node));
  if (numbers === null) return `${shown} is ${result}.`;
  return `${shown} is ${code(numbers)} = ${result}.`;
}

function tellSeed(telling: Telling, step: Step): string {
  const node = step.node!;
  const name = code(label(telling, node));
  const total = step.total ?? null;
  if (total !== null && isScalar(total) && total === 1) {
    return `Backward starts at ${name} with 1: a small change of the output changes the output by just as much.`;
  }
  return `Backward starts at ${name} with ${code(value(total))}, the gradient that was handed in.`;
}

function tellArriving(telling: Telling, edge: GraphEdge): string {
  const arriving = formatShape(telling.schedule.graph.nodes[edge.target]!.shape);
  const own = telling.schedule.graph.nodes[edge.source]!.shape;
  const wanted = own.length === 0 ? "a single number" : formatShape(own);
  const name = code(label(telling, edge.source));
  return `A gradient of shape ${arriving} reaches ${name}, which was stretched from ${wanted}: it is summed over the axes that were repeated.`;
}

function arrivalAt(telling: Telling, edge: GraphEdge, position: number): Arrival | undefined {
  return telling.schedule.arrivals[edge.source]!.find((arrival) => arrival.position === position);
}

function tellContribution(telling: Telling, edge: GraphEdge, position: number): string {
  const { graph } = telling.schedule;
  const receiver = code(label(telling, edge.source));
  const user = code(expression(telling, edge.target));
  if (isBlocked(edge)) return `${receiver} gets nothing from ${user}: ${code(product(graph, edge) ?? "0")}, for ${reasonOfBlock(telling, edge)}.`;
  const sent = product(graph, edge);
  const contribution = value(edge.contribution);
  const arrival = arrivalAt(telling, edge, position);
  const gets = sent === null ? contribution : `${code(sent)} = ${contribution}`;
  const place = edgePlace(telling, edge);
  if (!arrival) return `${receiver} gets ${gets} from ${user}${place}.`;
  return `${receiver} gets ${gets} from ${user}${place}; ${tellAddition(arrival)}.`;
}

function tellAddition({ before, total, mistake }: Arrival): string {
  if (mistake === "replaces") return `replaces ${value(before)}, which is lost → ${value(total)}`;
  if (mistake === "leftover") return `adds to ${value(before)}, left over from an earlier pass → ${value(total)}`;
  if (!isScalar(total)) return before === null ? `its first, of shape ${formatShape(shapeOf(total))}` : "it is added to what arrived before";
  return `adds to ${before === null ? "0" : value(before)} → ${value(total)}`;
}

/** Which of several places, where an operation uses the same node more than once. */
function edgePlace(telling: Telling, edge: GraphEdge): string {
  const { inputs } = telling.schedule.graph.nodes[edge.target]!;
  const places = inputs.flatMap((input, slot) => (input === edge.source ? [slot] : []));
  if (places.length < 2) return "";
  return `, for its ${ordinal(places.indexOf(edge.slot) + 1)} of ${places.length} places in it`;
}

function ordinal(count: number): string {
  const words = ["first", "second", "third"];
  return words[count - 1] ?? `${count}th`;
}

function reasonOfBlock(telling: Telling, edge: GraphEdge): string {
  const { op, inputs } = telling.schedule.graph.nodes[edge.target]!;
  const name = code(telling.records.get(op ?? "")?.glyph ?? op ?? "it");
  return inputs.length > 1 ? `${name} picked the other input` : `the slope of ${name} is 0 here`;
}

/** Several steps in one frame: what they have in common, and how they came out. */
function tellFrame(telling: Telling, frame: readonly Step[]): string {
  const { graph } = telling.schedule;
  if (frame[0]!.phase === "forward") return tellValues(telling, frame);
  if (frame[0]!.phase === "tangent") return narrateTangents(frame, (node) => code(label(telling, node)));
  const landings = frame.filter((step) => step.edge !== undefined && !step.arriving);
  const users = new Set(landings.map((step) => graph.edges[step.edge!]!.target));
  const shares = landings.slice(0, 4).map((step) => {
    const edge = graph.edges[step.edge!]!;
    return `${code(label(telling, edge.source))} gets ${value(edge.contribution)}`;
  });
  const rest = landings.length > shares.length ? `, and ${landings.length - shares.length} more contributions land` : "";
  const from = users.size === 1 ? `From ${code(expression(telling, [...users][0]!))}: ` : "";
  const all = landings.every((step) => isZero(graph.edges[step.edge!]!.contribution ?? 0)) ? " (all blocked or zero)" : "";
  return `${from}${shares.join(", ")}${rest}${all}.`;
}

function tellValues(telling: Telling, frame: readonly Step[]): string {
  const { graph } = telling.schedule;
  const results = frame.slice(0, 4).map(({ node }) => `${code(label(telling, node!))} = ${value(graph.nodes[node!]!.data)}`);
  const rest = frame.length > results.length ? ` and ${frame.length - results.length} more` : "";
  return `${frame.length} values are computed: ${results.join(", ")}${rest}.`;
}

/** "FORWARD 3/9": where the timeline stands, for the badge. */
export function badge(schedule: Schedule, position: number): string {
  const { phase, taken, of } = progressAt(schedule, position);
  return `${phase === "tangent" ? "FORWARD MODE" : phase.toUpperCase()} ${taken}/${of}`;
}
