/** The address bar: what links carry, written as the state changes and read when the page opens or a link is put into its address. */

import { compression } from "../../api/compression.ts";
import { findShare } from "../../api/questions.ts";
import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { isEmptyLink, PROPERTIES, readFragment, writeAtOnce, writeFragment } from "../../state/url.ts";
import { notify } from "../shared/notice.ts";

/**
 * Milliseconds without a change before the address is written, and the longest that it waits. Browsers refuse more than a hundred changes in half a
 * minute, which a slider makes in two seconds; and writing takes time that the next frame of a drag needs.
 */
const REST = 400;
const LONGEST_WAIT = 2000;
const SHORT_LINK = /^\/(?:s|embed)\/([\w-]+)$/;

/** Where a tab keeps what a page showed that was left before its address could be written, until it is loaded again. */
const UNWRITTEN_KEY = "backpass.unwritten";

/** A link with `?` in place of `#`: the server sees its program, and so can other sites where it is pasted. */
const IN_QUERY = /[?&](?:program|z)=/;

/** What the fragment of this page's address asks for; without one its query, or the short link. `unwritten` is asked for in their place. */
export async function readAddress(unwritten: string | null = null): Promise<Partial<State>> {
  // There it is the right of the screen.
  if (document.body.dataset.screen !== undefined) return {};
  const fragment = unwritten ?? (stateInAddress() || (await sharedFragment()));
  const reading = await readFragment(fragment, compression);
  const { change, ignored } = reading;
  // What a student's page shows, the class says, not a link.
  if (document.body.dataset.room === undefined && isEmptyLink(fragment, reading)) notify(say("link-nothing"));
  else if (ignored.length > 0) notify(say("link-ignored", { ignored: ignored.join(", ") }));
  return change;
}

function stateInAddress(): string {
  if (location.hash.length > 1) return location.hash;
  return IN_QUERY.test(location.search) ? location.search.slice(1) : "";
}

/** What this server keeps under the short link that was opened; empty where the address is none. */
async function sharedFragment(): Promise<string> {
  const code = SHORT_LINK.exec(location.pathname)?.[1];
  if (!code) return "";
  const found = await findShare(code);
  if ("answer" in found) return found.answer.state;
  notify(found.sentence);
  return "";
}

/** What the address has after `#`, as the browser spells it. */
function fragmentHere(): string {
  return location.hash.replace(/^#/, "");
}

export interface Address {
  /** A link to what is seen now; null where it does not fit into one. */
  link(): Promise<string | null>;
}

interface Unwritten {
  /** The address as it was then. */
  readonly address: string;
  readonly fragment: string;
}

function rememberUnwritten(fragment: string, address: string): void {
  try {
    sessionStorage.setItem(UNWRITTEN_KEY, JSON.stringify({ address, fragment } satisfies Unwritten));
  } catch {
    // Private windows and full disks refuse; the page works without.
  }
}

/** The fragment of a page that is loaded again, once; null on every other page, which asks for what its address says. */
export function recallUnwritten(): string | null {
  try {
    const kept = sessionStorage.getItem(UNWRITTEN_KEY);
    sessionStorage.removeItem(UNWRITTEN_KEY);
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (kept === null || navigation?.type === "navigate") return null;
    const { address, fragment } = JSON.parse(kept) as Unwritten;
    return address === location.href ? fragment : null;
  } catch {
    return null;
  }
}

export interface AddressPorts {
  /** Whether the address shows less than the page from the beginning. */
  readonly behind: boolean;
  open(change: Partial<State>): void;
}

export function mountAddress(store: Store<State>, untouched: State, ports: AddressPorts): Address {
  let timer = 0;
  let firstChange = 0;
  /** Whether the address shows less than the page: it is written a moment after a change, and never where the state has no room in it. */
  let { behind } = ports;
  let written = fragmentHere();
  /** The fragment that the state belongs to: another one in the address was asked for by the reader and is about to be opened. */
  let opened = written;
  /** How often a fragment was asked for. What began before the last time, a link that is being compressed or expanded, is no longer wanted. */
  let asked = 0;

  const texts = (state: State): string => PROPERTIES.map(({ write }) => write(state) ?? "").join("\n");
  const start = texts(untouched);
  let last = behind ? "" : texts(store.get());

  async function write(): Promise<void> {
    timer = 0;
    const since = asked;
    const state = store.get();
    // An address that nobody has to remember stays as short as it came.
    last = texts(state);
    const fragment = last === start ? "" : await writeFragment(state, compression);
    if (fragment === null || asked !== since || fragmentHere() !== opened) return;
    if (timer === 0) behind = false;
    if (fragment === written) return;
    written = fragment;
    // A program in the query is the one before the change.
    const search = IN_QUERY.test(location.search) ? "" : location.search;
    history.replaceState(null, "", fragment === "" ? location.pathname + search : `${location.pathname}${search}#${fragment}`);
    opened = fragmentHere();
  }

  store.subscribe((state) => {
    // A student's page has the class for its address.
    if (state.playing || state.opening === "plays" || state.classroom === "guest") return;
    if (timer === 0) {
      const now = texts(state);
      if (now === last) return;
      last = now;
      behind = true;
      firstChange = performance.now();
    } else if (performance.now() - firstChange > LONGEST_WAIT - REST) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void write(), REST);
  });

  // What is loaded again is the address that there was when that began: one that is written while it is on its way comes too late.
  let left: string | null = null;
  window.addEventListener("beforeunload", () => {
    left = location.href;
  });
  window.addEventListener("pagehide", () => {
    const address = left ?? location.href;
    if (behind || address !== location.href) rememberUnwritten(writeAtOnce(store.get()), address);
  });

  window.addEventListener("hashchange", () => {
    const fragment = fragmentHere();
    opened = fragment;
    if (fragment === written) return;
    written = fragment;
    asked += 1;
    const since = asked;
    // A change that is not written yet belongs to the address that was left.
    clearTimeout(timer);
    timer = 0;
    behind = false;
    void readAddress().then((change) => {
      if (asked === since && Object.keys(change).length > 0) ports.open(change);
    });
  });

  return {
    async link() {
      const fragment = await writeFragment(store.get(), compression);
      return fragment === null ? null : `${location.origin}/#${fragment}`;
    },
  };
}
