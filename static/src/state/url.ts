/**
 * What of the state a link carries, in the URL's fragment (which no server ever sees). One table drives writing and reading.
 * Knows no DOM; compression comes in as a port. Readable on purpose (`#v=1&program=x*y&at=3&theme=dark`), so that links can be made by hand.
 */

import { PARTS, type Part } from "../core/page_parts.ts";
import { PANELS } from "../core/panels.ts";
import { parseValue, readRanges, writeRanges } from "../core/ranges.ts";
import { STEP_SIZES } from "../core/step_sizes.ts";
import type { Value } from "../core/types.ts";
import { PITFALLS } from "../exercises/pitfalls.ts";
import { readFolds, writeFolds } from "../graph/folds.ts";
import { lengthOf } from "../graph/redaction.ts";
import { readMoves, writeMoves } from "../layout/hand_moves.ts";
import { writtenPosition } from "../timeline/slopes.ts";
import { PALETTES } from "./appearance.ts";
import { readPinned, writePinned } from "./draft.ts";
import { select } from "./selection.ts";
import { LONGEST_NOTE, type State } from "./state.ts";

const VERSION = "1";
export const MAXIMUM_LENGTH = 8_000;
const COMPRESSED_PROGRAM = "z";

/** Makes a text shorter, in characters that a URL may hold as they are. `expand` rejects what it did not make. */
export interface Codec {
  compress(text: string): Promise<string>;
  expand(text: string): Promise<string>;
}

interface Property {
  readonly key: string;
  /** null where the state is what it would be without the link. */
  write(state: State): string | null;
  /** null where the text makes no sense. */
  read(text: string): Partial<State> | null;
}

type ChoiceField = "palette" | "pitfall" | "panel" | "overlay" | "direction" | "theme" | "stepSize" | "mainView";
type SwitchField = "examined" | "projector" | "besideProjector" | "separateOperations" | "constantNodes";

function choice<Field extends ChoiceField>(key: string, field: Field, choices: readonly State[Field][]): Property {
  return {
    key,
    write: (state) => (state[field] === choices[0] ? null : state[field]),
    read: (text) => (choices.includes(text as State[Field]) ? ({ [field]: text } as Partial<State>) : null),
  };
}

function flag(key: string, field: SwitchField): Property {
  return {
    key,
    write: (state) => (state[field] ? "1" : null),
    read: (text) => (text === "1" || text === "0" ? { [field]: text === "1" } : null),
  };
}

function wholeNumber(text: string): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

/** Steps taken; with a fraction between the passes, where slopes are shown. */
function readPosition(text: string): number | null {
  return /^\d{1,7}(\.\d{1,4})?$/.test(text) ? Number(text) : null;
}

/** `a:2.5;x:[1,2]`. */
function readInputs(text: string): Partial<State> | null {
  const inputs: Record<string, Value> = {};
  for (const pair of text.split(";")) {
    const [name, written, ...rest] = pair.split(":");
    const value = parseValue(written ?? "");
    if (!name || value === null || rest.length > 0) return null;
    inputs[name] = value;
  }
  return { inputs };
}

/** The first choice of each property is what holds without it. */
export const PROPERTIES: readonly Property[] = [
  { key: "program", write: (state) => state.program, read: (text) => ({ program: text }) },
  {
    key: "inputs",
    write: ({ inputs }) => {
      const pairs = Object.entries(inputs);
      return pairs.length > 0 ? pairs.map(([name, value]) => `${name}:${JSON.stringify(value)}`).join(";") : null;
    },
    read: readInputs,
  },
  {
    key: "ranges",
    write: ({ ranges }) => writeRanges(ranges),
    read: (text) => {
      const ranges = readRanges(text);
      return ranges === null ? null : { ranges };
    },
  },
  { key: "output", write: ({ output }) => output, read: (text) => ({ output: text || null }) },
  { key: "gradient", write: ({ gradientAttribute }) => gradientAttribute, read: (text) => ({ gradientAttribute: text || null }) },
  flag("examine", "examined"),
  {
    key: "forward",
    write: ({ directions }) => (directions.length > 0 ? directions.join(",") : null),
    read: (text) => ({ directions: text.split(",").filter((name) => name !== "") }),
  },
  {
    key: "at",
    // The frame that a link asked for waits for its graph: until then any number may be one before the end.
    write: ({ graph, position }) => (position < (graph ? lengthOf(graph) : Infinity) ? String(writtenPosition(position)) : null),
    read: (text) => {
      const position = readPosition(text);
      return position === null ? null : { position };
    },
  },
  {
    key: "node",
    write: ({ selected }) => (selected === null ? null : String(selected)),
    read: (text) => {
      const node = wholeNumber(text);
      return node === null ? null : select({ node });
    },
  },
  {
    key: "edge",
    write: ({ selectedEdge }) => (selectedEdge === null ? null : String(selectedEdge)),
    read: (text) => {
      const edge = wholeNumber(text);
      return edge === null ? null : select({ edge });
    },
  },
  {
    key: "folds",
    write: ({ folds, graph, graphProgram }) => writeFolds(folds, graph, graphProgram),
    read: (text) => {
      const folds = readFolds(text);
      return folds === null ? null : { folds };
    },
  },
  {
    key: "moves",
    write: ({ moves }) => writeMoves(moves),
    read: (text) => {
      const moves = readMoves(text);
      return moves === null ? null : { moves };
    },
  },
  {
    key: "compare",
    write: ({ pinned }) => writePinned(pinned),
    read: (text) => {
      const pinned = readPinned(text);
      return pinned === null ? null : { pinned };
    },
  },
  choice("view", "mainView", ["graph", "table"]),
  choice("direction", "direction", ["auto", "right", "down"]),
  flag("separate", "separateOperations"),
  flag("constants", "constantNodes"),
  choice("overlay", "overlay", ["none", "health", "roles"]),
  {
    key: "stops",
    write: ({ breakpoints }) => (breakpoints.length > 0 ? breakpoints.join(",") : null),
    read: (text) => {
      const breakpoints = text.split(",").map(wholeNumber);
      return breakpoints.includes(null) ? null : { breakpoints: breakpoints as number[] };
    },
  },
  choice("step", "stepSize", STEP_SIZES),
  {
    key: "speed",
    write: ({ speed }) => (speed === 1 ? null : String(speed)),
    read: (text) => (Number(text) >= 0.25 && Number(text) <= 4 ? { speed: Number(text) } : null),
  },
  choice("panel", "panel", PANELS),
  choice("pitfall", "pitfall", PITFALLS),
  choice("palette", "palette", PALETTES),
  choice("theme", "theme", ["system", "light", "dark"]),
  flag("projector", "projector"),
  flag("beside", "besideProjector"),
  {
    key: "notes",
    write: ({ notes }) => {
      const lines = Object.entries(notes).map(([position, text]) => `${position}:${text}`);
      return lines.length > 0 ? lines.join("\n") : null;
    },
    read: (text) => {
      const lines = text.split("\n").map((line) => /^(\d{1,7}(?:\.\d{1,4})?):(.+)$/.exec(line));
      if (lines.some((line) => line === null || line[2]!.length > LONGEST_NOTE)) return null;
      return { notes: Object.fromEntries(lines.map((line) => [Number(line![1]), line![2]!])) };
    },
  },
  {
    key: "hide",
    write: ({ hiding }) => (hiding.length > 0 ? hiding.join(",") : null),
    read: (text) => {
      const hiding = text.split(",").filter((part): part is Part => (PARTS as readonly string[]).includes(part));
      return hiding.length > 0 ? { hiding } : null;
    },
  },
];

/** Escapes what would end the value, and leaves the rest readable. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%20/g, "+").replace(/%3A/g, ":").replace(/%3B/g, ";").replace(/%2C/g, ",");
}

/** A link pasted into a sentence must not lose its last character to programs that look for its end. */
function protectEnd(fragment: string): string {
  return fragment.replace(/[)!'.*;:,]$/, (last) => `%${last.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decode(text: string): string {
  return decodeURIComponent(text.replace(/\+/g, " "));
}

function partsOf(state: State): string[] {
  const parts = [`v=${VERSION}`];
  for (const property of PROPERTIES) {
    const text = property.write(state);
    if (text !== null) parts.push(`${property.key}=${encode(text)}`);
  }
  return parts;
}

/** The fragment without its `#`, or null where the state does not fit into a link. */
export async function writeFragment(state: State, codec: Codec, longest = MAXIMUM_LENGTH): Promise<string | null> {
  const parts = partsOf(state);
  const program = parts.findIndex((part) => part.startsWith("program="));
  const compressed = `${COMPRESSED_PROGRAM}=${await codec.compress(state.program)}`;
  if (compressed.length < parts[program]!.length * 0.8) parts[program] = compressed;
  const fragment = protectEnd(parts.join("&"));
  return fragment.length <= longest ? fragment : null;
}

/** The same at once, as long as it may be: for a page that is being left, which waits for nothing. */
export function writeAtOnce(state: State): string {
  return partsOf(state).join("&");
}

export interface Reading {
  readonly change: Partial<State>;
  /** Keys whose values made no sense and were left out. */
  readonly ignored: readonly string[];
}

/** Whether a link that says something brings nothing, and does not even name what it is that makes no sense but a program. */
export function isEmptyLink(fragment: string, { change, ignored }: Reading): boolean {
  const says = fragment.replace(/^#/, "") !== "";
  return says && Object.keys(change).length === 0 && (ignored.length === 0 || ignored.includes("program"));
}

/** What a fragment asks for. Unknown keys are silently left alone, so that newer links open in older pages. */
export async function readFragment(fragment: string, codec: Codec): Promise<Reading> {
  const texts = new Map<string, string>();
  const ignored: string[] = [];
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const [key = "", ...rest] = part.split("=");
    try {
      const text = decode(rest.join("="));
      // An empty program is one that was written so (`program=`); the bare word is what is left of a link that was cut off.
      if (key === "program" && rest.length === 0) ignored.push(key);
      else if (key === COMPRESSED_PROGRAM) texts.set("program", await codec.expand(text));
      else texts.set(key, text);
    } catch {
      ignored.push(key === COMPRESSED_PROGRAM ? "program" : key);
    }
  }
  let change: Partial<State> = {};
  for (const { key, read } of PROPERTIES) {
    const text = texts.get(key);
    if (text === undefined) continue;
    const part = read(text);
    if (part === null) ignored.push(key);
    else change = { ...change, ...part };
  }
  // Where a program is given, what is left unsaid means its default: the end of the pass, and nodes where the layout puts them.
  if (change.program !== undefined) {
    const unsaid = { inputs: {}, output: null, gradientAttribute: null, examined: false, position: Infinity };
    change = { ...unsaid, pinned: null, folds: {}, moves: {}, ...select(null), ...change };
  }
  return { change, ignored };
}
