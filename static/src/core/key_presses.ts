/** Which key combination a press of the keyboard means, on whatever layout: characters go by what is typed, not by the place of the key. Pure. */

export interface KeyPress {
  /** The character that is typed, or the name of the key. */
  readonly key: string;
  /** The place of the key on the keyboard. */
  readonly code: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  /** Ctrl, or ⌘. */
  readonly mod: boolean;
  readonly altGraph: boolean;
}

/** What Shift makes of a place on an American keyboard: elsewhere the character may be at another place. */
const SHIFTED: Readonly<Record<string, string>> = { Period: ">", Comma: "<" };

/** The first action with a combination that types the character of the press; else the first whose combination is at that place. */
export function pressed<Action extends { readonly keys: readonly string[] }>(
  table: readonly Action[],
  press: KeyPress,
): Action | undefined {
  return (
    table.find(({ keys }) => keys.some((key) => matches(key, press, isTyped))) ??
    table.find(({ keys }) => keys.some((key) => matches(key, press, isAtPlace)))
  );
}

function matches(combination: string, press: KeyPress, meets: (last: string, press: KeyPress) => boolean): boolean {
  const parts = combination.split("+");
  const last = parts.at(-1)!;
  const wantsMod = parts.includes("Mod");
  if (wantsMod !== press.mod && !press.altGraph) return false;
  if (press.altKey && !press.altGraph) return false;
  if (parts.includes("Shift")) return meets(last, press);
  if (wantsMod && press.shiftKey) return false;
  if (last === "Space") return press.code === "Space" && !press.shiftKey;
  if (/^[a-z]$/.test(last)) return press.key.toLowerCase() === last && !press.shiftKey;
  return press.key === last;
}

/** Of a combination with Shift: whether its letter is typed, or what Shift makes of its sign, which some keyboards have on a key of its own. */
function isTyped(last: string, { key, shiftKey }: KeyPress): boolean {
  const sign = SHIFTED[last];
  if (sign !== undefined) return key === sign;
  return shiftKey && last === `Key${key.toUpperCase()}`;
}

/** The same by the place of the key, where it types no Latin letter: that would be another combination. */
function isAtPlace(last: string, { key, code, shiftKey }: KeyPress): boolean {
  return shiftKey && code === last && !/^[a-z]$/i.test(key);
}
