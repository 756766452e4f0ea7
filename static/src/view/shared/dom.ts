/** Making elements without markup as text, so that nothing a user typed can become markup. Knows nothing of the page. */
import { say } from "../../messages/messages.ts";

export type Child = Node | string | null | undefined | false;

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** An element with attributes (`true` writes it empty; `false`, null and undefined leave it out) and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

/** A button that looks like a word of the text around it. */
export function textButton(text: string, run: () => void, title?: string): HTMLButtonElement {
  const made = element("button", { type: "button", class: "text-button", title }, text);
  made.addEventListener("click", run);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** An icon of templates/icons.html. */
export function icon(name: string): SVGElement {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", "icon");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  made.append(use);
  return made;
}

/** Text in which code is between backticks, as nodes. */
export function prose(text: string): Node[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : document.createTextNode(part)));
}

export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(say("no-element", { id }));
  return found as Kind;
}

/** Whether keys now belong to a text or a control that uses them itself. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "range"].includes(target.type);
}

/** Fetches a style sheet when it is needed; rejects with the sentence where it cannot be loaded. */
export function loadStyle(address: string, missing: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const style = element("link", { rel: "stylesheet", href: address });
    style.addEventListener("load", () => resolve());
    style.addEventListener("error", () => reject(new Error(missing)));
    document.head.append(style);
  });
}

/** What an element with a theme had for colours, and with which attributes. */
const coloursOf = new WeakMap<HTMLElement, { readonly chosen: string; readonly values: Map<string, string> }>();

/**
 * Reads custom properties by name, `--ink`. They are read where they are declared, at the element with the theme: within the picture, whose
 * style depends on its size, the browser would have to lay out the page for it. They are kept until the theme is another, since amid a
 * change of the page the browser would have to work out all styles first.
 */
export function coloursWithin(place: Element): (name: `--${string}`) => string {
  const themed = place.closest<HTMLElement>("[data-theme]") ?? document.documentElement;
  const chosen = JSON.stringify(themed.dataset);
  let kept = coloursOf.get(themed);
  if (kept?.chosen !== chosen) coloursOf.set(themed, (kept = { chosen, values: new Map() }));
  const { values } = kept;
  return (name) => {
    const value = values.get(name) ?? getComputedStyle(themed).getPropertyValue(name);
    if (value !== "") values.set(name, value); // before the style sheet has come there is none
    return value;
  };
}
