/** Measures the layout and Graphviz' `dot` on the same graphs and prints the figures as one JSON document; layout.py makes tables of them. */
import { layoutGraph } from "../../static/src/layout/layout.ts";
import type { LayoutRequest } from "../../static/src/layout/types.ts";
import { drawWithDot } from "../js/support/layout_dot.ts";
import { crossingsByColumns, drawnCrossings, pictureOf } from "../js/support/layout_geometry.ts";
import { randomExpression, randomExpressions, requestOf, workedExamples } from "../js/support/layout_graphs.ts";

const smallest = process.argv.includes("--smallest");
const ROUNDS = smallest ? 1 : 7;
const LARGE = smallest ? [100] : [900, 4_500, 9_100, 10_000, 50_000];

/** The median of several runs. */
async function median(run: () => number | Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await run());
  return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

function millisecondsOf(request: LayoutRequest): number {
  const start = performance.now();
  layoutGraph(request);
  return performance.now() - start;
}

/** With every input in the order of its slots, where our page lets the inputs of sums and products change places. */
function withSlotsInOrder(request: LayoutRequest): LayoutRequest {
  return { ...request, nodes: request.nodes.map(({ anyOrder, ...node }) => node) };
}

const first = requestOf(workedExamples().find(({ name }) => name === "micrograd README")!);
const cold = millisecondsOf(first);

const compared = [];
for (const sketch of smallest ? workedExamples().slice(0, 2) : [...workedExamples(), ...randomExpressions()]) {
  const request = requestOf(sketch);
  const ordered = withSlotsInOrder(request);
  const ours = pictureOf(layoutGraph(request));
  const dot = await drawWithDot(request);
  compared.push({
    name: sketch.name,
    nodes: request.nodes.length,
    milliseconds: await median(() => millisecondsOf(request)),
    dotMilliseconds: await median(async () => (await drawWithDot(request)).milliseconds),
    crossings: crossingsByColumns(ours),
    dotCrossings: crossingsByColumns(dot),
    drawn: drawnCrossings(ours),
    dotDrawn: drawnCrossings(dot),
    ordered: drawnCrossings(pictureOf(layoutGraph(ordered))),
    dotOrdered: drawnCrossings(await drawWithDot(ordered, { ports: true })),
  });
}

const large = [];
for (const size of LARGE) {
  const request = requestOf(randomExpression(size, 7));
  large.push({
    nodes: request.nodes.length,
    milliseconds: await median(() => millisecondsOf(request)),
    crossings: layoutGraph(request).crossings,
  });
}

console.log(JSON.stringify({ cold, compared, large }));
