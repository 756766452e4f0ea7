/**
 * Changing how a run is set up: one field by its path, or a choice that brings others with it, so that what is chosen fits together.
 * Whether a set-up is possible is the server's to say. Pure functions from one request to the next; knows no DOM.
 */
import { classesOfText } from "./csv.ts";
import type {
  ChoiceWithNumbers,
  Data,
  DataOption,
  Encoding,
  Examples,
  LossOption,
  MlpModel,
  Model,
  Named,
  NumberOption,
  Options,
  OwnPoints,
  PastedPoints,
  Setting,
  TrainingRequest,
} from "./types.ts";

export type DataKind = "named" | "points" | "csv";

export function kindOf(data: Data): DataKind {
  return "csv" in data ? "csv" : "inputs" in data ? "points" : "named";
}

/** The value at a dotted path such as `optimizer.learning_rate`; undefined where the request does not say. */
export function valueAtPath(request: TrainingRequest, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (inner, key) => (inner !== null && typeof inner === "object" ? (inner as Record<string, unknown>)[key] : undefined),
      request,
    );
}

/** The same request with another value at a path. */
export function withValue(request: TrainingRequest, path: string, value: unknown): TrainingRequest {
  const set = (inner: unknown, [key, ...rest]: readonly string[]): unknown => {
    const next = rest.length === 0 ? value : set((inner as Record<string, unknown>)[key!], rest);
    return Array.isArray(inner)
      ? inner.map((item: unknown, place) => (String(place) === key ? next : item))
      : { ...(inner as object), [key!]: next };
  };
  return set(request, path.split(".")) as TrainingRequest;
}

/**
 * Whether a run under way can go on with another set-up: the same model and loss, on the same kind of data. Everything else may
 * change from one step to the next.
 */
export function canGoOnWith(before: TrainingRequest, after: TrainingRequest): boolean {
  const isLikeModel = isSame(before.model, after.model) && isSame(before.features, after.features);
  return isLikeModel && before.loss === after.loss && isLikeData(before.data, after.data);
}

function isLikeData(before: Data, after: Data): boolean {
  if (isSame(before, after)) return true;
  if ("name" in before && "name" in after) return before.name === after.name;
  if (!("inputs" in before) || !("inputs" in after)) return false;
  const [one, other] = [before as OwnPoints, after as OwnPoints];
  return one.classes === other.classes && other.inputs.length > 0 && one.inputs[0]?.length === other.inputs[0]!.length;
}

export const RATE = "optimizer.learning_rate";
/** Numbers of a schedule that are learning rates themselves: what the rate comes down to. */
const LATER_RATES = ["end", "lowest"];

/**
 * The same request with another learning rate, and a schedule that falls from it by the same factor: "Linear decay" from 1 to 0.1 would be
 * a rise where only the 1 became 0.05. `before` is the rate that the schedule belongs to, which is not the request's own where somebody
 * types `0.05` and the rate is 0 meanwhile.
 */
export function withRate(request: TrainingRequest, before: number, rate: number): TrainingRequest {
  const other = withValue(request, RATE, rate);
  const { schedule } = request;
  if (!schedule || !(before > 0) || !(rate > 0)) return other;
  const later = LATER_RATES.filter((name) => Number(schedule[name]) > 0);
  const scaled = later.map((name) => [name, Number(((Number(schedule[name]) * rate) / before).toPrecision(6))]);
  return { ...other, schedule: { ...schedule, ...Object.fromEntries(scaled) } };
}

function defaultsOf(numbers: readonly NumberOption[]): Record<string, number | boolean> {
  return Object.fromEntries(numbers.map((number) => [number.name, number.default]));
}

/** A choice with its numbers at their defaults; numbers of the same name are kept. */
export function chosen({ name, numbers }: ChoiceWithNumbers, before: Named | null | undefined): Named {
  const kept = Object.fromEntries(
    numbers.filter((number) => before?.[number.name] !== undefined).map((number) => [number.name, before![number.name]!]),
  );
  return { ...defaultsOf(numbers), ...kept, name };
}

const named = <Item extends { readonly name: string }>(items: readonly Item[], name: unknown): Item | undefined =>
  items.find((item) => item.name === name);

export function dataOption(request: TrainingRequest, options: Options): DataOption | undefined {
  return "name" in request.data ? named(options.datasets, (request.data as Named).name) : undefined;
}

export function lossOption(request: TrainingRequest, options: Options): LossOption | undefined {
  return named(options.losses, request.loss);
}

/** How many classes the data have; null where numbers are to be found. A table without targets is taken for two. */
export function classesOf(request: TrainingRequest, options: Options): number | null {
  const { data } = request;
  if ("inputs" in data) return (data as OwnPoints).classes;
  if ("csv" in data) return classesOfText((data as PastedPoints).csv) ?? 2;
  const option = dataOption(request, options);
  return option ? option.classes : 2;
}

function withLoss(request: TrainingRequest, loss: LossOption, classes: number | null): TrainingRequest {
  const { model } = request;
  if (model.kind !== "mlp") return { ...request, loss: loss.name };
  const outputs = loss.encoding === "one-hot" ? Math.max(2, classes ?? 2) : 1;
  return {
    ...request,
    loss: loss.name,
    model: { ...model, layers: [...model.layers.slice(0, -1), outputs], ...lastFor(model, loss.encoding) },
  };
}

/** A probability comes out of a sigmoid; a score must not. */
function lastFor({ last }: MlpModel, encoding: Encoding): Partial<MlpModel> {
  if (encoding === "probability") return { last: "sigmoid" };
  return encoding === "sign" && last !== "sigmoid" ? {} : { last: "linear" };
}

/** The loss by its name, with the last layer that it wants. */
export function chooseLoss(request: TrainingRequest, options: Options, name: string): TrainingRequest {
  const loss = named(options.losses, name);
  return loss ? withLoss(request, loss, classesOf(request, options)) : request;
}

/** After another data set or model: where the loss cannot be used any more, the usual one for them. */
function fitted(request: TrainingRequest, options: Options): TrainingRequest {
  const classes = classesOf(request, options);
  const present = lossOption(request, options);
  const several = (classes ?? 2) > 2;
  const fits = ({ encoding, of_numbers }: LossOption): boolean => {
    if (request.model.kind === "logistic") return encoding === "probability";
    if (classes === null) return of_numbers;
    return several
      ? encoding === "one-hot"
      : encoding !== "one-hot" && !(request.model.kind === "program" && encoding === "probability");
  };
  const loss = present && fits(present) ? present : options.losses.find(fits);
  return loss ? withLoss(request, loss, classes) : request;
}

/** Held out of a data set from which nothing was held out before. */
const TEST_SHARE = 0.2;

/** A data set with a set-up that learns it, and with test points where it has points enough. What was held out and how the plane is drawn stays. */
export function chooseData(request: TrainingRequest, options: Options, name: string): TrainingRequest {
  const option = named(options.datasets, name);
  if (!option) return request;
  const seed = (request.data as Named).seed;
  const data = {
    ...defaultsOf(option.numbers),
    ...(seed !== undefined && option.numbers.some((number) => number.name === "seed") ? { seed } : {}),
    name,
  };
  const isLarge = option.numbers.some((number) => number.name === "count");
  return withSetting({ ...request, data, held_out: request.held_out ?? (isLarge ? TEST_SHARE : 0) }, option.setup);
}

function withSetting({ data, held_out, regions }: TrainingRequest, setting: Setting): TrainingRequest {
  return { ...setting, data, ...(held_out ? { held_out } : {}), ...(regions === undefined ? {} : { regions }) };
}

/** The user's own data with a set-up that learns them. */
function withUsualSetting(request: TrainingRequest, options: Options, classes: number | null): TrainingRequest {
  const kind = classes === null ? "numbers" : classes > 2 ? "several" : "two";
  const setting = withSetting(request, options.setups[kind]);
  const { model } = setting;
  if (kind !== "several" || model.kind !== "mlp") return setting;
  return { ...setting, model: { ...model, layers: [...hiddenOf(model), classes!] } };
}

/** The user's own points; two classes at first. */
export function choosePoints(
  request: TrainingRequest,
  options: Options,
  points: Examples,
  classes: number | null,
): TrainingRequest {
  const data = { inputs: points.inputs, targets: points.targets, classes };
  if (kindOf(request.data) !== "points") return withUsualSetting({ ...request, data, held_out: 0 }, options, classes);
  return fitted({ ...request, data }, options);
}

/** A table, with a set-up that learns it where the present one is for targets of another kind. */
export function chooseText(request: TrainingRequest, options: Options, csv: string): TrainingRequest {
  const classes = classesOfText(csv);
  const next = { ...request, data: { csv } };
  const before = kindOf(request.data) === "csv" ? classesOfText((request.data as PastedPoints).csv) : undefined;
  if (before === classes || (before !== undefined && classes === undefined)) return next;
  return withUsualSetting(next, options, classes === undefined ? 2 : classes);
}

/** A straight line (or plane) as a program: something to begin with. */
function lineOver(features: readonly string[]): string {
  const weights = features.map((feature, index) => ({ name: features.length === 1 ? "w" : `w${index + 1}`, feature }));
  const lines = weights.map(({ name }, index) => `${name} = ${index % 2 === 0 ? 0.5 : -0.5}`);
  return `${[...lines, "b = 0.0"].join("\n")}\n${[...weights.map(({ name, feature }) => `${name}*${feature}`), "b"].join(" + ")}`;
}

export function chooseModel(
  request: TrainingRequest,
  options: Options,
  kind: Model["kind"],
  features: readonly string[],
): TrainingRequest {
  if (kind === request.model.kind) return request;
  const models: Record<Model["kind"], Model> = {
    mlp: { kind: "mlp", layers: [8, 8, 1], activation: "tanh", last: "linear", seed: 0 },
    logistic: { kind: "logistic" },
    program: { kind: "program", program: lineOver(features), features },
  };
  // A program makes its own features.
  const given = kind === "program" ? null : (request.features ?? null);
  return fitted({ ...request, features: given, model: models[kind] }, options);
}

/** How many numbers a point has, as far as the page knows it before the server has read it. */
export function columnsOf({ data }: TrainingRequest, options: Options, features: readonly string[] | undefined): number {
  if ("inputs" in data) return (data as OwnPoints).inputs[0]?.length ?? 2;
  const option = "name" in data ? named(options.datasets, (data as Named).name) : undefined;
  return (option?.features ?? features)?.length ?? 2;
}

/** The names of the features that the model is given: without a choice the numbers themselves. */
export function featuresOf({ features }: TrainingRequest, options: Options, columns: number): readonly string[] {
  return (
    features ?? options.features.filter((each) => each.operation === null && each.columns[0]! < columns).map(({ name }) => name)
  );
}

/** With one feature more or fewer; the last one stays. */
export function toggleFeature(request: TrainingRequest, options: Options, columns: number, name: string): TrainingRequest {
  const present = featuresOf(request, options, columns);
  const isWanted = (each: string): boolean => (each === name ? !present.includes(name) : present.includes(each));
  const features = options.features.map((each) => each.name).filter(isWanted);
  if (features.length === 0) return request;
  const isUsual = isSame(features, featuresOf({ ...request, features: null }, options, columns));
  return { ...request, features: isUsual ? null : features };
}

/** Hidden layers only: the last one follows from the data and the loss. */
export function hiddenOf({ layers }: MlpModel): readonly number[] {
  return layers.slice(0, -1);
}

export function withHidden(request: TrainingRequest, hidden: readonly number[]): TrainingRequest {
  const { model } = request;
  return model.kind === "mlp" ? { ...request, model: { ...model, layers: [...hidden, model.layers.at(-1)!] } } : request;
}

/** Problems of one field: those that name it, or something within it. */
export function concerns(field: string | null | undefined, path: string): boolean {
  return field === path || (field?.startsWith(`${path}.`) ?? false);
}

/** Whether two set-ups ask for the same run. Fields that are left out count as the null or default they represent where one says so. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object")
    return (one ?? null) === (other ?? null);
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}
