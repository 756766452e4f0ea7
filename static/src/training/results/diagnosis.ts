/**
 * Why a model does not learn: one finding in a sentence, the one change of the set-up that mends it, and the neuron, the point or the step
 * that proves it. The tests train every case with its remedy. Knows no DOM.
 */
import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import type { Run } from "../run.ts";
import { hiddenOf, isSame, lossOption, RATE, valueAtPath, withHidden, withRate } from "../setup.ts";
import type { MlpModel, Moment, Options, Started, TrainingRequest } from "../types.ts";
import { type Condition, conditionOf, scaleOf } from "./condition.ts";
import { hardest } from "./hardest.ts";
import type { NeuronPlace } from "./neurons.ts";

/** Where to look to see it. */
export type Proof =
  | { readonly neuron: NeuronPlace }
  | { readonly example: number }
  /** The training step with the lowest loss on the points held out. */
  | { readonly step: number };

export interface Finding {
  readonly name: string;
  readonly text: string;
  readonly label: string;
  /** The set-up with the remedy; null where nothing but more steps is missing. */
  readonly request: TrainingRequest | null;
  readonly proof: Proof | null;
}

/** What a finding is concluded from. */
interface Case {
  readonly run: Run;
  readonly started: Started;
  readonly moment: Moment;
  readonly request: TrainingRequest;
  readonly options: Options;
  readonly condition: Condition;
}

/** A model that is right for so many points has learnt; for fewer than the second number something is wrong. */
const LEARNT = 0.97;
const FAILING = 0.9;
/** So many steps are waited for while it goes on; a run that is over is judged as it is. */
const PATIENCE = 150;
/** A neuron counts as dead or saturated where it passes nothing on for this share of the points. */
const IDLE = 0.95;
/** Hidden layers with fewer neurons than this in all are too narrow for the data sets here. */
const NARROW = 6;
/** Of the size of the weights: a step that is neither too small nor too large. */
const GOOD_UPDATE = 1e-2;
/** A gradient so long beside the longest one says that there is still a way to go. */
const STEEP = 0.2;
const USUAL_RATE = 0.03;
const ROOMY = [8, 8];

/** An activation that has a slope everywhere. */
const ALIVE = "leaky_relu";

/** The finding that matters most at the newest moment; null where it goes well, or where it is too early to say. */
export function diagnose(run: Run, moment: Moment, request: TrainingRequest, options: Options): Finding | null {
  const started = run.setups.at(-1)?.started ?? run.started;
  // A set-up that was changed a moment ago is judged once the run has taken it up.
  if (run.state === "diverged" || started.request.pitfall || !isTakenUp(request, started)) return null;
  const condition = conditionOf(run, started, moment);
  if (condition === null || (!condition.isOver && condition.steps < PATIENCE)) return null;
  const given = { run, started, moment, request, options, condition };
  const overfit = overfitting(given);
  if (overfit || condition.score >= LEARNT) return overfit;
  for (const find of FINDERS) {
    const found = find(given);
    if (found) return found;
  }
  return null;
}

/** The causes that hide others come first. */
const FINDERS: readonly ((given: Case) => Finding | null)[] = [
  noRate,
  dead,
  unscaled,
  smallBatch,
  tooLarge,
  saturated,
  decayed,
  tooSmall,
  tooNarrow,
  plateau,
  unfinished,
];

function isTakenUp(request: TrainingRequest, { request: declared }: Started): boolean {
  return [RATE, "model.layers", "model.activation", "batch_size", "l2", "standardize", "data.name"].every((path) =>
    // 0 and false are the defaults of a request that gives neither.
    isSame(valueAtPath(request, path) || null, valueAtPath(declared, path) || null),
  );
}

/** The point with the largest loss: whatever is wrong, it shows there. */
function worst({ started, moment, options }: Case): Proof | null {
  const isDistance = lossOption(started.request, options)?.of_numbers ?? false;
  const [example] = hardest(started, moment.predictions ?? [], isDistance ? "distance" : "margin", 1);
  return example === undefined ? null : { example };
}

const rateOf = (request: TrainingRequest): number => Number(valueAtPath(request, RATE) ?? 0);

function withOtherRate({ request }: Case, factor: number): TrainingRequest {
  const rate = rateOf(request);
  return withRate(request, rate, Number((rate * factor).toPrecision(3)));
}

function adamOf({ optimizer }: TrainingRequest): TrainingRequest["optimizer"] {
  return { ...(optimizer.name.startsWith("adam") ? optimizer : { name: "adam" }), learning_rate: USUAL_RATE };
}

/** The layer with the largest share of idle neurons, and the neuron of it that is idle for the most points. */
function mostIdle({ condition }: Case): { readonly share: number; readonly count: number; readonly neuron: NeuronPlace } | null {
  const layers = (condition.idle ?? []).map((shares, index) => {
    const count = shares.filter((share) => share >= IDLE).length;
    return { share: count / shares.length, count, neuron: { column: index + 1, row: shares.indexOf(Math.max(...shares)) } };
  });
  return layers.toSorted((one, other) => other.share - one.share)[0] ?? null;
}

const activationOf = ({ started }: Case): string => (started.request.model as Partial<MlpModel>).activation ?? "tanh";

function dead(given: Case): Finding | null {
  const idle = mostIdle(given);
  if (activationOf(given) !== "relu" || idle === null || idle.share < 0.5) return null;
  const layer = given.condition.idle![idle.neuron.column - 1]!.length;
  return {
    name: "dead",
    text: say("finding-dead", { count: idle.count, total: layer, layer: idle.neuron.column }),
    label: say("remedy-alive", { name: ALIVE, rate: formatNumber(USUAL_RATE) }),
    // Too large a rate has killed them, and would harm the others.
    request: { ...withActivation(given.request, ALIVE), optimizer: adamOf(given.request), schedule: null },
    proof: { neuron: idle.neuron },
  };
}

function withActivation(request: TrainingRequest, activation: string): TrainingRequest {
  return { ...request, model: { ...(request.model as MlpModel), activation } };
}

function unscaled(given: Case): Finding | null {
  const { isFar, example } = scaleOf(given.started.examples);
  if (given.request.standardize || !isFar || given.condition.score >= FAILING) return null;
  const point = given.started.examples.inputs[example]!.map((value) => formatNumber(value, 3)).join(", ");
  return {
    name: "unscaled",
    text: say("finding-unscaled", { point }),
    label: say("remedy-standardize"),
    request: { ...given.request, standardize: true },
    proof: { example },
  };
}

/** The loss of a batch is another one for each batch; that of the same points should fall. */
function smallBatch(given: Case): Finding | null {
  const size = given.started.request.batch_size ?? null;
  const count = given.started.examples.inputs.length;
  if (size === null || size > 2 || size > count / 8 || given.condition.fall > 0.1) return null;
  const larger = Math.min(count, 16);
  return {
    name: "batch",
    text: say("finding-batch", { size }),
    label: say("remedy-batch", { size: larger }),
    request: { ...given.request, batch_size: larger },
    proof: worst(given),
  };
}

function tooLarge(given: Case): Finding | null {
  const { rises, jump, fall } = given.condition;
  if (rises < 0.2 || jump < 0.05 || fall > 0.2 || (given.started.request.batch_size ?? null) !== null) return null;
  const request = withOtherRate(given, 0.1);
  return {
    name: "large-rate",
    text: say("finding-large-rate", { share: Math.round(100 * rises), rate: formatNumber(rateOf(given.request)) }),
    label: say("remedy-rate", { rate: formatNumber(rateOf(request)) }),
    request,
    proof: worst(given),
  };
}

function saturated(given: Case): Finding | null {
  const idle = mostIdle(given);
  const activation = activationOf(given);
  if (idle === null || idle.share < 0.5 || !["tanh", "sigmoid"].includes(activation) || given.condition.fall > 0.05) return null;
  const total = given.condition.idle![idle.neuron.column - 1]!.length;
  return {
    name: "saturated",
    text: say("finding-saturated", { count: idle.count, total, layer: idle.neuron.column }),
    label: say("remedy-activation", { name: ALIVE }),
    request: withActivation(given.request, ALIVE),
    proof: { neuron: idle.neuron },
  };
}

function noRate(given: Case): Finding | null {
  const { request } = given;
  if (rateOf(request) !== 0) return null;
  return {
    name: "zero-rate",
    text: say("finding-zero-rate"),
    label: say("remedy-adam", { rate: formatNumber(USUAL_RATE) }),
    request: { ...request, optimizer: adamOf(request), schedule: null },
    proof: worst(given),
  };
}

function tooSmall(given: Case): Finding | null {
  const { update, rises, slope } = given.condition;
  if (update === null || update > 2e-4 || rises > 0.3 || slope < STEEP) return null;
  const request = withOtherRate(given, 10 ** Math.ceil(Math.log10(GOOD_UPDATE / Math.max(update, 1e-9))));
  if (rateOf(request) > 10) return null;
  return {
    name: "small-rate",
    text: say("finding-small-rate", { update: formatNumber(update, 2), rate: formatNumber(rateOf(given.request)) }),
    label: say("remedy-rate", { rate: formatNumber(rateOf(request)) }),
    request,
    proof: worst(given),
  };
}

function tooNarrow(given: Case): Finding | null {
  const { request, condition } = given;
  const { model } = request;
  if (condition.fall > 0.05 || model.kind === "program") return null;
  const neurons = model.kind === "mlp" ? hiddenOf(model).reduce((sum, count) => sum + count, 0) : 0;
  if (neurons >= NARROW) return null;
  const wider: MlpModel =
    model.kind === "mlp"
      ? (withHidden(request, ROOMY).model as MlpModel)
      : { kind: "mlp", layers: [...ROOMY, 1], activation: "tanh", last: "sigmoid", seed: 0 };
  return {
    name: "narrow",
    text: neurons === 0 ? withoutHidden(given) : say("finding-narrow", { count: neurons }),
    label: say("remedy-layers", { layers: ROOMY.join(", ") }),
    request: { ...request, model: wider, ...(model.kind === "mlp" ? {} : { endless: true }) },
    proof: worst(given),
  };
}

function withoutHidden({ started }: Case): string {
  if (started.inputs) return say("finding-no-hidden-features");
  return started.classes === null ? say("finding-no-hidden-numbers") : say("finding-no-hidden");
}

/** A schedule that made the rate so small that nothing moves any more. */
function decayed(given: Case): Finding | null {
  const { update, rate } = given.condition;
  return update !== null && update < 2e-4 && rate < rateOf(given.request) / 10 ? plateau(given) : null;
}

function plateau(given: Case): Finding | null {
  const { condition, request } = given;
  if (Math.abs(condition.fall) > 0.02) return null;
  const other = { ...request, optimizer: adamOf(request), schedule: null };
  if (isSame(other, { ...request, schedule: request.schedule ?? null })) return null;
  return {
    name: "plateau",
    text: say("finding-plateau"),
    label: say("remedy-adam", { rate: formatNumber(USUAL_RATE) }),
    request: other,
    proof: worst(given),
  };
}

function unfinished(given: Case): Finding | null {
  if (!given.condition.isOver || given.condition.fall <= 0.05) return null;
  return {
    name: "unfinished",
    text: say("finding-unfinished"),
    label: say("remedy-train-on"),
    request: null,
    proof: worst(given),
  };
}

/** The loss on the points held out has turned and grown by a third, while that on the others fell further. */
function overfitting({ run, request, condition }: Case): Finding | null {
  const steps = run.steps.slice(0, run.stepCount).filter(({ step }) => step >= condition.since);
  const known = steps.filter(({ held_out_loss }) => held_out_loss !== null);
  const newest = known.at(-1);
  if (!newest || condition.steps < PATIENCE) return null;
  const best = known.reduce((least, each) => (Number(each.held_out_loss) < Number(least.held_out_loss) ? each : least));
  const [lowest, now] = [Number(best.held_out_loss), Number(newest.held_out_loss)];
  if (now < 1.33 * lowest || Number(newest.loss) >= Number(best.loss) || (request.l2 ?? 0) >= 0.01) return null;
  return {
    name: "overfitting",
    text: say("finding-overfitting", { step: best.step, from: formatNumber(lowest, 3), to: formatNumber(now, 3) }),
    label: say("remedy-l2", { l2: 0.01 }),
    request: { ...request, l2: 0.01 },
    proof: { step: best.step },
  };
}
