/** Practice: the timeline waits until its next number has been found. What was not found yet is nowhere on the page. */

import type { Store } from "../../core/store.ts";
import type { Graph } from "../../core/types.ts";
import { questionsOf } from "../../exercises/exercise.ts";
import type { Question } from "../../exercises/questions.ts";
import { answered, helped, passed, questionOf, type Round, roundOf } from "../../exercises/round.ts";
import { slotOfStep } from "../../exercises/slots.ts";
import { recordsByName } from "../../explain/captions.ts";
import type { State } from "../../state/state.ts";
import { choose, choosePitfall, goTo, markAsked, STOP, seekTo } from "../../state/state_actions.ts";
import { scheduleOf } from "../../timeline/playback.ts";
import { isAmongSlopes } from "../../timeline/slopes.ts";
import type { PanelView } from "./panel_view.ts";
import { endPart, MOST_NODES, questionPart, startPart } from "./practice_parts.ts";

function questionsFor({ graphProgram, operations, misconceptions }: State, graph: Graph): readonly Question[] {
  return questionsOf(scheduleOf(graph), graphProgram, recordsByName(operations), misconceptions);
}

/** How many questions a round would have; null where the graph is too large for one. */
function countOf(state: State): number | null {
  if (!state.graph) return 0;
  return state.graph.nodes.length > MOST_NODES ? null : questionsFor(state, state.graph).length;
}

export function mountPractice(container: HTMLElement, store: Store<State>): PanelView {
  let round: Round | null = null;
  const ports = {
    begin,
    answer(text: string) {
      if (round && questionOf(round)) take(answered(round, text), text);
    },
    help(question: Question) {
      if (round) take(helped(round, question));
    },
    breakEngine: (pitfall: State["pitfall"]) => store.dispatch(choosePitfall(pitfall)),
  };

  function begin(): void {
    store.dispatch(choosePitfall("none"));
    const { graph } = store.get();
    if (!graph) return;
    round = roundOf(graph, questionsFor(store.get(), graph));
    store.dispatch(choose(null));
    ask();
  }

  /** The round after an answer or a hint; a wrong answer stays in its field. */
  function take(next: Round, text = ""): void {
    const isNext = next.index !== round!.index;
    round = next;
    if (isNext) return ask();
    draw();
    focusField(text);
  }

  function ask(): void {
    place();
    draw();
    focusField();
  }

  /** To the moment before the answer appears. A sum is asked after its contribution has been found, and appears with it. */
  function place(): void {
    const question = round ? questionOf(round) : undefined;
    store.dispatch(seekTo(question ? question.position - 1 : Infinity));
    mark();
  }

  /** Lights the number that is asked for, as long as this tab is open. */
  function mark(): void {
    const { panel, asked } = store.get();
    const question = panel === "practice" && round ? questionOf(round) : undefined;
    const wanted = question ? slotOfStep(round!.graph, question.position - 1) : null;
    if (wanted?.node !== asked?.node || wanted?.row !== asked?.row) store.dispatch(markAsked(wanted));
  }
  store.subscribe((state, previous) => {
    if (state.panel !== previous.panel) mark();
    // The slopes between the passes are what answers are made of: while a number is asked for, a step goes over them.
    if (!state.asked || !state.graph || !isAmongSlopes(scheduleOf(state.graph).slopes, state.position)) return;
    store.dispatch(goTo(state.position > previous.position ? Math.ceil(state.position) : Math.floor(state.position)));
  });

  function focusField(text = ""): void {
    const field = container.querySelector<HTMLInputElement>(".practice-answer");
    if (field && text !== "") field.value = text;
    field?.focus({ preventScroll: true });
    if (text !== "") field?.select();
  }

  /** Playing rests where answers were passed. */
  function pass(current: Round, position: number): boolean {
    const next = passed(current, position);
    if (next === current) return false;
    round = next;
    if (store.get().playing) store.dispatch(STOP);
    return true;
  }

  function draw(): void {
    const state = store.get();
    if (round === null) return container.replaceChildren(startPart(state, countOf(state), ports));
    const question = questionOf(round);
    container.replaceChildren(question ? questionPart(round, question, ports) : endPart(round, ports));
  }

  let drawnFor: Graph | null = null;
  return {
    show(state) {
      // Another program or other numbers: another exercise.
      if (round && round.graph !== state.graph && !state.stale) round = null;
      const hasSeen = round !== null && pass(round, state.position);
      mark();
      if (hasSeen) return draw();
      if (drawnFor === state.graph && container.childElementCount > 0) return;
      drawnFor = state.graph;
      const focused =
        document.activeElement instanceof HTMLInputElement && container.contains(document.activeElement)
          ? document.activeElement.value
          : null;
      draw();
      if (focused !== null)
        container.querySelector<HTMLInputElement>(`input[type="radio"][value="${CSS.escape(focused)}"]`)?.focus();
    },
  };
}
