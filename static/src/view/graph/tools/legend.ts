/** The key of the picture: on every card the value is on the left and the gradient, bold, on the right; on the smallest one after the other. */

import type { Form } from "../../../core/card_sizes.ts";
import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";
import { setAttribute, setText } from "../../shared/svg.ts";

export interface Legend {
  update(slope: "gradient" | "tangent", form: Form): void;
}

export function createLegend(parent: HTMLElement): Legend {
  const slope = element("strong", {});
  const key = element("p", { class: "graph-legend" }, element("span", {}, say("legend-value")), slope);
  parent.append(key);
  return {
    update(name, form) {
      setText(slope, name === "tangent" ? say("legend-tangent") : say("legend-gradient"));
      setAttribute(key, "data-form", form);
    },
  };
}
