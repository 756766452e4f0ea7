/** The colours of the style sheets, for what is painted on a canvas. */

/**
 * Reads custom properties by name, `--ink`. They are read where they are declared, at the element with the theme: within the picture, whose
 * style depends on its size, the browser would have to lay out the page for it.
 */
export function coloursWithin(place: Element): (name: `--${string}`) => string {
  const style = getComputedStyle(place.closest("[data-theme]") ?? document.documentElement);
  return (name) => style.getPropertyValue(name);
}
