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

/** The request for the cells that are missing. */
interface Asked {
  readonly line: Line;
  /** The places of its cells among those of the sweep. */
  readonly cells: readonly number[];
  /** Whether the last word of the server has come. */
  isWhole: boolean;
}

export function createSweeper(store: Store<SweepState>, open: (body: SweepBody) => Line): Sweeper {
  /** null where none is under way. */
  let asked: Asked | null = null;

  function put(name: string, sweep: Sweep): void {
    store.dispatch(assign<SweepState>(name, { sweep }));
  }

  async function run(): Promise<void> {
    const { base, cells, ...rest } = store.get().sweep!;
    const missing = missingOf(rest);
    put("begin a sweep", { ...rest, base, cells, state: "running", problems: [] });
    const line = open({
      training: base,
      cells: missing.map((index) => changesOf(base, cells[index]!.request)),
      curves: true,
    });
    const own: Asked = { line, cells: missing, isWhole: false };
    asked = own;
    try {
      const opened = await line.opened;
      if (opened.kind === "refused" && asked === own) put("refuse a sweep", { ...store.get().sweep!, problems: opened.problems });
      if (opened.kind === "stream") await listen(own, opened.pieces);
    } catch {
      // The line broke, or was cut: what is missing can be asked for once more.
    }
    if (asked !== own) return;
    asked = null;
    put("end a sweep", { ...store.get().sweep!, state: own.isWhole ? "finished" : "stopped" });
  }

  /** Takes the results as they come, until the sweep is stopped. */
  async function listen(own: Asked, pieces: AsyncIterable<string>): Promise<void> {
    const reader = createEventReader();
    for await (const piece of pieces)
      for (const { type, data } of reader.push(piece)) {
        if (asked !== own) return;
        if (type === "finished") own.isWhole = true;
        else if (type === "cell") take(own, JSON.parse(data) as CellResult & { readonly cell: number });
      }
  }

  function take({ cells }: Asked, { cell, ...result }: CellResult & { readonly cell: number }): void {
    put("take the result of a cell", withResult(store.get().sweep!, cells[cell]!, result));
  }

  function stop(): void {
    if (asked === null) return;
    asked.line.cut();
    asked = null;
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
      if (sweep !== null && asked === null && missingOf(sweep).length > 0) void run();
    },
    stop,
  };
}
