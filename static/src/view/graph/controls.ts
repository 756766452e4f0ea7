/** The buttons in the corner of the drawing: what is told besides the numbers; closer, further, all of it. */
import type { ActionName } from "../../core/actions.ts";
import { element, icon } from "../dom.ts";

export interface ControlPorts {
  zoomBy(factor: number): void;
  fit(): void;
  /** Whether another arrangement can be asked for. */
  readonly tidies: boolean;
}

const STEP = 1.4;

export function createControls(parent: HTMLElement, ports: ControlPorts): void {
  const group = document.createElement("div");
  group.className = "graph-controls";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "The drawing");
  group.append(
    ...(ports.tidies ? [actionButton("tidy")] : []),
    actionButton("health"),
    actionButton("roles"),
    button("+", "Zoom in", () => ports.zoomBy(STEP)),
    button("−", "Zoom out", () => ports.zoomBy(1 / STEP)),
    button("Fit", "Fit the graph into view (F)", ports.fit),
  );
  parent.append(group);
}

/** What can be done with the selected node; seen while there is one. */
export function createNodeActions(parent: HTMLElement): { update(selected: number | null): void } {
  const root = parent.appendChild(element("div", { class: "graph-controls node-actions", role: "group", "aria-label": "The selected node", hidden: true }));
  root.append(actionButton("jump"), actionButton("breakpoint"));
  return { update: (selected) => void (root.hidden = selected === null) };
}

/** Named, bound and pressed as the action's record says (view/header.ts). */
function actionButton(action: ActionName): HTMLButtonElement {
  return element("button", { type: "button", "data-action": action }, icon(action));
}

function button(text: string, title: string, run: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.title = title;
  made.setAttribute("aria-label", title);
  made.addEventListener("click", run);
  return made;
}
