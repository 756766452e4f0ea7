/** What can be plotted of a program, and what it is called. Knows no document. */
import { NAME } from "../../../core/names.ts";
import type { JsonNumber, Value } from "../../../core/types.ts";
import { elementName, firstIndices, type InputNumber, movableElements } from "../../../explain/elements.ts";
import { elementAt } from "../../../graph/arrays.ts";
import { nodeTitle } from "../../../graph/places.ts";
import { nodeOfSelection } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import type { Landscape } from "./landscape.ts";

/** Characters of an unnamed output that have room in a sentence and beside an axis. */
const LONGEST_OUTPUT = 16;

export interface GradientAnswer {
  readonly value: JsonNumber;
  readonly gradients: Readonly<Record<string, Value | null>>;
}

/** What can be plotted: a number that the program computes, or one of an array. */
export interface Plotted {
  readonly node: number;
  readonly index: readonly number[];
  /** As a request names it; null for the output of the program, whose number and gradients come with the graph. */
  readonly asked: string | null;
  readonly label: string;
}

/** The output or, of an array, each of its numbers; and those of the selected value, where a request can name it. */
export function plottedOf(state: State): Plotted[] {
  const { graph, graphProgram } = state;
  if (!graph) return [];
  const of = (node: number, label: string, name: string): Plotted[] =>
    firstIndices(graph.nodes[node]!.shape).map((index) => ({
      node,
      index,
      asked: node === graph.output && index.length === 0 ? null : elementName(name, index),
      label: elementName(label, index),
    }));
  const { name, shape } = graph.nodes[graph.output]!;
  const label = nodeTitle(graph, graphProgram, graph.output);
  const { output, numerator } = calledOutput(
    label,
    movableElements(graph.nodes).map(({ owner }) => owner),
  );
  const found = of(graph.output, shape.length === 0 ? output : numerator, state.output === null ? "" : (name ?? ""));
  const selected = graph.nodes[nodeOfSelection(state) ?? graph.output]!;
  // A name that was given again, or that a function has for itself, means something else to a request.
  const isLast = graph.nodes.every((other) => other.name !== selected.name || other.id <= selected.id);
  const isNamed = selected.name !== null && NAME.test(selected.name) && (selected.group ?? null) === null && isLast;
  return selected.id !== graph.output && selected.op !== null && isNamed
    ? [...found, ...of(selected.id, selected.name!, selected.name!)]
    : found;
}

/** The gradients of the numbers that are moved; 0 where none travels to them. */
export function slopesAt(gradients: GradientAnswer["gradients"], inputs: readonly InputNumber[]): number[] {
  return inputs.map(({ owner, index }) => elementAt(gradients[owner] ?? 0, index));
}

/** What the output is called, alone and in ∂L/∂a: by its name or its text; where that is long by a letter that no input has. */
export function calledOutput(label: string, inputs: readonly string[]): Pick<Landscape, "output" | "numerator"> {
  if (NAME.test(label) || /\[[\d, ]+\]$/.test(label)) return { output: label, numerator: label };
  if (label.length <= LONGEST_OUTPUT) return { output: label, numerator: `(${label})` };
  const letter = ["y", "f", "L"].find((each) => !inputs.includes(each))!;
  return { output: letter, numerator: letter };
}
