/**
 * The explanation of one node, the selected one or that of the current step: its value, where its gradient comes from, where it goes, and why.
 * That of a selected edge is edge_explanation.ts.
 */

import type { Store } from "../../../core/store.ts";
import type { Graph, GraphEdge } from "../../../core/types.ts";
import { recordsByName } from "../../../explain/captions.ts";
import { sent } from "../../../explain/contributions.ts";
import { createNotation, type Notation } from "../../../explain/notation.ts";
import { waysOf } from "../../../explain/ways.ts";
import { lengthOf } from "../../../graph/redaction.ts";
import { say } from "../../../messages/messages.ts";
import { isExplanationOpen } from "../../../state/explanation.ts";
import { colouredOf, selectedEdgeOf, subjectOf } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { CLOSE_INSPECTOR, choose, hover, moveInput, seekToEdge } from "../../../state/state_actions.ts";
import { asShown, scheduleOf, shownAt } from "../../../timeline/playback.ts";
import { phaseAt } from "../../../timeline/schedule.ts";
import { COMPACT } from "../../shared/controls/compact.ts";
import { byId, element, prose } from "../../shared/dom.ts";
import { math } from "../../shared/math.ts";
import type { CurvePlace } from "./curve_section.ts";
import { describeEdge, type EdgeView, edgeHeading, edgeSections } from "./edge_explanation.ts";
import { gradientSection } from "./gradient_section.ts";
import { type LedgerContext, sentLedger, slopeKnownAt } from "./ledger.ts";
import { nudgeSection, type Trial } from "./nudge.ts";
import { createPace } from "./pace.ts";
import { foldedDetails, panelHeading } from "./panel_frame.ts";
import { passSection } from "./pass_ledger.ts";
import { slopesSection } from "./slopes.ts";
import { describe, valueSection } from "./value_section.ts";
import type { View } from "./view.ts";

function currentEdge({ graph, position }: State): number | null {
  return graph?.steps[Math.min(position, lengthOf(graph)) - 1]?.edge ?? null;
}

/** What is explained changes by these; a new graph alone brings new numbers of the same. */
const CHOICES = ["position", "selected", "selectedEdge", "folds", "projector", "besideProjector", "inspectorOpen"] as const;
const BETWEEN_NEW_NUMBERS = 100;
/** A large graph plays several steps in the time in which one could begin to read a formula. */
const BETWEEN_STEPS = 400;

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
  curveOf: CurvePlace = () => null,
): void {
  let records = recordsByName(store.get().operations);
  let notation: { graph: Graph; made: Notation } | null = null;
  /** The contribution whose lines the reader opened or closed, while the subject stays. */
  let chosen: { subject: number; edge: number | null } | null = null;
  /** The nudge that the reader tried last. */
  let trial: Trial | null = null;
  let areDetailsOpen = false;
  const pace = createPace(render);

  const headingPorts = { follow: () => store.dispatch(choose(null)), close: () => store.dispatch(CLOSE_INSPECTOR) };

  function notationOf(state: State, graph: Graph): Notation {
    if (notation?.graph !== graph) notation = { graph, made: createNotation(graph, state.graphProgram, records) };
    return notation.made;
  }

  function contextOf(view: View): LedgerContext {
    const current = currentEdge(view.state);
    const isListed =
      current !== null &&
      (view.graph.edges[current]!.source === view.node.id || view.graph.edges[current]!.target === view.node.id);
    return {
      graph: view.graph,
      notation: view.notation,
      current: isListed ? current : null,
      isSlopeKnown: slopeKnownAt(view.schedule, view.state.position),
      hues: colouredOf(view.state) === view.node.id ? waysOf(view.graph, view.node.id).hues : new Map(),
      open: chosen?.subject === view.node.id ? chosen.edge : null,
      choose(edge) {
        chosen = { subject: view.node.id, edge };
        render();
      },
      select: (edge) => store.dispatch(choose({ edge })),
      hover: (hovered) => store.dispatch(hover(hovered)),
    };
  }

  function render(): void {
    pace.drew();
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
    // A number stands on its card; an array does not, and while values flow the value is what is asked about.
    const isValueFirst = node.shape.length > 0 || phaseAt(view.schedule, state.position) === "forward";
    const [nudge, gradient] = [nudgeSection(view, { trial, attempt }), gradientSection(view, context)];
    const sections = [
      isValueFirst ? valueSection(view) : null,
      slopesSection(view, context),
      passSection(view.schedule, state.graphProgram, node.id, state.position),
      // On a sheet the sum comes first: there is room for little more.
      ...(COMPACT.matches && !state.projector ? [gradient, nudge] : [nudge, gradient]),
      curveOf(view),
      foldedDetails(
        [isValueFirst ? null : valueSection(view), sentSection(view, context), whySection(view)],
        areDetailsOpen,
        (isOpen) => (areDetailsOpen = isOpen),
      ),
    ];
    const heading = element("h2", { "aria-label": title.plain }, math(title));
    const isChosen = state.selected === node.id;
    return [panelHeading(heading, describe(view), isChosen, headingPorts), ...sections.filter((section) => section !== null)];
  }

  function attempt(made: Trial): void {
    trial = made;
    store.dispatch(moveInput(made.input, made.to, false));
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
    return [panelHeading(edgeHeading(view), describeEdge(view), true, headingPorts), ...sections, ...(why ? [why] : [])];
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
    if (hasLanded && (!state.playing || pace.sinceDrawn() > BETWEEN_STEPS / 2)) render();
    else if (state.playing && state.position !== previous.position) pace.drawAtEase(BETWEEN_STEPS);
    else if (CHOICES.some((key) => state[key] !== previous[key])) pace.drawNext();
    else if (state.graph !== previous.graph) pace.drawAtEase(BETWEEN_NEW_NUMBERS);
  });
}
