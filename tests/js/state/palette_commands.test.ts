import assert from "node:assert/strict";
import test from "node:test";
import { matching } from "../../../static/src/state/palette_commands.ts";

const COMMANDS = [
  { title: "Show as a table", group: "View" },
  { title: "Play or pause", group: "Playback" },
  { title: "Élargir le programme", group: "Édition" },
  { title: "Go to the start", group: "Playback" },
];
const titles = (query: string) => matching(COMMANDS, query).map(({ title }) => title);

test("an empty query lists everything in its order", () => {
  assert.deepEqual(
    titles(" "),
    COMMANDS.map(({ title }) => title),
  );
});

test("every word of the query begins a word of the title or the group, in any order", () => {
  assert.deepEqual(titles("table sh"), ["Show as a table"]);
  assert.deepEqual(titles("play go"), ["Go to the start"]);
  assert.deepEqual(titles("able"), []);
});

test("neither case nor accents matter", () => {
  assert.deepEqual(titles("ELARGIR"), ["Élargir le programme"]);
});

test("what begins with the query comes first", () => {
  assert.deepEqual(titles("play"), ["Play or pause", "Go to the start"]);
});
