/**
 * Changing how a run is set up: one field by its path, or a choice that brings others with it, so that what is chosen fits together.
 * Whether a set-up is possible is the server's to say. Pure functions from one request to the next; knows no DOM.
 */
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
  TrainingRequest,
} from "./types.ts";

export type DataKind = "named" | "points" | "csv";

export function kindOf(data: Data): DataKind {
  return "csv" in data ? "csv" : "inputs" in data ? "points" : "named";
}

/** The value at a dotted path such as `optimizer.learning_rate`; undefined where the request does not say. */
export function valueAtPath(request: TrainingRequest, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, key) => (inner !== null && typeof inner === "object" ? (inner as Record<string, unknown>)[key] : undefined), request);
}

/** The same request with another value at a path. */
export function withValue(request: TrainingRequest, path: string, value: unknown): TrainingRequest {
  const set = (inner: unknown, [key, ...rest]: readonly string[]): unknown => {
    const next = rest.length === 0 ? value : set((inner as Record<string, unknown>)[key!], rest);
    return Array.isArray(inner) ? inner.map((item: unknown, place) => (String(place) === key ? next : item)) : { ...(inner as object), [key!]: next };
  };
  return set(request, path.split(".")) as TrainingRequest;
}

export function defaultsOf(numbers: readonly NumberOption[]): Record<string, number | boolean> {
  return Object.fromEntries(numbers.map((number) => [number.name, number.default]));
}

/** A choice with its numbers at their defaults; numbers of the same name are kept. */
export function chosen({ name, numbers }: ChoiceWithNumbers, before: Named | null | undefined): Named {
  const kept = Object.fromEntries(numbers.filter((number) => before?.[number.name] !== undefined).map((number) => [number.name, before![number.name]!]));
  return { ...defaultsOf(numbers), ...kept, name };
}

const named = <Item extends { readonly name: string }>(items: readonly Item[], name: unknown): Item | undefined => items.find((item) => item.name === name);

export function dataOption(request: TrainingRequest, options: Options): DataOption | undefined {
  return "name" in request.data ? named(options.datasets, (request.data as Named).name) : undefined;
}

export function lossOption(request: TrainingRequest, options: Options): LossOption | undefined {
  return named(options.losses, request.loss);
}

/** How many classes the data have; null where numbers are to be found. Pasted points are taken for two until the server has read them. */
export function classesOf(request: TrainingRequest, options: Options): number | null {
  const { data } = request;
  if ("inputs" in data) return (data as OwnPoints).classes;
  const option = dataOption(request, options);
  return option ? option.classes : 2;
}

function withLoss(request: TrainingRequest, loss: LossOption, classes: number | null): TrainingRequest {
  const { model } = request;
  if (model.kind !== "mlp") return { ...request, loss: loss.name };
  const outputs = loss.encoding === "one-hot" ? Math.max(2, classes ?? 2) : 1;
  return { ...request, loss: loss.name, model: { ...model, layers: [...model.layers.slice(0, -1), outputs], ...lastFor(model, loss.encoding) } };
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
    return several ? encoding === "one-hot" : encoding !== "one-hot" && !(request.model.kind === "program" && encoding === "probability");
  };
  const loss = present && fits(present) ? present : options.losses.find(fits);
  return loss ? withLoss(request, loss, classes) : request;
}

export function chooseData(request: TrainingRequest, options: Options, name: string): TrainingRequest {
  const option = named(options.datasets, name);
  if (!option) return request;
  const seed = (request.data as Named)["seed"];
  const data = { ...defaultsOf(option.numbers), ...(seed !== undefined && option.numbers.some((number) => number.name === "seed") ? { seed } : {}), name };
  return fitted(withFeatures({ ...request, data }, option.features), options);
}

/** Points of one's own; two classes at first. */
export function choosePoints(request: TrainingRequest, options: Options, points: Examples, classes: number | null): TrainingRequest {
  return fitted({ ...request, data: { inputs: points.inputs, targets: points.targets, classes } }, options);
}

export function chooseText(request: TrainingRequest, csv: string): TrainingRequest {
  return { ...request, data: { csv } };
}

/** A program takes the features by name; those of other data have other names. */
function withFeatures(request: TrainingRequest, features: readonly string[]): TrainingRequest {
  const { model } = request;
  if (model.kind !== "program" || model.features.join() === features.join()) return request;
  return { ...request, model: { ...model, features, program: lineOver(features) } };
}

/** A straight line (or plane) as a program: something to begin with. */
export function lineOver(features: readonly string[]): string {
  const weights = features.map((feature, index) => ({ name: features.length === 1 ? "w" : `w${index + 1}`, feature }));
  const lines = weights.map(({ name }, index) => `${name} = ${index % 2 === 0 ? 0.5 : -0.5}`);
  return `${[...lines, "b = 0.0"].join("\n")}\n${[...weights.map(({ name, feature }) => `${name}*${feature}`), "b"].join(" + ")}`;
}

export function chooseModel(request: TrainingRequest, options: Options, kind: Model["kind"], features: readonly string[]): TrainingRequest {
  if (kind === request.model.kind) return request;
  const models: Record<Model["kind"], Model> = {
    mlp: { kind: "mlp", layers: [8, 8, 1], activation: "tanh", last: "linear", seed: 0 },
    logistic: { kind: "logistic" },
    program: { kind: "program", program: lineOver(features), features },
  };
  return fitted({ ...request, model: models[kind] }, options);
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

/** Whether two set-ups ask for the same run. Fields that are left out count as the null or default they stand for where one says so. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return (one ?? null) === (other ?? null);
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}

/** What differs between two set-ups, as paths with both values: for the comparison of two runs. */
export function differences(one: unknown, other: unknown, path = ""): { readonly path: string; readonly before: unknown; readonly after: unknown }[] {
  if (isSame(one, other)) return [];
  const areObjects = [one, other].every((side) => side !== null && typeof side === "object" && !Array.isArray(side));
  if (!areObjects) return [{ path, before: one ?? null, after: other ?? null }];
  const keys = new Set([...Object.keys(one as object), ...Object.keys(other as object)]);
  return [...keys].flatMap((key) => differences((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key], path === "" ? key : `${path}.${key}`));
}

/** `optimizer.learning_rate 1 → 0.3`, short enough for a caption. */
export function differencesText(one: TrainingRequest, other: TrainingRequest): string {
  const found = differences(one, other);
  const text = (value: unknown): string => {
    const written = typeof value === "string" ? value : JSON.stringify(value);
    return written.length > 24 ? `${written.slice(0, 23)}…` : written;
  };
  const shown = found.slice(0, 3).map(({ path, before, after }) => `${(path.split(".").at(-1) ?? path).replaceAll("_", " ")}: ${text(before)} → ${text(after)}`);
  return [...shown, ...(found.length > 3 ? [`and ${found.length - 3} more`] : [])].join("; ");
}
