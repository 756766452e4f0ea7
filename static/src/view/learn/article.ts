/** A page of a lesson that comes as JSON. */

import type { Preview } from "../../learn/types.ts";
import { say } from "../../messages/messages.ts";
import { element } from "../shared/dom.ts";

/** The page: its heading and its parts. */
export function pageArticle({ pages, page, parts, matter }: Preview): HTMLElement {
  const article = element("article", { class: "lesson-page" }, element("h1", {}, pages[page - 1]?.title ?? matter.title));
  appendParts(article, parts);
  return article;
}

/** Adds parts of a page; what follows a prediction is inside of what it opens. */
export function appendParts(root: HTMLElement, parts: Preview["parts"]): void {
  let place = root;
  for (const { id, html, gate } of parts) {
    const template = element("template");
    template.innerHTML = html;
    place.append(template.content);
    if (!gate) continue;
    const gated = element("div", { class: "gated", "data-gate": id });
    place.append(element("p", { class: "gate-note", "data-gate-note": id }, say("lesson-closed")), gated);
    place = gated;
  }
}
