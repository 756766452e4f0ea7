/** The size of an element as the browser last reported it: reading it never makes the browser lay out. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Measured once, then kept by a ResizeObserver; hidden elements have no size. */
export function observedSize(element: Element): () => Size {
  let size: Size = { width: element.clientWidth, height: element.clientHeight };
  new ResizeObserver(() => {
    size = { width: element.clientWidth, height: element.clientHeight };
  }).observe(element);
  return () => size;
}
