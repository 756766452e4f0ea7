/** The small multiples of a sweep as a table: one setting across, the other one down; a press opens a run in the studio. */
import { say } from "../../../messages/messages.ts";
import { bestOf, type CellResult, lossRange, type Sweep } from "../../../training/sweep/state.ts";
import { settingTitle, valueTitle } from "../../../training/sweep/swept_settings.ts";
import type { Options, TrainingRequest } from "../../../training/types.ts";
import { element } from "../../shared/dom.ts";
import { multipleOf, resultTexts, type Shared } from "./multiple.ts";

export interface SweepGrid {
  readonly root: HTMLElement;
  show(sweep: Sweep | null, shared: Shared | null): void;
}

export function createSweepGrid(options: Options, open: (request: TrainingRequest) => void): SweepGrid {
  const root = element("div", { class: "sweep-grid", tabindex: 0, role: "region", "aria-label": say("sweep-results") });
  let laidOut: readonly unknown[] | null = null;
  let buttons: readonly HTMLButtonElement[] = [];
  let drawn: (CellResult | null)[] = [];
  let drawnRange = "";

  function nameOf({ axes, cells }: Sweep, index: number): string {
    return axes
      .map(({ setting }, axis) => `${settingTitle(setting)} ${valueTitle(setting, cells[index]!.values[axis]!, options)}`)
      .join(", ");
  }

  function lay(sweep: Sweep): void {
    const { axes, cells } = sweep;
    const [across, down] = axes;
    buttons = cells.map(({ request }) => {
      const button = element("button", { type: "button", class: "sweep-cell" });
      button.addEventListener("click", () => open(request));
      return button;
    });
    drawn = cells.map(() => null);
    drawnRange = "";
    const columns = across!.values.length;
    const heads = across!.values.map((value) => element("th", { scope: "col" }, valueTitle(across!.setting, value, options)));
    const rows = (down?.values ?? [null]).map((value, row) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, value === null || !down ? "" : valueTitle(down.setting, value, options)),
        ...buttons.slice(row * columns, (row + 1) * columns).map((button) => element("td", {}, button)),
      ),
    );
    const title = element("th", { scope: "colgroup", colspan: columns }, settingTitle(across!.setting));
    const corner = element("th", { scope: "col", rowspan: 2, class: "sweep-corner" }, down ? settingTitle(down.setting) : "");
    const table = element(
      "table",
      { class: "sweep-table" },
      element("thead", {}, element("tr", {}, corner, title), element("tr", {}, ...heads)),
      element("tbody", {}, ...rows),
    );
    table.style.setProperty("--rows", String(rows.length));
    root.replaceChildren(table);
  }

  function draw(sweep: Sweep, shared: Shared): void {
    const range = lossRange(sweep);
    const isOther = String(range) !== drawnRange;
    const best = sweep.state === "running" ? null : bestOf(sweep);
    drawnRange = String(range);
    for (const [index, button] of buttons.entries()) {
      const result = sweep.results[index]!;
      const name = nameOf(sweep, index);
      const words = result ? resultTexts(result).join(", ") : say(sweep.state === "running" ? "sweep-waiting" : "sweep-missing");
      button.setAttribute("aria-label", say("sweep-cell", { name, result: words }));
      button.title = result?.problem?.message ?? name;
      button.classList.toggle("is-best", index === best);
      button.disabled = result === null || result.problem !== null;
      if (result === drawn[index] && (!isOther || result === null)) continue;
      drawn[index] = result;
      button.replaceChildren(...(result ? multipleOf(result, shared, range) : []));
    }
  }

  return {
    root,
    show(sweep, shared) {
      if (sweep === null || shared === null) return;
      if (sweep.cells !== laidOut) {
        laidOut = sweep.cells;
        lay(sweep);
      }
      draw(sweep, shared);
    },
  };
}
