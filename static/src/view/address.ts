/** The address bar: what links carry, written as the state changes and read when the page opens or a link is put into its address. */
import { findShare } from "../api/questions.ts";
import { compression } from "../api/compression.ts";
import { PROPERTIES, readFragment, writeFragment } from "../core/url.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { notify } from "./notice.ts";

/** Browsers refuse more than a hundred changes of the address in half a minute; a slider makes more in two seconds. */
const PAUSE = 400;
const SHORT_LINK = /^\/(?:s|embed)\/([\w-]+)$/;

/** What the fragment of this page's address asks for. */
export async function readAddress(): Promise<Partial<State>> {
  const { change, ignored } = await readFragment(location.hash.length > 1 ? location.hash : await sharedFragment(), compression);
  if (ignored.length > 0) notify(`The link says something about ${ignored.join(", ")} that could not be read.`);
  return change;
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

export interface Address {
  /** A link to what is seen now; null where it does not fit into one. */
  link(): Promise<string | null>;
}

export function mountAddress(store: Store<State>, untouched: State, open: (change: Partial<State>) => void): Address {
  let timer = 0;
  let written = location.hash.replace(/^#/, "");

  const texts = (state: State): string => PROPERTIES.map(({ write }) => write(state) ?? "").join("\n");
  const start = texts(untouched);
  let last = texts(store.get());

  async function write(): Promise<void> {
    timer = 0;
    const state = store.get();
    // An address that nobody has to remember stays as short as it came.
    const fragment = texts(state) === start ? "" : await writeFragment(state, compression);
    if (fragment === null || fragment === written) return;
    written = fragment;
    history.replaceState(null, "", fragment === "" ? location.pathname + location.search : `#${fragment}`);
  }

  store.subscribe((state) => {
    // A student's page has the class for its address.
    if (state.playing || timer !== 0 || state.classroom === "guest") return;
    const now = texts(state);
    if (now === last) return;
    last = now;
    timer = window.setTimeout(() => void write(), PAUSE);
  });

  window.addEventListener("hashchange", () => {
    const fragment = location.hash.replace(/^#/, "");
    if (fragment === written) return;
    written = fragment;
    void readAddress().then((change) => {
      if (Object.keys(change).length > 0) open(change);
    });
  });

  return {
    async link() {
      const fragment = await writeFragment(store.get(), compression);
      return fragment === null ? null : `${location.origin}/#${fragment}`;
    },
  };
}
