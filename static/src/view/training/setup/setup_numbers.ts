/** Fields for the numbers of a data set, an optimiser or a schedule, as the server describes them. */
import type { ChoiceWithNumbers, NumberOption } from "../../../training/types.ts";
import { type Field, numberField, switchField } from "./fields.ts";

/** Numbers that are best set by their order of magnitude, and those of which a slider shows the useful part. */
const SLIDERS: Readonly<Record<string, { readonly low: number; readonly high: number; readonly isLogarithmic?: boolean }>> = {
  learning_rate: { low: 1e-4, high: 10, isLogarithmic: true },
  noise: { low: 0, high: 1 },
  count: { low: 10, high: 500 },
  momentum: { low: 0, high: 0.99 },
};

function fieldFor(number: NumberOption, prefix: string, set: (path: string, value: unknown) => void): Field {
  const path = `${prefix}.${number.name}`;
  const label = number.title;
  if (number.kind === "switch") return switchField(path, label, number.meaning, number.default === true, set);
  const end = (value: NumberOption["low"]): number | null =>
    value === null || !Number.isFinite(Number(value)) ? null : Number(value);
  const slider = SLIDERS[number.name];
  return numberField(
    {
      path,
      label,
      hint: number.meaning,
      low: end(number.low),
      high: end(number.high),
      isWhole: number.kind === "whole",
      usual: Number(number.default),
      ...(slider ? { slider } : {}),
    },
    set,
  );
}

export function numberFields(
  { numbers }: ChoiceWithNumbers,
  prefix: string,
  set: (path: string, value: unknown) => void,
): Field[] {
  return numbers.map((number) => fieldFor(number, prefix, set));
}
