/**
 * The program's editor: a plain field at first, the full editor as soon as somebody comes near it. Links the text both ways to the
 * graph: what the pointer is on lights its node; what the page talks about is marked in the text.
 */
import { nodeAt, spansOf } from "../core/places.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import type { Span } from "../core/types.ts";
import { lengthOf } from "../graph/withholding.ts";
import { byId } from "./dom.ts";
import type { Marks, Surface, SurfacePorts } from "./editor_surface.ts";

export interface Editor {
  focus(): void;
  /** Puts the caret on a stretch of the text. */
  goTo(span: Span): void;
}

const NO_MARKS: Marks = { hovered: [], selected: [], current: [], receiver: [] };

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

function marksOf(state: State): Marks {
  const { graph, hovered, selected } = state;
  if (!graph) return NO_MARKS;
  const spans = (node: number | null): Span[] => (node === null ? [] : spansOf(graph, node));
  return { hovered: spans(hovered), selected: spans(selected), ...marksOfStep(state) };
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

export function mountEditor(store: Store<State>, keys: Pick<SurfacePorts, "run" | "undo" | "redo">): Editor {
  const container = byId("editor");
  const field = byId<HTMLTextAreaElement>("program");
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  const ports: SurfacePorts = {
    changed: (program) => store.set({ program }),
    pointedAt(offset) {
      const { graph, program, graphProgram } = store.get();
      const node = offset !== null && graph && program === graphProgram ? nodeAt(graph, offset) : null;
      store.set({ hovered: node });
    },
    ...keys,
  };
  let surface = createPlainSurface(field, ports);
  let loading: Promise<void> | null = null;
  surface.setText(store.get().program);

  async function upgrade(): Promise<void> {
    const { createCodeMirror } = await import("./editor_codemirror.ts");
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
    full.showMarks(marksOf(store.get()));
    full.showProblems(store.get().problems);
  }

  function load(): void {
    // Where the editor cannot be fetched the plain field goes on working, and the next touch tries again.
    loading ??= upgrade().catch(() => void (loading = null));
  }

  for (const event of ["focus", "pointerenter", "touchstart"]) field.addEventListener(event, load, { passive: true });
  if (store.get().problems.length > 0) load();
  else if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1500);

  store.subscribe((state, previous) => {
    if (state.program !== previous.program) surface.setText(state.program);
    const isCurrent = state.program === state.graphProgram;
    const watched = ["graph", "graphProgram", "position", "hovered", "selected"] as const;
    if (isCurrent && watched.some((key) => state[key] !== previous[key])) surface.showMarks(marksOf(state));
    if (state.problems !== previous.problems) {
      if (state.problems.length > 0) load();
      surface.showProblems(state.problems);
    }
  });

  return { focus: () => surface.focus(), goTo: ([start, end]) => surface.select(start, end) };
}
