/** The few D3 types and helpers that every part of the drawing shares. */
import type { Selection } from "d3-selection";

/** Any group of the drawing. */
export type Group = Selection<SVGGElement, unknown, null, undefined>;

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes, appended to a parent. */
export function append<Name extends keyof SVGElementTagNameMap>(
  parent: Element,
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

/** Sets text only where it differs: most of a repaint changes nothing. Works on the text node itself, which is several times cheaper. */
export function setText(element: Element, text: string): void {
  const node = element.firstChild;
  if (node === null) {
    if (text !== "") element.textContent = text;
  } else if (node.nodeValue !== text) {
    node.nodeValue = text;
  }
}

export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** The sign of a number as the name of a class. */
export function signClass(sign: -1 | 0 | 1): "positive" | "negative" | "zero" {
  return sign > 0 ? "positive" : sign < 0 ? "negative" : "zero";
}

/** Rounded to the hundredth of a pixel, as paths and transforms want it. */
export function at(x: number, y: number): string {
  return `translate(${Math.round(x * 100) / 100},${Math.round(y * 100) / 100})`;
}

/** Takes the opacity back that a transition has written on an element; for d3's "end". */
export function unstyled(this: SVGElement): void {
  this.style.removeProperty("opacity");
}
