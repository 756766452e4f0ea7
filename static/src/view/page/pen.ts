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
  const sheet = append(byId("picture"), "svg", { class: "pen-sheet", "aria-hidden": "true" });
  /** What is drawn over the graph, in the coordinates of its picture: it stays on what it is about, wherever the view goes. */
  const marks = append(sheet, "g", {});
  const viewport = byId("picture").querySelector<SVGGElement>(".graph-canvas > .viewport")!;
  const canvas = viewport.ownerSVGElement!;
  const wipe = element(
    "button",
    { type: "button", class: "icon-button", title: say("pen-wipe"), "aria-label": say("pen-wipe"), hidden: true },
    icon("erase"),
  );
  document.querySelector(".projector-tools > [data-action='pen']")!.after(wipe);
  let stroke: { readonly line: SVGElement; readonly layer: SVGGraphicsElement; points: string; x: number; y: number } | null =
    null;

  function follow(): void {
    const [own, pictured] = [sheet.getScreenCTM(), viewport.getScreenCTM()];
    // Where a table is in its place, the picture is nowhere.
    if (!own || !pictured || canvas.getBoundingClientRect().width === 0) return;
    const { a, b, c, d, e, f } = own.inverse().multiply(pictured);
    marks.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  }

  /** Where nothing is drawn, nothing is asked of the browser, which would lay the page out for it at each edit and at each move of the view. */
  function followMarks(): void {
    if (marks.hasChildNodes()) follow();
  }

  function clear(): void {
    for (const line of sheet.querySelectorAll("polyline")) line.remove();
    wipe.hidden = true;
  }

  sheet.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    sheet.setPointerCapture(event.pointerId);
    follow();
    // The program beside or above the picture does not move with it.
    const { top, left, height } = canvas.getBoundingClientRect();
    const layer = height > 0 && event.clientY >= top && event.clientX >= left ? marks : sheet;
    stroke = { line: append(layer, "polyline", {}), layer, points: "", x: Number.NaN, y: Number.NaN };
    draw(event);
    wipe.hidden = false;
  });
  sheet.addEventListener("pointermove", draw);
  for (const end of ["pointerup", "pointercancel"] as const) sheet.addEventListener(end, () => (stroke = null));
  wipe.addEventListener("click", clear);
  new MutationObserver(followMarks).observe(viewport, { attributeFilter: ["transform"] });
  const sizes = new ResizeObserver(followMarks);
  for (const sized of [sheet, canvas]) sizes.observe(sized);

  function draw({ clientX, clientY }: PointerEvent): void {
    if (!stroke || Math.hypot(clientX - stroke.x, clientY - stroke.y) < LEAST_MOVE) return;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(stroke.layer.getScreenCTM()!.inverse());
    // A press that does not move is a dot.
    const point = `${x.toFixed(2)},${y.toFixed(2)}`;
    stroke.points += stroke.points === "" ? `${point} ${point}` : ` ${point}`;
    [stroke.x, stroke.y] = [clientX, clientY];
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
