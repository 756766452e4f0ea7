/** Nodes in the hand: a card follows the mouse that drags it, or a finger that has rested on it first. Nothing else of the picture moves. */

/** A card, or an operation that is drawn on its own, as the layout knows it. */
interface Held {
  readonly key: string;
}

export interface DraggingPorts {
  /** What an element of the picture shows; null where it is nothing that can be moved. */
  held(target: Element): Held | null;
  /** Pixels of the screen for one of the picture. */
  zoom(): number;
  /** Moves it on, in lengths of the picture. `joins`: as a part of the drag that is under way. */
  move(key: string, by: { readonly x: number; readonly y: number }, joins: boolean): void;
  /** Ends listening to the window when the picture leaves the page. */
  readonly signal: AbortSignal | undefined;
}

export interface Dragging {
  isUnderWay(): boolean;
}

/** Pixels that a hand may tremble: what moves less is a click. */
const CLICK_DISTANCE = 4;
/** The same of a finger that rests, which is wider than the point of a mouse. */
const FINGER_DISTANCE = 8;
/** Milliseconds that a finger rests on a card before it holds it, as long as for a menu elsewhere on a phone: others step or move the picture. */
const REST = 500;

interface Drag extends Held {
  readonly element: Element | null;
  readonly pointer: number;
  /** Where the card is in the hand now. */
  x: number;
  y: number;
  /** Whether it has left the place where it was taken. */
  isMoving: boolean;
  /** Until a finger has rested long enough; undefined for a mouse, and then. */
  resting: number | undefined;
}

export function listenToDragging(svg: SVGSVGElement, ports: DraggingPorts): Dragging {
  let drag: Drag | null = null;
  let last: PointerEvent | null = null;

  /** A finger that holds a card neither steps nor moves the picture (view/page/swipe.ts, d3-zoom). */
  function holdPicture(event: TouchEvent): void {
    if (!drag || drag.resting !== undefined) return;
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
  }

  function end(): void {
    clearTimeout(drag?.resting);
    drag?.element?.removeAttribute("data-held");
    window.removeEventListener("touchmove", holdPicture, { capture: true });
    svg.classList.remove("is-dragging");
    drag = null;
    last = null;
  }

  /** Once a frame: a mouse reports its way more often than anybody sees it. */
  function follow(): void {
    if (!drag || !last) return;
    const [dx, dy] = [last.clientX - drag.x, last.clientY - drag.y];
    last = null;
    if (dx === 0 && dy === 0) return;
    const k = ports.zoom();
    // The state counts whole lengths; what is less is left for the next frame.
    const by = { x: Math.round(dx / k), y: Math.round(dy / k) };
    drag.x += by.x * k;
    drag.y += by.y * k;
    ports.move(drag.key, by, drag.isMoving);
    drag.isMoving = true;
  }

  svg.addEventListener("pointerdown", (event) => {
    end();
    if (event.button !== 0 || event.ctrlKey || !event.isPrimary || !(event.target instanceof Element)) return;
    const held = ports.held(event.target);
    if (!held) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    const resting = event.pointerType === "touch" ? window.setTimeout(take, REST) : undefined;
    drag = { key: held.key, element: event.target.closest("[data-node]"), pointer, x, y, isMoving: false, resting };
    // Only while a finger is on a card: the browser does not scroll before such a listener has run.
    if (resting === undefined) return;
    const options = { capture: true, passive: false, ...(ports.signal && { signal: ports.signal }) };
    window.addEventListener("touchmove", holdPicture, options);
  });

  /** The finger has rested, which the card shows by rising to it. */
  function take(): void {
    if (!drag) return;
    drag.resting = undefined;
    drag.element?.setAttribute("data-held", "");
    svg.classList.add("is-dragging");
  }

  svg.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const away = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (drag.resting !== undefined) return away > FINGER_DISTANCE ? end() : undefined;
    if (!drag.isMoving && away <= CLICK_DISTANCE) return;
    if (last === null) requestAnimationFrame(follow);
    last = event;
    if (svg.hasPointerCapture(drag.pointer)) return;
    svg.setPointerCapture(drag.pointer);
    svg.classList.add("is-dragging");
  });

  svg.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    follow();
    if (drag?.isMoving) swallowClick();
    end();
  });
  svg.addEventListener("pointercancel", end);

  return { isUnderWay: () => drag !== null };
}

/** The click that ends a drag selects nothing. */
function swallowClick(): void {
  const swallow = (event: MouseEvent): void => event.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}
