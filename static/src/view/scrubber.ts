/** The slider of the timeline: one tick per frame, the two passes as labelled segments, solid and dashed as the wires are. */
import { nextPosition, previousPosition, type Phase, type Schedule } from "../graph/schedule.ts";
import type { StepSize } from "../core/step_sizes.ts";
import { element } from "./dom.ts";
import { append, setAttribute } from "./graph/svg.ts";

export interface Scrubber {
  readonly root: HTMLElement;
  update(schedule: Schedule, position: number, stepSize: StepSize, spoken: string, stops: readonly number[]): void;
}

/** Ticks closer than this are a grey bar; only some of them are drawn then. */
const TICK_PIXELS = 6;
/** More marks than this would be a bar. */
const MOST_STOPS = 400;

export function createScrubber(seek: (position: number) => void): Scrubber {
  const root = element("div", { class: "scrubber", role: "slider", tabindex: 0, "aria-label": "Timeline", "aria-valuemin": 0 });
  const forward = segment("forward");
  const backward = segment("backward");
  const tangent = segment("tangent");
  const ticks = append(root, "svg", { class: "scrubber-ticks", "aria-hidden": "true", preserveAspectRatio: "none" });
  const path = append(ticks, "path");
  const stopMarks = append(ticks, "path", { class: "scrubber-stops" });
  const thumb = element("div", { class: "scrubber-thumb" });
  root.append(forward.root, backward.root, tangent.root, thumb);
  let schedule: Schedule | null = null;
  let stepSize: StepSize = "contribution";
  let position = 0;

  function drawTicks(): void {
    if (!schedule) return;
    const { length } = schedule;
    const boundaries = schedule.boundaries[stepSize];
    const stride = Math.max(1, Math.ceil((boundaries.length * TICK_PIXELS) / Math.max(1, root.clientWidth)));
    ticks.setAttribute("viewBox", `0 0 ${Math.max(1, length)} 1`);
    path.setAttribute("d", Array.from(boundaries).filter((_, index) => index % stride === 0).map((at) => `M${at},0V1`).join(""));
  }

  /** The position under a pointer: a frame's end, so that scrubbing shows what stepping shows. */
  function positionAt(event: PointerEvent): number {
    const { left, width } = root.getBoundingClientRect();
    const wanted = Math.round(((event.clientX - left) / Math.max(1, width)) * schedule!.length);
    const clamped = Math.min(schedule!.length, Math.max(0, wanted));
    const boundaries = schedule!.boundaries[stepSize];
    return boundaries.reduce((best, boundary) => (Math.abs(boundary - clamped) < Math.abs(best - clamped) ? boundary : best), 0);
  }

  root.addEventListener("pointerdown", (event) => {
    if (!schedule || event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    seek(positionAt(event));
  });
  root.addEventListener("pointermove", (event) => {
    if (schedule && root.hasPointerCapture(event.pointerId)) seek(positionAt(event));
  });
  root.addEventListener("keydown", (event) => {
    if (!schedule || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, () => number> = {
      ArrowRight: () => nextPosition(schedule!, position, stepSize),
      ArrowUp: () => nextPosition(schedule!, position, stepSize),
      ArrowLeft: () => previousPosition(schedule!, position, stepSize),
      ArrowDown: () => previousPosition(schedule!, position, stepSize),
      Home: () => 0,
      End: () => schedule!.length,
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    seek(move());
  });
  new ResizeObserver(drawTicks).observe(root);

  return {
    root,
    update(nextSchedule, nextPlace, nextSize, spoken, stops) {
      const redraw = nextSchedule.length !== schedule?.length || nextSize !== stepSize || nextSchedule.forwardLength !== schedule.forwardLength;
      schedule = nextSchedule;
      position = nextPlace;
      stepSize = nextSize;
      const { length, forwardLength } = schedule;
      const backwardEnd = Math.min(schedule.backwardEnd, length);
      root.setAttribute("aria-valuemax", String(length));
      root.setAttribute("aria-valuenow", String(position));
      root.setAttribute("aria-valuetext", spoken);
      setAttribute(stopMarks, "d", stops.slice(0, MOST_STOPS).map((at) => `M${at},-0.4V0.6`).join(""));
      const share = (part: number): number => (100 * part) / Math.max(1, length);
      thumb.style.left = `${share(position)}%`;
      forward.place(0, share(forwardLength), share(Math.min(position, forwardLength)));
      backward.place(share(forwardLength), share(backwardEnd), share(Math.min(Math.max(position, forwardLength), backwardEnd)));
      tangent.place(share(backwardEnd), 100, share(Math.max(position, backwardEnd)));
      if (redraw) drawTicks();
    },
  };
}

function segment(name: Phase): { root: HTMLElement; place(from: number, to: number, reached: number): void } {
  const fill = element("div", { class: "segment-fill" });
  const root = element("div", { class: `segment ${name}` }, element("div", { class: "segment-line" }, fill), element("span", { class: "segment-label" }, name));
  return {
    root,
    place(from, to, reached) {
      root.style.left = `${from}%`;
      root.style.width = `${Math.max(0, to - from)}%`;
      fill.style.width = to > from ? `${(100 * (reached - from)) / (to - from)}%` : "0";
    },
  };
}
