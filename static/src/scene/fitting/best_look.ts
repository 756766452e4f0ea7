/**
 * Which picture of a graph can be read best on a stage: how much its cards show, and which way it runs. Type is never made smaller, so a
 * picture fits or is looked at part by part; of those that fit, the one that shows more is taken. Pure.
 */
import type { Direction, Layout, LayoutRequest } from "../../layout/types.ts";
import { layoutRequest, type Scene } from "../scene.ts";
import type { Detail } from "./metrics.ts";

/** The room for a picture, in pixels, and the zooms between which its type can be read. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  /** The zoom from which a picture can be read as it ought to be, and the smaller one that is better than a picture seen in part. */
  readonly least: number;
  readonly floor: number;
  readonly most: number;
}

export interface Look {
  readonly detail: Detail;
  readonly direction: Direction;
}

export interface Chosen {
  readonly scene: Scene;
  /** Absent where the graph is too large to try several. */
  readonly layout: Layout | null;
}

/** Cards up to which pictures are tried out; of more the shape of the stage decides. */
const MOST_TRIED = 120;
/** People read along lines: another direction than that of text has to gain this much; and one that is shown already, more. */
const GAIN = 1.15;
const GAIN_WHILE_EDITING = 1.6;
/** Stages higher than this part of their width are for pictures that run down. */
const UPRIGHT = 1.25;

/** `directions`: those that may be chosen, the preferred one first. `isEdit`: whether the reader has the first one before their eyes. */
export function bestLook(
  sceneOf: (look: Look) => Scene,
  place: (request: LayoutRequest) => Layout,
  stage: Stage,
  directions: readonly Direction[],
  isEdit: boolean,
): Chosen {
  const first = sceneOf({ detail: "full", direction: directions[0]! });
  if (first.cards.length > MOST_TRIED) {
    const upright: Direction = stage.height > UPRIGHT * stage.width ? "down" : "right";
    return {
      scene: sceneOf({ detail: "compact", direction: directions.includes(upright) ? upright : directions[0]! }),
      layout: null,
    };
  }
  const gain = isEdit ? GAIN_WHILE_EDITING : GAIN;
  const tried = (scene: Scene): Tried => {
    const layout = place(layoutRequest(scene));
    return { scene, layout, zoom: zoomOf(layout, stage) };
  };
  const looks: Partial<Record<Detail, readonly Tried[]>> = {};
  for (const least of new Set([stage.least, stage.floor]))
    for (const detail of ["full", "compact", "line"] as const) {
      // Lines beside one another would be longer than compact cards; between folded groups tags need room.
      looks[detail] ??= directions
        .filter((direction) => detail !== "line" || (direction === "down" && !first.cards.some(({ folded }) => folded)))
        .map((direction, index) => tried(index === 0 && detail === "full" ? first : sceneOf({ detail, direction })));
      const fitting = looks[detail].filter(({ zoom }) => zoom >= least);
      const best = bestOf(fitting, ({ zoom }) => zoom, gain);
      if (best) return best;
    }
  const share = ({ layout }: Tried): number => shareOf(layout, stage);
  const inParts = [looks.compact!, looks.line!].flatMap((choices) => bestOf(choices, share, gain) ?? []);
  return bestOf(inParts, share, gain)!;
}

interface Tried extends Chosen {
  readonly layout: Layout;
  readonly zoom: number;
}

/** The first unless another is so many times better. */
function bestOf(choices: readonly Tried[], worth: (choice: Tried) => number, gain: number): Tried | null {
  const [first, ...others] = choices;
  if (!first) return null;
  return others.reduce((best, other) => (worth(other) > worth(best) * (best === first ? gain : 1) ? other : best), first);
}

function zoomOf({ width, height }: Layout, stage: Stage): number {
  return Math.min(stage.most, stage.width / width, stage.height / height);
}

/** How much of a picture is in sight where it has to be looked at part by part. */
function shareOf({ width, height }: Layout, stage: Stage): number {
  return Math.min(1, stage.width / (width * stage.least)) * Math.min(1, stage.height / (height * stage.least));
}
