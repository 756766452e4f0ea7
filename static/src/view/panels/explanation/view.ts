/** What a rendering of one node's explanation draws from. */

import type { Graph, GraphNode, OperationRecord } from "../../../core/types.ts";
import type { Notation } from "../../../explain/notation.ts";
import type { State } from "../../../state/state.ts";
import type { Schedule } from "../../../timeline/schedule.ts";

export interface View {
  readonly state: State;
  readonly graph: Graph;
  readonly schedule: Schedule;
  readonly node: GraphNode;
  readonly record: OperationRecord | undefined;
  readonly notation: Notation;
}
