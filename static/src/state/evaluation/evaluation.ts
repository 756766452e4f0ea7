/**
 * Keeps the graph in step with the program and its inputs: asks the server as they change, lets the newest answer win, and
 * tries again where no answer comes. Knows neither DOM nor network; both come in as ports.
 */

import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../core/store.ts";
import type { GraphRequest, Progress } from "../../core/types.ts";
import type { State } from "../state.ts";
import { type Answer, AT_FIRST, type Effect, type EvaluationEvent, next, SHOW_AGAIN, type Timer } from "./machine.ts";

export interface Call {
  /** Never rejects. After `cancel` it may stay open for ever. */
  readonly answer: Promise<Answer>;
  cancel(): void;
}

/** `follow` is called, from about a second on, with how far a long computation has come; never after its answer. */
export type AskForGraph = (request: GraphRequest, follow?: (progress: Progress) => void) => Call;

export interface Evaluator {
  /** Asks at once, whether or not anything changed. */
  now(): void;
  /** Gives up waiting; what was there before stays. */
  cancel(): void;
}

export function createEvaluator(store: Store<State>, ask: AskForGraph, clock: Clock): Evaluator {
  let evaluation = AT_FIRST;
  const calls = new Map<number, Call>();
  const timers = new Map<Timer, () => void>();

  function take(event: EvaluationEvent): void {
    const step = next(evaluation, event, store.get());
    evaluation = step.evaluation;
    for (const effect of step.effects) act(effect);
  }

  function act(effect: Effect): void {
    if (effect.kind === "ask") send(effect.number, effect.request);
    else if (effect.kind === "withdraw") withdraw(effect.number);
    else if (effect.kind === "dispatch") store.dispatch(effect.action);
    else if (effect.kind === "then") take(effect.event);
    else {
      const { timer } = effect;
      timers.get(timer)?.();
      timers.delete(timer);
      if (effect.kind === "start")
        timers.set(
          timer,
          clock.after(effect.milliseconds, () => take({ kind: "time", timer })),
        );
    }
  }

  function withdraw(number: number): void {
    calls.get(number)?.cancel();
    calls.delete(number);
  }

  function send(number: number, request: GraphRequest): void {
    const call = ask(request, (progress) => take({ kind: "progress", number, progress }));
    calls.set(number, call);
    void call.answer.then((answer) => {
      calls.delete(number);
      take({ kind: "answer", number, answer });
    });
  }

  // A link may ask for a mistake in the graph that the page came with.
  if (store.get().pitfall !== "none") store.dispatch(SHOW_AGAIN);
  store.subscribe((state, previous, { origin }) => take({ kind: "change", state, previous, isOfClass: origin === "class" }));
  return { now: () => take({ kind: "now" }), cancel: () => take({ kind: "cancel" }) };
}
