/**
 * The layout off the main thread: answers each question with its sequence number and the layout. Knows no document and keeps nothing.
 * A request that cannot be laid out throws, which the page hears as the worker's error.
 */
import { layoutGraph } from "./layout/layout.ts";
import type { LayoutAnswer, LayoutQuestion } from "./layout/types.ts";

self.onmessage = ({ data: { sequence, request } }: MessageEvent<LayoutQuestion>): void => {
  const answer: LayoutAnswer = { sequence, layout: layoutGraph(request) };
  self.postMessage(answer);
};
