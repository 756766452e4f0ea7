import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import { bindActions } from "../../../static/src/state/action_records.ts";
import { actionCommands, matching } from "../../../static/src/state/palette_commands.ts";

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

test("the list of a page has every action but Escape, each with what its record says of the moment", () => {
  const table = [
    {
      name: "play",
      title: "Play",
      group: "Playback",
      keys: ["k"],
      change: () => ({ on: true }),
      enabled: ({ on }: { on: boolean }) => !on,
    },
    { name: "sound", title: "Sound", group: "Playback", keys: [], change: () => ({}), pressed: ({ on }: { on: boolean }) => on },
    { name: "close", title: "Close", group: "Page", keys: ["Escape"], change: () => ({}) },
  ];
  const store = createStore({ on: false });
  const actions = bindActions(table, { store, page: {} });
  const commands = actionCommands(actions, store.get());
  assert.deepEqual(
    commands.map(({ name }) => name),
    ["play", "sound"],
  );
  assert.equal(commands[0]!.enabled(), true);
  assert.equal(commands[0]!.pressed, undefined);
  commands[0]!.run();
  assert.equal(commands[0]!.enabled(), false);
  assert.equal(actionCommands(actions, store.get())[1]!.pressed!(), true);
});
