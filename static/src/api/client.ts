/** Speaks to the server of this page and turns whatever comes back into an `Answer`. Knows no state and no DOM. */
import type { Answer, Call } from "../core/evaluation.ts";
import type { Graph, GraphRequest, ProblemDocument } from "../core/types.ts";

const GRAPH_PATH = "/api/v1/graph";

async function read(response: Response): Promise<Answer> {
  if (response.ok) return { kind: "graph", graph: (await response.json()) as Graph };
  if (response.status >= 500 || response.status === 429) {
    const seconds = Number(response.headers.get("retry-after"));
    const sentence =
      response.status === 429 ? "The server is answering too many questions at the moment." : "The server is in trouble at the moment.";
    return { kind: "unreachable", sentence, seconds: seconds > 0 ? seconds : null };
  }
  const refusal = (await response.json()) as ProblemDocument;
  if (refusal.problems?.length > 0) return { kind: "problems", problems: refusal.problems };
  return {
    kind: "problems",
    problems: [{ code: refusal.type, severity: "error", message: refusal.detail ?? refusal.title, hint: null, span: null }],
  };
}

async function fetchGraph(request: GraphRequest, signal: AbortSignal): Promise<Answer> {
  try {
    const headers = { "content-type": "application/json" };
    return await read(await fetch(GRAPH_PATH, { method: "POST", headers, body: JSON.stringify(request), signal }));
  } catch {
    return { kind: "unreachable", sentence: "The server does not answer.", seconds: null };
  }
}

export function askForGraph(request: GraphRequest): Call {
  const controller = new AbortController();
  return { answer: fetchGraph(request, controller.signal), cancel: () => controller.abort() };
}

/** The same request for a terminal. Single quotes keep the shell from reading anything in it. */
export function curlCommand(origin: string, request: GraphRequest): string {
  const body = JSON.stringify(request).replace(/'/g, String.raw`'\''`);
  return `curl -s ${origin}${GRAPH_PATH} -H 'content-type: application/json' -d '${body}'`;
}
