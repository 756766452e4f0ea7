import assert from "node:assert/strict";
import test from "node:test";
import type { Value } from "../../../static/src/core/types.ts";
import {
  allFinite,
  flatten,
  formatBeginning,
  formatFull,
  formatFullValue,
  formatNumber,
  formatValue,
  shapeOf,
  shorten,
  shortenLabel,
  signOf,
  strength,
} from "../../../static/src/text/format.ts";

test("numbers have four significant digits, and a short one stays short", () => {
  assert.equal(formatNumber(24.7041), "24.70");
  assert.equal(formatNumber(138.8338), "138.8");
  assert.equal(formatNumber(2.5), "2.5");
  assert.equal(formatNumber(1 / 3), "0.3333");
  assert.equal(formatNumber(0.1 + 0.2), "0.3");
});

test("whole numbers below a hundred thousand are written out", () => {
  assert.equal(formatNumber(12345), "12345");
  assert.equal(formatNumber(12345.678), "12346");
});

test("a very large or very small number gets an exponent, also where rounding makes it large", () => {
  assert.equal(formatNumber(1e5), "1e5");
  assert.equal(formatNumber(99999.7), "1.000e5");
  assert.equal(formatNumber(-0.00012345), "−1.234e−4");
  assert.equal(formatNumber(1e-300), "1e−300");
  assert.equal(formatNumber(0.001), "0.001");
});

test("minus is a true minus, and a negative zero is zero", () => {
  assert.equal(formatNumber(-2), "−2");
  assert.equal(formatNumber(-0), "0");
  assert.equal(formatFull(-1.5e-7), "−1.5e−7");
});

test("what is no number is named and never shown as one", () => {
  assert.deepEqual(
    [NaN, Infinity, -Infinity].map((value) => formatNumber(value)),
    ["NaN", "∞", "−∞"],
  );
  assert.equal(formatValue("-Infinity"), "−∞");
  assert.equal(formatValue(null), "—");
});

test("a projector gets three digits", () => {
  assert.equal(formatNumber(24.7041, 3), "24.7");
  assert.equal(formatNumber(2 / 3, 3), "0.667");
});

test("a short list that is by itself has fewer digits rather than a shape in its place", () => {
  assert.equal(formatValue([0.123456, 0.654321], 4, 12, true), "[0.12, 0.65]");
  // Without commas, as NumPy writes it, where that is what has no room.
  assert.equal(formatValue([0.123456, 0.654321], 4, 11, true), "[0.12 0.65]");
  assert.equal(formatValue([0.123, 0.65, 1], 4, 14, true), "[0.123 0.65 1]");
  assert.equal(formatValue([0.123456, 0.654321], 4, 10, true), "(2,)");
  assert.equal(formatValue([1.23456e-7, 1], 4, 12, true), "[1.23e−7, 1]");
  assert.equal(formatValue([0.1234, 0.1239], 4, 12, true), "(2,)");
  assert.equal(formatValue([0.51, 1, 2, 3, 4], 4, 13, true), "(5,)");
  // In a calculation the digits count.
  assert.equal(formatValue([0.123456, 0.654321], 4, 12), "(2,)");
});

test("a short list is shown, a longer one by its shape", () => {
  assert.equal(formatValue([1, -2, 3]), "[1, −2, 3]");
  assert.equal(formatValue([0.123456, 0.654321, 1]), "(3,)");
  assert.equal(
    formatValue([
      [1, 2, 3],
      [4, 5, 6],
    ]),
    "(2, 3)",
  );
  assert.equal(
    formatFullValue([
      [1, "NaN"],
      [0.25, -4],
    ]),
    "[[1, NaN], [0.25, −4]]",
  );
});

test("the beginning of a long list has whole numbers alone, as many as have room", () => {
  const within = (value: Value[], width: number) => formatBeginning(value, 4, (text) => text.length <= width);
  const list = [1 / 3, -2.5, 3e-9, 42];
  assert.equal(within(list, 10), null);
  assert.equal(within(list, 11), "[0.3333, …]");
  assert.equal(within(list, 16), "[0.3333, …]");
  assert.equal(within(list, 17), "[0.3333, −2.5, …]");
  assert.equal(within(list, 23), "[0.3333, −2.5, 3e−9, …]");
  assert.equal(within(list, 100), "[0.3333, −2.5, 3e−9, 42]");
  const rows = [[1, 2, 3], list];
  assert.equal(within(rows, 12), "[[1, …], …]");
  assert.equal(within(rows, 100), "[[1, 2, 3], …]");
  assert.equal(within([[["NaN", "-Infinity"]]], 100), "[[[NaN, −∞]]]");
  assert.equal(within([], 100), null);
});

test("nested lists are read row by row, and their shape off the first of each", () => {
  assert.deepEqual(
    flatten([
      [1, 2],
      [3, "Infinity"],
    ]),
    [1, 2, 3, Infinity],
  );
  assert.deepEqual(shapeOf([[1, 2, 3]]), [1, 3]);
  assert.deepEqual(shapeOf(7), []);
});

test("the strongest number stands for a tensor, and a NaN for all", () => {
  assert.equal(strength([1, -5, 3]), -5);
  assert.deepEqual(
    [
      signOf([1, -5, 3]),
      signOf([-1, 0]),
      signOf([
        [2, 0],
        [1, 1],
      ]),
      signOf([0, 0]),
    ],
    [0, -1, 1, 0],
  );
  assert.ok(Number.isNaN(strength([1, "NaN"])));
  assert.equal(signOf("NaN"), 0);
  assert.equal(allFinite([1, [2, "Infinity"]]), false);
});

test("source text is shortened at its end", () => {
  assert.equal(shorten("x1*w1 +\n  x2*w2", 20), "x1*w1 + x2*w2");
  assert.equal(shorten("x1*w1 + x2*w2", 9), "x1*w1 +…");
});

test("the modules of functions go before the end of a text does", () => {
  assert.equal(shorten("torch.exp(x)", 12), "torch.exp(x)");
  assert.equal(shorten("torch.exp(x)", 11), "exp(x)");
  assert.equal(shorten("torch.nn.functional.cross_entropy(out, y)", 22), "cross_entropy(out, y)");
  assert.equal(shorten("loss = F.mse_loss(self.fc(x), np.array(y))", 40), "loss = mse_loss(fc(x), array(y))");
  assert.equal(shorten("model.fc(x) + np.pi * x.sum(0)", 20), "model.fc(x) + np.pi…");
});

test("a dotted name keeps its end, which tells one parameter of a layer from another", () => {
  assert.equal(shortenLabel("model.fc1.weight", 10), "fc1.weight");
  assert.equal(shortenLabel("model.fc1.weight", 12), "m.fc1.weight");
  assert.equal(shortenLabel("model.fc1.bias", 10), "m.fc1.bias");
  assert.equal(shortenLabel("generator.fc1.weight", 16), "g.fc1.weight");
  assert.equal(shortenLabel("discriminator.fc1.weight", 16), "d.fc1.weight");
  assert.equal(shortenLabel("model.layers[0].neurons[12].w[0]", 16), "l[0].n[12].w[0]");
  assert.equal(shortenLabel("model.layers[0].neurons[1].w[0]", 16), "m.l[0].n[1].w[0]");
  assert.equal(shortenLabel("net.layers[0].weight", 16), "n.l[0].weight");
  assert.equal(shortenLabel("model.features.weight", 16), "features.weight");
  assert.equal(shortenLabel("w.bias", 10), "w.bias");
  assert.equal(shortenLabel("layer1.neuron3.w[0]", 16), "l1.n3.w[0]");
  assert.equal(shortenLabel("layer2.neuron10.term[12]", 16), "l2.n10.term[12]");
  assert.equal(shortenLabel("layer1.neuron3.b", 16), "layer1.neuron3.b");
  assert.equal(shortenLabel("encoder12.attention3.projection.weight", 16), "…ojection.weight");
  assert.equal(shortenLabel("layers[0].weight", 8), "…weight");
});

test("any other label is shortened at its end", () => {
  assert.equal(shortenLabel("learning_rate", 10), "learning_…");
  assert.equal(shortenLabel("self.fc1(x) + 1", 9), "fc1(x) +…");
  assert.equal(shortenLabel("x1*0.5 + x2*1.5", 9), "x1*0.5 +…");
});
