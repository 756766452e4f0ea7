/** Where one looks: zoom and pan by wheel, pinch, drag and double click, fitting, and the part of the picture that is in view. */
import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";

export interface Size {
  readonly width: number;
  readonly height: number;
}

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
  /** Fits where nobody has chosen a view of their own, or where that view would show nothing. */
  keepOrFit(picture: Size, duration: number): void;
  scaleBy(factor: number, duration: number): void;
  /** Brings a place into view if it is not, without changing the zoom. */
  reveal(area: Area, duration: number): void;
  visible(): Area;
}

/** What of the element is not for the picture, and how it is seen. */
export interface Surroundings {
  /** Height taken at the lower edge by what lies over the picture. */
  below(): number;
  projected(): boolean;
}

/** Never blown up beyond this by fitting: three cards need not fill a wall. */
const LARGEST_FIT = 1.25;
const LARGEST_FIT_PROJECTOR = 1.6;
const MARGIN = 16;

export function createCamera(svg: SVGSVGElement, viewport: SVGGElement, moved: () => void, surroundings: Surroundings): Camera {
  let transform = zoomIdentity;
  let chosen = false;
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.02, 4])
    .clickDistance(4)
    .extent(() => [[0, 0], [sizeOf().width, sizeOf().height]])
    .on("zoom", (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
      transform = event.transform;
      if (event.sourceEvent) chosen = true;
      viewport.setAttribute("transform", transform.toString());
      moved();
    });
  const selection = select(svg).call(behaviour);
  const sizeOf = (): Size => ({ width: svg.clientWidth || 1, height: svg.clientHeight || 1 });

  function go(target: ZoomTransform, duration: number): void {
    if (duration > 0) selection.transition().duration(duration).call(behaviour.transform, target);
    else selection.interrupt().call(behaviour.transform, target);
  }

  function fit(picture: Size, duration: number): void {
    const { width, height: whole } = sizeOf();
    const height = Math.max(whole / 2, whole - surroundings.below());
    const most = surroundings.projected() ? LARGEST_FIT_PROJECTOR : LARGEST_FIT;
    const scale = Math.min(most, (width - 2 * MARGIN) / picture.width, (height - 2 * MARGIN) / picture.height);
    const k = Math.max(0.02, scale);
    chosen = false;
    go(zoomIdentity.translate((width - picture.width * k) / 2, (height - picture.height * k) / 2).scale(k), duration);
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
    keepOrFit(picture, duration) {
      const { left, top, right, bottom } = visible();
      const shows = left < picture.width && right > 0 && top < picture.height && bottom > 0;
      if (!chosen || !shows) fit(picture, duration);
    },
    scaleBy(factor, duration) {
      chosen = true;
      if (duration > 0) selection.transition().duration(duration).call(behaviour.scaleBy, factor);
      else selection.call(behaviour.scaleBy, factor);
    },
    reveal(area, duration) {
      const seen = visible();
      const dx = area.left < seen.left ? seen.left - area.left : area.right > seen.right ? seen.right - area.right : 0;
      const dy = area.top < seen.top ? seen.top - area.top : area.bottom > seen.bottom ? seen.bottom - area.bottom : 0;
      if (dx === 0 && dy === 0) return;
      chosen = true;
      const slack = (shift: number): number => (shift === 0 ? 0 : shift + Math.sign(shift) * MARGIN);
      go(transform.translate(slack(dx), slack(dy)), duration);
    },
    visible,
  };
}
