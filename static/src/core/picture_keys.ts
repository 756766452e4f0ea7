/** The keys that hold while a card or a wire of the drawing has the focus, each declared once: keyboard.ts answers them, the help dialog lists them. */
import { say } from "../messages/messages.ts";

export interface PictureKey {
  readonly name: string;
  readonly title: string;
  readonly group: string;
  /** As shortcuts.ts prints them; `Arrow` is any of the four. */
  readonly keys: readonly string[];
}

const GROUP = say("keys-picture");

export const PICTURE_KEYS = [
  { name: "walk", title: say("keys-arrows"), group: GROUP, keys: ["Arrow"] },
  { name: "step-on-wire", title: say("keys-onto-edge"), group: GROUP, keys: ["Shift+Arrow"] },
  { name: "move", title: say("keys-move"), group: GROUP, keys: ["Mod+Arrow"] },
  { name: "choose", title: say("keys-explain"), group: GROUP, keys: ["Enter"] },
  { name: "guess", title: say("keys-guess"), group: GROUP, keys: ["Shift+Enter"] },
  { name: "flip-on", title: say("keys-flip-on"), group: GROUP, keys: ["Shift+PageDown"] },
  { name: "flip-back", title: say("keys-flip-back"), group: GROUP, keys: ["Shift+PageUp"] },
  { name: "fold", title: say("keys-fold"), group: GROUP, keys: ["Backspace"] },
] as const satisfies readonly PictureKey[];

export type PictureKeyName = (typeof PICTURE_KEYS)[number]["name"];

/** A press of a key, as the DOM reports it. */
interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key means in the drawing; null for any that means nothing there. */
export function pictureKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): PictureKeyName | null {
  if (altKey) return null;
  const pressed = `${ctrlKey || metaKey ? "Mod+" : ""}${shiftKey ? "Shift+" : ""}${key.startsWith("Arrow") ? "Arrow" : key}`;
  return PICTURE_KEYS.find(({ keys }) => (keys as readonly string[]).includes(pressed))?.name ?? null;
}
