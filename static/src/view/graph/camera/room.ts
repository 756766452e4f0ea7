/** The room for a picture, and the zooms between which it can be read there. */
import { PHONE_STAGE, type Stage, USUAL_STAGE } from "../../../scene/fitting/card_form.ts";
import { COMPACT } from "../../shared/controls/compact.ts";
import { observedSize, type Size } from "./observed_size.ts";
import { LEGIBLE } from "./zooms.ts";

/** Never blown up beyond this by fitting, times the size of the page's own type: three cards need not fill a wall. More in wide windows. */
const LARGEST_FIT = 1.25;
const LARGEST_FIT_WIDE = 1.6;
/** On a wall the picture comes first, as large as it can be. */
const LARGEST_FIT_PROJECTED = 2.4;
const WIDE = 1700;
/** One for all pictures of the page. */
let sharedTypeSize: (() => number) | null = null;

/** How large the page sets its type, where 1 is what browsers take for usual: on a wall of pixels it is more (css/base/tokens.css). */
function createTypeSize(): () => number {
  let size: number | null = null;
  addEventListener("resize", () => (size = null));
  // Asked once and not amid a change, where the browser would have to work out all styles first.
  return () => (size ??= parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
}

export interface Room {
  /** The room for a picture, and the zooms between which it can be read. */
  stage(): Stage;
  /** Whether that is the one of a phone: what is decided for it alone changes nothing on a large one. */
  isSmall(): boolean;
  /** The room by which the size of the cards is chosen: the same in all windows and on all phones; within a text there may be less. */
  room(): Size;
  size(): Size;
}

export function createRoom(svg: SVGSVGElement, isInText: boolean, projected: () => boolean): Room {
  const typeSize = (sharedTypeSize ??= createTypeSize());
  const measured = observedSize(svg);
  const size = (): Size => ({ width: measured().width || 1, height: measured().height || 1 });
  const isSmall = (): boolean => COMPACT.matches && !projected();
  return {
    size,
    isSmall,
    room() {
      if (!isInText) return isSmall() ? PHONE_STAGE : USUAL_STAGE;
      const { width, height } = measured();
      // Before it is laid out it has no size.
      if (width * height === 0) return USUAL_STAGE;
      return { width: Math.min(width, USUAL_STAGE.width), height: Math.min(height, USUAL_STAGE.height) };
    },
    stage() {
      const onPage = window.innerWidth >= WIDE ? LARGEST_FIT_WIDE : LARGEST_FIT;
      return { ...size(), least: LEGIBLE, most: (projected() ? LARGEST_FIT_PROJECTED : onPage) * typeSize() };
    },
  };
}
