/**
 * Names of one graph cut to a width so that those that differ do so when they are cut as well: `token_em…weight` beside `position…weight`.
 * Pure; the server has the same in engine/explain/short_names.py.
 */
import { gather } from "../core/gathered.ts";
import { formsOf, lowered, shortenLabel } from "./format.ts";

/** A label cut to a width; among the names that were given, as no other of them is. */
export type Shortener = (label: string, width: number) => string;

export function shortenerOf(names: Iterable<string>): Shortener {
  const all = [...new Set(names)];
  const byWidth = new Map<number, ReadonlyMap<string, string>>();
  return (label, width) => {
    let apart = byWidth.get(width);
    if (!apart) byWidth.set(width, (apart = distinguished(all, width)));
    return apart.get(label) ?? shortenLabel(label, width);
  };
}

/** How names are cut; those that would be cut alike differ. */
function distinguished(names: readonly string[], width: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (names.every((name) => name.length <= width)) return found;
  const byShort = new Map<string, string[]>();
  for (const [name, short] of alikeByOwner(names, width)) {
    found.set(name, short);
    gather(byShort, short, name);
  }
  const taken = new Set([...byShort.keys(), ...names.filter((name) => name.length <= width)]);
  for (const [short, alike] of byShort) {
    if (alike.length < 2) continue;
    for (const name of alike) if (name.length <= width) found.set(name, name);
    const long = alike.filter((name) => name.length > width);
    const cut = headsBy(width)
      .map((head) => long.map((name) => withoutMiddle(name, head, width)))
      .find((texts) => new Set(texts).size === texts.length && !texts.some((text) => taken.has(text)));
    const texts = cut ?? numbered(short, long.length, width, taken);
    for (const [index, name] of long.entries()) {
      found.set(name, texts[index]!);
      taken.add(texts[index]!);
    }
  }
  return found;
}

/** Names of one object lose the same parts: `fc1.bias` beside `fc1.weight`, though there is room for `m.fc1.bias`. */
function alikeByOwner(names: readonly string[], width: number): Map<string, string> {
  const fits = (form: string): boolean => form.length <= width;
  const ownerOf = (name: string): string => name.split(".")[0]!;
  const lost = new Map<string, number>();
  for (const name of names) lost.set(ownerOf(name), Math.max(lost.get(ownerOf(name)) ?? 0, formsOf(name).findIndex(fits)));
  const cut = (name: string): string =>
    formsOf(name)
      .slice(lost.get(ownerOf(name)))
      .find(fits) ?? shortenLabel(name, width);
  return new Map(names.map((name) => [name, cut(name)]));
}

/** Letters that are kept of the beginning: half of them, else fewer, else more. */
function headsBy(width: number): number[] {
  const half = Math.floor(width / 2);
  const heads = Array.from({ length: Math.max(0, width - 2) }, (_, index) => index + 1);
  return heads.sort((one, other) => Math.abs(one - half) - Math.abs(other - half) || one - other);
}

function withoutMiddle(name: string, head: number, width: number): string {
  return `${name.slice(0, head)}…${name.slice(name.length - (width - 1 - head)).replace(/^\./, "")}`;
}

/** Where neither beginnings nor ends differ. */
function numbered(short: string, count: number, width: number, taken: ReadonlySet<string>): string[] {
  const texts: string[] = [];
  for (let number = 1; texts.length < count; number += 1) {
    const turn = lowered(number);
    const text = short.slice(0, Math.max(1, width - turn.length)) + turn;
    if (!taken.has(text)) texts.push(text);
  }
  return texts;
}
