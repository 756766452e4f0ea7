/**
 * Keeps the graph in step with the program and its inputs: asks the server as they change, lets the newest answer win, and
 * tries again where no answer comes. Knows neither DOM nor network; both come in as ports.
 */
import { breakGraph } from "../graph/pitfalls.ts";
import { lengthOf, withhold } from "../graph/withholding.ts";
import { stepsBeforePasses } from "../graph/passes.ts";
import { directionsOf } from "./directions.ts";
import { keptInputs } from "./literals.ts";
import type { State } from "./state.ts";
import type { Store } from "./store.ts";
import type { Graph, GraphRequest, Problem, Value } from "./types.ts";

export type Answer =
  | { readonly kind: "graph"; readonly graph: Graph }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] }
  /** `seconds`: how long the server asks to be left alone; null where it said nothing. */
  | { readonly kind: "unreachable"; readonly sentence: string; readonly seconds: number | null };

export interface Call {
  /** Never rejects. After `cancel` it may stay open for ever. */
  readonly answer: Promise<Answer>;
  cancel(): void;
}

export type AskForGraph = (request: GraphRequest) => Call;

export interface Clock {
  /** Runs the function later; the returned one prevents it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** A change that comes alone is asked about at once; those that follow within this time are joined. */
const TYPING_PAUSE = 20;
/** A half-written word is not yet a mistake. */
const PROBLEM_PAUSE = 350;
const SLOW = 300;
/** More than this on their way at once would only queue up at a slow server. */
const MAXIMUM_OVERLAP = 4;
const RETRY_SECONDS = [1, 2, 4, 8, 15] as const;
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
  readonly directions: readonly string[];
}

const passesIn = ({ directions = [] }: Graph): string => directions.map(({ seeds }) => Object.keys(seeds).join()).join(";");

/**
 * The frame to stand at in a new graph: the end stays the end, any other frame keeps its number, as far as there is one. Where forward mode
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

/** The graph as the page tells it: with the mistake that is made on purpose, and without what the class is being asked for. */
function shownGraph(honest: Graph, { pitfall, withheld }: State): Graph {
  return withhold(breakGraph(honest, pitfall), withheld);
}

/** What the server is asked: overrides only where there are any. */
export function requestOf({ program, inputs }: Pick<State, "program" | "inputs">): GraphRequest {
  return Object.keys(inputs).length > 0 ? { program, inputs } : { program };
}

/** The same, with forward mode where it is to be shown. */
export function graphRequestOf(state: Pick<State, "program" | "inputs" | "directions">): GraphRequest {
  return { ...requestOf(state), ...directionsOf(state) };
}

export function createEvaluator(store: Store<State>, ask: AskForGraph, clock: Clock): Evaluator {
  let number = 0;
  let applied = 0;
  let underway: Asked[] = [];
  let failures = 0;
  let wantsMore = false;
  let stopTyping = (): void => {};
  let stopCalming: (() => void) | null = null;
  let stopProblems = (): void => {};
  let stopSlow: (() => void) | null = null;
  let stopRetry = (): void => {};

  function send(): void {
    stopTyping();
    stopRetry();
    if (underway.length >= MAXIMUM_OVERLAP) {
      wantsMore = true;
      return;
    }
    wantsMore = false;
    const { program, inputs, directions } = store.get();
    number += 1;
    const asked: Asked = { call: ask(graphRequestOf({ program, inputs, directions })), number, program, inputs, directions };
    underway.push(asked);
    stopSlow ??= clock.after(SLOW, () => store.set({ waiting: true, stale: true }));
    void asked.call.answer.then((answer) => receive(asked, answer));
  }

  function settleSlow(): void {
    stopSlow?.();
    stopSlow = null;
    if (underway.length > 0) stopSlow = clock.after(SLOW, () => store.set({ waiting: true, stale: true }));
  }

  function receive(asked: Asked, answer: Answer): void {
    if (!underway.includes(asked)) return;
    underway = underway.filter((other) => other !== asked);
    if (asked.number > applied) {
      applied = asked.number;
      settleSlow();
      apply(asked, answer);
    }
    if (wantsMore) send();
  }

  function apply(asked: Asked, answer: Answer): void {
    stopProblems();
    if (answer.kind === "unreachable") return retryLater(answer.sentence, answer.seconds);
    failures = 0;
    if (answer.kind === "graph") return showGraph(asked, answer.graph);
    // Names come and go while a program is edited: what no longer fits is given up, forward mode first.
    if (asked.directions.length > 0 && answer.problems.some(({ code }) => MISFIT_CODES.has(code))) {
      store.set({ directions: [] });
      return;
    }
    if (Object.keys(asked.inputs).length > 0 && answer.problems.some(({ code }) => MISFIT_CODES.has(code))) {
      store.set({ inputs: {} });
      return;
    }
    store.set({ connection: null, waiting: false, stale: true });
    const show = (): void => store.set({ problems: answer.problems });
    // Where a mistake is shown already, its change or its end is news at once.
    const known = store.get().problems.some(({ severity }) => severity === "error");
    if (known || store.get().graph === null) show();
    else stopProblems = clock.after(PROBLEM_PAUSE, show);
  }

  function showGraph(asked: Asked, honest: Graph): void {
    const state = store.get();
    const graph = shownGraph(honest, state);
    store.set({
      graph,
      honest,
      graphProgram: asked.program,
      stale: asked.program !== state.program,
      problems: graph.problems,
      connection: null,
      waiting: false,
      position: positionAfter(state.graph, state.position, graph),
      selected: selectionAfter(state.graph, state.selected, graph),
      breakpoints: state.breakpoints.flatMap((node) => selectionAfter(state.graph, node, graph) ?? []),
      hovered: asked.program === state.graphProgram ? state.hovered : null,
    });
  }

  function retryLater(sentence: string, asked: number | null): void {
    const seconds = Math.max(asked ?? 0, RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)]!);
    failures += 1;
    forgetUnderway();
    store.set({ connection: `${sentence} Your program is safe here; the next try is in ${seconds} s.`, waiting: false, stale: true });
    stopRetry = clock.after(seconds * 1000, send);
  }

  function forgetUnderway(): void {
    for (const asked of underway) asked.call.cancel();
    underway = [];
    wantsMore = false;
    settleSlow();
  }

  /** The same computation, told another way: it needs no server. */
  function tellAnew(): void {
    const { honest, graph: before, position, withheld } = store.get();
    if (!honest || !before) return;
    const graph = shownGraph(honest, store.get());
    // What begins or ceases to be withheld moves nobody further than it must.
    const isRelated = withheld !== null || before.withheldFrom !== undefined;
    if (graph !== before) store.set({ graph, position: isRelated ? Math.min(position, lengthOf(graph)) : positionAfter(before, position, graph) });
  }

  // A link may ask for a mistake in the graph that the page came with.
  if (store.get().pitfall !== "none") tellAnew();
  store.subscribe((state, previous) => {
    if (state.pitfall !== previous.pitfall || state.withheld !== previous.withheld) tellAnew();
    if (state.program !== previous.program) {
      stopProblems();
      forgetUnderway();
      applied = number;
      stopTyping();
      const isAlone = stopCalming === null;
      stopCalming?.();
      stopCalming = clock.after(TYPING_PAUSE, () => (stopCalming = null));
      if (!isAlone) stopTyping = clock.after(TYPING_PAUSE, send);
      const inputs = keptInputs(state.program, state.inputs);
      const drops = state.inputs === previous.inputs && Object.keys(inputs).length < Object.keys(state.inputs).length;
      // Other inputs are a change of their own, which asks by itself.
      store.set({ stale: true, ...(drops ? { inputs } : {}) });
      if (isAlone && !drops) send();
    } else if (state.inputs !== previous.inputs || state.directions !== previous.directions) {
      stopTyping();
      send();
    }
  });

  return {
    now: send,
    cancel() {
      stopTyping();
      stopRetry();
      forgetUnderway();
      store.set({ waiting: false });
    },
  };
}
