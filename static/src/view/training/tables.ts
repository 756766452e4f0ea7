/** The table twin of the pictures: steps with their numbers, the parameters of the moment, and every example, for reading and for screen readers. */

import type { Value } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { flatten, formatNumber, formatShape } from "../../text/format.ts";
import { percentText } from "../../training/results/log.ts";
import { parameterName } from "../../training/results/network.ts";
import { sampled } from "../../training/results/regions.ts";
import { progressAt, startedAt } from "../../training/run.ts";
import type { StudioState } from "../../training/state.ts";
import type { Grid, Moment, Started } from "../../training/types.ts";
import { element } from "../shared/dom.ts";

const MAX_ROWS = 200;
const REGION_CELLS = 9;

interface Table {
  readonly root: HTMLElement;
  fill(rows: readonly (readonly string[])[]): void;
}

function table(caption: string, columns: readonly string[]): Table {
  const body = element("tbody");
  const note = element("p", { class: "watch-remark", hidden: true });
  const head = element("thead", {}, element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name))));
  const root = element(
    "div",
    { class: "studio-table" },
    element(
      "div",
      { class: "studio-table-scroll", tabindex: 0, role: "region", "aria-label": caption },
      element("table", {}, element("caption", {}, caption), head, body),
    ),
    note,
  );
  return {
    root,
    fill(rows) {
      const shown = rows.slice(0, MAX_ROWS);
      body.replaceChildren(
        ...shown.map((cells) =>
          element(
            "tr",
            {},
            ...cells.map((text, index) =>
              index === 0 ? element("th", { scope: "row" }, text) : element("td", { class: "numbers" }, text),
            ),
          ),
        ),
      );
      note.hidden = rows.length <= MAX_ROWS;
      note.textContent = say("more-rows", { count: rows.length - MAX_ROWS });
    },
  };
}

export function createTables(): { root: HTMLElement; show(state: StudioState, moment: Moment | null): void } {
  const steps = table(say("steps"), [
    say("step-column"),
    say("loss-column"),
    say("accuracy-column"),
    say("held-out-loss"),
    say("held-out-accuracy"),
    say("learning-rate-row"),
    say("gradient-column"),
  ]);
  const parameters = table(say("parameters-now"), [say("name-column"), say("shape-column"), say("value-or-range")]);
  const examples = table(say("examples"), [
    say("number-column"),
    say("inputs-column"),
    say("target-column"),
    say("prediction-now"),
  ]);
  const regions = element("div");
  const root = element("div", { class: "studio-tables", hidden: true }, steps.root, regions, parameters.root, examples.root);
  let last: { readonly run: unknown; readonly moment: Moment | null } | null = null;

  function valueText(value: Value): string {
    if (!Array.isArray(value)) return formatNumber(Number(value));
    const numbers = flatten(value).sort((one, other) => one - other);
    return numbers.length === 1 ? formatNumber(numbers[0]!) : `${formatNumber(numbers[0]!)} … ${formatNumber(numbers.at(-1)!)}`;
  }

  /** The picture in numbers: its columns are other ones for each run, so the table is made again. */
  function fillRegions(grid: Grid | null, { bounds, features }: Started): void {
    if (!grid || !bounds) return regions.replaceChildren();
    const { across, up, values } = sampled(grid, bounds, REGION_CELLS);
    const rounded = (value: number): string => formatNumber(value, 3);
    const made = table(
      say("model-over", {
        features: features[0],
        choice: up.length > 0 ? say("model-over.down", { features: features[1] }) : "",
      }),
      [features[1] ?? "", ...across.map(rounded)],
    );
    made.fill(
      values.map((row, index) => [
        up[index] === undefined ? "" : rounded(up[index]),
        ...row.map((value) => rounded(Number(value))),
      ]),
    );
    regions.replaceChildren(made.root);
  }

  return {
    root,
    show({ run, isPreview }, moment) {
      if (run === null || (last?.run === run && last.moment === moment)) return;
      last = { run, moment };
      const started = moment ? startedAt(run, moment.step) : run.started;
      fillRegions(moment?.regions ?? null, started);
      const dash = (value: unknown): string => (value === null || value === undefined ? "—" : formatNumber(Number(value)));
      const share = (value: number | null): string => (value === null ? "—" : percentText(value));
      const known = isPreview
        ? []
        : run.moments.slice(0, run.momentCount).flatMap((kept) => {
            const progress =
              kept.step < run.stepCount * Math.max(1, run.started.watch_every) ? progressAt(run, kept.step) : undefined;
            return progress && progress.step === kept.step ? [progress] : [];
          });
      steps.fill(
        known
          .toReversed()
          .map((progress) => [
            String(progress.step),
            dash(progress.loss),
            share(progress.accuracy),
            dash(progress.held_out_loss),
            share(progress.held_out_accuracy),
            dash(progress.learning_rate),
            dash(progress.gradient_norm),
          ]),
      );
      const shapes = new Map(started.parameters.map(({ name, shape }) => [name, shape]));
      parameters.fill(
        Object.entries(moment?.parameters ?? {}).map(([name, value]) => [
          parameterName(name),
          shapes.get(name)?.length ? formatShape(shapes.get(name)!) : say("one-number-row"),
          valueText(value),
        ]),
      );
      const { inputs, targets } = started.examples;
      examples.fill(
        inputs.map((row, index) => [
          String(index + 1),
          row.map((value) => formatNumber(value)).join(", "),
          String(targets[index]),
          dash(moment?.predictions?.[index]),
        ]),
      );
    },
  };
}
