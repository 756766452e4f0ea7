/** Keeps what an author writes in this browser: shortly after each change, and when the page goes. */

import { DRAFTS_KEY, type LessonDraft, readDrafts, withDraft } from "../../../learn/drafts.ts";
import { recall, remember } from "../../shared/memory.ts";

const PAUSE = 300;
/** Which draft this tab has open; the browser keeps it through a reload. */
const TAB_KEY = "backpass.lesson-draft";

export interface DraftStore {
  all(): readonly LessonDraft[];
  /** The draft that this tab had open before it was loaded again, else the latest; null where there is none. */
  latest(): LessonDraft | null;
  /** Goes on with a draft; null: the next change begins one. */
  open(draft: LessonDraft | null): void;
  write(text: string): void;
}

export function createDraftStore(taken: (text: string) => void): DraftStore {
  let current: string | null = null;
  let unsaved: string | null = null;
  let timer = 0;
  const all = (): LessonDraft[] => readDrafts(recall(DRAFTS_KEY));

  function begin(id: string | null): void {
    current = id;
    try {
      if (id === null) sessionStorage.removeItem(TAB_KEY);
      else sessionStorage.setItem(TAB_KEY, id);
    } catch {
      // Where storage is switched off, nothing is kept and nothing breaks.
    }
  }

  function tabsOwn(): string | null {
    try {
      return sessionStorage.getItem(TAB_KEY);
    } catch {
      return null;
    }
  }

  function save(): void {
    clearTimeout(timer);
    timer = 0;
    if (unsaved === null) return;
    if (current === null) begin(Math.random().toString(36).slice(2));
    remember(DRAFTS_KEY, JSON.stringify(withDraft(all(), { id: current!, text: unsaved })));
    unsaved = null;
  }

  window.addEventListener("pagehide", save);
  // The same draft in another tab: there it was changed last.
  window.addEventListener("storage", ({ key }) => {
    if (key !== DRAFTS_KEY || unsaved !== null || document.hasFocus()) return;
    const draft = all().find(({ id }) => id === current);
    if (draft) taken(draft.text);
  });

  return {
    all,
    latest() {
      const drafts = all();
      return drafts.find(({ id }) => id === tabsOwn()) ?? drafts[0] ?? null;
    },
    open(draft) {
      save();
      begin(draft?.id ?? null);
    },
    write(text) {
      unsaved = text;
      timer ||= window.setTimeout(save, PAUSE);
    },
  };
}
