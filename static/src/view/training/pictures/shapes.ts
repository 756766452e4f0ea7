/** What the studio's drawings share: classes by shape as well as colour, and SVG elements that are changed rather than made again. */
import { type SymbolType, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from "d3-shape";
import { append, setAttribute } from "../../shared/svg.ts";

const SHAPES: readonly SymbolType[] = [symbolDiamond, symbolCircle, symbolTriangle, symbolSquare];

/** The outline of a point of a class around the origin. */
export function outlineOf(target: number, area: number): string {
  return symbol(SHAPES[target % SHAPES.length]!, area)() ?? "";
}

/** Exactly so many children of one kind, made or removed at the end. */
export function pool<Name extends keyof SVGElementTagNameMap>(
  parent: SVGElement,
  name: Name,
  count: number,
): SVGElementTagNameMap[Name][] {
  while (parent.childElementCount > count) parent.lastElementChild!.remove();
  while (parent.childElementCount < count) append(parent, name);
  return Array.from(parent.children) as SVGElementTagNameMap[Name][];
}

/** Sets several attributes, each only where it differs. */
export function dress(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, String(value));
}

const USUAL_FONT_SIZE = 16;
const PROJECTED = 1.4;

/** How many pixels a unit of a drawing takes: drawings grow with the type, on very large screens and for the back row. */
export function unitOf(): number {
  const root = document.documentElement;
  return (parseFloat(getComputedStyle(root).fontSize) / USUAL_FONT_SIZE) * (root.hasAttribute("data-projector") ? PROJECTED : 1);
}

export const short = (value: number): string => String(Math.round(value * 10) / 10);
