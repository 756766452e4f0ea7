/** A banner over the picture for as long as its numbers are wrong on purpose: which rule is broken, what came of it, and how to mend it. */

import { type Store, watch } from "../../core/store.ts";
import { PITFALL_WORDS } from "../../exercises/pitfall_words.ts";
import { canBreak, wrongNodes } from "../../exercises/pitfalls.ts";
import { nodeTitle } from "../../graph/places.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { choosePitfall, openProgram } from "../../state/state_actions.ts";
import { formatValue } from "../../text/format.ts";
import { byId, element, prose } from "../shared/dom.ts";

const MAX_EXAMPLES = 2;

/** Whether all numbers are right in spite of the mistake. */
function isHarmless({ honest, graph, redaction }: State): boolean {
  return honest !== null && graph !== null && redaction === null && wrongNodes(honest, graph).length === 0;
}

function consequence({ honest, graph, graphProgram, pitfall, redaction }: State): string {
  if (!honest || !graph || pitfall === "none" || redaction !== null) return "";
  if (!canBreak(honest, pitfall)) return say("pitfall-tensors");
  const wrong = wrongNodes(honest, graph);
  if (wrong.length === 0) return say("pitfall-spared", { spared: PITFALL_WORDS[pitfall].spared });
  const listed = wrong.slice(0, MAX_EXAMPLES).map((id) =>
    say("pitfall-says", {
      nodelabel: nodeTitle(honest, graphProgram, id),
      grad: formatValue(graph.nodes[id]!.grad),
      grad2: formatValue(honest.nodes[id]!.grad),
    }),
  );
  const more = wrong.length > MAX_EXAMPLES ? say("pitfall-more", { count: wrong.length - MAX_EXAMPLES }) : "";
  return `${listed.join("; ")}${more}.`;
}

export function mountPitfallBanner(store: Store<State>): void {
  const words = element("p", {});
  const mend = element("button", { type: "button", class: "solid-button" }, say("undo-mistake"));
  mend.addEventListener("click", () => store.dispatch(choosePitfall("none")));
  const bite = element("button", { type: "button", class: "text-button" }, say("pitfall-bites"));
  bite.addEventListener("click", () => {
    const { pitfall } = store.get();
    if (pitfall !== "none") store.dispatch(openProgram(PITFALL_WORDS[pitfall].bites));
  });
  const banner = element(
    "div",
    { class: "pitfall-banner", role: "status", hidden: true },
    words,
    element("span", { class: "pitfall-ways" }, bite, mend),
  );
  const picture = byId("picture");
  picture.prepend(banner);

  /** The height that it had for its width at most since it is there: other words must not move the picture below it. */
  let reserved = { width: 0, height: 0 };

  function reserve(): void {
    banner.style.minHeight = "";
    const { offsetWidth: width, offsetHeight: height } = banner;
    reserved = { width, height: width === reserved.width ? Math.max(height, reserved.height) : height };
    if (height < reserved.height) banner.style.minHeight = `${reserved.height}px`;
  }

  function show(state: State): void {
    banner.hidden = state.pitfall === "none" || state.graph === null;
    picture.classList.toggle("has-banner", !banner.hidden);
    if (banner.hidden || state.pitfall === "none") {
      reserved = { width: 0, height: 0 };
      return;
    }
    bite.hidden = state.classroom === "guest" || !isHarmless(state);
    const { title, broken } = PITFALL_WORDS[state.pitfall];
    words.replaceChildren(
      element("strong", {}, say("broken-on-purpose")),
      ...prose(`${say("titled", { title, text: broken })}. ${consequence(state)}`),
    );
    reserve();
  }

  watch(store, ["pitfall", "graph"], show);
  show(store.get());
  // Another width has other lines.
  new ResizeObserver(() => {
    if (!banner.hidden && banner.offsetWidth !== reserved.width) reserve();
  }).observe(banner);
}
