/** What follows from a small change of an input: a table before and after it, which the picture shows as ghosts. */
import type { Store } from "../../../core/store.ts";
import type { Graph, JsonNumber } from "../../../core/types.ts";
import { wrongSet } from "../../../exercises/pitfalls.ts";
import { shortTitle } from "../../../graph/places.ts";
import { say } from "../../../messages/messages.ts";
import { isSameShape } from "../../../scene/ghosts.ts";
import { isExplanationOpen } from "../../../state/explanation.ts";
import { nodeOfSelection } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { changeNudged } from "../../../state/state_actions.ts";
import { formatNumber, isScalar, toNumber } from "../../../text/format.ts";
import { element } from "../../shared/dom.ts";
import { createAsking, createMemory, hasScalarOutput, type Movable, movables, requestWith } from "../question.ts";

const NUDGES = ["0.1", "0.01", "0.001", "-0.01", "-0.1"] as const;
const MAX_NAMED = 12;

/** `w[0]` of `model.layers[0].w[0]`. */
function tailOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** What follows from a nudge, for every named value: before, after, and the change for each unit of the nudge. */
function nudgeTable(before: Graph, after: Graph, program: string, input: Movable, h: number): HTMLElement {
  const shown = before.nodes.filter(
    ({ id, op, name, data }) =>
      (id === before.output || (op !== null && name !== null)) && isScalar(data) && isScalar(after.nodes[id]!.data),
  );
  // Names that a loop has given again and again say nothing of a large graph.
  const uses = new Map<string | null, number>();
  for (const { name } of shown) uses.set(name, (uses.get(name) ?? 0) + 1);
  const once = shown.length > MAX_NAMED ? shown.filter(({ name }) => name === null || uses.get(name) === 1) : shown;
  const rows = (once.length > 0 ? once : shown).slice(-MAX_NAMED).map(({ id, data }) => {
    const [was, is] = [toNumber(data as JsonNumber), toNumber(after.nodes[id]!.data as JsonNumber)];
    return element(
      "tr",
      { class: id === before.output ? "is-output" : "" },
      element("th", { scope: "row" }, element("code", {}, shortTitle(before, program, id, 14))),
      element("td", {}, formatNumber(was, 6)),
      element("td", { class: "ghost" }, formatNumber(is, 6)),
      element("td", {}, formatNumber((is - was) / h)),
    );
  });
  const heading = element(
    "tr",
    {},
    ...[
      say("table-node"),
      say("before-nudge"),
      `${tailOf(input.name)} ${h < 0 ? "−" : "+"} ${Math.abs(h)}`,
      say("change-over-nudge"),
    ].map((text) => element("th", { scope: "col" }, text)),
  );
  return element("table", { class: "nudge-table" }, element("thead", {}, heading), element("tbody", {}, ...rows));
}

export interface NudgeView {
  readonly root: HTMLElement;
  show(state: State): void;
}

/** `panel`: the tab, whose ghosts go with it. */
export function createNudge(panel: HTMLElement, store: Store<State>): NudgeView {
  const isNew = createMemory();
  const input = element("select", { class: "field", "aria-label": say("input-to-nudge") });
  const size = element(
    "select",
    { class: "field", "aria-label": say("size-of-nudge") },
    ...NUDGES.map((text) => element("option", { value: text }, text.replace("-", "−"))),
  );
  size.value = "0.01";
  const nudged = element("div");
  const root = element(
    "section",
    { class: "inspector-section" },
    element("h2", { class: "panel-title" }, say("what-if-nudge")),
    element("p", { class: "nudge-choices" }, input, ` ${say("nudge-by")} `, size),
    nudged,
  );
  const nudging = createAsking(nudged);

  function showNudge(state: State, inputs: readonly Movable[]): void {
    const chosen =
      inputs.find(({ name }) => name === input.value) ?? inputs.find(({ id }) => id === nodeOfSelection(state)) ?? inputs[0]!;
    if (input.dataset.names !== inputs.map(({ name }) => name).join()) {
      input.dataset.names = inputs.map(({ name }) => name).join();
      input.replaceChildren(...inputs.map(({ name }) => element("option", { value: name }, name)));
    }
    input.value = chosen.name;
    const h = Number(size.value);
    if (!isNew([state.graphProgram, state.inputs, state.pitfall, chosen.name, h])) return;
    const question = requestWith(state, { inputs: { ...state.inputs, [chosen.name]: chosen.data + h } });
    nudging.ask<Graph>(
      "graph",
      question,
      (after) => tellNudge(state, chosen, after, h),
      (sentence) => void (nudged.textContent = sentence),
    );
  }

  function tellNudge({ graph, graphProgram, honest, pitfall }: State, chosen: Movable, after: Graph, h: number): void {
    const before = graph!;
    // A program that decides by its numbers may take another way after the nudge: then there is nothing to lay side by side.
    if (!isSameShape(before, after)) return void (nudged.textContent = say("nudge-other-way"));
    if (store.get().panel === "check") store.dispatch(changeNudged(after));
    const gradient = toNumber((chosen.grad ?? 0) as JsonNumber);
    const isWrong = pitfall !== "none" && honest !== null && wrongSet(honest, before).has(chosen.id);
    const change = toNumber(after.value as JsonNumber) - toNumber(before.value as JsonNumber);
    nudged.replaceChildren(
      nudgeTable(before, after, graphProgram, chosen, h),
      element(
        "p",
        { class: "panel-remark" },
        say(isWrong ? "nudge-contradicts" : "nudge-predicts", {
          gradient: formatNumber(gradient),
          gradient2: formatNumber(gradient * h),
          change: formatNumber(change),
        }),
      ),
    );
  }

  // Ghosts belong to this tab and to the numbers that were nudged.
  store.subscribe((state, previous) => {
    const isGone =
      state.panel !== "check" ||
      !(isExplanationOpen(state) || panel.offsetParent) ||
      state.graphProgram !== previous.graphProgram ||
      state.inputs !== previous.inputs;
    if (state.nudged !== null && isGone) store.dispatch(changeNudged(null));
    if (state.panel !== "check") isNew(null);
  });

  function show(state: State): void {
    const inputs = movables(state);
    root.hidden = inputs.length === 0 || !hasScalarOutput(state);
    if (!root.hidden) showNudge(state, inputs);
  }

  for (const control of [input, size])
    control.addEventListener("input", () => {
      const state = store.get();
      if (state.graph && !state.stale) show(state);
    });
  return { root, show };
}
