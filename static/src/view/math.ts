/** Typeset formulas. KaTeX comes when the first formula is wanted; until then, and where it cannot come, the plain text stands there. */
import type { Formula } from "../graph/notation.ts";
import { element } from "./dom.ts";

type Typesetter = typeof import("katex").default;

/** Formulas repeat from frame to frame; typesetting one costs about half a millisecond. */
const LARGEST_CACHE = 500;
const cache = new Map<string, Node>();
const waiting = new Map<HTMLElement, Formula>();
let typesetter: Typesetter | null = null;
let loading: Promise<void> | null = null;

async function load(): Promise<void> {
  const style = element("link", { rel: "stylesheet", href: document.body.dataset["mathStyle"] ?? "" });
  const styled = new Promise((resolve, reject) => {
    style.addEventListener("load", resolve);
    style.addEventListener("error", reject);
  });
  document.head.append(style);
  const [katex] = await Promise.all([import("katex"), styled]);
  typesetter = katex.default;
  for (const [place, formula] of waiting) if (place.isConnected) typeset(place, formula);
  waiting.clear();
}

function typeset(place: HTMLElement, { latex }: Formula): void {
  let made = cache.get(latex);
  if (!made) {
    const holder = element("span");
    typesetter!.render(latex, holder, { output: "htmlAndMathml", throwOnError: false, strict: false });
    made = holder.firstChild ?? document.createTextNode(latex);
    if (cache.size >= LARGEST_CACHE) cache.clear();
    cache.set(latex, made);
  }
  place.replaceChildren(made.cloneNode(true));
}

/** A formula as an element. */
export function math(formula: Formula): HTMLElement {
  const place = element("span", { class: "math" }, formula.plain);
  if (typesetter) {
    typeset(place, formula);
  } else {
    waiting.set(place, formula);
    loading ??= load().catch(() => void (loading = null));
  }
  return place;
}
