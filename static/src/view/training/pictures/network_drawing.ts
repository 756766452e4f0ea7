/** The parts of a network as they are drawn: weights, neurons with their maps and names, and the marks of what is frozen. */
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import type { Network, Neuron } from "../../../training/results/network.ts";
import type { NeuronMaps, NeuronPlace } from "../../../training/results/neurons.ts";
import { append, setText, signClass } from "../../shared/svg.ts";
import {
  drawnWeights,
  endsOf,
  type Frozen,
  frozenCentres,
  MARGIN,
  type Margins,
  NAME_GAP,
  numbersOf,
  type Places,
  type Point,
  radiusOf,
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

/** What of the network is pointed at, or has the focus: a weight, at a place of its line, or a neuron with the weights that come into it. */
export type Pointed =
  | { readonly kind: "weight"; readonly index: number; readonly at: Point }
  | { readonly kind: "neuron"; readonly place: NeuronPlace };

/** What is drawn into, from the back to the front. */
export interface NetworkGroups {
  readonly svg: SVGSVGElement;
  readonly lines: SVGElement;
  readonly cells: SVGElement;
  readonly frames: SVGElement;
  readonly names: SVGElement;
  readonly marks: SVGElement;
  readonly numbers: SVGElement;
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
    const { value } = drawn[index]!;
    const [x1, y1, x2, y2] = endsOf(drawn[index]!, places)
      .flatMap(({ x, y }) => [x, y])
      .map(short);
    const middle = short((Number(x1) + Number(x2)) / 2);
    dress(path, {
      d: `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}`,
      class: `network-weight is-${signClass(value > 0 ? 1 : value < 0 ? -1 : 0)}`,
      "stroke-width": short(THINNEST + (thickest - THINNEST) * strengthOf(value, largest)),
      "stroke-opacity": short(0.25 + 0.75 * strengthOf(value, largest)),
    });
  }
}

/** Above the line that is pointed at, so that the pointer does not cover it. */
const ABOVE = 9;

/** What is pointed at stands out, with its numbers; a neuron with as many as there is room for. */
export function drawPointed({ lines, numbers }: NetworkGroups, { network, places, maps }: Drawn, pointed: Pointed | null): void {
  const isOn = ({ column, to }: { readonly column: number; readonly to: number }, index: number): boolean =>
    pointed?.kind === "weight" ? index === pointed.index : pointed?.place.column === column + 1 && pointed.place.row === to;
  const drawn = drawnWeights(network);
  dress(lines, { class: `network-weights${pointed ? " has-pointed" : ""}` });
  for (const [index, line] of Array.from(lines.children).entries())
    line.classList.toggle("is-pointed", pointed !== null && isOn(drawn[index]!, index));
  const shown = pointed === null ? [] : pointedNumbers(pointed, drawn, network, places, maps !== null);
  for (const [index, text] of pool(numbers, "text", shown.length).entries()) {
    const { at, value, anchor } = shown[index]!;
    dress(text, { x: short(at.x), y: short(at.y), "text-anchor": anchor });
    setText(text, formatNumber(value, 3));
  }
}

function pointedNumbers(
  pointed: Pointed,
  drawn: readonly { readonly value: number }[],
  network: Network,
  places: Places,
  hasMaps: boolean,
): readonly { readonly at: Point; readonly value: number; readonly anchor: string }[] {
  if (pointed.kind === "weight") {
    const weight = drawn[pointed.index];
    const at = { x: pointed.at.x, y: pointed.at.y - ABOVE };
    return weight ? [{ at, value: weight.value, anchor: "middle" }] : [];
  }
  return numbersOf(network, places, pointed.place, hasMaps).map(({ weight, at }) => ({
    at: { x: at.x, y: at.y + 4 },
    value: weight.value,
    anchor: "start",
  }));
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
  for (const [index, frame] of pool(frames, "rect", made.length).entries()) {
    const { column, row } = made[index]!;
    const side = places.side(column);
    dress(frame, {
      x: short(places.x(column, row) - side / 2),
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
  const corners = made.map(({ column, row }) => {
    const side = places.side(column);
    return {
      layer: column - 1,
      neuron: row,
      x: places.x(column, row) - side / 2 + margins.left + 1,
      y: places.y(column, row) - side / 2 + MARGIN + 1,
      side: side - 2,
    };
  });
  canvas.paint(maps, corners, size, unitOf());
}

export function drawNeurons({ cells }: NetworkGroups, drawn: Drawn): void {
  const { network, places, maps } = drawn;
  const { neurons } = network;
  const radius = short(radiusOf(places, 0, maps !== null));
  for (const [index, circle] of pool(cells, "circle", neurons.length).entries()) {
    const { column, row, bias } = neurons[index]!;
    dress(circle, {
      cx: short(places.x(column, row)),
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
  const { network, places, maps } = drawn;
  const { neurons, sizes } = network;
  const ends = neurons.filter(({ column }) => (column === 0 || column === sizes.length - 1) && places.gap(column) >= LEAST_NAMED);
  for (const [index, text] of pool(names, "text", ends.length).entries()) {
    const { column, row, name } = ends[index]!;
    const isFeature = column === 0;
    dress(text, {
      x: short(places.x(column, row) + (isFeature ? -1 : 1) * (radiusOf(places, column, maps !== null) + NAME_GAP)),
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
