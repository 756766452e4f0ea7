/** The place of the small curve, which is fetched when an input is first selected. */

import type { Store } from "../../../core/store.ts";
import { movableElements } from "../../../explain/elements.ts";
import { addPanels } from "../../../messages/messages.ts";
import type { State } from "../../../state/state.ts";
import { isScalar, toNumber } from "../../../text/format.ts";
import { gradientAt } from "../../../timeline/schedule.ts";
import { element } from "../../shared/dom.ts";
import type { LiveCurve } from "../plots/live_curve.ts";
import type { View } from "./view.ts";

/** Its place, to be put where the explanation wants it; null where no curve says anything. */
export type CurvePlace = (view: View) => HTMLElement | null;

export function createCurvePlace(store: Store<State>): CurvePlace {
  const host = element("section", { class: "inspector-section live-curve-section" });
  let curve: LiveCurve | null = null;
  let isFetched = false;
  let show = (): void => {};
  return (view) => {
    const { state, graph, schedule, node } = view;
    const input = movableElements([node]).find(({ index }) => index.length === 0);
    const isPlain = !graph.own_engine && !graph.partial && !state.stale && state.pitfall === "none" && state.redaction === null;
    if (state.selected !== node.id || !input || !isPlain || !isScalar(graph.nodes[graph.output]!.data)) return null;
    const { state: stage, value } = gradientAt(schedule, node, state.position);
    const slope = stage === "final" && value !== null && isScalar(value) ? toNumber(value) : null;
    show = () => curve?.show(view, input, slope);
    if (!isFetched) {
      isFetched = true;
      addPanels()
        .then(() => import("../plots/live_curve.ts"))
        .then(
          ({ mountLiveCurve }) => {
            curve = mountLiveCurve(host, store);
            show();
          },
          () => (isFetched = false),
        );
    }
    show();
    return host;
  };
}
