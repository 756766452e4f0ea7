/** What the runner offers to the page, and what it needs of it. */
import type { Clock } from "../../core/clock.ts";
import type { Follower, FollowerPorts } from "../stream_follower.ts";
import type { Change, Checkpoint, CheckpointFile, StartBody, TrainingProblem, WeightPlace } from "../types.ts";

export interface RunnerPorts extends Clock {
  follow(body: StartBody, listener: Pick<FollowerPorts, "event" | "refused" | "connection">): Follower;
  change(run: string, change: Change): Promise<{ readonly problems?: readonly TrainingProblem[] }>;
  end(run: string): void;
  /** Where the run is; null where the server has none (any more). */
  checkpoint(run: string): Promise<Checkpoint | null>;
}

export interface Runner {
  /** Runs, from the start where there is nothing to go on with; or pauses. */
  togglePlay(): void;
  /** Runs, as `togglePlay` does; a run that goes on goes on. */
  train(): void;
  /** One step of training, or the next moment where an earlier one is shown. */
  stepForward(): void;
  stepBack(): void;
  /** Back to before the first step, with the same set-up. */
  reset(): void;
  /** Ends the run where it is; what has arrived stays. */
  cancel(): void;
  load(file: CheckpointFile): void;
  /** Where the run is, also after its end; null where nobody knows. */
  checkpoint(): Promise<Checkpoint | null>;
  setSpeed(stepsPerSecond: number | null): void;
  /** Gives a weight of a run that is paused or has ended another value; it trains on from there. */
  editWeight(place: WeightPlace, value: number): void;
  /** Whether a weight can be changed: the run rests, and has a checkpoint that training goes on from. */
  canEditWeights(): boolean;
  /** Whether a changed weight has not been taken up yet; another one that is changed meanwhile waits for it. */
  isTakingUpWeight(): boolean;
  /** Goes back to before a change, with the weights and the set-up of that moment; the run stays as a branch. */
  undo(step: number): void;
  /** The page is being left. */
  leave(): void;
}
