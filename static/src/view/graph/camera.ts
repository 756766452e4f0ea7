/** Where one looks: zoom and pan by wheel, pinch, drag and double click, fitting, and the part of the picture that is in view. */
import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { keptSize, type Size } from "./kept_size.ts";

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Camera {
  readonly transform: ZoomTransform;
  /** Shows the whole picture. */
  fit(picture: Size, duration: number): void;
  /** The first look at a picture: all of it, or where that would be too small to read, its part around `focus`. */
  open(picture: Size, focus: Area, readable: number, duration: number): void;
  /** Opens anew where nobody has chosen a view of their own, or where that view would show nothing. */
  keepOrOpen(picture: Size, focus: Area, readable: number, duration: number): void;
  scaleBy(factor: number, duration: number): void;
  /** Brings a place into view if it is not, without changing the zoom; false where it is larger than the view. */
  reveal(area: Area, duration: number): boolean;
  /** Keeps what was at one place of the picture where it is on the screen, though it is now at another. */
  holdStill(before: Place, after: Place): void;
  /** Brings a place to the middle; closer, where `readable` asks for more than the present zoom. */
  centre(place: Place, readable?: number): void;
  visible(): Area;
  size(): Size;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What of the element is not for the picture, and how it is seen. */
export interface Surroundings {
  /** Height taken at the lower and at the upper edge by what lies over the picture. */
  below(): number;
  above(): number;
  projected(): boolean;
}

/** Never blown up beyond this by fitting, times the size of the page's own type: three cards need not fill a wall. */
const LARGEST_FIT = 1.25;
const LARGEST_FIT_PROJECTOR = 1.6;
/** Unless a whole picture needs less. */
const SMALLEST_ZOOM = 0.02;
const LARGEST_ZOOM = 4;
const MARGIN = 16;
const REVEAL_MARGIN = 48;
/** A whole picture smaller than this is a texture; a part of it tells more. */
const SMALLEST_OPENING = 0.2;

/** How large the page sets its type, where 1 is what browsers take for usual: on a wall of pixels it is more (css/tokens.css). */
function createTypeSize(): () => number {
  let size: number | null = null;
  addEventListener("resize", () => (size = null));
  // Asked once and not amid a change, where the browser would have to work out all styles first.
  return () => (size ??= parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
}

export function createCamera(svg: SVGSVGElement, viewport: SVGGElement, moved: () => void, surroundings: Surroundings): Camera {
  let transform = zoomIdentity;
  let chosen = false;
  const typeSize = createTypeSize();
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([SMALLEST_ZOOM, LARGEST_ZOOM])
    .clickDistance(4)
    .extent(() => [[0, 0], [sizeOf().width, sizeOf().height]])
    .on("zoom", (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
      transform = event.transform;
      if (event.sourceEvent) chosen = true;
      viewport.setAttribute("transform", transform.toString());
      moved();
    });
  const selection = select(svg).call(behaviour);
  const measured = keptSize(svg);
  const sizeOf = (): Size => ({ width: measured().width || 1, height: measured().height || 1 });

  function go(target: ZoomTransform, duration: number): void {
    if (duration > 0) selection.transition().duration(duration).call(behaviour.transform, target);
    else selection.interrupt().call(behaviour.transform, target);
  }

  /** Height between what lies over the picture, as far as that leaves enough. */
  function roomOf(height: number): number {
    return Math.max(height / 2, height - surroundings.below() - surroundings.above());
  }

  /** The zoom that shows all of a picture. */
  function fitting(picture: Size): number {
    const { width, height } = sizeOf();
    const most = (surroundings.projected() ? LARGEST_FIT_PROJECTOR : LARGEST_FIT) * typeSize();
    const room = roomOf(height);
    const zoom = Math.min(most, Math.max(1, width - 2 * MARGIN) / picture.width, Math.max(1, room - 2 * MARGIN) / picture.height);
    behaviour.scaleExtent([Math.min(SMALLEST_ZOOM, zoom), LARGEST_ZOOM]);
    return zoom;
  }

  function fit(picture: Size, duration: number): void {
    const { width, height } = sizeOf();
    const k = fitting(picture);
    chosen = false;
    const y = Math.min(surroundings.above(), height / 4) + (roomOf(height) - picture.height * k) / 2;
    go(zoomIdentity.translate((width - picture.width * k) / 2, y).scale(k), duration);
  }

  function open(picture: Size, focus: Area, readable: number, duration: number): void {
    const { width, height: whole } = sizeOf();
    const height = whole - surroundings.below();
    if (fitting(picture) >= SMALLEST_OPENING) return fit(picture, duration);
    // The focus stands in the middle as far as the picture reaches: nothing is gained by looking past its edge.
    const shift = (room: number, length: number, from: number, to: number): number => {
      const size = length * readable;
      if (size <= room) return (room - size) / 2;
      return Math.min(0, Math.max(room - size, room / 2 - (readable * (from + to)) / 2));
    };
    chosen = false;
    const x = shift(width, picture.width, focus.left, focus.right);
    const y = shift(height, picture.height, focus.top, focus.bottom);
    go(zoomIdentity.translate(x, y).scale(readable), duration);
  }

  function visible(): Area {
    const { width, height } = sizeOf();
    const [left, top] = transform.invert([0, 0]);
    const [right, bottom] = transform.invert([width, height]);
    return { left, top, right, bottom };
  }

  return {
    get transform() {
      return transform;
    },
    fit,
    open,
    keepOrOpen(picture, focus, readable, duration) {
      const { left, top, right, bottom } = visible();
      const shows = left < picture.width && right > 0 && top < picture.height && bottom > 0;
      if (!chosen || !shows) open(picture, focus, readable, duration);
    },
    scaleBy(factor, duration) {
      chosen = true;
      if (duration > 0) selection.transition().duration(duration).call(behaviour.scaleBy, factor);
      else selection.call(behaviour.scaleBy, factor);
    },
    reveal(area, duration) {
      const seen = visible();
      if (area.right - area.left > seen.right - seen.left || area.bottom - area.top > seen.bottom - seen.top) return false;
      const dx = area.left < seen.left ? seen.left - area.left : area.right > seen.right ? seen.right - area.right : 0;
      const dy = area.top < seen.top ? seen.top - area.top : area.bottom > seen.bottom ? seen.bottom - area.bottom : 0;
      if (dx === 0 && dy === 0) return true;
      chosen = true;
      const slack = (shift: number): number => (shift === 0 ? 0 : shift + (Math.sign(shift) * REVEAL_MARGIN) / transform.k);
      go(transform.translate(slack(dx), slack(dy)), duration);
      return true;
    },
    holdStill(before, after) {
      chosen = true;
      go(transform.translate(before.x - after.x, before.y - after.y), 0);
    },
    centre({ x, y }, readable = 0) {
      const { width, height } = sizeOf();
      const k = Math.max(readable, transform.k);
      chosen = true;
      go(zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k), 0);
    },
    visible,
    size: sizeOf,
  };
}
