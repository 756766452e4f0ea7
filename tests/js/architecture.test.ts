/**
 * Which room of the page may import what. The one list of layers is here; only the view and the entry points know D3, CodeMirror and KaTeX,
 * and only `messages` knows Fluent.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

/**
 * From the bottom to the top. A room imports from itself and from the rooms on earlier lines; rooms on one line know nothing of one
 * another. The entry points (main.ts, training.ts, learn.ts, the workers, …) are above all.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["messages"],
  ["core"],
  ["text", "layout"],
  ["graph"],
  ["timeline"],
  ["explain"],
  ["exercises"],
  ["state"],
  ["scene", "room", "training", "learn"],
  ["api"],
  ["view/shared"],
  ["view/graph"],
  ["view/editor", "view/inputs", "view/timeline", "view/panels", "view/dialogs", "view/page"],
  ["view/playground"],
  ["view/room", "view/training", "view/player"],
  ["view/learn"],
];
const ROOMS = LAYERS.flat();

const source = path.resolve("static/src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

const textOf = (file: string) => readFileSync(path.join(source, file), "utf8");

/** All that a text imports, types too, as it is written there. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|^\s*import|\bimport\s*\()\s*(["'])(.+?)\1/gm)].map(([, , name]) => name!);
}

/** npm packages by their name, neighbours by their path below static/src. */
function importsOf(file: string): string[] {
  const place = (name: string) => path.relative(source, path.resolve(source, path.dirname(file), name));
  const names = importsIn(textOf(file));
  return names.map((name) => (name.startsWith(".") ? place(name) : name));
}

test("an import is found in each way it can be written", () => {
  const text = `
    import { a } from "one";
    import type {
      B,
    } from 'two';
    import "three";
    export * from "./four.ts";
    const late = await import("five");
  `;
  assert.deepEqual(importsIn(text), ["one", "two", "three", "./four.ts", "five"]);
});

const roomOf = (file: string) => ROOMS.find((name) => file.startsWith(`${name}/`));

/** Where a file's room is in the list; an entry point is above all of them. */
function layerOf(file: string): number {
  const room = roomOf(file);
  if (room !== undefined) return LAYERS.findIndex((rooms) => rooms.includes(room));
  assert.ok(!file.includes("/"), `${file} is in no declared room`);
  return LAYERS.length;
}

test("every room is declared, and every declared room exists", () => {
  const folders = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const views = readdirSync(path.join(source, "view"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rooms = [...folders.filter((name) => name !== "view"), ...views.map((entry) => `view/${entry.name}`)];
  assert.deepEqual(rooms.sort(), [...ROOMS].sort());
});

test("every room imports only itself and the layers below it", () => {
  const upward = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => files.includes(name))
      .filter((name) => layerOf(name) > layerOf(file) || (layerOf(name) === layerOf(file) && roomOf(name) !== roomOf(file)))
      .map((name) => `${file} imports ${name}`),
  );
  assert.deepEqual(upward, []);
});

test("only the messages, the view and the entry points know an npm package", () => {
  /** A table that the engine shares is none. */
  const isPackage = (name: string) => !/\.(ts|json)$/.test(name);
  const inside = files.filter((file) => file.includes("/") && !file.startsWith("view/") && !file.startsWith("messages/"));
  assert.deepEqual(
    inside.flatMap((file) =>
      importsOf(file)
        .filter(isPackage)
        .map((name) => `${file} imports ${name}`),
    ),
    [],
  );
});

test("no folder holds more than fifteen modules, and every room says what it is", () => {
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(path.dirname(file), (sizes.get(path.dirname(file)) ?? 0) + 1);
  assert.deepEqual(
    [...sizes].filter(([, count]) => count > 15),
    [],
  );
  assert.deepEqual(
    ROOMS.filter((room) => !existsSync(path.join(source, room, "README.md"))),
    [],
  );
});

test("no file has more than 400 lines", () => {
  const long = files.filter((file) => textOf(file).trimEnd().split("\n").length > 400);
  assert.deepEqual(long, []);
});

test("no file imports itself, types included, by whatever way round", () => {
  const imports = new Map(files.map((file) => [file, importsOf(file).filter((name) => files.includes(name))]));
  // Whatever imports nothing that is left is taken away; what remains stands in a circle or leads into one.
  for (let before = -1; before !== imports.size; ) {
    before = imports.size;
    for (const [file, names] of imports) if (!names.some((name) => imports.has(name))) imports.delete(file);
  }
  assert.deepEqual([...imports.keys()], []);
});

test("views dispatch declared actions: none is made in a view", () => {
  const made = /\b(?:store|line)\.dispatch\(\s*(?:\{|assign\b)|\b(?:assign|StateAction)\b[^;]*core\/store\.ts/;
  const views = files.filter((file) => file.startsWith("view/"));
  assert.ok(views.length > 100);
  assert.deepEqual(
    views.filter((file) => made.test(textOf(file))),
    [],
  );
});

test("no part of the page writes what is selected by itself", () => {
  const written = /\b(?:assign(?:<\w+>)?|dispatch)\([^)]*\{[^}]*\bselected(?:Edge)?:/;
  assert.deepEqual(
    files.filter((file) => written.test(textOf(file))),
    [],
  );
});
