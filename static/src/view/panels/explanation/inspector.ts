/**
 * The explanation of one node, the selected one or that of the current step: its value, where its gradient comes from, where it goes, and why.
 * That of a selected edge is edge_explanation.ts.
 */

import type { Store } from "../../../core/store.ts";
import type { Graph, GraphEdge, GraphNode, OperationRecord, Value } from "../../../core/types.ts";
import { recordsByName } from "../../../explain/captions.ts";
import { cellStory } from "../../../explain/cell_story.ts";
import { type Entry, reasonOf, received, sent, summaryInWords } from "../../../explain/contributions.ts";
import { createNotation, type Formula, type Notation, valueFormula } from "../../../explain/notation.ts";
import { waysOf } from "../../../explain/ways.ts";
import { elementAt } from "../../../graph/arrays.ts";
import { shortTitle } from "../../../graph/places.ts";
import { lengthOf } from "../../../graph/redaction.ts";
import { nodesThroughNaN } from "../../../graph/through_nan.ts";
import { say } from "../../../messages/messages.ts";
import { roundOffOf } from "../../../scene/rounding.ts";
import { indexOf } from "../../../scene/tensor_grid.ts";
import { isExplanationOpen } from "../../../state/explanation.ts";
import { selectedEdgeOf, subjectOf } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { CLOSE_INSPECTOR, choose, hover, seekToEdge } from "../../../state/state_actions.ts";
import { formatFullValue, formatNumber, formatShape, isScalar, NOT_COMPUTED } from "../../../text/format.ts";
import { asShown, scheduleOf, shownAt } from "../../../timeline/playback.ts";
import { gradientAt, gradientSummaryAt, isValueKnown, type Schedule, valueSummaryAt } from "../../../timeline/schedule.ts";
import { COMPACT } from "../../shared/controls/compact.ts";
import { byId, element, icon, prose } from "../../shared/dom.ts";
import { heatmap } from "../../shared/heatmap.ts";
import { math } from "../../shared/math.ts";
import { copyText } from "../../shared/notice.ts";
import { describeEdge, type EdgeView, edgeHeading, edgeSections } from "./edge_explanation.ts";
import { histogram } from "./large_array.ts";
import { type LedgerContext, receivedLedger, sentLedger, signed, slopeKnownAt } from "./ledger.ts";
import { passSection } from "./pass_ledger.ts";
import { slopesSection } from "./slopes.ts";

/** As far as a long expression is written out within a sentence; the server's explanations end at the same place. */
const FULL_WIDTH = 200;

function currentEdge({ graph, position }: State): number | null {
  return graph?.steps[Math.min(position, lengthOf(graph)) - 1]?.edge ?? null;
}

/** What is explained changes by these; a new graph alone brings new numbers of the same. */
const CHOICES = ["position", "selected", "selectedEdge", "folds", "projector", "besideProjector", "inspectorOpen"] as const;
const BETWEEN_NEW_NUMBERS = 100;
/** A large graph plays several steps in the time in which one could begin to read a formula. */
const BETWEEN_STEPS = 400;

/** All that a rendering draws from. */
interface View {
  readonly state: State;
  readonly graph: Graph;
  readonly schedule: Schedule;
  readonly node: GraphNode;
  readonly record: OperationRecord | undefined;
  readonly notation: Notation;
}

function copyButton(value: Value, what: string): HTMLElement {
  const button = element(
    "button",
    {
      type: "button",
      class: "icon-button copy-number",
      "aria-label": say("copy-what-in-full", { what }),
      title: say("copy-in-full", { formatfullvalue: formatFullValue(value) }),
    },
    icon("copy"),
  );
  button.addEventListener(
    "click",
    () =>
      void copyText(
        typeof value === "object" ? JSON.stringify(value) : String(value),
        say("copied-value", { formatfullvalue: formatFullValue(value) }),
      ),
  );
  return button;
}

function describe({ graph, node, record }: View): string {
  const uses = graph.edges.filter(({ source }) => source === node.id).length;
  return [
    say(`role-${node.role}`),
    record?.name,
    uses > 1 && say("used-times", { uses }),
    node.shape.length > 0 && say("shape-noted", { shape: formatShape(node.shape) }),
    node.assumed && say("not-given-counts"),
  ]
    .filter(Boolean)
    .join(" · ");
}

function equation(left: Formula, right: Formula): Formula {
  return { latex: `${left.latex} = ${right.latex}`, plain: `${left.plain} = ${right.plain}` };
}

function arrayFormula(shape: readonly number[]): Formula {
  const text = formatShape(shape);
  return { latex: `\\text{${text}}`, plain: text };
}

function valueSection({ state, graph, schedule, node, notation }: View): HTMLElement {
  const known = isValueKnown(schedule, node.id, state.position);
  const letters = notation.expression(node.id);
  const numbers = notation.substituted(node.id);
  const lines: (Node | false)[] = [];
  const isCalled = node.name !== null || node.id === graph.output;
  if (letters) lines.push(math(isCalled ? equation(notation.variable(node.id), letters) : letters));
  if (numbers && known) lines.push(element("span", {}, "= ", math(numbers)));
  const summary = valueSummaryAt(schedule, node, state.position);
  const result = known ? notation.result(node.id) : { latex: "\\text{—}", plain: NOT_COMPUTED };
  const shown = summary ? arrayFormula(summary.shape) : result;
  const line = element(
    "span",
    { class: "result" },
    letters ? "= " : "",
    math(letters ? shown : equation(notation.node(node.id), shown)),
    known && !summary && copyButton(node.data, say("copy-value")),
  );
  const body = lines.map((line) => element("p", { class: "formula" }, line));
  return element(
    "section",
    { class: "inspector-section" },
    element("h3", {}, say("value-heading")),
    ...body,
    element("p", { class: "formula" }, line),
    known && !isScalar(node.data) && heatmap(node.data, say("value-heading")),
    summary && element("p", { class: "remark" }, summaryInWords(summary)),
    summary && histogram(summary, say("value-heading")),
  );
}

/** What one number of a tensor's gradient is made of: `1 × 0.5 = 0.5 from h*h, −1 from loss`. */
function sharesOf(
  graph: Graph,
  node: GraphNode,
  entries: readonly Entry[],
  call: (node: number) => string,
): (place: number) => string {
  const landed = entries.filter((entry) => entry.landed && entry.edge.contribution !== null);
  return (place) => {
    const index = indexOf(node.data, place);
    const share = ({ edge }: Entry): string =>
      `${cellStory(graph, edge, index) ?? formatNumber(elementAt(edge.contribution!, index))} ${say("ledger-from")} \`${call(edge.target)}\``;
    return landed.map(share).join(", ");
  };
}

function gradientSection(view: View, context: LedgerContext): HTMLElement {
  const { state, graph, schedule, node, notation } = view;
  const moment = gradientAt(schedule, node, state.position);
  const entries = received(schedule, node.id, state.position);
  const call = (id: number): string => shortTitle(graph, state.graphProgram, id, FULL_WIDTH);
  const complete = moment.state === "final" || moment.state === "never";
  const summary = gradientSummaryAt(schedule, node, state.position);
  const isAwaited = node.summary?.grad !== undefined && !summary;
  const reason = complete && !isAwaited ? reasonOf(graph, node.id, call) : null;
  const isConstant = moment.state === "never" && node.grad === null;
  const headline = element(
    "p",
    { class: "formula result derivative" },
    math(notation.derivative(graph.output, node.id)),
    " = ",
    moment.value === null || isScalar(moment.value)
      ? signed(moment.value, nodesThroughNaN(graph).has(node.id))
      : math(valueFormula(moment.value)),
    moment.value !== null && copyButton(moment.value, "gradient"),
    // A sum that is not finished must not pass for the derivative.
    moment.state === "partial" && element("span", { class: "remark" }, say("so-far")),
  );
  const landed = entries.filter((entry) => entry.landed).length;
  const progress =
    moment.state === "partial" || moment.state === "none"
      ? say("contributions-arrived", { landed, count: schedule.arrivals[node.id]!.length })
      : null;
  return element(
    "section",
    { class: "inspector-section" },
    element("h3", {}, say("table-gradient")),
    !isConstant && headline,
    moment.value !== null &&
      !isScalar(moment.value) &&
      heatmap(moment.value, say("table-gradient"), {
        ...(entries.length > 0 && { remarkOn: sharesOf(graph, node, entries, call) }),
        roundOff: roundOffOf(graph)[node.id]!,
      }),
    entries.length > 0 && receivedLedger(context, entries, moment.value),
    entries.length > 0 && progress && element("p", { class: "remark" }, progress),
    reason && element("p", { class: "remark" }, ...prose(reason)),
    summary && histogram(summary, say("table-gradient")),
  );
}

function sentSection({ state, schedule, node }: View, context: LedgerContext): HTMLElement | null {
  const entries = sent(schedule, node.id, state.position);
  if (entries.length === 0) return null;
  return element("section", { class: "inspector-section" }, element("h3", {}, say("passes-on")), sentLedger(context, entries));
}

function whySection({ record }: Pick<View, "record">): HTMLElement | null {
  if (!record) return null;
  const remarks = [record.why, record.convention, record.domain].flatMap((text) => text ?? []);
  return element(
    "section",
    { class: "inspector-section" },
    element("h3", {}, say("why-name", { name: record.name })),
    ...remarks.map((text) => element("p", { class: "why" }, ...prose(text))),
  );
}

/** `bundleOf`: the edges that the picture draws as the same wire as this one. */
export function mountInspector(
  store: Store<State>,
  bundleOf: (edge: number) => readonly number[],
  container: HTMLElement = byId("inspector"),
): void {
  let records = recordsByName(store.get().operations);
  let notation: { graph: Graph; made: Notation } | null = null;
  /** The contribution whose lines the reader opened or closed, while the subject stays. */
  let chosen: { subject: number; edge: number | null } | null = null;
  let [drawn, resting, rendered] = [0, 0, Number.NEGATIVE_INFINITY];

  function notationOf(state: State, graph: Graph): Notation {
    if (notation?.graph !== graph) notation = { graph, made: createNotation(graph, state.graphProgram, records) };
    return notation.made;
  }

  function contextOf(view: View): LedgerContext {
    const current = currentEdge(view.state);
    const entries = received(view.schedule, view.node.id, view.state.position);
    const isListed =
      current !== null &&
      (view.graph.edges[current]!.source === view.node.id || view.graph.edges[current]!.target === view.node.id);
    const usual = isListed ? current : (entries.find(({ landed }) => landed)?.edge.id ?? null);
    return {
      graph: view.graph,
      notation: view.notation,
      current: isListed ? current : null,
      isSlopeKnown: slopeKnownAt(view.schedule, view.state.position),
      hues: view.state.selected === view.node.id ? waysOf(view.graph, view.node.id).hues : new Map(),
      open: chosen?.subject === view.node.id ? chosen.edge : usual,
      choose(edge) {
        chosen = { subject: view.node.id, edge };
        render();
      },
      select: (edge) => store.dispatch(choose({ edge })),
      hover: (hovered) => store.dispatch(hover(hovered)),
    };
  }

  /** Once a frame is enough, and after it: the graph under the finger comes first. */
  function renderNext(): void {
    drawn ||= requestAnimationFrame(() => void setTimeout(render));
  }

  /** A slider brings new numbers sixty times a second; nobody reads formulas at that rate, and setting them would hold the graph up. */
  function renderAtEase(between: number): void {
    const rest = rendered + between - performance.now();
    if (rest <= 0) renderNext();
    else resting ||= window.setTimeout(renderNext, rest);
  }

  function render(): void {
    drawn = 0;
    window.clearTimeout(resting);
    resting = 0;
    rendered = performance.now();
    const heading = store.get();
    // What moves is explained as far as it has come.
    const state = asShown(heading);
    // A panel that is out of sight costs nothing while a slider moves.
    if (!isExplanationOpen(state) && (state.projector || !COMPACT.matches)) return;
    const subject = subjectOf(heading);
    if (!state.graph || subject === null) {
      container.replaceChildren(element("p", { class: "inspector-empty" }, say("explained-here")));
      return;
    }
    const edge = selectedEdgeOf(state);
    const { activeElement } = container.getRootNode() as Document | ShadowRoot;
    const focused = container.contains(activeElement) ? focusKey(activeElement!) : null;
    container.replaceChildren(...(edge ? explainEdge(state, state.graph, edge) : explainNode(state, state.graph, subject)));
    if (focused !== null) restoreFocus(focused);
  }

  function explainNode(state: State, graph: Graph, subject: number): HTMLElement[] {
    const node = graph.nodes[subject]!;
    const view: View = {
      state,
      graph,
      schedule: scheduleOf(graph),
      node,
      record: records.get(node.op ?? ""),
      notation: notationOf(state, graph),
    };
    const context = contextOf(view);
    // The whole name, where formulas have what fits into them.
    const title = view.notation.whole(node.id);
    const sections = [
      valueSection(view),
      slopesSection(view, context),
      passSection(view.schedule, state.graphProgram, node.id, state.position),
      gradientSection(view, context),
      sentSection(view, context),
      whySection(view),
    ];
    const heading = element("h2", { "aria-label": title.plain }, math(title));
    return [header(heading, describe(view), state.selected === node.id), ...sections.filter((section) => section !== null)];
  }

  function explainEdge(state: State, graph: Graph, edge: GraphEdge): HTMLElement[] {
    const record = records.get(graph.nodes[edge.target]!.op ?? "");
    const view: EdgeView = {
      state,
      graph,
      schedule: scheduleOf(graph),
      edge,
      record,
      notation: notationOf(state, graph),
      bundle: bundleOf(edge.id),
    };
    const sections = edgeSections(view, {
      select: (selection) => store.dispatch(choose(selection)),
      jump: () => store.dispatch(seekToEdge(edge.id)),
      hover: (hovered) => store.dispatch(hover(hovered)),
    });
    const why = whySection(view);
    return [header(edgeHeading(view), describeEdge(view), true), ...sections, ...(why ? [why] : [])];
  }

  function header(heading: HTMLElement, role: string, isChosen: boolean): HTMLElement {
    const release = element(
      "button",
      { type: "button", class: "following is-off", title: say("follow-timeline") },
      say("follow-steps"),
    );
    release.addEventListener("click", () => store.dispatch(choose(null)));
    const close = element(
      "button",
      { type: "button", class: "icon-button inspector-close", "aria-label": say("close-explanation") },
      icon("close"),
    );
    close.addEventListener("click", () => store.dispatch(CLOSE_INSPECTOR));
    return element(
      "header",
      { class: "inspector-heading" },
      element("div", {}, heading, element("p", { class: "inspector-role" }, role)),
      element(
        "div",
        { class: "inspector-controls" },
        isChosen ? release : element("p", { class: "following" }, say("current-step")),
        close,
      ),
    );
  }

  /** The number of a button in the panel, by which the same one is found again after drawing again. */
  function focusKey(active: Element): number {
    return Array.from(container.querySelectorAll("button")).indexOf(active as HTMLButtonElement);
  }

  function restoreFocus(key: number): void {
    container.querySelectorAll("button")[key]?.focus({ preventScroll: true });
  }

  render();
  store.subscribe((state, previous) => {
    if (state.operations !== previous.operations) {
      records = recordsByName(state.operations);
      notation = null;
    }
    const hasLanded = state.shown !== previous.shown && shownAt(state) !== shownAt(previous);
    if (hasLanded && (!state.playing || performance.now() - rendered > BETWEEN_STEPS / 2)) render();
    else if (state.playing && state.position !== previous.position) renderAtEase(BETWEEN_STEPS);
    else if (CHOICES.some((key) => state[key] !== previous[key])) renderNext();
    else if (state.graph !== previous.graph) renderAtEase(BETWEEN_NEW_NUMBERS);
  });
}
