/** Whether a gradient is right, seen by moving the input: a nudge with all that follows from it, and the server's check with its sweep over h. */

import type { Store } from "../../../core/store.ts";
import type { Graph, GraphNode, JsonNumber, Value } from "../../../core/types.ts";
import { wrongSet } from "../../../exercises/pitfalls.ts";
import { hasTruncation, type SweepRow } from "../../../explain/truncation.ts";
import { say } from "../../../messages/messages.ts";
import type { State } from "../../../state/state.ts";
import { formatNumber, toNumber } from "../../../text/format.ts";
import { element, icon } from "../../shared/dom.ts";
import type { PanelView } from "../panel_view.ts";
import { createAsking, createMemory, requestWith } from "../question.ts";
import { createNudge } from "./nudge_table.ts";
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
  const nudge = createNudge(container, store);
  const isNewCheck = createMemory();
  const results = element("div", { class: "checks" });
  const isSome = element("p", { class: "panel-remark", hidden: true });
  const checking = createAsking(results);
  container.append(
    nudge.root,
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
    nudge.show(state);
    showChecks(state);
  }

  return { show };
}
