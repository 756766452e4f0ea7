/** The whole picture, small, with a frame around what is in view; pressing or dragging looks there. Only where not all is in view. */
import type { Layout } from "../../../layout/types.ts";
import { coloursWithin, element } from "../../shared/dom.ts";
import { CORNERS, type Corner, cornerOf, freeCorner } from "./map_corner.ts";
import type { Area, Place } from "./views.ts";
import { LEGIBLE } from "./zooms.ts";

/** How far a card has come: nothing yet, its value, its gradient, or what the present frame is about. */
export type Front = "waiting" | "value" | "gradient" | "now";

export interface Minimap {
  show(layout: Layout): void;
  /** Paints the wavefront of the passes into it. */
  paint(frontOf: (card: number) => Front): void;
  /** `zoom`: pixels of the screen for a unit of the picture; `labels`: where numbers are on wires, or have room. Returns whether the map is elsewhere now, or of another size. */
  look(visible: Area, zoom: number, labels: readonly Area[]): boolean;
  /** What it covers of the picture; null while there is no map. */
  covered(visible: Area, zoom: number): Area | null;
}

/** Around the picture, as graph.css has it: room for the frame where the picture is a thin line. */
const PADDING = 6;
const LONGEST = { width: 176, height: 112 };
/** A map is smaller where only that has room between the cards; where that has none either, there is no map but from close by. */
const SIZES = [1, 0.6, 0.4] as const;
/** Between the map and the edge of the drawing, and its border. */
const MARGIN = 10;
/** Closer than any picture is shown by itself, a card is so large that a small map may lie over its corner. */
const CLOSE = 1.6;
/** From afar, and among more cards than this, it may lie over some. */
const MOST_AVOIDED = 600;
/** Pixels of a card beyond the edge from which on a map says that there is more. */
const CUT = 4;
/** Of more cards than this the front is not painted at every frame. */
const MOST_PAINTED = 4000;
/** The colours of graph.css by how far a card has come. */
const COLOURS: Readonly<Record<Front, `--${string}`>> = {
  waiting: "--line",
  value: "--control-line",
  gradient: "--ink-soft",
  now: "--ink",
};

const scaleOf = (picture: Layout, size: number): number =>
  size * Math.min(LONGEST.width / picture.width, LONGEST.height / picture.height);

function sizeOf(picture: Layout, size: number): { width: number; height: number } {
  const scale = scaleOf(picture, size);
  return { width: Math.max(24, picture.width * scale), height: Math.max(12, picture.height * scale) };
}

/** Where the map covers no card and no number, and how large it is there. */
function placeIn(layout: Layout, visible: Area, zoom: number, labels: readonly Area[]): { corner: Corner; size: number } | null {
  if (layout.nodes.length > MOST_AVOIDED || zoom < LEGIBLE - 1e-3) return { corner: CORNERS[0], size: 1 };
  for (const size of SIZES) {
    const { width, height } = sizeOf(layout, size);
    const outer = { width: (width + 2 * PADDING) / zoom, height: (height + 2 * PADDING) / zoom };
    const corner = freeCorner(layout.nodes, visible, outer, MARGIN / zoom, labels);
    if (corner) return { corner, size };
  }
  return zoom > CLOSE ? { corner: CORNERS[0], size: SIZES[2] } : null;
}

export function createMinimap(parent: HTMLElement, centre: (place: Place) => void): Minimap {
  const canvas = element("canvas", {});
  const frame = element("div", { class: "minimap-frame" });
  // For a pointer alone: the keyboard has arrow keys, search and the table.
  const root = parent.appendChild(element("div", { class: "minimap", "aria-hidden": "true", hidden: true }, canvas, frame));
  let layout: Layout | null = null;
  let drawn: Layout | null = null;
  let scale = 1;
  let size: number = 1;
  let frontOf: (card: number) => Front = () => "value";

  const place = ({ offsetX, offsetY }: PointerEvent): Place => ({
    x: (offsetX - PADDING) / scale,
    y: (offsetY - PADDING) / scale,
  });
  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    centre(place(event));
  });
  root.addEventListener("pointermove", (event) => {
    if (root.hasPointerCapture(event.pointerId)) centre(place(event));
  });

  function draw(picture: Layout): void {
    drawn = picture;
    scale = scaleOf(picture, size);
    const ratio = Math.min(2, devicePixelRatio);
    const { width, height } = sizeOf(picture, size);
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const context = canvas.getContext("2d")!;
    context.setTransform(scale * ratio, 0, 0, scale * ratio, 0, 0);
    const colour = coloursWithin(root);
    const least = 1.2 / scale;
    const fronts = picture.nodes.map(({ id }) => frontOf(Math.ceil(id)));
    for (const front of ["waiting", "value", "gradient", "now"] as const) {
      context.fillStyle = colour(COLOURS[front]);
      // What moves now is seen however small the map is.
      const grow = front === "now" ? 1.5 / scale : 0;
      for (const [index, { x, y, width, height }] of picture.nodes.entries())
        if (fronts[index] === front)
          context.fillRect(x - grow, y - grow, Math.max(least, width) + 2 * grow, Math.max(least, height) + 2 * grow);
    }
  }

  return {
    show(picture) {
      layout = picture;
    },
    paint(next) {
      frontOf = next;
      if (drawn && (drawn.nodes.length <= MOST_PAINTED || drawn !== layout)) drawn = null;
      if (layout && !root.hidden && drawn === null) draw(layout);
    },
    look(visible, zoom, labels) {
      if (!layout) return false;
      const before = `${root.hidden} ${root.dataset.corner} ${size}`;
      const { left, top, right, bottom } = visible;
      const cut = CUT / zoom;
      const isNeeded = layout.nodes.some(
        ({ x, y, width, height }) => x < left - cut || y < top - cut || x + width > right + cut || y + height > bottom + cut,
      );
      const place = isNeeded ? placeIn(layout, visible, zoom, labels) : null;
      root.hidden = place === null;
      if (place === null) return before !== `${root.hidden} ${root.dataset.corner} ${size}`;
      root.dataset.corner = place.corner;
      if (drawn !== layout || size !== place.size) {
        size = place.size;
        draw(layout);
      }
      const [x, y] = [Math.max(0, left) * scale, Math.max(0, top) * scale];
      const [width, height] = [Math.min(right, layout.width) * scale - x, Math.min(bottom, layout.height) * scale - y];
      Object.assign(frame.style, {
        translate: `${x}px ${y}px`,
        width: `${Math.max(4, width + PADDING)}px`,
        height: `${Math.max(4, height + PADDING)}px`,
      });
      return before !== `${root.hidden} ${root.dataset.corner} ${size}`;
    },
    covered(visible, zoom) {
      if (!layout || root.hidden) return null;
      const { width, height } = sizeOf(layout, size);
      const around = 2 * PADDING + MARGIN;
      return cornerOf(root.dataset.corner as Corner, visible, (width + around) / zoom, (height + around) / zoom);
    },
  };
}
