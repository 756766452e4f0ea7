/**
 * Tokens under way: a clock that moves them along their wires, one after the other, and reports when each lands. Draws nothing itself.
 * Time comes in as `frames`, so that tests and reduced motion need no clock.
 */
import { easeCubicInOut } from "d3-ease";

/** Something that moves along a wire. */
export interface Flyer {
  readonly wire: number;
  readonly backward: boolean;
  readonly text: string;
  readonly sign: -1 | 0 | 1;
  /** What it is until it passes the slope of its wire. */
  readonly before?: { readonly text: string; readonly sign: -1 | 0 | 1 };
}

/** What flies at the same time; when all has landed, the picture shows `position`. */
export interface Leg {
  readonly flyers: readonly Flyer[];
  readonly position: number;
}

export interface FlyerAt extends Flyer {
  /** 0 at the wire's source, 1 at its target. */
  readonly fraction: number;
}

export interface FlightPorts {
  /** Calls back before the next repaint with a time in milliseconds; returns what cancels it. */
  frame(run: (time: number) => void): () => void;
  move(flyers: readonly FlyerAt[]): void;
  land(position: number): void;
}

/** Starts a flight of `duration` milliseconds in all; the returned function ends it where it is. */
export function fly(legs: readonly Leg[], duration: number, ports: FlightPorts): () => void {
  const flying = legs.filter(({ flyers }) => flyers.length > 0).length;
  const legDuration = duration / Math.max(1, flying);
  let index = 0;
  let legStart: number | null = null;
  let cancel = ports.frame(tick);

  function tick(time: number): void {
    legStart ??= time;
    while (index < legs.length && (legs[index]!.flyers.length === 0 || time - legStart >= legDuration)) {
      if (legs[index]!.flyers.length > 0) legStart += legDuration;
      ports.land(legs[index]!.position);
      index += 1;
    }
    const leg = legs[index];
    if (!leg) return ports.move([]);
    const eased = easeCubicInOut((time - legStart) / legDuration);
    ports.move(leg.flyers.map((flyer) => ({ ...flyer, fraction: flyer.backward ? 1 - eased : eased })));
    cancel = ports.frame(tick);
  }

  return () => {
    cancel();
    ports.move([]);
  };
}
