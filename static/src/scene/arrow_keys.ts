/** Where an arrow key leads in the drawn graph: along the flow to users and inputs, across it to siblings. Pure geometry. */
import type { Layout, PlacedNode } from "../layout/types.ts";
import type { Wire } from "./wiring.ts";

export type Way = "users" | "inputs" | "before" | "after";

const ARROWS: Readonly<Record<"right" | "down", Readonly<Record<string, Way>>>> = {
  right: { ArrowRight: "users", ArrowLeft: "inputs", ArrowUp: "before", ArrowDown: "after" },
  // Turned with the picture, so that an arrow key goes where it points.
  down: { ArrowDown: "users", ArrowUp: "inputs", ArrowLeft: "before", ArrowRight: "after" },
};

/** The way a key leads, or null for any other key. */
export function wayOf(key: string, direction: Layout["direction"]): Way | null {
  return ARROWS[direction][key] ?? null;
}

/** The node reached from another one; the same where there is none that way. */
export function walk(wires: readonly Wire[], layout: Layout, from: number, way: Way): number {
  const places = new Map(layout.nodes.map((placed) => [placed.id, placed]));
  const here = places.get(from);
  if (!here) return from;
  // An operation drawn on its own is half a step before the card it belongs to.
  const ends = wires
    .map(({ source, target, slot }) => ({ source: Math.ceil(source), target: Math.ceil(target), slot }))
    .filter(({ source, target }) => source !== target);
  if (way === "users")
    return nearest(
      ends.filter(({ source }) => source === from).map(({ target }) => target),
      here,
      places,
      layout.direction,
    );
  if (way === "inputs")
    return ends.filter(({ target }) => target === from).sort((one, other) => one.slot - other.slot)[0]?.source ?? from;
  const across = layout.direction === "right" ? "y" : "x";
  const siblings = layout.nodes
    .filter(({ id, rank }) => Number.isInteger(id) && rank === here.rank)
    .sort((one, other) => one[across] - other[across]);
  const index = siblings.findIndex(({ id }) => id === from);
  return siblings[index + (way === "before" ? -1 : 1)]?.id ?? from;
}

/** Of a card's wires on one side those that something travels, in the order in which their other ends are across the flow. */
export function wiresBeside(wires: readonly Wire[], layout: Layout, card: number, way: "users" | "inputs"): Wire[] {
  const places = new Map(layout.nodes.map((placed) => [placed.id, placed]));
  const [near, far] = way === "users" ? (["source", "target"] as const) : (["target", "source"] as const);
  const across = layout.direction === "right" ? "y" : "x";
  const placeOf = (wire: Wire): number => places.get(Math.ceil(wire[far]))?.[across] ?? 0;
  return wires
    .filter((wire) => wire.edges.length > 0 && Math.ceil(wire[near]) === card)
    .sort((one, other) => placeOf(one) - placeOf(other) || one.slot - other.slot);
}

/** Where an arrow key leads from a wire that was reached from a card: to the card at that end, or to the wire beside it; the same where there is none. */
export function walkFromWire(
  wires: readonly Wire[],
  layout: Layout,
  wire: Wire,
  from: number,
  way: Way,
): { readonly card: number } | { readonly wire: Wire } {
  if (way === "users") return { card: Math.ceil(wire.target) };
  if (way === "inputs") return { card: Math.ceil(wire.source) };
  const siblings = wiresBeside(wires, layout, from, Math.ceil(wire.source) === from ? "users" : "inputs");
  const index = siblings.findIndex(({ id }) => id === wire.id);
  return { wire: siblings[index + (way === "before" ? -1 : 1)] ?? wire };
}

/** Of several users the one that is closest by. */
function nearest(
  candidates: readonly number[],
  here: PlacedNode,
  places: ReadonlyMap<number, PlacedNode>,
  direction: Layout["direction"],
): number {
  const [along, across] = direction === "right" ? (["x", "y"] as const) : (["y", "x"] as const);
  const distance = (id: number): number => {
    const there = places.get(id)!;
    return Math.abs(there[along] - here[along]) + Math.abs(there[across] - here[across]);
  };
  return candidates.reduce((best, id) => (best === here.id || distance(id) < distance(best) ? id : best), here.id);
}
