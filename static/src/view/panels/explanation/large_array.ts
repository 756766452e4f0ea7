/** What is shown of an array of which only a summary is kept: its histogram, whose code comes with the first one. */

import type { Summary } from "../../../core/types.ts";
import { element } from "../../shared/dom.ts";

/** `what`: whose numbers these are, such as "Value". */
export function histogram(summary: Summary, what: string): HTMLElement {
  const place = element("div");
  import("./distribution.ts").then(
    ({ distribution }) => place.append(distribution(summary, what) ?? ""),
    () => {}, // the server is away: the summary itself is there
  );
  return place;
}
