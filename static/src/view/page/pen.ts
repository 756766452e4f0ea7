/** What a speaker draws over the projected picture, and the light that leaves the rest dark. Nothing of it is kept. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { PUT_PEN_DOWN } from "../../state/state_actions.ts";
import { byId, element, icon } from "../shared/dom.ts";
import { append } from "../shared/svg.ts";

/** Pixels between the points of a stroke. */
const LEAST_MOVE = 2;

export function mountPen(store: Store<State>): void {
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.setAttribute("class", "pen-sheet");
  sheet.setAttribute("aria-hidden", "true");
  byId("picture").append(sheet);
  const wipe = element(
    "button",
    { type: "button", class: "icon-button", title: say("pen-wipe"), "aria-label": say("pen-wipe"), hidden: true },
    icon("erase"),
  );
  document.querySelector(".projector-tools > [data-action='pen']")!.after(wipe);
  let stroke: { readonly line: SVGElement; points: string; x: number; y: number } | null = null;

  /** Strokes stay over what they are about as well as they can: the sheet keeps the measures in which the first was drawn. */
  function measure(): void {
    const { width, height } = sheet.getBoundingClientRect();
    sheet.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  function clear(): void {
    sheet.replaceChildren();
    wipe.hidden = true;
  }

  sheet.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (sheet.firstChild === null) measure();
    sheet.setPointerCapture(event.pointerId);
    stroke = { line: append(sheet, "polyline", {}), points: "", x: Number.NaN, y: Number.NaN };
    draw(event);
    wipe.hidden = false;
  });
  sheet.addEventListener("pointermove", draw);
  for (const end of ["pointerup", "pointercancel"] as const) sheet.addEventListener(end, () => (stroke = null));
  wipe.addEventListener("click", clear);

  function draw(event: PointerEvent): void {
    if (!stroke) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(sheet.getScreenCTM()!.inverse());
    if (Math.hypot(x - stroke.x, y - stroke.y) < LEAST_MOVE) return;
    // A press that does not move is a dot.
    const point = `${x.toFixed(1)},${y.toFixed(1)}`;
    stroke.points += stroke.points === "" ? `${point} ${point}` : ` ${point}`;
    [stroke.x, stroke.y] = [x, y];
    stroke.line.setAttribute("points", stroke.points);
  }

  function show({ projector, pen, spotlight }: State): void {
    sheet.classList.toggle("is-drawing", projector && pen);
    byId("spotlight").classList.toggle("is-dimming", projector && spotlight);
  }

  store.subscribe((state, previous) => {
    if (state.projector !== previous.projector && !state.projector) {
      clear();
      if (state.pen || state.spotlight) store.dispatch(PUT_PEN_DOWN);
    }
    if (state.pen !== previous.pen || state.spotlight !== previous.spotlight || state.projector !== previous.projector)
      show(state);
  });
  show(store.get());
}
