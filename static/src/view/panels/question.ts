/** What panels share: one question at a time with the newest winning, and the parts of a program that a number can be moved in. */
import { ask } from "../../api/questions.ts";
import type { GraphNode } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { requestOf } from "../../state/evaluation/graph_request.ts";
import type { State } from "../../state/state.ts";
import { isScalar } from "../../text/format.ts";
import { element } from "../shared/dom.ts";

/** A number in the program that can be moved: an input or a parameter that is a single number. */
export type Movable = GraphNode & { readonly name: string; readonly data: number };

export function movables({ graph }: State): Movable[] {
  return (graph?.nodes ?? []).filter(
    (node): node is Movable =>
      node.op === null && node.role !== "constant" && node.name !== null && typeof node.data === "number",
  );
}

export function hasScalarOutput({ graph }: State): boolean {
  return graph !== null && isScalar(graph.value);
}

export function requestWith(state: State, extra: object): object {
  return { ...requestOf({ ...state, program: state.graphProgram }), ...extra };
}

export interface Asking {
  /** Answers to older questions are never shown. */
  ask<Answer>(route: string, question: object, receive: (answer: Answer) => void, refused: (sentence: string) => void): void;
  /** A run of questions, each following from the answer before; null once it is out of date. */
  run(work: (one: <Answer>(route: string, question: object) => Promise<Answer | null>) => Promise<void>): void;
}

/** An answer that takes longer than this is announced. */
const SLOW_MILLISECONDS = 300;

/** `place`: what an answer fills; where one is slow, what it filled before is marked as old, and above it is a button that gives it up. */
export function createAsking(place: HTMLElement): Asking {
  let controller = new AbortController();
  let slow = 0;
  let giveUp = (_sentence: string): void => {};
  const cancel = element("button", { type: "button", class: "text-button" }, say("cancel"));
  const wait = element("p", { class: "panel-wait", role: "status" }, say("computing"), " ", cancel);
  const settle = (): void => {
    clearTimeout(slow);
    wait.remove();
    place.classList.remove("is-outdated");
    place.removeAttribute("aria-busy");
  };
  const announce = (): void => {
    place.before(wait);
    place.classList.add("is-outdated");
    place.setAttribute("aria-busy", "true");
  };
  const renew = (): AbortSignal => {
    controller.abort();
    controller = new AbortController();
    settle();
    slow = window.setTimeout(announce, SLOW_MILLISECONDS);
    return controller.signal;
  };
  cancel.addEventListener("click", () => {
    controller.abort();
    settle();
    giveUp(say("given-up"));
  });
  return {
    ask(route, question, receive, refused) {
      const signal = renew();
      giveUp = refused;
      ask<never>(route, question, signal).then(
        (reply) => {
          if (signal.aborted) return;
          settle();
          if ("answer" in reply) receive(reply.answer);
          else refused(reply.sentence);
        },
        () => {}, // a newer question has taken its place
      );
    },
    run(work) {
      const signal = renew();
      giveUp = () => {};
      const one = async <Answer>(route: string, question: object): Promise<Answer | null> => {
        const reply = await ask<Answer>(route, question, signal);
        return "answer" in reply ? reply.answer : null;
      };
      work(one)
        .catch((problem: unknown) => {
          if (!signal.aborted) throw problem;
        })
        .finally(() => {
          if (!signal.aborted) settle();
        });
    },
  };
}

/** The question again only where it is another one: equal ones are answered already. */
export function createMemory(): (key: unknown) => boolean {
  let last = "";
  return (key) => {
    const text = JSON.stringify(key);
    const isNew = text !== last;
    last = text;
    return isNew;
  };
}
