/** What covers a student's page: a pause, or the end of the class. */
import { say } from "../../../messages/messages.ts";
import { type Child, element } from "../../shared/dom.ts";
import { setInert } from "./join.ts";

export interface Cover {
  show(title: string, ...rest: Child[]): void;
  hide(): void;
}

export function createCover(): Cover {
  const card = element("div", { class: "cover-card", role: "alert" });
  const root = element("section", { class: "cover", "aria-label": say("message-of-class"), hidden: true }, card);
  document.body.append(root);
  return {
    show(title, ...rest) {
      root.hidden = false;
      setInert(true);
      card.replaceChildren(element("h2", {}, title), ...rest.filter((child): child is Node | string => Boolean(child)));
    },
    hide() {
      if (root.hidden) return;
      root.hidden = true;
      setInert(false);
    },
  };
}
