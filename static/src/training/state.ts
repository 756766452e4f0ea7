/** The whole state of the studio as one plain object; everything seen follows from it. Knows no DOM. */
import type { CommonState } from "../core/state.ts";
import type { Run } from "./run.ts";
import type { InputStep, Options, TrainingProblem, TrainingRequest } from "./types.ts";

export type StepDirection = "adversarial" | "dream";

/** An example pushed along its gradient, at the moment and from the point it was asked for. */
export interface Push {
  readonly direction: StepDirection;
  readonly example: number;
  /** The training step whose weights were used. */
  readonly step: number;
  readonly result: InputStep;
}

/** What a click into the picture does: open the point there, add one of a class, or take one away. */
export type Brush = "open" | "erase" | number;

export interface StudioState extends CommonState {
  readonly options: Options;
  /** The run as it is set up. */
  readonly request: TrainingRequest;
  /** What is wrong with it. */
  readonly problems: readonly TrainingProblem[];
  /** A sentence while the server cannot be reached. */
  readonly connection: string | null;
  /** True from the press to the first word of the server. */
  readonly isStarting: boolean;

  readonly run: Run | null;
  /** True while `run` is only the first picture of a set-up: nothing has been trained. */
  readonly isPreview: boolean;
  /** The run to compare with. */
  readonly kept: Run | null;
  /** The place of the moment shown, in `run.moments`; null follows the newest. */
  readonly position: number | null;
  /** null: as fast as the server can. */
  readonly stepsPerSecond: number | null;

  readonly brush: Brush;
  /** The example that is looked at, by its place in the run. */
  readonly example: number | null;
  readonly pushSize: number;
  readonly push: Push | null;
  /** Whether the graph of the example's loss is open. */
  readonly graphOpen: boolean;

  readonly isLogarithmic: boolean;
  readonly view: "picture" | "table";
}

export const SPEEDS: readonly (number | null)[] = [1, 5, 10, 30, 100, null];
