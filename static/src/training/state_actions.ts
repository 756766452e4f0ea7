/**
 * What the studio's views dispatch besides the buttons and keys of actions.ts: each way in which a part of the studio changes its state, declared
 * once. Pure.
 */

import { assign, type StateAction } from "../core/store.ts";
import { withFrozen, withoutStaleFrozen } from "./results/freezing.ts";
import type { NeuronPlace } from "./results/neurons.ts";
import type { Run } from "./run.ts";
import { kindOf, RATE, valueAtPath, withRate, withValue } from "./setup.ts";
import type { Branch, Brush, Push, StudioState } from "./state.ts";
import type { Started, TrainingRequest, WeightPlace } from "./types.ts";

const holdsPoints = ({ data }: TrainingRequest): boolean => kindOf(data) === "points";

/** Who begins to draw points by hand has a brush at once. */
export const changeRequest = (make: (state: StudioState) => TrainingRequest): StateAction<StudioState> => ({
  name: "change the set-up",
  change: (state) => {
    const request = withoutStaleFrozen(state.request, make(state));
    const beginsToDraw = holdsPoints(request) && !holdsPoints(state.request);
    return { request, ...(beginsToDraw ? { brush: 1 } : {}) };
  },
});
/** One field of the set-up, by its path. */
export const changeField = (path: string, value: unknown): StateAction<StudioState> => ({
  name: "change a field",
  change: (state) => {
    if (path !== RATE) return changeRequest(({ request }) => withValue(request, path, value)).change(state);
    const rate = Number(value);
    const before = state.rateOfSchedule ?? Number(valueAtPath(state.request, RATE));
    return { request: withRate(state.request, before, rate), rateOfSchedule: rate > 0 ? null : before };
  },
});
/** Has the optimiser leave weights as they are, or move them again. */
export const freezeWeights = (started: Started, places: readonly WeightPlace[], isFrozen: boolean): StateAction<StudioState> => ({
  ...changeRequest(({ request }) => withFrozen(request, started, places, isFrozen)),
  name: "freeze or release weights",
});
export const choosePreset = (request: TrainingRequest) =>
  assign<StudioState>("choose a preset", { request, example: null, push: null, brush: "open", rateOfSchedule: null });
export const chooseBrush = (brush: Brush) => assign<StudioState>("choose a brush", { brush });
export const openLink = (change: Partial<StudioState>) => assign<StudioState>("open a link", change);

/** The moment at a place of the run; null for the newest. */
export const showMoment = (position: number | null) => assign<StudioState>("show a moment", { position });
export const openExample = (example: number | null) =>
  assign<StudioState>("open an example", { example, push: null, neuron: null });
export const openNeuron = (neuron: NeuronPlace | null) => assign<StudioState>("open a neuron", { neuron });
export const seeNeuron = (neuronSeen: NeuronPlace | null) => assign<StudioState>("lay a neuron over the picture", { neuronSeen });
/** Classes only, or also how sure the model is. */
export const TOGGLE_DISCRETE: StateAction<StudioState> = {
  name: "show classes only",
  change: ({ isDiscrete }) => ({ isDiscrete: !isDiscrete }),
};
export const choosePushSize = (pushSize: number) => assign<StudioState>("choose how far to push", { pushSize });
export const showPush = (push: Push) => assign<StudioState>("show a pushed example", { push });
export const openFlag = (flag: number | null) => assign<StudioState>("open a flag", { flag });
/** Lays a branch beside the run, or takes it away again. */
export const compareBranch = ({ run }: Branch): StateAction<StudioState> => ({
  name: "compare with a branch",
  change: ({ kept }) => ({ kept: kept === run ? null : run }),
});
export const deleteBranch = ({ number, run }: Branch): StateAction<StudioState> => ({
  name: "delete a branch",
  change: ({ branches = [], kept }) => ({
    branches: branches.filter((branch) => branch.number !== number),
    kept: kept === run ? null : kept,
  }),
});
export const openGraph = (graphOpen: boolean) => assign<StudioState>("open or close the graph", { graphOpen });
/** The run of another page, as far as it was sent. */
export const followRun = (run: Run) =>
  assign<StudioState>("follow a run", { run, request: run.started.request, isPreview: run.stepCount === 0, position: null });
