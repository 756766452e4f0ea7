/**
 * What happens to the requests for a graph, as a machine: an event and the state of the page give the next state of the evaluation, and
 * what is to be done. Pure: the caller of `next` asks the server, runs the timers and changes the page.
 */

import { keptInputs } from "../../core/literals.ts";
import { assign, type StateAction } from "../../core/store.ts";
import type { Graph, GraphRequest, Problem, Progress } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { difference } from "../../text/difference.ts";
import { libraryOf } from "../../text/imported_library.ts";
import { isBegun, isBeingWritten, isOfName, isReplacing, losesPicture, ofName } from "../../text/unfinished.ts";
import type { State } from "../state.ts";
import { runAsItIs, SHOW_NOTHING } from "../state_actions.ts";
import { requestNow } from "./graph_request.ts";
import { NOT_WAITING, received, shownAgain } from "./next_graph.ts";

export type Answer =
  | { readonly kind: "graph"; readonly graph: Graph }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] }
  /** `seconds`: how long the server asks to be left alone; null where it sent no such header. */
  | { readonly kind: "unreachable"; readonly sentence: string; readonly seconds: number | null };

/** `typing` joins changes, `calm` ends a series of them, `patience` ends before what is held is shown. */
export type Timer = "typing" | "calm" | "patience" | "slow" | "retry";

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
/** What is asked besides the program. */
const ASKED_WITH = ["inputs", "output", "directions", "gradientAttribute", "asItIs"] as const;
/** The code of the problem that asks for the attribute with the gradient of the program's own engine. */
export const OWN_ENGINE_QUESTION = "own-engine-question";

type Asks = Pick<State, "program" | "inputs" | "output" | "directions" | "gradientAttribute">;

/** A request whose answer is waited for. */
interface Asked extends Asks {
  readonly number: number;
  /** Whether the reader has asked for the answer as it is. */
  readonly insists: boolean;
}

/** What waits until the line in which the caret stands is finished. */
type Held =
  | { readonly kind: "problems"; readonly problems: readonly Problem[] }
  | { readonly kind: "graph"; readonly program: string; readonly graph: Graph };

export interface Evaluation {
  /** The number of the newest request. */
  readonly asked: number;
  readonly underway: readonly Asked[];
  /** How often in a row no answer came. */
  readonly failures: number;
  /** Whether to ask again as soon as fewer are under way. */
  readonly wantsMore: boolean;
  readonly held: Held | null;
  /** Whether another program has been put in the place of the one that is shown, rather than typed. */
  readonly isReplaced: boolean;
  /** Whether another change came just now. */
  readonly isInSeries: boolean;
  /** Whether the requests under way are called slow after a while, or are called so already. */
  readonly isTimed: boolean;
}

export const AT_FIRST: Evaluation = {
  asked: 0,
  underway: [],
  failures: 0,
  wantsMore: false,
  held: null,
  isReplaced: false,
  isInSeries: false,
  isTimed: false,
};

export type EvaluationEvent =
  | { readonly kind: "now" | "cancel" | "more" }
  | { readonly kind: "change"; readonly state: State; readonly previous: State; readonly isOfClass: boolean }
  | { readonly kind: "answer"; readonly number: number; readonly answer: Answer }
  | { readonly kind: "progress"; readonly number: number; readonly progress: Progress }
  | { readonly kind: "time"; readonly timer: Timer };

export type Effect =
  | { readonly kind: "ask"; readonly number: number; readonly request: GraphRequest }
  | { readonly kind: "withdraw"; readonly number: number }
  | { readonly kind: "start"; readonly timer: Timer; readonly milliseconds: number }
  | { readonly kind: "stop"; readonly timer: Timer }
  | { readonly kind: "dispatch"; readonly action: StateAction<State> }
  /** To be taken up once the effects before it are done, with the page as it is then. */
  | { readonly kind: "then"; readonly event: EvaluationEvent };

/** One event on its way through the machine. */
interface Step {
  readonly page: State;
  readonly effects: Effect[];
  is: Evaluation;
}

/** Codes that say an override no longer fits the program. */
const MISFIT_CODES = ["unknown-input", "not-an-input"];

/** Names come and go while a program is edited: what no longer fits is given up, forward mode first. */
const GIVEN_UP: readonly { isAsked(asked: Asks): boolean; codes: readonly string[]; action: StateAction<State> }[] = [
  {
    isAsked: ({ directions }) => directions.length > 0,
    codes: MISFIT_CODES,
    action: assign<State>("give up forward mode", { directions: [] }),
  },
  {
    isAsked: ({ output }) => output !== null,
    codes: ["unknown-output"],
    action: assign<State>("give up the output", { output: null }),
  },
  {
    isAsked: ({ gradientAttribute }) => gradientAttribute !== null,
    codes: [OWN_ENGINE_QUESTION],
    action: assign<State>("give up the attribute of the gradient", { gradientAttribute: null }),
  },
  {
    isAsked: ({ inputs }) => Object.keys(inputs).length > 0,
    codes: MISFIT_CODES,
    action: assign<State>("give up the inputs", { inputs: {} }),
  },
];

/** The same computation, shown in another way: it needs no server. */
export const SHOW_AGAIN: StateAction<State> = { name: "show the graph again", change: shownAgain };

export function next(
  evaluation: Evaluation,
  event: EvaluationEvent,
  page: State,
): { evaluation: Evaluation; effects: readonly Effect[] } {
  const step: Step = { page, effects: [], is: evaluation };
  take(step, event);
  return { evaluation: step.is, effects: step.effects };
}

function take(step: Step, event: EvaluationEvent): void {
  switch (event.kind) {
    case "now":
      return send(step, true);
    case "more":
      return step.is.wantsMore ? send(step) : undefined;
    case "cancel":
      stop(step, "typing", "retry");
      forgetUnderway(step);
      return dispatch(step, assign<State>("give up waiting", NOT_WAITING));
    case "change":
      return change(step, event);
    case "answer":
      return receive(step, event);
    case "progress":
      if (step.is.underway.at(-1)?.number !== event.number) return;
      return dispatch(step, assign<State>("follow a computation", { progress: event.progress }));
    case "time":
      return onTime(step, event.timer);
  }
}

function onTime(step: Step, timer: Timer): void {
  if (timer === "calm") set(step, { isInSeries: false });
  else if (timer === "patience") release(step);
  else if (timer === "slow") dispatch(step, assign<State>("wait for an answer", { waiting: true, stale: true }));
  else send(step);
}

const set = (step: Step, changes: Partial<Evaluation>): void => void (step.is = { ...step.is, ...changes });
const dispatch = ({ effects }: Step, action: StateAction<State>): void => void effects.push({ kind: "dispatch", action });
const start = ({ effects }: Step, timer: Timer, milliseconds: number): void =>
  void effects.push({ kind: "start", timer, milliseconds });

function stop({ effects }: Step, ...timers: readonly Timer[]): void {
  effects.push(...timers.map((timer) => ({ kind: "stop", timer }) as const));
}

// Asking

function change(step: Step, { state, previous, isOfClass }: Extract<EvaluationEvent, { kind: "change" }>): void {
  if (state.pitfall !== previous.pitfall || state.redaction !== previous.redaction) dispatch(step, SHOW_AGAIN);
  if (state.openings !== previous.openings) set(step, { isReplaced: true });
  if (state.program !== previous.program) {
    changeProgram(step, state, previous, isOfClass);
  } else if (ASKED_WITH.some((field) => state[field] !== previous[field])) {
    send(step, state.asItIs !== previous.asItIs);
  } else if (state.caretLine !== previous.caretLine) release(step);
}

function changeProgram(step: Step, state: State, previous: State, isOfClass: boolean): void {
  const isAlone = !step.is.isInSeries;
  const { insert } = difference(previous.program, state.program);
  const isReplaced = step.is.isReplaced || isReplacing(previous.program, state.program, insert);
  stopHolding(step);
  forgetUnderway(step);
  stop(step, "typing");
  set(step, { isReplaced, isInSeries: true });
  start(step, "calm", TYPING_PAUSE);
  if (!isAlone) start(step, "typing", TYPING_PAUSE);
  const inputs = keptInputs(state.program, state.inputs);
  const isLess = Object.keys(inputs).length < Object.keys(state.inputs).length;
  // The numbers of a class are the teacher's, also those that its new program has not been written with.
  const drops = !isOfClass && state.inputs === previous.inputs && isLess;
  // Other inputs are a change of their own, which asks by itself.
  dispatch(step, assign<State>("await a graph", { stale: true, progress: null, ...(drops ? { inputs } : {}) }));
  if (isAlone && !drops) send(step);
}

function send(step: Step, insists = false): void {
  const { page, effects, is } = step;
  stop(step, "typing", "retry");
  if (page.program.trim() === "") return dispatch(step, SHOW_NOTHING);
  if (is.underway.length >= MAXIMUM_OVERLAP) return set(step, { wantsMore: true });
  const { program, inputs, output, directions, gradientAttribute } = page;
  const number = is.asked + 1;
  const asked: Asked = { number, program, inputs, output, directions, gradientAttribute, insists };
  effects.push({ kind: "ask", number, request: requestNow(page) });
  if (!is.isTimed) start(step, "slow", SLOW);
  set(step, { asked: number, underway: [...is.underway, asked], wantsMore: false, isTimed: true });
}

function settleSlow(step: Step): void {
  const isTimed = step.is.underway.length > 0;
  stop(step, "slow");
  if (isTimed) start(step, "slow", SLOW);
  set(step, { isTimed });
}

function forgetUnderway(step: Step): void {
  step.effects.push(...step.is.underway.map(({ number }) => ({ kind: "withdraw", number }) as const));
  set(step, { underway: [], wantsMore: false });
  settleSlow(step);
}

// Answers

function receive(step: Step, { number, answer }: Extract<EvaluationEvent, { kind: "answer" }>): void {
  const { underway } = step.is;
  const asked = underway.find((each) => each.number === number);
  if (!asked) return;
  // Answers may come out of order: what was asked before this one is news no more.
  for (const earlier of underway) if (earlier.number < number) step.effects.push({ kind: "withdraw", number: earlier.number });
  set(step, { underway: underway.filter((each) => each.number > number) });
  settleSlow(step);
  stopHolding(step);
  if (answer.kind === "unreachable") retryLater(step, answer.sentence, answer.seconds);
  else {
    set(step, { failures: 0 });
    const isRun = isRunInstead(step, asked, answer);
    if (answer.kind === "graph") receiveGraph(step, asked, answer.graph);
    else if (!isRun) receiveProblems(step, asked, answer.problems);
    if (isRun) dispatch(step, runAsItIs(asked.program));
  }
  step.effects.push({ kind: "then", event: { kind: "more" } });
}

/**
 * Whether a program that was pasted or opened, and that the language refuses or reads in part alone, is run as it is at once: where the
 * server does that with its library, and nobody has asked for it to be read.
 */
function isRunInstead({ is, page }: Step, { program, insists }: Asked, answer: Answer): boolean {
  const isWhole = answer.kind === "graph" && !answer.graph.partial;
  if (isWhole || insists || page.program !== program || page.asItIs === program || page.classroom === "guest") return false;
  return (is.isReplaced || page.graph === null) && libraryOf(program, page.libraries) !== null;
}

function receiveProblems(step: Step, asked: Asked, problems: readonly Problem[]): void {
  const misfit = GIVEN_UP.find(({ isAsked, codes }) => isAsked(asked) && problems.some(({ code }) => codes.includes(code)));
  if (misfit) dispatch(step, misfit.action);
  else keepPicture(step, asked, problems);
}

/** The last picture stays, and what is wrong is shown, in its time. */
function keepPicture(step: Step, { insists }: Asked, problems: readonly Problem[]): void {
  const before = step.page.problems;
  // The warning of a last line that had just been begun has passed.
  const left = before.some(isOfName) ? before.filter((each) => !isOfName(each)) : before;
  dispatch(step, assign<State>("receive problems", { connection: null, ...NOT_WAITING, stale: true, problems: left }));
  const isWritten = !step.is.isReplaced && isBeingWritten(step.page, problems);
  // Where a mistake is shown already, its change or its end is news at once; but one of a line that is being written is another one.
  const isKnown = left.some(({ severity }) => severity === "error") && (!isWritten || isBeingWritten(step.page, left));
  if (insists || isKnown || (step.page.graph === null && !isWritten)) show(step, problems);
  else hold(step, isWritten ? LINE_PAUSE : PROBLEM_PAUSE, { kind: "problems", problems });
}

function show(step: Step, problems: readonly Problem[]): void {
  dispatch(step, assign<State>("show problems", { problems }));
}

function receiveGraph(step: Step, asked: Asked, graph: Graph): void {
  const { program, insists } = asked;
  const isTyped = !insists && !step.is.isReplaced;
  if (isTyped && losesPicture(step.page, program, graph)) return keepPicture(step, asked, graph.problems);
  const begun = isTyped ? isBegun(step.page, program, graph) : null;
  if (begun === null) return showGraph(step, program, graph);
  dispatch(step, assign<State>("wait for the end of a line", { connection: null, ...NOT_WAITING, stale: true }));
  const held: Held = begun === "later" ? { kind: "graph", program, graph } : { kind: "problems", problems: [ofName(program)] };
  hold(step, LINE_PAUSE, held);
}

function showGraph(step: Step, program: string, honest: Graph): void {
  set(step, { isReplaced: false });
  dispatch(step, { name: "receive a graph", change: (state) => received(state, { program }, honest) });
}

function retryLater(step: Step, sentence: string, asked: number | null): void {
  const { failures } = step.is;
  const seconds = Math.max(asked ?? 0, RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)]!);
  set(step, { failures: failures + 1 });
  forgetUnderway(step);
  const connection = say("server-lost", { sentence, seconds });
  dispatch(step, assign<State>("lose the server", { connection, ...NOT_WAITING, stale: true }));
  start(step, "retry", seconds * 1000);
}

// Patience

function hold(step: Step, milliseconds: number, held: Held): void {
  set(step, { held });
  start(step, "patience", milliseconds);
}

function stopHolding(step: Step): void {
  stop(step, "patience");
  set(step, { held: null });
}

function release(step: Step): void {
  const { held } = step.is;
  if (!held) return;
  stopHolding(step);
  if (held.kind === "graph") showGraph(step, held.program, held.graph);
  else show(step, held.problems);
}
