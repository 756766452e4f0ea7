/** What the playground shows, as a live block of a lesson. Pure; knows no DOM. */

import { NAME } from "../core/names.ts";
import { writeRanges } from "../core/ranges.ts";
import type { Value } from "../core/types.ts";
import { lengthOf } from "../graph/redaction.ts";
import { say } from "../messages/messages.ts";
import type { State } from "../state/state.ts";

/** What app/lessons/options.py accepts as a range. */
const RANGES = /^[^\s"']+$/;

/** The block with its fences; null where there is no program to show. */
export function writeLessonBlock(state: State): string | null {
  const program = programOf(state).trim();
  if (program === "") return null;
  const fence = "`".repeat(Math.max(3, ...[...program.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return [`${fence}${["backpass", ...optionsOf(state)].join(" ")}`, program, fence].join("\n");
}

/** The program with the numbers that sliders hold. */
function programOf({ program, graph, graphProgram, inputs }: State): string {
  const nodes = graph && program === graphProgram ? graph.nodes : [];
  const places: { from: number; to: number; value: Value }[] = [];
  const lines: string[] = [];
  for (const [name, value] of Object.entries(inputs)) {
    const literal = nodes.find((node) => node.name === name && node.literal)?.literal;
    if (literal) places.push({ from: literal[0], to: literal[1], value });
    else lines.push(`${name} = ${JSON.stringify(value)}`);
  }
  let text = program;
  for (const { from, to, value } of places.sort((one, other) => other.from - one.from)) {
    text = text.slice(0, from) + JSON.stringify(value) + text.slice(to);
  }
  return [...lines, text].join("\n");
}

function optionsOf(state: State): string[] {
  const { graph, position, overlay, mainView, direction, separateOperations, directions, pitfall, ranges } = state;
  const options: string[] = [];
  if (graph && position < lengthOf(graph)) options.push(`step=${Math.ceil(position)}`);
  const selected = selectionOf(state);
  if (selected !== null) options.push(`select=${selected}`);
  if (overlay !== "none") options.push(`overlay=${overlay}`);
  if (mainView !== "graph") options.push(`view=${mainView}`);
  if (direction !== "auto") options.push(`direction=${direction}`);
  if (separateOperations) options.push("operations");
  if (directions.length > 0 && directions.every((name) => NAME.test(name))) options.push(`forward=${directions.join(",")}`);
  if (pitfall !== "none") options.push(`pitfall=${pitfall}`);
  const written = writeRanges(ranges);
  if (written !== null && RANGES.test(written)) options.push(`ranges=${written}`);
  options.push(`caption="${say("lesson-block-caption")}"`);
  return options;
}

/** The selected node by its name, or the selected edge by those of its ends, where they are the last of their names. */
function selectionOf({ graph, selected, selectedEdge }: State): string | null {
  if (!graph) return null;
  const nameOf = (node: number): string | null => {
    const name = graph.nodes[node]?.name ?? null;
    return name !== null && NAME.test(name) && graph.nodes.findLast((each) => each.name === name)?.id === node ? name : null;
  };
  const edge = selectedEdge === null ? undefined : graph.edges[selectedEdge];
  if (!edge) return selected === null ? null : nameOf(selected);
  const [source, target] = [nameOf(edge.source), nameOf(edge.target)];
  return source !== null && target !== null ? `${source}->${target}` : null;
}
