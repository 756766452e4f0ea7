/** The runs that were left for another course: each can be laid beside the present one, or deleted. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { Branch, StudioState } from "../../training/state.ts";
import { compareBranch, deleteBranch } from "../../training/state_actions.ts";
import { element, icon } from "../shared/dom.ts";

export function createBranches(store: Store<StudioState>): { readonly root: HTMLElement; show(state: StudioState): void } {
  const list = element("ul", {});
  const root = element(
    "section",
    { class: "branches", "aria-label": say("branches"), hidden: true },
    element("h2", { class: "chart-title" }, say("branches")),
    list,
  );
  let drawn: readonly Branch[] = [];

  function entry(branch: Branch): HTMLElement {
    const name = say("branch-name", { number: branch.number });
    const compare = element("button", { type: "button", class: "brush", "aria-pressed": "false" }, say("branch-compare"));
    const remove = element(
      "button",
      { type: "button", class: "icon-button", "aria-label": say("branch-delete", { name }) },
      icon("close"),
    );
    compare.addEventListener("click", () => store.dispatch(compareBranch(branch)));
    remove.addEventListener("click", () => store.dispatch(deleteBranch(branch)));
    return element("li", {}, element("span", {}, say("branch-left", { name, step: branch.step })), compare, remove);
  }

  /** The entry with the focus is deleted: the one in its place has it then, or the curves where there is none. */
  function focusAt(place: number): void {
    const button = list.children[place]?.querySelector<HTMLElement>(".icon-button");
    (button ?? root.closest<HTMLElement>("[tabindex]"))?.focus({ preventScroll: true });
  }

  return {
    root,
    show({ branches = [], kept }) {
      if (branches !== drawn) {
        drawn = branches;
        const place = [...list.children].findIndex((each) => each.contains(document.activeElement));
        list.replaceChildren(...branches.map(entry));
        root.hidden = branches.length === 0;
        if (place >= 0) focusAt(Math.min(place, branches.length - 1));
      }
      for (const [place, { run }] of branches.entries())
        list.children[place]!.querySelector(".brush")!.setAttribute("aria-pressed", String(run === kept));
    },
  };
}
