/** Where one is in a graph with groups: the groups around what was last touched, each to be folded, and all at once. */

import type { Folding } from "../../../graph/folding.ts";
import { type Group, groupsAround } from "../../../graph/groups.ts";
import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";

export interface CrumbPorts {
  set(groups: readonly Group[], open: boolean): void;
  /** Whether the graph has groups, and so whether there is anything to show. */
  appear(there: boolean): void;
}

export interface Crumbs {
  /** `node`: what was last touched; null for none. */
  update(folding: Folding, node: number | null): void;
}

export function createCrumbs(parent: HTMLElement, ports: CrumbPorts): Crumbs {
  const root = parent.appendChild(element("nav", { class: "graph-crumbs", "aria-label": say("groups"), hidden: true }));
  let drawn = "";
  return {
    update(folding, node) {
      const { tree, isOpen } = folding;
      const { groups } = tree;
      root.hidden = groups.length === 0;
      ports.appear(!root.hidden);
      const around = node === null ? [] : groupsAround(tree, node).filter(({ index }) => isOpen[index]);
      const open = groups.filter(({ index }) => isOpen[index]);
      // Elements are left alone while they say the same: the one with the focus must not go.
      const content = [around.map(({ key }) => key), open.length, groups.length].join("\n");
      if (content === drawn) return;
      drawn = content;
      const foldAll = button(say("fold-all"), null, open.length === 0, () => ports.set(groups, false));
      const unfoldAll = button(say("unfold-all"), null, open.length === groups.length, () => ports.set(groups, true));
      const path = around.map((group) =>
        button(group.name, say("fold-name", { name: group.name }), false, () => ports.set([group], false)),
      );
      root.replaceChildren(
        foldAll,
        unfoldAll,
        ...path.flatMap((crumb) => [element("span", { "aria-hidden": "true" }, "›"), crumb]),
      );
    },
  };
}

/** `title` null: the text says it all. */
function button(text: string, title: string | null, disabled: boolean, run: () => void): HTMLButtonElement {
  const made = element(
    "button",
    { type: "button", class: "crumb", title, "aria-label": title, "aria-disabled": disabled ? "true" : null },
    text,
  );
  made.addEventListener("click", () => {
    if (!disabled) run();
  });
  return made;
}
