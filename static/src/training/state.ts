/** The whole state of the studio as one plain object; everything seen follows from it. Knows no DOM. */
import type { CommonState } from "../state/state.ts";
import type { NeuronPlace } from "./results/neurons.ts";
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

/** A run that another one left at a step. */
export interface Branch {
  readonly number: number;
  readonly step: number;
  readonly run: Run;
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
  /** Runs that were left at a step for another course, the oldest first. */
  readonly branches?: readonly Branch[];
  /** The step of the flag that is open. */
  readonly flag?: number | null;
  /** The place of the moment shown, in `run.moments`; null follows the newest. */
  readonly position: number | null;
  /** null: as fast as the server can. */
  readonly stepsPerSecond: number | null;

  /** The learning rate that the schedule belongs to while the rate's field holds 0, as in the middle of typing `0.05`; else null. */
  readonly rateOfSchedule: number | null;
  readonly brush: Brush;
  /** The example that is looked at, by its place in the run. */
  readonly example: number | null;
  /** The neuron that is looked at, and the one that is laid over the picture while it is pointed at. */
  readonly neuron?: NeuronPlace | null;
  readonly neuronSeen?: NeuronPlace | null;
  readonly pushSize: number;
  readonly push: Push | null;
  /** Whether the graph of the example's loss is open. */
  readonly graphOpen: boolean;

  readonly isLogarithmic: boolean;
  /** Whether the picture shows classes only, not how sure the model is. */
  readonly isDiscrete?: boolean;
  readonly view: "picture" | "table";
}

export const SPEEDS: readonly (number | null)[] = [1, 5, 10, 30, 100, null];
