/** The explanation of one edge: the contribution that travels it by the chain rule, its two ends, its step, and what shares its wire. */

import type { Graph, GraphEdge, OperationRecord } from "../../../core/types.ts";
import { recordsByName } from "../../../explain/captions.ts";
import { cellStory } from "../../../explain/cell_story.ts";
import { entriesOf, reasonOfEdge } from "../../../explain/contributions.ts";
import { narrateEdge, placeAmongTwins } from "../../../explain/narration.ts";
import type { Formula, Notation } from "../../../explain/notation.ts";
import { nodeTitle, shortTitle, twinSlots } from "../../../graph/places.ts";
import { grouped, say } from "../../../messages/messages.ts";
import { roundOffOf } from "../../../scene/rounding.ts";
import { indexOf } from "../../../scene/tensor_grid.ts";
import type { Selection } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { isScalar } from "../../../text/format.ts";
import { hasLanded, positionOfEdge, type Schedule } from "../../../timeline/schedule.ts";
import { element } from "../../shared/dom.ts";
import { heatmap } from "../../shared/heatmap.ts";
import { math } from "../../shared/math.ts";
import { typesetProse } from "../../shared/typeset_text.ts";
import { histogram } from "./large_array.ts";
import { fourLines, type LedgerContext, sharedLedger, slopeKnownAt } from "./ledger.ts";
import { edgePassSection } from "./pass_ledger.ts";

/** All that a rendering draws from. */
export interface EdgeView {
  readonly state: State;
  readonly graph: Graph;
  readonly schedule: Schedule;
  readonly edge: GraphEdge;
  /** Of the operation at its target. */
  readonly record: OperationRecord | undefined;
  readonly notation: Notation;
  /** Edges that the picture draws as the same wire, this one among them. */
  readonly bundle: readonly number[];
}

export interface EdgePorts {
  select(selection: Selection): void;
  /** To the moment when the edge is travelled. */
  jump(): void;
  hover(node: number | null): void;
}

/** What an edge does with the gradient that arrives, by the server's word for it. */
const HOW: Readonly<Record<NonNullable<GraphEdge["how"]>, string>> = {
  scale: say("how-scale"),
  copy: say("how-copy"),
  "sum-over-axes": say("how-sum"),
  route: say("how-route"),
  adjoint: say("how-adjoint"),
};

function titleOf({ notation, edge }: EdgeView): Formula {
  const [source, target] = [notation.node(edge.source), notation.node(edge.target)];
  return { latex: `${source.latex} \\to ${target.latex}`, plain: `${source.plain} → ${target.plain}` };
}

/** `edge into multiply · input 1 of 2 · times the local derivative`. */
export function describeEdge({ graph, edge, record }: EdgeView): string {
  const { inputs, op } = graph.nodes[edge.target]!;
  const place = inputs.length > 1 && say("input-slot", { slot: edge.slot + 1, count: inputs.length });
  return [say("edge-into", { name: record?.name ?? op ?? "" }), place, edge.how && HOW[edge.how]].filter(Boolean).join(" · ");
}

export function edgeSections(view: EdgeView, ports: EdgePorts): HTMLElement[] {
  const { schedule, edge, state } = view;
  const sections = [
    contributionSection(view, ports),
    edgePassSection(schedule, edge.id, state.position),
    endsSection(view, ports),
    ...sharedSections(view, ports),
  ];
  return sections.filter((section) => section !== null);
}

const section = (title: string, ...content: (Node | false | null)[]): HTMLElement =>
  element("section", { class: "inspector-section" }, element("h3", {}, title), ...content);

const remark = (text: string): HTMLElement => element("p", { class: "remark" }, ...typesetProse(text));

function contextOf({ state, schedule, graph, notation, edge }: EdgeView, { select, hover }: EdgePorts): LedgerContext {
  return {
    graph,
    notation,
    open: null,
    current: edge.id,
    hues: new Map(),
    isSlopeKnown: slopeKnownAt(schedule, state.position),
    choose: (other) => select({ edge: other ?? edge.id }),
    select: null,
    hover,
  };
}

function contributionSection(view: EdgeView, ports: EdgePorts): HTMLElement {
  const { state, graph, schedule, edge } = view;
  const call = (node: number): string => nodeTitle(graph, state.graphProgram, node);
  if (edge.contribution === null) {
    const drawn = edge.summary ? histogram(edge.summary, say("contribution")) : null;
    return section(say("contribution"), remark(reasonOfEdge(graph, edge, call)!), drawn);
  }
  const landed = hasLanded(schedule, edge.id, state.position);
  const lines = fourLines(contextOf(view, ports), edge, landed);
  if (!landed) return section(say("contribution"), lines, remark(announcement(schedule, edge)));
  const context = { schedule, records: recordsByName(state.operations), program: state.graphProgram };
  const reason = reasonOfEdge(graph, edge, call);
  const sentence = element("p", { class: "edge-sentence" }, ...typesetProse(narrateEdge(context, edge, state.position)));
  return section(say("contribution"), sentence, lines, reason !== null && remark(reason), cells(view));
}

/** Where its number is to appear. */
function announcement({ length, landsAt }: Schedule, edge: GraphEdge): string {
  const lands = landsAt[edge.id]!;
  if (lands === 0 || lands > length) return say("number-covered");
  return say("number-appears", { lands: grouped(lands) });
}

/** The numbers of a tensor one by one, each with the products it is the sum of. */
function cells({ graph, edge }: EdgeView): HTMLElement | null {
  const { contribution } = edge;
  if (contribution === null || isScalar(contribution)) return null;
  return heatmap(contribution, say("contribution"), {
    remarkOn: (place) => cellStory(graph, edge, indexOf(contribution, place)),
    roundOff: roundOffOf(graph)[edge.source]!,
  });
}

const LABEL_WIDTH = 28;

function endsSection({ state, graph, schedule, edge }: EdgeView, { select, jump, hover }: EdgePorts): HTMLElement {
  const end = (preposition: string, node: number): HTMLElement => {
    const name = shortTitle(graph, state.graphProgram, node, LABEL_WIDTH);
    const button = element(
      "button",
      { type: "button", class: "text-button edge-end" },
      `${preposition} `,
      element("code", {}, name),
    );
    button.addEventListener("click", () => select({ node }));
    button.addEventListener("pointerenter", () => hover(node));
    button.addEventListener("pointerleave", () => hover(null));
    return button;
  };
  const position = Math.min(positionOfEdge(schedule, edge.id, state.position), schedule.length);
  const isThere = position === state.position;
  const step = say("step-of", { position: grouped(position), count: grouped(schedule.length) });
  const go = element(
    "button",
    { type: "button", class: "text-button", "aria-disabled": String(isThere) },
    isThere ? say("travelled-now", { step }) : say("go-to-its", { step }),
  );
  go.addEventListener("click", () => !isThere && jump());
  return section(
    say("ends-and-step"),
    element(
      "div",
      { class: "edge-links" },
      end(say("ledger-from"), edge.source),
      end(say("ledger-to"), edge.target),
      position > 0 && go,
    ),
  );
}

/** What the picture draws as the same wire, and what leads between the same two nodes. */
function sharedSections(view: EdgeView, ports: EdgePorts): HTMLElement[] {
  const { state, graph, schedule, edge, bundle } = view;
  const context = contextOf(view, ports);
  const call = (node: number): string => shortTitle(graph, state.graphProgram, node, LABEL_WIDTH);
  const list = (edges: readonly GraphEdge[], nameOf: (edge: GraphEdge) => string): HTMLElement =>
    sharedLedger(context, entriesOf(schedule, edges, state.position), nameOf);
  const made: HTMLElement[] = [];
  if (bundle.length > 1) {
    const edges = bundle.map((id) => graph.edges[id]!);
    made.push(
      section(
        say("stands-for-edges", { count: grouped(bundle.length) }),
        list(edges, ({ source }) => `${call(source)} →`),
        silent(edges),
      ),
    );
  }
  if (bundle.length <= 1 && twinSlots(graph, edge).length > 1) {
    const twins = graph.edges.filter(({ source, target }) => source === edge.source && target === edge.target);
    made.push(
      section(
        say("edges-between", { count: twins.length }),
        list(twins, (twin) => say("twin-in", { place: placeAmongTwins(graph, twin)! })),
      ),
    );
  }
  return made;
}

function silent(edges: readonly GraphEdge[]): HTMLElement | false {
  const count = edges.filter(({ contribution }) => contribution === null).length;
  return count > 0 && remark(say("no-gradient-of-them", { choice: count === edges.length ? "any" : grouped(count) }));
}

/** The formula of the title, set. */
export function edgeHeading(view: EdgeView): HTMLElement {
  const title = titleOf(view);
  return element(
    "h2",
    { "aria-label": say("edge-from", { replace: title.plain.replace(" → ", ` ${say("edge-to")} `) }) },
    math(title),
  );
}
