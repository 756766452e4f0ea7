/** The place in the graph that an open question is about, marked where it is not to be filled in: for a teacher, on the wall, and for a formula. */

import type { Poll } from "../../room/messages.ts";
import { redactionOf } from "../../room/polls.ts";
import { element } from "../shared/dom.ts";
import { onChange } from "./elements.ts";
import { createOnGraph, type Laid } from "./on_graph.ts";

/** A question mark over the asked number; nothing where no node is asked for, or the answer is shown already. */
export function askedMark(poll: Poll | null): Laid[] {
  const asked = redactionOf(poll);
  if (poll === null || asked === null || !("node" in asked)) return [];
  const name = poll.question.prompt.replaceAll("`", "");
  const mark = element("span", { class: "graph-asked", role: "img", "aria-label": name }, "?");
  return [{ spot: { slot: asked.node, quantity: asked.quantity }, element: mark }];
}

export interface AskedMark {
  show(poll: Poll | null): void;
  remove(): void;
}

export function createAskedMark(): AskedMark {
  const onGraph = createOnGraph();
  const draw = onChange((asked: { poll: Poll | null }) => onGraph.lay(askedMark(asked.poll)));
  return {
    // How many have answered is no news to the mark.
    show: (poll) => draw({ poll: poll && { ...poll, answered: 0, tally: null } }),
    remove: onGraph.remove,
  };
}
