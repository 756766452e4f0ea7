/**
 * Where the picture is in time: behind the state's position while tokens are under way, with the frame that it points at. Brings what a
 * frame is about into view.
 */

import type { Store } from "../../../core/store.ts";
import type { PictureState } from "../../../state/state.ts";
import { landAt } from "../../../state/state_actions.ts";
import { DIGITS } from "../../../text/format.ts";
import { paceOf, shownAt } from "../../../timeline/playback.ts";
import { previousPosition, type Schedule } from "../../../timeline/schedule.ts";
import { areasOfSteps, holds, middleOf, subjectArea } from "../camera/areas.ts";
import type { Camera } from "../camera/camera.ts";
import { MARKS_ALONE } from "../camera/zooms.ts";
import type { DrawnGraph } from "../drawn_graph.ts";
import type { Picture } from "../picture/picture.ts";
import type { View } from "../picture/view.ts";
import { fly } from "./flight.ts";
import { legsOf } from "./frames.ts";

export interface TransitionPorts {
  shown(): DrawnGraph | null;
  readonly camera: Camera;
  readonly picture: Picture;
  /** How long the camera's way may take, in milliseconds. */
  duration(): number;
  paint(): void;
}

export interface Transition {
  /**
   * The picture of the state's position, at once. At the end nothing is pointed at unless it has just been reached.
   * `jumped`: the position has changed, not the picture.
   */
  settle(jumped?: boolean): void;
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
const MAX_FOLLOWED = 3;
/** The camera's way to the next frame, and back from the last one. */
const GLIDE_MILLISECONDS = 300;
const LAST_MILLISECONDS = 800;
/** The part of a playing frame that tokens travel; the rest is for reading. */
const TRAVELLING_PART = 0.7;

const isFollowed = (from: number | null, to: number): from is number => from !== null && to - from <= MAX_FOLLOWED;

export function createTransition(
  store: Store<PictureState>,
  { shown, camera, picture, duration, paint }: TransitionPorts,
): Transition {
  let endFlight = (): void => {};
  let displayed = 0;
  /** Where the frame began that the picture points at; null where nothing has just moved. */
  let frameStart: number | null = null;

  const target = ({ length }: Schedule): number => Math.min(store.get().position, length);

  /** All that is shown changes in the same frame: the picture, and what reads the state. */
  function showAt(position: number): void {
    displayed = position;
    if (shownAt(store.get()) !== position) store.dispatch(landAt(position));
  }

  const glide = (): number => (duration() > 0 ? GLIDE_MILLISECONDS : 0);

  function settle(jumped = false): void {
    endFlight();
    const drawn = shown();
    if (!drawn) return;
    const { position, stepSize, travel } = store.get();
    const { schedule } = drawn;
    const isJump = displayed !== target(schedule);
    showAt(target(schedule));
    const pointsAt = position > 0 && (position < schedule.length || travel);
    frameStart = pointsAt ? previousPosition(schedule, displayed, stepSize) : null;
    // The caller shows what was asked for, not the step before.
    if (store.get().asked === null && (position < schedule.length || !travel)) follow(drawn, frameStart, displayed);
    const isShownWhole = showAll(drawn, jumped) || standsWhole(drawn);
    if (!isShownWhole && isJump && !travel && position > 0 && !isFollowed(frameStart, displayed))
      camera.follow(drawn.layout, [subjectArea(drawn, store.get())], glide());
    paint();
  }

  /** Brings what a frame is about into view: the wire with both its ends, or where that is too long the card that changes. */
  function follow(drawn: DrawnGraph, from: number | null, to: number): void {
    if (!isFollowed(from, to)) return;
    const areas = areasOfSteps(drawn, from, to);
    // A hand that has moved all cards away looks at nothing that it could be led away from.
    if (!drawn.layout.nodes.some((node) => holds(camera.visible(), middleOf(node)))) camera.reveal(areas.at(-1)!, glide());
    camera.follow(drawn.layout, areas, glide());
  }

  /**
   * After the last step: all of it, with every gradient. After a jump not where it was to what is selected, nor where numbers are too
   * small to be seen from so far.
   */
  function showAll({ layout, schedule }: DrawnGraph, jumped: boolean): boolean {
    const { position, travel, selected, selectedEdge, asked } = store.get();
    const { width, height } = camera.stage();
    const areGradientsSeen = Math.min(width / layout.width, height / layout.height) >= MARKS_ALONE;
    const isReached = travel || (jumped && areGradientsSeen && (selected ?? selectedEdge ?? asked) === null);
    if (!isReached || position < schedule.length || !camera.isFollowing()) return false;
    camera.fit(layout, duration() > 0 ? LAST_MILLISECONDS : 0);
    return true;
  }

  /** Whether after the last step all of it is in view and can be read, as where it was opened so. */
  function standsWhole({ layout, schedule }: DrawnGraph): boolean {
    return store.get().position >= schedule.length && camera.showsAll(layout) && camera.isReadWhole(layout);
  }

  function travel(from: number): void {
    const drawn = shown()!;
    const { schedule, scene } = drawn;
    const state = store.get();
    endFlight();
    const to = target(schedule);
    const together = state.stepSize === "level" || state.stepSize === "phase" || (state.playing && to - from > 3);
    const legs = legsOf(schedule, from, to, together, DIGITS).map(({ flyers, position }) => ({
      // What happens inside a card has no way to go.
      flyers: flyers.filter(({ wire }) => scene.wireOf[wire]! >= 0),
      position,
    }));
    const flights = legs.filter(({ flyers }) => flyers.length > 0).length;
    showAt(from);
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
        showAt(position);
        paint();
        if (position === to) showAll(drawn, false);
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
