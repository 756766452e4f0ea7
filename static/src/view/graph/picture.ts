/**
 * The drawing of one graph: what is shown, where, and how it looks at a position. Knows the graph, its scene and its layout, and
 * neither the store nor time; index.ts decides what to show and when.
 */

import type { Slot } from "../../core/slots.ts";
import type { Graph, GraphEdge } from "../../core/types.ts";
import { wrongSet } from "../../exercises/pitfalls.ts";
import { type Hue, type Ways, waysOf } from "../../explain/ways.ts";
import { type Folded, memberShownAt, type ShownMember } from "../../graph/folding.ts";
import type { PlacedEdge } from "../../layout/types.ts";
import type { Track } from "../../layout/wire_curves.ts";
import { createTaken, type Rect } from "../../scene/fitting/free_places.ts";
import { ghostOf } from "../../scene/ghosts.ts";
import { type GroupMoment, groupMoment, momentOfWire } from "../../scene/group_moment.ts";
import { ailmentOf, ailmentsOf, isSeen } from "../../scene/health.ts";
import { type CardMoment, cardMoment, IDLE, type Now, nowBetween, spokenCard, type WireMoment } from "../../scene/moment.ts";
import { spokenWire } from "../../scene/spoken_wire.ts";
import type { Wire } from "../../scene/wiring.ts";
import { selectedEdgeOf } from "../../state/selection.ts";
import type { Overlay } from "../../state/state.ts";
import { DIGITS, formatValue, signOf } from "../../text/format.ts";
import { gradientAt, isValueKnown, phaseAt, tangentPassAt } from "../../timeline/schedule.ts";
import { setAttribute } from "../shared/svg.ts";
import { type Callout, createFront, type Room } from "./animation/callouts.ts";
import type { FlyerAt } from "./animation/flight.ts";
import { calloutsOf } from "./animation/frames.ts";
import type { Area, Camera } from "./camera/camera.ts";
import { contains, type Extent, extentOf, within } from "./camera/extent.ts";
import { LEGIBLE, MARKS_ALONE } from "./camera/zooms.ts";
import type { Canvas } from "./canvas.ts";
import { createCards } from "./cards/cards.ts";
import { spokenGroup } from "./cards/group_shape.ts";
import { correctionOf, edgesOf, obstaclesOf } from "./cards/obstacles.ts";
import { type DrawnGraph, inFull } from "./drawn_graph.ts";
import type { FarCanvas, FarLook } from "./far_canvas.ts";
import type { Legend } from "./tools/legend.ts";
import { drawHalos, type Halo } from "./wires/halos.ts";
import { createWires } from "./wires/wires.ts";

/** Where the picture is. `frame` is what has just moved or is moving; null where nothing is to be pointed at. */
export interface View {
  readonly position: number;
  readonly frame: { readonly from: number; readonly to: number } | null;
  readonly selected: number | null;
  readonly selectedEdge: number | null;
  readonly hovered: number | null;
  /** The one card that Tab reaches. */
  readonly tabbable: number;
  /** Cards in which something was found; null while nothing is looked for. */
  readonly hits: ReadonlySet<number> | null;
  readonly breakpoints: readonly number[];
  readonly overlay: Overlay;
  /** What the values would be after a nudge. */
  readonly nudged: Graph | null;
  /** The graph without the mistake that is made on purpose; see the state. */
  readonly honest: Graph | null;
  /** What is written at cards that differ from those of another graph; see the state. */
  readonly differing: ReadonlyMap<number, string> | null;
  /** The number that is asked for. */
  readonly asked: Slot | null;
}

export interface Picture {
  show(shown: DrawnGraph, duration: number): void;
  /** New numbers and titles on the same structure. */
  renew(shown: DrawnGraph): void;
  paint(view: View): void;
  fly(flyers: readonly FlyerAt[]): void;
  /** Draws what the camera sees where the graph is too large to draw whole. */
  look(): void;
  /** Fetches what only a picture that is seen from afar needs. */
  prepare(): void;
  /** Where numbers are on wires, or have room. */
  labels(): readonly Area[];
  /** Of a stack, the member that its card shows; null where the card is of no stack. */
  memberShown(card: number): ShownMember | null;
  element(node: number): SVGGElement | null;
  /** A wire's element, with a name for screen readers. */
  wireElement(wire: number): SVGGElement | null;
  /** The card at a place of the screen, where cards are too small to be elements. */
  under(x: number, y: number): number | null;
  /** The wire that passes a place of the screen most closely, and not beyond a finger's reach. */
  wireUnder(x: number, y: number): number | null;
  /** Lights the wire that a click would select. */
  point(wire: number | null): void;
}

/** Numbers of more wires than this at once are not brought to the front: there they would be a swarm. */
const MAX_NUMBERS = 3;
/** Wires of a picture in which ways can be followed. */
const MOST_WAYS = 300;
/** How far along a wire, from its source, a gradient that comes back is multiplied by the slope. */
const GATE = 0.66;
/** Pixels around a wire, or a far card, within which a pointer means it. */
const GRASP = 12;
/** Numbers on cards that are seen from afar, in pixels of the screen whatever the zoom: at least. */
const FAR_NUMBER = 11.05;

/** By sign, the negative one first. */
const FAR_LOOKS: readonly FarLook[] = ["negative", "zero", "positive"];

/** `covered`: the place in view that something else covers. */
/** Characters up to which a list is spoken number by number, and not as its shape. */
const SPOKEN_LIST = 26;

export function createPicture(canvas: Canvas, camera: Camera, legend: Legend, covered: () => Area | null): Picture {
  const cards = createCards(canvas.cards, () => {
    if (!view) return;
    showDetail(camera.transform.k);
    paint(view);
  });
  const wires = createWires(canvas.wires, canvas.wireLabels, canvas.hatch);
  const front = createFront(canvas.front);
  let shown: DrawnGraph | null = null;
  let view: View | null = null;
  let drawn: Extent | null = null;
  let sized = 1;
  /** Absent until a graph is so large that it is needed. */
  let far: FarCanvas | null = null;
  /** The ways to the node that was selected last. */
  let led: { readonly graph: Graph; readonly node: number; readonly ways: Ways } | null = null;
  /** What the far canvas has been given. */
  let afar: { shown: DrawnGraph; position: number } | null = null;

  /** What is explained must be readable from afar as well; in steps, so that zooming repaints seldom. */
  function pillSize(): number {
    return Math.max(1, Math.ceil((LEGIBLE / camera.transform.k) * 4 - 1e-6) / 4);
  }

  /** How much can be read of the cards at this zoom. Returns whether they have to be painted again. */
  function showDetail(k: number): boolean {
    const detail = k >= LEGIBLE - 1e-3 ? "everything" : k >= MARKS_ALONE ? "numbers" : "marks";
    // Until the code is there that writes numbers for this zoom, the usual ones stay: small ones say more than empty cards.
    setAttribute(canvas.svg, "data-zoomed", detail === "numbers" && !cards.writesAfar() ? "awaited" : detail);
    // In whole pixels of the picture, so that zooming repaints seldom.
    const type = detail === "everything" ? null : Math.ceil(FAR_NUMBER / k);
    if (type !== null) canvas.svg.style.setProperty("--far-number", `${type}px`);
    return cards.seeIn(type, detail === "marks");
  }

  function drawVisible(duration: number): boolean {
    const { scene, layout } = shown!;
    const wanted = extentOf(layout, camera);
    const drawnArea = typeof drawn === "string" ? null : drawn;
    if (drawn === wanted || (drawnArea && typeof wanted !== "string" && contains(drawnArea, camera.visible()))) return false;
    drawn = wanted;
    const { nodes, edges } = within(shown!, wanted);
    if (wanted !== "far") far?.clear();
    afar = null;
    cards.show(scene, nodes, duration);
    wires.show(
      scene,
      edges,
      typeof wanted === "string" ? null : wanted,
      [...edgesOf(layout), ...nodes.flatMap((node) => [...obstaclesOf(scene, node), ...correctionOf(shown!, node)])],
      duration,
    );
    return true;
  }

  function paint(next: View): void {
    view = next;
    if (!shown) return;
    const { schedule, scene } = shown;
    const { frame } = next;
    const { shownAs } = scene.folding;
    const inNodes = frame ? nowBetween(schedule, frame.from, frame.to) : { nodes: new Set<number>(), edges: new Set<number>() };
    const now: Now = { nodes: new Set([...inNodes.nodes].map((node) => shownAs[node]!)), edges: inNodes.edges };
    setAttribute(canvas.svg, "data-phase", phaseAt(schedule, next.position));
    if (drawn === "far")
      if (far) paintFar(far, shown, next, now);
      else void fetchFar();
    paintCards(now);
    const numbers = paintWires(now);
    legend.update(tangentPassAt(schedule, next.position) ? "tangent" : "gradient", scene.appearance.detail);
    const landed = { from: frame?.from ?? 0, to: frame?.to ?? 0, landed: next.position };
    const steps = frame ? calloutsOf(schedule, shown.records, landed, { layout: shown.layout, shownAs }, DIGITS) : [];
    const callouts = [...numbers, ...steps];
    front.explain(callouts, scene.metrics, pillSize(), roomForPills(callouts.length > 0));
  }

  /** What is in view, and what is there already. */
  function roomForPills(isAsked: boolean): Room {
    const bounds = camera.visible();
    const { scene, spatial } = shown!;
    const { direction } = scene.appearance;
    if (!isAsked) return { direction, bounds, taken: createTaken() };
    const cardsInView = spatial.nodesWithin(bounds).flatMap((place) => obstaclesOf(scene, place));
    const map = covered();
    return { direction, bounds, taken: createTaken([...cardsInView, ...wires.tags(), ...(map ? [map] : [])]) };
  }

  /** Where the server is away, with the next painting again. */
  async function fetchFar(): Promise<void> {
    const made = await import("./far_canvas.ts").catch(() => null);
    if (far || !made) return;
    far = made.createFarCanvas(canvas.ground);
    if (drawn !== "far") return;
    far.look(camera.transform, camera.visible(), camera.size());
    if (view) paint(view);
  }

  function paintFar(
    far: FarCanvas,
    { schedule, scene, layout, spatial }: DrawnGraph,
    { position, selected, hovered, hits }: View,
    now: Now,
  ): void {
    const edge = selectedEdge();
    const ends = edge ? [edge.source, edge.target] : [];
    const strong = new Set([
      ...now.nodes,
      ...[selected, hovered, ...ends].flatMap((node) => (node === null ? [] : [scene.folding.shownAs[node]!])),
    ]);
    const selectedWire = edge && scene.wireOf[edge.id]!;
    const wire = selectedWire === null ? null : (layout.edges.find(({ id }) => id === selectedWire) ?? null);
    const lookOf = (id: number): FarLook => {
      const node = schedule.graph.nodes[scene.folding.folded.get(id)?.exits[0] ?? id]!;
      const { value } = gradientAt(schedule, node, position);
      return value === null ? "unknown" : FAR_LOOKS[signOf(value) + 1]!;
    };
    if (afar?.shown !== shown || afar.position !== position) far.draw(layout, spatial, lookOf);
    afar = { shown: shown!, position };
    far.mark({ strong, hits, wire });
  }

  /** What a card shows: its node's numbers, or those of all that is folded in it. */
  function momentOf(id: number): CardMoment | GroupMoment {
    const { schedule, scene, inside } = shown!;
    const folded = scene.folding.folded.get(id);
    if (folded) return groupMoment(schedule, folded, inside.get(id)!, view!.position, DIGITS, shownIn(folded));
    return momentOfNode(id, scene.cardOf.get(id)!.characters);
  }

  /** Of a stack, the member that its card shows at this moment. */
  function shownIn(folded: Folded): ShownMember | null {
    const { schedule, scene } = shown!;
    const { frame } = view!;
    if (folded.shown === null || folded.shown.isChosen || frame === null) return folded.shown;
    const { nodes, edges } = nowBetween(schedule, frame.from, frame.to);
    const users = [...edges].map((edge) => schedule.graph.edges[edge]!.target);
    return memberShownAt(scene.folding.tree, folded, [...nodes, ...users]);
  }

  function momentOfNode(id: number, width?: number): CardMoment {
    const { schedule } = shown!;
    const moment = cardMoment(schedule, schedule.graph.nodes[id]!, view!.position, DIGITS, width);
    return { ...moment, right: moment.right ?? unbrokenAt(id) };
  }

  /** Who hears a number, or a short list, has room for all its digits. */
  function spokenAt(id: number): string {
    const { schedule, scene } = shown!;
    const node = schedule.graph.nodes[id]!;
    const whole = momentOfNode(id, node.shape.length > 0 ? SPOKEN_LIST : undefined);
    return spokenCard(schedule, node, whole, scene.titleOf);
  }

  function differenceAt(id: number): string | null {
    const { differing } = view!;
    if (differing === null) return null;
    const nodes = shown!.scene.folding.folded.has(id) ? (shown!.members().get(id) ?? []) : [id];
    const different = nodes.find((node) => differing.has(node));
    return different === undefined ? null : differing.get(different)!;
  }

  function ailmentAt(id: number): string | null {
    const { schedule, scene, members } = shown!;
    if (view!.overlay !== "health") return null;
    const nodes = scene.folding.folded.has(id) ? (members().get(id) ?? []) : [id];
    return ailmentOf(
      ailmentsOf(schedule.graph),
      nodes.filter((node) => isSeen(schedule, node, view!.position)),
    );
  }

  /** What the value of a card would be after the nudge that is being tried; null where it stays, or is not known yet. */
  function ghostAt(id: number): string | null {
    const { schedule, scene } = shown!;
    const { nudged, position } = view!;
    const folded = scene.folding.folded.get(id);
    const exits = folded && (shownIn(folded)?.exits ?? folded.exits);
    const node = exits ? (exits.length === 1 ? exits[0]! : null) : id;
    return nudged === null || node === null || !isValueKnown(schedule, node, position)
      ? null
      : ghostOf(schedule.graph, nudged, node);
  }

  /** The gradient that a card ought to show where a mistake is made on purpose; null where the one it shows is right, or none is shown yet. */
  function unbrokenAt(id: number): string | null {
    const { schedule, scene } = shown!;
    const { honest, position } = view!;
    if (!honest || honest === schedule.graph || scene.folding.folded.has(id)) return null;
    const [node, right] = [schedule.graph.nodes[id]!, honest.nodes[id]?.grad ?? null];
    if (right === null || !wrongSet(honest, schedule.graph).has(id)) return null;
    return gradientAt(schedule, node, position).state === "final" ? formatValue(right) : null;
  }

  /** Cards that the hovered one touches, itself among them; null while none is hovered. */
  function litBy(hovered: number | null): Set<number> | null {
    if (hovered === null || !shown!.schedule.graph.nodes[hovered]) return null;
    const { shownAs } = shown!.scene.folding;
    const { wires: all } = shown!.scene;
    const own = shownAs[hovered]!;
    const touched = all.flatMap(({ source, target }) =>
      Math.ceil(target) === own ? [Math.ceil(source)] : Math.ceil(source) === own ? [Math.ceil(target)] : [],
    );
    return new Set([own, ...touched]);
  }

  function selectedEdge(): GraphEdge | null {
    return selectedEdgeOf({ graph: shown!.schedule.graph, selectedEdge: view!.selectedEdge });
  }

  /** The card that is marked as selected: that of the node, or the folded group in which the edge is hidden. */
  function selectedCard(): number | null {
    const { shownAs } = shown!.scene.folding;
    const { selected } = view!;
    if (selected !== null) return shownAs[selected] ?? null;
    const edge = selectedEdge();
    return edge && shown!.scene.wireOf[edge.id] === -1 ? shownAs[edge.source]! : null;
  }

  function paintCards(now: Now): void {
    const { scene } = shown!;
    const { hovered, tabbable, hits, position } = view!;
    const { shownAs, folded } = scene.folding;
    const lit = litBy(hovered);
    setAttribute(canvas.svg, "data-lit", String(lit !== null));
    setAttribute(canvas.svg, "data-searched", String(hits !== null));
    if (hovered !== null && lit && !folded.has(shownAs[hovered]!)) cards.tooltip(hovered, inFull(shown!, hovered, position));
    const chosen = selectedCard();
    const stops = new Set(view!.breakpoints.map((node) => shownAs[node]));
    setAttribute(canvas.svg, "data-overlay", view!.overlay);
    setAttribute(canvas.svg, "data-nudged", String(view!.nudged !== null));
    for (const id of cards.drawn()) {
      const moment = momentOf(id);
      const marks = {
        now: now.nodes.has(id),
        selected: id === chosen,
        lit: lit?.has(id) ?? false,
        tabbable: id === tabbable,
        hit: hits?.has(id) ?? false,
        breakpoint: stops.has(id),
        ailment: ailmentAt(id),
        difference: differenceAt(id),
        ghost: ghostAt(id),
        asked: view!.asked && shownAs[view!.asked.node] === id ? view!.asked.row : null,
      };
      cards.paint(id, moment, marks);
      const group = folded.get(id);
      cards.label(id, group ? spokenGroup(group, moment as GroupMoment) : spokenAt(id));
    }
  }

  /** What the wires of the step, and those that bring the selected card its gradient, carry: all others are thin lines. Returns its numbers. */
  function paintWires(now: Now): Callout[] {
    const { schedule, scales, scene } = shown!;
    const { position, hovered, asked } = view!;
    const edge = selectedEdge();
    const chosen = edge && scene.wireOf[edge.id]!;
    const ways = selectedWays();
    const workbench = canvas.svg.closest(".workbench");
    for (const part of workbench ? [canvas.svg, workbench] : [canvas.svg]) setAttribute(part, "data-ways", String(ways !== null));
    const own = hovered === null ? null : scene.folding.shownAs[hovered];
    const phase = phaseAt(schedule, position);
    const { wrong } = schedule;
    const wrongEdge = wrong !== null && wrong.position <= position ? wrong.edge : null;
    const halos: Halo[] = [];
    const numbers: Callout[] = [];
    const isTooMany = now.edges.size > MAX_NUMBERS;
    for (const id of wires.drawn()) {
      const wire = wires.wire(id)!;
      const [source, target] = [Math.ceil(wire.source), Math.ceil(wire.target)];
      const isOfStack = [source, target].some((end) => scene.folding.folded.get(end)?.shown);
      const seen = momentOfWire(schedule, scales, wire, position, DIGITS, isOfStack);
      const isNow =
        wire.edges.length > 0 &&
        (wire.edges.some((edge) => now.edges.has(edge)) || (phase === "forward" && now.nodes.has(target)));
      const selected = id === chosen;
      const isWrong = wrongEdge !== null && wire.edges.includes(wrongEdge);
      const hue = seen.flow === "gradient" ? hueOf(wire, ways) : null;
      const brings = hue !== null && wire.edges.some((edge) => ways!.ends.includes(edge));
      // While a number is asked for, the slopes that wait on wires would be what it is made of, or it itself.
      const isShown = (isNow || selected || isWrong || hue !== null) && !(asked && seen.flow === "idle");
      const moment = isShown ? seen : { ...IDLE, blocked: seen.blocked };
      const marks = { now: isNow, selected, lit: own !== null && (source === own || target === own), wrong: isWrong, hue };
      const isOfFrame = isNow && !isTooMany && (!moment.slope || phase === "slopes");
      const isWritten = moment.label !== "" && (isOfFrame || selected || isWrong || brings);
      if (isWritten) numbers.push({ ...numberOn(wires.track(id)!, id, moment, isWrong), hue });
      wires.paint(id, moment, marks);
      if (selected) halos.push({ curve: wires.track(id)!.curve, width: moment.width, selected });
      // The wire that has the focus may be one of another program by now.
      if (selected || wires.element(id) === document.activeElement) wires.label(id, spoken(wire));
      if (isNow || isWrong) halos.push({ curve: wires.track(id)!.curve, width: moment.width, selected: false });
    }
    drawHalos(canvas.halos, halos);
    return numbers;
  }

  /** By which ways the gradient of the selected node came; null where none is, or where far too much would be drawn. */
  function selectedWays(): Ways | null {
    const { schedule, scene } = shown!;
    const { selected } = view!;
    if (selected === null || selectedEdge() || !schedule.graph.nodes[selected]) return null;
    if (scene.wires.length > MOST_WAYS || phaseAt(schedule, view!.position) !== "backward") return null;
    if (led?.graph !== schedule.graph || led.node !== selected)
      led = { graph: schedule.graph, node: selected, ways: waysOf(schedule.graph, selected) };
    return led.ways.ends.length > 0 ? led.ways : null;
  }

  /** The number of a wire: on it, or beside it where that has no room. */
  function numberOn(track: Track, id: number, { label, slope, sign, isLost }: WireMoment, isWrong: boolean): Callout {
    return {
      text: `${isWrong ? "✗ " : isLost ? "⚠ " : ""}${label}`,
      sign: slope ? 0 : sign,
      beside: [boxOfTrack(track)],
      on: track,
      isNumber: !slope,
      isClear: (box) => wires.isClear(box, id),
    };
  }

  function spoken(wire: Wire): string {
    return spokenWire(shown!.schedule, shown!.records, shown!.scene, wire, view!.position);
  }

  return {
    show(next, duration) {
      shown = next;
      drawn = null;
      front.move([], next.scene.metrics, 1);
      setAttribute(canvas.svg, "data-direction", next.scene.appearance.direction);
      setAttribute(canvas.svg, "data-detail", next.scene.appearance.detail);
      drawVisible(duration);
    },
    renew(next) {
      shown = next;
      cards.retitle(next.scene);
    },
    paint,
    fly(flyers) {
      if (!shown) return;
      const tokens = flyers.flatMap((flyer) => {
        const track = wires.track(shown!.scene.wireOf[flyer.wire]!);
        const isBefore = flyer.before && flyer.fraction > GATE;
        return track ? [{ ...flyer, ...(isBefore ? flyer.before : {}), track }] : [];
      });
      front.move(tokens, shown.scene.metrics, pillSize());
    },
    look() {
      const { k } = camera.transform;
      const isOther = showDetail(k);
      if (!shown) return;
      const size = pillSize();
      const isNew = drawVisible(0);
      if (drawn === "far") far?.look(camera.transform, camera.visible(), camera.size());
      if (!isNew && !isOther && size === sized) return;
      sized = size;
      if (view) paint(view);
    },
    memberShown(id) {
      const folded = shown?.scene.folding.folded.get(id);
      return folded && view ? shownIn(folded) : null;
    },
    prepare: cards.fetchWriter,
    labels: wires.tags,
    element: cards.element,
    wireElement(id) {
      const wire = wires.wire(id);
      if (wire) wires.label(id, spoken(wire));
      return wires.element(id);
    },
    under(x, y) {
      if (!shown || drawn !== "far") return null;
      const { k } = camera.transform;
      const place = shown.spatial.nearest((x - camera.transform.x) / k, (y - camera.transform.y) / k, GRASP / k);
      return place && Math.ceil(place.id);
    },
    wireUnder(x, y) {
      if (!shown) return null;
      const { k } = camera.transform;
      const isEdge = ({ source, target }: PlacedEdge): boolean => Math.ceil(source) !== Math.ceil(target);
      return shown.spatial.nearestEdge((x - camera.transform.x) / k, (y - camera.transform.y) / k, GRASP / k, isEdge)?.id ?? null;
    },
    point(wire) {
      // Another name than the wire's own mark: what styles that one would be looked at in the whole drawing.
      setAttribute(canvas.svg, "data-offers", wire === null ? "" : "wire");
      wires.point(wire);
    },
  };
}

/** A wire that is several has the hue that they have in common. */
function hueOf({ edges }: Wire, ways: Ways | null): Hue | null {
  const [first, ...others] = ways ? edges.flatMap((edge) => ways.hues.get(edge) ?? []) : [];
  return first === undefined ? null : others.every((hue) => hue === first) ? first : "shared";
}

/** Around a wire. */
function boxOfTrack({ curve }: Track): Rect {
  const [xs, ys] = [0, 1].map((axis) => curve.filter((_, index) => index % 2 === axis));
  return { left: Math.min(...xs!), right: Math.max(...xs!), top: Math.min(...ys!), bottom: Math.max(...ys!) };
}
