/** A formula that is wider than its place gets more room (`is-wide`), or is scrolled there; the keyboard reaches it then, and skips it otherwise. */

function fit(place: HTMLElement): void {
  // A line of its own first; what is wider than that is scrolled. The class stays: there the formula may fit.
  if (place.scrollWidth > place.clientWidth) place.classList.add("is-wide");
  if (place.scrollWidth > place.clientWidth) place.tabIndex = 0;
  else place.removeAttribute("tabindex");
}

const places = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    fit(target as HTMLElement);
    void document.fonts.ready.then(() => fit(target as HTMLElement)); // which changes how wide a formula is, and not its place
  }
});

/** The same element, a stop of Tab while there is something to scroll. */
export function scrolled<Place extends HTMLElement>(place: Place): Place {
  places.observe(place);
  return place;
}
