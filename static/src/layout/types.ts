/**
 * What goes into the layered layout and what comes out of it, and nothing else: no DOM, no graph of numbers, no functions.
 * Everything is plain data, so that it travels to a worker and back as it is. Lengths are in the units of the picture.
 */

/** Where evaluation leads: inputs left and output right, or inputs above and output below. */
export type Direction = "right" | "down";

/**
 * A circle at the middle of a side on whose outline wires dock, such as an operation's glyph or the round end of a pill.
 * `inset` is how far inside the side its centre lies: 0 sits on the side and bulges out of it, `radius` touches it from within.
 */
export interface Dock {
  radius: number;
  inset: number;
}

export interface LayoutNode {
  /** Any number, unique; an input has a smaller one than its user. Fractions are fine (an operation drawn on its own before node 7: 6.5). */
  id: number;
  width: number;
  height: number;
  /** What the node is called from one edit to the next, so that `previous` finds it again; its id where absent. */
  key?: string;
  /**
   * For operations whose inputs may be exchanged, such as a sum: wires dock where they cross least, and in the order in which the
   * program begins what they bring if that costs nothing. Absent: always in the order of the slots, as `-`, `/` and `**` need it.
   */
  anyOrder?: boolean;
  /** Where wires dock on the side they enter; on the side itself where absent. */
  entry?: Dock;
  /** Where wires dock on the side they leave; on the side itself where absent. */
  exit?: Dock;
}

export interface LayoutEdge {
  /** Unique among the edges. */
  id: number;
  source: number;
  target: number;
  /** Which input of the target: ports are in this order along the entering side, top to bottom (left to right when down), see `anyOrder`. */
  slot: number;
  /** Its ends belong together and are next to each other, even where other wires would be shorter otherwise: an operation drawn on its own, and its value. */
  close?: boolean;
  /** A part of a way that several wires share, see trunks.ts: it runs straight on where it can. */
  trunk?: boolean;
}

/** Distances to keep free. Each has a default (`DEFAULT_GAPS` in layout.ts). */
export interface Gaps {
  /** Between one column of nodes and the next, along the flow; wires bend here. */
  layer: number;
  /** By which part of itself that grows at most, where wires climb steeply in it. */
  widening: number;
  /** Between neighbouring nodes of one column. */
  node: number;
  /** Between a wire that passes through a column and what is beside it. */
  wire: number;
  /** Between neighbouring ports of one node, where the side has room. */
  port: number;
  /** Around the whole picture. */
  margin: number;
}

export interface LayoutRequest {
  nodes: readonly LayoutNode[];
  edges: readonly LayoutEdge[];
  direction: Direction;
  gaps?: Partial<Gaps>;
  /** The layout before an edit: nodes found again by key keep their order unless that costs many crossings. */
  previous?: Layout;
}

export interface PlacedNode {
  id: number;
  key: string;
  /** The box's top left corner. A dock that bulges lies outside the box, in space kept free for it. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Column (row when down), counted from the inputs. */
  rank: number;
}

export interface PlacedEdge {
  id: number;
  source: number;
  target: number;
  slot: number;
  /**
   * The wire as joined cubic Bézier pieces in one flat list: x and y of the start, then of two control points and an end for each piece
   * (2 + 6n numbers). The first point is the port on the source, the last the port on the target; curve.ts draws and measures it.
   */
  curve: number[];
  /** How much of its way, up to the target, it shares with no other; absent where that is all of it. */
  alone?: number;
}

export interface Layout {
  direction: Direction;
  /** Size of the whole picture, margin included; its top left corner is at 0, 0. */
  width: number;
  height: number;
  /** In the order of the request. */
  nodes: PlacedNode[];
  /** In the order of the request. */
  edges: PlacedEdge[];
  /** Pairs of wires that cross, as counted between neighbouring columns. */
  crossings: number;
  /** How far everything was moved to make room on the left or above for what a hand has put there; absent where it was not. */
  shift?: { readonly x: number; readonly y: number };
}

/** How far nodes were moved by hand, by their keys: along the flow and across it. */
export type Moves = Readonly<Record<string, readonly [number, number]>>;

/** What the page asks the layout's worker; sequence numbers grow, and only the newest question matters. */
export interface LayoutQuestion {
  sequence: number;
  request: LayoutRequest;
}

export interface LayoutAnswer {
  sequence: number;
  layout: Layout;
}
