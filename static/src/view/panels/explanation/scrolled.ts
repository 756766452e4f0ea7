/** A formula that is wider than its place gets more room (`is-wide`), or is scrolled there; the keyboard reaches it then, and skips it otherwise. */

const places = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    // A line of its own first; what is wider than that is scrolled. The class stays: there the formula may fit.
    if (target.scrollWidth > target.clientWidth) target.classList.add("is-wide");
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});

/** The same element, a stop of Tab while there is something to scroll. */
export function scrolled<Place extends HTMLElement>(place: Place): Place {
  places.observe(place);
  return place;
}
