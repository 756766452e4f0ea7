/**
 * Gets layouts for the page: small graphs at once, where a message to a worker would only cost a frame, larger ones from the worker.
 * Only the newest request counts. Where no worker will start, everything is laid out in place: slower, but there.
 */
import { layoutGraph } from "../../layout/layout.ts";
import type { Layout, LayoutAnswer, LayoutQuestion, LayoutRequest } from "../../layout/types.ts";

/** Nodes up to which a layout takes less than a frame or two. */
const IN_PLACE_NODES = 500;

export interface LayoutClient {
  /**
   * The layout itself, or a promise of it. A newer request replaces an older one that is still being worked on, whose promise then
   * stays open for good. Refused only where the request cannot be laid out at all.
   */
  layout(request: LayoutRequest): Layout | Promise<Layout>;
  /** Ends the worker; what is being waited for stays open for good. */
  close(): void;
}

interface Waiting {
  sequence: number;
  request: LayoutRequest;
  resolve: (layout: Layout) => void;
  reject: (reason: unknown) => void;
}

/** As much of a worker as the client uses. */
export type LayoutWorker = Pick<Worker, "onmessage" | "onerror" | "onmessageerror" | "postMessage" | "terminate">;

/** The worker's address comes from the page's template, which alone knows the built file's name. */
export function createLayoutClient(
  workerUrl: string,
  start: (url: string) => LayoutWorker = (url) => new Worker(url),
): LayoutClient {
  let worker: LayoutWorker | null = null;
  let broken = false;
  let waiting: Waiting | null = null;
  let sequence = 0;

  return {
    layout(request) {
      drop();
      if (broken || request.nodes.length < IN_PLACE_NODES) return layoutGraph(request);
      return new Promise((resolve, reject) => ask({ sequence: (sequence += 1), request, resolve, reject }));
    },
    close() {
      waiting = null;
      stop();
    },
  };

  /** Ends work on what nobody waits for any more. A worker cannot be interrupted, so the next request gets a fresh one. */
  function drop(): void {
    if (waiting) stop();
    waiting = null;
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
  }

  function ask(question: Waiting): void {
    waiting = question;
    try {
      worker ??= started();
      worker.postMessage({ sequence: question.sequence, request: question.request } satisfies LayoutQuestion);
    } catch {
      fallBack();
    }
  }

  function started(): LayoutWorker {
    const fresh = start(workerUrl);
    fresh.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.sequence !== waiting?.sequence) return;
      const { resolve } = waiting;
      waiting = null;
      resolve(data.layout);
    };
    fresh.onerror = fallBack;
    fresh.onmessageerror = fallBack;
    return fresh;
  }

  function fallBack(): void {
    broken = true;
    stop();
    if (!waiting) return;
    const { request, resolve, reject } = waiting;
    waiting = null;
    try {
      resolve(layoutGraph(request));
    } catch (problem) {
      reject(problem);
    }
  }
}
