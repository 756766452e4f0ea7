/** How a screen reader names a wire: its ends, its rule, and what has travelled it. Pure text. */

import type { Records } from "../explain/captions.ts";
import { product, ruleInWords } from "../explain/captions.ts";
import { summaryInWords } from "../explain/contributions.ts";
import { placeAmongTwins } from "../explain/narration.ts";
import { say } from "../messages/messages.ts";
import { formatValue } from "../text/format.ts";
import { hasLanded, type Schedule } from "../timeline/schedule.ts";
import type { Scene } from "./scene.ts";
import type { Wire } from "./wiring.ts";

/** "edge from a to a*b, rule b, contribution 6 × 3 = 18"; of a wire that represents several, how many and between which cards. */
export function spokenWire(
  schedule: Schedule,
  records: Records,
  { cardOf, titleOf }: Pick<Scene, "cardOf" | "titleOf">,
  wire: Wire,
  position: number,
): string {
  const { graph } = schedule;
  const edge = graph.edges[wire.edges[0]!]!;
  if (wire.edges.length > 1) {
    const landed = wire.edges.filter((id) => hasLanded(schedule, id, position)).length;
    const title = (card: number): string => cardOf.get(Math.ceil(card))?.fullTitle ?? titleOf(Math.ceil(card));
    return say("spoken-edges", { count: wire.edges.length, title: title(wire.source), title2: title(wire.target), landed });
  }
  const rule = ruleInWords(graph, records, edge, titleOf);
  const parts = [
    say("spoken-edge", { titleof: titleOf(edge.source), titleof2: titleOf(edge.target) }),
    placeAmongTwins(graph, edge),
    rule !== null && edge.contribution !== null && say("spoken-rule", { rule }),
    contributionInWords(),
    schedule.wrong?.edge === edge.id && schedule.wrong.position <= position && say("spoken-wrong-step"),
  ];
  return parts.filter(Boolean).join(", ");

  function contributionInWords(): string {
    if (edge.contribution === null && !edge.summary) return say("spoken-no-gradient");
    if (!hasLanded(schedule, edge.id, position)) return say("spoken-not-computed");
    if (edge.summary) return summaryInWords(edge.summary);
    return say("spoken-contribution", { product: product(graph, edge)!, value: formatValue(edge.contribution) });
  }
}
