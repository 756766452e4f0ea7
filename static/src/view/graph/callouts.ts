/** What stands in front of the graph: the pills that explain the current frame, and the tokens that travel. */
import { pointAlong, type Track } from "../../graph/layout/curve.ts";
import type { Metrics } from "../../graph/scene.ts";
import { append, at, setAttribute, setText, signClass, type Group } from "./svg.ts";

export interface Callout {
  readonly text: string;
  readonly sign: -1 | 0 | 1;
  readonly x: number;
  readonly y: number;
  /** Which point of the pill stands at (x, y). */
  readonly anchor: "middle" | "top" | "left" | "right";
}

export interface Token {
  readonly track: Track;
  /** 0 at the wire's source, 1 at its target. */
  readonly fraction: number;
  readonly text: string;
  readonly sign: -1 | 0 | 1;
  readonly backward: boolean;
}

export interface Front {
  /** `size`: how much larger than the picture the pills are drawn. */
  explain(callouts: readonly Callout[], metrics: Metrics, size: number): void;
  move(tokens: readonly Token[], metrics: Metrics, size: number): void;
}

export function createFront(layer: Group): Front {
  const calloutLayer = append(layer.node()!, "g", { class: "callouts" });
  const tokenLayer = append(layer.node()!, "g", { class: "tokens" });
  const callouts = createPills(calloutLayer, "callout");
  const tokens = createPills(tokenLayer, "token");
  return {
    explain(wanted, metrics, size) {
      const pills = callouts(wanted.length);
      for (const [index, callout] of wanted.entries()) {
        const { width, height } = pills[index]!.write(callout.text, metrics);
        const dx = callout.anchor === "left" ? width / 2 : callout.anchor === "right" ? -width / 2 : 0;
        const dy = callout.anchor === "top" ? height / 2 : 0;
        pills[index]!.place(callout.x + dx * size, callout.y + dy * size, size, `callout ${signClass(callout.sign)}`);
      }
    },
    move(wanted, metrics, size) {
      const pills = tokens(wanted.length);
      for (const [index, token] of wanted.entries()) {
        pills[index]!.write(token.text, metrics);
        const { x, y } = pointAlong(token.track, token.fraction);
        pills[index]!.place(x, y, size, `token ${token.backward ? "backward" : "forward"} ${signClass(token.sign)}`);
      }
    },
  };
}

interface Pill {
  write(text: string, metrics: Metrics): { width: number; height: number };
  place(x: number, y: number, size: number, className: string): void;
}

/** Pills are kept and used again: a token must not be made anew sixty times a second. */
function createPills(parent: SVGGElement, className: string): (count: number) => Pill[] {
  const pills: { pill: Pill; group: SVGGElement }[] = [];
  return (count) => {
    while (pills.length < count) pills.push(createPill(parent, className));
    for (const [index, { group }] of pills.entries()) setAttribute(group, "visibility", index < count ? "visible" : "hidden");
    return pills.slice(0, count).map(({ pill }) => pill);
  };
}

function createPill(parent: SVGGElement, className: string): { pill: Pill; group: SVGGElement } {
  const group = append(parent, "g", { class: className });
  const box = append(group, "rect");
  const text = append(group, "text", { "text-anchor": "middle" });
  const pill: Pill = {
    write(content, metrics) {
      const height = metrics.rowHeight + 3;
      const width = Math.max(height, Array.from(content).length * metrics.digit + metrics.padding * 1.3);
      setText(text, content);
      const attributes = { x: -width / 2, y: -height / 2, width, height, rx: height / 2 };
      for (const [name, value] of Object.entries(attributes)) setAttribute(box, name, String(value));
      return { width, height };
    },
    place(x, y, size, classNames) {
      setAttribute(group, "transform", size === 1 ? at(x, y) : `${at(x, y)}scale(${size})`);
      setAttribute(group, "class", classNames);
    },
  };
  return { pill, group };
}
