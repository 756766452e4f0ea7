/** Questions to a class: kept back, answered so that nothing is lost or doubled, told at the end. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { type Answering, createAnswerSender, type Sent } from "../../../static/src/room/answering.ts";
import type { GivenAnswer, Tally } from "../../../static/src/room/messages.ts";
import {
  answerText,
  barsOf,
  canAskForEdge,
  clockText,
  edgeChoices,
  edgeLabel,
  explainingMoment,
  promptOf,
  redactionOf,
  shownPoll,
  usualPrompt,
  withShownPoll,
} from "../../../static/src/room/polls.ts";
import { receive } from "../../../static/src/room/room.ts";
import { select } from "../../../static/src/state/selection.ts";
import { manualClock } from "../support/clock.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { pollWith, snapshot } from "../support/rooms.ts";

/** c = a*b + a. */
const REUSE: Graph = graphOf({
  output: 3,
  nodes: [
    node(0, { name: "a" }),
    node(1, { name: "b" }),
    node(2, { op: "multiply", inputs: [0, 1], name: "p" }),
    node(3, { op: "add", inputs: [2, 0], name: "c" }),
  ],
  edges: [edge(0, 0, 2, 0), edge(1, 1, 2, 1), edge(2, 2, 3, 0), edge(3, 0, 3, 1)],
  steps: [
    { phase: "forward", node: 2 },
    { phase: "forward", node: 3 },
    { phase: "backward", node: 3, total: 1 },
    { phase: "backward", edge: 2, total: 1 },
    { phase: "backward", edge: 3, total: 1 },
    { phase: "backward", edge: 0, total: 4 },
    { phase: "backward", edge: 1, total: 2 },
  ],
});

const about = (quantity: "gradient" | "value") => ({ type: "number", prompt: "?", node: 0, quantity }) as const;

test("a question about a node keeps its number back until the reveal, closed or not", () => {
  const poll = pollWith(about("gradient"));
  assert.deepEqual(redactionOf(poll), { node: 0, quantity: "gradient" });
  assert.deepEqual(redactionOf({ ...poll, state: "closed" }), { node: 0, quantity: "gradient" });
  assert.equal(redactionOf({ ...poll, state: "revealed" }), null);
  assert.equal(redactionOf(null), null);
  assert.deepEqual(redactionOf(pollWith({ type: "edge", prompt: "", position: 4 })), { position: 4 });
  assert.equal(redactionOf(pollWith({ type: "text", prompt: "Why?" })), null);
});

test("after the reveal the page goes to the step in which the answer is complete", () => {
  assert.deepEqual(explainingMoment(REUSE, about("gradient")), { position: 6, ...select({ node: 0 }) });
  assert.deepEqual(explainingMoment(REUSE, { ...about("value"), node: 2 }), { position: 1, ...select({ node: 2 }) });
  assert.deepEqual(explainingMoment(REUSE, { type: "edge", prompt: "", position: 4 }), {
    position: 5,
    ...select({ edge: REUSE.steps[4]!.edge! }),
  });
  assert.equal(explainingMoment(REUSE, { type: "text", prompt: "" }), null);
  assert.equal(explainingMoment(REUSE, { ...about("gradient"), node: 99 }), null);
});

test("the edges to choose from are those still to be travelled, in an order that gives nothing away", () => {
  const choices = edgeChoices(REUSE, "", 4);
  assert.deepEqual(
    choices.map(({ edge: id }) => id),
    [0, 1, 3],
  );
  assert.deepEqual(
    choices.map(({ label }) => label),
    ["`p` → `a`", "`p` → `b`", "`c` → `a`"],
  );
  assert.equal(canAskForEdge(REUSE, 4), true);
  assert.equal(canAskForEdge(REUSE, 1), false);
  // The step after it is the seed, which travels along no edge.
  assert.equal(canAskForEdge(REUSE, 2), false);
  assert.equal(canAskForEdge(REUSE, 7), false);
});

test("two wires between the same nodes are told apart by their slots", () => {
  const square = graphOf({
    nodes: [node(0, { name: "a" }), node(1, { op: "multiply", inputs: [0, 0], name: "s" })],
    edges: [edge(0, 0, 1, 0), edge(1, 0, 1, 1)],
    steps: [
      { phase: "backward", edge: 0 },
      { phase: "backward", edge: 1 },
    ],
  });
  assert.deepEqual(
    edgeChoices(square, "", 0).map(({ label }) => label),
    ["`s` → `a` (input 1)", "`s` → `a` (input 2)"],
  );
});

test("answers are told as their givers read them", () => {
  assert.equal(answerText(about("gradient"), "-2.5"), "−2.5");
  assert.equal(answerText(about("gradient"), "0.41997"), "0.41997");
  assert.equal(answerText(about("gradient"), -0.4198743416140261), "−0.4199");
  assert.equal(answerText({ type: "choice", prompt: "", choices: ["one", "two"] }, [1]), "two");
  assert.equal(
    answerText({ type: "edge", prompt: "", position: 4 }, [0, 1], (id) => edgeLabel(REUSE, "", id)),
    "`p` → `a` or `p` → `b`",
  );
  // One that is tapped and is none of the choices, and one that the graph does not have.
  assert.deepEqual(edgeChoices(REUSE, "", REUSE.steps.length), []);
  assert.equal(edgeLabel(REUSE, "", 0), "`p` → `a`");
  assert.equal(edgeLabel(REUSE, "", REUSE.edges.length), null);
  assert.equal(answerText(about("value"), null), "");
  assert.equal(usualPrompt("number", "gradient", "a"), "What is the gradient of `a`?");
});

const group = (answer: GivenAnswer, count: number, correct: boolean | null = null, misconception: string | null = null) => ({
  answer,
  label: String(answer),
  count,
  correct,
  misconception,
});

test("bars are as long as their part of the most frequent answer, and what is too many is counted", () => {
  const groups = Array.from({ length: 11 }, (_, place) => group(String(place), 20 - place));
  const { bars, further } = barsOf(about("value"), { answered: 200, correct: 3, groups, others: 5 });
  assert.equal(bars.length, 8);
  assert.equal(bars[0]!.part, 1);
  assert.equal(bars[1]!.part, 19 / 20);
  assert.equal(further, 12 + 11 + 10 + 5);
});

test("open answers fill a screen of cards, with those that the teacher has starred", () => {
  const groups = Array.from({ length: 30 }, (_, place) => ({ ...group(String(place), 1), starred: place === 0 }));
  const { bars, further } = barsOf({ type: "text", prompt: "Why?" }, { answered: 30, correct: null, groups, others: 0 });
  assert.deepEqual([bars.length, further], [24, 6]);
  assert.deepEqual([bars[0]!.starred, bars[1]!.starred], [true, false]);
});

test("a choice shows all that could be chosen, also what nobody chose", () => {
  const tally: Tally = { answered: 4, correct: 4, groups: [group([1], 4, true)], others: 0 };
  const { bars } = barsOf({ type: "choice", prompt: "", choices: ["no", "yes"], correct: [1] }, tally);
  assert.deepEqual(
    bars.map(({ label, count, correct }) => [label, count, correct]),
    [
      ["no", 0, false],
      ["yes", 4, true],
    ],
  );
});

function sending() {
  const clock = manualClock();
  const sent: { poll: number; answer: GivenAnswer; reply(result: Sent): Promise<void> }[] = [];
  let now: Answering | null = null;
  const sender = createAnswerSender({
    clock,
    random: () => 1,
    send: (poll, answer) =>
      new Promise((resolve) => {
        sent.push({
          poll,
          answer,
          async reply(result) {
            resolve(result);
            await new Promise((done) => setImmediate(done));
          },
        });
      }),
    changed: (answering) => void (now = answering),
  });
  return { clock, sent, sender, now: () => now! };
}

test("an answer is called stored only by the server's word", async () => {
  const { sent, sender, now } = sending();
  sender.give(1, "21");
  assert.equal(now().status, "sending");
  await sent[0]!.reply({ stored: true });
  assert.deepEqual([now().status, now().answer], ["stored", "21"]);
});

test("an answer that finds no server is kept and sent again, later each time, until it is stored", async () => {
  const { clock, sent, sender, now } = sending();
  sender.give(1, "21");
  await sent[0]!.reply({ stored: false, sentence: "The server does not answer.", later: true });
  assert.equal(now().status, "waiting");
  clock.pass(500);
  assert.equal(sent.length, 2);
  await sent[1]!.reply({ stored: false, sentence: "", later: true });
  clock.pass(500);
  assert.equal(sent.length, 2);
  clock.pass(500);
  await sent[2]!.reply({ stored: true });
  assert.equal(now().status, "stored");
});

test("a line that is back sends what waits at once", async () => {
  const { sent, sender } = sending();
  sender.wake();
  assert.equal(sent.length, 0);
  sender.give(1, "21");
  await sent[0]!.reply({ stored: false, sentence: "", later: true });
  sender.wake();
  assert.equal(sent.length, 2);
});

test("of two answers in quick succession the later one counts, whichever acknowledgement comes last", async () => {
  const { sent, sender, now } = sending();
  sender.give(1, "20");
  sender.give(1, "21");
  await sent[1]!.reply({ stored: true });
  await sent[0]!.reply({ stored: false, sentence: "late", later: true });
  assert.deepEqual([now().status, now().answer], ["stored", "21"]);
});

test("what cannot be read is not sent again, and says why", async () => {
  const { clock, sent, sender, now } = sending();
  sender.give(1, "2 +* x");
  await sent[0]!.reply({ stored: false, sentence: "There is an operator too many.", later: false });
  assert.deepEqual([now().status, now().sentence], ["refused", "There is an operator too many."]);
  clock.pass(60_000);
  assert.equal(sent.length, 1);
});

test("with another question, answers to the one before are no longer tried", async () => {
  const { clock, sent, sender, now } = sending();
  sender.give(1, "21");
  await sent[0]!.reply({ stored: false, sentence: "", later: true });
  sender.forget();
  assert.equal(now().status, "none");
  clock.pass(60_000);
  assert.equal(sent.length, 1);
});

test("a prepared question without words is worded by the graph that is shown now", () => {
  const gradient = { type: "number", prompt: "", node: 1, quantity: "gradient" } as const;
  assert.equal(promptOf(gradient, REUSE, "a*b + a"), "What is the gradient of `b`?");
  assert.equal(promptOf({ ...gradient, prompt: "How much?" }, REUSE, "a*b + a"), "How much?");
  assert.equal(promptOf({ ...gradient, node: 9 }, REUSE, "a*b + a"), "About node 9, which this program does not have");
  assert.equal(promptOf({ type: "edge", prompt: "", position: 4 }, null, ""), usualPrompt("edge", "gradient", ""));
});

test("what is left of a countdown reads as a clock does, and is what the server sent last", () => {
  assert.deepEqual([0, 9, 60, 125].map(clockText), ["0:00", "0:09", "1:00", "2:05"]);
  const room = receive(null, snapshot()).room;
  assert.equal(room!.left, null);
  const left = receive(room, { type: "left", poll: 3, seconds: 12.5 }).room!;
  assert.deepEqual([left.left!.poll, left.left!.seconds], [3, 12.5]);
});

test("beside a lesson or the studio a question is there that needs no graph, and no other", () => {
  const given = pollWith({ type: "number", node: null, quantity: "given", prompt: "How many?" });
  const ofGraph = pollWith({ type: "number", node: null, quantity: "value", prompt: "How much?" });
  for (const stage of ["playground", "lesson", "studio"] as const) {
    assert.equal(shownPoll({ poll: given, stage }), given);
    assert.equal(shownPoll({ poll: ofGraph, stage }), stage === "playground" ? ofGraph : null);
  }
  const lesson = { title: "T", pages: 1, begun: "", mode: "own", page: 1, first: 1, last: 1, revealed: {} } as const;
  assert.equal(shownPoll({ poll: ofGraph, lesson }), null, "an older server says it by the lesson alone");
  assert.equal(redactionOf(given), null);
});

test("a teacher beside the studio does not wait for answers to a question that no student sees", () => {
  const poll = pollWith({ type: "number", node: 0, quantity: "value", prompt: "How much?" });
  const { room } = receive(null, snapshot({ room: { stage: "studio", poll } }));
  assert.equal(room!.poll!.poll, poll.poll);
  const asked = { ...room!, tally: { answered: 1, correct: 0, groups: [], others: 0 } };
  assert.deepEqual([withShownPoll(asked).poll, withShownPoll(asked).tally], [null, null]);
  const seen = { ...asked, stage: "playground" } as const;
  assert.deepEqual(withShownPoll(seen), seen);
});

test("what is seen of the studio grows by what was sent, and goes with the stage", () => {
  const { room } = receive(null, snapshot({ room: { stage: "studio", studio: { started: { id: "run-0" } } } }));
  const more = receive(room, { type: "changes", revision: 2, studio: { moment: { step: 3 } } }).room!;
  assert.deepEqual(more.studio, { started: { id: "run-0" }, moment: { step: 3 } });
  const gone = receive(more, { type: "changes", revision: 3, stage: "playground", lesson: null, studio: null }).room!;
  assert.deepEqual([gone.stage, gone.studio], ["playground", null]);
});
