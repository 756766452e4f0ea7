/** The browser's own compression as characters that a URL may hold: deflate, then base64 in its URL alphabet. */

import { say } from "../messages/messages.ts";
import type { Codec } from "../state/url.ts";

/** In bytes: as long as a program may be that a server reads by default. A link is not worth more work, however well its text was compressed. */
const MAXIMUM_EXPANDED_LENGTH = 4_000_000;

/** What a stream makes of bytes. Throws a RangeError with this sentence where that is longer than may be: so it ends before it fills the memory. */
export async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  longest = Infinity,
  sentence = "",
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > longest) throw new RangeError(sentence);
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

export const compression: Codec = {
  async compress(text) {
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return btoa(characters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  },
  async expand(text) {
    const characters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(
      await through(bytes, new DecompressionStream("deflate-raw"), MAXIMUM_EXPANDED_LENGTH, say("compressed-too-long")),
    );
  },
};
