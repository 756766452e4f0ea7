/** The same graph drawn by Graphviz' `dot`, to compare with: in WebAssembly, so that nothing has to be installed. */
import { Graphviz } from "@hpcc-js/wasm-graphviz";
import type { LayoutNode, LayoutRequest } from "../../../static/src/layout/types.ts";
import type { Picture } from "./layout_geometry.ts";

/** Graphviz counts in inches of 72 points. */
const INCH = 72;

interface DotAnswer {
  objects: { name: string; pos: string }[];
  edges: { head: number; tail: number; pos: string }[];
}

export interface DotPicture extends Picture {
  milliseconds: number;
}

const loading = Graphviz.load();

/** With `ports`, wires enter each node in the order of their slots, as ours do; without, where dot likes. */
export async function drawWithDot(request: LayoutRequest, { ports = false } = {}): Promise<DotPicture> {
  const graphviz = await loading;
  const text = dotOf(request, ports);
  const start = performance.now();
  const answer = graphviz.dot(text, "json") as string;
  const milliseconds = performance.now() - start;
  const { objects, edges } = JSON.parse(answer) as DotAnswer;
  const ids = objects.map(({ name }) => Number(name));
  const middles = objects.map(({ pos }) => pointOf(pos));
  const columns = [...new Set(middles.map(([x]) => Math.round(x)))].sort((a, b) => a - b);
  return {
    milliseconds,
    nodes: new Map(middles.map(([x, y], at) => [ids[at]!, { x, y, column: columns.indexOf(Math.round(x)) }])),
    wires: edges.map(({ head, tail, pos }) => ({
      source: ids[tail]!,
      target: ids[head]!,
      curve: pos.split(" ").flatMap(pointOf),
    })),
  };
}

/** Graphviz' y grows upwards. */
function pointOf(text: string): [number, number] {
  const [x, y] = text.split(",").map(Number);
  return [x!, -y!];
}

function dotOf({ nodes, edges, gaps }: LayoutRequest, ports: boolean): string {
  const inputs = new Map<number, number>();
  for (const { target } of edges) inputs.set(target, (inputs.get(target) ?? 0) + 1);
  const hasPorts = (id: number): boolean => ports && (inputs.get(id) ?? 0) > 1;
  const nodeLine = ({ id, width, height }: LayoutNode): string => {
    const size = `width=${width / INCH},height=${height / INCH}`;
    const fields = Array.from({ length: inputs.get(id) ?? 0 }, (_, slot) => `<p${slot}>`).join("|");
    return hasPorts(id) ? `${id} [${size},shape=record,label="{{${fields}}|}"]` : `${id} [${size}]`;
  };
  return [
    "digraph {",
    `graph [rankdir=LR, nodesep=${(gaps?.node ?? 20) / INCH}, ranksep=${(gaps?.layer ?? 56) / INCH}]`,
    'node [shape=box, fixedsize=true, label=""]',
    "edge [arrowhead=none]",
    ...nodes.map(nodeLine),
    ...edges.map(({ source, target, slot }) => `${source} -> ${target}${hasPorts(target) ? `:p${slot}:w` : ""}`),
    "}",
  ].join("\n");
}
