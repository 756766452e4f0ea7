/** The parts of a network as they are drawn: weights, neurons with their maps and names, and the marks of what is frozen. */
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import type { Network, Neuron, Places } from "../../../training/results/network.ts";
import type { NeuronMaps } from "../../../training/results/neurons.ts";
import { append, setText, signClass } from "../../shared/svg.ts";
import {
  drawnWeights,
  type Frozen,
  frozenCentres,
  LARGEST_CIRCLE,
  MARGIN,
  type Margins,
  mapSide,
  NAME_GAP,
  type Size,
  strengthOf,
} from "./network_places.ts";
import type { MapCanvas } from "./neuron_maps.ts";
import { dress, pool, short, unitOf } from "./shapes.ts";

/** The network of one moment, and where it is drawn. */
export interface Drawn {
  readonly network: Network;
  readonly size: Size;
  readonly margins: Margins;
  readonly places: Places;
  readonly frozen: Frozen;
  /** What its neurons say; null while nobody sees them. */
  readonly maps: NeuronMaps | null;
}

/** What is drawn into, from the back to the front. */
export interface NetworkGroups {
  readonly svg: SVGSVGElement;
  readonly lines: SVGElement;
  readonly cells: SVGElement;
  readonly frames: SVGElement;
  readonly names: SVGElement;
  readonly marks: SVGElement;
  readonly canvas: MapCanvas;
}

/** Names closer than this would cover one another. */
const LEAST_NAMED = 12;
/** Widths of the weakest and the strongest weight, in pixels: hundreds of lines are distinguished only if most are thin. */
const THINNEST = 0.4;
const THICKEST = 4;
/** The side of the square on a frozen weight. */
const FROZEN_SIDE = 6;

export function drawWeights({ lines }: NetworkGroups, { network, places }: Drawn): void {
  const { weights } = network;
  const largest = weights.reduce((most, { value }) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 1e-12);
  const thickest = Math.max(1.5, Math.min(THICKEST, places.closest * 0.4));
  const drawn = drawnWeights(network);
  for (const [index, path] of pool(lines, "path", drawn.length).entries()) {
    const { column, from, to, value } = drawn[index]!;
    const [x1, y1, x2, y2] = [places.x(column), places.y(column, from), places.x(column + 1), places.y(column + 1, to)].map(
      short,
    );
    const middle = short((Number(x1) + Number(x2)) / 2);
    dress(path, {
      d: `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}`,
      class: `network-weight is-${signClass(value > 0 ? 1 : value < 0 ? -1 : 0)}`,
      "stroke-width": short(THINNEST + (thickest - THINNEST) * strengthOf(value, largest)),
      "stroke-opacity": short(0.25 + 0.75 * strengthOf(value, largest)),
      "data-index": index,
    });
  }
}

/** How many of the weights are drawn, and what the squares are. */
export function legendOf({ network, frozen }: Drawn): string {
  const { length: count } = drawnWeights(network);
  const { length: all } = network.weights;
  const legend = count < all ? say("strongest-weights", { count, count2: all }) : say("all-weights", { count: all });
  return frozen ? `${legend} ${say("frozen-legend")}` : legend;
}

/** A small square on all that is frozen. */
export function drawFrozen({ marks }: NetworkGroups, { network, places, frozen, maps }: Drawn): void {
  const centres = frozenCentres(network, places, frozen, maps !== null);
  for (const [index, mark] of pool(marks, "rect", centres.length).entries()) {
    const { x, y } = centres[index]!;
    dress(mark, { x: short(x - FROZEN_SIDE / 2), y: short(y - FROZEN_SIDE / 2), width: FROZEN_SIDE, height: FROZEN_SIDE });
  }
}

function frameName({ column, row, name }: Neuron, frozen: Frozen): string {
  const own = frozen?.({ column, row }) ?? [];
  const count = own.filter(Boolean).length;
  return count === 0 ? name : say("neuron-frozen", { name, count, total: own.length });
}

/** Every neuron as a map of what it says. */
export function drawMaps({ svg, frames, canvas }: NetworkGroups, drawn: Drawn): void {
  const { network, places, frozen, maps, size, margins } = drawn;
  const made = maps === null ? [] : network.neurons.filter(({ column }) => column > 0);
  const side = mapSide(places);
  for (const [index, frame] of pool(frames, "rect", made.length).entries()) {
    const { column, row } = made[index]!;
    dress(frame, {
      x: short(places.x(column) - side / 2),
      y: short(places.y(column, row) - side / 2),
      width: short(side),
      height: short(side),
      rx: 2,
      class: `network-frame${frozen?.({ column, row }).every(Boolean) ? " is-frozen" : ""}`,
      role: "button",
      tabindex: index === 0 ? 0 : -1,
      "aria-label": frameName(made[index]!, frozen),
      "data-column": column,
      "data-row": row,
    });
  }
  dress(svg, { role: maps === null ? "img" : "group" });
  if (maps === null) return canvas.clear();
  const corners = made.map(({ column, row }) => ({
    layer: column - 1,
    neuron: row,
    x: places.x(column) - side / 2 + margins.left + 1,
    y: places.y(column, row) - side / 2 + MARGIN + 1,
  }));
  canvas.paint(maps, corners, side - 2, size, unitOf());
}

/** A feature keeps a small circle beside maps; a neuron has the half of its map's side. */
function radiusOf({ places, maps }: Drawn, column: number): number {
  if (maps === null) return Math.max(2.5, Math.min(LARGEST_CIRCLE, places.closest * 0.36));
  const side = mapSide(places) / 2;
  return column === 0 ? Math.min(5, side) : side;
}

export function drawNeurons({ cells }: NetworkGroups, drawn: Drawn): void {
  const { network, places, maps } = drawn;
  const { neurons } = network;
  const radius = short(radiusOf(drawn, 0));
  for (const [index, circle] of pool(cells, "circle", neurons.length).entries()) {
    const { column, row, bias } = neurons[index]!;
    dress(circle, {
      cx: short(places.x(column)),
      cy: short(places.y(column, row)),
      r: radius,
      display: maps !== null && column > 0 ? "none" : "inline",
      class: `network-neuron ${bias === null ? "is-feature" : `is-${signClass(bias > 0 ? 1 : bias < 0 ? -1 : 0)}`}`,
    });
    title(
      circle,
      bias === null ? neurons[index]!.name : say("neuron-bias", { name: neurons[index]!.name, bias: formatNumber(bias) }),
    );
  }
}

export function drawNames({ names }: NetworkGroups, drawn: Drawn): void {
  const { network, places } = drawn;
  const { neurons, sizes } = network;
  const ends = neurons.filter(({ column }) => (column === 0 || column === sizes.length - 1) && places.gap(column) >= LEAST_NAMED);
  for (const [index, text] of pool(names, "text", ends.length).entries()) {
    const { column, row, name } = ends[index]!;
    const isFeature = column === 0;
    dress(text, {
      x: short(places.x(column) + (isFeature ? -1 : 1) * (radiusOf(drawn, column) + NAME_GAP)),
      y: short(places.y(column, row) + 4),
      "text-anchor": isFeature ? "end" : "start",
    });
    setText(text, name);
  }
}

function title(parent: Element, text: string): void {
  const existing = parent.querySelector("title");
  if (existing) setText(existing, text);
  else append(parent, "title").textContent = text;
}
