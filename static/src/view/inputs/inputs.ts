import { say } from "../../messages/messages.ts";
import type { Written } from "../../state/state_actions.ts";
/** The list of inputs. While a slider moves its value is an override; on release it is written into the program where that has the number. */

import { writeExpression, writeLiteral } from "../../core/literals.ts";
import type { Store } from "../../core/store.ts";
import type { GraphNode, Value } from "../../core/types.ts";
import { nodesThroughNaN } from "../../graph/through_nan.ts";
import type { State } from "../../state/state.ts";
import { chooseRange, hover, moveInput, resetInput, toggleNode, writeInput } from "../../state/state_actions.ts";
import { isScalar } from "../../text/format.ts";
import { namesByOwner } from "../../text/owners.ts";
import { shortenerOf } from "../../text/short_names.ts";
import { scheduleOf, shownAt } from "../../timeline/playback.ts";
import { gradientAt, type Schedule } from "../../timeline/schedule.ts";
import { byId, element } from "../shared/dom.ts";
import { mayMove } from "../shared/motion.ts";
import { createInputRow, type InputRow, LONGEST_NAME } from "./input_row.ts";

/** So many inputs have one row each (css/editor/inputs.css). */
const MANY = 10;

type Named = GraphNode & { readonly name: string };

function inputsOf({ graph }: State): Named[] {
  return (graph?.nodes ?? []).filter((node): node is Named => node.op === null && node.role !== "constant" && node.name !== null);
}

function without<Entry>(record: Readonly<Record<string, Entry>>, name: string): Record<string, Entry> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

/** The change that writes a number into the program's text where the input has its number there; null where it cannot be written (yet). */
function written(state: State, name: string, step: number): Written | null {
  const node = inputsOf(state).find((input) => input.name === name);
  const value = state.inputs[name];
  if (!node?.literal || value === undefined || typeof value === "string" || state.program !== state.graphProgram) return null;
  return { program: writeLiteral(state.program, node.literal, value, step), inputs: without(state.inputs, name) };
}

const CONSTANTS = new Set(["pi", "π", "e"]);

function isNameOf({ graph, operations }: State, name: string): boolean {
  const isNode = graph?.nodes.some((node) => node.name === name) ?? false;
  return isNode || CONSTANTS.has(name) || operations.some(({ spellings }) => spellings.includes(name));
}

/** The change that gives an input an expression for its value: in place of its number, or as a line of its own before its first use. */
function expressed(state: State, name: string, text: string): Written {
  const literal =
    state.program === state.graphProgram ? inputsOf(state).find((input) => input.name === name)?.literal : undefined;
  return { program: writeExpression(state.program, name, text, literal), inputs: without(state.inputs, name) };
}

/** What keeps the text from having a graph; null where nothing does. */
function errorOf({ stale, problems }: State): string | null {
  return (stale && problems.find(({ severity }) => severity === "error")?.message) || null;
}

/** How much of a gradient has arrived; null where nothing has, or all of it. */
function soFarOf(schedule: Schedule, node: GraphNode, position: number): { landed: number; count: number } | null {
  if (gradientAt(schedule, node, position).state !== "partial") return null;
  const arrivals = schedule.arrivals[node.id]!;
  return { landed: arrivals.filter((arrival) => arrival.position <= position).length, count: arrivals.length };
}

export function mountInputs(store: Store<State>, container: HTMLElement = byId("inputs")): void {
  const rows = new Map<string, InputRow>();
  /** Values that are meant, by name with their slider's step: written down as soon as it is known where. */
  const meant = new Map<string, number>();
  /** The input that is being slid: all moves until it is released are one edit. */
  let sliding: string | null = null;
  /** Values that are in the text already, while the graph of that text is still awaited. */
  const awaited = new Map<string, Value>();
  /** The value that was meant last, and the text that it is in or goes with: its field keeps it, also where it is refused. */
  let last: { name: string; value: Value; program: string } | null = null;
  let arranged: string | null = null;
  const empty = element("p", { class: "inputs-empty" }, say("no-inputs"));

  function createRow(name: string): InputRow {
    const find = (): number | null => inputsOf(store.get()).find((input) => input.name === name)?.id ?? null;
    return createInputRow(name, {
      preview(value) {
        setInput(name, value);
        sliding = name;
      },
      commit(value, step) {
        meant.set(name, step);
        setInput(name, value);
        sliding = null;
        last = { name, value, program: store.get().program };
        writeDown();
      },
      express: (text) => store.dispatch(writeInput(expressed(store.get(), name, text), { joins: false })),
      // Where an expression would go is known of a text that has a graph.
      isKnown: (other) => other !== name && errorOf(store.get()) === null && isNameOf(store.get(), other),
      mayMove: () => mayMove(store.get()),
      reset() {
        meant.delete(name);
        store.dispatch(resetInput(name));
      },
      setRange: (range) => store.dispatch(chooseRange(name, range)),
      select() {
        store.dispatch(toggleNode(find()));
      },
      hover: (over) => store.dispatch(hover(over ? find() : null)),
    });
  }

  function setInput(name: string, value: Value): void {
    store.dispatch(moveInput(name, value, sliding === name));
  }

  /** One at a time: after each the places of the others have to be asked again. */
  function writeDown(): void {
    const state = store.get();
    for (const [name, step] of meant) {
      const change = written(state, name, step);
      if (!change) continue;
      meant.delete(name);
      awaited.set(name, state.inputs[name]!);
      if (last?.name === name) last = { ...last, program: change.program };
      return store.dispatch(writeInput(change, { joins: true }));
    }
  }

  function arrange(inputs: readonly Named[]): void {
    const key = inputs.map(({ name }) => name).join("\n");
    if (key === arranged) return;
    arranged = key;
    const owners = namesByOwner(inputs.map(({ name }) => name));
    const wanted = owners.flatMap(({ owner, heading, names }) => {
      const shorten = shortenerOf(names.map(({ tail }) => tail));
      return [
        ...(owner === null ? [] : [element("h3", { class: "input-owner", title: owner }, heading)]),
        ...names.map(({ name, tail }) => {
          if (!rows.has(name)) rows.set(name, createRow(name));
          rows.get(name)!.call(shorten(tail, LONGEST_NAME));
          return rows.get(name)!.root;
        }),
      ];
    });
    const shown = wanted.length > 0 ? wanted : [empty];
    container.replaceChildren(...shown);
    const tails = owners.flatMap(({ names }) => names.map(({ tail }) => tail.length));
    const longest = Math.max(1, ...tails);
    container.classList.toggle("is-many", inputs.length >= MANY);
    container.style.setProperty("--name-width", `${Math.min(LONGEST_NAME, longest + 1)}ch`);
  }

  function show(state: State): void {
    const { graph } = state;
    if (!graph) return;
    const inputs = inputsOf(state);
    arrange(inputs);
    const schedule = scheduleOf(graph);
    if (state.program === state.graphProgram) awaited.clear();
    const error = errorOf(state);
    for (const node of inputs) {
      const override = state.inputs[node.name] ?? awaited.get(node.name);
      const meantLast = last?.name === node.name && last.program === state.program ? last : null;
      rows.get(node.name)!.show({
        // A number under the finger is truer than the last answer; a list is shown as it came back.
        value: meantLast ? meantLast.value : override !== undefined && isScalar(override) ? override : node.data,
        range: state.ranges[node.name] ?? null,
        gradient: gradientAt(schedule, node, shownAt(state)).value,
        soFar: soFarOf(schedule, node, shownAt(state)),
        isLost: nodesThroughNaN(schedule.graph).has(node.id),
        free: node.literal === undefined,
        assumed: node.assumed ?? false,
        overridden: state.inputs[node.name] !== undefined,
        selected: state.selected === node.id,
        lit: state.hovered === node.id,
        disabled: error !== null && meantLast === null,
        refusal: meantLast === null ? null : error,
      });
    }
  }

  show(store.get());
  store.subscribe((state, previous) => {
    const watched = ["graph", "inputs", "ranges", "position", "shown", "selected", "hovered", "stale", "problems"] as const;
    if (state.graph !== previous.graph) last = null;
    if (watched.some((key) => state[key] !== previous[key])) show(state);
    if (state.graph !== previous.graph) writeDown();
  });
}
