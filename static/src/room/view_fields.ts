/** What of the page's state a class shares, and how it is written in a room: one table, read in both directions. Pure. */

import type { Graph } from "../core/types.ts";
import { lengthOf } from "../graph/redaction.ts";
import { select } from "../state/selection.ts";
import type { State } from "../state/state.ts";
import { scheduleOf } from "../timeline/playback.ts";
import { isAmongSlopes, snapped } from "../timeline/slopes.ts";
import type { View } from "./messages.ts";

/** Where the page is wide enough for any picture, how things are laid out follows the teacher, too; a phone keeps what it can show. */
export const WIDE = 720;

interface Field<Name extends keyof View, Own extends keyof State> {
  readonly name: Name;
  readonly own: Own;
  /** A matter of the screen rather than of the content. */
  readonly layout?: boolean;
}

const FIELDS = [
  { name: "selected", own: "selected" },
  { name: "selected_edge", own: "selectedEdge" },
  { name: "overlay", own: "overlay" },
  { name: "separate_operations", own: "separateOperations" },
  { name: "step_size", own: "stepSize" },
  { name: "folds", own: "folds" },
  { name: "pitfall", own: "pitfall" },
  { name: "panel", own: "panel" },
  { name: "main_view", own: "mainView", layout: true },
  { name: "direction", own: "direction", layout: true },
  { name: "moves", own: "moves", layout: true },
] as const satisfies readonly Field<keyof View, keyof State>[];

/** A change of these is an act of the page's user, unless a new graph brought it about. */
export function actedFields(wide: boolean): (keyof State)[] {
  return ["position", "playing", "directions", ...FIELDS.filter((field) => wide || !("layout" in field)).map(({ own }) => own)];
}

/** What of a view concerns other screens than the teacher's own page. */
type TeachersChoice = "hiding" | "examining" | "examined";

/**
 * The moment that the page shows; null until the page has computed it, since nobody is shown a program with half a word.
 * What students' screens hide is not a part of it: that is the teacher's choice for other screens.
 */
export function viewOf(state: State): Omit<View, TeachersChoice> | null {
  if (state.graph === null || state.program !== state.graphProgram) return null;
  const isAtEnd = state.position >= lengthOf(state.graph);
  const rest = Object.fromEntries(FIELDS.map(({ name, own }) => [name, state[own]])) as Pick<
    View,
    (typeof FIELDS)[number]["name"]
  >;
  // While the page asks its class, its own last step is the one before the answer.
  const position = isAtEnd && state.graph.redactedFrom === undefined ? null : Math.floor(state.position);
  // Slopes are shown between two steps. Pages that know whole steps alone stay at the one before.
  const moment = position === null || position === state.position ? null : state.position;
  const { program, inputs, directions, gradientAttribute } = state;
  return { program, inputs, directions, gradient_attribute: gradientAttribute, position, moment, ...rest };
}

/**
 * A program with an engine of its own that was answered by errors, such as one that never ends: its examination is of use all the same.
 * null for any other, and for text that is not Python yet.
 */
export function stoppedEngineOf(state: State, before: State): Pick<View, "program" | "inputs"> | null {
  const { program, inputs, problems, graph } = state;
  // Problems that came with no other text are those of this one.
  const isAnswered = problems !== before.problems && program === before.program && program !== state.graphProgram;
  const errors = problems.filter(({ severity }) => severity === "error");
  if (!isAnswered || !graph?.own_engine || errors.length === 0 || errors.some(({ code }) => code === "syntax")) return null;
  return { program, inputs };
}

/** Equal as JSON: views are plain data. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What of `wanted` differs from what was sent before. */
export function difference(sent: Partial<View>, wanted: Partial<View>): Partial<View> {
  const names = (Object.keys(wanted) as (keyof View)[]).filter((name) => !isSame(sent[name], wanted[name]));
  return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}

/** What of the state has to change for the program to be the view's; null where nothing has to. */
export function programChange(state: State, view: View): Partial<State> | null {
  const change: Partial<State> = {
    ...(state.program === view.program ? {} : { program: view.program }),
    ...(isSame(state.inputs, view.inputs) ? {} : { inputs: view.inputs }),
    ...(isSame(state.directions, view.directions) ? {} : { directions: view.directions }),
    ...(state.gradientAttribute === view.gradient_attribute ? {} : { gradientAttribute: view.gradient_attribute }),
  };
  return Object.keys(change).length > 0 ? { ...change, playing: false } : null;
}

/** Where a view's timeline stands in this graph: at a whole step where the graph has no slopes, as while the class is asked. */
function positionIn(graph: Graph, { position, moment }: View): number {
  if (position === null) return lengthOf(graph);
  const { slopes } = scheduleOf(graph);
  // Older pages send no moment at all.
  const isBetween = typeof moment === "number" && Math.floor(moment) === position && isAmongSlopes(slopes, moment);
  return Math.min(isBetween ? snapped(slopes, moment) : position, lengthOf(graph));
}

/** What of the state has to change for the moment to be the view's, once its graph is there; null where nothing has to. */
export function momentChange(state: State, view: View, wide: boolean): Partial<State> | null {
  const position = state.graph && positionIn(state.graph, view);
  const { nodes = [], edges = [] } = state.graph ?? {};
  const has = (list: readonly unknown[], index: number | null): index is number => index !== null && index < list.length;
  // A page from before edges could be selected says nothing of them: its node counts.
  const selection = has(nodes, view.selected)
    ? { node: view.selected }
    : has(edges, view.selected_edge)
      ? { edge: view.selected_edge }
      : null;
  const wanted: Partial<State> = {
    ...Object.fromEntries(FIELDS.filter((field) => wide || !("layout" in field)).map(({ name, own }) => [own, view[name]])),
    ...select(selection),
    hiding: view.hiding,
    ...(position === null ? {} : { position }),
  };
  const names = (Object.keys(wanted) as (keyof State)[]).filter((name) => !isSame(state[name], wanted[name]));
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, wanted[name]])) : null;
}
