/**
 * Which picture of a graph can be read best on a stage: how much its cards show, and which way it runs. Type is never made smaller, so a
 * picture fits or is looked at part by part; of those that fit, the one that shows more is taken. Pure.
 */
import { DRAWN_OPEN } from "../../graph/groups.ts";
import type { Direction, Layout, LayoutRequest } from "../../layout/types.ts";
import { layoutRequest, type Scene } from "../scene.ts";
import type { Appearance } from "./metrics.ts";

/** The room for a picture, in pixels, and the zooms between which its type can be read. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  /** The zoom from which a picture can be read as it ought to be, and the smaller one that is better than a picture seen in part. */
  readonly least: number;
  readonly floor: number;
  readonly most: number;
  /** On the small stages of phones, the zoom from which a picture that is seen whole can be read from afar; a large one has room close by. */
  readonly whole?: number;
}

export type Look = Pick<Appearance, "detail" | "direction" | "compactNodes" | "bands" | "roomy">;

export interface Chosen {
  readonly scene: Scene;
  /** Absent where the graph is too large to try several. */
  readonly layout: Layout | null;
}

/** Cards up to which a picture may be drawn wider, and the zoom that must be left, so that each wire has its number. */
const MOST_ROOMY = 6;
const ROOMY_ZOOM = 1;
/** So many times as far apart, a number of nine characters has room between a card and the symbol of the next one. */
const ROOMY = 1.9;
/** Cards up to which a picture takes the room there is, for the numbers of its wires and, where it runs down, the names of its cards. */
const MOST_LOOSE = 40;
const MOST_LOOSE_DOWN = 24;
/** Digits' room for the number of a wire that runs straight to the next card: its width, and where it runs down between lines, its height. */
const BETWEEN_CARDS = 7.5;
const BETWEEN_LINES = 2.6;
/** Times as far apart as this is not worth another picture. */
const LEAST_LOOSE = 1.1;
/** People read along lines: another direction than that of text has to gain this much; and one that is shown already, more. */
const GAIN = 1.15;
const GAIN_WHILE_EDITING = 1.6;
/** Stages higher than this part of their width are for pictures that run down. */
const UPRIGHT = 1.25;
/** The cards that take least room, by the way a picture runs. */
const SMALL: readonly Look[] = [
  { detail: "line", direction: "down" },
  { detail: "tower", direction: "right" },
];
/** Into how many bands a picture is broken at most: the eye has to go back for each. */
const MOST_BANDS = 4;
/** Of the width there is, what a row of lines takes at most before its cards are made narrower; tried from the first on. */
const ROW_SHARES = [1, 0.85, 0.7, 0.5];

/** How a picture is placed, and what it takes at least, which is known much sooner. */
export interface Placing {
  layout(request: LayoutRequest): Layout;
  leastSize(request: LayoutRequest): Pick<Layout, "width" | "height">;
}

/** `directions`: those that may be chosen, the preferred one first. `isEdit`: whether the reader has the first one before their eyes. */
export function bestLook(
  sceneOf: (look: Look) => Scene,
  placing: Placing,
  stage: Stage,
  directions: readonly Direction[],
  isEdit: boolean,
): Chosen {
  const first = sceneOf({ detail: "full", direction: directions[0]! });
  // Of what opens folded, the shape of the stage decides.
  if (first.cards.length > DRAWN_OPEN) {
    const upright: Direction = stage.height > UPRIGHT * stage.width ? "down" : "right";
    return {
      scene: sceneOf({ detail: "compact", direction: directions.includes(upright) ? upright : directions[0]! }),
      layout: null,
    };
  }
  const gain = isEdit ? GAIN_WHILE_EDITING : GAIN;
  const tried = (scene: Scene): Tried => triedOut(scene, placing, stage);
  // Between folded groups tags need room.
  const isPlain = !first.cards.some(({ folded }) => folded);
  const hasTowers = isPlain && hasRoom({ ...first, appearance: { ...first.appearance, detail: "tower" } });
  const small = SMALL.filter(({ direction }) => directions.includes(direction));
  const { whole } = stage;
  // What is drawn already is what another one has to be better than.
  if (isEdit && whole !== undefined)
    small.sort((one, other) => directions.indexOf(one.direction) - directions.indexOf(other.direction));
  const narrow = small.filter(({ detail }) => (detail === "line" ? isPlain : hasTowers));

  const found = new Map<Kind, readonly Tried[]>();
  const choicesOf = (kind: Kind, least: number): readonly Tried[] => {
    if (!found.has(kind)) found.set(kind, tryOut(kind, least));
    return found.get(kind)!;
  };
  const tryOut = (kind: Kind, least: number): Tried[] => {
    if (kind === "full" || kind === "compact")
      return directions.map((direction, index) =>
        tried(index === 0 && kind === "full" ? first : sceneOf({ detail: kind, direction })),
      );
    if (kind === "narrow") return narrow.map((look) => tried(sceneOf(look)));
    if (kind === "mixed")
      return choicesOf("narrow", least).flatMap((lines) =>
        lines.layout.direction === "down" ? (mixedOf(lines, sceneOf, tried, stage, least) ?? []) : [],
      );
    if (kind === "broken") return narrow.flatMap((look, index) => brokenFrom(look, choicesOf("narrow", least)[index]!, least));
    const tight = small.filter((look) => !narrow.includes(look));
    return tight.flatMap((look) => {
      const whole = tried(sceneOf(look));
      return whole.fits(least) ? whole : brokenFrom(look, whole, least);
    });
  };
  const brokenFrom = (look: Look, { layout }: Tried, least: number): Tried[] => {
    const broken = brokenOf(look, layout, sceneOf, tried, stage, least);
    return broken ? [broken] : [];
  };
  const wider = (best: Tried): Tried => {
    if (first.cards.length > MOST_ROOMY || best.layout.direction !== "right") return best;
    const roomy = tried(sceneOf({ detail: "full", direction: "right", roomy: ROOMY }));
    return roomy.fits(Math.max(ROOMY_ZOOM, stage.least)) ? roomy : best;
  };
  const looser = (best: Tried): Tried => {
    const { layout, scene, zoom } = best;
    const { appearance, metrics } = scene;
    const { detail, direction, compactNodes } = appearance;
    const isDown = direction === "down";
    if (first.cards.length > (isDown && detail === "compact" ? MOST_LOOSE_DOWN : MOST_LOOSE)) return best;
    const kept = Math.max(stage.least, Math.min(zoom, ROOMY_ZOOM));
    const gaps = Math.max(...layout.nodes.map(({ rank }) => rank)) - Math.min(...layout.nodes.map(({ rank }) => rank));
    const free = isDown ? stage.height / kept - layout.height : stage.width / kept - layout.width;
    const needed = isDown
      ? BETWEEN_LINES * metrics.digit
      : BETWEEN_CARDS * metrics.digit + (detail === "tower" ? 0 : metrics.glyphRadius);
    const enough = isDown && detail === "compact" ? ROOMY : needed / metrics.gaps.layer;
    const times = Math.min(enough, 1 + free / (gaps * metrics.gaps.layer));
    if (!(times >= LEAST_LOOSE)) return best;
    const loose = tried(sceneOf({ detail, direction, roomy: times, ...(compactNodes && { compactNodes }) }));
    return loose.fits(kept - 1e-3) ? loose : best;
  };
  for (const kinds of [["full", "compact", "narrow", "mixed"], ["broken"]] as const)
    for (const least of new Set([stage.least, stage.floor]))
      for (const kind of kinds) {
        if (kind === "mixed" || kind === "broken") found.delete(kind);
        const fitting = choicesOf(kind, least).filter(({ fits }) => fits(least));
        const best = bestOf(fitting, ({ zoom }) => zoom, gain);
        if (!best) continue;
        return kind === "full" ? wider(best) : kind === "broken" ? best : looser(best);
      }
  const share = ({ layout }: Tried): number => shareOf(layout, stage);
  // `last`: so many times more has to be in sight for another kind of card than the first.
  const mostInSight = (kinds: readonly Kind[], isGood: (choice: Tried) => boolean, last: number): Tried | null => {
    const best = kinds.flatMap((kind) => bestOf(choicesOf(kind, whole ?? stage.floor).filter(isGood), share, gain) ?? []);
    const kept = ({ layout }: Tried): number => (layout.direction === directions[0] ? gain / last : 1);
    return bestOf(best, (choice) => share(choice) * kept(choice), last);
  };
  if (whole === undefined) return mostInSight(["compact", "narrow"], () => true, gain)!;
  found.delete("mixed");
  found.delete("broken");
  // What is read whole from afar comes before what is seen in part; there are neither tags nor elements of tensors then.
  for (const kinds of [["compact", "narrow"], ["mixed"], ["broken"], ["tight"]] as const) {
    const best = mostInSight(kinds, ({ fits }) => fits(whole), GAIN);
    if (best) return best;
  }
  return mostInSight(["compact", "narrow"], () => true, GAIN)!;
}

/** Whether its cards can show what is in them: in a tower the cells of a tensor would be beside its number, beyond the card. */
export function hasRoom({ appearance, cards }: Pick<Scene, "appearance" | "cards">): boolean {
  return appearance.detail !== "tower" || !cards.some(({ tensor }) => tensor);
}

/** From the one that shows most to the one that is read with most effort; `tight`: small cards of what has no room on them close by. */
type Kind = "full" | "compact" | "narrow" | "mixed" | "broken" | "tight";

/** Lines, with compact cards in as few rows as it takes for the width there is; null where that is not enough. */
function mixedOf(
  { scene, layout }: Tried,
  sceneOf: (look: Look) => Scene,
  tried: (scene: Scene) => Tried,
  stage: Stage,
  least: number,
): Tried | null {
  const width = stage.width / least;
  const gap = scene.metrics.gaps.node;
  const rows = new Map<number, { width: number; readonly nodes: number[] }>();
  for (const { id, rank, width } of layout.nodes) {
    const row = rows.get(rank) ?? { width: -gap, nodes: [] };
    row.width += width + gap;
    row.nodes.push(id);
    rows.set(rank, row);
  }
  for (const share of ROW_SHARES) {
    const wide = [...rows.values()].filter((row) => row.width > share * width);
    const compactNodes = wide.flatMap(({ nodes }) => nodes).sort((one, other) => one - other);
    if (compactNodes.length === 0) continue;
    const mixed = tried(sceneOf({ detail: "mixed", direction: "down", compactNodes }));
    if (mixed.fits(least)) return mixed;
    if (mixed.layout.height * least > stage.height) return null;
  }
  return null;
}

/** In as few bands as it takes; null where none are enough. `whole`: the same in one. */
function brokenOf(
  look: Look,
  whole: Layout,
  sceneOf: (look: Look) => Scene,
  tried: (scene: Scene) => Tried,
  stage: Stage,
  least: number,
): Tried | null {
  // What has not the room of the picture in one band has not that of several, between which wires need some.
  if (whole.width * whole.height * least ** 2 > stage.width * stage.height) return null;
  const [length, room] = look.direction === "down" ? [whole.height, stage.height] : [whole.width, stage.width];
  const fewest = Math.max(2, Math.ceil((length * least) / room));
  for (let bands = fewest; bands <= MOST_BANDS; bands += 1) {
    const broken = tried(sceneOf({ ...look, bands }));
    if (broken.fits(least)) return broken;
  }
  return null;
}

interface Tried extends Chosen {
  readonly layout: Layout;
  readonly zoom: number;
  /** Whether all of it is on the stage at a zoom. */
  readonly fits: (zoom: number) => boolean;
}

/** Placed only once that matters: most of what is tried is too large whichever way it is placed. */
function triedOut(scene: Scene, placing: Placing, stage: Stage): Tried {
  const request = layoutRequest(scene);
  let placed: Layout | null = null;
  const layout = (): Layout => (placed ??= placing.layout(request));
  const most = request.bands === undefined ? zoomOf(placing.leastSize(request), stage) : stage.most;
  return {
    scene,
    get layout() {
      return layout();
    },
    get zoom() {
      return zoomOf(layout(), stage);
    },
    fits: (zoom) => most >= zoom && zoomOf(layout(), stage) >= zoom,
  };
}

/** The first unless another is so many times better. */
function bestOf(choices: readonly Tried[], worth: (choice: Tried) => number, gain: number): Tried | null {
  const [first, ...others] = choices;
  if (!first) return null;
  return others.reduce((best, other) => (worth(other) > worth(best) * (best === first ? gain : 1) ? other : best), first);
}

function zoomOf({ width, height }: Pick<Layout, "width" | "height">, stage: Stage): number {
  return Math.min(stage.most, stage.width / width, stage.height / height);
}

/** How much of a picture is in sight where it has to be looked at part by part. */
function shareOf({ width, height }: Layout, stage: Stage): number {
  return Math.min(1, stage.width / (width * stage.least)) * Math.min(1, stage.height / (height * stage.least));
}
