/** Zoom and pan by wheel, pinch, drag and double click, and glides from one view to another. */
import { type Selection, select } from "d3-selection";
import "d3-transition";
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import type { Size } from "./observed_size.ts";

/** Unless a whole picture needs less. */
const SMALLEST_ZOOM = 0.02;
const LARGEST_ZOOM = 4;

export interface GesturePorts {
  size(): Size;
  /** The view that is shown where a hand asks for one. */
  reached(wanted: ZoomTransform, now: ZoomTransform, isFinger: boolean): ZoomTransform;
  /** A hand moves the picture. */
  taken(): void;
  moved(): void;
}

export interface Gestures {
  readonly transform: ZoomTransform;
  /** Where a glide that is under way will end, else where the picture is. */
  readonly heading: ZoomTransform;
  go(target: ZoomTransform, duration: number): void;
  scaleBy(factor: number, duration: number): void;
  /** Lets a hand make the picture that small. */
  allow(zoom: number): void;
}

type Behaviour = ZoomBehavior<SVGSVGElement, unknown>;

export function createGestures(svg: SVGSVGElement, ports: GesturePorts): Gestures {
  let transform = zoomIdentity;
  /** Null while nothing but hands moves the picture. */
  let heading: ZoomTransform | null = null;
  let isOwn = false;
  /** Whether the hand that moves the picture, or moved it last, is a finger. */
  let isFinger = false;
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([SMALLEST_ZOOM, LARGEST_ZOOM])
    .clickDistance(4)
    .filter((event: MouseEvent | TouchEvent) => isForPicture(svg, event))
    .extent(() => [
      [0, 0],
      [ports.size().width, ports.size().height],
    ])
    .constrain((wanted) => ports.reached(wanted, transform, isFinger))
    .on("zoom", (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
      transform = event.transform;
      const isTaken = Boolean(event.sourceEvent) && !isOwn;
      if (isTaken || heading?.toString() === transform.toString()) heading = null;
      if (isTaken) ports.taken();
      ports.moved();
    });
  const selection = select(svg).call(behaviour);
  zoomForTapsAlone(svg, selection, behaviour);
  svg.addEventListener("pointerdown", ({ pointerType }) => void (isFinger = pointerType === "touch"), { capture: true });
  return {
    get transform() {
      return transform;
    },
    get heading() {
      return heading ?? transform;
    },
    go(target, duration) {
      heading = duration > 0 ? target : null;
      if (duration > 0) selection.transition().duration(duration).call(behaviour.transform, target);
      else {
        // Shortly after a turn of the wheel d3-zoom names that as the source of whatever moves the picture.
        isOwn = true;
        selection.interrupt().call(behaviour.transform, target);
        isOwn = false;
      }
    },
    scaleBy(factor, duration) {
      heading = null;
      if (duration > 0) selection.transition().duration(duration).call(behaviour.scaleBy, factor);
      else selection.call(behaviour.scaleBy, factor);
    },
    allow: (zoom) => void behaviour.scaleExtent([Math.min(SMALLEST_ZOOM, zoom), LARGEST_ZOOM]),
  };
}

/** A card in the hand is moved itself (dragging.ts). */
function isForPicture(svg: SVGSVGElement, event: MouseEvent | TouchEvent): boolean {
  // One finger is the page's, and so is another while that scrolls; two are the picture's.
  if ("touches" in event) return !svg.hasAttribute("data-scrolls") || (event.touches.length > 1 && event.cancelable);
  const isOnCard = event.type === "mousedown" && event.target instanceof Element && event.target.closest("[data-node]") !== null;
  return (!event.ctrlKey || event.type === "wheel") && !event.button && !isOnCard;
}

/** d3-zoom takes a finger that leaves where the one before it came down for a second tap, also where it is the end of a swipe. */
function zoomForTapsAlone(
  svg: SVGSVGElement,
  selection: Selection<SVGSVGElement, unknown, null, undefined>,
  behaviour: Behaviour,
): void {
  const zoomIn = selection.on("dblclick.zoom")!;
  let down: Touch | undefined;
  const note = (event: TouchEvent): void => void (down = event.changedTouches[0]);
  svg.addEventListener("touchstart", note, { capture: true, passive: true });
  selection.on("dblclick.zoom", function (this: SVGSVGElement, event: MouseEvent | TouchEvent, datum: unknown) {
    const up = "changedTouches" in event ? event.changedTouches[0] : undefined;
    const way = up && down ? Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) : 0;
    if (way <= behaviour.tapDistance()) zoomIn.call(this, event as MouseEvent, datum);
  });
}
