/** What each wire carries at a moment, and how it stands out: those of the step, and those that bring the selected card its gradient. Pure. */

import type { Graph } from "../../../core/types.ts";
import { type Hue, type Ways, waysOf } from "../../../explain/ways.ts";
import { momentOfWire } from "../../../scene/group_moment.ts";
import { IDLE, type Now, type WireMoment } from "../../../scene/moment.ts";
import type { Wire } from "../../../scene/wiring.ts";
import { DIGITS } from "../../../text/format.ts";
import { phaseAt } from "../../../timeline/schedule.ts";
import type { WireMarks } from "../wires/wires.ts";
import { type Sight, selectedEdge } from "./view.ts";

/** Numbers of more wires than this at once are not brought to the front: there they would be a swarm. */
const MAX_NUMBERS = 3;
/** Wires of a picture in which ways can be followed. */
const MOST_WAYS = 300;

export interface WireLook {
  readonly moment: WireMoment;
  readonly marks: WireMarks;
  /** Whether its number is brought to the front. */
  readonly isWritten: boolean;
}

/** The look of each wire. All but those of the step and of the selection are thin lines. */
export function wireLooks(sight: Sight, now: Now, ways: Ways | null): (wire: Wire) => WireLook {
  const { schedule, scales, scene } = sight.shown;
  const { position, hovered, asked } = sight.view;
  const { shownAs, folded } = scene.folding;
  const edge = selectedEdge(sight);
  const chosen = edge && scene.wireOf[edge.id]!;
  const own = hovered === null ? null : shownAs[hovered];
  const phase = phaseAt(schedule, position);
  const { wrong } = schedule;
  const wrongEdge = wrong !== null && wrong.position <= position ? wrong.edge : null;
  const isSwarm = now.edges.size > MAX_NUMBERS;
  const isNow = ({ edges, target }: Wire): boolean =>
    edges.length > 0 && (edges.some((each) => now.edges.has(each)) || (phase === "forward" && now.nodes.has(Math.ceil(target))));
  return (wire) => {
    const ends = [Math.ceil(wire.source), Math.ceil(wire.target)];
    const isOfStack = ends.some((end) => folded.get(end)?.shown);
    const seen = momentOfWire(schedule, scales, wire, position, DIGITS, isOfStack);
    const hue = seen.flow === "gradient" ? hueOf(wire, ways) : null;
    const marks = {
      now: isNow(wire),
      selected: wire.id === chosen,
      lit: ends.some((end) => end === own),
      wrong: wrongEdge !== null && wire.edges.includes(wrongEdge),
      hue,
    };
    const isPointedAt = marks.selected || marks.wrong;
    // While a number is asked for, the slopes that wait on wires would be what it is made of, or it itself.
    const isShown = (marks.now || isPointedAt || hue !== null) && !(asked && seen.flow === "idle");
    const moment = isShown ? seen : { ...IDLE, blocked: seen.blocked };
    const isOfFrame = marks.now && !isSwarm && (!moment.slope || phase === "slopes");
    const brings = hue !== null && wire.edges.some((each) => ways!.ends.includes(each));
    return { moment, marks, isWritten: moment.label !== "" && (isOfFrame || isPointedAt || brings) };
  };
}

/** By which ways the gradient of the coloured node came; null where none is, or where far too much would be drawn. Remembers those of the node asked about last. */
export function createWaysTo(): (sight: Sight) => Ways | null {
  let led: { readonly graph: Graph; readonly node: number; readonly ways: Ways } | null = null;
  return (sight) => {
    const { schedule, scene } = sight.shown;
    const { coloured: node, position } = sight.view;
    const { graph } = schedule;
    if (node === null || !graph.nodes[node]) return null;
    if (scene.wires.length > MOST_WAYS || phaseAt(schedule, position) !== "backward") return null;
    if (led?.graph !== graph || led.node !== node) led = { graph, node, ways: waysOf(graph, node) };
    return led.ways.ends.length > 0 ? led.ways : null;
  };
}

/** A wire that is several has the hue that they have in common. */
function hueOf({ edges }: Wire, ways: Ways | null): Hue | null {
  const [first, ...others] = ways ? edges.flatMap((edge) => ways.hues.get(edge) ?? []) : [];
  return first === undefined ? null : others.every((hue) => hue === first) ? first : "shared";
}
