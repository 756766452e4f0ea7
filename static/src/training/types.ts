/** What is sent to and comes from `/api/v1/training`, by the server's own names. Knows neither state nor DOM. */
import type { JsonNumber, Problem, Value } from "../core/types.ts";

/** Numbers of an optimiser, a schedule or a data set, and its name. */
export interface Named {
  readonly name: string;
  readonly [number: string]: string | number | boolean | null;
}

export interface OwnPoints {
  readonly inputs: readonly (readonly number[])[];
  readonly targets: readonly number[];
  /** null: the targets are numbers to be found. */
  readonly classes: number | null;
}

export interface PastedPoints {
  readonly csv: string;
}

export type Data = Named | OwnPoints | PastedPoints;

export interface MlpModel {
  readonly kind: "mlp";
  /** Neurons by layer; the last is the output. */
  readonly layers: readonly number[];
  readonly activation?: string;
  readonly last?: string | null;
  readonly zero_biases?: boolean;
  readonly seed?: number;
}

export interface LogisticModel {
  readonly kind: "logistic";
  readonly weights?: readonly number[] | null;
  readonly bias?: number | null;
}

export interface ProgramModel {
  readonly kind: "program";
  readonly program: string;
  readonly features: readonly string[];
}

export type Model = MlpModel | LogisticModel | ProgramModel;

/** A number among the parameters: the parameter's name, and the indices in it. */
export interface WeightPlace {
  readonly parameter: string;
  readonly path: readonly number[];
}

/** A number, or all that are below an incomplete path. */
export interface FrozenPlace {
  readonly parameter: string;
  readonly path?: readonly number[];
}

export interface TrainingRequest {
  readonly data: Data;
  readonly held_out?: number;
  /** What the model is given of a point's numbers, by the names of the options; these themselves where null. */
  readonly features?: readonly string[] | null;
  /** Whether the model is given each feature less its mean, over its standard deviation. */
  readonly standardize?: boolean;
  readonly model: Model;
  readonly loss: string;
  readonly l1?: number;
  readonly l2?: number;
  /** Weights that the optimiser leaves as they are. */
  readonly frozen?: readonly FrozenPlace[] | null;
  readonly optimizer: Named;
  readonly schedule?: Named | null;
  readonly steps?: number;
  /** Whether it goes on after `steps`, until it is ended. */
  readonly endless?: boolean;
  readonly batch_size?: number | null;
  readonly shuffle?: boolean;
  readonly seed?: number;
  readonly pitfall?: string | null;
  readonly watch_every?: number;
  readonly keep_every?: number;
  readonly regions?: number | null;
}

/** A number that something is made with. */
export interface NumberOption {
  readonly name: string;
  readonly title: string;
  readonly meaning: string;
  /** The range in which it makes sense; infinite ends are words. */
  readonly low: JsonNumber | null;
  readonly high: JsonNumber | null;
  readonly default: number | boolean;
  readonly kind: "real" | "whole" | "switch";
}

export interface Choice {
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
}

export interface ChoiceWithNumbers extends Choice {
  readonly numbers: readonly NumberOption[];
}

/** A set-up without its data. */
export type Setting = Omit<TrainingRequest, "data">;

export interface DataOption extends ChoiceWithNumbers {
  readonly features: readonly string[];
  /** null: numbers are to be found. */
  readonly classes: number | null;
  /** A set-up that learns it. */
  readonly setup: Setting;
  /** A few of its points, for a small picture. */
  readonly sketch: Examples;
}

/** What a loss wants to be given for a class: −1 and 1, 0 and 1 as a probability, 0 and 1 as a score, a row with a single 1. */
export type Encoding = "sign" | "probability" | "logit" | "one-hot";

export interface LossOption extends Choice {
  readonly encoding: Encoding;
  /** Whether it also measures numbers that are to be found. */
  readonly of_numbers: boolean;
}

export interface Preset extends Choice {
  readonly request: TrainingRequest;
  /** Its known figures, in a sentence. */
  readonly expected: string;
}

/** An operation of some of a point's numbers; null is the number itself. */
export interface ModelInput {
  /** `x²` */
  readonly title: string;
  readonly operation: string | null;
  readonly columns: readonly number[];
}

/** What a model may be given of a point. */
export interface FeatureOption extends ModelInput {
  readonly name: string;
}

/** `GET /api/v1/training/options`: all that the set-up is built from. */
export interface Options {
  readonly datasets: readonly DataOption[];
  readonly features: readonly FeatureOption[];
  /** The usual ones first. */
  readonly activations: readonly string[];
  readonly losses: readonly LossOption[];
  readonly optimizers: readonly ChoiceWithNumbers[];
  readonly schedules: readonly ChoiceWithNumbers[];
  readonly pitfalls: readonly Choice[];
  /** Set-ups that learn the user's own data, by what is to be found. */
  readonly setups: Readonly<Record<"two" | "several" | "numbers", Setting>>;
  readonly presets: readonly Preset[];
  readonly limits: Readonly<Record<string, number>>;
}

export interface TrainingProblem extends Problem {
  /** The dotted path of what is wrong in the request, such as `optimizer.learning_rate`. */
  readonly field?: string | null;
}

export interface Examples {
  readonly inputs: readonly (readonly number[])[];
  readonly targets: readonly number[];
}

export type Parameters = Readonly<Record<string, Value>>;

export interface Started {
  readonly id: string;
  readonly request: TrainingRequest;
  readonly features: readonly string[];
  /** What the model is given in place of the features; null where it is given them. */
  readonly inputs?: readonly ModelInput[] | null;
  readonly classes: number | null;
  readonly examples: Examples;
  readonly held_out: Examples | null;
  /** What each feature is made less and divided by before the model is given it; null where it is given them as they are. */
  readonly standardized?: { readonly mean: readonly number[]; readonly scale: readonly number[] } | null;
  readonly layers: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly shape: readonly number[] }[];
  readonly parameter_count: number;
  /** What of each feature is drawn; null where there are more than two. */
  readonly bounds: readonly (readonly [number, number])[] | null;
  /** What classes are called in a pasted table. */
  readonly class_names: readonly string[] | null;
  /** The rate at evenly spread steps from the first to the last. */
  readonly learning_rates: readonly number[];
  /** The prediction at which the class changes; null where there are several classes, or numbers. */
  readonly boundary: number | null;
  readonly keep_every: number;
  readonly watch_every: number;
  /** The step it begins at; null in a stream that does not say. */
  readonly step?: number;
  /** True where events are missing in front of it. */
  readonly gap?: boolean;
}

/** Numbers of one step, all from before its update; null is what was not computed. */
export interface Progress {
  readonly step: number;
  readonly loss: JsonNumber;
  readonly learning_rate: number;
  readonly gradient_norm: JsonNumber;
  readonly accuracy: number | null;
  readonly gradient_norms: Readonly<Record<string, JsonNumber>> | null;
  readonly update_ratios: Readonly<Record<string, JsonNumber | null>> | null;
  readonly held_out_loss: JsonNumber | null;
  readonly held_out_accuracy: number | null;
}

export type Grid = readonly (readonly JsonNumber[])[];

/** The model as it was before the update of a step. */
export interface Moment {
  readonly step: number;
  /** Only for those who look on now: the next moment takes its place. */
  readonly passing?: boolean;
  readonly parameters: Parameters;
  /** Predictions in the middle of each cell, row by row from the lowest up, or one row along a curve; null where there are more features. */
  readonly regions: Grid | null;
  /** For the examples learnt from, in their order. */
  readonly predictions: readonly JsonNumber[] | null;
}

/** The model after its last update. */
export interface Finished extends Moment {
  readonly loss: JsonNumber;
  readonly accuracy: number | null;
  readonly held_out_loss: JsonNumber | null;
  readonly held_out_accuracy: number | null;
}

export interface Diverged {
  readonly began: number;
  readonly problem: TrainingProblem;
  readonly suggestion: { readonly learning_rate: number } | null;
}

export interface Stopped {
  readonly reason: string;
  readonly problem: TrainingProblem | null;
}

/** One event of the stream. */
export type RunEvent =
  | { readonly type: "started"; readonly data: Started }
  | { readonly type: "progress"; readonly data: { readonly steps: readonly Progress[]; readonly seconds_left: number | null } }
  | { readonly type: "moment"; readonly data: Moment }
  /** It goes on with another set-up from this step. */
  | { readonly type: "changed"; readonly data: Started & { readonly step: number } }
  | { readonly type: "state"; readonly data: { readonly state: "running" | "paused" } }
  | { readonly type: "finished"; readonly data: Finished }
  | { readonly type: "diverged"; readonly data: Diverged }
  | { readonly type: "stopped"; readonly data: Stopped };

/** Where a run was, to be taken up again: what `GET /training/{id}/checkpoint` gives. */
export interface Checkpoint {
  readonly format: number;
  readonly request: TrainingRequest;
  readonly checkpoint: unknown;
}

/** A checkpoint as a file: with the curves up to it, and the set-ups that the run had from each step on. */
export interface CheckpointFile extends Checkpoint {
  readonly curves?: {
    readonly steps: readonly Progress[];
    readonly setups: readonly { readonly step: number; readonly request: TrainingRequest }[];
  };
}

/** `training`: the set-up to go on with, where it is another. */
export type StartBody = (TrainingRequest | { readonly checkpoint: Checkpoint; readonly training?: TrainingRequest }) & {
  readonly paused?: boolean;
};

export interface Change {
  readonly state?: "running" | "paused";
  /** So many steps, while it is paused. */
  readonly advance?: number;
  /** null: as fast as it goes. */
  readonly steps_per_second?: number | null;
  /** It goes on with this set-up. */
  readonly training?: TrainingRequest;
}

/** An example pushed along its own gradient. */
export interface InputStep {
  readonly inputs: readonly number[];
  readonly moved: readonly number[];
  readonly gradient: readonly JsonNumber[];
  readonly loss: JsonNumber;
  readonly loss_after: JsonNumber;
  readonly prediction: JsonNumber | readonly JsonNumber[];
  readonly prediction_after: JsonNumber | readonly JsonNumber[];
  /** The class decided for, before and after; null where there are none. */
  readonly decided: number | null;
  readonly decided_after: number | null;
  /** How many were made. */
  readonly steps: number;
}

/** How an example is pushed: in one step, or in several until its class is another. */
export interface Pushing {
  readonly direction: "adversarial" | "dream";
  readonly size: number;
  readonly by_sign?: boolean;
  readonly steps?: number;
}
