/** Has the server make the runs of a sweep, and takes their results as they come. Knows neither network nor DOM. */
import { assign, type Store } from "../../core/store.ts";
import { createEventReader } from "../event_stream.ts";
import type { Line } from "../stream_follower.ts";
import type { Options, TrainingRequest } from "../types.ts";
import { type CellResult, missingOf, type Sweep, type SweepState, withResult } from "./state.ts";
import { type Axis, cellsOf, changesOf } from "./swept_settings.ts";

/** `POST /api/v1/training/sweep`. */
export interface SweepBody {
  readonly training: TrainingRequest;
  readonly cells: readonly Readonly<Record<string, unknown>>[];
  readonly curves: true;
}

export interface Sweeper {
  begin(base: TrainingRequest, axes: readonly Axis[], options: Options): void;
  /** Makes the runs that are missing. */
  goOn(): void;
  /** Ends the runs under way; what has come stays. */
  stop(): void;
}

export function createSweeper(store: Store<SweepState>, open: (body: SweepBody) => Line): Sweeper {
  let line: Line | null = null;

  function put(name: string, sweep: Sweep): void {
    store.dispatch(assign<SweepState>(name, { sweep }));
  }

  async function run(): Promise<void> {
    const { base, cells, ...rest } = store.get().sweep!;
    const missing = missingOf(rest);
    put("begin a sweep", { ...rest, base, cells, state: "running", problems: [] });
    const own = open({
      training: base,
      cells: missing.map((index) => changesOf(base, cells[index]!.request)),
      curves: true,
    });
    line = own;
    let isWhole = false;
    try {
      const opened = await own.opened;
      if (opened.kind === "refused" && line === own) put("refuse a sweep", { ...store.get().sweep!, problems: opened.problems });
      if (opened.kind === "stream") {
        const reader = createEventReader();
        for await (const piece of opened.pieces)
          for (const { type, data } of reader.push(piece)) {
            if (line !== own) return;
            if (type === "finished") isWhole = true;
            if (type !== "cell") continue;
            const { cell, ...result } = JSON.parse(data) as CellResult & { readonly cell: number };
            put("take the result of a cell", withResult(store.get().sweep!, missing[cell]!, result));
          }
      }
    } catch {
      // The line broke, or was cut: what is missing can be asked for once more.
    }
    if (line !== own) return;
    line = null;
    put("end a sweep", { ...store.get().sweep!, state: isWhole ? "finished" : "stopped" });
  }

  function stop(): void {
    if (line === null) return;
    line.cut();
    line = null;
    put("stop a sweep", { ...store.get().sweep!, state: "stopped" });
  }

  return {
    begin(request, axes, options) {
      stop();
      const base = { ...request, endless: false };
      const cells = cellsOf(base, axes, options);
      put("lay out a sweep", { state: "running", base, axes, cells, results: cells.map(() => null), problems: [] });
      void run();
    },
    goOn() {
      const { sweep } = store.get();
      if (sweep !== null && line === null && missingOf(sweep).length > 0) void run();
    },
    stop,
  };
}
