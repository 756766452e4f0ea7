/** For the projector: how many students' engines pass each line of the examination. Counts alone, no names. */

import { say } from "../../../messages/messages.ts";
import type { EngineCounts } from "../../../room/engines/engines.ts";
import { element } from "../../shared/dom.ts";
import { onChange } from "../elements.ts";

export interface CountsScreen {
  readonly root: HTMLElement;
  /** The counts of this moment, or none any more. */
  show(counts: EngineCounts | null): void;
}

export function createCountsScreen(): CountsScreen {
  const summary = element("p", { role: "status" });
  const list = element("ol", { class: "engine-counts-lines" });
  const root = element(
    "section",
    { class: "engine-counts", "aria-label": say("engines-heading"), hidden: true },
    element("h2", {}, say("engines-heading")),
    summary,
    list,
  );
  const draw = onChange(({ right, engines, lines }: EngineCounts) => {
    summary.textContent = say("engines-right", { right, count: engines });
    list.replaceChildren(
      ...lines.map(({ key, passed, asked }) =>
        element(
          "li",
          {},
          element("code", { title: key }, key),
          element("meter", { min: 0, max: Math.max(asked, 1), value: passed, "aria-hidden": "true" }),
          element("span", {}, say("engines-of", { passed, asked })),
        ),
      ),
    );
  });
  return {
    root,
    show(counts) {
      root.hidden = counts === null;
      if (counts) draw(counts);
    },
  };
}
