/** A formula that is wider than its place is scrolled there; the keyboard reaches it then, and skips it otherwise. */

const places = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});

/** The same element, a stop of Tab while there is something to scroll. */
export function scrolled<Place extends HTMLElement>(place: Place): Place {
  places.observe(place);
  return place;
}
