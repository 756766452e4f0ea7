/** A line between two parts that can be moved with the pointer and with the arrow keys; its place is kept between visits. */
import { byId } from "./dom.ts";
import { recall, remember } from "./memory.ts";

export interface SplitterOptions {
  /** The custom property of `container` that holds the place. */
  readonly property: string;
  readonly unit: "px" | "%";
  readonly smallest: number;
  readonly largest: number;
  readonly step: number;
  /** Where the line stands by default, measured. */
  measure(): number;
  /** The place that belongs to a point of the screen. */
  placeOf(event: PointerEvent): number;
}

export function mountSplitter(id: string, container: HTMLElement, options: SplitterOptions): void {
  const { property, unit, smallest, largest, step } = options;
  const splitter = byId(id);
  const key = `backpass.split.${id}`;
  const isAcross = splitter.getAttribute("aria-orientation") === "horizontal";
  splitter.setAttribute("aria-valuemin", String(smallest));
  splitter.setAttribute("aria-valuemax", String(largest));

  const place = (value: number): void => {
    const limited = Math.round(Math.min(largest, Math.max(smallest, value)));
    container.style.setProperty(property, `${limited}${unit}`);
    splitter.setAttribute("aria-valuenow", String(limited));
    remember(key, String(limited));
  };
  const kept = Number(recall(key));
  if (kept > 0) place(kept);
  else splitter.setAttribute("aria-valuenow", String(Math.round(options.measure())));

  splitter.addEventListener("pointerdown", (event) => {
    splitter.setPointerCapture(event.pointerId);
    splitter.classList.add("is-dragged");
    event.preventDefault();
  });
  splitter.addEventListener("pointermove", (event) => {
    if (splitter.hasPointerCapture(event.pointerId)) place(options.placeOf(event));
  });
  splitter.addEventListener("lostpointercapture", () => splitter.classList.remove("is-dragged"));
  splitter.addEventListener("dblclick", () => {
    container.style.removeProperty(property);
    place(options.measure());
  });
  splitter.addEventListener("keydown", (event) => {
    const [less, more] = isAcross ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    if (event.key === less) place(options.measure() - step);
    else if (event.key === more) place(options.measure() + step);
    else if (event.key === "Home") place(smallest);
    else if (event.key === "End") place(largest);
    else return;
    event.preventDefault();
  });
}
