/** What is on the wall of copies: those that say the same are one card. Pure. */
import type { Guest, View } from "./messages.ts";

export type WallOrder = "name" | "alike";

export interface WallCopy {
  /** The same for as long as its first student stays. */
  readonly key: string;
  /** Who made it, by name. */
  readonly guests: readonly Guest[];
  readonly view: WallView;
}

/** What of a copy its card shows. */
export type WallView = Pick<View, "program" | "inputs" | "gradient_attribute">;

const byName = (one: Guest, other: Guest): number => one.nickname.localeCompare(other.nickname);

/** Spaces and empty lines do not make another program. */
const meaningOf = ({ program, inputs, gradient_attribute: attribute }: WallView): string =>
  JSON.stringify([
    program
      .split("\n")
      .map((line) => line.replace(/\s+/g, " ").trim())
      .filter(Boolean),
    inputs,
    attribute,
  ]);

/** Everybody's copies, those alike together; by the name of the first, or the most frequent first. */
export function copiesOf(guests: readonly Guest[], order: WallOrder): WallCopy[] {
  const groups = new Map<string, { guests: Guest[]; view: WallView }>();
  for (const guest of [...guests].sort(byName)) {
    if (guest.view?.program === undefined) continue;
    const { program, inputs = {}, gradient_attribute = null } = guest.view;
    const view = { program, inputs, gradient_attribute };
    const meaning = meaningOf(view);
    const group = groups.get(meaning);
    if (group) group.guests.push(guest);
    else groups.set(meaning, { guests: [guest], view });
  }
  const copies = [...groups.values()].map((group) => ({ key: String(group.guests[0]!.guest), ...group }));
  return order === "name" ? copies : copies.sort((one, other) => other.guests.length - one.guests.length);
}

/** Who is here and has changed nothing yet. */
export function withoutCopy(guests: readonly Guest[]): Guest[] {
  return guests.filter(({ view, online }) => online && view?.program === undefined).sort(byName);
}
