/** The pictures in the middle: the plane (or curve) of the moment, that of the kept run beside it, the network, and drawing by hand. */

import type { Store } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import { isGliding, lengthOf, type Run, startedAt } from "../../../training/run.ts";
import { keptMoment, momentShown, startedShown } from "../../../training/shown.ts";
import type { StudioState } from "../../../training/state.ts";
import { openExample, openNeuron, seeNeuron, TOGGLE_DISCRETE } from "../../../training/state_actions.ts";
import type { Moment, OwnPoints } from "../../../training/types.ts";
import { element } from "../../shared/dom.ts";
import { createNetwork } from "../pictures/network.ts";
import { createTables } from "../tables.ts";
import { listenToClicks } from "./drawing.ts";
import { createLegend } from "./legend.ts";
import { contentOf, emptyContent } from "./plane_content.ts";
import { createPlate } from "./plates.ts";

const NETWORK_PAUSE = 33;

export function mountStage(container: HTMLElement, store: Store<StudioState>): { show(state: StudioState): void } {
  const own = createPlate("", "is-own");
  const kept = createPlate(say("run-kept"), "is-kept");
  const network = createNetwork({
    see: (neuron) => store.dispatch(seeNeuron(neuron)),
    choose: (neuron) => store.dispatch(openNeuron(neuron)),
  });
  const networkPlate = element("section", { class: "plate network-plate", "aria-label": say("model-network") }, network.root);
  const legend = createLegend(() => store.dispatch(TOGGLE_DISCRETE));
  const hint = element("p", { class: "plane-hint", hidden: true }, say("click-into-picture"));
  const tables = createTables();
  let networkDrawn = 0;
  own.body.append(hint);
  own.root.append(legend.root);
  kept.root.append(element("p", { class: "plane-legend" }));
  container.append(kept.root, own.root, networkPlate, tables.root);

  function show(state: StudioState): void {
    const { run } = state;
    const moment = momentShown(state);
    const isTable = state.view === "table";
    own.root.hidden = isTable;
    networkPlate.hidden = isTable;
    tables.root.hidden = !isTable;
    kept.root.hidden = isTable || state.kept === null || state.kept === run;
    container.classList.toggle("is-stale", state.problems.length > 0);
    container.classList.toggle("is-compared", !kept.root.hidden);
    container.classList.toggle("is-beside", !isTable && kept.root.hidden);
    const isDrawing = "inputs" in state.request.data;
    hint.hidden = !isDrawing || (state.request.data as OwnPoints).inputs.length > 0;
    own.root.classList.toggle("is-drawing", isDrawing && state.brush !== "open");
    own.setTitle(kept.root.hidden ? "" : say("run-this"));
    legend.show(startedShown(state), state.isDiscrete ?? false);
    if (isTable) return tables.show(state, moment);
    showOwn(state, moment, isDrawing);
    if (run && moment) showNetwork(state, run, moment);
    if (!kept.root.hidden) showKept(state, state.kept!, moment);
  }

  function showOwn(state: StudioState, moment: Moment | null, isDrawing: boolean): void {
    const { run } = state;
    const hasPlane = run !== null && run.started.features.length <= 2;
    own.root.classList.toggle("has-no-plane", run !== null && !hasPlane);
    if (run === null) own.planeFor(2).show(emptyContent(state));
    else if (hasPlane) own.planeFor(isDrawing ? 2 : run.started.features.length).show(contentOf(state, run, moment, true));
    else own.showExamples(state, run, moment, (example) => store.dispatch(openExample(example)));
  }

  /** Hundreds of lines are not redrawn with every frame of a run that goes on. */
  function showNetwork(state: StudioState, run: Run, { parameters, step }: Moment): void {
    const now = performance.now();
    if (isGliding(state) && now - networkDrawn < NETWORK_PAUSE) return;
    networkDrawn = now;
    network.show(parameters, startedAt(run, step));
  }

  function showKept(state: StudioState, run: Run, moment: Moment | null): void {
    const isAtEnd = state.run?.finished !== null && moment?.step === state.run?.finished?.step;
    const other = keptMoment(run, isAtEnd ? lengthOf(run) : (moment?.step ?? 0));
    kept.setTitle(say("run-kept-step", { step: other?.step ?? 0 }));
    if (run.started.features.length <= 2) kept.planeFor(run.started.features.length).show(contentOf(state, run, other, false));
  }

  listenToClicks(own, store);
  return { show };
}
