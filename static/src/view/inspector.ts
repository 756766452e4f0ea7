/** The explanation of one node, the selected one or that of the current step: its value, where its gradient comes from, where it goes, and why. */
import { isExplanationOpen } from "../core/explanation.ts";
import { nodeLabel } from "../core/places.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import type { Graph, GraphNode, OperationRecord, Value } from "../core/types.ts";
import { reasonOf, received, sent, type Entry } from "../graph/account.ts";
import { elementAt } from "../graph/arrays.ts";
import { recordsByName } from "../graph/captions.ts";
import { cellStory } from "../graph/cell_story.ts";
import { formatFullValue, formatNumber, formatShape, isScalar, NOT_COMPUTED } from "../graph/format.ts";
import { indexOf } from "../graph/heat.ts";
import { createNotation, valueFormula, type Formula, type Notation } from "../graph/notation.ts";
import { scheduleOf } from "../graph/playback.ts";
import { gradientAt, isValueKnown, type Schedule } from "../graph/schedule.ts";
import { lengthOf } from "../graph/withholding.ts";
import { byId, element, icon, prose } from "./dom.ts";
import { receivedLedger, sentLedger, signed, type LedgerContext } from "./ledger.ts";
import { heatmap } from "./heatmap.ts";
import { math } from "./math.ts";
import { passSection } from "./pass_ledger.ts";
import { copyText } from "./notice.ts";

/** The node that is explained: the chosen one, else the one whose number the last step changed. */
export function subjectOf({ graph, selected, position }: State): number | null {
  if (!graph) return null;
  if (selected !== null && graph.nodes[selected]) return selected;
  const step = graph.steps[Math.min(position, lengthOf(graph)) - 1];
  if (!step) return graph.output;
  return step.edge === undefined ? step.node! : graph.edges[step.edge]!.source;
}

function currentEdge({ graph, position }: State): number | null {
  return graph?.steps[Math.min(position, lengthOf(graph)) - 1]?.edge ?? null;
}

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
      "aria-label": `Copy the ${what} in full`,
      title: `Copy in full: ${formatFullValue(value)}`,
    },
    icon("copy"),
  );
  button.addEventListener(
    "click",
    () => void copyText(typeof value === "object" ? JSON.stringify(value) : String(value), `Copied ${formatFullValue(value)}`),
  );
  return button;
}

function describe({ graph, node, record }: View): string {
  const uses = graph.edges.filter(({ source }) => source === node.id).length;
  return [
    node.role,
    record && record.name,
    uses > 1 && `used ${uses} times`,
    node.shape.length > 0 && `shape ${formatShape(node.shape)}`,
    node.assumed && "not given, so it counts as 1",
  ]
    .filter(Boolean)
    .join(" · ");
}

function equation(left: Formula, right: Formula): Formula {
  return { latex: `${left.latex} = ${right.latex}`, plain: `${left.plain} = ${right.plain}` };
}

function valueSection({ state, schedule, node, notation }: View): HTMLElement {
  const known = isValueKnown(schedule, node.id, state.position);
  const letters = notation.expression(node.id);
  const numbers = notation.substituted(node.id);
  const lines: (Node | false)[] = [];
  if (letters) lines.push(math(node.name === null ? letters : equation(notation.node(node.id), letters)));
  if (numbers && known) lines.push(element("span", {}, "= ", math(numbers)));
  const shown = known ? valueFormula(node.data) : { latex: "\\text{—}", plain: NOT_COMPUTED };
  const result = element(
    "span",
    { class: "result" },
    letters ? "= " : "",
    math(letters ? shown : equation(notation.node(node.id), shown)),
    known && copyButton(node.data, "value"),
  );
  const body = lines.map((line) => element("p", { class: "formula" }, line));
  return element(
    "section",
    { class: "inspector-section" },
    element("h3", {}, "Value"),
    ...body,
    element("p", { class: "formula" }, result),
    known && !isScalar(node.data) && heatmap(node.data, "Value"),
  );
}

/** What one number of a tensor's gradient is made of: `1 × 0.5 = 0.5 from h*h, −1 from loss`. */
function sharesOf(graph: Graph, node: GraphNode, entries: readonly Entry[], call: (node: number) => string): (place: number) => string {
  const landed = entries.filter((entry) => entry.landed && entry.edge.contribution !== null);
  return (place) => {
    const index = indexOf(node.data, place);
    const share = ({ edge }: Entry): string => `${cellStory(graph, edge, index) ?? formatNumber(elementAt(edge.contribution!, index))} from \`${call(edge.target)}\``;
    return landed.map(share).join(", ");
  };
}

function gradientSection(view: View, context: LedgerContext): HTMLElement {
  const { state, graph, schedule, node, notation } = view;
  const moment = gradientAt(schedule, node, state.position);
  const entries = received(schedule, node.id, state.position);
  const call = (id: number): string => nodeLabel(graph, state.graphProgram, id);
  const complete = moment.state === "final" || moment.state === "never";
  const reason = complete ? reasonOf(graph, node.id, call) : null;
  const isConstant = moment.state === "never" && node.grad === null;
  const headline = element(
    "p",
    { class: "formula result" },
    math(notation.derivative(graph.output, node.id)),
    " = ",
    moment.value === null || isScalar(moment.value) ? signed(moment.value) : math(valueFormula(moment.value)),
    moment.value !== null && copyButton(moment.value, "gradient"),
    // A sum that is not finished must not pass for the derivative.
    moment.state === "partial" && element("span", { class: "remark" }, " so far"),
  );
  const landed = entries.filter((entry) => entry.landed).length;
  const progress =
    moment.state === "partial" || moment.state === "none"
      ? `${landed} of ${schedule.arrivals[node.id]!.length} contributions have arrived.`
      : null;
  return element(
    "section",
    { class: "inspector-section" },
    element("h3", {}, "Gradient"),
    !isConstant && headline,
    moment.value !== null && !isScalar(moment.value) && heatmap(moment.value, "Gradient", entries.length > 0 ? sharesOf(graph, node, entries, call) : undefined),
    entries.length > 0 && receivedLedger(context, entries, moment.value),
    entries.length > 0 && progress && element("p", { class: "remark" }, progress),
    reason && element("p", { class: "remark" }, ...prose(reason)),
  );
}

function sentSection({ state, schedule, node }: View, context: LedgerContext): HTMLElement | null {
  const entries = sent(schedule, node.id, state.position);
  if (entries.length === 0) return null;
  return element("section", { class: "inspector-section" }, element("h3", {}, "Passes on"), sentLedger(context, entries));
}

function whySection({ record }: View): HTMLElement | null {
  if (!record) return null;
  const remarks = [record.why, record.convention, record.domain].filter((text) => text !== null);
  return element(
    "section",
    { class: "inspector-section" },
    element("h3", {}, `Why ${record.name}`),
    ...remarks.map((text) => element("p", { class: "why" }, ...prose(text))),
  );
}

export function mountInspector(store: Store<State>, container: HTMLElement = byId("inspector")): void {
  const records = recordsByName(store.get().operations);
  let notation: { graph: Graph; made: Notation } | null = null;
  /** The contribution whose lines the reader opened or closed, while the subject stays. */
  let chosen: { subject: number; edge: number | null } | null = null;
  let drawn = 0;
  /** Where the page is one column the panel is always in sight (layout.css). */
  const isStacked = matchMedia("(max-width: 720px)");

  function notationOf(state: State, graph: Graph): Notation {
    if (notation?.graph !== graph) notation = { graph, made: createNotation(graph, state.graphProgram, records) };
    return notation.made;
  }

  function contextOf(view: View): LedgerContext {
    const current = currentEdge(view.state);
    const entries = received(view.schedule, view.node.id, view.state.position);
    const isListed =
      current !== null && (view.graph.edges[current]!.source === view.node.id || view.graph.edges[current]!.target === view.node.id);
    const usual = isListed ? current : (entries.find(({ landed }) => landed)?.edge.id ?? null);
    return {
      graph: view.graph,
      notation: view.notation,
      current: isListed ? current : null,
      open: chosen?.subject === view.node.id ? chosen.edge : usual,
      choose(edge) {
        chosen = { subject: view.node.id, edge };
        render();
      },
      hover: (hovered) => store.set({ hovered }),
    };
  }

  function render(): void {
    drawn = 0;
    const state = store.get();
    // A panel that is out of sight costs nothing while a slider moves.
    if (!isExplanationOpen(state) && (state.projector || !isStacked.matches)) return;
    const subject = subjectOf(state);
    if (!state.graph || subject === null) {
      container.replaceChildren(
        element("p", { class: "inspector-empty" }, "Here every number will be explained, as soon as there is a graph."),
      );
      return;
    }
    const { graph } = state;
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
    const focused = container.contains(document.activeElement) ? focusKey(document.activeElement!) : null;
    container.replaceChildren(
      header(view),
      valueSection(view),
      ...[passSection(view.schedule, state.graphProgram, node.id, state.position)].filter((section) => section !== null),
      gradientSection(view, context),
      ...[sentSection(view, context), whySection(view)].filter((section) => section !== null),
    );
    if (focused !== null) restoreFocus(focused);
  }

  function header(view: View): HTMLElement {
    const { state, node, notation: made } = view;
    const isChosen = state.selected === node.id;
    const release = element("button", { type: "button", class: "following is-off", title: "Follow the timeline again" }, "follow steps");
    release.addEventListener("click", () => store.set({ selected: null }));
    const close = element(
      "button",
      { type: "button", class: "icon-button inspector-close", "aria-label": "Close the explanation" },
      icon("close"),
    );
    close.addEventListener("click", () => store.set({ inspectorOpen: false }));
    return element(
      "header",
      { class: "inspector-heading" },
      element(
        "div",
        {},
        element("h2", { "aria-label": made.node(node.id).plain }, math(made.node(node.id))),
        element("p", { class: "inspector-role" }, describe(view)),
      ),
      element("div", { class: "inspector-controls" }, isChosen ? release : element("p", { class: "following" }, "current step"), close),
    );
  }

  /** The number of a button in the panel, by which the same one is found again after drawing anew. */
  function focusKey(active: Element): number {
    return Array.from(container.querySelectorAll("button")).indexOf(active as HTMLButtonElement);
  }

  function restoreFocus(key: number): void {
    container.querySelectorAll("button")[key]?.focus({ preventScroll: true });
  }

  render();
  store.subscribe((state, previous) => {
    const watched = ["graph", "position", "selected", "projector", "besideProjector", "inspectorOpen"] as const;
    // Once a frame is enough, however many answers a slider brings, and after it: the graph under the finger comes first.
    if (watched.some((key) => state[key] !== previous[key])) drawn ||= requestAnimationFrame(() => void setTimeout(render));
  });
}
