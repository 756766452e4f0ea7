/** The whole picture, small, with a frame around what is in view; pressing or dragging looks there. Only where not all is in view. */
import type { Layout } from "../../graph/layout/types.ts";
import { element } from "../dom.ts";
import type { Area, Place } from "./camera.ts";

export interface Minimap {
  show(layout: Layout): void;
  look(visible: Area): void;
}

/** Around the picture, as graph.css has it: room for the frame where the picture is a thin line. */
const PADDING = 6;
const LONGEST = { width: 176, height: 112 };
/** A picture of which so much is in view needs no map. */
const NEARLY_ALL = 0.85;
const FEWEST_CARDS = 24;

export function createMinimap(parent: HTMLElement, centre: (place: Place) => void): Minimap {
  const canvas = element("canvas", {});
  const frame = element("div", { class: "minimap-frame" });
  // For a pointer alone: the keyboard has arrow keys, search and the table.
  const root = parent.appendChild(element("div", { class: "minimap", "aria-hidden": "true", hidden: true }, canvas, frame));
  let layout: Layout | null = null;
  let drawn: Layout | null = null;
  let scale = 1;

  const place = ({ offsetX, offsetY }: PointerEvent): Place => ({ x: (offsetX - PADDING) / scale, y: (offsetY - PADDING) / scale });
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
    scale = Math.min(LONGEST.width / picture.width, LONGEST.height / picture.height);
    const ratio = Math.min(2, devicePixelRatio);
    const [width, height] = [Math.max(24, picture.width * scale), Math.max(12, picture.height * scale)];
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const context = canvas.getContext("2d")!;
    context.setTransform(scale * ratio, 0, 0, scale * ratio, 0, 0);
    context.fillStyle = getComputedStyle(root).color;
    const least = 1.2 / scale;
    for (const node of picture.nodes) context.fillRect(node.x, node.y, Math.max(least, node.width), Math.max(least, node.height));
  }

  return {
    show(picture) {
      layout = picture;
    },
    look({ left, top, right, bottom }) {
      if (!layout) return;
      const inView = (Math.min(right, layout.width) - Math.max(left, 0)) * (Math.min(bottom, layout.height) - Math.max(top, 0));
      const isNeeded = layout.nodes.length >= FEWEST_CARDS && inView < NEARLY_ALL * layout.width * layout.height;
      root.hidden = !isNeeded;
      if (!isNeeded) return;
      if (drawn !== layout) draw(layout);
      const [x, y] = [Math.max(0, left) * scale, Math.max(0, top) * scale];
      const [width, height] = [Math.min(right, layout.width) * scale - x, Math.min(bottom, layout.height) * scale - y];
      Object.assign(frame.style, { translate: `${x}px ${y}px`, width: `${Math.max(4, width + PADDING)}px`, height: `${Math.max(4, height + PADDING)}px` });
    },
  };
}
