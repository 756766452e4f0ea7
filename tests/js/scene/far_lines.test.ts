import assert from "node:assert/strict";
import test from "node:test";
import { linesOf, type Named, type NearTexts } from "../../../static/src/view/graph/cards/far_number.ts";

/** What a row of a card shows, as far as it is asked. */
const row = (textContent: string, sign: string): Element =>
  ({ textContent, getAttribute: () => `number grad ${sign}`, hasAttribute: () => false }) as unknown as Element;

const written = (near: NearTexts | Named, width: number, height: number): string[] =>
  linesOf({ width, height }, near, 10).map((line) => line.map(({ words }) => words).join(""));

const scalar = (isInput: boolean): NearTexts => ({
  title: isInput ? "w1" : "",
  data: row("0.5", "positive"),
  grad: row("−0.2411", "negative"),
  numbers: { data: 0.5, grad: -0.24108 },
  isInput,
});
const tensor = (title: string, shape: string): NearTexts => ({
  title,
  data: row(shape, "zero"),
  grad: row(shape, "positive"),
  numbers: { data: undefined, grad: undefined },
  isInput: true,
});

test("an input has its name before all else", () => {
  assert.deepEqual(written(scalar(true), 60, 24), ["w1", "−0.2411"]);
  assert.deepEqual(written(scalar(true), 40, 24), ["w1", "−0.241"]);
  assert.deepEqual(written(scalar(true), 30, 24), ["w1"]);
  assert.deepEqual(written(scalar(true), 45, 12), ["w1"]);
  assert.deepEqual(written(scalar(false), 60, 12), ["−0.2411"]);
});

test("where a name has no room there is the symbol of the operation, before nothing", () => {
  const named = { ...tensor("h_next", "(2,)"), isInput: false, symbol: "×" };
  assert.deepEqual(written(named, 60, 12), ["h_next"]);
  assert.deepEqual(written(named, 30, 12), ["(2,)"]);
  assert.deepEqual(written(named, 20, 12), ["×"]);
  assert.deepEqual(written({ ...named, symbol: undefined }, 20, 12), []);
});

test("a long name is cut to what has room, and says more than a shape or a list", () => {
  for (const shape of ["(3,2)", "[0.1508, 0.31]"]) {
    assert.deepEqual(written(tensor("model.0.weight", shape), 100, 12), ["model.0.weight"]);
    assert.deepEqual(written(tensor("model.0.weight", shape), 70, 12), ["m.0.weight"]);
    assert.deepEqual(written(tensor("model.0.weight", shape), 55, 12), ["0.weight"]);
    assert.deepEqual(written(tensor("model.0.weight", shape), 44, 12), ["weight"]);
  }
  assert.deepEqual(written({ title: "model.0.bias" }, 34, 12), ["bias"]);
  assert.deepEqual(written({ title: "model.0.bias" }, 20, 12), []);
});

test("a folded group keeps its name, and that it can be unfolded, before its numbers", () => {
  const group = (title: string, mark: string): NearTexts => ({ ...scalar(false), title, mark });
  assert.deepEqual(written(group("v1 … v93", "+"), 100, 36), ["v1 … v93  +", "0.5 | −0.2411"]);
  assert.deepEqual(written(group("t1117 … t1209", "+"), 79, 24), ["t1117…t1209  +", "−0.2411"]);
  assert.deepEqual(written(group("layer 1", "×4 +"), 90, 12), ["layer 1  ×4 +"]);
  assert.deepEqual(written(group("residual_block 3", "+"), 60, 24), ["residua…  +", "−0.2411"]);
  assert.deepEqual(written({ title: "t1117 … t1209", mark: "+" }, 52, 12), ["t1117…  +"]);
});
