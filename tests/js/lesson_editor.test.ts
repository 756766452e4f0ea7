/** Drafts, links, places in a lesson's text, and what the playground shows as a block. */
import assert from "node:assert/strict";
import test from "node:test";
import { compression } from "../../static/src/api/compression.ts";
import type { Graph } from "../../static/src/core/types.ts";
import { fileNameOf, readDrafts, titleOf, withDraft } from "../../static/src/learn/drafts.ts";
import { writeLessonBlock } from "../../static/src/learn/lesson_block.ts";
import { newLesson } from "../../static/src/learn/lesson_templates.ts";
import { atPage, LONGEST_LINK, nameOfText, readLessonFragment, writeLessonFragment } from "../../static/src/learn/links.ts";
import { blockPlace, spaced, spanAt } from "../../static/src/learn/text_places.ts";
import { INITIAL_STATE } from "../../static/src/state/initial_state.ts";
import type { State } from "../../static/src/state/state.ts";

test("the latest draft comes first, in place of its older text", () => {
  const drafts = withDraft(withDraft(withDraft([], { id: "a", text: "1" }), { id: "b", text: "2" }), { id: "a", text: "3" });
  assert.deepEqual(drafts, [
    { id: "a", text: "3" },
    { id: "b", text: "2" },
  ]);
});

test("the oldest drafts make room, and the one that is written is always kept", () => {
  let drafts = Array.from({ length: 40 }, (_, number) => ({ id: String(number), text: "x" }));
  drafts = withDraft(drafts, { id: "new", text: "y".repeat(3_000_000) });
  assert.deepEqual(
    drafts.map(({ id }) => id),
    ["new"],
  );
  assert.equal(
    withDraft(
      Array.from({ length: 40 }, (_, n) => ({ id: String(n), text: "x" })),
      { id: "n", text: "" },
    ).length,
    30,
  );
});

test("what is no list of drafts is none", () => {
  for (const kept of [null, "", "{", "3", '{"id": "a"}', '[{"id": 1, "text": "a"}, null]'])
    assert.deepEqual(readDrafts(kept), []);
});

test("a lesson is named by its title", () => {
  const lesson = (title: string): string => `---\ntitle: ${title}\nsummary: s\n---\n\n## P\n`;
  assert.equal(titleOf(lesson('"Slope: what it is"')), "Slope: what it is");
  assert.equal(titleOf("## title: no"), null);
  assert.equal(fileNameOf(lesson("Règle de la chaîne, 2")), "regle-de-la-chaine-2.md");
  assert.equal(fileNameOf(lesson("勾配")), "lesson.md");
  assert.equal(titleOf(newLesson()), "A new lesson");
});

test("a link brings the lesson and its page", async () => {
  const fragment = await writeLessonFragment("## Été\n\ntext", compression);
  assert.deepEqual(await readLessonFragment(`#${fragment}`, compression), { text: "## Été\n\ntext", page: 1 });
  assert.deepEqual(await readLessonFragment(`#${atPage(fragment!, 3)}`, compression), { text: "## Été\n\ntext", page: 3 });
  assert.equal((await readLessonFragment(`#${fragment}&page=-1`, compression))!.page, 1);
});

test("a link without a lesson that can be read brings none, and a long lesson makes none", async () => {
  for (const fragment of ["", "#", "#v=1", "#lesson=", "#lesson=!!", "#lesson=AAAA"])
    assert.equal(await readLessonFragment(fragment, compression), null);
  let seed = 1;
  const noise = Array.from({ length: LONGEST_LINK }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (seed % 90));
  }).join("");
  assert.ok((await writeLessonFragment(noise, compression)) === null);
});

test("texts that differ have names that differ", () => {
  assert.equal(nameOfText("a"), "text-e40c292c"); // FNV-1a of "a"
  assert.notEqual(nameOfText("ab"), nameOfText("ba"));
});

test("a place counts whole characters, and holds the word that is there", () => {
  assert.deepEqual(spanAt("one\n𝛼𝛽 = tanhh(x)\n", 2, 6), [11, 19]);
  assert.deepEqual(spanAt("one", 9, 9), [3, 3]);
});

test("a block goes after the line, and never into another block", () => {
  const text = "a\n\n```backpass\nx = 1\n```\nb";
  assert.equal(blockPlace(text, 0), 1);
  assert.equal(blockPlace(text, text.indexOf("x")), text.indexOf("\nb"));
  assert.equal(blockPlace("````\n```\n````\nb", 6), 13);
  assert.equal(blockPlace("```\nnever closed", 5), 16);
  assert.equal(spaced("a\nb", 1, "NEW"), "\n\nNEW\n");
  assert.equal(spaced("a\n\n", 3, "NEW"), "NEW\n");
});

const GRAPH = {
  nodes: [
    { id: 0, name: "x", literal: [4, 5] },
    { id: 1, name: "y" },
    { id: 2, name: null },
  ],
  edges: [
    { id: 0, source: 0, target: 1 },
    { id: 1, source: 1, target: 2 },
  ],
  steps: [{}, {}, {}, {}],
} as unknown as Graph;

const shown = (change: Partial<State>): string | null => {
  const program = "x = 3\ny = x*x\ny + x";
  return writeLessonBlock({ ...INITIAL_STATE, program, graphProgram: program, graph: GRAPH, position: 4, ...change });
};

test("what the playground shows is a block with the options that differ", () => {
  assert.equal(shown({}), '```backpass caption="Describe the graph here."\nx = 3\ny = x*x\ny + x\n```');
  assert.match(shown({ position: 1.5, selected: 1 })!, /^```backpass step=2 select=y caption/);
  assert.match(shown({ selectedEdge: 0, overlay: "roles", mainView: "table" })!, /select=x->y overlay=roles view=table/);
  assert.doesNotMatch(shown({ selectedEdge: 1 })!, /select/, "an end without a name has none to select it by");
  assert.match(
    shown({ directions: ["x"], pitfall: "overwrite", separateOperations: true })!,
    /operations forward=x pitfall=overwrite/,
  );
  assert.match(shown({ ranges: { x: { smallest: -3, largest: 3, step: 0.1 } } })!, /ranges=x:-3,3,0.1/);
  assert.equal(writeLessonBlock({ ...INITIAL_STATE, program: " " }), null);
});

test("numbers that sliders hold are in the block's program", () => {
  assert.match(shown({ inputs: { x: -2.5, w: [1, 2] } })!, /\nw = \[1,2\]\nx = -2.5\ny = x\*x/);
});
