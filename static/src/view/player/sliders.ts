/**
 * Sliders of a graph that is computed elsewhere, such as in the kernel of a notebook: one question is under way at a time, and of what moves
 * meanwhile the newest is asked next.
 */
import { type Store, watch } from "../../core/store.ts";
import type { GraphNode } from "../../core/types.ts";
import { nodesThroughNaN } from "../../graph/through_nan.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { awaitGraph, chooseRange, hover, toggleNode } from "../../state/state_actions.ts";
import { shortenerOf } from "../../text/short_names.ts";
import { scheduleOf, shownAt } from "../../timeline/playback.ts";
import { gradientAt } from "../../timeline/schedule.ts";
import { createInputRow, LONGEST_NAME } from "../inputs/input_row.ts";
import { element } from "../shared/dom.ts";
import { mayMove } from "../shared/motion.ts";

/** Milliseconds after which a question without an answer is worth a word: a kernel may compute, or be gone. */
const SLOW = 3000;

/** The numbers of a graph that can be changed. */
export interface Numbers {
  /** By name. */
  readonly inputs: Readonly<Record<string, number>>;
  /** The nodes of these names; null for a number that no node shows. */
  readonly places: Readonly<Record<string, number | null>>;
}

/** What computes the graph for other numbers. */
export interface Computing extends Numbers {
  /** Asks for the graph of these numbers. `Player.answered` is called afterwards. */
  compute(inputs: Numbers["inputs"]): void;
}

export interface Sliders {
  /** The numbers as they are now, wherever they were changed. */
  show(numbers: Numbers): void;
  /** What was asked for is there, or a sentence says why it is not. */
  answered(problem: string): void;
}

export function mountSliders(container: HTMLElement, store: Store<State>, computing: Computing): Sliders {
  let { inputs, places } = computing;
  /** Moved since the last answer. */
  let moved: Numbers["inputs"] = {};
  let underway: number | undefined;
  const note = element("p", { class: "player-note", role: "status", hidden: true });
  const shorten = shortenerOf(Object.keys(inputs));
  const rows = Object.keys(inputs).map((name) => {
    const row = createInputRow(name, {
      preview: (value) => move(name, value),
      commit: (value) => typeof value === "number" && move(name, value),
      express: () => report(say("player-number")),
      reset: () => undefined,
      setRange: (range) => store.dispatch(chooseRange(name, range)),
      select: () => store.dispatch(toggleNode(nodeOf(name)?.id ?? null)),
      hover: (over) => store.dispatch(hover(over ? (nodeOf(name)?.id ?? null) : null)),
      isKnown: () => false,
      mayMove: () => mayMove(store.get()),
    });
    row.call(shorten(name, LONGEST_NAME));
    return { name, row };
  });
  const longest = Math.max(...rows.map(({ name }) => name.length));
  container.style.setProperty("--name-width", `${Math.min(LONGEST_NAME, longest + 1)}ch`);
  container.ariaLabel = say("player-inputs");
  container.replaceChildren(
    element("h3", {}, say("player-inputs")),
    element("div", { class: "input-rows" }, ...rows.map(({ row }) => row.root)),
    note,
  );

  function nodeOf(name: string): GraphNode | undefined {
    const place = places[name];
    return place === null || place === undefined ? undefined : store.get().graph?.nodes[place];
  }

  function move(name: string, value: number): void {
    moved = { ...moved, [name]: value };
    if (underway === undefined) ask();
    render(store.get());
  }

  function ask(): void {
    const wanted = { ...inputs, ...moved };
    inputs = wanted;
    moved = {};
    underway = window.setTimeout(() => report(say("player-kernel-slow")), SLOW);
    store.dispatch(awaitGraph(true));
    computing.compute(wanted);
  }

  function report(sentence: string): void {
    note.hidden = sentence === "";
    note.textContent = sentence;
  }

  function render(state: State): void {
    if (!state.graph) return;
    const schedule = scheduleOf(state.graph);
    for (const { name, row } of rows) {
      const node = nodeOf(name);
      row.show({
        value: moved[name] ?? inputs[name]!,
        range: state.ranges[name] ?? null,
        gradient: node ? gradientAt(schedule, node, shownAt(state)).value : null,
        isLost: node !== undefined && nodesThroughNaN(schedule.graph).has(node.id),
        free: false,
        assumed: false,
        overridden: false,
        selected: node !== undefined && state.selected === node.id,
        lit: node !== undefined && state.hovered === node.id,
        disabled: false,
      });
    }
  }

  render(store.get());
  watch(store, ["graph", "ranges", "position", "shown", "selected", "hovered"], render);
  return {
    show(now) {
      ({ inputs, places } = now);
      render(store.get());
    },
    answered(problem) {
      clearTimeout(underway);
      underway = undefined;
      report(problem);
      if (Object.keys(moved).length > 0) ask();
      else store.dispatch(awaitGraph(false));
      render(store.get());
    },
  };
}
