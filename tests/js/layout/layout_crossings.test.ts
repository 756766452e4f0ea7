/** Wires cross no more than in the drawings of Graphviz' `dot`: over worked examples and random expressions of up to 150 nodes. */
import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import type { LayoutRequest } from "../../../static/src/layout/types.ts";
import { crossingsOfDot } from "../support/dot_crossings.ts";
import { crossingsByColumns, drawnCrossings, pictureOf } from "../support/layout_geometry.ts";
import { randomExpressions, requestOf, workedExamples } from "../support/layout_graphs.ts";

const sketches = [...workedExamples(), ...randomExpressions()];

/** As our page asks, but with every input in the order of its slots. */
function withSlotsInOrder(request: LayoutRequest): LayoutRequest {
  return { ...request, nodes: request.nodes.map(({ anyOrder, ...node }) => node) };
}

test("between columns no example crosses more wires than dot's drawing, and all together far fewer", () => {
  let ours = 0;
  let theirs = 0;
  for (const sketch of sketches) {
    const own = crossingsByColumns(pictureOf(layoutGraph(requestOf(sketch))));
    const [other] = crossingsOfDot(sketch);
    assert.ok(own <= other, `${sketch.name}: ${own} against ${other}`);
    ours += own;
    theirs += other;
  }
  assert.ok(ours <= 0.9 * theirs, `${ours} against ${theirs}`);
});

test("drawn with all inputs in the order of their slots, wires cross far less than where dot keeps that order too", () => {
  let ours = 0;
  let theirs = 0;
  for (const sketch of sketches) {
    ours += drawnCrossings(pictureOf(layoutGraph(withSlotsInOrder(requestOf(sketch)))));
    theirs += crossingsOfDot(sketch)[2];
  }
  assert.ok(ours <= 0.9 * theirs, `${ours} against ${theirs}`);
});

test("the crossings a layout tells are those that its drawing shows", () => {
  for (const sketch of sketches) {
    const layout = layoutGraph(withSlotsInOrder(requestOf(sketch)));
    const drawn = drawnCrossings(pictureOf(layout));
    // Two wires that meet twice on their way through a gap may be drawn apart, and two that share a level line as one crossing less.
    assert.ok(
      Math.abs(drawn - layout.crossings) <= 2 + 0.05 * layout.crossings,
      `${sketch.name}: ${drawn} drawn, ${layout.crossings} told`,
    );
  }
});
