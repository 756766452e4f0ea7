/**
 * Keeps the run in step with the set-up and with what is pressed: a changed set-up shows its first picture, play starts or resumes, and
 * no run goes on that nobody watches. Knows neither network nor DOM; both come in as ports.
 */

import { assign, type Store } from "../core/store.ts";
import { branchStep, createReplay, type Plan, planTo, type Replay, withBranch } from "./replay.ts";
import { onlyFreezes } from "./results/freezing.ts";
import { advance, isOver, noted, placeShown, type Run, resumed, withWeight } from "./run.ts";
import type { Beginning, Purpose, Runner, RunnerPorts } from "./runner_ports.ts";
import { canGoOnWith, isSame } from "./setup.ts";
import type { StudioState } from "./state.ts";
import type { Follower } from "./stream_follower.ts";
import type { Change, Checkpoint, Parameters, RunEvent, StartBody, TrainingRequest, WeightPlace } from "./types.ts";

export type { Runner, RunnerPorts } from "./runner_ports.ts";

/** A set-up changes with every keystroke and notch; its picture follows when it rests this long. */
const SETTLED_MILLISECONDS = 220;

/** Answers to a change that came too late. */
const OVER = new Set(["unknown-run", "run-ended"]);

/** The end of a run that can be gone on from. */
interface Ended {
  readonly run: string;
  readonly checkpoint: Promise<Checkpoint | null>;
}

interface Edit {
  readonly place: WeightPlace;
  readonly value: number;
}

export function createRunner(store: Store<StudioState>, ports: RunnerPorts): Runner {
  let follower: Follower | null = null;
  /** The run that is on the server, as far as it is known. */
  let live: string | null = null;
  let stopSettling = (): void => {};
  /** What the run was started for, and whether it has been notified. */
  let wanted: Purpose = "preview";
  let isUnderWay = false;
  /** The set-up that came with a checkpoint: it has its run already. */
  let loaded: TrainingRequest | null = null;
  /** What the run under way was last asked to be. */
  let declared: TrainingRequest | null = null;
  /** What the set-up that comes with the next event was asked to be. */
  let asked: TrainingRequest | null = null;
  /** The way back to an earlier step, and the one that is being gone. */
  let plan: (Plan & { readonly next: TrainingRequest | null }) | null = null;
  let replay: Replay | null = null;
  let ended: Ended | null = null;
  /** The run that has ended and of which there is no checkpoint. */
  let missing: string | null = null;
  /** Weights that were changed while another one is being taken up, the oldest first; null while none is. */
  let edits: readonly Edit[] | null = null;
  /** Numbers the starts: words of an earlier run come too late. */
  let number = 0;

  function drop(): void {
    stopSettling();
    follower?.close();
    follower = null;
    if (live !== null) ports.end(live);
    live = null;
    edits = null;
    replay = null;
    number += 1;
  }

  function start(what: StartBody, purpose: Purpose, history: Beginning["history"] = null): void {
    drop();
    isUnderWay = false;
    wanted = purpose;
    declared = store.get().request;
    asked = purpose === "replay" ? plan!.askedFirst : declared;
    const own = number;
    const isCurrent = (): boolean => own === number;
    store.dispatch(
      assign<StudioState>("start a run", { isStarting: true, ...(purpose === "preview" ? {} : { position: null }) }),
    );
    follower = ports.follow(
      { ...what, paused: true },
      {
        event(event) {
          if (isCurrent()) take(event, { what, purpose, history });
        },
        refused(problems) {
          if (!isCurrent()) return;
          edits = null;
          store.dispatch(assign<StudioState>("be refused", { problems, isStarting: false, connection: null }));
        },
        connection(connection) {
          if (isCurrent()) store.dispatch(assign<StudioState>("lose or regain the server", { connection }));
        },
      },
    );
  }

  function take(event: RunEvent, { what, purpose, history }: Beginning): void {
    const { run: before } = store.get();
    const isNew = event.type === "started" && before?.started.id !== event.data.id;
    const next = isNew && history ? resumed(history(event.data), event.data) : advance(before, event);
    if (next === null) return;
    const note = { ...(asked ? { asked } : {}), ...(isNew ? { origin: what } : {}) };
    const run = isNew || event.type === "changed" ? noted(next, note) : next;
    if (event.type === "started") live = run.started.id;
    if (isOver(run)) {
      live = null;
      edits = null;
      replay = null;
      if (run.state !== "diverged") end(run.started.id);
    }
    const example = store.get().example;
    const stays = example !== null && example < run.started.examples.inputs.length;
    store.dispatch(
      assign<StudioState>("receive an event", {
        run,
        ...(event.type === "started"
          ? { isStarting: false, problems: [], connection: null, isPreview: purpose === "preview" }
          : {}),
        ...(isNew ? { position: null, push: null, example: stays ? example : null } : {}),
      }),
    );
    if (event.type === "moment" && purpose === "preview") release();
    if (event.type === "state" && !isUnderWay) {
      begin(purpose);
      takeUpNext();
    } else replay?.hear(event);
  }

  function end(run: string): void {
    ended = { run, checkpoint: ports.checkpoint(run) };
    void ended.checkpoint.then((checkpoint) => {
      if (checkpoint !== null) return;
      missing = run;
      redraw(run);
    });
  }

  /** The views ask the runner about things that are not part of the state. */
  function redraw(id: string): void {
    const { run } = store.get();
    if (run?.started.id === id) store.dispatch(assign<StudioState>("notify the views", { run: { ...run } }));
  }

  /** Every run starts paused, and goes off once it is there: so its first moment is always seen, and its pace holds from the first step. */
  function begin(purpose: Purpose): void {
    isUnderWay = true;
    const { stepsPerSecond: steps_per_second } = store.get();
    if (purpose === "play") change({ state: "running", steps_per_second });
    else if (purpose === "step") change({ advance: 1, steps_per_second });
    else if (purpose === "resume") change({ steps_per_second });
    else if (purpose === "replay") goBack(plan!);
  }

  /** The first picture has come: the server need not keep a run for it. */
  function release(): void {
    const { run } = store.get();
    drop();
    store.dispatch(assign<StudioState>("keep the first picture", { run: { ...run!, state: "paused" } }));
  }

  function change(asked: Change, whenOver = (): void => {}): void {
    if (live === null) return whenOver();
    const run = live;
    void ports.change(run, asked).then(({ problems }) => {
      // What a run that is over answers, its stream has reported or will report.
      const news = problems?.filter(({ code }) => !OVER.has(code)) ?? [];
      if (news.length > 0 && live === run) store.dispatch(assign<StudioState>("show problems", { problems: news }));
      else if (problems && problems.length > 0) whenOver();
    });
  }

  /** Makes the same steps and changes as the run before, up to the step that is gone back to. */
  function goBack({ legs, next }: NonNullable<typeof plan>): void {
    const { stepsPerSecond: steps_per_second, run } = store.get();
    replay = createReplay(legs, run?.started.step ?? 0, {
      send: change,
      take(setup) {
        asked = setup.asked ?? setup.started.request;
        change({ training: setup.started.request });
      },
      done() {
        replay = null;
        asked = declared;
        if (next) change({ training: next, state: "running", steps_per_second });
        else change({ steps_per_second });
      },
    });
    replay.begin();
  }

  /** The run stays as a branch; another one goes on from a step of it, with what is asked for now or as it was before the step's change. */
  function branch(step: number, isUndo: boolean): void {
    const { run, branches, request } = store.get();
    const found = run && planTo(run, step, isUndo);
    if (!found) return;
    const endless = run.started.request.endless ?? false;
    plan = { ...found, next: isUndo ? null : { ...request, endless } };
    loaded = isUndo ? found.asked : request;
    store.dispatch(
      assign<StudioState>("begin a branch", {
        request: loaded,
        branches: withBranch(branches ?? [], run, step),
        flag: null,
        problems: [],
      }),
    );
    start(found.origin, "replay", () => found.history);
  }

  const preview = (): void => start(store.get().request, "preview");

  function isLive(run: Run | null): boolean {
    return run !== null && live !== null && !isOver(run);
  }

  /** Past its end a run goes on without one: from its checkpoint, or from the start where there is none. */
  function goOn(run: Run, from: Ended, purpose: Purpose): void {
    const own = number;
    store.dispatch(assign<StudioState>("go on past the end", { isStarting: true, position: null }));
    void from.checkpoint.then((checkpoint) => {
      if (own !== number) return;
      const { request } = store.get();
      if (checkpoint === null) return start(request, purpose);
      start({ checkpoint, training: { ...request, endless: true } }, purpose, () => run);
    });
    wanted = purpose;
  }

  /** Gives the run under way the set-up of the form. */
  function alter(): void {
    if (replay) return void (stopSettling = ports.after(SETTLED_MILLISECONDS, alter));
    const { request, run } = store.get();
    const before = declared;
    declared = request;
    asked = request;
    const isEndless = run?.started.request.endless ?? false;
    // A run that went on past its end has none, whatever the form says of it; a press on the form's own switch counts.
    const isSwitched = (before?.endless ?? false) !== (request.endless ?? false);
    const endless = isSwitched ? (request.endless ?? false) : isEndless;
    if (before && endless === isEndless && isSame({ ...before, endless }, { ...request, endless })) return;
    const own = number;
    // A run that has ended meanwhile takes no change: it makes way, as it does for what is changed after its end.
    change({ training: { ...request, endless } }, () => {
      if (own === number && store.get().request === request) preview();
    });
  }

  function canEdit(): boolean {
    const { run, isPreview, isStarting } = store.get();
    if (edits !== null) return true;
    if (run === null || isPreview || isStarting || run.state === "running" || run.state === "diverged") return false;
    return isLive(run) || (ended?.run === run.started.id && missing !== run.started.id);
  }

  /** Trains on from the checkpoint with another weight in it. */
  async function edit({ place, value }: Edit, waiting: readonly Edit[]): Promise<void> {
    const run = store.get().run!;
    const own = number;
    edits = waiting;
    const checkpoint = await (isLive(run) ? ports.checkpoint(live!) : ended!.checkpoint);
    if (own !== number) return;
    // It may have been set going meanwhile.
    if (checkpoint === null || store.get().run?.state === "running") {
      edits = null;
      return redraw(run.started.id);
    }
    const state = checkpoint.checkpoint as { readonly parameters: Parameters };
    const { parameters, before } = withWeight(state.parameters, place, value);
    const endless = isOver(run) || (run.started.request.endless ?? false);
    const rest = edits;
    start(
      { checkpoint: { ...checkpoint, checkpoint: { ...state, parameters } }, training: { ...store.get().request, endless } },
      "resume",
      () => ({ ...run, edit: { place, before, after: value } }),
    );
    edits = rest;
  }

  function takeUpNext(): void {
    const [next, ...waiting] = edits ?? [];
    edits = null;
    if (next && canEdit()) void edit(next, waiting);
  }

  /** The checkpoint at the end of a run that is over and still the one of the form. */
  function endOf(run: Run | null, request = store.get().request): Ended | null {
    const isOwn = run !== null && isOver(run) && ended?.run === run.started.id && request === declared;
    return isOwn ? ended : null;
  }

  function play(): void {
    const { run } = store.get();
    const step = branchStep(store.get());
    if (step !== null) return branch(step, false);
    const end = endOf(run);
    if (end) return goOn(run!, end, "play");
    if (!isLive(run)) return start(store.get().request, "play");
    if (declared !== store.get().request) alter();
    store.dispatch(assign<StudioState>("go on with the run", { position: null, isPreview: false }));
    change({ state: "running" });
  }

  store.subscribe((state, previous) => {
    if (state.request === previous.request || state.request === loaded) return;
    // What is changed at an earlier moment waits for play, and then grows from there.
    if (branchStep(state) !== null) return;
    if (isLive(state.run) && !state.isPreview && declared !== null && canGoOnWith(declared, state.request)) {
      stopSettling();
      if (state.problems.length > 0) store.dispatch(assign<StudioState>("change the set-up", { problems: [] }));
      stopSettling = ports.after(SETTLED_MILLISECONDS, alter);
      return;
    }
    // Weights are frozen as they are now: a run that has ended goes on from its end, and not from its start.
    const end = onlyFreezes(previous.request, state.request) ? endOf(state.run, previous.request) : null;
    if (end) {
      declared = state.request;
      return goOn(state.run!, end, "resume");
    }
    drop();
    // Branches of another model or of other data are beside the point.
    const isOther = !canGoOnWith(previous.request, state.request);
    const fields = { isStarting: false, problems: [], ...(isOther ? { branches: [] } : {}) };
    store.dispatch(assign<StudioState>("change the set-up", fields));
    stopSettling = ports.after(SETTLED_MILLISECONDS, preview);
  });

  preview();

  const isGoingOn = (run: Run | null): boolean => run?.state === "running" && isLive(run);

  function train(): void {
    const { run, isStarting } = store.get();
    // Pressed twice while the server is slow; a first picture on its way gives way to the run.
    if (replay || (isStarting && wanted === "play") || isGoingOn(run)) return;
    play();
  }

  return {
    togglePlay() {
      if (!replay && isGoingOn(store.get().run)) change({ state: "paused" });
      else train();
    },
    train,
    stepForward() {
      const { run, position } = store.get();
      if (replay) return;
      if (run !== null && position !== null && position < run.momentCount - 1) {
        const next = position + 1;
        return store.dispatch(
          assign<StudioState>("show the next moment", { position: next === run.momentCount - 1 && !isLive(run) ? null : next }),
        );
      }
      if (!isLive(run)) {
        const end = endOf(run);
        if (end) goOn(run!, end, "step");
        else if (run === null || run.stepCount === 0) start(store.get().request, "step");
        return;
      }
      store.dispatch(assign<StudioState>("show the newest moment", { position: null }));
      if (run?.state === "running") change({ state: "paused" });
      else change({ advance: 1 });
    },
    stepBack() {
      const { run, position } = store.get();
      if (run === null) return;
      if (run.state === "running") change({ state: "paused" });
      store.dispatch(assign<StudioState>("show the moment before", { position: Math.max(0, placeShown(run, position) - 1) }));
    },
    reset: preview,
    cancel() {
      const { run } = store.get();
      drop();
      store.dispatch(
        assign<StudioState>("end the run", {
          isStarting: false,
          connection: null,
          ...(run && !isOver(run) ? { run: { ...run, state: "stopped", secondsLeft: null } } : {}),
        }),
      );
    },
    load({ curves, ...checkpoint }) {
      loaded = checkpoint.request;
      store.dispatch(assign<StudioState>("open a checkpoint", { request: checkpoint.request, run: null }));
      const { request } = checkpoint;
      const isAtEnd = ((checkpoint.checkpoint as { readonly step?: number }).step ?? 0) >= (request.steps ?? 100);
      // What was saved at its end would have nothing left to do.
      const what = isAtEnd ? { checkpoint, training: { ...request, endless: true } } : { checkpoint };
      start(what, "resume", (started) => ({
        steps: curves?.steps ?? [],
        stepCount: curves?.steps.length ?? 0,
        moments: [],
        momentCount: 0,
        setups: (curves?.setups ?? []).map(({ step, request }) => ({ step, started: { ...started, step, request } })),
      }));
    },
    async checkpoint() {
      const { run } = store.get();
      if (run === null) return null;
      return (await (ended?.run === run.started.id ? ended.checkpoint : null)) ?? ports.checkpoint(run.started.id);
    },
    setSpeed(stepsPerSecond) {
      store.dispatch(assign<StudioState>("choose a pace", { stepsPerSecond }));
      change({ steps_per_second: stepsPerSecond });
    },
    editWeight(place, value) {
      if (edits !== null) edits = [...edits, { place, value }];
      else if (canEdit()) void edit({ place, value }, []);
    },
    undo(step) {
      if (replay === null) branch(step, true);
    },
    canEditWeights: canEdit,
    isTakingUpWeight: () => edits !== null,
    leave: drop,
  };
}
