/** Speaks to the server of this page and turns whatever comes back into an `Answer`. Knows no state and no DOM. */

import type { Graph, GraphRequest, ProblemDocument, Progress } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import type { Call } from "../state/evaluation/evaluation.ts";
import type { Answer } from "../state/evaluation/machine.ts";
import { inLanguage } from "./language.ts";
import type { Received } from "./progress.ts";

const GRAPH_PATH = "/api/v1/graph";

const TROUBLE: Record<number, string> = {
  429: say("server-too-many"),
  503: say("server-busy"),
};

const EVENTS = "text/event-stream";

async function read(streamed: Response, follow: (progress: Progress) => void): Promise<Answer> {
  const response: Received = isStream(streamed) ? await (await import("./progress.ts")).followed(streamed, follow) : streamed;
  if (response.ok) return { kind: "graph", graph: (await response.json()) as Graph };
  if (response.status >= 500 || response.status === 429) {
    const seconds = Number(response.headers.get("retry-after"));
    const sentence = TROUBLE[response.status] ?? say("server-in-trouble");
    return { kind: "unreachable", sentence, seconds: seconds > 0 ? seconds : null };
  }
  const refusal = (await response.json()) as ProblemDocument;
  if (refusal.problems?.length > 0) return { kind: "problems", problems: refusal.problems };
  return {
    kind: "problems",
    problems: [{ code: refusal.type, severity: "error", message: refusal.detail ?? refusal.title, hint: null, span: null }],
  };
}

const isStream = ({ headers }: Response): boolean => headers.get("content-type")?.startsWith(EVENTS) ?? false;

async function fetchGraph(request: GraphRequest, signal: AbortSignal, follow?: (progress: Progress) => void): Promise<Answer> {
  try {
    const headers = { "content-type": "application/json", ...(follow ? { accept: `${EVENTS}, application/json` } : {}) };
    const asked = inLanguage({ method: "POST", headers, body: JSON.stringify(request), signal });
    return await read(await fetch(GRAPH_PATH, asked), follow ?? (() => {}));
  } catch {
    return { kind: "unreachable", sentence: say("server-silent"), seconds: null };
  }
}

export function askForGraph(request: GraphRequest, follow?: (progress: Progress) => void): Call {
  const controller = new AbortController();
  return { answer: fetchGraph(request, controller.signal, follow), cancel: () => controller.abort() };
}

/** The same request for a terminal. Single quotes keep the shell from reading anything in it. */
export function curlCommand(origin: string, request: GraphRequest): string {
  const body = JSON.stringify(request).replace(/'/g, String.raw`'\''`);
  return `curl -s ${origin}${GRAPH_PATH} -H 'content-type: application/json' -d '${body}'`;
}
