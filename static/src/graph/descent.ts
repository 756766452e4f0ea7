/** Gradient descent, told one step at a time: where it goes next, and how it went. Pure; gradients come from whoever asks. Knows no DOM. */

export interface DescentStep {
  /** Where it stands, by name. */
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
  if (!Number.isFinite(last.value)) return "It runs away: each step lands farther out than the last. The rate is too large.";
  const moved = Object.keys(first.place).some((name) => first.place[name] !== last.place[name]);
  if (!moved) return "The gradient is 0 here, so it does not move.";
  if (last.value > first.value) return "It climbs instead of falling: each step is too long. Try a smaller rate.";
  const turns = turnsOf(steps);
  const name = Object.keys(first.place).length === 1 ? "swings from side to side as it falls" : "zigzags as it falls";
  return turns >= steps.length / 2 ? `It ${name}; a smaller rate would go straight down.` : "Each step goes a little farther down.";
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
