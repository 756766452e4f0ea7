/** What a button is for and its key, shown at once beside it: the browser's own tooltips come after a second, and never for the keyboard. */

import { element } from "../dom.ts";

const DELAY = 150;
const GAP = 6;

/** Every element with a title, now or later. The title is taken away while its text is shown, and given back. */
export function mountTooltips(root: Document = document): void {
  const tip = root.body.appendChild(element("div", { class: "tooltip", role: "tooltip", id: "tooltip", popover: "manual" }));
  let owner: HTMLElement | null = null;
  let text = "";
  let timer = 0;
  /** Whether a finger was the last to do something: the browser then also reports a pointer that nobody moves. */
  let isTouched = false;

  function place(): void {
    const box = owner!.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(root.documentElement.clientWidth - width - GAP, Math.max(GAP, box.left + box.width / 2 - width / 2));
    // What a tab opens is below it, and is what it was chosen for.
    const isAbove = owner!.matches("[role=tab]") && box.top - GAP - height >= 0;
    const below = !isAbove && box.bottom + GAP + height <= root.documentElement.clientHeight;
    tip.style.setProperty("left", `${left}px`);
    tip.style.setProperty("top", `${below ? box.bottom + GAP : Math.max(GAP, box.top - GAP - height)}px`);
  }

  function hide(): void {
    clearTimeout(timer);
    if (!owner) return;
    tip.classList.remove("is-shown");
    tip.hidePopover?.();
    if (!owner.title) owner.title = text;
    owner.removeAttribute("aria-description");
    owner = null;
  }

  function show(target: HTMLElement): void {
    if (target === owner) return;
    hide();
    owner = target;
    text = target.title;
    target.title = "";
    // A title describes; while it is away this does.
    if (target.getAttribute("aria-label") !== text) target.setAttribute("aria-description", text);
    timer = window.setTimeout(() => {
      tip.textContent = text;
      tip.classList.add("is-shown");
      // Above an open dialog as well, in browsers that know how.
      tip.showPopover?.();
      place();
    }, DELAY);
  }

  const titled = (event: Event): HTMLElement | null => {
    const found = (event.target as Element).closest?.("[title]");
    return found instanceof HTMLElement && found.title !== "" ? found : null;
  };
  const within = (node: EventTarget | null): boolean => node instanceof Node && owner !== null && owner.contains(node);
  root.addEventListener("pointerover", (event) => {
    const target = isTouched || event.pointerType === "touch" ? null : titled(event);
    if (target) show(target);
    else if (!within(event.target)) hide();
  });
  root.addEventListener("focusin", (event) => {
    const target = titled(event);
    if (!isTouched && target?.matches(":focus-visible")) show(target);
  });
  root.addEventListener("pointermove", ({ pointerType }) => (isTouched = pointerType === "touch"), { passive: true });
  root.addEventListener("focusout", hide);
  const act = (isTouch: boolean): void => {
    isTouched = isTouch;
    hide();
  };
  root.addEventListener("pointerdown", ({ pointerType }) => act(pointerType === "touch"), { capture: true });
  root.addEventListener("keydown", () => act(false), { capture: true });
  root.addEventListener("scroll", hide, { capture: true, passive: true });
}
