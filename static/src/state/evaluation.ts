/**
 * Keeps the graph in step with the program and its inputs: asks the server as they change, lets the newest answer win, and
 * tries again where no answer comes. Knows neither DOM nor network; both come in as ports.
 */

import { keptInputs } from "../core/literals.ts";
import { assign, type StateAction, type Store } from "../core/store.ts";
import type { Graph, GraphEdge, GraphRequest, OperationRecord, Problem, Progress, Value } from "../core/types.ts";
import { breakGraph } from "../exercises/pitfalls.ts";
import { lengthOf, redact } from "../graph/redaction.ts";
import { say } from "../messages/messages.ts";
import { difference, sharesLines } from "../text/difference.ts";
import { statementsLeftOut } from "../text/left_out.ts";
import { isBegun, isBeingWritten, isOfName, isReplacing, LINES_OF_A_PASTE, losesPicture, ofName } from "../text/unfinished.ts";
import { stepsBeforePasses } from "../timeline/passes.ts";
import { directionsOf } from "./directions.ts";
import { type Selection, select } from "./selection.ts";
import type { State } from "./state.ts";
import { SHOW_NOTHING } from "./state_actions.ts";

export type Answer =
  | { readonly kind: "graph"; readonly graph: Graph }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] }
  /** `seconds`: how long the server asks to be left alone; null where it sent no such header. */
  | { readonly kind: "unreachable"; readonly sentence: string; readonly seconds: number | null };

export interface Call {
  /** Never rejects. After `cancel` it may stay open for ever. */
  readonly answer: Promise<Answer>;
  cancel(): void;
}

/** `follow` is called, from about a second on, with how far a long computation has come; never after its answer. */
export type AskForGraph = (request: GraphRequest, follow?: (progress: Progress) => void) => Call;

export interface Clock {
  /** Runs the function later; the returned one prevents it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** A change that comes alone is asked about at once; those that follow within this time are joined. */
const TYPING_PAUSE = 20;
/** A half-written word is not yet a mistake. */
const PROBLEM_PAUSE = 350;
/** So long a line is silent before it counts as finished, unless the caret leaves it. */
const LINE_PAUSE = 1000;
const SLOW = 300;
/** More than this on their way at once would only queue up at a slow server. */
const MAXIMUM_OVERLAP = 4;
const RETRY_SECONDS = [1, 2, 4, 8, 15] as const;
const SLOW_ANSWER = assign<State>("wait for an answer", { waiting: true, stale: true });
const NOT_WAITING = { waiting: false, progress: null } as const;
/** What is asked besides the program. */
const ASKED_WITH = ["inputs", "output", "directions", "gradientAttribute", "asItIs"] as const;
/** The code of the problem that asks for the attribute with the gradient of the program's own engine. */
export const OWN_ENGINE_QUESTION = "own-engine-question";
/** Codes that say an override no longer fits the program. */
const MISFIT_CODES = new Set(["unknown-input", "not-an-input"]);

export interface Evaluator {
  /** Asks at once, whether or not anything changed. */
  now(): void;
  /** Gives up waiting; what was there before stays. */
  cancel(): void;
}

interface Asked {
  readonly call: Call;
  readonly number: number;
  readonly program: string;
  readonly inputs: Readonly<Record<string, Value>>;
  readonly output: string | null;
  readonly directions: readonly string[];
  readonly gradientAttribute: string | null;
  /** Whether the reader has asked for the answer as it is. */
  readonly insists: boolean;
}

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
function received(state: State, asked: Pick<Asked, "program">, answer: Graph): Partial<State> {
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
function shownAgain(state: State): Partial<State> {
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

/** What the server is asked: overrides, and another output than the program's own, only where there are any. */
export function requestOf({
  program,
  inputs,
  output = null,
  graph = null,
}: Pick<State, "program" | "inputs"> & Partial<Pick<State, "output" | "graph">>): GraphRequest {
  return {
    program,
    ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
    ...(output === null ? {} : { output }),
    ...(graph?.partial ? { partial: true } : {}),
  };
}

/** The same, with forward mode where it is to be shown. */
export function graphRequestOf(
  state: Pick<State, "program" | "inputs" | "output" | "directions" | "gradientAttribute">,
): GraphRequest {
  const { gradientAttribute } = state;
  return {
    ...requestOf(state),
    ...directionsOf(state),
    ...(gradientAttribute === null ? {} : { gradient: gradientAttribute }),
  };
}

/**
 * Whether the graph of a part of the program is better than none: where nothing is shown, or a part already, or another program than the
 * one that is shown. While somebody types, the last program that worked stays.
 */
function wantsPart({ graph, graphProgram, program }: State): boolean {
  if (graph === null || graph.partial) return true;
  // A statement that was left out is back.
  if (statementsLeftOut(program) < statementsLeftOut(graphProgram)) return true;
  const { insert } = difference(graphProgram, program);
  return insert.split("\n").length > LINES_OF_A_PASTE;
}

/** What was read of a text is asked once, with the text: other inputs change none of it. */
const wantsReading = ({ graph, graphProgram, program }: State): boolean =>
  graph === null || graphProgram !== program || graph.as_it_is !== undefined;

/** What is asked about the program as it stands; of one that is run as it is, only that. */
function requestNow(state: State): GraphRequest {
  if (state.asItIs === state.program) return { program: state.program, run: "as-it-is" };
  return {
    ...graphRequestOf(state),
    ...(wantsPart(state) ? { partial: true } : {}),
    ...(wantsReading(state) ? { reading: true } : {}),
  };
}

export function createEvaluator(store: Store<State>, ask: AskForGraph, clock: Clock): Evaluator {
  let number = 0;
  let underway: Asked[] = [];
  let failures = 0;
  let wantsMore = false;
  let stopTyping = (): void => {};
  let stopCalming: (() => void) | null = null;
  let stopProblems = (): void => {};
  /** What waits until the line in which the caret stands is finished. */
  let held: (() => void) | null = null;
  /** Whether another program has been put in the place of the one that is shown, rather than typed. */
  let isReplaced = false;
  let stopSlow: (() => void) | null = null;
  let stopRetry = (): void => {};

  function send(insists = false): void {
    stopTyping();
    stopRetry();
    if (store.get().program.trim() === "") {
      store.dispatch(SHOW_NOTHING);
      return;
    }
    if (underway.length >= MAXIMUM_OVERLAP) {
      wantsMore = true;
      return;
    }
    wantsMore = false;
    const { program, inputs, output, directions, gradientAttribute } = store.get();
    number += 1;
    const asked: Asked = {
      call: ask(requestNow(store.get()), (progress) => follow(asked, progress)),
      number,
      program,
      inputs,
      output,
      directions,
      gradientAttribute,
      insists,
    };
    underway.push(asked);
    stopSlow ??= clock.after(SLOW, () => store.dispatch(SLOW_ANSWER));
    void asked.call.answer.then((answer) => receive(asked, answer));
  }

  function follow(asked: Asked, progress: Progress): void {
    if (underway.at(-1) === asked) store.dispatch(assign<State>("follow a computation", { progress }));
  }

  function settleSlow(): void {
    stopSlow?.();
    stopSlow = null;
    if (underway.length > 0) stopSlow = clock.after(SLOW, () => store.dispatch(SLOW_ANSWER));
  }

  function receive(asked: Asked, answer: Answer): void {
    if (!underway.includes(asked)) return;
    // Answers may come out of order: what was asked before this one is news no more.
    for (const earlier of underway) if (earlier.number < asked.number) earlier.call.cancel();
    underway = underway.filter(({ number: each }) => each > asked.number);
    settleSlow();
    apply(asked, answer);
    if (wantsMore) send();
  }

  function apply(asked: Asked, answer: Answer): void {
    stopHolding();
    if (answer.kind === "unreachable") return retryLater(answer.sentence, answer.seconds);
    failures = 0;
    if (answer.kind === "graph") return receiveGraph(asked, answer.graph);
    // Names come and go while a program is edited: what no longer fits is given up, forward mode first.
    if (asked.directions.length > 0 && answer.problems.some(({ code }) => MISFIT_CODES.has(code))) {
      store.dispatch(assign<State>("give up forward mode", { directions: [] }));
      return;
    }
    if (asked.output !== null && answer.problems.some(({ code }) => code === "unknown-output")) {
      store.dispatch(assign<State>("give up the output", { output: null }));
      return;
    }
    if (asked.gradientAttribute !== null && answer.problems.some(({ code }) => code === OWN_ENGINE_QUESTION)) {
      store.dispatch(assign<State>("give up the attribute of the gradient", { gradientAttribute: null }));
      return;
    }
    if (Object.keys(asked.inputs).length > 0 && answer.problems.some(({ code }) => MISFIT_CODES.has(code))) {
      store.dispatch(assign<State>("give up the inputs", { inputs: {} }));
      return;
    }
    keepPicture(asked, answer.problems);
  }

  /** The last picture stays, and what is wrong is shown, in its time. */
  function keepPicture({ insists }: Asked, problems: readonly Problem[]): void {
    store.dispatch({
      name: "receive problems",
      // The warning of a last line that had just been begun has passed.
      change: ({ problems: before }) => ({
        connection: null,
        ...NOT_WAITING,
        stale: true,
        ...(before.some(isOfName) ? { problems: before.filter((each) => !isOfName(each)) } : {}),
      }),
    });
    const show = (): void => store.dispatch(assign<State>("show problems", { problems }));
    const state = store.get();
    const isWritten = !isReplaced && isBeingWritten(state, problems);
    // Where a mistake is shown already, its change or its end is news at once; but one of a line that is being written is another one.
    const known =
      state.problems.some(({ severity }) => severity === "error") && (!isWritten || isBeingWritten(state, state.problems));
    if (insists || known || (state.graph === null && !isWritten)) show();
    else hold(isWritten ? LINE_PAUSE : PROBLEM_PAUSE, show);
  }

  function hold(milliseconds: number, run: () => void): void {
    held = () => {
      stopHolding();
      run();
    };
    stopProblems = clock.after(milliseconds, held);
  }

  function stopHolding(): void {
    stopProblems();
    held = null;
  }

  function receiveGraph(asked: Asked, honest: Graph): void {
    const state = store.get();
    const isTyped = !asked.insists && !isReplaced;
    if (isTyped && losesPicture(state, asked.program, honest)) return keepPicture(asked, honest.problems);
    const begun = isTyped ? isBegun(state, asked.program, honest) : null;
    if (begun === null) return showGraph(asked, honest);
    store.dispatch(assign<State>("wait for the end of a line", { connection: null, ...NOT_WAITING, stale: true }));
    const problems = [ofName(asked.program)];
    hold(LINE_PAUSE, () => {
      if (begun === "later") showGraph(asked, honest);
      else store.dispatch(assign<State>("show problems", { problems }));
    });
  }

  function showGraph(asked: Asked, honest: Graph): void {
    isReplaced = false;
    store.dispatch({ name: "receive a graph", change: (state) => received(state, asked, honest) });
  }

  function retryLater(sentence: string, asked: number | null): void {
    const seconds = Math.max(asked ?? 0, RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)]!);
    failures += 1;
    forgetUnderway();
    const connection = say("server-lost", { sentence, seconds });
    store.dispatch(assign<State>("lose the server", { connection, ...NOT_WAITING, stale: true }));
    stopRetry = clock.after(seconds * 1000, () => send());
  }

  function forgetUnderway(): void {
    for (const asked of underway) asked.call.cancel();
    underway = [];
    wantsMore = false;
    settleSlow();
  }

  /** The same computation, shown in another way: it needs no server. */
  function showAgain(): void {
    store.dispatch({ name: "show the graph again", change: shownAgain });
  }

  // A link may ask for a mistake in the graph that the page came with.
  if (store.get().pitfall !== "none") showAgain();
  store.subscribe((state, previous, { origin }) => {
    if (state.pitfall !== previous.pitfall || state.redaction !== previous.redaction) showAgain();
    if (state.openings !== previous.openings) isReplaced = true;
    if (state.program !== previous.program) {
      const { insert } = difference(previous.program, state.program);
      isReplaced ||= isReplacing(previous.program, state.program, insert);
      stopHolding();
      forgetUnderway();
      stopTyping();
      const isAlone = stopCalming === null;
      stopCalming?.();
      stopCalming = clock.after(TYPING_PAUSE, () => (stopCalming = null));
      if (!isAlone) stopTyping = clock.after(TYPING_PAUSE, () => send());
      const inputs = keptInputs(state.program, state.inputs);
      const isLess = Object.keys(inputs).length < Object.keys(state.inputs).length;
      // The numbers of a class are the teacher's, also those that its new program has not been written with.
      const drops = origin !== "class" && state.inputs === previous.inputs && isLess;
      // Other inputs are a change of their own, which asks by itself.
      store.dispatch(assign<State>("await a graph", { stale: true, progress: null, ...(drops ? { inputs } : {}) }));
      if (isAlone && !drops) send();
    } else if (ASKED_WITH.some((field) => state[field] !== previous[field])) {
      stopTyping();
      send(state.asItIs !== previous.asItIs);
    } else if (state.caretLine !== previous.caretLine) held?.();
  });

  return {
    now: () => send(true),
    cancel() {
      stopTyping();
      stopRetry();
      forgetUnderway();
      store.dispatch(assign<State>("give up waiting", NOT_WAITING));
    },
  };
}
