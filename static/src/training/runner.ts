/**
 * Keeps the run in step with the set-up and with what is pressed: a changed set-up shows its first picture, play starts or resumes, and
 * no run goes on that nobody watches. Knows neither network nor DOM; both come in as ports.
 */
import type { Clock } from "../core/evaluation.ts";
import type { Store } from "../core/store.ts";
import type { Follower, FollowerPorts } from "./follower.ts";
import { advance, isOver, placeShown, type Run } from "./run.ts";
import type { StudioState } from "./state.ts";
import type { Change, Checkpoint, RunEvent, StartBody, TrainingProblem } from "./types.ts";

export interface RunnerPorts extends Clock {
  follow(body: StartBody, listener: Pick<FollowerPorts, "event" | "refused" | "connection">): Follower;
  change(run: string, change: Change): Promise<{ readonly problems?: readonly TrainingProblem[] }>;
  end(run: string): void;
}

export interface Runner {
  /** Runs, from the start where there is nothing to go on with; or pauses. */
  togglePlay(): void;
  /** One step of training, or the next moment where an earlier one is shown. */
  stepForward(): void;
  stepBack(): void;
  /** Back to before the first step, with the same set-up. */
  reset(): void;
  /** Ends the run where it is; what has arrived stays. */
  cancel(): void;
  load(checkpoint: Checkpoint): void;
  setSpeed(stepsPerSecond: number | null): void;
  /** The page is being left. */
  leave(): void;
}

/** A set-up changes with every keystroke and notch; its picture follows when it rests this long. */
const SETTLED_MILLISECONDS = 220;

/** Answers to a change that came too late. */
const OVER = new Set(["unknown-run", "run-ended"]);

/** What a run is started for; one taken up from a checkpoint waits for a press. */
type Purpose = "preview" | "play" | "step" | "resume";

export function createRunner(store: Store<StudioState>, ports: RunnerPorts): Runner {
  let follower: Follower | null = null;
  /** The run that is on the server, as far as it is known. */
  let live: string | null = null;
  let stopSettling = (): void => {};
  /** What the run was started for, and whether it has been told. */
  let wanted: Purpose = "preview";
  let isUnderWay = false;
  /** The set-up that came with a checkpoint: it has its run already. */
  let loaded: StudioState["request"] | null = null;
  /** Numbers the starts: words of an earlier run come too late. */
  let number = 0;

  function drop(): void {
    stopSettling();
    follower?.close();
    follower = null;
    if (live !== null) ports.end(live);
    live = null;
    number += 1;
  }

  function start(what: StartBody, purpose: Purpose): void {
    drop();
    isUnderWay = false;
    wanted = purpose;
    const own = number;
    const isCurrent = (): boolean => own === number;
    store.set({ isStarting: true, ...(purpose === "preview" ? {} : { position: null }) });
    follower = ports.follow({ ...what, paused: true }, {
      event(event) {
        if (isCurrent()) take(event, purpose);
      },
      refused(problems) {
        if (isCurrent()) store.set({ problems, isStarting: false, connection: null });
      },
      connection(connection) {
        if (isCurrent()) store.set({ connection });
      },
    });
  }

  function take(event: RunEvent, purpose: Purpose): void {
    const { run: before } = store.get();
    const run = advance(before, event);
    if (run === null) return;
    const isNew = event.type === "started" && before?.started.id !== run.started.id;
    if (event.type === "started") live = run.started.id;
    if (isOver(run)) live = null;
    const example = store.get().example;
    const stays = example !== null && example < run.started.examples.inputs.length;
    store.set({
      run,
      ...(event.type === "started" ? { isStarting: false, problems: [], connection: null, isPreview: purpose === "preview" } : {}),
      ...(isNew ? { position: null, push: null, example: stays ? example : null } : {}),
    });
    if (event.type === "moment" && purpose === "preview") release();
    if (event.type === "state" && !isUnderWay) begin(purpose);
  }

  /** Every run starts paused, and goes off once it is there: so its first moment is always seen, and its pace holds from the first step. */
  function begin(purpose: Purpose): void {
    isUnderWay = true;
    const { stepsPerSecond: steps_per_second } = store.get();
    if (purpose === "play") change({ state: "running", steps_per_second });
    else if (purpose === "step") change({ advance: 1, steps_per_second });
    else if (purpose === "resume") change({ steps_per_second });
  }

  /** The first picture has come: the server need not keep a run for it. */
  function release(): void {
    const { run } = store.get();
    drop();
    store.set({ run: { ...run!, state: "paused" } });
  }

  function change(asked: Change): void {
    if (live === null) return;
    const run = live;
    void ports.change(run, asked).then(({ problems }) => {
      // What a run that is over answers, its stream has told or will tell.
      const news = problems?.filter(({ code }) => !OVER.has(code)) ?? [];
      if (news.length > 0 && live === run) store.set({ problems: news });
    });
  }

  const preview = (): void => start(store.get().request, "preview");

  function isLive(run: Run | null): boolean {
    return run !== null && live !== null && !isOver(run);
  }

  function play(): void {
    const { run } = store.get();
    if (!isLive(run)) return start(store.get().request, "play");
    store.set({ position: null, isPreview: false });
    change({ state: "running" });
  }

  store.subscribe((state, previous) => {
    if (state.request === previous.request || state.request === loaded) return;
    drop();
    store.set({ isStarting: false, problems: [] });
    stopSettling = ports.after(SETTLED_MILLISECONDS, preview);
  });

  preview();

  return {
    togglePlay() {
      const { run, isStarting } = store.get();
      // Pressed twice while the server is slow; a first picture on its way gives way to the run.
      if (isStarting && wanted === "play") return;
      if (run?.state === "running" && isLive(run)) change({ state: "paused" });
      else play();
    },
    stepForward() {
      const { run, position } = store.get();
      if (run !== null && position !== null && position < run.momentCount - 1) {
        const next = position + 1;
        return store.set({ position: next === run.momentCount - 1 && !isLive(run) ? null : next });
      }
      if (!isLive(run)) {
        if (run === null || run.stepCount === 0) start(store.get().request, "step");
        return;
      }
      store.set({ position: null });
      if (run?.state === "running") change({ state: "paused" });
      else change({ advance: 1 });
    },
    stepBack() {
      const { run, position } = store.get();
      if (run === null) return;
      if (run.state === "running") change({ state: "paused" });
      store.set({ position: Math.max(0, placeShown(run, position) - 1) });
    },
    reset: preview,
    cancel() {
      const { run } = store.get();
      drop();
      store.set({ isStarting: false, connection: null, ...(run && !isOver(run) ? { run: { ...run, state: "stopped", secondsLeft: null } } : {}) });
    },
    load(checkpoint) {
      loaded = checkpoint.request;
      store.set({ request: checkpoint.request, run: null, kept: store.get().kept });
      start({ checkpoint }, "resume");
    },
    setSpeed(stepsPerSecond) {
      store.set({ stepsPerSecond });
      change({ steps_per_second: stepsPerSecond });
    },
    leave: drop,
  };
}
