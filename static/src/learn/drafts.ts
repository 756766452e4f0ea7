/** Lessons that are being written, as the browser keeps them: the latest first. Pure; knows no DOM. */

export interface LessonDraft {
  readonly id: string;
  readonly text: string;
}

/** So many are kept, and so many characters of all together: browsers keep about five million. */
const MOST = 30;
const MOST_CHARACTERS = 2_000_000;

export const DRAFTS_KEY = "backpass.lesson-drafts";

const isDraft = (value: unknown): value is LessonDraft =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  typeof value.id === "string" &&
  "text" in value &&
  typeof value.text === "string";

/** What was kept; nothing where it makes no sense. */
export function readDrafts(kept: string | null): LessonDraft[] {
  try {
    const read: unknown = JSON.parse(kept ?? "[]");
    return Array.isArray(read) ? read.filter(isDraft) : [];
  } catch {
    return [];
  }
}

/** The drafts with this one first, in place of its older text. The oldest make room; the first is always kept. */
export function withDraft(drafts: readonly LessonDraft[], draft: LessonDraft): LessonDraft[] {
  const ordered = [draft, ...drafts.filter(({ id }) => id !== draft.id)].slice(0, MOST);
  let characters = 0;
  return ordered.filter(({ text }, place) => {
    characters += text.length;
    return place === 0 || characters <= MOST_CHARACTERS;
  });
}

/** The title in the front matter of a text; null where it has none yet. */
export function titleOf(text: string): string | null {
  const matter = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? "";
  const title = /^title:[ \t]*(.+)$/m.exec(matter)?.[1]?.trim() ?? "";
  return title.replace(/^(["'])(.*)\1$/, "$2") || null;
}

/** A name for the lesson's file. */
export function fileNameOf(text: string): string {
  const words = (titleOf(text) ?? "lesson")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${words?.join("-").slice(0, 60) ?? "lesson"}.md`;
}
