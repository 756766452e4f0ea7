/** Lets a number move back and forth through its slider's range, as long as somebody wants to watch. Knows of no slider: ports give and take. */
import type { Range } from "../../core/ranges.ts";
import { isCovered } from "./controls/in_front.ts";

export interface AnimationPorts {
  range(): Range | null;
  value(): number;
  move(value: number): void;
  ended(value: number): void;
  /** Where things should not move, the number jumps in a few calm steps. */
  mayMove(): boolean;
}

export interface Animation {
  start(): void;
  /** False where nothing moved. */
  stop(): boolean;
}

/** Through the whole range once, in milliseconds. */
const SWEEP = 4000;
const CALM_STEPS = 10;

export function createAnimation(ports: AnimationPorts): Animation {
  let timer = 0;
  let direction = 1;
  let place = 0;
  let moment = 0;

  /** On by a part of the range, turning at its ends. */
  function advance(part: number): void {
    if (isCovered()) return;
    const range = ports.range();
    if (!range) return void stop();
    const width = range.largest - range.smallest;
    place += direction * part * width;
    if (place >= range.largest || place <= range.smallest) direction = place >= range.largest ? -1 : 1;
    place = Math.min(range.largest, Math.max(range.smallest, place));
    const steps = Math.round((place - range.smallest) / range.step);
    ports.move(Math.min(range.largest, range.smallest + steps * range.step));
  }

  function frame(now: number): void {
    advance(Math.min(0.05, (now - moment) / SWEEP));
    moment = now;
    if (timer !== 0) timer = requestAnimationFrame(frame);
  }

  function calmly(): void {
    advance(1 / CALM_STEPS);
    if (timer !== 0) timer = window.setTimeout(calmly, SWEEP / CALM_STEPS);
  }

  function stop(): boolean {
    if (timer === 0) return false;
    cancelAnimationFrame(timer);
    clearTimeout(timer);
    timer = 0;
    ports.ended(ports.value());
    return true;
  }

  return {
    start() {
      if (timer !== 0) return;
      place = ports.value();
      moment = performance.now();
      timer = ports.mayMove() ? requestAnimationFrame(frame) : window.setTimeout(calmly, SWEEP / CALM_STEPS);
    },
    stop,
  };
}
