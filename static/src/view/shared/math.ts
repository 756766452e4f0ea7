/** Typeset formulas. KaTeX comes when the first formula is wanted; until then, and where it cannot come, a line of text is shown. */
import type { Formula } from "../../explain/notation.ts";
import { element } from "./dom.ts";
import { lineOf } from "./typeset_text.ts";

/** A part of a formula before it is drawn. KaTeX exports the tree, but does not declare it. */
interface Part {
  children?: Part[];
  attributes?: Record<string, string>;
}
interface Typesetter {
  __renderToDomTree(latex: string, options: import("katex").KatexOptions): Part & { toNode(): HTMLElement };
}

/** Formulas repeat from frame to frame; typesetting one costs about half a millisecond. */
const LARGEST_CACHE = 500;
/** Those that nearly every formula is set in. */
const FONTS: readonly string[] = ["1em KaTeX_Main", "italic 1em KaTeX_Math"];
const LONGEST_WAIT_FOR_FONTS = 3000;
const cache = new Map<string, Node>();
const waiting = new Map<HTMLElement, Formula>();
let typesetter: Typesetter | null = null;
let loading: Promise<void> | null = null;
let moment: Promise<void> = Promise.resolve();

/** Puts typesetting off until then; without this it begins with the first formula. */
export function typesetFrom(later: Promise<void>): void {
  moment = later;
}

async function load(): Promise<void> {
  await moment;
  const style = element("link", { rel: "stylesheet", href: document.body.dataset.mathStyle ?? "" });
  const styled = new Promise((resolve, reject) => {
    style.addEventListener("load", resolve);
    style.addEventListener("error", reject);
  });
  document.head.append(style);
  const [katex] = await Promise.all([import("katex"), styled]);
  // A formula whose fonts are still on their way is blank; the plain text is not.
  const fonts = Promise.all(FONTS.map((font) => document.fonts.load(font)));
  await Promise.race([fonts.catch(() => {}), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_FOR_FONTS))]);
  typesetter = katex.default as unknown as Typesetter;
  for (const [place, formula] of waiting) if (place.isConnected) typeset(place, formula);
  waiting.clear();
}

function typeset(place: HTMLElement, { latex }: Formula): void {
  let made = cache.get(latex);
  if (!made) {
    const tree = typesetter!.__renderToDomTree(latex, { output: "htmlAndMathml", throwOnError: false, strict: false });
    moveWidths(tree);
    made = tree.toNode();
    for (const each of (made as HTMLElement).querySelectorAll<SVGElement>("[data-width]")) each.style.width = each.dataset.width!;
    if (cache.size >= LARGEST_CACHE) cache.clear();
    cache.set(latex, made);
  }
  place.replaceChildren(made.cloneNode(true));
}

/** Tall brackets have their width in a `style` attribute, which the page's content security policy refuses; scripts may set it. */
function moveWidths(part: Part): void {
  if (part.attributes?.style?.startsWith("width:")) {
    part.attributes["data-width"] = part.attributes.style.slice("width:".length);
    delete part.attributes.style;
  }
  for (const each of part.children ?? []) moveWidths(each);
}

/** A formula as an element. */
export function math(formula: Formula): HTMLElement {
  const place = element("span", { class: "math" }, ...lineOf(formula));
  if (typesetter) {
    typeset(place, formula);
  } else {
    waiting.set(place, formula);
    loading ??= load().catch(() => void (loading = null));
  }
  return place;
}
