/** What this browser keeps of classes: who it is in each, so that a reload or a lost line makes nobody a stranger. */
import type { KeyKind } from "../../api/rooms.ts";
import { forget, recall, remember } from "../shared/memory.ts";
import { OPEN_CLASS } from "./port.ts";

const hostKey = (code: string): string => `backpass.room.${code}.host`;
const guestKey = (code: string): string => `backpass.room.${code}.guest`;
const keyKey = (code: string, kind: KeyKind): string => `backpass.room.${code}.${kind}`;
const TAB = "backpass.tab";
const ASK_NEXT = "backpass.ask";
const SETUP = "backpass.setup";

export const openClass = {
  code: (): string | null => recall(OPEN_CLASS),
  token: (code: string): string | null => recall(hostKey(code)),
  keep(code: string, token: string): void {
    remember(hostKey(code), token);
    remember(OPEN_CLASS, code);
  },
  forget(code: string): void {
    forget(hostKey(code));
    if (recall(OPEN_CLASS) === code) forget(OPEN_CLASS);
  },
};

/** Whether the playground opens where the class is asked: that was pressed beside a lesson. */
export const askNext = {
  note: (): void => remember(ASK_NEXT, "1"),
  take(): boolean {
    const wanted = recall(ASK_NEXT) !== null;
    if (wanted) forget(ASK_NEXT);
    return wanted;
  },
};

/** How the studio was set up when the class left it: the fragment of its address. */
export const lastSetup = {
  note: (): void => remember(SETUP, location.hash),
  fragment: (): string => recall(SETUP) ?? "",
};

export const ownSeat = {
  token: (code: string): string | null => recall(guestKey(code)),
  keep: (code: string, token: string): void => remember(guestKey(code), token),
  forget: (code: string): void => forget(guestKey(code)),
};

/** A right of less than the teacher's, which comes with a link. */
export const ownKey = {
  /** That of the link, which then leaves the address: nobody reads it over a shoulder, and no history keeps it. */
  take(code: string, kind: KeyKind): string | null {
    // A newer link, put into the address of the window of an older one.
    window.addEventListener("hashchange", () => location.reload());
    const given = location.hash.slice(1);
    if (given === "") return recall(keyKey(code, kind));
    remember(keyKey(code, kind), given);
    history.replaceState(null, "", location.pathname);
    return given;
  },
  forget: (code: string, kind: KeyKind): void => forget(keyKey(code, kind)),
};

/** The same through reloads, another one in each tab. */
export function tabName(): string {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known) return known;
    const made = crypto.getRandomValues(new Uint32Array(4)).join("-");
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    return "no-storage";
  }
}
