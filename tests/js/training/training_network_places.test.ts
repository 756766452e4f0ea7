import assert from "node:assert/strict";
import test from "node:test";
import { type Network, networkOf } from "../../../static/src/training/results/network.ts";
import type { Parameters } from "../../../static/src/training/types.ts";
import {
  drawnWeights,
  endsOf,
  frozenCentres,
  MARGIN,
  marginsOf,
  numbersOf,
  type Places,
  placesWithin,
  pointOn,
  type Size,
  weightAt,
} from "../../../static/src/view/training/pictures/network_places.ts";

const FEATURES = ["x", "y", "x²", "y²", "x·y", "sin x", "sin y"];

/** A network of so many neurons by column; all weights are different. */
function networkFor(sizes: readonly number[]): Network {
  const parameters: Record<string, number[] | number[][]> = {};
  let made = 0;
  for (const [index, count] of sizes.slice(1).entries()) {
    parameters[`layer ${index + 1} · weights`] = Array.from({ length: sizes[index]! }, () =>
      Array.from({ length: count }, () => {
        made += 1;
        return Math.sin(made);
      }),
    );
    parameters[`layer ${index + 1} · biases`] = Array.from({ length: count }, () => 0);
  }
  return networkOf(parameters as Parameters, FEATURES.slice(0, sizes[0]!))!;
}

/** From the smallest network to the widest that the set-up offers: six layers of 64. */
const NETWORKS = [
  [2, 1],
  [2, 2, 1],
  [1, 8, 8, 1],
  [2, 4, 4, 3],
  [2, 8, 1],
  [2, 16, 16, 1],
  [7, 3, 64, 3],
  [7, 64, 64, 64, 64, 64, 64, 3],
];
/** The room on a laptop, on the smallest desk, on a projector in its units, and on a phone. */
const ROOMS: readonly Size[] = [
  { width: 600, height: 500 },
  { width: 520, height: 410 },
  { width: 790, height: 520 },
  { width: 384, height: 300 },
];

function placesFor(network: Network, size: Size, hasMaps = true): { places: Places; left: number; right: number } {
  const margins = marginsOf(network, size, hasMaps);
  return { places: placesWithin(network, size, margins, hasMaps), ...margins };
}

const each = (run: (network: Network, size: Size, name: string) => void): void => {
  for (const sizes of NETWORKS)
    for (const size of ROOMS) run(networkFor(sizes), size, `${sizes.join("-")} in ${size.width}×${size.height}`);
};

function boxesOf(network: Network, places: Places) {
  return network.neurons
    .filter(({ column }) => column > 0)
    .map(({ column, row }) => {
      const half = places.side(column) / 2;
      const [x, y] = [places.x(column, row), places.y(column, row)];
      return { column, row, left: x - half, right: x + half, top: y - half, bottom: y + half };
    });
}

test("maps of neurons neither overlap nor leave the drawing", () => {
  each((network, size, name) => {
    const { places, left } = placesFor(network, size);
    const boxes = boxesOf(network, places);
    for (const [index, box] of boxes.entries()) {
      assert.ok(box.left + left >= 0 && box.right + left <= size.width, `${name}: ${box.column}, ${box.row} across`);
      assert.ok(box.top + MARGIN >= 0 && box.bottom + MARGIN <= size.height, `${name}: ${box.column}, ${box.row} up`);
      for (const other of boxes.slice(index + 1)) {
        const isApart = box.right < other.left || other.right < box.left || box.bottom < other.top || other.bottom < box.top;
        assert.ok(isApart, `${name}: ${box.column}, ${box.row} over ${other.column}, ${other.row}`);
      }
    }
  });
});

test("maps are never smaller than those of one size for all, and as large as they may be where there is room", () => {
  each((network, size, name) => {
    const { places, left, right } = placesFor(network, size);
    const step = (size.width - left - right) / (network.sizes.length - 1);
    const closest = Math.min(46, (size.height - 2 * MARGIN) / Math.max(...network.sizes));
    const before = Math.min(44, closest * 0.92, Math.max(12, step * 0.72));
    for (const column of network.sizes.keys()) if (column > 0) assert.ok(places.side(column) >= before - 1e-9, name);
  });
  const desk = ROOMS[0]!;
  const side = (sizes: readonly number[], column: number): number => placesFor(networkFor(sizes), desk).places.side(column);
  assert.equal(side([2, 2, 1], 1), 96);
  assert.equal(side([2, 4, 4, 3], 2), 96);
  assert.equal(side([2, 16, 16, 1], 3), 96, "a layer of many does not make the output smaller");
  assert.ok(side([2, 16, 16, 1], 1) > 45, "sixteen stand in two rows");
  assert.ok(side([2, 64, 1], 1) > 1.6 * ((desk.height - 2 * MARGIN) / 64) * 0.92);
});

test("the line of a neuron leaves a column of two rows between the maps of the other row", () => {
  const network = networkFor([2, 16, 16, 1]);
  const { places } = placesFor(network, ROOMS[0]!);
  const boxes = boxesOf(network, places).filter(({ column }) => column === 1);
  assert.ok(places.x(1, 0) < places.x(1, 1), "it has two rows");
  for (const { row } of boxes)
    for (const other of boxes)
      if (other.row % 2 !== row % 2) assert.ok(places.y(1, row) < other.top || places.y(1, row) > other.bottom);
});

test("names have their room beside a network, and its columns fill the rest", () => {
  const size = { width: 400, height: 220 };
  const { places, left, right } = placesFor(networkFor([2, 2, 1]), size, false);
  assert.ok(right > left, "the output's name is longer");
  assert.deepEqual([places.x(0, 0), places.x(2, 0)], [0, 400 - left - right]);
});

test("a weight is pointed at from near its line, and not from afar", () => {
  const network = networkFor([2, 2, 1]);
  const { places } = placesFor(network, ROOMS[0]!);
  for (const [index, weight] of drawnWeights(network).entries()) {
    const at = pointOn(endsOf(weight, places), 0.3);
    const found = weightAt(network, places, { x: at.x, y: at.y + 3 });
    assert.equal(found?.index, index);
    assert.ok(Math.hypot(found!.at.x - at.x, found!.at.y - at.y) < 4, "the place is on the line");
  }
  assert.equal(weightAt(network, places, { x: places.x(1, 0) / 2, y: -10 }), null);
});

test("a neuron shows the numbers of its weights where they do not overlap, the strongest first", () => {
  each((network, size, name) => {
    const { places } = placesFor(network, size);
    for (const column of network.sizes.keys()) {
      if (column === 0) continue;
      const incoming = network.weights.filter((weight) => weight.column === column - 1 && weight.to === 0);
      const numbers = numbersOf(network, places, { column, row: 0 }, true);
      const strongest = Math.max(...incoming.map(({ value }) => Math.abs(value)));
      assert.equal(Math.abs(numbers[0]!.weight.value), strongest, name);
      const heights = numbers.map(({ at }) => at.y).sort((one, other) => one - other);
      assert.ok(
        heights.slice(1).every((height, index) => height - heights[index]! >= 13),
        name,
      );
      if (places.gap(column - 1) >= 13) assert.equal(numbers.length, incoming.length, name);
      const edge = Math.max(
        0,
        ...boxesOf(network, places)
          .filter((box) => box.column === column - 1)
          .map((box) => box.right),
      );
      assert.ok(
        numbers.every(({ at }) => at.x > edge),
        `${name}: beside the maps`,
      );
    }
  });
});

test("what is frozen is marked on its line, and a bias beside its neuron", () => {
  const network = networkFor([2, 2, 1]);
  const { places } = placesFor(network, { width: 400, height: 220 }, false);
  const isFrozen = ({ column, row }: { column: number; row: number }) =>
    column === 1 && row === 0 ? [true, false, true] : [false, false, false];
  const [weight, bias, ...others] = frozenCentres(network, places, isFrozen, false);
  assert.equal(others.length, 0);
  assert.ok(weight!.x > places.x(0, 0) && weight!.x < places.x(1, 0));
  assert.deepEqual(bias, { x: places.x(1, 0) + 13, y: places.y(1, 0) - 13 });
  assert.deepEqual(frozenCentres(network, places, null, false), []);
  assert.equal(drawnWeights(network).length, 6);
});
