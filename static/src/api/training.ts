/** Speaks to the server's training routes. Knows no state and no DOM; what a stream means, training/stream_follower.ts knows. */

import type { Graph, ProblemDocument, Value } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import type { Line, Opened } from "../training/stream_follower.ts";
import type { SweepBody } from "../training/sweep/sweeper.ts";
import type {
  Change,
  Checkpoint,
  InputStep,
  Options,
  Parameters,
  Pushing,
  StartBody,
  TrainingProblem,
  TrainingRequest,
} from "../training/types.ts";
import { inLanguage } from "./language.ts";
import { textOf } from "./text_stream.ts";

const PATH = "/api/v1/training";
const HEADERS = { "content-type": "application/json" };

export type Outcome<Answer> = { readonly answer: Answer } | { readonly problems: readonly TrainingProblem[] };

/** The model at a moment and one example: what the graph and the steps of an input are computed from. */
export interface Opening {
  readonly training: TrainingRequest;
  readonly parameters: Parameters;
  readonly example: { readonly index: number };
}

/** A graph, the text that it is of, and what that text draws at random. */
export interface LossGraphAnswer extends Graph {
  readonly program: string;
  readonly inputs: Readonly<Record<string, Value>>;
}

const UNREACHABLE: TrainingProblem = {
  code: "unreachable",
  severity: "error",
  message: say("server-silent"),
  hint: say("try-in-a-moment"),
  span: null,
};

async function problemsOf(response: Response): Promise<readonly TrainingProblem[]> {
  const refusal = (await response.json()) as ProblemDocument;
  if (refusal.problems?.length > 0) return refusal.problems;
  return [{ code: refusal.type, severity: "error", message: refusal.detail ?? refusal.title, hint: null, span: null }];
}

async function ask<Answer>(path: string, request: RequestInit = {}): Promise<Outcome<Answer>> {
  try {
    const response = await fetch(PATH + path, inLanguage(request));
    return response.ok ? { answer: (await response.json()) as Answer } : { problems: await problemsOf(response) };
  } catch {
    return { problems: [UNREACHABLE] };
  }
}

const post = <Answer>(path: string, body: object): Promise<Outcome<Answer>> =>
  ask(path, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });

export const fetchOptions = (): Promise<Outcome<Options>> => ask("/options");

export const fetchCheckpoint = (run: string): Promise<Outcome<Checkpoint>> => ask(`/${run}/checkpoint`);

export const askForLossGraph = (opening: Opening): Promise<Outcome<LossGraphAnswer>> => post("/graph", opening);

export const askForInputStep = (opening: Opening, pushing: Pushing): Promise<Outcome<InputStep>> =>
  post("/input-step", { ...opening, ...pushing });

export const changeRun = (run: string, change: Change): Promise<Outcome<unknown>> =>
  ask(`/${run}`, { method: "PATCH", headers: HEADERS, body: JSON.stringify(change) });

/** Ends a run; also while the page is being left. */
export function endRun(run: string): void {
  fetch(`${PATH}/${run}`, { method: "DELETE", keepalive: true }).catch(() => {});
}

async function open(address: string, request: RequestInit, isResumed: boolean): Promise<Opened> {
  const response = await fetch(address, inLanguage(request));
  if (response.ok) return { kind: "stream", pieces: textOf(response.body!) };
  if (isResumed && response.status === 404) return { kind: "gone" };
  if (response.status >= 502) throw new Error(say("server-answers-status", { status: response.status }));
  return { kind: "refused", problems: await problemsOf(response) };
}

/** A line to a sweep; cut, it ends the runs under way. */
export function openSweep(body: SweepBody): Line {
  const controller = new AbortController();
  const request = { method: "POST", headers: HEADERS, body: JSON.stringify(body), signal: controller.signal };
  return { opened: open(`${PATH}/sweep`, request, false), cut: () => controller.abort() };
}

/** A line to a run: one that is started, or one taken up again after an event. */
export function openLine(body: StartBody, resume: { readonly run: string; readonly after: string } | null): Line {
  const controller = new AbortController();
  const { signal } = controller;
  const accept = "text/event-stream";
  const opened =
    resume === null
      ? open(PATH, { method: "POST", headers: { ...HEADERS, accept }, body: JSON.stringify(body), signal }, false)
      : open(`${PATH}/${resume.run}`, { headers: { accept, "last-event-id": resume.after }, signal }, true);
  return { opened, cut: () => controller.abort() };
}
