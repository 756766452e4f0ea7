/** What the numbers beside wires keep clear of. Knows no document. */
import type { PlacedNode } from "../../../layout/types.ts";
import { type Rect, rectAround } from "../../../scene/fitting/free_places.ts";
import { glyphReach } from "../../../scene/fitting/metrics.ts";
import { correctionText, tagBox } from "../../../scene/fitting/tags.ts";
import type { Scene } from "../../../scene/scene.ts";
import { rightAt } from "../../../timeline/own_engine.ts";
import { type DrawnGraph, digitsOf, numbersOf } from "../drawn_graph.ts";

/** What of a card numbers beside it keep clear of: its box, and the symbol on its side. */
export function obstaclesOf({ cardOf, metrics, appearance }: Scene, { id, x, y, width, height }: PlacedNode): Rect[] {
  const box = { left: x - 2, top: y - 2, right: x + width + 2, bottom: y + height + 2 };
  const glyph = cardOf.get(id)?.glyph ?? null;
  if (glyph === null || (appearance.direction === "down" && appearance.detail !== "full")) return [box];
  const [middleX, middleY] = appearance.direction === "right" ? [x, y + height / 2] : [x + width / 2, y];
  return [box, rectAround(middleX, middleY, 2 * glyphReach(glyph, metrics) + 2, 2 * metrics.glyphRadius + 2)];
}

/** Where the right number is beside a gradient of the program's own engine that is wrong, from the moment it is complete. */
export function correctionOf({ schedule, scene }: DrawnGraph, { id, x, y, width, height }: PlacedNode): Rect[] {
  const node = schedule.graph.nodes[id];
  const right = node && rightAt(schedule, node, schedule.length, digitsOf(scene), numbersOf(scene));
  if (!right) return [];
  const isDown = scene.appearance.direction === "down";
  const box = tagBox("right", correctionText(right), scene.metrics.tagType, { width, height }, isDown);
  return [{ left: x + box.left, top: y + box.top, right: x + box.right, bottom: y + box.bottom }];
}
