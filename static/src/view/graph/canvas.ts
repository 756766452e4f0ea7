/** The SVG element of the drawing with its layers, from back to front. Made once. */

import { select } from "d3-selection";
import { say } from "../../messages/messages.ts";
import { append, type Group } from "../shared/svg.ts";

export interface Canvas {
  /** What the picture has to itself: nothing lies over it but the small map. */
  readonly surface: HTMLElement;
  readonly svg: SVGSVGElement;
  readonly viewport: SVGGElement;
  readonly description: SVGDescElement;
  /** What lies behind the SVG. */
  readonly ground: HTMLElement;
  readonly halos: SVGGElement;
  readonly wires: Group;
  readonly wireLabels: Group;
  readonly cards: Group;
  readonly front: Group;
  /** The paint of negative wires. */
  readonly hatch: string;
}

const HATCH = 6;

export function createCanvas(parent: HTMLElement): Canvas {
  const surface = parent.appendChild(document.createElement("div"));
  surface.className = "graph-surface";
  const ground = surface.appendChild(document.createElement("div"));
  ground.className = "graph-ground";
  const svg = append(surface, "svg", {
    class: "graph-canvas",
    role: "graphics-document",
    "aria-roledescription": say("computational-graph"),
  });
  append(svg, "title").textContent = say("computational-graph.title");
  svg.setAttribute("aria-label", say("computational-graph.title"));
  const description = append(svg, "desc", { id: "graph-description" });
  svg.setAttribute("aria-describedby", "graph-description");
  drawHatch(append(svg, "defs"));
  const viewport = append(svg, "g", { class: "viewport" });
  const layer = (name: string): SVGGElement => append(viewport, "g", { class: name });
  const group = (name: string): Group => select(layer(name)) as Group;
  return {
    surface,
    svg,
    viewport,
    description,
    ground,
    halos: layer("halos"),
    wires: group("wires"),
    wireLabels: group("wire-labels"),
    cards: group("cards"),
    front: group("front"),
    hatch: "url(#hatch-negative)",
  };
}

/** Stripes in two strengths of the negative colour, so that sign shows without hue. */
function drawHatch(defs: SVGDefsElement): void {
  const pattern = append(defs, "pattern", {
    id: "hatch-negative",
    patternUnits: "userSpaceOnUse",
    width: HATCH,
    height: HATCH,
    patternTransform: "rotate(45)",
  });
  append(pattern, "rect", { class: "hatch-ground", width: HATCH, height: HATCH });
  append(pattern, "rect", { class: "hatch-stripe", width: HATCH * 0.42, height: HATCH });
}
