/**
 * A large graph from far away, on a canvas: rectangles and lines instead of thousands of elements. Where few are in view they are drawn
 * as they are; where many are, from two bitmaps of the whole picture, one of wires and one of cards, so that panning costs two copies.
 * What is too small to read is not drawn to be read.
 */
import type { Layout, PlacedEdge, PlacedNode } from "../../../layout/types.ts";
import { coloursWithin } from "../../shared/dom.ts";
import type { Spatial } from "../camera/spatial.ts";
import type { Area } from "../camera/views.ts";

/** How one card looks from far away: the sign of its gradient, or that it has none yet. */
export type FarLook = "unknown" | "zero" | "positive" | "negative";

/** What of a card stands out. */
export interface FarMarks {
  readonly strong: ReadonlySet<number>;
  readonly hits: ReadonlySet<number> | null;
  /** The wire of the selected edge. */
  readonly wire: PlacedEdge | null;
}

export interface View {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export interface FarCanvas {
  /** What is to be drawn; bitmaps are made again only for what changed. */
  draw(layout: Layout, spatial: Spatial, lookOf: (node: number) => FarLook): void;
  /** What stands out of it from now on. */
  mark(marks: FarMarks): void;
  /** The same from another place. */
  look(view: View, visible: Area, size: { readonly width: number; readonly height: number }): void;
  clear(): void;
}

/** More cards than this in view come from the bitmaps. */
const MAX_DRAWN = 2500;
const LONGEST_BITMAP = 3000;
/** Wires drawn before the page gets a breath. */
const WIRES_AT_ONCE = 8000;

type Colours = Readonly<Record<FarLook | "wire" | "outline" | "ink" | "paper", string>>;

interface Drawing {
  readonly layout: Layout;
  readonly spatial: Spatial;
  readonly lookOf: (node: number) => FarLook;
}

export function createFarCanvas(parent: HTMLElement): FarCanvas {
  const canvas = parent.appendChild(document.createElement("canvas"));
  canvas.className = "graph-far";
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d")!;
  let drawing: Drawing | null = null;
  let marks: FarMarks = { strong: new Set(), hits: null, wire: null };
  let seen: { view: View; visible: Area; size: { width: number; height: number } } | null = null;
  let wires: { layout: Layout; bitmap: HTMLCanvasElement; scale: number } | null = null;
  let cards: { drawing: Drawing; bitmap: HTMLCanvasElement; scale: number } | null = null;
  let stopWires = (): void => {};

  function coloursOf(): Colours {
    const colour = coloursWithin(parent);
    return {
      unknown: colour("--raised"),
      zero: colour("--zero-soft"),
      positive: colour("--positive"),
      negative: colour("--negative"),
      wire: colour("--line-strong"),
      outline: colour("--control-line"),
      ink: colour("--ink"),
      paper: colour("--paper"),
    };
  }

  function render(): void {
    if (!drawing || !seen) return;
    const { view, visible, size } = seen;
    const ratio = Math.min(2, devicePixelRatio);
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(view.k * ratio, 0, 0, view.k * ratio, view.x * ratio, view.y * ratio);
    const colours = coloursOf();
    const inView = countWithin(drawing.layout, visible);
    if (inView > MAX_DRAWN) drawBitmaps(colours);
    else {
      strokeWires(context, drawing.spatial.edgesWithin(visible), wireWidth(view.k), colours.wire);
      drawCards(context, drawing.spatial.nodesWithin(visible), drawing, view.k, colours);
    }
    drawMarks(context, drawing.layout, marks, view.k, colours);
  }

  function drawBitmaps(colours: Colours): void {
    const { layout } = drawing!;
    const scale = LONGEST_BITMAP / Math.max(layout.width, layout.height);
    if (wires?.layout !== layout) {
      wires = { layout, bitmap: bitmapOf(layout, scale), scale };
      stopWires();
      stopWires = strokeInTurns(wires.bitmap, layout.edges, scale, colours, () => requestAnimationFrame(render));
    }
    if (cards?.drawing !== drawing) {
      const bitmap = cards && cards.drawing.layout === layout ? cards.bitmap : bitmapOf(layout, scale);
      cards = { drawing: drawing!, bitmap, scale };
      const onCards = bitmap.getContext("2d")!;
      onCards.setTransform(1, 0, 0, 1, 0, 0);
      onCards.clearRect(0, 0, bitmap.width, bitmap.height);
      onCards.setTransform(scale, 0, 0, scale, 0, 0);
      drawCards(onCards, layout.nodes, drawing!, scale, colours);
    }
    for (const { bitmap } of [wires, cards]) context.drawImage(bitmap, 0, 0, bitmap.width / scale, bitmap.height / scale);
  }

  return {
    draw(layout, spatial, lookOf) {
      drawing = { layout, spatial, lookOf };
      canvas.hidden = false;
    },
    mark(next) {
      marks = next;
      render();
    },
    look(view, visible, size) {
      seen = { view, visible, size };
      render();
    },
    clear() {
      if (!drawing) return;
      stopWires();
      drawing = wires = cards = null;
      canvas.hidden = true;
    },
  };
}

function bitmapOf({ width, height }: Layout, scale: number): HTMLCanvasElement {
  const bitmap = document.createElement("canvas");
  bitmap.width = Math.max(1, Math.ceil(width * scale));
  bitmap.height = Math.max(1, Math.ceil(height * scale));
  return bitmap;
}

/** As many as there would be if they stood evenly. */
function countWithin({ nodes, width, height }: Layout, { left, top, right, bottom }: Area): number {
  const across = Math.max(0, Math.min(right, width) - Math.max(left, 0)) / width;
  const down = Math.max(0, Math.min(bottom, height) - Math.max(top, 0)) / height;
  return nodes.length * across * down;
}

/** Wires as lines from bend to bend: from afar nobody sees the curve. */
function strokeWires(context: CanvasRenderingContext2D, edges: readonly PlacedEdge[], width: number, colour: string): void {
  context.beginPath();
  for (const { curve } of edges) {
    context.moveTo(curve[0]!, curve[1]!);
    for (let at = 6; at < curve.length; at += 6) context.lineTo(curve[at]!, curve[at + 1]!);
  }
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

const wireWidth = (k: number): number => Math.max(1.5, 0.75 / k);

/** Some thousands of wires, then a pause; the returned function ends it. */
function strokeInTurns(
  bitmap: HTMLCanvasElement,
  edges: readonly PlacedEdge[],
  scale: number,
  colours: Colours,
  done: () => void,
): () => void {
  const context = bitmap.getContext("2d")!;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  let next = 0;
  let timer = 0;
  const turn = (): void => {
    strokeWires(context, edges.slice(next, next + WIRES_AT_ONCE), wireWidth(scale), colours.wire);
    next += WIRES_AT_ONCE;
    done();
    if (next < edges.length) timer = window.setTimeout(turn);
  };
  turn();
  return () => clearTimeout(timer);
}

/** Pixels of a card from which on its two halves can be distinguished. */
const DETAIL_HEIGHT = 5;

/** A positive gradient fills the upper half more than the lower, a negative one the lower: hue alone must not carry the sign. */
function drawCards(
  context: CanvasRenderingContext2D,
  nodes: readonly PlacedNode[],
  { lookOf }: Drawing,
  k: number,
  colours: Colours,
): void {
  const byLook = new Map<FarLook, PlacedNode[]>();
  for (const place of nodes) {
    const look = Number.isInteger(place.id) ? lookOf(place.id) : "unknown";
    const alike = byLook.get(look);
    if (alike) alike.push(place);
    else byLook.set(look, [place]);
  }
  const least = 2 / k; // never thinner than two pixels
  for (const [look, places] of byLook) {
    const signed = look === "positive" || look === "negative";
    context.fillStyle = colours[look];
    for (const { x, y, width, height } of places) {
      const showsSign = signed && height * k >= DETAIL_HEIGHT;
      const tall = Math.max(least, showsSign ? height * 0.6 : height);
      context.fillRect(x, showsSign && look === "negative" ? y + height - tall : y, Math.max(least, width), tall);
    }
    context.strokeStyle = colours.outline;
    context.lineWidth = Math.max(1.5, 1 / k);
    if (k * 40 >= DETAIL_HEIGHT) for (const { x, y, width, height } of places) context.strokeRect(x, y, width, height);
  }
}

/** What the frame is about, what is selected and what was found: outlined in ink, however small. */
function drawMarks(context: CanvasRenderingContext2D, layout: Layout, marks: FarMarks, k: number, colours: Colours): void {
  if (marks.wire) strokeWires(context, [marks.wire], 2.5 / k, colours.ink);
  if (marks.strong.size === 0 && !marks.hits) return;
  context.strokeStyle = colours.ink;
  context.lineWidth = 2.5 / k;
  const grow = 2 / k;
  for (const { id, x, y, width, height } of layout.nodes) {
    if (marks.strong.has(id) || marks.hits?.has(id)) context.strokeRect(x - grow, y - grow, width + 2 * grow, height + 2 * grow);
  }
}
