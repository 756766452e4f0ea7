/** The table twin of the pictures: steps with their numbers, the parameters of the moment, and every example, for reading and for screen readers. */
import type { Value } from "../../core/types.ts";
import { flatten, formatNumber } from "../../graph/format.ts";
import { percentText } from "../../training/log.ts";
import { sampled } from "../../training/regions.ts";
import { progressAt } from "../../training/run.ts";
import type { StudioState } from "../../training/state.ts";
import type { Grid, Moment, Started } from "../../training/types.ts";
import { element } from "../dom.ts";

const MOST_ROWS = 200;
const REGION_CELLS = 9;

interface Table {
  readonly root: HTMLElement;
  fill(rows: readonly (readonly string[])[]): void;
}

function table(caption: string, columns: readonly string[]): Table {
  const body = element("tbody");
  const note = element("p", { class: "watch-remark", hidden: true });
  const head = element("thead", {}, element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name))));
  const root = element("div", { class: "studio-table" }, element("div", { class: "studio-table-scroll", tabindex: 0, role: "region", "aria-label": caption }, element("table", {}, element("caption", {}, caption), head, body)), note);
  return {
    root,
    fill(rows) {
      const shown = rows.slice(0, MOST_ROWS);
      body.replaceChildren(...shown.map((cells) => element("tr", {}, ...cells.map((text, index) => (index === 0 ? element("th", { scope: "row" }, text) : element("td", { class: "numbers" }, text))))));
      note.hidden = rows.length <= MOST_ROWS;
      note.textContent = `and ${rows.length - MOST_ROWS} more rows`;
    },
  };
}

export function createTables(): { root: HTMLElement; show(state: StudioState, moment: Moment | null): void } {
  const steps = table("Steps", ["step", "loss", "accuracy", "held-out loss", "held-out accuracy", "learning rate", "gradient"]);
  const parameters = table("Parameters at this moment", ["name", "shape", "value, or from the smallest to the largest"]);
  const examples = table("Examples", ["number", "inputs", "target", "prediction at this moment"]);
  const regions = element("div");
  const root = element("div", { class: "studio-tables", hidden: true }, steps.root, regions, parameters.root, examples.root);
  let last: { readonly run: unknown; readonly moment: Moment | null } | null = null;

  function valueText(value: Value): string {
    if (!Array.isArray(value)) return formatNumber(Number(value));
    const numbers = flatten(value).sort((one, other) => one - other);
    return numbers.length === 1 ? formatNumber(numbers[0]!) : `${formatNumber(numbers[0]!)} … ${formatNumber(numbers.at(-1)!)}`;
  }

  /** The picture in numbers: its columns are other ones for each run, so the table is made anew. */
  function fillRegions(grid: Grid | null, { bounds, features }: Started): void {
    if (!grid || !bounds) return regions.replaceChildren();
    const { across, up, values } = sampled(grid, bounds, REGION_CELLS);
    const rounded = (value: number): string => formatNumber(value, 3);
    const made = table(`What the model says, by ${features[0]} across${up.length > 0 ? ` and ${features[1]} down` : ""}`, [features[1] ?? "", ...across.map(rounded)]);
    made.fill(values.map((row, index) => [up[index] === undefined ? "" : rounded(up[index]), ...row.map((value) => rounded(Number(value)))]));
    regions.replaceChildren(made.root);
  }

  return {
    root,
    show({ run, isPreview }, moment) {
      if (run === null || (last?.run === run && last.moment === moment)) return;
      last = { run, moment };
      fillRegions(moment?.regions ?? null, run.started);
      const dash = (value: unknown): string => (value === null || value === undefined ? "—" : formatNumber(Number(value)));
      const share = (value: number | null): string => (value === null ? "—" : percentText(value));
      const known = isPreview ? [] : run.moments.slice(0, run.momentCount).flatMap((kept) => {
        const progress = kept.step < run.stepCount * Math.max(1, run.started.watch_every) ? progressAt(run, kept.step) : undefined;
        return progress && progress.step === kept.step ? [progress] : [];
      });
      steps.fill(known.toReversed().map((progress) => [String(progress.step), dash(progress.loss), share(progress.accuracy), dash(progress.held_out_loss), share(progress.held_out_accuracy), dash(progress.learning_rate), dash(progress.gradient_norm)]));
      const shapes = new Map(run.started.parameters.map(({ name, shape }) => [name, shape]));
      parameters.fill(Object.entries(moment?.parameters ?? {}).map(([name, value]) => [name, (shapes.get(name) ?? []).join("×") || "one number", valueText(value)]));
      const { inputs, targets } = run.started.examples;
      examples.fill(inputs.map((row, index) => [String(index + 1), row.map((value) => formatNumber(value)).join(", "), String(targets[index]), dash(moment?.predictions?.[index])]));
    },
  };
}
