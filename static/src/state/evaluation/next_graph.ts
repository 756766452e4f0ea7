/** What a new graph changes on the page: the frame, the selection and the breakpoints stay, as far as they are there. Pure. */

import type { StateAction } from "../../core/store.ts";
import type { Graph, GraphEdge, OperationRecord } from "../../core/types.ts";
import { breakGraph } from "../../exercises/pitfalls.ts";
import { lengthOf, redact } from "../../graph/redaction.ts";
import { difference, sharesLines } from "../../text/difference.ts";
import { isReplacing } from "../../text/unfinished.ts";
import { stepsBeforePasses } from "../../timeline/passes.ts";
import { type Selection, select } from "../selection.ts";
import type { State } from "../state.ts";

/** What is shown while nothing is waited for. */
export const NOT_WAITING = { waiting: false, progress: null } as const;

const passesIn = ({ directions = [] }: Graph): string => directions.map(({ seeds }) => Object.keys(seeds).join()).join(";");

/**
 * The frame to show in a new graph: the end stays the end, any other frame keeps its number, as far as there is one. Where forward mode
 * begins or ends, its beginning.
 */
export function positionAfter(previous: Graph | null, position: number, next: Graph): number {
  if (previous !== null && passesIn(next) !== passesIn(previous)) return Math.min(stepsBeforePasses(next), lengthOf(next));
  const wasAtEnd = previous !== null && position >= lengthOf(previous);
  return wasAtEnd ? lengthOf(next) : Math.min(position, lengthOf(next));
}

/** The same node in a new graph: by its place where that still holds the same thing, else by its name. */
export function selectionAfter(previous: Graph | null, selected: number | null, next: Graph): number | null {
  if (selected === null) return null;
  const there = next.nodes[selected];
  const before = previous?.nodes[selected];
  if (!before) return there ? selected : null;
  if (there && there.name === before.name && there.op === before.op) return selected;
  return before.name === null ? null : (next.nodes.find((node) => node.name === before.name)?.id ?? null);
}

/**
 * The same edge in a new graph: the same slot between nodes of the same names and operations. By its place where that still holds such an
 * edge, else the only such edge, as long as one of its ends has a name to be known by.
 */
export function edgeAfter(previous: Graph | null, selected: number | null, next: Graph): number | null {
  if (selected === null) return null;
  const there = next.edges[selected];
  const before = previous?.edges[selected];
  if (!previous || !before) return there ? selected : null;
  const isSameNode = (id: number, old: number): boolean => {
    const [node, known] = [next.nodes[id]!, previous.nodes[old]!];
    return node.name === known.name && node.op === known.op;
  };
  const isSame = (edge: GraphEdge): boolean =>
    edge.slot === before.slot && isSameNode(edge.source, before.source) && isSameNode(edge.target, before.target);
  if (there && isSame(there)) return selected;
  if (previous.nodes[before.source]!.name === null && previous.nodes[before.target]!.name === null) return null;
  const [only, ...others] = next.edges.filter(isSame);
  return only && others.length === 0 ? only.id : null;
}

/** What is selected, in the graph that follows; nothing where that is of another program, in which nobody has selected anything. */
function selectionIn(next: Graph, state: State, program: string): Selection | null {
  const { graph, graphProgram } = state;
  const isReplaced = isReplacing(graphProgram, program, difference(graphProgram, program).insert);
  if (graph !== null && isReplaced && !sharesLines(graphProgram, program)) return null;
  const node = selectionAfter(state.graph, state.selected, next);
  if (node !== null) return { node };
  const edge = edgeAfter(state.graph, state.selectedEdge, next);
  return edge === null ? null : { edge };
}

/** The graph as the page shows it: with the mistake that is made on purpose, and without what the class is being asked for. */
function shownGraph(honest: Graph, { pitfall, redaction }: State): Graph {
  return redact(breakGraph(honest, pitfall), redaction);
}

/** Where the reader is, in the graph that follows: the same frame and the same things, as far as they are there. */
function placeIn(graph: Graph, state: State, program = state.graphProgram): Partial<State> {
  return {
    position: positionAfter(state.graph, state.position, graph),
    ...select(selectionIn(graph, state, program)),
    breakpoints: state.breakpoints.flatMap((node) => selectionAfter(state.graph, node, graph) ?? []),
  };
}

/** The graph of the same computation for other numbers, where something else than the server computes it. */
export const replaceGraph = (graph: Graph, operations: readonly OperationRecord[]): StateAction<State> => ({
  name: "replace the graph",
  change: (state) => ({ graph, honest: graph, problems: graph.problems, operations, ...placeIn(graph, state) }),
});

/** What the answer to a request changes. */
export function received(state: State, asked: Pick<State, "program">, answer: Graph): Partial<State> {
  const reading = answer.reading ?? (asked.program === state.graphProgram ? state.honest?.reading : undefined);
  const honest = reading === undefined ? answer : { ...answer, reading };
  const graph = shownGraph(honest, state);
  return {
    graph,
    honest,
    graphProgram: asked.program,
    stale: asked.program !== state.program,
    problems: graph.problems,
    connection: null,
    ...NOT_WAITING,
    ...placeIn(graph, state, asked.program),
    hovered: asked.program === state.graphProgram ? state.hovered : null,
  };
}

/** What another pitfall or redaction changes: the computation stays the same. */
export function shownAgain(state: State): Partial<State> {
  const { honest, graph: before, position, redaction } = state;
  if (!honest || !before) return {};
  const graph = shownGraph(honest, state);
  // What begins or ceases to be withheld moves nobody further than it must.
  const isRelated = redaction !== null || before.redactedFrom !== undefined;
  if (graph === before) return {};
  if (!isRelated) return { graph, position: positionAfter(before, position, graph) };
  // Slopes are withheld with what follows from them, and their fractions of a step are no place, then.
  const place = graph.redactedFrom === undefined ? position : Math.floor(position);
  return { graph, position: Math.min(place, lengthOf(graph)) };
}
