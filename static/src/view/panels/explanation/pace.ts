/** When a panel is drawn again: not while it would hold the graph up, and not faster than anybody reads. */

export interface Pace {
  /** Once a frame is enough, and after it: the graph under the finger comes first. */
  drawNext(): void;
  /** A slider brings new numbers sixty times a second; nobody reads formulas at that rate, and setting them would hold the graph up. */
  drawAtEase(between: number): void;
  /** It has been drawn, also where it was not due yet: nothing is due any more. */
  drew(): void;
  /** Milliseconds since then. */
  sinceDrawn(): number;
}

export function createPace(draw: () => void): Pace {
  let [frame, resting, drawn] = [0, 0, Number.NEGATIVE_INFINITY];
  const pace: Pace = {
    drawNext: () => void (frame ||= requestAnimationFrame(() => void setTimeout(draw))),
    drawAtEase(between) {
      const rest = between - pace.sinceDrawn();
      if (rest <= 0) pace.drawNext();
      else resting ||= window.setTimeout(pace.drawNext, rest);
    },
    drew() {
      frame = 0;
      window.clearTimeout(resting);
      resting = 0;
      drawn = performance.now();
    },
    sinceDrawn: () => performance.now() - drawn,
  };
  return pace;
}
