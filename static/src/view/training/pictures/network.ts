/** The network drawn: a line per weight, as wide as it is strong, solid where positive and dashed where negative. Draws one moment. */

import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { inputNames } from "../../../training/results/features.ts";
import { type Network, networkOf, type Places, placesOf, strongest } from "../../../training/results/network.ts";
import { frozenWeights, type NeuronMaps, type NeuronPlace, neuronMaps } from "../../../training/results/neurons.ts";
import type { Parameters, Started } from "../../../training/types.ts";
import { element } from "../../shared/dom.ts";
import { append, setText, signClass } from "../../shared/svg.ts";
import { createMapCanvas } from "./neuron_maps.ts";
import { dress, pool, short, unitOf } from "./shapes.ts";

export interface NetworkView {
  readonly root: HTMLElement;
  show(parameters: Parameters, started: Started): void;
}

export interface NetworkPorts {
  /** A neuron is pointed at, or none any more. */
  see(neuron: NeuronPlace | null): void;
  choose(neuron: NeuronPlace): void;
}

/** More lines than this are a smear, and slow. */
const MAX_WEIGHTS = 700;
/** Cells per side of a neuron's map, and its size in the drawing. */
const CELLS = 20;
const LARGEST_MAP = 44;
const LARGEST_CIRCLE = 9;
/** Names closer than this would cover one another. */
const LEAST_NAMED = 12;
const MARGIN = 16;
/** Between a neuron and its name, and the width of one of its letters, which is 12 pixels high. */
const NAME_GAP = 6;
const LETTER = 7.5;
/** Widths of the weakest and the strongest weight, in pixels: hundreds of lines are distinguished only if most are thin. */
const THINNEST = 0.4;
const THICKEST = 4;
/** The side of the square on a frozen weight, and where it is on its line: a curve that is level at both ends. */
const FROZEN_SIDE = 6;
const AT = 0.7;
const BEND = 1.5 * AT * (1 - AT) + AT ** 3;
const HEIGHT_AT_BEND = 3 * (1 - AT) * AT ** 2 + AT ** 3;

export function createNetwork(ports: NetworkPorts): NetworkView {
  const caption = element("p", { class: "network-caption", "aria-live": "off" });
  const root = element("figure", { class: "network" });
  const svg = append(root, "svg", { class: "network-drawing", role: "img", "aria-label": say("model-network") });
  const lines = append(svg, "g", { class: "network-weights" });
  const cells = append(svg, "g", { class: "network-neurons" });
  const frames = append(svg, "g", { class: "network-frames" });
  const names = append(svg, "g", { class: "network-names" });
  const marks = append(svg, "g", { class: "network-frozen" });
  const canvas = createMapCanvas();
  const bars = element("ul", { class: "network-bars", hidden: true });
  root.append(canvas.root, bars, caption);
  let size = { width: 400, height: 220 };
  let margins = { left: 0, right: 0 };
  let shown: { readonly parameters: Parameters; readonly started: Started } | null = null;
  let network: Network | null = null;
  /** Which weights of a neuron are frozen, its bias last; null where none is. */
  let frozen: ReturnType<typeof frozenWeights> = null;
  let isInSight = true;

  const placesIn = (sizes: readonly number[]): Places =>
    placesOf(sizes, size.width - margins.left - margins.right, size.height - 2 * MARGIN);

  /** As much room on both sides as the names of the features and of the outputs take. */
  function measure({ sizes, neurons }: Network): void {
    const side = mapSide(placesOf(sizes, size.width, size.height - 2 * MARGIN)) / 2;
    const widthOf = (column: number): number =>
      LETTER * Math.max(...neurons.filter((neuron) => neuron.column === column).map(({ name }) => name.length));
    margins = {
      left: widthOf(0) + NAME_GAP + LARGEST_CIRCLE,
      right: widthOf(sizes.length - 1) + NAME_GAP + Math.max(side, LARGEST_CIRCLE),
    };
  }

  function drawWeights({ sizes, weights }: Network): void {
    const places = placesIn(sizes);
    const largest = weights.reduce((most, { value }) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 1e-12);
    const thickest = Math.max(1.5, Math.min(THICKEST, places.closest * 0.4));
    const drawn = strongest(weights, MAX_WEIGHTS);
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
    const legend =
      drawn.length < weights.length
        ? say("strongest-weights", { count: drawn.length, count2: weights.length })
        : say("all-weights", { count: weights.length });
    caption.textContent = frozen ? `${legend} ${say("frozen-legend")}` : legend;
  }

  /** A small square on each line that is drawn and frozen, and one at the upper right of a neuron whose bias is. */
  function drawFrozen({ sizes, neurons, weights }: Network, hasMaps: boolean): void {
    const places = placesIn(sizes);
    const side = hasMaps ? mapSide(places) / 2 : LARGEST_CIRCLE;
    const isFrozen = frozen;
    const ofWeights = !isFrozen
      ? []
      : strongest(weights, MAX_WEIGHTS).filter(({ column, from, to }) => isFrozen({ column: column + 1, row: to })[from]);
    const biases = !isFrozen ? [] : neurons.filter(({ column, row }) => column > 0 && isFrozen({ column, row }).at(-1));
    const centres = [
      ...ofWeights.map(({ column, from, to }) => ({
        x: along(places.x(column), places.x(column + 1), BEND),
        y: along(places.y(column, from), places.y(column + 1, to), HEIGHT_AT_BEND),
      })),
      ...biases.map(({ column, row }) => ({ x: places.x(column) + side + 1, y: places.y(column, row) - side - 1 })),
    ];
    for (const [index, mark] of pool(marks, "rect", centres.length).entries()) {
      const { x, y } = centres[index]!;
      dress(mark, { x: short(x - FROZEN_SIDE / 2), y: short(y - FROZEN_SIDE / 2), width: FROZEN_SIDE, height: FROZEN_SIDE });
    }
  }

  function frameName({ column, row, name }: Network["neurons"][number]): string {
    const own = frozen?.({ column, row }) ?? [];
    const count = own.filter(Boolean).length;
    return count === 0 ? name : say("neuron-frozen", { name, count, total: own.length });
  }

  /** Every neuron as a map of what it says, while somebody sees it. */
  function drawMaps({ sizes, neurons }: Network, maps: NeuronMaps | null): void {
    const made = maps === null ? [] : neurons.filter(({ column }) => column > 0);
    const places = placesIn(sizes);
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
        "aria-label": frameName(made[index]!),
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

  function drawNeurons({ sizes, neurons }: Network, hasMaps: boolean): void {
    const places = placesIn(sizes);
    const plain = Math.max(2.5, Math.min(LARGEST_CIRCLE, places.closest * 0.36));
    const side = mapSide(places) / 2;
    const radiusOf = (column: number): number => (!hasMaps ? plain : column === 0 ? Math.min(5, side) : side);
    for (const [index, circle] of pool(cells, "circle", neurons.length).entries()) {
      const { column, row, bias } = neurons[index]!;
      dress(circle, {
        cx: short(places.x(column)),
        cy: short(places.y(column, row)),
        r: short(hasMaps ? radiusOf(0) : plain),
        display: hasMaps && column > 0 ? "none" : "inline",
        class: `network-neuron ${bias === null ? "is-feature" : `is-${signClass(bias > 0 ? 1 : bias < 0 ? -1 : 0)}`}`,
      });
      title(
        circle,
        bias === null ? neurons[index]!.name : say("neuron-bias", { name: neurons[index]!.name, bias: formatNumber(bias) }),
      );
    }
    const ends = neurons.filter(
      ({ column }) => (column === 0 || column === sizes.length - 1) && places.gap(column) >= LEAST_NAMED,
    );
    for (const [index, text] of pool(names, "text", ends.length).entries()) {
      const { column, row, name } = ends[index]!;
      const isFeature = column === 0;
      dress(text, {
        x: short(places.x(column) + (isFeature ? -1 : 1) * (radiusOf(column) + NAME_GAP)),
        y: short(places.y(column, row) + 4),
        "text-anchor": isFeature ? "end" : "start",
      });
      setText(text, name);
    }
  }

  /** A program's parameters, or a network that is none: one bar for each number. */
  function drawBars(parameters: Parameters): void {
    const numbers = Object.entries(parameters)
      .flatMap(([name, value]) => (Array.isArray(value) ? [] : [{ name, value: Number(value) }]))
      .slice(0, 40);
    const largest = Math.max(1e-12, ...numbers.map(({ value }) => (Number.isFinite(value) ? Math.abs(value) : 0)));
    while (bars.childElementCount > numbers.length) bars.lastElementChild!.remove();
    while (bars.childElementCount < numbers.length)
      bars.append(
        element(
          "li",
          { class: "network-bar" },
          element("span", { class: "network-bar-name" }),
          element("span", { class: "network-bar-track" }, element("span", { class: "network-bar-fill" })),
          element("span", { class: "network-bar-value numbers" }),
        ),
      );
    for (const [index, { name, value }] of numbers.entries()) {
      const [label, track, number] = Array.from(bars.children[index]!.children) as HTMLElement[];
      const fill = track!.firstElementChild as HTMLElement;
      setText(label!, name);
      setText(number!, formatNumber(value));
      fill.className = `network-bar-fill is-${signClass(value > 0 ? 1 : value < 0 ? -1 : 0)}`;
      fill.style.setProperty("--share", String(Math.min(1, Math.abs(value) / largest)));
    }
    caption.textContent = numbers.length > 0 ? say("program-learns") : "";
  }

  function draw(): void {
    if (!shown) return;
    network = networkOf(shown.parameters, inputNames(shown.started));
    svg.toggleAttribute("hidden", network === null);
    bars.hidden = network !== null;
    if (!network) {
      canvas.clear();
      return drawBars(shown.parameters);
    }
    frozen = frozenWeights(shown.parameters, shown.started);
    measure(network);
    dress(svg, { viewBox: `${-margins.left} ${-MARGIN} ${size.width} ${size.height}`, height: size.height * unitOf() });
    drawWeights(network);
    const maps = isInSight ? neuronMaps(shown.parameters, shown.started, CELLS) : null;
    drawNeurons(network, maps !== null);
    drawMaps(network, maps);
    drawFrozen(network, maps !== null);
    const largest = network.weights.reduce((best, weight) => (Math.abs(weight.value) > Math.abs(best) ? weight.value : best), 0);
    dress(svg, {
      "aria-label": say("network-described", { sizes: network.sizes.join(", "), largest: formatNumber(largest) }),
    });
  }

  svg.addEventListener("pointermove", (event) => {
    const line = (event.target as Element).closest("path");
    if (!line || !network) return;
    const { column, from, to, value } = strongest(network.weights, MAX_WEIGHTS)[Number(line.getAttribute("data-index"))]!;
    const name = (place: number, row: number): string =>
      network!.neurons.find((neuron) => neuron.column === place && neuron.row === row)?.name ?? "";
    const isFrozen = frozen?.({ column: column + 1, row: to })[from] ?? false;
    caption.textContent = say(isFrozen ? "weight-frozen" : "weight-between", {
      from: name(column, from),
      to: name(column + 1, to),
      weight: formatNumber(value),
    });
  });
  const neuronAt = (event: Event): NeuronPlace | null => {
    const frame = (event.target as Element).closest<SVGElement>(".network-frame");
    return frame ? { column: Number(frame.dataset.column), row: Number(frame.dataset.row) } : null;
  };
  let seen: string | null = null;
  function see(event: Event): void {
    const place = neuronAt(event);
    const key = place && `${place.column} ${place.row}`;
    if (key === seen) return;
    seen = key;
    ports.see(place);
  }
  function leave(): void {
    if (seen !== null) ports.see(null);
    seen = null;
  }
  svg.addEventListener("pointerover", see);
  svg.addEventListener("focusin", see);
  svg.addEventListener("pointerleave", leave);
  svg.addEventListener("focusout", leave);
  svg.addEventListener("click", (event) => {
    const place = neuronAt(event);
    if (!place) return;
    ports.choose(place);
    // The pointer's press leaves no focus behind: Space is to pause the run, and not to choose the neuron again.
    if (event.detail > 0 && document.activeElement instanceof SVGElement) document.activeElement.blur();
    see(event);
  });
  svg.addEventListener("keydown", (event) => {
    const place = neuronAt(event);
    if (!place) return;
    if (event.key === "Enter" || event.code === "Space") ports.choose(place);
    else {
      const [across, up] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key] ?? [];
      if (across === undefined || up === undefined) return;
      const column = place.column + across;
      const row = Math.min((network!.sizes[column] ?? 1) - 1, Math.max(0, place.row + up));
      svg.querySelector<SVGElement>(`[data-column="${column}"][data-row="${row}"]`)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  });
  new IntersectionObserver(([entry]) => {
    isInSight = entry!.isIntersecting;
    if (isInSight) draw();
  }).observe(root);
  new ResizeObserver(() => {
    const unit = unitOf();
    const width = root.clientWidth / unit;
    const room = (root.clientHeight - caption.offsetHeight) / unit;
    if (width < 40 || room < 60 || (width === size.width && Math.abs(room - size.height) < 2)) return;
    size = { width, height: room };
    draw();
  }).observe(root);

  return {
    root,
    show(parameters, started) {
      shown = { parameters, started };
      draw();
    },
  };
}

/** The side of a neuron's map: neighbours in a column have a gap between them, neighbours in a row room for their weights. */
function mapSide({ closest, x }: Places): number {
  return Math.min(LARGEST_MAP, closest * 0.92, Math.max(12, (x(1) - x(0)) * 0.72));
}

const along = (start: number, end: number, share: number): number => start + share * (end - start);

/** From 0 to 1; what is no number is drawn strongest, for it ought to be seen. */
function strengthOf(value: number, largest: number): number {
  const share = Math.abs(value) / largest;
  return Number.isNaN(share) ? 1 : Math.min(1, share);
}

function title(parent: Element, text: string): void {
  const existing = parent.querySelector("title");
  if (existing) setText(existing, text);
  else append(parent, "title").textContent = text;
}
