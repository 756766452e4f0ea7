/** Whether a gradient is right, seen by moving the input: a nudge with all that follows from it, and the server's check with its sweep over h. */

import type { Store } from "../../../core/store.ts";
import type { Graph, GraphNode, JsonNumber, Value } from "../../../core/types.ts";
import { wrongSet } from "../../../exercises/pitfalls.ts";
import { hasTruncation, type SweepRow } from "../../../explain/truncation.ts";
import { shortTitle } from "../../../graph/places.ts";
import { say } from "../../../messages/messages.ts";
import { isSameShape } from "../../../scene/ghosts.ts";
import { isExplanationOpen } from "../../../state/explanation.ts";
import { nodeOfSelection } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { changeNudged } from "../../../state/state_actions.ts";
import { formatNumber, isScalar, toNumber } from "../../../text/format.ts";
import { element, icon } from "../../shared/dom.ts";
import type { PanelView } from "../panel_view.ts";
import { createAsking, createMemory, hasScalarOutput, type Movable, movables, requestWith } from "../question.ts";
import { drawSweep } from "./sweep.ts";

interface Check {
  readonly input: string;
  readonly index: readonly number[] | null;
  readonly autodiff: JsonNumber;
  readonly numeric: JsonNumber | null;
  readonly relative_error: JsonNumber | null;
  readonly best_h: number | null;
  readonly verdict: "agrees" | "differs" | "undecided";
  readonly note: string | null;
  readonly kinks: readonly { readonly node: number }[];
  readonly sweep: readonly SweepRow[] | null;
}

const NUDGES = ["0.1", "0.01", "0.001", "-0.01", "-0.1"] as const;
const MAX_NAMED = 12;
/** A longer name has a line of its own. */
const LONGEST_BESIDE = 12;
/** The server compares inputs that move so many values together within its time; where all do not, so many are compared. */
const MOST_MOVED = 25_000;
const FEW = 5;
/** Among so many inputs, spread over all of them, those are looked for that move least. */
const CANDIDATES = 40;
/** Values that are looked at to see whether all inputs can be compared. */
const MOST_LOOKED = 10_000_000;
const VERDICT_ICONS = { agrees: "agrees", differs: "error", undecided: "info" } as const;

/** `w[0]` of `model.layers[0].w[0]`. */
function tailOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** The inputs to compare with differences: null for all of them, else a few, as many as move little enough together. */
function compared({ nodes }: Graph): { readonly names: string[]; readonly all: number } | null {
  const inputs = nodes.filter(({ op, role, name, grad }) => op === null && role !== "constant" && name !== null && grad !== null);
  if (inputs.length <= 1 || fittingOf(nodes, inputs).length === inputs.length) return null;
  const parameters = inputs.filter(({ role }) => role === "parameter");
  const candidates = spread(parameters.length > 0 ? parameters : inputs, CANDIDATES);
  const moved = candidates.map((input) => ({ input, count: movedBy(nodes, input.id) }));
  const cheapest = moved.sort((one, other) => one.count - other.count).map(({ input }) => input);
  const chosen = spread(fittingOf(nodes, cheapest), FEW);
  const shown = chosen.length > 0 ? chosen : cheapest.slice(0, 1);
  return { names: shown.sort((one, other) => one.id - other.id).map(({ name }) => name!), all: inputs.length };
}

/** The first inputs, as many as together move no more than can be compared. */
function fittingOf(nodes: Graph["nodes"], inputs: readonly GraphNode[]): readonly GraphNode[] {
  let [left, looked] = [MOST_MOVED, 0];
  const end = inputs.findIndex(({ id }) => {
    left -= movedBy(nodes, id);
    looked += nodes.length;
    return left < 0 || looked > MOST_LOOKED;
  });
  return end < 0 ? inputs : inputs.slice(0, end);
}

/** At most so many of them, from the first to the last. */
function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, index) => all[Math.round((index * (all.length - 1)) / (count - 1))]!);
}

/** How many values follow from an input. */
function movedBy(nodes: Graph["nodes"], input: number): number {
  const moves = new Uint8Array(nodes.length);
  moves[input] = 1;
  let count = 0;
  for (let id = input + 1; id < nodes.length; id += 1)
    if (nodes[id]!.inputs.some((each) => moves[each] === 1)) {
      moves[id] = 1;
      count += 1;
    }
  return count;
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

/** What the picture shows as the gradient where the engine is broken on purpose; the server only knows one that is not. */
function asBroken(check: Check, { graph, honest, pitfall }: State): Check {
  if (pitfall === "none" || graph === null || honest === null) return check;
  const node = graph.nodes.find(({ op, name }) => op === null && name === check.input);
  if (!node || node.grad === null || !wrongSet(honest, graph).has(node.id)) return check;
  const shown = (check.index ?? []).reduce<Value>((part, index) => (part as readonly Value[])[index]!, node.grad);
  const [autodiff, right] = [toNumber(shown as JsonNumber), toNumber(check.autodiff)];
  if (autodiff === right || check.numeric === null) return check;
  const numeric = toNumber(check.numeric);
  const relative_error = Math.abs(autodiff - numeric) / Math.max(Math.abs(autodiff), Math.abs(numeric));
  const note = say("check-contradicts", { gradient: formatNumber(autodiff), difference: formatNumber(numeric) });
  return { ...check, autodiff, relative_error, verdict: "differs", note };
}

export function mountCheck(container: HTMLElement, store: Store<State>): PanelView {
  const isNewNudge = createMemory();
  const isNewCheck = createMemory();
  const input = element("select", { class: "field", "aria-label": say("input-to-nudge") });
  const size = element(
    "select",
    { class: "field", "aria-label": say("size-of-nudge") },
    ...NUDGES.map((text) => element("option", { value: text }, text.replace("-", "−"))),
  );
  size.value = "0.01";
  const nudged = element("div");
  const nudge = element(
    "section",
    { class: "inspector-section" },
    element("h2", { class: "panel-title" }, say("what-if-nudge")),
    element("p", { class: "nudge-choices" }, input, ` ${say("nudge-by")} `, size),
    nudged,
  );
  const results = element("div", { class: "checks" });
  const isSome = element("p", { class: "panel-remark", hidden: true });
  const nudging = createAsking(nudged);
  const checking = createAsking(results);
  container.append(
    nudge,
    element(
      "section",
      { class: "inspector-section" },
      element("h2", { class: "panel-title" }, say("compared-with-differences")),
      isSome,
      results,
    ),
  );
  let opened: string | null = null;
  let latest: readonly Check[] = [];

  function showNudge(state: State, inputs: readonly Movable[]): void {
    const chosen =
      inputs.find(({ name }) => name === input.value) ?? inputs.find(({ id }) => id === nodeOfSelection(state)) ?? inputs[0]!;
    if (input.dataset.names !== inputs.map(({ name }) => name).join()) {
      input.dataset.names = inputs.map(({ name }) => name).join();
      input.replaceChildren(...inputs.map(({ name }) => element("option", { value: name }, name)));
    }
    input.value = chosen.name;
    const h = Number(size.value);
    if (!isNewNudge([state.graphProgram, state.inputs, state.pitfall, chosen.name, h])) return;
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

  function row(check: Check): HTMLElement {
    const name = check.index && check.index.length > 0 ? `${check.input}[${check.index.join(", ")}]` : check.input;
    const isOpen = opened === name;
    const { relative_error } = check;
    const error = relative_error === null ? "" : say("relative-error", { error: formatNumber(toNumber(relative_error), 2) });
    const button = element(
      "button",
      {
        type: "button",
        class: `check is-${check.verdict}${name.length > LONGEST_BESIDE ? " is-long" : ""}`,
        "aria-expanded": String(isOpen),
      },
      icon(VERDICT_ICONS[check.verdict]),
      element("code", {}, name),
      element("span", { class: "numbers" }, formatNumber(toNumber(check.autodiff))),
      element(
        "span",
        { class: "check-verdict" },
        say(`verdict-${check.verdict}`),
        error && element("span", { class: "check-error" }, ` · ${error}`),
      ),
    );
    button.addEventListener("click", () => {
      opened = isOpen ? null : name;
      drawChecks();
    });
    const details = isOpen
      ? element(
          "div",
          { class: "check-details" },
          check.note && element("p", { class: "panel-remark" }, check.note),
          check.sweep && check.sweep.length > 0 ? drawSweep(check.sweep, check.best_h) : null,
          check.sweep &&
            element(
              "p",
              { class: "panel-remark" },
              say(hasTruncation(check.sweep) ? "error-of-difference" : "error-of-rounding"),
            ),
        )
      : null;
    return element("li", {}, button, details);
  }

  function drawChecks(): void {
    results.replaceChildren(element("ul", { class: "check-list" }, ...latest.map((check) => row(asBroken(check, store.get())))));
  }

  function showChecks(state: State): void {
    if (!isNewCheck([state.graphProgram, state.inputs, state.pitfall])) return;
    const some = compared(state.graph!);
    isSome.hidden = some === null;
    if (some) isSome.textContent = say("check-some", { count: some.names.length, all: some.all });
    checking.ask<{ checks: readonly Check[] }>(
      "check",
      requestWith(state, some ? { wrt: some.names } : {}),
      ({ checks }) => {
        latest = checks;
        opened ??= checks[0]
          ? checks[0].index?.length
            ? `${checks[0].input}[${checks[0].index.join(", ")}]`
            : checks[0].input
          : null;
        drawChecks();
      },
      (sentence) => results.replaceChildren(element("p", { class: "panel-remark" }, sentence)),
    );
  }

  function show(state: State): void {
    if (!state.graph || state.stale) return;
    const inputs = movables(state);
    nudge.hidden = inputs.length === 0 || !hasScalarOutput(state);
    if (!nudge.hidden) showNudge(state, inputs);
    showChecks(state);
  }

  // Ghosts belong to this tab and to the numbers that were nudged.
  store.subscribe((state, previous) => {
    const isGone =
      state.panel !== "check" ||
      !(isExplanationOpen(state) || container.offsetParent) ||
      state.graphProgram !== previous.graphProgram ||
      state.inputs !== previous.inputs;
    if (state.nudged !== null && isGone) store.dispatch(changeNudged(null));
    if (state.panel !== "check") isNewNudge(null);
  });

  for (const control of [input, size]) control.addEventListener("input", () => show(store.get()));
  return { show };
}
