/** A lesson in the fragment of a link, which no server ever sees: `#lesson=…&page=3`. Pure; knows no DOM. */

import type { Codec } from "../state/url.ts";

/** Longer links are cut by some programs that pass them on. */
export const LONGEST_LINK = 30_000;

/** The fragment without its `#`; null where the lesson does not fit into a link. */
export async function writeLessonFragment(text: string, codec: Codec): Promise<string | null> {
  const fragment = `lesson=${await codec.compress(text)}`;
  return fragment.length <= LONGEST_LINK ? fragment : null;
}

export interface SharedLesson {
  readonly text: string;
  readonly page: number;
}

/** null where the fragment has no lesson, or one that cannot be read. */
export async function readLessonFragment(fragment: string, codec: Codec): Promise<SharedLesson | null> {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const packed = fields.get("lesson");
  if (!packed) return null;
  const page = fields.get("page") ?? "1";
  try {
    return { text: await codec.expand(packed), page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1 };
  } catch {
    return null;
  }
}

/** The same fragment at another page. */
export function atPage(fragment: string, page: number): string {
  const packed = new URLSearchParams(fragment.replace(/^#/, "")).get("lesson") ?? "";
  return `lesson=${packed}&page=${page}`;
}

/** A name under which a browser remembers how far it has come in a lesson without an address of its own: its text, as 32 bits (FNV-1a). */
export function nameOfText(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193) >>> 0;
  return `text-${hash.toString(16)}`;
}
