/** What the page asks of whatever the program is written in: the plain field of the first moment, and the full editor after it. */
import type { Problem, Span } from "../../core/types.ts";

/** Stretches of the text that represent nodes the page talks about. */
export interface Marks {
  readonly hovered: readonly Span[];
  /** The selected node, or the target of the selected edge … */
  readonly selected: readonly Span[];
  /** … and the source of that edge. */
  readonly source: readonly Span[];
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
  /** The line, from 1 on, in which the caret stands; null where the text has not the focus. */
  caretIn(line: number | null): void;
  run(): void;
  /** The page has one line of undo, for the text and for sliders. */
  undo(): void;
  redo(): void;
}
