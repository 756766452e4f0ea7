/**
 * The program where the editor is not: on a projector beside the picture, all of it, with the step's line in sight; on another site, and where a
 * projected window is narrow, one line above the picture. What the step computes, or sends its contribution, is boxed.
 */

import { type Store, watch } from "../../core/store.ts";
import type { Span } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { scheduleOf } from "../../timeline/playback.ts";
import { lastSlopeAt } from "../../timeline/slopes.ts";
import { byId, element } from "../shared/dom.ts";

/** Pixels beyond what is boxed that stay in sight. */
const BESIDE_MARK = 24;
/** As in projector.css. */
const BESIDE_PICTURE = "(min-width: 900px)";

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

/** The line in which a stretch ends, or else the last one. */
function lineOf(lines: readonly Span[], span: Span | null): readonly Span[] {
  const found = span ? lines.findLast(([start]) => start < span[1]) : undefined;
  return [found ?? lines.at(-1)].filter((line) => line !== undefined);
}

/** One line with the part of it that is in the stretch boxed. */
function marked(text: string, [from, to]: Span, span: Span | null): (string | Node)[] {
  const [start, end] = span ? [Math.max(from, span[0]), Math.min(to, span[1])] : [to, to];
  if (start >= end) return [text.slice(from, to)];
  return [text.slice(from, start), element("mark", {}, text.slice(start, end)), text.slice(end, to)];
}

export function mountFormulaLine(store: Store<State>): void {
  const code = element("code", {});
  const root = element("div", { class: "formula-line", role: "note", "aria-label": say("formula-line") }, code);
  byId("picture").prepend(root);
  const wide = matchMedia(BESIDE_PICTURE);
  let key = "";
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
    const isBeside = state.projector && wide.matches;
    const next = `${isBeside} ${span?.join() ?? ""} ${resting?.join() ?? ""}\n${text}`;
    if (next === key) return;
    key = next;
    const lines = linesOf(text);
    const shown = isBeside ? lines : lineOf(lines, span ?? resting);
    const indent = Math.min(...shown.map(([from, to]) => text.slice(from, to).search(/\S/)));
    code.replaceChildren(
      !isBeside && lines.length > 0 && shown[0] !== lines[0] ? "… " : "",
      ...shown.map(([from, to]) => element("span", { class: "formula-part" }, ...marked(text, [from + indent, to], span))),
    );
    root.hidden = lines.length === 0;
    if (isSeen) requestAnimationFrame(() => setTimeout(keepInView));
  }

  /** Where there is more than its place shows, what is boxed is in it. Behind the frame, when the browser has laid out the page anyway. */
  function keepInView(): void {
    // A long program is a stop of Tab, so that the arrows scroll it.
    const isCut = code.scrollHeight > code.clientHeight + 1 || code.scrollWidth > code.clientWidth + 1;
    if (isCut && getComputedStyle(code).overflowY !== "hidden") code.tabIndex = 0;
    else code.removeAttribute("tabindex");
    const mark = code.querySelector("mark");
    if (!mark) return void (code.scrollLeft = 0);
    const [box, place] = [mark.getBoundingClientRect(), code.getBoundingClientRect()];
    const beyond = (start: number, end: number): number => (end > 0 ? end + BESIDE_MARK : start < 0 ? start - BESIDE_MARK : 0);
    code.scrollLeft += beyond(box.left - place.left, box.right - place.right);
    code.scrollTop += beyond(box.top - place.top, box.bottom - place.bottom);
  }

  show(store.get());
  wide.addEventListener("change", () => show(store.get()));
  watch(store, ["position", "graph", "graphProgram", "projector"], show);
}
