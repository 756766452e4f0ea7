/** What of the page's state a class shares, and how it is written in a room: one table, read in both directions. Pure. */
import type { State } from "../core/state.ts";
import { lengthOf } from "../graph/withholding.ts";
import type { View } from "./messages.ts";

/** Where the page is wide enough for any picture, how things are laid out follows the teacher, too; a phone keeps what it can show. */
export const WIDE = 720;

interface Field<Name extends keyof View, Own extends keyof State> {
  readonly name: Name;
  readonly own: Own;
  /** A matter of the screen rather than of what is told. */
  readonly layout?: boolean;
}

const FIELDS = [
  { name: "selected", own: "selected" },
  { name: "overlay", own: "overlay" },
  { name: "separate_operations", own: "separateOperations" },
  { name: "step_size", own: "stepSize" },
  { name: "folds", own: "folds" },
  { name: "pitfall", own: "pitfall" },
  { name: "panel", own: "panel" },
  { name: "main_view", own: "mainView", layout: true },
  { name: "direction", own: "direction", layout: true },
] as const satisfies readonly Field<keyof View, keyof State>[];

/** A change of these is an act of whoever sits at the page, unless a new graph brought it about. */
export function actedFields(wide: boolean): (keyof State)[] {
  return ["position", "playing", "directions", ...FIELDS.filter((field) => wide || !("layout" in field)).map(({ own }) => own)];
}

/**
 * The moment that the page shows; null until the page has computed it, since nobody is shown a program with half a word.
 * What students' screens hide is not a part of it: that is the teacher's choice for other screens.
 */
export function viewOf(state: State): Omit<View, "hiding"> | null {
  if (state.graph === null || state.program !== state.graphProgram) return null;
  const isAtEnd = state.position >= lengthOf(state.graph);
  const rest = Object.fromEntries(FIELDS.map(({ name, own }) => [name, state[own]])) as Pick<View, (typeof FIELDS)[number]["name"]>;
  // While the page asks its class, its own last step is the one before the answer.
  const position = isAtEnd && state.graph.withheldFrom === undefined ? null : state.position;
  return { program: state.program, inputs: state.inputs, directions: state.directions, position, ...rest };
}

/** Equal as JSON: views are plain data. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What of `wanted` differs from what was told before. */
export function difference(told: Partial<View>, wanted: Partial<View>): Partial<View> {
  const names = (Object.keys(wanted) as (keyof View)[]).filter((name) => !isSame(told[name], wanted[name]));
  return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}

/** What of the state has to change for the program to be the view's; null where nothing has to. */
export function programChange(state: State, view: View): Partial<State> | null {
  const change: Partial<State> = {
    ...(state.program === view.program ? {} : { program: view.program }),
    ...(isSame(state.inputs, view.inputs) ? {} : { inputs: view.inputs }),
    ...(isSame(state.directions, view.directions) ? {} : { directions: view.directions }),
  };
  return Object.keys(change).length > 0 ? { ...change, playing: false } : null;
}

/** What of the state has to change for the moment to be the view's, once its graph is there; null where nothing has to. */
export function momentChange(state: State, view: View, wide: boolean): Partial<State> | null {
  const position = state.graph && Math.min(view.position ?? Infinity, lengthOf(state.graph));
  const selected = view.selected !== null && view.selected < (state.graph?.nodes.length ?? 0) ? view.selected : null;
  const wanted: Partial<State> = {
    ...Object.fromEntries(FIELDS.filter((field) => wide || !("layout" in field)).map(({ name, own }) => [own, view[name]])),
    selected,
    hiding: view.hiding,
    ...(position === null ? {} : { position }),
  };
  const names = (Object.keys(wanted) as (keyof State)[]).filter((name) => !isSame(state[name], wanted[name]));
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, wanted[name]])) : null;
}
