/** A row of buttons as one stop of the Tab key: arrows move within it (the toolbar pattern of the ARIA practices). */

/** `first`: where Tab enters until another button has had the focus. */
export function mountRoving(row: HTMLElement, first: () => HTMLElement | null = () => null): void {
  row.setAttribute("role", "toolbar");

  const shown = (): HTMLElement[] =>
    Array.from(row.querySelectorAll<HTMLElement>("button, a[href]")).filter(
      (each) => each.offsetParent !== null && each.closest(".menu-panel") === null,
    );
  const enter = (target: HTMLElement | null | undefined): void => {
    for (const each of row.querySelectorAll<HTMLElement>("button, a[href]"))
      if (each.closest(".menu-panel") === null) each.tabIndex = each === target ? 0 : -1;
  };

  // Who presses a button with the pointer and then an arrow means the page: forward and back in time, say.
  let isOfPointer = false;
  row.addEventListener("pointerdown", () => void (isOfPointer = true), { capture: true });
  row.addEventListener("focusout", ({ relatedTarget }) => {
    if (!row.contains(relatedTarget as Node | null)) isOfPointer = false;
  });
  row.addEventListener("focusin", (event) => {
    const target = event.target as HTMLElement;
    if (target.closest(".menu-panel") === null) enter(target.closest<HTMLElement>("button, a[href]"));
  });
  row.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target = event.target as HTMLElement;
    if (step === undefined || isOfPointer || event.ctrlKey || event.metaKey || event.altKey || target.closest(".menu-panel"))
      return;
    const all = shown();
    event.preventDefault();
    event.stopPropagation();
    all[(all.indexOf(target) + step + all.length) % all.length]?.focus();
  });
  const settle = (): void => {
    const all = shown();
    const entry = all.find((each) => each.tabIndex === 0);
    if (!entry || all.filter((each) => each.tabIndex === 0).length > 1) enter(first() ?? all[0]);
  };
  settle();
  // Where the window grows or shrinks the entry may be among the buttons that are hidden there.
  new ResizeObserver(settle).observe(row);
}
