/** What panels share: one question at a time with the newest winning, and the parts of a program that a number can be moved in. */
import { ask } from "../../api/questions.ts";
import { requestOf } from "../../core/evaluation.ts";
import type { State } from "../../core/state.ts";
import type { GraphNode } from "../../core/types.ts";
import { isScalar } from "../../graph/format.ts";

/** A number in the program that can be moved: an input or a parameter that is a single number. */
export type Movable = GraphNode & { readonly name: string; readonly data: number };

export function movables({ graph }: State): Movable[] {
  return (graph?.nodes ?? []).filter(
    (node): node is Movable => node.op === null && node.role !== "constant" && node.name !== null && typeof node.data === "number",
  );
}

export function hasScalarOutput({ graph }: State): boolean {
  return graph !== null && isScalar(graph.value);
}

export function requestWith(state: State, extra: object): object {
  return { ...requestOf({ program: state.graphProgram, inputs: state.inputs }), ...extra };
}

export interface Asking {
  /** Answers to older questions are never told. */
  ask<Answer>(route: string, question: object, told: (answer: Answer) => void, refused: (sentence: string) => void): void;
  /** A run of questions, each following from the answer before; null once it is out of date. */
  run(work: (one: <Answer>(route: string, question: object) => Promise<Answer | null>) => Promise<void>): void;
}

export function createAsking(): Asking {
  let controller = new AbortController();
  const renew = (): AbortSignal => {
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  };
  return {
    ask(route, question, told, refused) {
      const signal = renew();
      ask<never>(route, question, signal).then(
        (reply) => {
          if (signal.aborted) return;
          if ("answer" in reply) told(reply.answer);
          else refused(reply.sentence);
        },
        () => {}, // a newer question has taken its place
      );
    },
    run(work) {
      const signal = renew();
      const one = async <Answer>(route: string, question: object): Promise<Answer | null> => {
        const reply = await ask<Answer>(route, question, signal);
        return "answer" in reply ? reply.answer : null;
      };
      work(one).catch((problem: unknown) => {
        if (!signal.aborted) throw problem;
      });
    },
  };
}

/** The question anew only where it is another one: equal ones are answered already. */
export function createMemory(): (key: unknown) => boolean {
  let last = "";
  return (key) => {
    const text = JSON.stringify(key);
    const isNew = text !== last;
    last = text;
    return isNew;
  };
}
