/**
 * Which of the three sizes the cards of a picture have: the largest at which all of it is whole on one stage, that of a laptop's window, or of
 * a phone. The stage there is only scales it, so that one program has one picture everywhere. Pure.
 */
import { FORMS, type Form } from "../../core/card_sizes.ts";
import { DRAWN_OPEN } from "../../graph/groups.ts";
import type { Layout, LayoutRequest } from "../../layout/types.ts";
import { layoutRequest, type Scene } from "../scene.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const isSameSize = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height;

/** The room for a picture, and the zooms between which its type can be read. */
export interface Stage extends Size {
  readonly least: number;
  readonly most: number;
}

/** The stage in a window of 1280×720, and on a phone of 400×850. */
export const USUAL_STAGE: Size = { width: 652, height: 496 };
export const PHONE_STAGE: Size = { width: 392, height: 358 };
/** The zoom at which the smallest type, 13 pixels high at zoom 1, is 11 pixels high. */
export const LEAST_ZOOM = 11.05 / 13;

/** How a picture is placed, and what it takes at least, which is known much sooner. */
export interface Placing {
  layout(request: LayoutRequest): Layout;
  leastSize(request: LayoutRequest): Size;
}

export interface Chosen {
  readonly scene: Scene;
  /** Absent where it was not placed: of a graph that is too large to be whole in any size. */
  readonly layout: Layout | null;
}

/** Whether all of a picture is on a stage in type that can be read. */
export function isWholeOn({ width, height }: Size, stage: Size): boolean {
  return Math.min(stage.width / width, stage.height / height) >= LEAST_ZOOM;
}

/** The largest size at which a picture is whole, else the smallest. */
export function chooseForm(sceneOf: (form: Form) => Scene, placing: Placing, stage: Size): Chosen {
  for (const form of FORMS) {
    const scene = sceneOf(form);
    if (scene.cards.length > DRAWN_OPEN) break;
    const request = layoutRequest(scene);
    if (!isWholeOn(placing.leastSize(request), stage)) continue;
    const layout = placing.layout(request);
    if (isWholeOn(layout, stage)) return { scene, layout };
  }
  return { scene: sceneOf("far"), layout: null };
}

/** Whether the cards of one size show more than those of another. */
export const isLarger = (one: Form, other: Form): boolean => FORMS.indexOf(one) < FORMS.indexOf(other);
