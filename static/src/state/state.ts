/**
 * The whole state of the page as one plain object. Everything seen follows from it; it holds no DOM and no functions.
 * Positions on the timeline are numbers, so that a moment can be sought, shared and tested.
 */

import type { Part } from "../core/page_parts.ts";
import type { Panel } from "../core/panels.ts";
import type { Range } from "../core/ranges.ts";
import type { Pane, SheetSize } from "../core/sheet.ts";
import type { Slot } from "../core/slots.ts";
import type { Example, Graph, MisconceptionRecord, OperationRecord, Problem, Progress, Value } from "../core/types.ts";
import type { Pitfall } from "../exercises/pitfalls.ts";
import type { Folds } from "../graph/folds.ts";
import type { Redaction } from "../graph/redaction.ts";
import type { Direction, Moves } from "../layout/types.ts";
import type { PlaybackState } from "../timeline/playback.ts";

export type ThemeChoice = "system" | "light" | "dark";
/** The two colours that show the sign of a number; `mono` shows it by stripes and the sign alone. */
export type Palette = "blue-orange" | "purple-green" | "mono";
export type MotionChoice = "system" | "full" | "reduced";
/** Which way the graph runs, or that the stage decides. */
export type DirectionChoice = Direction | "auto";
export type MainView = "graph" | "table";
/** What is shown of the nodes besides their numbers: what ails them, or their roles by colour. */
export type Overlay = "none" | "health" | "roles";

/** Characters of a note on a step: it travels in links. */
export const LONGEST_NOTE = 500;

export type Classroom = "none" | "host" | "guest";

/** A program that is kept beside the one that is being written. */
export interface Pinned extends Pick<State, "program" | "inputs" | "output"> {
  /** null until it has been computed: a link brings the program alone. */
  readonly graph: Graph | null;
}

/** What the picture and its timeline need, on whichever page they are mounted. */
export interface PictureState extends PlaybackState {
  /** The editor's text. */
  readonly program: string;
  /** The text that `graph` was made from (its spans count in that text). */
  readonly graphProgram: string;
  /** True while `graph` no longer answers what was asked (being computed, or there is an error). */
  readonly stale: boolean;
  /** True once an answer has been due for long enough to be worth a word about it. */
  readonly waiting: boolean;

  /** The selected node, or the selected edge: never both. Written by state/selection.ts alone. */
  readonly selected: number | null;
  readonly selectedEdge: number | null;
  readonly hovered: number | null;
  /** On a projector: whether the pointer draws, and whether all but its surroundings are dark. */
  readonly pen: boolean;
  readonly spotlight: boolean;
  /** What is looked for in the graph, as scene/search.ts reads it; empty for nothing. */
  readonly search: string;
  /** Groups that the reader has opened (true) or folded (false), by their keys; all others are as they open by themselves. See graph/folds.ts. */
  readonly folds: Folds;

  /** How far nodes were dragged from where the layout puts them. */
  readonly moves: Moves;

  /** The graph as it is without a mistake made on purpose: the same as `graph` where there is none; null where none can be made. */
  readonly honest: Graph | null;
  /** The number that an exercise asks for, marked on its card. */
  readonly asked: Slot | null;
  /** The number that the reader is about to guess. */
  readonly guessed: Slot | null;

  /** What is written at the cards of nodes that differ from those of the pinned program; null where none is pinned. */
  readonly differing: ReadonlyMap<number, string> | null;

  /** The same graph with one input nudged, whose values are shown beside those of `graph`; null where nobody asks what if. */
  readonly nudged: Graph | null;

  /** `auto`: whichever can be read better. */
  readonly direction: DirectionChoice;
  /** Which way the picture runs now; written by the picture. */
  readonly drawnDirection: Direction;
  /** Draw constants as nodes of their own instead of writing them into their operation. */
  readonly constantNodes: boolean;
  /** How often something was opened rather than edited: its picture does not depend on what was there before. */
  readonly openings: number;
  /** Draw operations as nodes of their own instead of docked on their result. */
  readonly separateOperations: boolean;
  readonly overlay: Overlay;
  readonly motion: MotionChoice;
  readonly projector: boolean;

  readonly operations: readonly OperationRecord[];
  readonly misconceptions: readonly MisconceptionRecord[];
}

export interface State extends PictureState {
  /** Values that sliders hold against the program's own (also of free names). */
  readonly inputs: Readonly<Record<string, Value>>;
  /** Whether the projector shows the explanation beside the picture. */
  readonly besideProjector: boolean;
  /** What a teacher has written about steps, by the number of steps taken. */
  readonly notes: Readonly<Record<number, string>>;
  /** Whether the note of the step that is shown is being written. */
  readonly noteOpen: boolean;
  /** Names of inputs of which forward mode is shown after the backward pass, a pass for each. */
  readonly directions: readonly string[];
  /** What of the program is differentiated, such as `y[0]`; null where that is the program's own output. */
  readonly output: string | null;
  /** The attribute that holds the gradient in the program's own engine, where the user has named it. */
  readonly gradientAttribute: string | null;
  /** The text that is to be run as it is, with its library, rather than read; null where none is. Another text is read. */
  readonly asItIs: string | null;
  /** With which libraries this server runs programs as they are: titles by the names of their packages. */
  readonly libraries: Readonly<Record<string, string>>;
  /** Whether the examination of the program's own engine is shown. */
  readonly examined: boolean;
  /** Where sliders begin and end, by name, where the user has chosen. */
  readonly ranges: Readonly<Record<string, Range>>;
  /** The line of the program, from 1 on, in which the caret stands; null where somebody writes elsewhere, or nothing. */
  readonly caretLine: number | null;
  /** What is wrong with, or worth knowing of, the present program. */
  readonly problems: readonly Problem[];
  /** A sentence where the server could not be reached; null otherwise. */
  readonly connection: string | null;
  /** How far a long computation has come; null where none is under way, or nothing is known of it yet. */
  readonly progress: Progress | null;

  /** Whether every step is heard as well. */
  readonly tones: boolean;
  readonly mainView: MainView;
  readonly theme: ThemeChoice;
  readonly palette: Palette;
  /** Whether single-key shortcuts are on (WCAG 2.1.4). */
  readonly shortcuts: boolean;
  readonly helpOpen: boolean;
  /** Whether the explanation is in sight; on a small screen the sheet decides. */
  readonly inspectorOpen: boolean;
  /** Whether the program has about half of the page. */
  readonly wideEditor: boolean;
  /** What the sheet of a small screen shows, and how far it is pulled up. */
  readonly sheet: Pane;
  readonly sheetSize: SheetSize;

  /** The program that this one is compared with. */
  readonly pinned: Pinned | null;

  /** The mistake that the page makes on purpose; see `honest`. */
  readonly pitfall: Pitfall;

  /** What the class is being asked for, so that no step shows it; null where all may be seen. */
  readonly redaction: Redaction | null;
  /** This page's part in a class. */
  readonly classroom: Classroom;

  /** Whether the menu of links, embedding and exports is open. */
  readonly shareOpen: boolean;
  /** Parts of the page that a link leaves out, such as the program from an exercise. See core/page_parts.ts. */
  readonly hiding: readonly Part[];
  /** The tab that is open beside the picture. */
  readonly panel: Panel;

  /** Whether there is an edit to take back, or one to do again. */
  readonly undoable: boolean;
  readonly redoable: boolean;

  readonly examples: readonly Example[];
}

/** What every page of Backpass has of it: how it looks, and the help dialog. */
export type CommonState = Pick<State, "theme" | "palette" | "motion" | "projector" | "shortcuts" | "helpOpen">;

/** What the server writes into the page (`<script type="application/json" id="bootstrap">`), so the first picture needs no request. */
export interface Bootstrap {
  program: string;
  graph: Graph;
  /** Whether the lists of operations and examples are all there are, or the beginnings that the first picture needs. */
  whole: boolean;
  operations: OperationRecord[];
  misconceptions: MisconceptionRecord[];
  examples: Example[];
  libraries: Record<string, string>;
}
