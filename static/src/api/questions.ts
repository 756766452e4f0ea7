/** Asks the server's other questions (points, paths, checks): an answer, or a sentence that says why there is none. */

import type { ProblemDocument } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import { inLanguage } from "./language.ts";

/** `status` is that of HTTP; 0 where no answer came at all. */
export type Reply<Answer> = { readonly answer: Answer } | { readonly sentence: string; readonly status: number };

/** Rejects only where the question was cancelled. */
export function ask<Answer>(route: string, question: object, signal?: AbortSignal): Promise<Reply<Answer>> {
  const headers = { "content-type": "application/json" };
  return call(route, { method: "POST", headers, body: JSON.stringify(question), signal: signal ?? null }, signal);
}

export interface Share {
  readonly path: string;
  readonly state: string;
  readonly code: string;
}

export function findShare(code: string): Promise<Reply<Share>> {
  return call(`shares/${encodeURIComponent(code)}`, {});
}

/** Any request below `/api/v1`. What comes back without content is answered by `undefined`. */
export function call<Answer>(route: string, request: RequestInit, signal?: AbortSignal): Promise<Reply<Answer>> {
  return callPath(`/api/v1/${route}`, request, signal);
}

/** The same for any address of this server. */
export async function callPath<Answer>(path: string, request: RequestInit, signal?: AbortSignal): Promise<Reply<Answer>> {
  try {
    const response = await fetch(path, inLanguage(request));
    if (response.ok) return { answer: (response.status === 204 ? undefined : await response.json()) as Answer };
    const { problems, detail } = (await response.json()) as ProblemDocument;
    const sentence = [problems?.[0]?.message ?? detail, problems?.[0]?.hint].filter(Boolean).join(" ");
    return { sentence, status: response.status };
  } catch (problem) {
    if (signal?.aborted) throw problem;
    return { sentence: say("server-silent"), status: 0 };
  }
}
