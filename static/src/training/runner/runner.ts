/**
 * Keeps the run in step with the set-up and with what is pressed: a changed set-up shows its first picture, play starts or resumes, and
 * no run goes on that nobody watches. Knows neither network nor DOM; both come in as ports, and `machine` decides what is asked of them.
 */

import type { Store } from "../../core/store.ts";
import type { StudioState } from "../state.ts";
import type { Follower } from "../stream_follower.ts";
import type { Checkpoint } from "../types.ts";
import { next } from "./machine.ts";
import type { Runner, RunnerPorts } from "./ports.ts";
import { AT_FIRST, type Effect, type RunnerEvent } from "./step.ts";
import { canEdit } from "./weights.ts";

export type { Runner, RunnerPorts } from "./ports.ts";

export function createRunner(store: Store<StudioState>, ports: RunnerPorts): Runner {
  let runner = AT_FIRST;
  let follower: Follower | null = null;
  let stopSettling = (): void => {};
  /** Where the run that ended last was. */
  let kept: { readonly run: string; readonly checkpoint: Promise<Checkpoint | null> } | null = null;
  const waiting: RunnerEvent[] = [];
  let isActing = false;

  /** What happens while an event is being acted on is taken up after it. */
  function take(event: RunnerEvent): void {
    waiting.push(event);
    if (isActing) return;
    isActing = true;
    try {
      for (let each = waiting.shift(); each; each = waiting.shift()) {
        const step = next(runner, each, store.get());
        runner = step.runner;
        for (const effect of step.effects) act(effect);
      }
    } finally {
      isActing = false;
    }
  }

  function act(effect: Effect): void {
    switch (effect.kind) {
      case "follow":
        follower = follow(effect);
        return;
      case "close":
        follower?.close();
        follower = null;
        return;
      case "end":
        return ports.end(effect.run);
      case "change":
        return change(effect);
      case "keep":
        return keep(effect.run);
      case "fetch":
        return fetch(effect);
      case "settle":
        stopSettling = ports.after(effect.milliseconds, () => take({ kind: "settled" }));
        return;
      case "stop settling":
        return stopSettling();
      case "dispatch":
        return store.dispatch(effect.action);
    }
  }

  function follow({ number, body }: Extract<Effect, { kind: "follow" }>): Follower {
    return ports.follow(body, {
      event: (event) => take({ kind: "event", number, event }),
      refused: (problems) => take({ kind: "refused", number, problems }),
      connection: (connection) => take({ kind: "connection", number, connection }),
    });
  }

  function change({ run, change, alteration }: Extract<Effect, { kind: "change" }>): void {
    void ports.change(run, change).then(({ problems = [] }) => take({ kind: "answer", run, problems, alteration }));
  }

  function keep(run: string): void {
    kept = { run, checkpoint: ports.checkpoint(run) };
    void kept.checkpoint.then((checkpoint) => take({ kind: "end", run, isMissing: checkpoint === null }));
  }

  function fetch({ run, isKept, use }: Extract<Effect, { kind: "fetch" }>): void {
    const checkpoint = isKept ? kept!.checkpoint : ports.checkpoint(run);
    void checkpoint.then((checkpoint) => take({ kind: "checkpoint", checkpoint, use }));
  }

  store.subscribe((state, previous) => {
    if (state.request !== previous.request) take({ kind: "setup", state, previous });
  });
  take({ kind: "preview" });

  return {
    togglePlay: () => take({ kind: "toggle" }),
    train: () => take({ kind: "train" }),
    stepForward: () => take({ kind: "forward" }),
    stepBack: () => take({ kind: "back" }),
    reset: () => take({ kind: "preview" }),
    cancel: () => take({ kind: "cancel" }),
    load: (file) => take({ kind: "load", file }),
    async checkpoint() {
      const { run } = store.get();
      if (run === null) return null;
      return (await (kept?.run === run.started.id ? kept.checkpoint : null)) ?? ports.checkpoint(run.started.id);
    },
    setSpeed: (stepsPerSecond) => take({ kind: "speed", stepsPerSecond }),
    editWeight: (place, value) => take({ kind: "edit", edit: { place, value } }),
    canEditWeights: () => canEdit(runner, store.get()),
    isTakingUpWeight: () => runner.edits !== null,
    undo: (step) => take({ kind: "undo", step }),
    leave: () => take({ kind: "leave" }),
  };
}
