/** What the numbers beside wires keep clear of. Knows no document. */
import type { Layout, PlacedNode } from "../../../layout/types.ts";
import { BEHIND } from "../../../scene/fitting/cards.ts";
import type { Rect } from "../../../scene/fitting/free_places.ts";
import { correctionText, tagBox } from "../../../scene/fitting/tags.ts";
import type { Scene } from "../../../scene/scene.ts";
import { DIGITS } from "../../../text/format.ts";
import { rightAt } from "../../../timeline/own_engine.ts";
import type { DrawnGraph } from "../drawn_graph.ts";

/** Of a card behind another, what is left of this is nothing but its round corner. */
const CORNER = 6;
/** More than a number beside a wire is wide. */
const BEYOND = 120;

/** What of a card numbers beside it keep clear of: its box with those behind it. */
export function obstaclesOf({ cardOf }: Scene, { id, x, y, width, height }: PlacedNode): Rect[] {
  const card = cardOf.get(id);
  const boxes = (card?.folded ? [0, BEHIND, 2 * BEHIND] : [0]).map((out) => ({
    left: x + out + (out === 0 ? -2 : CORNER),
    top: y + out - 2,
    right: x + width + out + 2,
    bottom: y + height + out + 2,
  }));
  return boxes;
}

/** What lies around the picture: a number there would be cut where the stage ends. */
export function edgesOf({ width, height }: Layout): Rect[] {
  return [
    { left: -BEYOND, top: -BEYOND, right: 0, bottom: height + BEYOND },
    { left: width, top: -BEYOND, right: width + BEYOND, bottom: height + BEYOND },
    { left: 0, top: -BEYOND, right: width, bottom: 0 },
    { left: 0, top: height, right: width, bottom: height + BEYOND },
  ];
}

/** Where the right number is beside a gradient of the program's own engine that is wrong, from the moment it is complete. */
export function correctionOf({ schedule, scene }: DrawnGraph, { id, x, y, width, height }: PlacedNode): Rect[] {
  const node = schedule.graph.nodes[id];
  const right =
    node && rightAt(schedule, node, schedule.length, DIGITS, scene.cardOf.get(id)?.characters ?? scene.metrics.size.letters);
  if (!right) return [];
  const isDown = scene.appearance.direction === "down";
  const box = tagBox("right", correctionText(right), scene.metrics.tagType, { width, height }, isDown);
  return [{ left: x + box.left, top: y + box.top, right: x + box.right, bottom: y + box.bottom }];
}
