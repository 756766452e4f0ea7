/**
 * Finding nodes by what is typed: `op:tanh` or `op:sig`, `|grad|>1`, `group:Neuron`, `role:input`, `health:flat` or a piece of a name; several terms must all hold.
 * Numbers are those known at a position of the timeline. Pure; knows no DOM.
 */

import type { GraphNode, OperationRecord, Value } from "../core/types.ts";
import type { Records } from "../explain/captions.ts";
import { type GroupTree, groupsAround } from "../graph/groups.ts";
import { nodeLabel, nodeTitle } from "../graph/places.ts";
import { say } from "../messages/messages.ts";
import { flatten } from "../text/format.ts";
import { gradientAt, isValueKnown, type Schedule } from "../timeline/schedule.ts";
import { ailmentsOf } from "./health.ts";

export interface SearchGround {
  readonly schedule: Schedule;
  readonly tree: GroupTree;
  readonly records: Records;
  readonly program: string;
  readonly position: number;
}

/** Whether a node is wanted. */
type Test = (node: GraphNode, ground: SearchGround) => boolean;

const namesOf = ({ name, glyph, spellings }: OperationRecord): string[] =>
  [name, glyph, ...spellings].map((each) => each.toLowerCase());

/** What may be before a colon, and what it looks at. */
const FIELDS: Readonly<Record<string, (wanted: string) => Test>> = {
  op: (wanted) => {
    // A whole name means that operation (`op:log` is not log_softmax); what is none is how one begins.
    let isWhole: boolean | undefined;
    return (node, { records }) => {
      isWhole ??= [...records.values()].some((each) => namesOf(each).includes(wanted));
      const record = records.get(node.op ?? "");
      return record !== undefined && namesOf(record).some((name) => (isWhole ? name === wanted : name.startsWith(wanted)));
    };
  },
  name:
    (wanted) =>
    (node, { program, schedule }) =>
      [nodeLabel, nodeTitle].some((called) => called(schedule.graph, program, node.id).toLowerCase().includes(wanted)),
  role:
    (wanted) =>
    ({ role }) =>
      role === wanted,
  health:
    (wanted) =>
    ({ id }, { schedule }) =>
      ailmentsOf(schedule.graph).get(id)?.replaceAll(" ", "-") === wanted,
  group:
    (wanted) =>
    (node, { tree }) =>
      groupsAround(tree, node.id).some(({ name }) => name.toLowerCase().includes(wanted)),
};

const COMPARISONS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  ">=": (one, other) => one >= other,
  "<=": (one, other) => one <= other,
  "!=": (one, other) => one !== other,
  ">": (one, other) => one > other,
  "<": (one, other) => one < other,
  "=": (one, other) => one === other,
};

const NUMERIC = /^(\|)?(grad|data)\|?(>=|<=|!=|>|<|=)(.+)$/;

/** What can be asked, for the message on an unknown query. */
export const SEARCH_HINT = say("search-hint");

export interface Query {
  readonly tests: readonly Test[];
  /** Whether what it finds changes as the timeline moves. */
  readonly isNumeric: boolean;
}

/** null where a term makes no sense; a query without terms finds nothing. */
export function parseQuery(text: string): Query | null {
  const tests: Test[] = [];
  let isNumeric = false;
  for (const term of text
    .toLowerCase()
    .replaceAll("−", "-")
    .replace(/\s*(>=|<=|!=|>|<|=)\s*/g, "$1")
    .split(/\s+/)
    .filter(Boolean)) {
    const numeric = NUMERIC.exec(term);
    const test = numeric ? numericTest(numeric) : wordTest(term);
    if (test === null) return null;
    isNumeric ||= numeric !== null;
    tests.push(test);
  }
  return { tests, isNumeric };
}

function wordTest(term: string): Test | null {
  const [, field, wanted] = /^([a-z]+):(.*)$/.exec(term) ?? [];
  if (field === undefined) return FIELDS.name!(term);
  const make = FIELDS[field];
  return make && wanted ? make(wanted) : null;
}

function numericTest([, bar, field, sign, written]: RegExpExecArray): Test | null {
  const isNan = written === "nan";
  const bound = isNan ? NaN : Number(written!.replace("inf", "Infinity").replace("∞", "Infinity"));
  if (Number.isNaN(bound) && !isNan) return null;
  const holds = (number: number): boolean => {
    if (isNan) return Number.isNaN(number) === (sign === "=");
    return COMPARISONS[sign!]!(bar ? Math.abs(number) : number, bound);
  };
  return (node, { schedule, position }) => {
    const known: Value | null =
      field === "data"
        ? isValueKnown(schedule, node.id, position)
          ? node.data
          : null
        : gradientAt(schedule, node, position).value;
    return known !== null && flatten(known).some(holds);
  };
}

/** Ids of the nodes for which every term holds, in the order of evaluation. */
export function search(query: Query, ground: SearchGround): number[] {
  if (query.tests.length === 0) return [];
  return ground.schedule.graph.nodes.filter((node) => query.tests.every((test) => test(node, ground))).map(({ id }) => id);
}
