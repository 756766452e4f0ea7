/** The page of a lesson on which its author writes. What has not changed stays as it is: its sliders, its answers. */

import type { Preview, PreviewedPart } from "../../../learn/types.ts";
import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";
import { mountParts, NOBODY, writeFormulas } from "../mounted_parts.ts";

export interface PreviewPorts {
  /** The author goes to a page, by the line where it begins. */
  goTo(line: number): void;
}

interface ShownPart {
  readonly part: PreviewedPart;
  readonly place: HTMLElement;
  /** Ends what is live in it. */
  readonly live: AbortController;
}

export function createPreview(
  root: HTMLElement,
  ports: PreviewPorts,
): { show(preview: Preview): void; follow(line: number): void } {
  const turn = element("nav", { class: "preview-turn", "aria-label": say("lesson-contents") });
  const title = element("h1", { class: "preview-title" });
  const body = element("article", { class: "lesson-page" }, title);
  root.append(turn, body);
  const notes = element("aside", { class: "preview-notes prose", hidden: true });
  let shown: ShownPart[] = [];

  function partPlace(part: PreviewedPart, { operations }: Preview): ShownPart {
    const template = element("template");
    template.innerHTML = part.html;
    const place = element("div", { class: "preview-part" });
    place.append(template.content);
    // In the page first: what is mounted measures itself.
    body.append(place);
    const live = new AbortController();
    mountParts(place, operations, NOBODY, live.signal);
    return { part, place, live };
  }

  function turnTo(preview: Preview): void {
    const { pages, page } = preview;
    const button = (label: string, target: number): HTMLElement => {
      const at = pages[target - 1];
      const made = element("button", { type: "button", class: "text-button", disabled: !at }, label);
      made.addEventListener("click", () => at && ports.goTo(at.line));
      return made;
    };
    turn.replaceChildren(
      button(say("lesson-previous"), page - 1),
      element("span", { class: "lesson-count" }, say("lesson-page-of", { page, count: pages.length })),
      button(say("lesson-next"), page + 1),
    );
  }

  return {
    show(preview) {
      const before = [...shown];
      shown = preview.parts.map((part) => {
        const same = before.findIndex((each) => each.part.html === part.html);
        return same < 0 ? partPlace(part, preview) : { ...before.splice(same, 1)[0]!, part };
      });
      for (const { place, live } of before) {
        live.abort();
        place.remove();
      }
      // Only what is at another place is moved: moving takes the focus away.
      let last: Element = title;
      for (const { place } of shown) {
        if (last.nextElementSibling !== place) last.after(place);
        last = place;
      }
      last.after(notes);
      notes.hidden = preview.notes === "";
      notes.innerHTML = preview.notes;
      writeFormulas(notes);
      notes.prepend(element("p", { class: "lesson-of" }, say("in-class-notes")));
      title.textContent = preview.pages[preview.page - 1]?.title ?? preview.matter.title;
      root.lang = preview.matter.language;
      turnTo(preview);
    },
    follow(line) {
      const at = shown.findLast(({ part }) => part.line <= line);
      at?.place.scrollIntoView({ block: "nearest" });
    },
  };
}
