import assert from "node:assert/strict";
import test from "node:test";
import type { State } from "../../../static/src/state/state.ts";
import { calledOutput, plottedOf, slopesAt } from "../../../static/src/view/panels/plots/plotted.ts";
import { graphOf, node, stateOf } from "../support/graphs.ts";

const graph = graphOf({
  output: 2,
  nodes: [
    node(0, { name: "a" }),
    node(1, { name: "d", op: "multiply", inputs: [0, 0] }),
    node(2, { name: "L", op: "add", inputs: [0, 1] }),
  ],
});
const labels = (rest: Partial<State>) => plottedOf(stateOf({ graph, graphProgram: "", ...rest })).map(({ label }) => label);

test("an output has its name, its text in brackets, or a letter that no input has", () => {
  assert.deepEqual(calledOutput("L", []), { output: "L", numerator: "L" });
  assert.deepEqual(calledOutput("v[0]", []), { output: "v[0]", numerator: "v[0]" });
  assert.deepEqual(calledOutput("a*b + c", []), { output: "a*b + c", numerator: "(a*b + c)" });
  assert.deepEqual(calledOutput("sigmoid(w*x + b*x)", ["y"]), { output: "f", numerator: "f" });
});

test("the output can be plotted, and a selected value that a request can name", () => {
  assert.deepEqual(labels({}), ["L"]);
  assert.deepEqual(labels({ selected: 1 }), ["L", "d"]);
  assert.deepEqual(labels({ selected: 0 }), ["L"], "an input is no function of another one");
  const again = { ...graph, nodes: [...graph.nodes, node(3, { name: "d", op: "add", inputs: [1, 1] })] };
  assert.deepEqual(labels({ graph: again, selected: 1 }), ["L"], "the name has become another value's");
});

test("an input that no gradient travels to has the slope 0", () => {
  const input = (owner: string, index: readonly number[]) => ({ id: 0, name: owner, owner, index, data: 1, grad: null });
  assert.deepEqual(slopesAt({ a: 3, v: [1, 2] }, [input("a", []), input("v", [1]), input("b", [])]), [3, 2, 0]);
});
