/** Which part of the page may import what: only the view and the entry points know D3, CodeMirror and KaTeX, and nothing imports upwards. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const source = path.resolve("static/src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

/** All that a text imports, types too, as it is written there. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|^\s*import|\bimport\s*\()\s*(["'])(.+?)\1/gm)].map(([, , name]) => name!);
}

/** npm packages by their name, neighbours by their path below static/src. */
function importsOf(file: string): string[] {
  const place = (name: string) => path.relative(source, path.resolve(source, path.dirname(file), name));
  const names = importsIn(readFileSync(path.join(source, file), "utf8"));
  return names.map((name) => (name.startsWith(".") ? place(name) : name));
}

/** `file imports what` for every import of these files that the test forbids. */
function offences(where: (file: string) => boolean, forbidden: (name: string) => boolean): string[] {
  return files.filter(where).flatMap((file) =>
    importsOf(file)
      .filter(forbidden)
      .map((name) => `${file} imports ${name}`),
  );
}

const isBelow = (...folders: string[]) => (file: string) => folders.some((folder) => file.startsWith(`${folder}/`));
const isPackage = (name: string) => !name.endsWith(".ts");

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

test("only the view and the entry points know an npm package", () => {
  assert.deepEqual(offences(isBelow("api", "core", "graph", "room", "training"), isPackage), []);
});

test("state and actions know neither the view nor the server", () => {
  assert.deepEqual(offences(isBelow("core"), isBelow("view", "api")), []);
});

test("layout, schedule and format know neither the view nor the server", () => {
  assert.deepEqual(offences(isBelow("graph"), isBelow("view", "api")), []);
});

test("runs, curves and regions know neither the view nor the server", () => {
  assert.deepEqual(offences(isBelow("training"), isBelow("view", "api")), []);
});

test("what a class is and does knows neither the view nor the server", () => {
  assert.deepEqual(offences(isBelow("room"), isBelow("view", "api")), []);
});

test("what talks to the server does not know the view", () => {
  assert.deepEqual(offences(isBelow("api"), isBelow("view")), []);
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
