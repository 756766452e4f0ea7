/** Asks the server's other questions (points, paths, checks): an answer, or a sentence that says why there is none. */
import type { ProblemDocument } from "../core/types.ts";

export type Reply<Answer> = { readonly answer: Answer } | { readonly sentence: string };

/** Rejects only where the question was cancelled. */
export function ask<Answer>(route: string, question: object, signal?: AbortSignal): Promise<Reply<Answer>> {
  const headers = { "content-type": "application/json" };
  return reply(route, { method: "POST", headers, body: JSON.stringify(question), signal: signal ?? null }, signal);
}

export interface Share {
  readonly path: string;
  readonly state: string;
  readonly code: string;
}

export function findShare(code: string): Promise<Reply<Share>> {
  return reply(`shares/${encodeURIComponent(code)}`, {});
}

async function reply<Answer>(route: string, request: RequestInit, signal?: AbortSignal): Promise<Reply<Answer>> {
  try {
    const response = await fetch(`/api/v1/${route}`, request);
    if (response.ok) return { answer: (await response.json()) as Answer };
    const { problems, detail } = (await response.json()) as ProblemDocument;
    return { sentence: [problems?.[0]?.message ?? detail, problems?.[0]?.hint].filter(Boolean).join(" ") };
  } catch (problem) {
    if (signal?.aborted) throw problem;
    return { sentence: "The server does not answer." };
  }
}
