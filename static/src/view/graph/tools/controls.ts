/** The buttons in the corner of the drawing: a list of what can be shown besides the numbers; closer, further, all of it. */

import { say } from "../../../messages/messages.ts";
import type { ActionName } from "../../../state/actions.ts";
import type { Selection } from "../../../state/selection.ts";
import { element, icon } from "../../shared/dom.ts";

export interface ControlPorts {
  zoomBy(factor: number): void;
  fit(): void;
  /** Lets the camera follow the steps again. */
  follow(): void;
}

const STEP = 1.4;

export interface Controls {
  /** Whether the picture was moved by hand, so that it does not follow the steps. */
  offerFollow(offered: boolean): void;
  /** Whether nodes were dragged, and can be put back. */
  offerPutBack(offered: boolean): void;
}

export function createControls(parent: HTMLElement, ports: ControlPorts): Controls {
  const group = element("div", { class: "graph-controls", role: "group", "aria-label": say("the-drawing") });
  const follow = button(say("follow-camera"), say("follow-camera.about"), ports.follow, "graph-follow");
  follow.hidden = true;
  const putBack = actionButton("put-back");
  putBack.hidden = true;
  group.append(
    follow,
    putBack,
    button("+", say("zoom-in"), () => ports.zoomBy(STEP), "at-hand zoom-step"),
    button("−", say("zoom-out"), () => ports.zoomBy(1 / STEP), "at-hand zoom-step"),
    button(say("fit"), say("fit.about"), ports.fit, "at-hand"),
    // At the edge: what is put away beside it leaves no gap there.
    viewMenu(),
  );
  parent.append(group);
  return {
    offerFollow(offered) {
      follow.hidden = !offered;
      parent.classList.toggle("has-follow", offered);
    },
    offerPutBack(offered) {
      putBack.hidden = !offered;
    },
  };
}

/** Switches behind one word. They stay in sight while one after the other is pressed, until a press elsewhere. */
function viewMenu(): HTMLElement {
  const title = element("summary", {}, say("group-view"));
  const switches = (["constants", "health", "roles"] as const).map(actionButton);
  const menu = element("details", { class: "graph-view" }, title, element("div", { class: "graph-view-switches" }, ...switches));
  const closeAt = (other: EventTarget | null): void => {
    if (other instanceof Node && !menu.contains(other)) menu.open = false;
  };
  const closeAtPress = (event: Event): void => closeAt(event.composedPath()[0]!);
  menu.addEventListener("focusout", ({ relatedTarget }) => closeAt(relatedTarget));
  // Only while it is open: the document would keep a graph that has left the page.
  menu.addEventListener("toggle", () => {
    if (menu.open) document.addEventListener("pointerdown", closeAtPress);
    else document.removeEventListener("pointerdown", closeAtPress);
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    title.focus();
  });
  return menu;
}

export interface SelectionActions {
  update(selection: Selection | null): void;
}

/** What can be done with what is selected; seen while something is. */
export function createSelectionActions(parent: HTMLElement): SelectionActions {
  const root = parent.appendChild(
    element("div", { class: "graph-controls node-actions", role: "group", "aria-label": say("what-is-selected"), hidden: true }),
  );
  const breakpoint = actionButton("breakpoint");
  root.append(actionButton("jump"), breakpoint);
  return {
    update(selection) {
      root.hidden = selection === null;
      parent.classList.toggle("has-selection", selection !== null);
      breakpoint.hidden = selection !== null && "edge" in selection;
    },
  };
}

/** Named, bound and pressed as the action's record says (view/page/header.ts); in words where there is room (css/graph/tools.css). */
function actionButton(action: ActionName): HTMLButtonElement {
  return element("button", { type: "button", "data-action": action }, icon(action), element("span", { "data-label": true }));
}

function button(text: string, title: string, run: () => void, kind: string): HTMLButtonElement {
  const made = element("button", { type: "button", class: kind, title, "aria-label": title }, text);
  made.addEventListener("click", run);
  return made;
}
