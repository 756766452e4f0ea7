/**
 * The program's editor: a plain field at first, the full editor as soon as somebody comes near it. Links the text both ways to the
 * graph: what the pointer is on lights its node; what the page talks about is marked in the text.
 */

import type { Store } from "../../core/store.ts";
import type { Graph, GraphEdge, Span } from "../../core/types.ts";
import { nodeAt, spansOf, twinSlots } from "../../graph/places.ts";
import { lengthOf } from "../../graph/redaction.ts";
import { selectedEdgeOf } from "../../state/selection.ts";
import type { State } from "../../state/state.ts";
import { edit, hover, putCaret } from "../../state/state_actions.ts";
import { codeOf } from "../../text/notebooks.ts";
import { byId } from "../shared/dom.ts";
import type { Marks, Surface, SurfacePorts } from "./surface.ts";

export interface Editor {
  focus(): void;
  /** Puts the caret on a stretch of the text. */
  goTo(span: Span): void;
}

/** Lines from which the program wants more of the column than its messages. */
const LONG = 10;

const NO_MARKS: Marks = { hovered: [], selected: [], source: [], current: [], receiver: [] };

/** The stretches of the current step; none at rest, where the whole is what there is to see. */
function marksOfStep({ graph, position }: State): Pick<Marks, "current" | "receiver"> {
  const step = graph && position < lengthOf(graph) ? graph.steps[position - 1] : undefined;
  if (!graph || !step) return { current: [], receiver: [] };
  const edge = step.edge === undefined ? null : graph.edges[step.edge]!;
  const span = graph.nodes[edge?.target ?? step.node!]?.span ?? null;
  if (!span) return { current: [], receiver: [] };
  const receiver = edge ? spansOf(graph, edge.source).filter(([start, end]) => start >= span[0] && end <= span[1]) : [];
  return { current: [span], receiver };
}

/** Both ends of an edge: the target, and the source in the place where the target uses it, or wherever it is if that is not written there. */
function endsOf(graph: Graph, edge: GraphEdge): Pick<Marks, "selected" | "source"> {
  const [from, to] = [spansOf(graph, edge.source), spansOf(graph, edge.target)];
  const own = graph.nodes[edge.target]!.span;
  const used = own ? from.filter(([start, end]) => start >= own[0] && end <= own[1]) : [];
  const slots = twinSlots(graph, edge);
  if (used.length === slots.length) return { selected: to, source: [used[slots.indexOf(edge.slot)]!] };
  return { selected: to, source: used.length > 0 ? used : from };
}

function marksOf(state: State): Marks {
  const { graph, hovered, selected } = state;
  if (!graph) return NO_MARKS;
  const edge = selectedEdgeOf(state);
  const spans = (node: number | null): Span[] => (node === null ? [] : spansOf(graph, node));
  const ends = edge ? endsOf(graph, edge) : { selected: spans(selected), source: [] };
  return { hovered: spans(hovered), ...ends, ...marksOfStep(state) };
}

function createPlainSurface(field: HTMLTextAreaElement, ports: SurfacePorts): Surface {
  field.addEventListener("input", () => ports.changed(field.value));
  return {
    text: () => field.value,
    setText(text) {
      if (text !== field.value) field.value = text;
    },
    focus: () => field.focus(),
    select(start, end) {
      field.focus();
      field.setSelectionRange(start, end);
    },
    // Only the full editor can show these; it is on its way when there is something to show.
    showMarks() {},
    showProblems() {},
  };
}

/** Whether something in the text is to be marked, which only the full editor can. */
const isMarked = (marks: Marks): boolean => Object.values(marks).some((spans: readonly Span[]) => spans.length > 0);

/**
 * The full editor comes when its field is touched or something in the text is to be shown; otherwise in an idle moment after `moment`, and
 * with the lists of `ready`, by which it colours and completes.
 */
export function mountEditor(
  store: Store<State>,
  keys: Pick<SurfacePorts, "run" | "undo" | "redo">,
  { moment, ready }: { moment: Promise<void>; ready: () => Promise<void> },
): Editor {
  const container = byId("editor");
  const field = byId<HTMLTextAreaElement>("program");
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  const ports: SurfacePorts = {
    changed: (program) => store.dispatch(edit(codeOf(program))),
    pointedAt(offset) {
      const { graph, program, graphProgram } = store.get();
      const node = offset !== null && graph && program === graphProgram ? nodeAt(graph, offset) : null;
      store.dispatch(hover(node));
    },
    caretIn(line) {
      if (store.get().caretLine !== line) store.dispatch(putCaret(line));
    },
    ...keys,
  };
  let surface = createPlainSurface(field, ports);
  let loading: Promise<void> | null = null;
  // The field is empty until now: what it has was written before the page's code arrived.
  const writtenEarly = field.value;
  if (writtenEarly === "") surface.setText(store.get().program);

  const showLength = ({ program }: State): void => {
    const workbench = container.closest<HTMLElement>(".workbench");
    const lines = program.split("\n", LONG).length;
    workbench?.style.setProperty("--written-lines", String(lines));
    workbench?.classList.toggle("has-long-program", lines === LONG);
  };
  showLength(store.get());
  let shownMarks = "";

  /** A slider changes the graph sixty times a second, and hardly ever what is marked. */
  function showMarks(marks: Marks): void {
    const key = JSON.stringify(marks);
    if (key === shownMarks) return;
    shownMarks = key;
    surface.showMarks(marks);
    // What nobody has asked for brings no editor.
    if (isMarked(marks)) void moment.then(load);
  }

  async function upgrade(): Promise<void> {
    const [{ createCodeMirror }] = await Promise.all([import("./codemirror.ts"), ready()]);
    await composed;
    const hadFocus = document.activeElement === field;
    const [selection, scrolled] = [{ anchor: field.selectionStart, head: field.selectionEnd }, field.scrollTop];
    const full = createCodeMirror({
      parent: container,
      text: field.value,
      selection,
      labelledBy: "program-heading",
      nonce,
      ports,
      state: store.get,
    });
    field.remove();
    surface = full;
    container.querySelector(".cm-scroller")!.scrollTop = scrolled;
    if (hadFocus) full.focus();
    shownMarks = "";
    showMarks(marksOf(store.get()));
    full.showProblems(store.get().problems);
  }

  // A character that is being composed (accents, Chinese, Japanese …) would be lost with its field.
  let composed: Promise<unknown> = Promise.resolve();
  field.addEventListener("compositionstart", () => {
    composed = new Promise((resolve) => field.addEventListener("compositionend", resolve, { once: true }));
  });

  function load(): void {
    // Where the editor cannot be fetched the plain field goes on working, and the next touch tries again.
    loading ??= upgrade().catch(() => void (loading = null));
  }

  for (const event of ["focus", "pointerenter", "touchstart"]) field.addEventListener(event, load, { passive: true });
  const isTouchedEarly = document.activeElement === field;
  if (isTouchedEarly || store.get().problems.length > 0) load();
  showMarks(marksOf(store.get()));
  void moment.then(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 3000 });
    else setTimeout(load, 1500);
  });

  store.subscribe((state, previous) => {
    if (state.program !== previous.program) {
      // An edit moves the marks with the text.
      shownMarks = "";
      surface.setText(state.program);
      showLength(state);
    }
    const isCurrent = state.program === state.graphProgram;
    const watched = ["graph", "graphProgram", "position", "hovered", "selected", "selectedEdge"] as const;
    if (isCurrent && watched.some((key) => state[key] !== previous[key])) showMarks(marksOf(state));
    if (state.problems !== previous.problems) {
      if (state.problems.length > 0) load();
      surface.showProblems(state.problems);
    }
  });
  if (writtenEarly !== "") ports.changed(writtenEarly);

  return { focus: () => surface.focus(), goTo: ([start, end]) => surface.select(start, end) };
}
