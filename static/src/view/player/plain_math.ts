/** Stands in for view/shared/math.ts where KaTeX would weigh more than all the rest: formulas as lines of text. `static/build.mjs` puts it in the player. */
import type { Formula } from "../../explain/notation.ts";
import { element } from "../shared/dom.ts";
import { lineOf } from "../shared/typeset_text.ts";

/** A formula as an element. */
export function math(formula: Formula): HTMLElement {
  return element("span", { class: "math" }, ...lineOf(formula));
}
