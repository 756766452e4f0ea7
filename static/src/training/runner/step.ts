/** What the runner knows besides the studio's state, what can happen to it and what it asks for, and one event on its way through it. Pure. */
import { assign, type StateAction } from "../../core/store.ts";
import type { Plan, Replay } from "../replay.ts";
import { type History, isOver, type Run } from "../run.ts";
import type { StudioState } from "../state.ts";
import type {
  Change,
  Checkpoint,
  CheckpointFile,
  RunEvent,
  StartBody,
  TrainingProblem,
  TrainingRequest,
  WeightPlace,
} from "../types.ts";

/** A set-up changes with every keystroke and notch; its picture follows when it rests this long. */
const SETTLED_MILLISECONDS = 220;

/** What a run is started for; one taken up from a checkpoint waits for a press. */
export type Purpose = "preview" | "play" | "step" | "resume" | "replay";

/** What an earlier run or a file leaves to the run that goes on from its checkpoint. */
export type Past =
  | { readonly kind: "run"; readonly history: History }
  | { readonly kind: "file"; readonly curves: CheckpointFile["curves"] };

export interface Beginning {
  readonly what: StartBody;
  readonly purpose: Purpose;
  readonly past: Past | null;
}

/** The way back to an earlier step, and the set-up that is gone on with from there. */
export type WayBack = Plan & { readonly next: TrainingRequest | null };

/** A weight that is to become another. */
export interface Edit {
  readonly place: WeightPlace;
  readonly value: number;
}

export interface RunnerState {
  /** Numbers the starts: words of an earlier run come too late. */
  readonly number: number;
  readonly beginning: Beginning | null;
  /** What was pressed last: what the run was started for, or is to be. */
  readonly wanted: Purpose;
  /** Whether the run has reported its state for the first time, and has been set going. */
  readonly isUnderWay: boolean;
  /** The run that is on the server, as far as it is known. */
  readonly live: string | null;
  /** What is done with a changed set-up once it rests. */
  readonly settling: "preview" | "alter" | null;
  /** The set-up that came with a checkpoint: it has its run already. */
  readonly loaded: TrainingRequest | null;
  /** What the run under way was last asked to be. */
  readonly declared: TrainingRequest | null;
  /** What the set-up that comes with the next event was asked to be. */
  readonly asked: TrainingRequest | null;
  readonly plan: WayBack | null;
  /** The way back that is being gone. */
  readonly replay: Replay | null;
  /** The run that has ended, so that another one goes on from its checkpoint. */
  readonly ended: string | null;
  /** The run that has ended and of which there is no checkpoint. */
  readonly missing: string | null;
  /** Weights that were changed while another one is being taken up, the oldest first; null while none is. */
  readonly edits: readonly Edit[] | null;
}

export const AT_FIRST: RunnerState = {
  number: 0,
  beginning: null,
  wanted: "preview",
  isUnderWay: false,
  live: null,
  settling: null,
  loaded: null,
  declared: null,
  asked: null,
  plan: null,
  replay: null,
  ended: null,
  missing: null,
  edits: null,
};

/** What a checkpoint is fetched for, after the start of that number. */
export type Use =
  | { readonly kind: "go on"; readonly number: number; readonly run: Run; readonly purpose: Purpose }
  | { readonly kind: "edit"; readonly number: number; readonly run: Run; readonly edit: Edit };

/** The set-up that a run was given, after the start of that number. */
export interface Alteration {
  readonly number: number;
  readonly request: TrainingRequest;
}

export type RunnerEvent =
  /** `preview` shows the first picture of the set-up; `settled`: a changed set-up has rested. */
  | { readonly kind: "toggle" | "train" | "forward" | "back" | "preview" | "cancel" | "leave" | "settled" }
  | { readonly kind: "load"; readonly file: CheckpointFile }
  | { readonly kind: "speed"; readonly stepsPerSecond: number | null }
  | { readonly kind: "edit"; readonly edit: Edit }
  | { readonly kind: "undo"; readonly step: number }
  | { readonly kind: "setup"; readonly state: StudioState; readonly previous: StudioState }
  | { readonly kind: "event"; readonly number: number; readonly event: RunEvent }
  | { readonly kind: "refused"; readonly number: number; readonly problems: readonly TrainingProblem[] }
  | { readonly kind: "connection"; readonly number: number; readonly connection: string | null }
  | {
      readonly kind: "answer";
      readonly run: string;
      readonly problems: readonly TrainingProblem[];
      readonly alteration: Alteration | null;
    }
  /** What is known of the checkpoint at the end of a run. */
  | { readonly kind: "end"; readonly run: string; readonly isMissing: boolean }
  | { readonly kind: "checkpoint"; readonly checkpoint: Checkpoint | null; readonly use: Use };

export type Effect =
  | { readonly kind: "follow"; readonly number: number; readonly body: StartBody }
  | { readonly kind: "close" }
  | { readonly kind: "end"; readonly run: string }
  | { readonly kind: "change"; readonly run: string; readonly change: Change; readonly alteration: Alteration | null }
  /** The run has ended, and its checkpoint is kept. */
  | { readonly kind: "keep"; readonly run: string }
  /** The checkpoint of a run: of one that has ended the one that was kept. */
  | { readonly kind: "fetch"; readonly run: string; readonly isKept: boolean; readonly use: Use }
  | { readonly kind: "settle"; readonly milliseconds: number }
  | { readonly kind: "stop settling" }
  | { readonly kind: "dispatch"; readonly action: StateAction<StudioState> };

/** One event on its way through the machine; `page` is the studio's state as the effects so far make it. */
export interface Step {
  page: StudioState;
  readonly effects: Effect[];
  is: RunnerState;
}

export const set = (step: Step, changes: Partial<RunnerState>): void => void (step.is = { ...step.is, ...changes });

export function dispatch(step: Step, action: StateAction<StudioState>): void {
  step.effects.push({ kind: "dispatch", action });
  step.page = { ...step.page, ...action.change(step.page) };
}

export const show = (step: Step, name: string, fields: Partial<StudioState>): void =>
  dispatch(step, assign<StudioState>(name, fields));

/** The views ask the runner about things that are not part of the state. */
export function redraw(step: Step, id: string): void {
  dispatch(step, {
    name: "notify the views",
    change: ({ run }) => (run?.started.id === id ? { run: { ...run } } : {}),
  });
}

export function settle(step: Step, what: "preview" | "alter"): void {
  set(step, { settling: what });
  step.effects.push({ kind: "settle", milliseconds: SETTLED_MILLISECONDS });
}

export const stopSettling = ({ effects }: Step): void => void effects.push({ kind: "stop settling" });

/** Asks something of the run on the server; false where there is none. */
export function change({ effects, is }: Step, asked: Change, alteration: Alteration | null = null): boolean {
  if (is.live === null) return false;
  effects.push({ kind: "change", run: is.live, change: asked, alteration });
  return true;
}

export const isLive = ({ live }: RunnerState, run: Run | null): boolean => run !== null && live !== null && !isOver(run);
