/**
 * The whole state of the page as one plain object. Everything seen follows from it; it holds no DOM and no functions.
 * Positions on the timeline are numbers, so that a moment can be sought, shared and tested.
 */
import type { Folds } from "./folds.ts";
import type { Part } from "./parts.ts";
import type { Pitfall } from "../graph/pitfalls.ts";
import type { Withheld } from "../graph/withholding.ts";
import type { Panel } from "./panels.ts";
import type { Range } from "./ranges.ts";
import type { StepSize } from "./step_sizes.ts";
import type { Example, Graph, MisconceptionRecord, OperationRecord, Problem, Value } from "./types.ts";

export type Direction = "right" | "down";
export type ThemeChoice = "system" | "light" | "dark";
/** The two colours that tell the sign of a number; `mono` tells it by stripes and the sign alone. */
export type Palette = "blue-orange" | "purple-green" | "mono";
export type MotionChoice = "system" | "full" | "reduced";
export type MainView = "graph" | "table";
/** What is told of the nodes besides their numbers: what ails them, or their roles by colour. */
export type Overlay = "none" | "health" | "roles";

export type Classroom = "none" | "host" | "guest";

/** What playing needs: a graph, and where its timeline stands. */
export interface PlaybackState {
  /** The last graph that came back whole. */
  readonly graph: Graph | null;
  /**
   * How many of `graph.steps` have been taken: 0 shows the leaves alone, `steps.length` the finished pass.
   * While there is no graph it is what a link asked for, Infinity standing for the end.
   */
  readonly position: number;
  readonly playing: boolean;
  /** True where `position` last moved by a step, whose tokens may travel; false after a scrub or a jump, drawn at once. See graph/playback.ts. */
  readonly travel: boolean;
  /** Frames play at 800 ms / speed. */
  readonly speed: number;
  readonly stepSize: StepSize;
  /** Nodes at which a play stops. */
  readonly breakpoints: readonly number[];
}

/** What the picture and its timeline need, on whichever page they are mounted. */
export interface PictureState extends PlaybackState {
  /** The editor's text. */
  readonly program: string;
  /** The text that `graph` was made from (its spans count in that text). */
  readonly graphProgram: string;
  /** True while `graph` no longer tells of what was asked (being computed, or there is an error). */
  readonly stale: boolean;

  readonly selected: number | null;
  readonly hovered: number | null;
  /** What is looked for in the graph, as graph/search.ts reads it; empty for nothing. */
  readonly search: string;
  /** Groups that the reader has opened (true) or folded (false), by their keys; all others are as they open by themselves. See core/folds.ts. */
  readonly folds: Folds;

  /** The same graph with one input nudged, whose values are shown beside those of `graph`; null where nobody asks what if. */
  readonly nudged: Graph | null;

  readonly direction: Direction;
  /** Arranged by Graphviz instead of our own layout. */
  readonly tidy: boolean;
  /** Draw operations as nodes of their own instead of docked on their result. */
  readonly separateOperations: boolean;
  readonly overlay: Overlay;
  readonly motion: MotionChoice;
  readonly projector: boolean;

  readonly operations: readonly OperationRecord[];
}

export interface State extends PictureState {
  /** Values that sliders hold against the program's own (also of free names). */
  readonly inputs: Readonly<Record<string, Value>>;
  /** Whether the projector shows the explanation beside the picture. */
  readonly besideProjector: boolean;
  /** Names of inputs of which forward mode is shown after the backward pass, a pass for each. */
  readonly directions: readonly string[];
  /** Where sliders begin and end, by name, where somebody has said so. */
  readonly ranges: Readonly<Record<string, Range>>;
  /** What is wrong with, or worth knowing of, the present program. */
  readonly problems: readonly Problem[];
  /** A sentence where the server could not be reached; null otherwise. */
  readonly connection: string | null;
  /** True once an answer has been due for long enough to be worth a word about it. */
  readonly waiting: boolean;

  /** Whether every step is heard as well. */
  readonly tones: boolean;
  readonly mainView: MainView;
  readonly theme: ThemeChoice;
  readonly palette: Palette;
  /** Whether single-key shortcuts are on (WCAG 2.1.4). */
  readonly shortcuts: boolean;
  readonly helpOpen: boolean;
  /** Whether the explanation is in sight; on a phone it always is. */
  readonly inspectorOpen: boolean;

  /** The mistake that the page makes on purpose, and the graph as it is without: the same as `graph` where there is none. */
  readonly pitfall: Pitfall;
  readonly honest: Graph | null;

  /** What the class is being asked for, so that no step tells it; null where all may be seen. */
  readonly withheld: Withheld | null;
  /** This page's part in a class. */
  readonly classroom: Classroom;

  /** Whether the menu of links, embedding and exports is open. */
  readonly shareOpen: boolean;
  /** Parts of the page that a link leaves out, such as the program from an exercise. See core/parts.ts. */
  readonly hiding: readonly Part[];
  /** The tab that is open beside the picture. */
  readonly panel: Panel;

  /** Whether there is an edit to take back, or one to do again. */
  readonly undoable: boolean;
  readonly redoable: boolean;

  readonly misconceptions: readonly MisconceptionRecord[];
  readonly examples: readonly Example[];
}

/** What every page of Backpass has of it: how it looks, and the help dialog. */
export type CommonState = Pick<State, "theme" | "palette" | "motion" | "projector" | "shortcuts" | "helpOpen">;

/** What the server writes into the page (`<script type="application/json" id="bootstrap">`), so the first picture needs no request. */
export interface Bootstrap {
  program: string;
  graph: Graph;
  operations: OperationRecord[];
  misconceptions: MisconceptionRecord[];
  examples: Example[];
}
