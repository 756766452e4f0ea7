/** Gradient descent, one step at a time: where it goes next, and how it went. Pure; gradients come from the caller. Knows no DOM. */
import { say } from "../messages/messages.ts";

export interface DescentStep {
  /** Where it is, by name. */
  readonly place: Readonly<Record<string, number>>;
  readonly value: number;
}

/** Against the gradient, as far as the learning rate says. */
export function stepDown(
  place: Readonly<Record<string, number>>,
  gradients: Readonly<Record<string, number>>,
  rate: number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(place).map(([name, value]) => [name, value - rate * (gradients[name] ?? 0)]));
}

/** How a walk went, in a sentence. */
export function describeDescent(steps: readonly DescentStep[]): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last || steps.length < 2) return "";
  if (!Number.isFinite(last.value)) return say("descent-runs-away");
  const moved = Object.keys(first.place).some((name) => first.place[name] !== last.place[name]);
  if (!moved) return say("descent-flat");
  if (last.value > first.value) return say("descent-climbs");
  const turns = turnsOf(steps);
  const name = Object.keys(first.place).length === 1 ? say("descent-swings") : say("descent-zigzags");
  return turns >= steps.length / 2 ? say("descent-smaller-rate", { name }) : say("descent-fine");
}

/** How often a coordinate changed its direction: once for each step that came back. */
function turnsOf(steps: readonly DescentStep[]): number {
  const names = Object.keys(steps[0]!.place);
  const turns = names.map((name) => {
    const moves = steps.slice(1).map(({ place }, index) => place[name]! - steps[index]!.place[name]!);
    return moves.slice(1).filter((move, index) => move * moves[index]! < 0).length;
  });
  return Math.max(0, ...turns);
}
