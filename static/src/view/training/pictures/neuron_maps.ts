/** Small maps of what neurons say, painted on a canvas over the network: blue where positive, orange where negative. Knows no state. */

import type { NeuronMaps } from "../../../training/results/neurons.ts";
import { element } from "../../shared/dom.ts";

export interface MapPlace {
  readonly layer: number;
  readonly neuron: number;
  /** The corner at the top left, in the units of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

export interface MapCanvas {
  readonly root: HTMLCanvasElement;
  /** `scale`: pixels for each unit of the drawing. */
  paint(maps: NeuronMaps, places: readonly MapPlace[], room: { width: number; height: number }, scale: number): void;
  clear(): void;
}

type Colour = readonly [number, number, number];

/** A colour of the style sheet as the canvas reads it. */
function colourOf(context: CanvasRenderingContext2D, name: string): Colour {
  context.fillStyle = "#888";
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const hex = String(context.fillStyle);
  return [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)) as unknown as Colour;
}

export function createMapCanvas(): MapCanvas {
  const root = element("canvas", { class: "network-maps", "aria-hidden": "true" });
  const context = root.getContext("2d")!;
  const cell = element("canvas", {});
  const cellContext = cell.getContext("2d")!;

  function fill(values: Float64Array, { columns, rows }: NeuronMaps, colours: readonly [Colour, Colour, Colour]): void {
    const [ground, positive, negative] = colours;
    const image = cellContext.createImageData(columns, rows);
    let largest = 1e-12;
    for (const value of values) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
    for (let place = 0; place < values.length; place += 1) {
      const value = values[place]!;
      const share = Math.min(1, Math.abs(value) / largest) || 0;
      const colour = value < 0 ? negative : positive;
      const row = rows - 1 - Math.floor(place / columns);
      const at = 4 * (row * columns + (place % columns));
      for (let part = 0; part < 3; part += 1) image.data[at + part] = ground[part]! + (colour[part]! - ground[part]!) * share;
      image.data[at + 3] = 255;
    }
    cellContext.putImageData(image, 0, 0);
  }

  return {
    root,
    paint(maps, places, room, scale) {
      const density = window.devicePixelRatio || 1;
      const [width, height] = [Math.round(room.width * scale * density), Math.round(room.height * scale * density)];
      if (root.width !== width || root.height !== height) {
        root.width = width;
        root.height = height;
        root.style.width = `${room.width * scale}px`;
        root.style.height = `${room.height * scale}px`;
      }
      cell.width = maps.columns;
      cell.height = maps.rows;
      const colours = ["--paper", "--positive", "--negative"].map((name) => colourOf(context, name)) as unknown as readonly [
        Colour,
        Colour,
        Colour,
      ];
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
      context.setTransform(scale * density, 0, 0, scale * density, 0, 0);
      for (const { layer, neuron, x, y, side } of places) {
        fill(maps.layers[layer]![neuron]!, maps, colours);
        context.drawImage(cell, x, y, side, side);
      }
      root.hidden = false;
    },
    clear() {
      root.hidden = true;
    },
  };
}
