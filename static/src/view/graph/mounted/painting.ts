/** Paints the numbers and marks of the moment, on the picture and on the tools around it. */

import { colouredOf, nodeOfSelection, selectionOf } from "../../../state/selection.ts";
import { frontOf } from "../camera/wavefront.ts";
import { isHolding, type Mounted } from "./mounted.ts";

/** What calls for a painting. */
export const REPAINTED = [
  "selected",
  "selectedEdge",
  "hovered",
  "playing",
  "search",
  "breakpoints",
  "opening",
  "overlay",
  "nudged",
  "honest",
  "asked",
  "differing",
] as const;

export function paint(mounted: Mounted): void {
  const { shown, store, finder, crumbs, picture, transition, minimap, tabbable, touched } = mounted;
  if (!shown) return;
  const { selected, selectedEdge, playing, breakpoints, overlay, nudged, honest, asked, differing } = store.get();
  // What plays is not dimmed because the pointer happens to rest on something.
  const hovered = playing ? null : store.get().hovered;
  finder.update(shown);
  crumbs.update(shown.scene.folding, nodeOfSelection(store.get()) ?? touched);
  picture.paint({
    ...transition.moment(),
    // While a number is asked for, nothing else is pointed at.
    ...(asked ? { frame: null } : {}),
    selected,
    selectedEdge,
    coloured: colouredOf({ ...store.get(), graph: shown.schedule.graph }),
    hovered,
    tabbable,
    hits: finder.hits(shown),
    breakpoints,
    overlay,
    nudged,
    honest,
    asked,
    differing,
  });
  // The map is drawn again when the hand releases it: all of it would be drawn for one card.
  if (!isHolding(mounted)) minimap.paint(frontOf(shown, transition.moment()));
  mounted.selectionActions.update(selectionOf(store.get()));
  mounted.overlayKey.update(overlay, shown.schedule.graph);
  mounted.controls.offerPutBack(Object.keys(shown.moves).length > 0);
}

/** The picture has moved on the screen. */
export function moved(mounted: Mounted): void {
  const { camera, minimap, picture } = mounted;
  mounted.looking ||= requestAnimationFrame(() => {
    mounted.looking = 0;
    if (mounted.shown && !isHolding(mounted)) minimap.show(mounted.shown.layout);
    const isElsewhere = minimap.look(camera.visible(), camera.transform.k, picture.labels());
    picture.look();
    // What explains the frame is not below the map.
    if (isElsewhere) paint(mounted);
    mounted.guessing?.place();
  });
}
