/** What the page lists beside its graph: all records of operations and all examples. Its HTML brings only those of the first picture. */

import type { Example, OperationRecord } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import type { AskForGraph } from "../state/evaluation/evaluation.ts";
import type { Answer } from "../state/evaluation/machine.ts";
import { inLanguage } from "./language.ts";

export interface Lists {
  readonly operations: readonly OperationRecord[];
  readonly examples: readonly Example[];
}

export interface Reference {
  /** Resolves when the lists are there; fetches them where nobody has. Rejects where no answer comes: the next call tries again. */
  ready(): Promise<void>;
}

async function list<Key extends keyof Lists>(key: Key): Promise<Lists[Key]> {
  const response = await fetch(`/api/v1/${key}`, inLanguage());
  if (!response.ok) throw new Error(`${key}: ${response.status}`);
  return ((await response.json()) as Pick<Lists, Key>)[key];
}

/** The records that a graph is drawn and explained with. Rejects where no answer comes. */
export const fetchOperations = (): Promise<Lists["operations"]> => list("operations");

/** `isWhole`: whether the page came with the lists. `receive` is called once, before anybody is ready. */
export function createReference(isWhole: boolean, receive: (lists: Lists) => void): Reference {
  let ready: Promise<void> | null = isWhole ? Promise.resolve() : null;

  async function load(): Promise<void> {
    const [operations, examples] = await Promise.all([fetchOperations(), list("examples")]);
    receive({ operations, examples });
  }

  return {
    ready() {
      ready ??= load().catch((problem: unknown) => {
        ready = null;
        throw problem;
      });
      return ready;
    },
  };
}

const UNREACHABLE: Answer = { kind: "unreachable", sentence: say("server-silent"), seconds: null };

/** Graphs are explained with the records of their operations: an answer is held until these are there. */
export function askWithReference(ask: AskForGraph, reference: Reference): AskForGraph {
  return (request, follow) => {
    const { answer, cancel } = ask(request, follow);
    const both = Promise.all([answer, reference.ready()]);
    return { answer: both.then(([given]) => given).catch(() => UNREACHABLE), cancel };
  };
}
