/** What the overlay of the drawing says, in words at its foot: what ails the graph, or what the colours of the roles are. */

import type { Graph, Role } from "../../../core/types.ts";
import { say } from "../../../messages/messages.ts";
import { AILMENTS, healthInWords } from "../../../scene/health.ts";
import type { Overlay } from "../../../state/state.ts";
import { element } from "../../shared/dom.ts";

export interface OverlayKey {
  update(overlay: Overlay, graph: Graph): void;
}

const ROLES: readonly Role[] = ["input", "parameter", "constant", "intermediate", "output"];

export function createOverlayKey(parent: HTMLElement): OverlayKey {
  const root = parent.appendChild(element("p", { class: "overlay-key", role: "status", hidden: true }));
  let drawn: { overlay: Overlay; graph: Graph } | null = null;
  return {
    update(overlay, graph) {
      if (drawn?.overlay === overlay && drawn.graph === graph) return;
      drawn = { overlay, graph };
      root.hidden = overlay === "none";
      parent.classList.toggle("has-overlay", overlay !== "none");
      root.title =
        overlay === "health" ? AILMENTS.map(({ name, meaning }) => say("titled", { title: name, text: meaning })).join("\n") : "";
      if (overlay === "health") root.replaceChildren(say("health-line", { healthinwords: healthInWords(graph) }));
      else
        root.replaceChildren(
          ...ROLES.map((role) =>
            element(
              "span",
              { class: "role-key" },
              element("span", { class: `role-swatch ${role}` }),
              say(`role-${role}`),
              // Else a screen reader takes them all for one word.
              role !== "output" && element("span", { class: "visually-hidden" }, ", "),
            ),
          ),
        );
    },
  };
}
