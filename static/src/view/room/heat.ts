/** The heat map of a class's answers on the drawing of the graph: how many were wrong at each card and wire. Never by colour alone. */

import { say } from "../../messages/messages.ts";
import type { HeatSpot } from "../../room/heat.ts";
import { element } from "../shared/dom.ts";
import { onChange } from "./elements.ts";
import { createOnGraph } from "./on_graph.ts";

export interface HeatMap {
  show(spots: readonly HeatSpot[]): void;
  remove(): void;
}

function badge({ answered, right, wrong, why, spot }: HeatSpot): HTMLElement {
  const isRightEdge = "edge" in spot && wrong === 0;
  const text = isRightEdge ? `✓ ${right}/${answered}` : `✗ ${wrong}/${answered}`;
  const spoken = isRightEdge ? say("heat-right", { right, answered }) : say("heat-wrong", { wrong, answered });
  const made = element("p", { class: "heat-badge", title: [spoken, why].filter(Boolean).join(" ") });
  made.append(
    element("span", { "aria-hidden": "true" }, text),
    element("span", { class: "visually-hidden" }, spoken, why === null ? "" : ` ${why}`),
  );
  made.style.setProperty("--wrong", String(wrong / Math.max(1, answered)));
  return made;
}

export function createHeatMap(): HeatMap {
  const onGraph = createOnGraph();
  const draw = onChange((spots: readonly HeatSpot[]) =>
    onGraph.lay(spots.map((each) => ({ spot: each.spot, element: badge(each) }))),
  );
  return { show: draw, remove: onGraph.remove };
}
