import assert from "node:assert/strict";
import test from "node:test";
import { factorsOf, leavesOnesOut, linksOf } from "../../../static/src/explain/path_links.ts";
import { shortenerOf } from "../../../static/src/text/short_names.ts";

const TABLES = ["token_embedding_table.weight", "position_embedding_table.weight", "lm_head.weight"];

test("names that would be cut alike are cut where they differ", () => {
  const shorten = shortenerOf(TABLES);
  assert.deepEqual(
    TABLES.map((name) => shorten(name, 16)),
    ["token_em…weight", "position…weight", "lm_head.weight"],
  );
  assert.equal(shortenerOf(["model.fc1.weight", "model.fc2.weight"])("model.fc1.weight", 10), "fc1.weight");
});

test("names of one object lose the same parts of it, or none", () => {
  const cut = (names: readonly string[], width: number): string[] => names.map((name) => shortenerOf(names)(name, width));
  assert.deepEqual(cut(["m.fc1.weight", "m.fc1.bias", "x"], 12), ["m.fc1.weight", "m.fc1.bias", "x"]);
  assert.deepEqual(cut(["m.fc1.weight", "m.fc1.bias", "x"], 10), ["fc1.weight", "fc1.bias", "x"]);
  assert.deepEqual(cut(["a.fc1.weight", "a.fc1.w", "b.fc1.w"], 10), ["fc1.weight", "fc1.w", "b.fc1.w"]);
});

test("whatever the names and the width, what differs still does", () => {
  const middles = Array.from({ length: 30 }, (_, index) => `a_very_long_beginning_${index}_and_a_very_long_end`);
  const cases = [TABLES, middles, ["fc1.weight", "model.fc1.weight"], ["learning_rate_decay_1", "learning_rate_decay_2"]];
  for (const names of cases)
    for (const width of [10, 12, 16, 24]) {
      const texts = names.map((name) => shortenerOf(names)(name, width));
      assert.equal(new Set(texts).size, names.length, `${width}: ${texts}`);
      assert.equal(
        texts.every((text) => text.length <= width),
        true,
        `${width}: ${texts}`,
      );
    }
});

test("links of a path are one where the name is, not where names are cut alike", () => {
  const cut = (label: string): string => label.slice(0, 3);
  const links = (labels: string[]): (string | number)[] => linksOf(labels, labels, cut);
  assert.deepEqual(links(["abc1", "abc2", "h", "h", "h"]), ["abc", "abc", "h (3 times)"]);
  assert.deepEqual(linksOf(["y", "h₃", "h₂", "h₁", "c₂", "c₁"], ["y", "h", "h", "h", "c", "c"], cut), [
    "y",
    "h₃ … h₁",
    "c₂",
    "c₁",
  ]);
  assert.deepEqual(links(Array.from("abcdefghijklm")), ["a", "b", "c", "d", "e", 3, "i", "j", "k", "l", "m"]);
});

test("slopes of 1 are left out of all the paths that are listed, or of none", () => {
  const [long, short] = [
    [1, 1, 2, 1, 1, 1, 3],
    [1, 2, 1],
  ];
  assert.equal(leavesOnesOut([short, short]), false);
  assert.deepEqual(factorsOf(short, false), short);
  assert.equal(leavesOnesOut([short, long]), true);
  assert.deepEqual(
    [long, short, [1, 1]].map((path) => factorsOf(path, true)),
    [[2, 3], [2], [1]],
  );
});
