/**
 * Forward mode on the timeline: its passes follow the backward pass, one for each direction, and a node's tangent travels on with its value.
 * Value and tangent together are a dual number, value + tangent·ε. Pure; knows no DOM and no clock.
 */
import type { Graph, Term, Value } from "../core/types.ts";

/** A frame of a pass: a node moves. */
export interface Motion {
  /** Where on the timeline it does so. */
  readonly position: number;
  readonly tangent: Value;
  readonly terms: readonly Term[];
}

export interface Pass {
  /** Which of the graph's directions. */
  readonly direction: number;
  /** Positions before its first step and after its last. */
  readonly from: number;
  readonly to: number;
  /** By node that moves. */
  readonly motions: ReadonlyMap<number, Motion>;
  /** By edge: what it adds to the tangent of its target, and when. */
  readonly sent: ReadonlyMap<number, { readonly position: number; readonly value: Value }>;
}

/** How many steps come before forward mode. */
export function stepsBeforePasses({ steps }: Graph): number {
  let count = steps.length;
  while (count > 0 && steps[count - 1]!.phase === "tangent") count -= 1;
  return count;
}

export function passesOf(graph: Graph): Pass[] {
  const passes: (Pass & { motions: Map<number, Motion>; sent: Map<number, { position: number; value: Value }>; to: number })[] =
    [];
  for (let index = stepsBeforePasses(graph); index < graph.steps.length; index += 1) {
    const step = graph.steps[index]!;
    const position = index + 1;
    if (passes.at(-1)?.direction !== step.direction) {
      passes.push({ direction: step.direction!, from: index, to: index, motions: new Map(), sent: new Map() });
    }
    const pass = passes.at(-1)!;
    pass.to = position;
    pass.motions.set(step.node!, { position, tangent: step.tangent!, terms: step.terms! });
    for (const { edge, sent } of step.terms!) pass.sent.set(edge, { position, value: sent });
  }
  return passes;
}

/** The pass that a position is in; null while values or gradients flow. */
export function passAt(passes: readonly Pass[], position: number): Pass | null {
  return passes.find(({ from, to }) => position > from && position <= to) ?? null;
}

/** How a node moves, as far as the timeline has got; null where nothing has reached it. */
export function motionAt(pass: Pass, node: number, position: number): Motion | null {
  const motion = pass.motions.get(node);
  return motion && motion.position <= position ? motion : null;
}

/** What a pass is called: the names that it moves. */
export function passName(graph: Graph, { direction }: Pass): string {
  return Object.keys(graph.directions![direction]!.seeds).join(", ");
}
