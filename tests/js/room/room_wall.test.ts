/** The wall of copies: those alike are one card, in an order that the teacher chooses. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Guest } from "../../../static/src/room/messages.ts";
import { copiesOf, withoutCopy } from "../../../static/src/room/wall.ts";

const guest = (number: number, nickname: string, program?: string, online = true): Guest => ({
  guest: number,
  nickname,
  online,
  following: true,
  answered: false,
  view: program === undefined ? null : { program, inputs: {} },
});

const CLASS = [
  guest(1, "Dora", "a = 2\na*a"),
  guest(2, "Chen", "a = 3\na"),
  guest(3, "Ada", "a  =  2\n\na*a "),
  guest(4, "Ben"),
  guest(5, "Emil", undefined, false),
];

test("copies that say the same are one card, whatever their spaces, and inputs tell copies apart", () => {
  const copies = copiesOf(CLASS, "alike");
  assert.deepEqual(
    copies.map(({ guests }) => guests.map(({ nickname }) => nickname)),
    [["Ada", "Dora"], ["Chen"]],
  );
  const moved = { ...CLASS[2]!, view: { program: "a = 2\na*a", inputs: { a: 5 } } };
  assert.equal(copiesOf([CLASS[0]!, moved], "name").length, 2);
});

test("cards are in the order of names, and who has changed nothing is listed while here", () => {
  assert.deepEqual(
    copiesOf([CLASS[1]!, CLASS[0]!], "name").map(({ guests }) => guests[0]!.nickname),
    ["Chen", "Dora"],
  );
  assert.deepEqual(
    withoutCopy(CLASS).map(({ nickname }) => nickname),
    ["Ben"],
  );
});
