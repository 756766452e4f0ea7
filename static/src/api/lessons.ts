/** Asks the server for a page of a lesson's text. */

import type { Preview } from "../learn/types.ts";
import { callPath, type Reply } from "./questions.ts";

export interface PreviewQuestion {
  readonly text: string;
  /** The page by its number; else that of the line. */
  readonly page?: number;
  readonly line?: number;
}

/** Rejects only where the question was cancelled. */
export function askForPreview(question: PreviewQuestion, signal?: AbortSignal): Promise<Reply<Preview>> {
  const headers = { "content-type": "application/json" };
  return callPath("/learn/preview", { method: "POST", headers, body: JSON.stringify(question), signal: signal ?? null }, signal);
}
