/** What the server is asked about the program as it stands. Pure. */

import type { GraphRequest } from "../../core/types.ts";
import { difference } from "../../text/difference.ts";
import { statementsLeftOut } from "../../text/left_out.ts";
import { LINES_OF_A_PASTE } from "../../text/unfinished.ts";
import { directionsOf } from "../directions.ts";
import type { State } from "../state.ts";

/** What the server is asked: overrides, and another output than the program's own, only where there are any. */
export function requestOf({
  program,
  inputs,
  output = null,
  graph = null,
}: Pick<State, "program" | "inputs"> & Partial<Pick<State, "output" | "graph">>): GraphRequest {
  return {
    program,
    ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
    ...(output === null ? {} : { output }),
    ...(graph?.partial ? { partial: true } : {}),
  };
}

/** The same, with forward mode where it is to be shown. */
export function graphRequestOf(
  state: Pick<State, "program" | "inputs" | "output" | "directions" | "gradientAttribute">,
): GraphRequest {
  const { gradientAttribute } = state;
  return {
    ...requestOf(state),
    ...directionsOf(state),
    ...(gradientAttribute === null ? {} : { gradient: gradientAttribute }),
  };
}

/**
 * Whether the graph of a part of the program is better than none: where nothing is shown, or a part already, or another program than the
 * one that is shown. While somebody types, the last program that worked stays.
 */
function wantsPart({ graph, graphProgram, program }: State): boolean {
  if (graph === null || graph.partial) return true;
  // A statement that was left out is back.
  if (statementsLeftOut(program) < statementsLeftOut(graphProgram)) return true;
  const { insert } = difference(graphProgram, program);
  return insert.split("\n").length > LINES_OF_A_PASTE;
}

/** What was read of a text is asked once, with the text: other inputs change none of it. */
const wantsReading = ({ graph, graphProgram, program }: State): boolean =>
  graph === null || graphProgram !== program || graph.as_it_is !== undefined;

/** What is asked about the program as it stands; of one that is run as it is, only that. */
export function requestNow(state: State): GraphRequest {
  if (state.asItIs === state.program) return { program: state.program, run: "as-it-is" };
  return {
    ...graphRequestOf(state),
    ...(wantsPart(state) ? { partial: true } : {}),
    ...(wantsReading(state) ? { reading: true } : {}),
  };
}
