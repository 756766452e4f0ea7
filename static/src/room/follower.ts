/**
 * Keeps a student's page at the teacher's moment, and notices when they look around by themselves. The numbers are the page's own: program and
 * inputs go to the evaluator like any edit, and frame and selection follow as soon as its graph is there. Knows no DOM.
 */
import type { Clock } from "../core/evaluation.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { scheduleOf } from "../graph/playback.ts";
import { nextPosition } from "../graph/schedule.ts";
import type { View } from "./messages.ts";
import { actedFields, momentChange, programChange } from "./view_fields.ts";

/** A whole class computes for itself what a slider does: each page a few times a second, and always the last of it. */
export const COMPUTE_EVERY = 300;
/** What a new graph may change by itself. */
const CARRIED: ReadonlySet<keyof State> = new Set(["position", "selected", "playing"]);

export interface FollowerPorts {
  readonly clock: Clock;
  isWide(): boolean;
  /** Whoever sits at the page has touched the program, the timeline or the view. */
  acted(state: State): void;
}

export interface Follower {
  /** What is to be seen from now on; null to leave the page alone. */
  follow(view: View | null): void;
  stop(): void;
}

export function createFollower(store: Store<State>, ports: FollowerPorts): Follower {
  let wanted: View | null = null;
  let applying = false;
  let stopPause: (() => void) | null = null;
  /** As it was when it was last looked at: a change may come in several, one within the other. */
  let seen = store.get();

  function apply(change: Partial<State>): void {
    const outer = applying;
    const { inspectorOpen } = store.get();
    applying = true;
    try {
      store.set(change);
      // A drawer that opens by itself does so for whoever chose a node, not for all who follow.
      store.set({ inspectorOpen });
    } finally {
      applying = outer;
    }
  }

  /** The step that the teacher takes lets its tokens travel here as well; a jump is a jump. */
  function isStep({ graph, position, stepSize }: State, next: number | undefined): boolean {
    return graph !== null && next !== undefined && next > position && nextPosition(scheduleOf(graph), position, stepSize) >= next;
  }

  function compute(view: View): void {
    const program = stopPause === null ? programChange(store.get(), view) : null;
    if (!program) return;
    apply(program);
    stopPause = ports.clock.after(COMPUTE_EVERY, () => {
      stopPause = null;
      catchUp();
    });
  }

  function catchUp(): void {
    if (!wanted) return;
    compute(wanted);
    const state = store.get();
    if (state.graph === null || state.graphProgram !== wanted.program) return;
    const moment = momentChange(state, wanted, ports.isWide());
    if (moment) apply({ ...moment, playing: false, travel: isStep(state, moment.position) });
  }

  /** A new graph carries frame and selection with it, which is nobody's act. */
  function isAct(state: State, before: State): boolean {
    const isNew = state.graph !== before.graph;
    if (state.program !== before.program || (!isNew && state.inputs !== before.inputs)) return true;
    return actedFields(ports.isWide()).some((field) => state[field] !== before[field] && !(isNew && CARRIED.has(field)));
  }

  const stop = store.subscribe((state) => {
    const before = seen;
    seen = state;
    if (applying) return;
    if (isAct(state, before)) ports.acted(state);
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
