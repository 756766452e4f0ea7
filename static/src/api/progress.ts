/** Reads the stream that the server sends instead of an answer which takes long: its progress, and the answer at the end. */

import type { Progress } from "../core/types.ts";
import { createEventReader } from "../training/event_stream.ts";
import { textOf } from "./text_stream.ts";

/** What is read of a response, whether it came alone or at the end of a stream. */
export type Received = Pick<Response, "ok" | "status" | "headers" | "json">;

interface FinalAnswer {
  readonly status: number;
  readonly retry_after: number | null;
  readonly body: unknown;
}

function received({ status, retry_after, body }: FinalAnswer): Received {
  const headers = new Headers(retry_after === null ? {} : { "retry-after": String(retry_after) });
  return { ok: status < 300, status, headers, json: async () => body };
}

/** What the server would have answered at once. Rejects where the stream ends before that. */
export async function followed(response: Response, follow: (progress: Progress) => void): Promise<Received> {
  const reader = createEventReader();
  for await (const piece of textOf(response.body!)) {
    for (const { type, data } of reader.push(piece)) {
      if (type === "answer") return received(JSON.parse(data) as FinalAnswer);
      follow(JSON.parse(data) as Progress);
    }
  }
  throw new Error("The stream has ended without an answer.");
}
