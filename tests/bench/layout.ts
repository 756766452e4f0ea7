/** Measures the layout, beside what Graphviz' `dot` crosses on the same graphs, and prints the figures as one JSON document; layout.py makes tables of them. */
import { layoutGraph } from "../../static/src/layout/layout.ts";
import type { LayoutRequest } from "../../static/src/layout/types.ts";
import { crossingsOfDot } from "../js/support/dot_crossings.ts";
import { crossingsByColumns, drawnCrossings, pictureOf } from "../js/support/layout_geometry.ts";
import { randomExpression, randomExpressions, requestOf, workedExamples } from "../js/support/layout_graphs.ts";

const smallest = process.argv.includes("--smallest");
const ROUNDS = smallest ? 1 : 7;
const LARGE = smallest ? [100] : [900, 4_500, 9_100, 10_000, 50_000];

/** The median of several runs. */
function median(run: () => number): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(run());
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
  const [dotCrossings, dotDrawn, dotOrdered] = crossingsOfDot(sketch);
  compared.push({
    name: sketch.name,
    nodes: request.nodes.length,
    milliseconds: median(() => millisecondsOf(request)),
    crossings: crossingsByColumns(ours),
    dotCrossings,
    drawn: drawnCrossings(ours),
    dotDrawn,
    ordered: drawnCrossings(pictureOf(layoutGraph(ordered))),
    dotOrdered,
  });
}

const large = [];
for (const size of LARGE) {
  const request = requestOf(randomExpression(size, 7));
  large.push({
    nodes: request.nodes.length,
    milliseconds: median(() => millisecondsOf(request)),
    crossings: layoutGraph(request).crossings,
  });
}

console.log(JSON.stringify({ cold, compared, large }));
