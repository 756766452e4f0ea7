/** The sheet of a small screen: tabs for explanation, program and inputs; dragged, pressed or moved by arrows between its snap points. */

import { nearestSize, nextSize, PANE_TITLES, PANES, type SheetSize } from "../../core/sheet.ts";
import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { isSelectionOther, selectionOf } from "../../state/selection.ts";
import type { State } from "../../state/state.ts";
import { resizeSheet, showPane } from "../../state/state_actions.ts";
import { COMPACT, UPRIGHT } from "../shared/controls/compact.ts";
import { tabOfKey } from "../shared/controls/tab_keys.ts";
import { byId, element, icon } from "../shared/dom.ts";

/** A press that moves less than this is none of a drag. */
const SLACK = 6;

const isBroken = ({ problems }: State): boolean => problems.some(({ severity }) => severity === "error");

export function mountSheet(store: Store<State>): void {
  const workbench = byId("workbench");
  const bar = byId("sheet-bar");
  const tabs = element("div", { class: "sheet-tabs", role: "tablist", "aria-label": say("sheet") });
  const pull = element("button", { type: "button", class: "icon-button sheet-pull" }, icon("chevron"));
  bar.append(tabs, pull);

  const buttons = PANES.map((pane) => {
    const button = element("button", { type: "button", role: "tab", class: "sheet-tab", "data-pane": pane }, PANE_TITLES[pane]);
    button.addEventListener("click", () => {
      const { sheet, sheetSize } = store.get();
      // A second press on the open tab lays the sheet down again.
      store.dispatch(sheet === pane && sheetSize !== "low" ? resizeSheet("low") : showPane(pane));
    });
    tabs.append(button);
    return { pane, button };
  });

  pull.addEventListener("click", () => store.dispatch(resizeSheet(store.get().sheetSize === "low" ? "half" : "low")));
  bar.addEventListener("keydown", (event) => {
    const { sheet, sheetSize } = store.get();
    const along = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shown = buttons.filter(({ button }) => button.offsetParent !== null);
    const from = shown.findIndex(({ pane }) => pane === sheet);
    const place = tabs.contains(event.target as Node) ? tabOfKey(event, from, shown.length) : null;
    if (along !== undefined) store.dispatch(resizeSheet(nextSize(sheetSize, along as 1 | -1)));
    else if (place !== null) {
      const next = shown[place]!;
      store.dispatch(showPane(next.pane));
      next.button.focus();
    } else return;
    event.preventDefault();
  });

  // A drag moves the sheet alone; the picture takes its new size once the sheet has been released.
  let justDragged = false;
  let drag: { y: number; from: number; moved: boolean } | null = null;
  const height = (): number => workbench.getBoundingClientRect().bottom - bar.getBoundingClientRect().bottom;
  const heights = (): Record<SheetSize, number> => {
    const whole = workbench.getBoundingClientRect().height;
    return { low: 0, half: Math.max(120, whole * 0.3), full: whole - bar.offsetHeight };
  };
  bar.addEventListener("pointerdown", (event) => {
    justDragged = false;
    if (UPRIGHT.matches && event.button === 0) drag = { y: event.clientY, from: height(), moved: false };
  });
  // On the document: a fast finger has left the bar before it is caught.
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const up = drag.y - event.clientY;
    if (!drag.moved && Math.abs(up) < SLACK) return;
    if (!drag.moved) bar.setPointerCapture(event.pointerId);
    drag.moved = true;
    workbench.classList.add("is-pulled");
    const dragged = Math.min(heights().full, Math.max(0, drag.from + up));
    workbench.style.setProperty("--sheet-height", `${dragged}px`);
  });
  const release = (): void => {
    if (!drag) return;
    const { moved } = drag;
    const size = nearestSize(height(), heights());
    drag = null;
    if (!moved) return;
    workbench.classList.remove("is-pulled");
    workbench.style.removeProperty("--sheet-height");
    store.dispatch(resizeSheet(size));
    justDragged = true;
  };
  // The press that ends a drag is none on the tab below the finger.
  bar.addEventListener("click", (event) => justDragged && event.detail > 0 && event.stopPropagation(), { capture: true });
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);

  // Where a phone's keyboard takes half of the window, what is typed on the sheet has the rest. A press on a button beside it ends nothing.
  let typed: Element | null = null;
  const reveal = (): void => {
    if (typed?.matches("input")) typed.scrollIntoView({ block: "nearest" });
  };
  const follow = (focused: Element | null): void => {
    const there = focused?.closest(".program, .inputs-panel, .inspector") ? focused : null;
    typed =
      typed || there?.matches("input:not([type=range], [type=radio], [type=checkbox]), textarea, [contenteditable=true]")
        ? there
        : null;
    workbench.classList.toggle("is-typing", typed !== null);
    reveal();
  };
  // What is pressed must not move away between press and release, or the click is lost.
  let isPressed = false;
  workbench.addEventListener(
    "mousedown",
    () => {
      isPressed = true;
      const release = (): void => {
        isPressed = false;
        follow(document.activeElement);
      };
      addEventListener("mouseup", () => setTimeout(release), { once: true, capture: true });
    },
    true,
  );
  workbench.addEventListener("focusin", ({ target }) => {
    if (!isPressed) follow(target as Element);
  });
  workbench.addEventListener("focusout", ({ relatedTarget }) => {
    if (!isPressed) follow(relatedTarget as Element | null);
  });
  addEventListener("resize", reveal);

  function show(state: State): void {
    const { sheet, sheetSize } = state;
    const selection = selectionOf(state);
    workbench.dataset.sheet = sheet;
    workbench.dataset.sheetSize = sheetSize;
    workbench.toggleAttribute("data-chosen", selection !== null);
    const isLow = sheetSize === "low";
    for (const { pane, button } of buttons) {
      const isOpen = pane === sheet;
      button.setAttribute("aria-selected", String(isOpen));
      button.tabIndex = isOpen ? 0 : -1;
    }
    pull.setAttribute("aria-expanded", String(!isLow));
    const title = isLow ? say("sheet-open") : say("sheet-close");
    pull.title = title;
    pull.setAttribute("aria-label", title);
  }

  show(store.get());
  store.subscribe((state, previous, action) => {
    const isOther = isSelectionOther(state, previous);
    if (isOther || state.sheet !== previous.sheet || state.sheetSize !== previous.sheetSize) show(state);
    if (!COMPACT.matches || action.origin === "class") return;
    // What is wrong is mended in the text; who is typing elsewhere is left there.
    if (!isBroken(previous) && isBroken(state) && typed === null) store.dispatch(showPane("program"));
    const asks = isOther && selectionOf(state) !== null;
    if (asks || state.panel !== previous.panel) store.dispatch(showPane("explanation"));
  });
}
