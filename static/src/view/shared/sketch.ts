/** A graph as a small picture: where its nodes are and what is wired to what, without a number. Loaded with the gallery. */
import type { Graph } from "../../core/types.ts";
import { layoutGraph } from "../../layout/layout.ts";
import { curvePath } from "../../layout/wire_curves.ts";

const SVG = "http://www.w3.org/2000/svg";
const DOT = 9;
/** More dots than this would be a smudge. */
const MAX_NODES = 150;
const WIDTH = 112;
const HEIGHT = 56;

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

export function sketchOf({ nodes, edges, output }: Graph): SVGElement | null {
  if (nodes.length > MAX_NODES) return null;
  const layout = layoutGraph({
    nodes: nodes.map(({ id }) => ({ id, width: DOT, height: DOT, anyOrder: true })),
    edges: edges.map(({ id, source, target, slot }) => ({ id, source, target, slot })),
    direction: "right",
    gaps: { layer: 18, node: 9, wire: 4, port: 3, margin: 4 },
  });
  const box = `0 0 ${Math.max(layout.width, (layout.height * WIDTH) / HEIGHT)} ${Math.max(layout.height, (layout.width * HEIGHT) / WIDTH)}`;
  const drawing = shape("svg", { class: "sketch", viewBox: box, width: WIDTH, height: HEIGHT, "aria-hidden": "true" });
  drawing.append(...layout.edges.map(({ curve }) => shape("path", { d: curvePath(curve), class: "sketch-wire" })));
  for (const { id, x, y } of layout.nodes) {
    const kind = id === output ? "output" : nodes[id]!.op === null ? "leaf" : "made";
    drawing.append(shape("circle", { cx: x + DOT / 2, cy: y + DOT / 2, r: DOT / 2 - 1, class: `sketch-${kind}` }));
  }
  return drawing;
}
