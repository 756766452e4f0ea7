/**
 * Keeps a student's page at the teacher's moment, and notices when they look around by themselves. The numbers are the page's own: program and
 * inputs go to the evaluator like any edit, and frame and selection follow as soon as its graph is there. Knows no DOM.
 */

import type { Clock } from "../core/clock.ts";
import type { Store } from "../core/store.ts";
import type { State } from "../state/state.ts";
import { follow } from "../state/state_actions.ts";
import { scheduleOf } from "../timeline/playback.ts";
import { nextPosition } from "../timeline/schedule.ts";
import type { View } from "./messages.ts";
import { actedFields, momentChange, programChange } from "./view_fields.ts";

/** A whole class computes for itself what a slider does: each page a few times a second, and always the last of it. */
export const COMPUTE_EVERY = 300;
/** What a new graph may change by itself. */
const CARRIED: ReadonlySet<keyof State> = new Set(["position", "selected", "selectedEdge", "playing"]);

export interface FollowerPorts {
  readonly clock: Clock;
  isWide(): boolean;
  /** The user of this page has touched the program, the timeline or the view. */
  acted(state: State, before: State): void;
}

export interface Follower {
  /** What is to be seen from now on; null to leave the page alone. */
  follow(view: View | null): void;
  stop(): void;
}

export function createFollower(store: Store<State>, ports: FollowerPorts): Follower {
  let wanted: View | null = null;
  let stopPause: (() => void) | null = null;
  /** The step that the teacher takes lets its tokens travel here as well; a jump is a jump. */
  function isStep({ graph, position, stepSize }: State, next: number | undefined): boolean {
    if (graph === null || next === undefined || next <= position) return false;
    const schedule = scheduleOf(graph);
    let after = nextPosition(schedule, position, stepSize);
    // A page from before slopes were shared counts whole steps and skips the slopes between them.
    while (Number.isInteger(next) && !Number.isInteger(after)) after = nextPosition(schedule, after, stepSize);
    return after >= next;
  }

  function compute(view: View): void {
    const program = stopPause === null ? programChange(store.get(), view) : null;
    if (!program) return;
    store.dispatch(follow(program));
    stopPause = ports.clock.after(COMPUTE_EVERY, () => {
      stopPause = null;
      catchUp();
    });
  }

  function catchUp(): void {
    if (wanted) compute(wanted);
    const state = store.get();
    // What answers a new program may itself be an act that ends the following.
    if (!wanted || state.graph === null || state.graphProgram !== wanted.program) return;
    const moment = momentChange(state, wanted, ports.isWide());
    if (moment) store.dispatch(follow({ ...moment, playing: false, travel: isStep(state, moment.position) }));
  }

  /** A new graph carries frame and selection with it, which is nobody's act. */
  function isAct(state: State, before: State): boolean {
    const isNew = state.graph !== before.graph;
    if (state.program !== before.program || (!isNew && state.inputs !== before.inputs)) return true;
    return actedFields(ports.isWide()).some((field) => state[field] !== before[field] && !(isNew && CARRIED.has(field)));
  }

  const stop = store.subscribe((state, before, action) => {
    if (action.origin === "class") return;
    if (isAct(state, before)) ports.acted(state, before);
    else if (state.graph !== before.graph) catchUp();
  });

  return {
    follow(view) {
      wanted = view;
      catchUp();
    },
    stop() {
      wanted = null;
      stopPause?.();
      stop();
    },
  };
}
