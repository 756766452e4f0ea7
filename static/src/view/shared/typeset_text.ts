/** Runs of type (explain/typeset.ts) as pieces of an SVG text, and of a line of HTML. */
import type { Formula } from "../../explain/notation.ts";
import { lineOfRuns, type Run, typeset, typesetLine } from "../../explain/typeset.ts";
import { element } from "./dom.ts";

/** How far indices are below the line and exponents above it, in parts of their type. */
const SHIFT = { "-1": 0.28, 0: 0, 1: -0.42 };

export function writeRuns(text: SVGTextElement, runs: readonly Run[], index: number): void {
  const key = JSON.stringify(runs);
  if (text.dataset.runs === key) return;
  text.dataset.runs = key;
  text.dataset.line = lineOfRuns(runs);
  let shifted = 0;
  const pieces = runs.map(({ text: words, face, level, over }) => {
    const piece = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
    piece.setAttribute("class", level === 0 ? face : `${face} index`);
    const wanted = SHIFT[level] * index;
    if (wanted !== shifted) piece.setAttribute("dy", (wanted - shifted).toFixed(2));
    // Over the letter before it, which is about as wide as half its type.
    if (over) piece.setAttribute("dx", "-0.53em");
    shifted = wanted;
    piece.textContent = words;
    return piece;
  });
  text.replaceChildren(...pieces);
}

const LEVELS = { "-1": "sub", 0: "span", 1: "sup" } as const;

/** A formula on one line, where nothing taller can be set: as text where it is more than that. */
export function lineOf({ latex, plain }: Formula): (HTMLElement | string)[] {
  const runs = typesetLine(latex);
  return runs ? elementsOf(runs) : [plain];
}

function elementsOf(runs: readonly Run[]): HTMLElement[] {
  return runs.map(({ text, face, level, over }) => element(LEVELS[level], { class: over ? "over" : face }, text));
}

/** Names, numbers and what is computed with them: no other piece of a program, and no `1e-5`, whose e would be a name. */
const EXPRESSION = /^(?!@|.*\de[-+−]?\d)[\p{L}\p{Nd}_.,()[\]\s+\-−*/@×·⋅^=∂…#₀-₉₍₎⁰¹²³⁴-⁹]+$/u;

/** Text with code between backticks. Expressions are set as on the cards, numbers and shapes alone as text. */
export function typesetProse(text: string): (HTMLElement | string)[] {
  return text.split("`").flatMap((part, index): (HTMLElement | string)[] => {
    if (index % 2 === 0 || !/[^\d\s.,()+\-−×=→]/.test(part)) return [part];
    if (!EXPRESSION.test(part)) return [element("code", {}, part)];
    const sides = part.split(" = ").map((side) => (/\p{L}|∂/u.test(side) ? elementsOf(typeset(side)) : [side]));
    return [element("span", { class: "math" }, ...sides.flatMap((side, at) => (at === 0 ? side : [" = ", ...side])))];
  });
}
