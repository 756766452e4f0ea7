import assert from "node:assert/strict";
import test from "node:test";
import { type KeyPress, pressed } from "../../../static/src/core/key_presses.ts";

const TABLE = [
  { name: "next", keys: ["."] },
  { name: "next-phase", keys: ["Shift+Period"] },
  { name: "previous-phase", keys: ["Shift+Comma"] },
  { name: "find", keys: ["/"] },
  { name: "help", keys: ["?"] },
  { name: "fit", keys: ["f"] },
  { name: "redo", keys: ["Mod+Shift+KeyZ", "Mod+y"] },
];
const PLAIN: KeyPress = { key: "", code: "", shiftKey: false, altKey: false, mod: false, altGraph: false };
const named = (press: Partial<KeyPress>): string | undefined => pressed(TABLE, { ...PLAIN, ...press })?.name;

test("a character is what is typed, wherever its key is", () => {
  assert.equal(named({ key: "/", code: "Slash" }), "find");
  assert.equal(named({ key: "/", code: "Period", shiftKey: true }), "find", "AZERTY");
  assert.equal(named({ key: "/", code: "Digit7", shiftKey: true }), "find", "QWERTZ");
  assert.equal(named({ key: ".", code: "Comma", shiftKey: true }), "next", "AZERTY");
  assert.equal(named({ key: "?", code: "KeyM", shiftKey: true }), "help", "AZERTY");
});

test("the phases are at Shift with the full stop and the comma, and where < and > are", () => {
  assert.equal(named({ key: ">", code: "Period", shiftKey: true }), "next-phase");
  assert.equal(named({ key: "<", code: "Comma", shiftKey: true }), "previous-phase");
  assert.equal(named({ key: ":", code: "Period", shiftKey: true }), "next-phase", "QWERTZ");
  assert.equal(named({ key: ">", code: "IntlBackslash", shiftKey: true }), "next-phase", "AZERTY");
  assert.equal(named({ key: "<", code: "IntlBackslash" }), "previous-phase", "AZERTY");
});

test("a letter is the one that is typed; by its place only where none is", () => {
  const held = { shiftKey: true, mod: true };
  assert.equal(named({ key: "Z", code: "KeyW", ...held }), "redo", "AZERTY");
  assert.equal(named({ key: "W", code: "KeyZ", ...held }), undefined, "AZERTY");
  assert.equal(named({ key: "Я", code: "KeyZ", ...held }), "redo", "Cyrillic");
  assert.equal(named({ key: "F", code: "KeyF", shiftKey: true }), undefined);
  assert.equal(named({ key: "f", code: "KeyF" }), "fit");
});
