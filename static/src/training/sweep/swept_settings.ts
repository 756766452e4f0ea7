/** The settings whose values a sweep tries: how they are named, typed and put into a set-up. Pure. */
import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import { withoutStaleFrozen } from "../results/freezing.ts";
import { chosen, hiddenOf, isSame, valueAtPath, withHidden, withRate, withValue } from "../setup.ts";
import type { MlpModel, Options, TrainingRequest } from "../types.ts";

export type SettingName = "rate" | "optimizer" | "l2" | "l1" | "batch" | "width" | "depth" | "activation" | "seed";

export type SweepValue = number | string;

/** A setting and its values, in the order in which they are shown. */
export interface Axis {
  readonly setting: SettingName;
  readonly values: readonly SweepValue[];
}

export interface Cell {
  /** One value of each axis. */
  readonly values: readonly SweepValue[];
  readonly request: TrainingRequest;
}

interface Setting {
  title(): string;
  /** Whether a set-up has such a setting at all. */
  suits(request: TrainingRequest): boolean;
  /** What is tried where nothing else is typed. */
  usual(request: TrainingRequest, options: Options): readonly SweepValue[];
  /** null for what is no value of it. */
  read(text: string, options: Options): SweepValue | null;
  write(value: SweepValue, options: Options): string;
  put(request: TrainingRequest, value: SweepValue, options: Options): TrainingRequest;
}

const isNetwork = ({ model }: TrainingRequest): boolean => model.kind === "mlp";
const always = (): boolean => true;

function numberIn(low: number, high: number, isWhole: boolean): (text: string) => number | null {
  return (text) => {
    const value = Number(text);
    return text !== "" && value >= low && value <= high && (!isWhole || Number.isInteger(value)) ? value : null;
  };
}

const written = (value: SweepValue): string => (typeof value === "number" ? formatNumber(value) : value);
const RATES = [0.1, 1 / 3, 1, 3, 10];
const MAX_RATE = 1000;
const MAX_NEURONS = 256;
const MAX_LAYERS = 8;
const WIDTHS = [2, 4, 8, 16];
const PENALTIES = [0, 1e-4, 1e-3, 1e-2, 1e-1];
const USUAL_ACTIVATIONS = ["tanh", "relu", "sigmoid", "sin"];

const penalty = (name: "l1" | "l2"): Setting => ({
  title: () => name.toUpperCase(),
  suits: always,
  usual: () => PENALTIES,
  read: numberIn(0, Infinity, false),
  write: written,
  put: (request, value) => withValue(request, name, value),
});

/** In the order in which they are put into a set-up: an optimiser keeps the learning rate that comes after it. */
const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  optimizer: {
    title: () => say("method"),
    suits: always,
    usual: (_, { optimizers }) => optimizers.map(({ name }) => name),
    read: (text, { optimizers }) =>
      optimizers.find(({ name, title }) => [name, title].some((each) => each.toLowerCase() === text.toLowerCase()))?.name ?? null,
    write: (value, { optimizers }) => optimizers.find(({ name }) => name === value)?.title ?? String(value),
    put(request, value, { optimizers }) {
      const option = optimizers.find(({ name }) => name === value);
      return option ? { ...request, optimizer: chosen(option, request.optimizer) } : request;
    },
  },
  rate: {
    title: () => say("sweep-rate"),
    suits: always,
    usual(request) {
      const rate = Number(valueAtPath(request, "optimizer.learning_rate") ?? 0.1) || 0.1;
      return RATES.map((times) => (times === 1 ? rate : Number((rate * times).toPrecision(1)))).filter(
        (value) => value <= MAX_RATE,
      );
    },
    read(text) {
      const value = numberIn(0, MAX_RATE, false)(text);
      return value === 0 ? null : value;
    },
    write: written,
    put: (request, value) => withRate(request, Number(valueAtPath(request, "optimizer.learning_rate")), Number(value)),
  },
  l2: penalty("l2"),
  l1: penalty("l1"),
  batch: {
    title: () => say("batch-size"),
    suits: always,
    usual: () => [1, 4, 16, say("all-points")],
    read: (text) => (text.toLowerCase() === say("all-points").toLowerCase() ? say("all-points") : numberIn(1, 1e6, true)(text)),
    write: written,
    put: (request, value) => ({ ...request, batch_size: typeof value === "number" ? value : null }),
  },
  width: {
    title: () => say("sweep-width"),
    suits: (request) => isNetwork(request) && hiddenOf(request.model as MlpModel).length > 0,
    usual: () => WIDTHS,
    read: numberIn(1, MAX_NEURONS, true),
    write: written,
    put: (request, value) =>
      withHidden(
        request,
        hiddenOf(request.model as MlpModel).map(() => Number(value)),
      ),
  },
  depth: {
    title: () => say("sweep-depth"),
    suits: isNetwork,
    usual: () => [0, 1, 2, 3],
    read: numberIn(0, MAX_LAYERS, true),
    write: written,
    put(request, value) {
      const width = hiddenOf(request.model as MlpModel)[0] ?? 8;
      return withHidden(request, Array<number>(Number(value)).fill(width));
    },
  },
  activation: {
    title: () => say("activation"),
    suits: isNetwork,
    usual: (_, { activations }) => USUAL_ACTIVATIONS.filter((name) => activations.includes(name)),
    read: (text, { activations }) => activations.find((name) => name === text.toLowerCase()) ?? null,
    write: written,
    put: (request, value) => withValue(request, "model.activation", value),
  },
  seed: {
    title: () => say("seed-of-weights"),
    suits: ({ model }) => model.kind !== "program",
    usual: () => [0, 1, 2, 3],
    read: numberIn(0, 2 ** 32 - 1, true),
    write: (value) => String(value),
    put: (request, value) => withValue(request, "model.seed", value),
  },
};

const NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export const settingTitle = (name: SettingName): string => SETTINGS[name].title();

/** The settings that a set-up has. */
export const settingsOf = (request: TrainingRequest): readonly SettingName[] =>
  NAMES.filter((name) => SETTINGS[name].suits(request));

export const usualAxis = (setting: SettingName, request: TrainingRequest, options: Options): Axis => ({
  setting,
  values: SETTINGS[setting].usual(request, options),
});

export const valueTitle = (setting: SettingName, value: SweepValue, options: Options): string =>
  SETTINGS[setting].write(value, options);

/** The values as they are typed. */
export const axisText = ({ setting, values }: Axis, options: Options): string =>
  values.map((value) => (typeof value === "number" ? String(value) : valueTitle(setting, value, options))).join(", ");

/** Values with commas or blanks between them, each once; the part that is none, where there is one. */
export function readAxis(setting: SettingName, text: string, options: Options): Axis | { readonly mistake: string } {
  const parts = text
    .split(/[,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const values: SweepValue[] = [];
  for (const part of parts) {
    const value = SETTINGS[setting].read(part, options);
    if (value === null) return { mistake: part };
    if (!values.includes(value)) values.push(value);
  }
  return values.length > 0 ? { setting, values } : { mistake: "" };
}

/** Every combination, row by row: the first axis goes across, the second one down. */
export function cellsOf(base: TrainingRequest, [across, down]: readonly Axis[], options: Options): readonly Cell[] {
  const rows = down?.values ?? [null];
  return rows.flatMap((low) =>
    across!.values.map((left): Cell => {
      const given = new Map([[across!.setting, left], ...(down && low !== null ? [[down.setting, low] as const] : [])]);
      const put = NAMES.reduce(
        (made, name) => (given.has(name) ? SETTINGS[name].put(made, given.get(name)!, options) : made),
        base,
      );
      return { values: [...given.values()], request: withoutStaleFrozen(base, put) };
    }),
  );
}

/** What differs between two set-ups: whole fields, as the server is sent them. */
export function changesOf(base: TrainingRequest, request: TrainingRequest): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(request).filter(([name, value]) => !isSame((base as unknown as Record<string, unknown>)[name], value)),
  );
}
