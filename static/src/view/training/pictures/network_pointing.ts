/** The neurons of a network under the pointer and under the keys. */
import type { Network } from "../../../training/results/network.ts";
import type { NeuronPlace } from "../../../training/results/neurons.ts";
import type { Point } from "./network_places.ts";

export interface NetworkPorts {
  /** A neuron is pointed at, or none any more. */
  see(neuron: NeuronPlace | null): void;
  choose(neuron: NeuronPlace): void;
}

const WAYS: Readonly<Record<string, readonly [across: number, up: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The place of the neuron that an arrow key leads to; null for another key. In another column it is one of the same height. */
export function besides({ sizes }: Pick<Network, "sizes">, key: string, { column, row }: NeuronPlace): NeuronPlace | null {
  const way = WAYS[key];
  if (!way) return null;
  const next = column + way[0];
  return { column: next, row: Math.min((sizes[next] ?? 1) - 1, Math.max(0, row + way[1])) };
}

const neuronAt = (event: Event): NeuronPlace | null => {
  const frame = (event.target as Element).closest<SVGElement>(".network-frame");
  return frame ? { column: Number(frame.dataset.column), row: Number(frame.dataset.row) } : null;
};

/** `network`: the one that is drawn. */
export function listenToNeurons(svg: SVGSVGElement, network: () => Network, ports: NetworkPorts): void {
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
    else if (!goTo(event.key, place)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** False for a key that leads nowhere. */
  function goTo(key: string, from: NeuronPlace): boolean {
    const place = besides(network(), key, from);
    if (place) svg.querySelector<SVGElement>(`[data-column="${place.column}"][data-row="${place.row}"]`)?.focus();
    return place !== null;
  }
}

/** The weight whose line is near the pointer, wherever that is between neurons. */
export function listenToWeights<Found>(
  svg: SVGSVGElement,
  weightAt: (at: Point) => Found | null,
  see: (found: Found | null) => void,
): void {
  svg.addEventListener("pointermove", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
    see(neuronAt(event) ? null : weightAt(at));
  });
  svg.addEventListener("pointerleave", () => see(null));
}
