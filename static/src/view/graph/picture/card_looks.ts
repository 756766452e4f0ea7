/** What each card shows at a moment, how it stands out, and what a screen reader says of it. Pure. */

import { wrongSet } from "../../../exercises/pitfalls.ts";
import { type Folded, memberShownAt, type ShownMember } from "../../../graph/folding.ts";
import { ghostOf } from "../../../scene/ghosts.ts";
import { type GroupMoment, groupMoment } from "../../../scene/group_moment.ts";
import { ailmentOf, ailmentsOf, isSeen } from "../../../scene/health.ts";
import { type CardMoment, cardMoment, type Now, nowBetween, spokenCard } from "../../../scene/moment.ts";
import { DIGITS, formatValue } from "../../../text/format.ts";
import { gradientAt, isValueKnown } from "../../../timeline/schedule.ts";
import type { CardMarks } from "../cards/cards.ts";
import { spokenGroup } from "../cards/group_shape.ts";
import { type Sight, selectedEdge } from "./view.ts";

/** Characters up to which a list is spoken number by number, and not as its shape. */
const SPOKEN_LIST = 26;

export interface CardLook {
  readonly moment: CardMoment | GroupMoment;
  readonly marks: CardMarks;
  readonly spoken: string;
}

/** The look of each card, by its node; `lit` are the cards that the hovered one touches, null while none is hovered. */
export function cardLooks(sight: Sight, now: Now, lit: ReadonlySet<number> | null): (id: number) => CardLook {
  const { shown, view } = sight;
  const { shownAs, folded } = shown.scene.folding;
  const chosen = selectedCard(sight);
  const stops = new Set(view.breakpoints.map((node) => shownAs[node]));
  return (id) => {
    const marks = {
      now: now.nodes.has(id),
      selected: id === chosen,
      lit: lit?.has(id) ?? false,
      tabbable: id === view.tabbable,
      hit: view.hits?.has(id) ?? false,
      breakpoint: stops.has(id),
      ailment: ailmentAt(sight, id),
      difference: differenceAt(sight, id),
      ghost: ghostAt(sight, id),
      asked: view.asked && shownAs[view.asked.node] === id ? view.asked.row : null,
    };
    const group = folded.get(id);
    if (!group)
      return { moment: nodeMoment(sight, id, shown.scene.cardOf.get(id)!.characters), marks, spoken: spokenAt(sight, id) };
    const moment = groupMoment(shown.schedule, group, shown.inside.get(id)!, view.position, DIGITS, memberShown(sight, group));
    return { moment, marks, spoken: spokenGroup(group, moment) };
  };
}

/** Cards that the hovered one touches, itself among them; null while none is hovered. */
export function litCards({ shown: { schedule, scene }, view: { hovered } }: Sight): Set<number> | null {
  if (hovered === null || !schedule.graph.nodes[hovered]) return null;
  const own = scene.folding.shownAs[hovered]!;
  const touched = scene.wires.flatMap(({ source, target }) =>
    Math.ceil(target) === own ? [Math.ceil(source)] : Math.ceil(source) === own ? [Math.ceil(target)] : [],
  );
  return new Set([own, ...touched]);
}

/** Of a stack, the member that its card shows at this moment. */
export function memberShown({ shown: { schedule, scene }, view: { frame } }: Sight, folded: Folded): ShownMember | null {
  if (folded.shown === null || folded.shown.isChosen || frame === null) return folded.shown;
  const { nodes, edges } = nowBetween(schedule, frame.from, frame.to);
  const users = [...edges].map((edge) => schedule.graph.edges[edge]!.target);
  return memberShownAt(scene.folding.tree, folded, [...nodes, ...users]);
}

function nodeMoment(sight: Sight, id: number, width?: number): CardMoment {
  const { schedule } = sight.shown;
  const moment = cardMoment(schedule, schedule.graph.nodes[id]!, sight.view.position, DIGITS, width);
  return { ...moment, right: moment.right ?? unbrokenAt(sight, id) };
}

/** Who hears a number, or a short list, has room for all its digits. */
function spokenAt(sight: Sight, id: number): string {
  const { schedule, scene } = sight.shown;
  const node = schedule.graph.nodes[id]!;
  const whole = nodeMoment(sight, id, node.shape.length > 0 ? SPOKEN_LIST : undefined);
  return spokenCard(schedule, node, whole, scene.titleOf);
}

/** The node of a card, or what ails in the group that is folded in it. */
const nodesIn = ({ shown: { scene, members } }: Sight, id: number): readonly number[] =>
  scene.folding.folded.has(id) ? (members().get(id) ?? []) : [id];

function differenceAt(sight: Sight, id: number): string | null {
  const { differing } = sight.view;
  const different = differing && nodesIn(sight, id).find((node) => differing.has(node));
  return different === null || different === undefined ? null : differing!.get(different)!;
}

function ailmentAt(sight: Sight, id: number): string | null {
  const { schedule } = sight.shown;
  const { overlay, position } = sight.view;
  if (overlay !== "health") return null;
  const seen = nodesIn(sight, id).filter((node) => isSeen(schedule, node, position));
  return ailmentOf(ailmentsOf(schedule.graph), seen);
}

/** What the value of a card would be after the nudge that is being tried; null where it stays, or is not known yet. */
function ghostAt(sight: Sight, id: number): string | null {
  const { schedule, scene } = sight.shown;
  const { nudged, position } = sight.view;
  if (nudged === null) return null;
  const folded = scene.folding.folded.get(id);
  const exits = folded ? (memberShown(sight, folded)?.exits ?? folded.exits) : [id];
  const [node, ...others] = exits;
  if (node === undefined || others.length > 0 || !isValueKnown(schedule, node, position)) return null;
  return ghostOf(schedule.graph, nudged, node);
}

/** The gradient that a card ought to show where a mistake is made on purpose; null where the one it shows is right, or none is shown yet. */
function unbrokenAt({ shown: { schedule, scene }, view: { honest, position } }: Sight, id: number): string | null {
  if (!honest || honest === schedule.graph || scene.folding.folded.has(id)) return null;
  const [node, right] = [schedule.graph.nodes[id]!, honest.nodes[id]?.grad ?? null];
  if (right === null || !wrongSet(honest, schedule.graph).has(id)) return null;
  return gradientAt(schedule, node, position).state === "final" ? formatValue(right) : null;
}

/** The card that is marked as selected: that of the node, or the folded group in which the edge is hidden. */
function selectedCard(sight: Sight): number | null {
  const { scene } = sight.shown;
  const { shownAs } = scene.folding;
  const { selected } = sight.view;
  if (selected !== null) return shownAs[selected] ?? null;
  const edge = selectedEdge(sight);
  return edge && scene.wireOf[edge.id] === -1 ? shownAs[edge.source]! : null;
}
