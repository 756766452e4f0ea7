/** The slider of the timeline: one tick per frame, the two passes as labelled segments, solid and dashed as the wires are. */

import type { StepSize } from "../../core/step_sizes.ts";
import { say } from "../../messages/messages.ts";
import { nextPosition, type Phase, previousPosition, type Schedule } from "../../timeline/schedule.ts";
import { placeOnLine, slopePositions } from "../../timeline/slopes.ts";
import { element } from "../shared/dom.ts";
import { append, setAttribute } from "../shared/svg.ts";

export interface Scrubber {
  readonly root: HTMLElement;
  update(schedule: Schedule, position: number, stepSize: StepSize, spoken: string, stops: readonly number[]): void;
}

/** Ticks closer than this are a grey bar; only some of them are drawn then. */
const TICK_PIXELS = 6;
/** More marks than this would be a bar. */
const MAX_STOPS = 400;

export function createScrubber(seek: (position: number) => void): Scrubber {
  const root = element("div", {
    class: "scrubber",
    role: "slider",
    tabindex: 0,
    "aria-label": say("timeline"),
    "aria-valuemin": 0,
  });
  const forward = segment("forward");
  const slopes = segment("slopes");
  const backward = segment("backward");
  const tangent = segment("tangent");
  const ticks = append(root, "svg", { class: "scrubber-ticks", "aria-hidden": "true", preserveAspectRatio: "none" });
  const path = append(ticks, "path");
  const stopMarks = append(ticks, "path", { class: "scrubber-stops" });
  const thumb = element("div", { class: "scrubber-thumb" });
  const wrongMark = element("span", { class: "scrubber-wrong", "aria-hidden": "true", hidden: true }, "✗");
  const labels = element("div", { class: "segment-labels" }, forward.label, slopes.label, backward.label);
  root.append(forward.root, slopes.root, backward.root, tangent.root, labels, wrongMark, thumb);
  let schedule: Schedule | null = null;
  let stepSize: StepSize = "contribution";
  let position = 0;

  /** Every frame is as long as every other one, those of the slopes too. */
  function placeOf(at: number): number {
    return placeOnLine(schedule!.slopes, at);
  }

  function drawTicks(): void {
    if (!schedule) return;
    const boundaries = schedule.boundaries[stepSize];
    const stride = Math.max(1, Math.ceil((boundaries.length * TICK_PIXELS) / Math.max(1, root.clientWidth)));
    ticks.setAttribute("viewBox", `0 0 ${Math.max(1, placeOf(schedule.length))} 1`);
    path.setAttribute(
      "d",
      Array.from(boundaries)
        .filter((_, index) => index % stride === 0)
        .map((at) => `M${placeOf(at)},0V1`)
        .join(""),
    );
  }

  /** The position under a pointer: a frame's end, so that scrubbing shows what stepping shows. */
  function positionAt(event: PointerEvent): number {
    const { left, width } = root.getBoundingClientRect();
    const wanted = ((event.clientX - left) / Math.max(1, width)) * placeOf(schedule!.length);
    const away = (boundary: number): number => Math.abs(placeOf(boundary) - wanted);
    return schedule!.boundaries[stepSize].reduce((best, boundary) => (away(boundary) < away(best) ? boundary : best), 0);
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
      const redraw =
        nextSchedule.length !== schedule?.length ||
        nextSize !== stepSize ||
        nextSchedule.forwardLength !== schedule.forwardLength;
      schedule = nextSchedule;
      position = nextPlace;
      stepSize = nextSize;
      const { length, forwardLength } = schedule;
      const backwardEnd = Math.min(schedule.backwardEnd, length);
      root.setAttribute("aria-valuemax", String(length));
      root.setAttribute("aria-valuenow", String(position));
      root.setAttribute("aria-valuetext", spoken);
      setAttribute(
        stopMarks,
        "d",
        stops
          .slice(0, MAX_STOPS)
          .map((at) => `M${placeOf(at)},-0.4V0.6`)
          .join(""),
      );
      const whole = Math.max(1, placeOf(length));
      const share = (at: number): number => (100 * placeOf(at)) / whole;
      const slopesEnd = schedule.slopes.frames.length > 0 ? slopePositions(schedule.slopes).at(-1)! : forwardLength;
      thumb.style.left = `${share(position)}%`;
      const { wrong } = schedule;
      wrongMark.hidden = wrong === null;
      if (wrong !== null) wrongMark.style.left = `${share(wrong.position)}%`;
      const place = (part: Segment, from: number, to: number): void =>
        part.place(share(from), share(to), share(Math.min(Math.max(position, from), to)));
      place(forward, 0, forwardLength);
      place(slopes, forwardLength, slopesEnd);
      place(backward, slopesEnd, backwardEnd);
      place(tangent, backwardEnd, length);
      if (redraw) drawTicks();
    },
  };
}

interface Segment {
  readonly root: HTMLElement;
  readonly label: HTMLElement;
  place(from: number, to: number, reached: number): void;
}

function segment(name: Phase): Segment {
  const fill = element("div", { class: "segment-fill" });
  const root = element("div", { class: `segment ${name}` }, element("div", { class: "segment-line" }, fill));
  const label = element("span", { class: "segment-label" }, say(`phase-${name}`));
  return {
    root,
    label,
    place(from, to, reached) {
      label.hidden = to <= from;
      label.style.flexBasis = `${to - from}%`;
      root.style.left = `${from}%`;
      root.style.width = `${Math.max(0, to - from)}%`;
      fill.style.width = to > from ? `${(100 * (reached - from)) / (to - from)}%` : "0";
    },
  };
}
