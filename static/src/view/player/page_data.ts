/**
 * The data that stands in a page of its own (engine/export/web_page.py): JSON, or where that would be long, JSON that was compressed by gzip and
 * written in base64.
 */
import { through } from "../../api/compression.ts";
import { GraphError } from "../../graph/checking.ts";
import { grouped, say } from "../../messages/messages.ts";
import type { Show } from "./player.ts";

/** In bytes: more than a page holds that Backpass wrote. A few kilobytes may claim to be terabytes. */
const MOST_BYTES = 200_000_000;

/** What may stand apart, among the data's `arrays`, as engine/export/packed_data.py writes it. */
const FIELDS = {
  nodes: ["data", "grad", "summary"],
  edges: ["local", "contribution", "summary"],
  steps: ["total"],
} as const;

type Row = Record<string, { readonly at?: unknown } | null | undefined>;

/** What the element says. What is no JSON is the player's to refuse. Throws GraphError where the data cannot be unpacked. */
export async function shownBy(element: HTMLElement): Promise<Show> {
  const written = element.textContent ?? "";
  const isPacked = element.dataset.packed === "gzip";
  const text = isPacked ? await unpacked(written) : written;
  let shown: Show | null;
  try {
    shown = JSON.parse(text) as Show | null;
  } catch {
    return { graph: text };
  }
  if (typeof shown !== "object" || shown === null) return { graph: null };
  if (isPacked) putArraysBack(shown);
  return shown;
}

/** Puts arrays into the rows that refer to them: each is in memory once. Throws GraphError where a row refers to nothing. */
function putArraysBack(shown: Show & { readonly arrays?: unknown }): void {
  const { graph, arrays } = shown;
  if (!Array.isArray(arrays) || typeof graph !== "object" || graph === null) return;
  for (const [list, fields] of Object.entries(FIELDS)) {
    const rows = (graph as Record<string, unknown>)[list];
    if (!Array.isArray(rows)) continue;
    const putBack = (row: Row | null, names: readonly string[], place: number): void => {
      for (const name of names) {
        const at = row?.[name]?.at;
        if (at === undefined) continue;
        if (arrays[at as number] === undefined) throw new GraphError(say("player-wrong-row", { list, place: grouped(place) }));
        row![name] = arrays[at as number];
      }
    };
    for (const [place, row] of rows.entries()) {
      putBack(row, fields, place);
      if (list === "nodes") putBack(row?.summary, ["data", "grad"], place);
    }
  }
}

async function unpacked(written: string): Promise<string> {
  if (typeof DecompressionStream === "undefined") throw new GraphError(say("player-cannot-unpack"));
  const bytes = bytesOf(written);
  const tooLong = say("player-too-long", { most: grouped(MOST_BYTES / 1_000_000) });
  try {
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("gzip"), MOST_BYTES, tooLong));
  } catch (error) {
    throw new GraphError(error instanceof RangeError ? error.message : say("player-not-gzip"));
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  let characters: string;
  try {
    characters = atob(base64);
  } catch {
    throw new GraphError(say("player-not-base64"));
  }
  const bytes = new Uint8Array(characters.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = characters.charCodeAt(place);
  return bytes;
}
