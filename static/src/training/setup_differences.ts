/** What differs between two set-ups, in the words of the form: for flags, and for the comparison of two runs. Knows no DOM. */
import { say } from "../messages/messages.ts";
import { placeText } from "./results/network.ts";
import { isSame } from "./setup.ts";
import type { Choice, ChoiceWithNumbers, Options, TrainingRequest } from "./types.ts";

/** How long a run is, and how often it reports, is no difference in what is learnt. */
const UNTOLD = new Set(["endless", "watch_every", "keep_every"]);

/** Labels of the form by the path of their field; numbers of a choice have the titles that the server gives them. */
const LABELS: Readonly<Record<string, () => string>> = {
  "data.name": () => say("data-set"),
  "data.inputs": () => say("examples"),
  "data.targets": () => say("examples"),
  "data.csv": () => say("data-table"),
  held_out: () => say("held-out-field"),
  features: () => say("features-field"),
  standardize: () => say("standardize"),
  "model.kind": () => say("model"),
  "model.layers": () => say("layers"),
  "model.activation": () => say("activation"),
  "model.last": () => say("of-last-layer"),
  "model.seed": () => say("seed-of-weights"),
  "model.zero_biases": () => say("biases-at-zero"),
  "model.program": () => say("model-program"),
  frozen: () => say("frozen-weights"),
  loss: () => say("loss-error"),
  "optimizer.name": () => say("method"),
  schedule: () => say("rate-over-time"),
  "schedule.name": () => say("rate-over-time"),
  steps: () => say("steps"),
  batch_size: () => say("batch-size"),
  seed: () => say("seed-of-order"),
  pitfall: () => say("mistake-on-purpose"),
};

interface Difference {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

function differences(one: unknown, other: unknown, path = ""): Difference[] {
  if (isSame(one, other) || UNTOLD.has(path)) return [];
  const areObjects = [one, other].every((side) => side !== null && typeof side === "object" && !Array.isArray(side));
  if (!areObjects) return [{ path, before: one ?? null, after: other ?? null }];
  const keys = new Set([...Object.keys(one as object), ...Object.keys(other as object)]);
  return [...keys].flatMap((key) =>
    differences(
      (one as Record<string, unknown>)[key],
      (other as Record<string, unknown>)[key],
      path === "" ? key : `${path}.${key}`,
    ),
  );
}

/** The numbers that a choice takes, by the part of the request in which they are. */
function numbersOf(part: string, options: Options): readonly ChoiceWithNumbers[] {
  return { data: options.datasets, optimizer: options.optimizers, schedule: options.schedules }[part] ?? [];
}

function labelOf(path: string, options: Options): string {
  const known = LABELS[path];
  const [part = "", name = path] = path.split(".");
  const title =
    known?.() ??
    numbersOf(part, options)
      .flatMap(({ numbers }) => numbers)
      .find((number) => number.name === name)?.title;
  if (title === undefined) return (name === path ? name.toUpperCase() : name).replaceAll("_", " ");
  // In the middle of a sentence; names such as "L1" and "ε" stay.
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLocaleLowerCase() + title.slice(1) : title;
}

/** Fields whose values are names of choices. */
function choicesOf(path: string, options: Options): readonly Choice[] {
  return (
    {
      "data.name": options.datasets,
      loss: options.losses,
      "optimizer.name": options.optimizers,
      "schedule.name": options.schedules,
      pitfall: options.pitfalls,
    }[path] ?? []
  );
}

/** As many weights are named, more are counted. */
const MAX_NAMED_WEIGHTS = 2;

function frozenText(places: NonNullable<TrainingRequest["frozen"]>): string {
  if (places.length > MAX_NAMED_WEIGHTS) return say("count-weights", { count: places.length });
  return places.map(({ parameter, path = [] }) => placeText({ parameter, path })).join(", ");
}

const NONE = (): string => say("none");
const EMPTY: Readonly<Record<string, () => string>> = {
  batch_size: () => say("all-points"),
  "model.last": () => say("the-same"),
  frozen: () => say("no-frozen"),
};

function valueText(path: string, value: unknown, options: Options): string {
  if (value === null) return (EMPTY[path] ?? NONE)();
  if (typeof value === "boolean") return say(value ? "switched-on" : "switched-off");
  if (path === "frozen") return frozenText(value as NonNullable<TrainingRequest["frozen"]>);
  if (path === "features") return (value as readonly string[]).join(", ");
  if (typeof value === "object" && "name" in value) return valueText(`${path}.name`, value.name, options);
  const title = choicesOf(path, options).find(({ name }) => name === value)?.title;
  const written = title ?? (typeof value === "string" ? value : JSON.stringify(value));
  return written.length > 24 ? `${written.slice(0, 23)}…` : written;
}

/** Fields that are 0 or off where a request does not say. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  features: ["x", "y"],
  held_out: 0,
  l1: 0,
  l2: 0,
  standardize: false,
  "model.zero_biases": false,
};

/** `learning rate: 1 → 0.3`, short enough for a caption. */
export function differencesText(one: TrainingRequest, other: TrainingRequest, options: Options): string {
  const found = differences(one, other);
  const shown = found.slice(0, 3).map(({ path, before, after }) => {
    const [from, to] = [before, after].map((value) => valueText(path, value ?? DEFAULTS[path] ?? null, options));
    return say("setting-change", { label: labelOf(path, options), before: from!, after: to! });
  });
  return [...shown, ...(found.length > 3 ? [say("and-count-more", { count: found.length - 3 })] : [])].join("; ");
}
