/**
 * Where the picture stands in time: behind the state's position while tokens are under way, with the frame that it points at. Brings what a
 * frame is about into view.
 */
import type { PictureState } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { paceOf } from "../../graph/playback.ts";
import { previousPosition, type Schedule } from "../../graph/schedule.ts";
import { areasOfSteps } from "./areas.ts";
import type { Camera } from "./camera.ts";
import { fly } from "./flight.ts";
import { legsOf } from "./frames.ts";
import type { Picture, View } from "./picture.ts";
import { digitsOf, type Shown } from "./shown.ts";

export interface PassagePorts {
  shown(): Shown | null;
  readonly camera: Camera;
  readonly picture: Picture;
  /** How long the camera's way may take, in milliseconds. */
  duration(): number;
  paint(): void;
}

export interface Passage {
  /** The picture of the state's position, at once. At the end nothing is pointed at unless it has just been reached. */
  settle(): void;
  /** From a position to that of the state, with tokens. */
  travel(from: number): void;
  /** Lets what is under way end where it is. */
  end(): void;
  moment(): Pick<View, "position" | "frame">;
}

/** The way of one token, and of several in turn within one frame. */
const FLIGHT_MILLISECONDS = 500;
const LONGEST_FLIGHT_MILLISECONDS = 1200;
/** Frames of more steps are spread over the picture: no single view follows them. */
const MOST_FOLLOWED = 3;
/** The part of a playing frame that tokens travel; the rest is for reading. */
const TRAVELLING_PART = 0.7;

export function createPassage(store: Store<PictureState>, { shown, camera, picture, duration, paint }: PassagePorts): Passage {
  let endFlight = (): void => {};
  let displayed = 0;
  /** Where the frame began that the picture points at; null where nothing has just moved. */
  let frameStart: number | null = null;

  const target = ({ length }: Schedule): number => Math.min(store.get().position, length);

  function settle(): void {
    endFlight();
    const drawn = shown();
    if (!drawn) return;
    const { position, stepSize, travel } = store.get();
    const { schedule } = drawn;
    displayed = target(schedule);
    const pointsAt = position > 0 && (position < schedule.length || travel);
    frameStart = pointsAt ? previousPosition(schedule, displayed, stepSize) : null;
    follow(drawn, frameStart, displayed);
    paint();
  }

  /** Brings what a frame is about into view: the wire with both its ends, or where that is too long the card that changes. */
  function follow(drawn: Shown, from: number | null, to: number): void {
    if (from === null || to - from > MOST_FOLLOWED) return;
    const [whole, changing] = areasOfSteps(drawn, from, to);
    if (whole && !camera.reveal(whole, duration()) && changing) camera.reveal(changing, duration());
  }

  function travel(from: number): void {
    const drawn = shown()!;
    const { schedule, scene } = drawn;
    const state = store.get();
    endFlight();
    const to = target(schedule);
    const together = state.stepSize === "level" || state.stepSize === "phase" || (state.playing && to - from > 3);
    const legs = legsOf(schedule, from, to, together, digitsOf(scene));
    const flights = legs.filter(({ flyers }) => flyers.length > 0).length;
    displayed = from;
    frameStart = from;
    follow(drawn, from, to);
    paint();
    if (flights === 0) return settle();
    const wanted = Math.min(flights * FLIGHT_MILLISECONDS, LONGEST_FLIGHT_MILLISECONDS);
    const { interval } = paceOf(schedule, state.stepSize, state.speed);
    endFlight = fly(legs, state.playing ? Math.min(wanted, interval * TRAVELLING_PART) : wanted, {
      frame(run) {
        const handle = requestAnimationFrame(run);
        return () => cancelAnimationFrame(handle);
      },
      move: picture.fly,
      land(position) {
        displayed = position;
        paint();
      },
    });
  }

  return {
    settle,
    travel,
    end: () => endFlight(),
    moment() {
      const drawn = shown();
      const frame = frameStart === null || !drawn ? null : { from: frameStart, to: Math.max(target(drawn.schedule), frameStart) };
      return { position: displayed, frame };
    },
  };
}
