/** Reads a lesson that comes with its link: its text is in the fragment, the server computes a page of it and stores nothing. */

import { compression } from "../../api/compression.ts";
import { askForPreview } from "../../api/lessons.ts";
import { atPage, nameOfText, readLessonFragment } from "../../learn/links.ts";
import { withPage } from "../../learn/reading_progress.ts";
import type { Preview } from "../../learn/types.ts";
import { say } from "../../messages/messages.ts";
import { element } from "../shared/dom.ts";
import { pageArticle } from "./article.ts";
import { teach } from "./class/open.ts";
import { listenForTurns, rememberedAnswers } from "./lesson.ts";
import { updateProgress } from "./memory.ts";
import { mountParts } from "./mounted_parts.ts";

const AGAIN = 3_000;

/** Ends what is live on the page that is shown. */
let shown = new AbortController();

export async function mountSharedLesson(root: HTMLElement): Promise<void> {
  listenForTurns(root);
  window.addEventListener("hashchange", () => void show(root));
  await show(root);
}

async function show(root: HTMLElement): Promise<void> {
  const fragment = location.hash;
  const shared = await readLessonFragment(fragment, compression);
  if (!shared) return root.replaceChildren(element("p", { class: "shelf-missing", role: "alert" }, say("lesson-link-broken")));
  const reply = await askForPreview({ text: shared.text, page: shared.page });
  if (fragment !== location.hash) return;
  if (!("answer" in reply)) {
    root.replaceChildren(element("p", { class: "shelf-missing", role: "alert" }, reply.sentence));
    if (reply.status === 0 || reply.status >= 500) setTimeout(() => void show(root), AGAIN);
    return;
  }
  const preview = reply.answer;
  const name = nameOfText(shared.text);
  if (preview.page > 0) updateProgress(name, (kept) => withPage(kept, preview.page));
  const article = pageArticle(preview);
  root.lang = preview.matter.language;
  root.replaceChildren(headingOf(preview), article, turnsOf(preview, fragment), footOf(preview, fragment, shared.text));
  document.title = `${preview.matter.title} · Backpass`;
  shown.abort();
  shown = new AbortController();
  mountParts(article, preview.operations, rememberedAnswers(name), shown.signal);
  window.scrollTo(0, 0);
}

function headingOf({ matter }: Preview): HTMLElement {
  return element("header", { class: "lesson-heading" }, element("p", { class: "lesson-of" }, matter.title));
}

function turnsOf({ pages, page }: Preview, fragment: string): HTMLElement {
  const link = (way: "prev" | "next", target: number, label: string, kind: string): HTMLElement | null =>
    pages[target - 1] ? element("a", { class: kind, rel: way, href: `#${atPage(fragment, target)}` }, label) : null;
  return element(
    "nav",
    { class: "lesson-turn", "aria-label": say("lesson-turning") },
    link("prev", page - 1, say("lesson-previous"), "learn-button"),
    element("span", { class: "lesson-count" }, say("lesson-page-of", { page, count: pages.length })),
    link("next", page + 1, say("lesson-next"), "learn-button is-main"),
  );
}

function footOf({ problems }: Preview, fragment: string, text: string): HTMLElement {
  const taught = element("button", { type: "button", class: "text-button" }, say("lesson-teach"));
  taught.addEventListener("click", () => void teach(taught, { text }));
  const edit = element("a", { href: `/learn/edit#${atPage(fragment, 1)}` }, say("lesson-edit-copy"));
  const wrong = problems.length > 0 && element("p", {}, say("lesson-shared-wrong", { count: problems.length }));
  return element(
    "footer",
    { class: "lesson-foot" },
    problems.length === 0 && taught,
    problems.length === 0 && " · ",
    edit,
    wrong,
  );
}
