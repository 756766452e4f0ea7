/**
 * Wires as curves: level within the columns, where they pass beside cards, and one S-shaped piece in each gap between columns. An S with
 * level ends never leaves the box of its ends, so a wire touches no card but its own.
 */

/** A wire under construction, in flow coordinates: along the flow and across it. */
export class WireCurve {
  readonly points: number[];

  constructor(along: number, across: number) {
    this.points = [along, across];
  }

  /** Level to `along`, as a straight piece. */
  level(along: number): void {
    const [start, across] = this.end();
    if (along - start < 0.01) return;
    const third = (along - start) / 3;
    this.points.push(start + third, across, along - third, across, along, across);
  }

  /** In an S (or straight, where it is level) to a point further along. */
  bend(along: number, across: number): void {
    const [start, from] = this.end();
    if (Math.abs(across - from) < 0.01) {
      this.level(along);
      return;
    }
    const reach = (along - start) / 2;
    this.points.push(start + reach, from, along - reach, across, along, across);
  }

  private end(): [number, number] {
    return [this.points.at(-2)!, this.points.at(-1)!];
  }
}
