/**
 * The program above the picture, where the editor is not: on a projector and on another site. What the step computes, or sends its
 * contribution, is boxed; of a long program only the lines around it are shown.
 */

import type { Store } from "../../core/store.ts";
import type { Span } from "../../core/types.ts";
import { lengthOf } from "../../graph/redaction.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { byId, element } from "../shared/dom.ts";

/** Lines that leave the picture its room. */
const MAX_LINES = 1;

/** The stretch of the text that the step is about; null at rest. */
function spanOf({ graph, position }: State): Span | null {
  const step = graph && position < lengthOf(graph) ? graph.steps[position - 1] : undefined;
  if (!graph || !step) return null;
  const node = step.edge === undefined ? step.node! : graph.edges[step.edge]!.target;
  return graph.nodes[node]?.span ?? null;
}

/** At rest the line that says what the output is; what follows it, `L.backward()` or `print(a.grad)`, computes nothing of the picture. */
function restingSpan({ graph }: State): Span | null {
  return graph?.nodes[graph.output]?.span ?? null;
}

/** Where the shown lines begin and end: those of the stretch, or the last ones where there is none. */
function shownPart(text: string, span: Span | null): Span {
  const ends = text.trimEnd();
  const starts = [0, ...Array.from(ends.matchAll(/\n/g), ({ index }) => index + 1)];
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset);
  const last = Math.min(
    starts.length - 1,
    Math.max(MAX_LINES - 1, span ? lineOf(Math.max(span[0], span[1] - 1)) : starts.length - 1),
  );
  const first = Math.max(0, last - MAX_LINES + 1);
  return [starts[first]!, last + 1 < starts.length ? starts[last + 1]! - 1 : ends.length];
}

export function mountFormulaLine(store: Store<State>): void {
  const code = element("code", {});
  const root = element("div", { class: "formula-line", role: "note", "aria-label": say("formula-line") }, code);
  byId("picture").prepend(root);
  let key = "";

  function show(state: State): void {
    const text = state.graphProgram;
    const span = spanOf(state);
    const resting = restingSpan(state);
    const next = `${span?.join() ?? ""} ${resting?.join() ?? ""}\n${text}`;
    if (next === key) return;
    key = next;
    const [from, to] = shownPart(text, span ?? resting);
    const [start, end] = span ? [Math.max(from, span[0]), Math.min(to, span[1])] : [to, to];
    code.replaceChildren(
      from > 0 ? "… " : "",
      text.slice(from, start),
      ...(start < end ? [element("mark", {}, text.slice(start, end))] : []),
      text.slice(Math.max(start, end), to),
    );
    root.hidden = text.trim() === "";
  }

  show(store.get());
  store.subscribe((state, previous) => {
    if (state.position !== previous.position || state.graph !== previous.graph || state.graphProgram !== previous.graphProgram)
      show(state);
  });
}
