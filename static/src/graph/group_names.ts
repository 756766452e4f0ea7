/** The names of groups: keys, which links hold, and titles, which are shown. Pure; knows no DOM. */
import { lowered, shorten } from "../text/format.ts";
import type { Draft } from "./group_drafts.ts";

const NAME_WIDTH = 20;

/** A stack leaves the keys of what it holds as they would be without it, for links hold them. */
export function keyChildren(draft: Draft, prefix: string, keys: Map<Draft, string>): void {
  const ofName = counter();
  const beside = draft.children.flatMap((child) => (child.kind === "stack" ? child.children : [child]));
  if (beside.length > draft.children.length) beside.sort((one, other) => one.last - other.last);
  for (const child of [...beside, ...draft.children.filter(({ kind }) => kind === "stack")]) {
    const count = ofName(child.name);
    keys.set(child, `${prefix}${child.name}${count > 1 ? ` #${count}` : ""}/`);
  }
}

/** Numbers those of one title: in stacks across the runs that are in them. */
export function titleChildren(draft: Draft, program: string | null, titles: Map<Draft, string>): void {
  const stacks = draft.children.filter(({ kind }) => kind === "stack");
  const inside = draft.children.flatMap((child) => (child.kind === "stack" ? child.members : [child]));
  const beside = [...(draft.members.length > 0 ? draft.members : inside)]
    .filter((child) => !titles.has(child))
    .sort((one, other) => one.last - other.last);
  const alike = counter();
  for (const { title } of beside) alike(title);
  const ofTitle = counter();
  const placed = placedTitles(beside);
  for (const child of beside) {
    const turn = ofTitle(child.title);
    const place = placed.has(child.title) ? child.place! : turn;
    titles.set(
      child,
      alike(child.title, 0) > 1 ? numbered(child, place, isSameText(child, draft) ? null : program) : child.title,
    );
  }
  const fromTo = (members: readonly Draft[]): string =>
    ranged(`${endOfRange(titles.get(members[0]!)!)} … ${endOfRange(titles.get(members.at(-1)!)!)}`);
  const titleRuns = ({ children }: Draft): void => {
    for (const run of children.filter((child) => child.kind === "run" && !titles.has(child))) {
      titles.set(run, fromTo(membersIn(run)));
      titleRuns(run);
    }
  };
  for (const stack of stacks) {
    const [first] = stack.members;
    const name =
      first!.kind === "iteration" && first!.name === first!.title ? fromTo(stack.members) : withoutNumber(titles.get(first!)!);
    titles.set(stack, `${name} ×${stack.members.length}`);
    titleRuns(stack);
  }
  if (draft.members.length > 0) titleRuns(draft);
}

/** `repetition 3` of `repetition 3, x = −0.2`, where there is little room. */
export const turnOf = (title: string): string => title.replace(/^(repetition \d+), .*/, "$1");

/** A title as one end of a range. */
export const endOfRange = (title: string): string => shorten(turnOf(title), NAME_WIDTH);

/** `i = 0 … 9` of `i = 0 … i = 9`: a card has no room for the variable twice. */
export function ranged(name: string): string {
  return name.replace(/^(.*= )(.* … )\1/, "$1$2");
}

/** The titles of which the program numbers each one differently. */
function placedTitles(drafts: readonly Draft[]): Set<string> {
  const places = new Map<string, (number | null)[]>();
  for (const { title, place } of drafts) places.set(title, [...(places.get(title) ?? []), place]);
  return new Set(
    [...places].flatMap(([title, given]) => (!given.includes(null) && new Set(given).size === given.length ? [title] : [])),
  );
}

/** The members of a stack in a run of them, at any depth. */
function membersIn({ children }: Draft): Draft[] {
  return children.flatMap((child) => (child.kind === "run" ? membersIn(child) : [child]));
}

/** A title without the number that distinguishes it from others beside it: `model(x)` of `model(x₃)`, `Neuron` of `Neuron 3`, `losses` of `losses[2]`. */
export function withoutNumber(title: string): string {
  return title.replace(/ \d+$|[₀-₉]+(?=\)$)|\[\d+\]$/u, "");
}

/** Counts each text it is given, and returns how often it has come, `more` included. */
function counter(): (text: string, more?: number) => number {
  const counts = new Map<string, number>();
  return (text, more = 1) => {
    const count = (counts.get(text) ?? 0) + more;
    counts.set(text, count);
    return count;
  };
}

/** A call with one name between its parentheses, short enough for a card, */
const SHORT_CALL = /^([A-Za-z_][\w.]{0,11})\(([A-Za-z]\w{0,5})\)$/;
/** and one for each element: `map(model, inputs)`. */
const MAPPED = /^map\(\s*([A-Za-z_][\w.]{0,11})\s*,[^,]*\)$/;

/** `Layer 2`; of a call that the program writes as `model(x)` or in `map(model, …)`, `model(x₂)`. `program` is null for calls within those of an object. */
function numbered({ kind, title, span }: Draft, place: number, program: string | null): string {
  const text = kind === "call" && program !== null && span ? program.slice(...span) : "";
  const [, name, argument = "x"] = SHORT_CALL.exec(text) ?? MAPPED.exec(text) ?? [];
  return name === undefined ? `${title} ${place}` : `${name}(${argument}${lowered(place)})`;
}

/** What a library does within a call has no text but the call's. */
function isSameText({ span }: Draft, around: Draft): boolean {
  return span !== null && around.span !== null && span[0] === around.span[0] && span[1] === around.span[1];
}

/** Of `model(x)`, which `MLP` answers: what is in it are its parts. A function's body is the program's own text. */
export function isCallOfObject({ kind, name, span }: Draft, program: string): boolean {
  const own = name.split(" ", 1)[0]!;
  return kind === "call" && !(span && program.startsWith(`${own}(`, span[0]));
}
