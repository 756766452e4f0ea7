/** The network drawn: a line per weight, as wide as it is strong, solid where positive and dashed where negative. Draws one moment. */

import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { inputNames } from "../../../training/results/features.ts";
import { type Network, networkOf } from "../../../training/results/network.ts";
import { frozenWeights, neuronMaps } from "../../../training/results/neurons.ts";
import type { Parameters, Started } from "../../../training/types.ts";
import { element } from "../../shared/dom.ts";
import { append } from "../../shared/svg.ts";
import { showBars } from "./network_bars.ts";
import {
  type Drawn,
  drawFrozen,
  drawMaps,
  drawNames,
  drawNeurons,
  drawPointed,
  drawWeights,
  legendOf,
  type Pointed,
} from "./network_drawing.ts";
import { drawnWeights, MARGIN, marginsOf, placesWithin, type Size, weightAt } from "./network_places.ts";
import { listenToNeurons, listenToWeights, type NetworkPorts } from "./network_pointing.ts";
import { createMapCanvas } from "./neuron_maps.ts";
import { dress, unitOf } from "./shapes.ts";

export interface NetworkView {
  readonly root: HTMLElement;
  show(parameters: Parameters, started: Started): void;
}

/** Cells per side of a neuron's map. */
const CELLS = 20;

export function createNetwork(ports: NetworkPorts): NetworkView {
  const caption = element("p", { class: "network-caption", "aria-live": "off" });
  const root = element("figure", { class: "network" });
  const svg = append(root, "svg", { class: "network-drawing", role: "img", "aria-label": say("model-network") });
  const groups = {
    svg,
    lines: append(svg, "g", { class: "network-weights" }),
    cells: append(svg, "g", { class: "network-neurons" }),
    frames: append(svg, "g", { class: "network-frames" }),
    names: append(svg, "g", { class: "network-names" }),
    marks: append(svg, "g", { class: "network-frozen" }),
    numbers: append(svg, "g", { class: "network-numbers" }),
    canvas: createMapCanvas(),
  };
  const bars = element("ul", { class: "network-bars", hidden: true });
  root.prepend(caption);
  root.append(groups.canvas.root, bars);
  let size: Size = { width: 400, height: 220 };
  let shown: { readonly parameters: Parameters; readonly started: Started } | null = null;
  let drawn: Drawn | null = null;
  let pointed: Pointed | null = null;
  let isInSight = true;

  function draw(): void {
    if (!shown) return;
    const { parameters, started } = shown;
    const network = networkOf(parameters, inputNames(started));
    svg.toggleAttribute("hidden", network === null);
    bars.hidden = network !== null;
    if (!network) {
      drawn = null;
      groups.canvas.clear();
      caption.textContent = showBars(bars, parameters) > 0 ? say("program-learns") : "";
      return;
    }
    const maps = isInSight ? neuronMaps(parameters, started, CELLS) : null;
    const margins = marginsOf(network, size, maps !== null);
    const places = placesWithin(network, size, margins, maps !== null);
    drawn = { network, size, margins, places, frozen: frozenWeights(parameters, started), maps };
    drawNetwork(drawn);
  }

  function drawNetwork(drawn: Drawn): void {
    const { network, size, margins } = drawn;
    dress(svg, { viewBox: `${-margins.left} ${-MARGIN} ${size.width} ${size.height}`, height: size.height * unitOf() });
    drawWeights(groups, drawn);
    drawNeurons(groups, drawn);
    drawNames(groups, drawn);
    drawMaps(groups, drawn);
    drawFrozen(groups, drawn);
    showPointed(drawn);
    dress(svg, { "aria-label": labelOf(network) });
  }

  function showPointed(drawn: Drawn): void {
    drawPointed(groups, drawn, pointed);
    caption.textContent = pointed?.kind === "weight" ? weightText(drawn, pointed.index) : legendOf(drawn);
  }
  function pointAt(next: Pointed | null): void {
    pointed = next;
    if (drawn) showPointed(drawn);
  }

  listenToWeights(
    svg,
    (at) => drawn && weightAt(drawn.network, drawn.places, at),
    (found) => {
      // A neuron under the pointer, or with the focus, keeps its numbers.
      if (found) pointAt({ kind: "weight", ...found });
      else if (pointed?.kind === "weight") pointAt(null);
    },
  );
  listenToNeurons(svg, () => drawn!.network, {
    ...ports,
    see(place) {
      pointAt(place && { kind: "neuron", place });
      ports.see(place);
    },
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

function labelOf({ sizes, weights }: Network): string {
  const largest = weights.reduce((best, { value }) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return say("network-described", { sizes: sizes.join(", "), largest: formatNumber(largest) });
}

/** What the weight says whose line is the one of that number. */
function weightText({ network, frozen }: Drawn, index: number): string {
  const weight = drawnWeights(network)[index];
  if (!weight) return "";
  const { column, from, to, value } = weight;
  const name = (place: number, row: number): string =>
    network.neurons.find((neuron) => neuron.column === place && neuron.row === row)?.name ?? "";
  const isFrozen = frozen?.({ column: column + 1, row: to })[from] ?? false;
  return say(isFrozen ? "weight-frozen" : "weight-between", {
    from: name(column, from),
    to: name(column + 1, to),
    weight: formatNumber(value),
  });
}
