/** A banner over the picture for as long as its numbers are wrong on purpose: which rule is broken, what came of it, and how to mend it. */
import { nodeLabel } from "../core/places.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { formatValue } from "../graph/format.ts";
import { canBreak, PITFALL_WORDS, wrongNodes } from "../graph/pitfalls.ts";
import { byId, element, prose } from "./dom.ts";

const MOST_EXAMPLES = 2;

function consequence({ honest, graph, graphProgram, pitfall, withheld }: State): string {
  if (!honest || !graph || pitfall === "none" || withheld !== null) return "";
  if (!canBreak(honest, pitfall)) return "This mistake can be made with single numbers only; this program has tensors, and its gradients are right.";
  const wrong = wrongNodes(honest, graph);
  if (wrong.length === 0) return `This program gets away with it. ${PITFALL_WORDS[pitfall].spared}`;
  const said = wrong
    .slice(0, MOST_EXAMPLES)
    .map((id) => `\`${nodeLabel(honest, graphProgram, id)}\` says ${formatValue(graph.nodes[id]!.grad)} and ought to be ${formatValue(honest.nodes[id]!.grad)}`);
  const more = wrong.length > MOST_EXAMPLES ? `, and ${wrong.length - MOST_EXAMPLES} more are wrong` : "";
  return `${said.join("; ")}${more}.`;
}

export function mountPitfallBanner(store: Store<State>): void {
  const words = element("p", {});
  const mend = element("button", { type: "button", class: "solid-button" }, "Mend it");
  mend.addEventListener("click", () => store.set({ pitfall: "none" }));
  const banner = element("div", { class: "pitfall-banner", role: "status", hidden: true }, words, mend);
  byId("picture").prepend(banner);

  function show(state: State): void {
    banner.hidden = state.pitfall === "none" || state.graph === null;
    if (banner.hidden || state.pitfall === "none") return;
    const { title, broken } = PITFALL_WORDS[state.pitfall];
    words.replaceChildren(element("strong", {}, "Broken on purpose: "), ...prose(`${title}: ${broken}. ${consequence(state)}`));
  }

  store.subscribe((state, previous) => {
    if (state.pitfall !== previous.pitfall || state.graph !== previous.graph) show(state);
  });
  show(store.get());
}
