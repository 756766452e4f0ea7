/**
 * The program above the picture, where the editor is not: on a projector and on another site. What the step computes, or sends its
 * contribution, is boxed. On a projector it has as many lines as the picture can spare; of a longer program those around the step are shown.
 */

import type { Store } from "../../core/store.ts";
import type { Span } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { scheduleOf } from "../../timeline/playback.ts";
import { lastSlopeAt } from "../../timeline/slopes.ts";
import type { GraphView } from "../graph/index.ts";
import { byId, element } from "../shared/dom.ts";

/** Lines that people still find their way in, however much room there is. */
const MOST_LINES = 8;

/** Pixels of a line that stay in sight behind what is boxed. */
const BESIDE_MARK = 24;

/** The stretch of the text that the step is about, or whose slopes are written; null at rest. */
function spanOf({ graph, position }: State): Span | null {
  if (!graph) return null;
  const step = graph.steps[position - 1];
  const edge = step ? step.edge : lastSlopeAt(scheduleOf(graph).slopes, position);
  const node = edge === undefined ? step?.node : graph.edges[edge]!.target;
  return (node !== undefined && graph.nodes[node]?.span) || null;
}

/** At rest the line that says what the output is; what follows it, `L.backward()` or `print(a.grad)`, computes nothing of the picture. */
function restingSpan({ graph }: State): Span | null {
  return graph?.nodes[graph.output]?.span ?? null;
}

/** The lines of a text in which something is written, each with where it begins and ends. */
function linesOf(text: string): Span[] {
  return Array.from(text.matchAll(/^.*\S.*$/gm), ({ index, 0: line }) => [index, index + line.trimEnd().length]);
}

/** Of `lines` so many, the last of the stretch among them; those that were shown before, from `first` on, stay as far as they can. */
function firstShown(lines: readonly Span[], span: Span | null, count: number, first: number): number {
  const found = span ? lines.findLastIndex(([start]) => start < span[1]) : -1;
  const wanted = found < 0 ? lines.length - 1 : found;
  const kept = Math.min(Math.max(first, wanted - count + 1), wanted);
  return Math.max(0, Math.min(kept, lines.length - count));
}

/** One line with the part of it that is in the stretch boxed. */
function marked(text: string, [from, to]: Span, span: Span | null): (string | Node)[] {
  const [start, end] = span ? [Math.max(from, span[0]), Math.min(to, span[1])] : [to, to];
  if (start >= end) return [text.slice(from, to)];
  return [text.slice(from, start), element("mark", {}, text.slice(start, end)), text.slice(end, to)];
}

export function mountFormulaLine(store: Store<State>, graph: Pick<GraphView, "spareHeight" | "whenPlaced">): void {
  const code = element("code", {});
  const root = element("div", { class: "formula-line", role: "note", "aria-label": say("formula-line") }, code);
  byId("picture").prepend(root);
  let key = "";
  /** How many lines there is room for, and in which window of which graph that was found out: giving them room changes the picture. */
  let room = 1;
  let roomFor = "";
  let first = 0;
  let scrolling = 0;
  /** Whether this page shows it, which style sheets decide. */
  let isSeen = false;
  new ResizeObserver(([entry]) => {
    isSeen = entry!.contentRect.width > 0;
    if (isSeen) keepInView();
  }).observe(code);

  function show(state: State): void {
    const text = state.graphProgram;
    const span = spanOf(state);
    const resting = restingSpan(state);
    const next = `${room} ${span?.join() ?? ""} ${resting?.join() ?? ""}\n${text}`;
    if (next === key) return;
    key = next;
    const lines = linesOf(text);
    const count = Math.min(room, lines.length);
    first = firstShown(lines, span ?? resting, count, first);
    const shown = lines.slice(first, first + count);
    const indent = Math.min(...shown.map(([from, to]) => text.slice(from, to).search(/\S/)));
    code.replaceChildren(
      first > 0 ? "… " : "",
      ...shown.flatMap(([from, to], index) => [
        index === 0 ? "" : first > 0 ? "\n  " : "\n",
        ...marked(text, [from + indent, to], span),
      ]),
    );
    root.hidden = lines.length === 0;
    clearTimeout(scrolling);
    if (isSeen) requestAnimationFrame(() => (scrolling = window.setTimeout(keepInView)));
  }

  /** Where a line is longer than its place, what is boxed is in it. Behind the frame, when the browser has laid out the page anyway. */
  function keepInView(): void {
    code.scrollLeft = 0;
    const mark = code.querySelector("mark");
    if (!mark) return;
    const [box, place] = [mark.getBoundingClientRect(), code.getBoundingClientRect()];
    const beyond = Math.min(box.right - place.right + BESIDE_MARK, box.left - place.left);
    if (beyond > 0) code.scrollLeft = beyond;
  }

  /** Once for each graph and window, so that a picture that has made room is not asked again for that. */
  function makeRoom(): void {
    const { projector, graph: made, redaction } = store.get();
    const asked = projector && made ? `${innerWidth} ${innerHeight} ${made.nodes.length} ${store.get().graphProgram}` : "";
    if (asked === roomFor) return;
    roomFor = asked;
    const height = parseFloat(getComputedStyle(code).lineHeight);
    const given = Math.max(0, code.clientHeight - height);
    // What a class is asked about is the graph: it has all the height there is.
    const spare = asked === "" || redaction ? 0 : graph.spareHeight(given);
    room = Math.max(1, Math.min(MOST_LINES, 1 + Math.floor(spare / height)));
    show(store.get());
  }

  /** After the picture, which is fitted in the frame after its stage has another size, by a callback that may come later in that frame. */
  const makeRoomSoon = (): void => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(makeRoom)));

  show(store.get());
  makeRoomSoon();
  graph.whenPlaced(makeRoomSoon);
  addEventListener("resize", makeRoomSoon);
  store.subscribe((state, previous) => {
    if (state.openings !== previous.openings) {
      // The picture of what is opened is chosen for the stage that it has on entering the projector.
      room = 1;
      roomFor = "";
      show(state);
    }
    if (!state.projector && previous.projector) makeRoom();
    if (state.redaction && !previous.redaction && room > 1) {
      room = 1;
      show(state);
    }
    if (state.position !== previous.position || state.graph !== previous.graph || state.graphProgram !== previous.graphProgram)
      show(state);
  });
}
