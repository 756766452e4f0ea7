/** How far the passes have come, card by card: what the small map shows of them. Knows no document. */
import { nowBetween } from "../../../scene/moment.ts";
import { gradientAt, isValueKnown } from "../../../timeline/schedule.ts";
import type { DrawnGraph } from "../drawn_graph.ts";
import type { View } from "../picture/view.ts";
import type { Front } from "./minimap.ts";

export function frontOf(
  { schedule, scene }: DrawnGraph,
  { position, frame }: Pick<View, "position" | "frame">,
): (card: number) => Front {
  const { shownAs, folded } = scene.folding;
  const moving = frame ? nowBetween(schedule, frame.from, frame.to).nodes : [];
  const now = new Set([...moving].map((node) => shownAs[node]!));
  return (card) => {
    if (now.has(card)) return "now";
    const node = schedule.graph.nodes[folded.get(card)?.exits[0] ?? card]!;
    const { state } = gradientAt(schedule, node, position);
    if (state === "final") return "gradient";
    return isValueKnown(schedule, node.id, position) ? "value" : "waiting";
  };
}
