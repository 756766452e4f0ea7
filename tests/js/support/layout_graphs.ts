/**
 * Graphs to lay out in tests and measurements: worked examples of autograd courses and seeded random expressions.
 * Each is a list of nodes with ordered inputs; `requestOf` gives them the sizes of the page's cards.
 */

import { type Random, seededRandom } from "../../../static/src/layout/random.ts";
import type { Direction, LayoutNode, LayoutRequest } from "../../../static/src/layout/types.ts";

export interface SketchNode {
  label: string;
  inputs: number[];
}

export interface Sketch {
  name: string;
  nodes: SketchNode[];
}

/** Builds a graph as a program would: each call adds a node and gives its id. */
export class Sketcher {
  readonly nodes: SketchNode[] = [];

  leaf(label: string): number {
    return this.nodes.push({ label, inputs: [] }) - 1;
  }

  op(label: string, ...inputs: number[]): number {
    return this.nodes.push({ label, inputs }) - 1;
  }

  /** Left-associated, as `a + b + c` is read. */
  fold(label: string, terms: readonly number[]): number {
    return terms.reduce((sum, term) => this.op(label, sum, term));
  }
}

function sketch(name: string, draw: (on: Sketcher) => void): Sketch {
  const on = new Sketcher();
  draw(on);
  return { name, nodes: on.nodes };
}

/** With the sizes of the page's cards, and its marks of where order does not matter. */
export function requestOf({ nodes }: Sketch, direction: Direction = "right"): LayoutRequest {
  const edges = nodes.flatMap((node, target) => node.inputs.map((source, slot) => ({ source, target, slot })));
  return {
    direction,
    gaps: { layer: 88, node: 40 },
    nodes: nodes.map((node, id) => ({ id, key: `${node.label} ${id}`, ...appearanceOf(node) })),
    edges: edges.map((edge, id) => ({ id, ...edge })),
  };
}

function appearanceOf({ label, inputs }: SketchNode): Omit<LayoutNode, "id"> {
  if (inputs.length > 0)
    return { width: 160, height: 77, entry: { radius: 16, inset: 0 }, anyOrder: label === "+" || label === "*" };
  if (/^\d/.test(label)) return { width: 60, height: 35 };
  return { width: 158, height: 77, exit: { radius: 38.5, inset: 38.5 } };
}

/** The program of micrograd's README, with powers and constants as it makes them. */
function micrograd(on: Sketcher): void {
  const a = on.leaf("a");
  const b = on.leaf("b");
  const first = on.op("+", a, b);
  let d = on.op("+", on.op("*", a, b), on.op("**", b, on.leaf("3")));
  let c = on.op("+", first, on.op("+", first, on.leaf("1")));
  c = on.op("+", c, on.op("+", on.op("+", on.leaf("1"), c), on.op("neg", a)));
  d = on.op("+", d, on.op("+", on.op("*", d, on.leaf("2")), on.op("relu", on.op("+", b, a))));
  d = on.op("+", d, on.op("+", on.op("*", on.leaf("3"), d), on.op("relu", on.op("-", b, a))));
  const e = on.op("-", c, d);
  const f = on.op("**", e, on.leaf("2"));
  const g = on.op("/", f, on.leaf("2"));
  on.op("+", g, on.op("/", on.leaf("10"), f));
}

function neuron(on: Sketcher): number {
  const x1 = on.leaf("x1");
  const x2 = on.leaf("x2");
  const w1 = on.leaf("w1");
  const w2 = on.leaf("w2");
  const b = on.leaf("b");
  return on.op("+", on.op("+", on.op("*", x1, w1), on.op("*", x2, w2)), b);
}

function layersOfNeurons(on: Sketcher, inputs: number[], sizes: readonly number[], biasFirst: boolean): number[] {
  let values = inputs;
  for (const size of sizes) {
    const outputs: number[] = [];
    for (let at = 0; at < size; at += 1) {
      const weights = values.map((_, input) => on.leaf(`w${at}${input}`));
      const bias = on.leaf(`b${at}`);
      const products = values.map((value, input) => on.op("*", weights[input]!, value));
      const sum = biasFirst ? on.fold("+", [bias, ...products]) : on.fold("+", [...products, bias]);
      outputs.push(on.op("tanh", sum));
    }
    values = outputs;
  }
  return values;
}

function perceptron(name: string, inputs: number, sizes: number[], biasFirst: boolean): Sketch {
  return sketch(name, (on) => {
    layersOfNeurons(
      on,
      Array.from({ length: inputs }, (_, at) => on.leaf(`x${at}`)),
      sizes,
      biasFirst,
    );
  });
}

/** Cells side by side that share their weights over so many steps, as a recurrent network does; each weight is used at each step. */
export function recurrent(steps: number, cells = 1): Sketch {
  return sketch(`${cells} recurrent cells over ${steps} steps`, (on) => {
    const w = on.leaf("w");
    const u = on.leaf("u");
    for (let cell = 0; cell < cells; cell += 1) {
      let state = on.leaf(`h${cell}`);
      for (let step = 0; step < steps; step += 1) state = on.op("tanh", on.op("+", on.op("*", w, state), u));
    }
  });
}

export function workedExamples(): Sketch[] {
  return [
    sketch("x*y + z", (on) => on.op("+", on.op("*", on.leaf("x"), on.leaf("y")), on.leaf("z"))),
    sketch("a*a", (on) => {
      const a = on.leaf("a");
      on.op("*", a, a);
    }),
    sketch("a*a + a", (on) => {
      const a = on.leaf("a");
      on.op("+", on.op("*", a, a), a);
    }),
    sketch("((a*b)+c)*(a+d)", (on) => {
      const [a, b, c, d] = [on.leaf("a"), on.leaf("b"), on.leaf("c"), on.leaf("d")];
      on.op("*", on.op("+", on.op("*", a, b), c), on.op("+", a, d));
    }),
    sketch("(a*b + c)*f", (on) => {
      const [a, b, c] = [on.leaf("a"), on.leaf("b"), on.leaf("c")];
      on.op("*", on.op("+", on.op("*", a, b), c), on.leaf("f"));
    }),
    sketch("neuron", (on) => on.op("tanh", neuron(on))),
    sketch("neuron, tanh apart", (on) => {
      const e = on.op("exp", on.op("*", on.leaf("2"), neuron(on)));
      on.op("/", on.op("-", e, on.leaf("1")), on.op("+", e, on.leaf("1")));
    }),
    sketch("micrograd README", micrograd),
    sketch("2x^2 + 3x + 5", (on) => {
      const x = on.leaf("x");
      const square = on.op("*", on.leaf("2"), on.op("**", x, on.leaf("2")));
      on.op("+", on.op("+", square, on.op("*", on.leaf("3"), x)), on.leaf("5"));
    }),
    sketch("logistic loss", (on) => {
      const p = on.op("sigmoid", neuron(on));
      const y = on.leaf("y");
      const hit = on.op("*", y, on.op("log", p));
      const miss = on.op("*", on.op("-", on.leaf("1"), y), on.op("log", on.op("-", on.leaf("1"), p)));
      on.op("neg", on.op("+", hit, miss));
    }),
    sketch("paths 4 sin(b + c)", (on) => {
      const [x, w1, w2, w3] = [on.leaf("x"), on.leaf("w1"), on.leaf("w2"), on.leaf("w3")];
      const a = on.op("*", x, x);
      const b = on.op("relu", on.op("+", on.op("*", w1, a), w3));
      const c = on.op("relu", on.op("+", on.op("*", w2, a), w3));
      on.op("*", on.leaf("4"), on.op("sin", on.op("+", b, c)));
    }),
    sketch("sum of 12", (on) =>
      on.fold(
        "+",
        Array.from({ length: 12 }, (_, at) => on.leaf(`x${at}`)),
      ),
    ),
    sketch("product of 12 squares", (on) => {
      const squares = Array.from({ length: 12 }, (_, at) => {
        const x = on.leaf(`x${at}`);
        return on.op("*", x, x);
      });
      on.fold("*", squares);
    }),
    sketch("balanced sum of 32", (on) => {
      let terms = Array.from({ length: 32 }, (_, at) => on.leaf(`x${at}`));
      while (terms.length > 1)
        terms = terms.filter((_, at) => at % 2 === 0).map((term, at) => on.op("+", term, terms[2 * at + 1]!));
    }),
    sketch("Horner, degree 10", (on) => {
      const x = on.leaf("x");
      let value = on.leaf("c10");
      for (let degree = 9; degree >= 0; degree -= 1) value = on.op("+", on.op("*", value, x), on.leaf(`c${degree}`));
    }),
    sketch("dot product of 8", (on) => {
      const xs = Array.from({ length: 8 }, (_, at) => on.leaf(`x${at}`));
      const ws = Array.from({ length: 8 }, (_, at) => on.leaf(`w${at}`));
      on.fold(
        "+",
        xs.map((x, at) => on.op("*", x, ws[at]!)),
      );
    }),
    sketch("softmax loss of 4", (on) => {
      const exps = Array.from({ length: 4 }, (_, at) => on.op("exp", on.leaf(`z${at}`)));
      const sum = on.fold("+", exps);
      on.fold(
        "+",
        exps.map((each) => on.op("log", on.op("/", each, sum))),
      );
    }),
    perceptron("MLP 2-3-1", 2, [3, 1], false),
    perceptron("MLP 2-4-4-1", 2, [4, 4, 1], false),
    perceptron("MLP 2-4-4-1, bias first", 2, [4, 4, 1], true),
    perceptron("MLP 3-4-4-1", 3, [4, 4, 1], false),
    sketch("Fibonacci-like chain of 20", (on) => {
      let [before, now] = [on.leaf("a"), on.leaf("b")];
      for (let step = 0; step < 20; step += 1) [before, now] = [now, on.op("+", before, now)];
    }),
    sketch("all pairs of 5", (on) => {
      const xs = Array.from({ length: 5 }, (_, at) => on.leaf(`x${at}`));
      const products = xs.flatMap((x, at) => xs.slice(at + 1).map((y) => on.op("*", x, y)));
      on.fold("+", products);
    }),
  ];
}

/** An expression of about `size` nodes over a few inputs, with constants, functions and values used several times; one output. */
export function randomExpression(size: number, seed: number): Sketch {
  const on = new Sketcher();
  const random = seededRandom(seed);
  const inputs = Math.max(2, Math.round(Math.sqrt(size) / 2));
  let open: number[] = Array.from({ length: inputs }, (_, at) => on.leaf(`x${at}`));
  const pick = (): number => pickValue(on, open, random);
  // Each open value costs one more sum at the end.
  while (on.nodes.length + open.length - 1 < size) {
    const first = pick();
    const second = random() < 0.75 ? (random() < 0.25 ? on.leaf("2") : pick()) : undefined;
    const used = second === undefined ? [first] : [first, second];
    const label = second === undefined ? "tanh" : "+-*/"[Math.floor(random() * 4)]!;
    open = open.filter((value) => !used.includes(value));
    open.push(on.op(label, ...used));
  }
  on.fold("+", open);
  return { name: `random ${size}, seed ${seed}`, nodes: on.nodes };
}

/** Mostly a value not yet used, sometimes a recent one again, now and then any. */
function pickValue(on: Sketcher, open: readonly number[], random: Random): number {
  const kind = random();
  if (kind < 0.65) return open[Math.floor(random() * open.length)]!;
  const reach = kind < 0.9 ? Math.min(12, on.nodes.length) : on.nodes.length;
  return on.nodes.length - 1 - Math.floor(random() * reach);
}

export function randomExpressions(): Sketch[] {
  const sizes = [10, 15, 20, 30, 40, 60, 80, 100, 120, 150];
  return sizes.flatMap((size) => [1, 2, 3, 4].map((seed) => randomExpression(size, seed * 1000 + size)));
}
