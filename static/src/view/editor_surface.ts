/** What the page asks of whatever the program is written in: the plain field of the first moment, and the full editor after it. */
import type { Problem, Span } from "../core/types.ts";

/** Stretches of the text that stand for nodes the page talks about. */
export interface Marks {
  readonly hovered: readonly Span[];
  readonly selected: readonly Span[];
  /** Of the current step: what is computed, or what sends its contribution … */
  readonly current: readonly Span[];
  /** … and within it what receives it. */
  readonly receiver: readonly Span[];
}

export interface Surface {
  text(): string;
  /** Changes only what differs, so that undo, caret and scroll position keep their sense. */
  setText(text: string): void;
  focus(): void;
  select(start: number, end: number): void;
  showMarks(marks: Marks): void;
  showProblems(problems: readonly Problem[]): void;
}

export interface SurfacePorts {
  changed(text: string): void;
  /** The pointer or the caret is at an offset of the text, or has left it. */
  pointedAt(offset: number | null): void;
  run(): void;
  /** The page has one line of undo, for the text and for sliders. */
  undo(): void;
  redo(): void;
}

/** The smallest replacement that turns one text into the other. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
