/**
 * Graphviz in a worker of its own, fetched when somebody asks for its arrangement for the first time: 0.8 MB, most of it WebAssembly. A worker has the
 * policy of its own file, not that of the page, so the page's stays without 'wasm-unsafe-eval'. Answers like layout_worker.ts.
 */
import { Graphviz } from "@hpcc-js/wasm-graphviz";
import { type DotAnswer, dotOf, layoutFromDot } from "./layout/dot.ts";
import type { LayoutAnswer, LayoutQuestion } from "./layout/types.ts";

const loading = Graphviz.load();

self.onmessage = async ({ data: { sequence, request } }: MessageEvent<LayoutQuestion>): Promise<void> => {
  const graphviz = await loading;
  const answer = JSON.parse(graphviz.dot(dotOf(request), "json")) as DotAnswer;
  self.postMessage({ sequence, layout: layoutFromDot(request, answer) } satisfies LayoutAnswer);
};

// What goes wrong in a promise is no error of the worker by itself; the page hears of errors alone, and then arranges by itself.
self.onunhandledrejection = ({ reason }): void => {
  setTimeout(() => {
    throw reason;
  });
};
