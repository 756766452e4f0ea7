/** Of a program's own engine: whether its gradients are right, each beside the right one, what is ambiguous, and the examination. */

import { type Store, watch } from "../../core/store.ts";
import type { Graph, GraphNode } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import type { Actions } from "../../state/actions.ts";
import { OWN_ENGINE_QUESTION } from "../../state/evaluation/machine.ts";
import type { State } from "../../state/state.ts";
import { chooseGradient } from "../../state/state_actions.ts";
import { formatValue } from "../../text/format.ts";
import { byId, element, prose, textButton } from "../shared/dom.ts";
import { createExamination } from "./examination.ts";

/** Rows of gradients that are shown; the wrong ones come first. */
const MAX_ROWS = 40;

export function mountOwnEngine(store: Store<State>, actions: Actions): void {
  const panel = byId("own-engine");
  const examination = createExamination(store, actions);

  function show(state: State): void {
    const { graph, problems } = state;
    const choices = problems.find(({ code }) => code === OWN_ENGINE_QUESTION)?.choices ?? [];
    panel.hidden = choices.length === 0 && !graph?.own_engine;
    if (choices.length > 0) panel.replaceChildren(question(choices));
    else if (graph?.own_engine) {
      panel.replaceChildren(...verdict(graph.own_engine), ...answered(state), gradients(graph), examination.root);
      if (state.program === state.graphProgram) examination.show(state);
    }
  }

  function verdict({ agreeing, compared, passes, shown }: NonNullable<Graph["own_engine"]>): HTMLElement[] {
    const place = shown + 1;
    return [
      element("p", { class: "own-engine-verdict" }, say("own-engine-agree", { agreeing, compared })),
      ...(actions.enabled("wrong-step") ? [wrongStepButton()] : []),
      ...(passes > 1 ? [element("p", { class: "own-engine-note" }, say("own-engine-pass", { shown: place, passes }))] : []),
    ];
  }

  function wrongStepButton(): HTMLElement {
    const { label, title } = actions.get("wrong-step");
    return textButton(label!, () => actions.run("wrong-step"), title);
  }

  /** Which attribute holds the gradient, where it is ambiguous. */
  function question(choices: readonly string[]): HTMLElement {
    const asked = element("p", { class: "own-engine-verdict", id: OWN_ENGINE_QUESTION }, say("own-engine-which"));
    const answers = choices.map((choice) => textButton(choice, () => store.dispatch(chooseGradient(choice))));
    return element("div", { role: "group", "aria-labelledby": asked.id }, asked, ...answers);
  }

  function answered({ gradientAttribute: name }: State): HTMLElement[] {
    if (name === null) return [];
    const again = textButton(say("own-engine-ask-again"), () => store.dispatch(chooseGradient(null)));
    return [element("p", { class: "own-engine-note" }, ...prose(say("own-engine-chosen", { name })), " ", again)];
  }

  show(store.get());
  watch(store, ["graph", "problems", "gradientAttribute", "examined"], show);
}

function gradients({ nodes }: Graph): HTMLElement {
  const compared = nodes.filter(({ grad, right }) => grad !== null && right !== null && right !== undefined);
  const rows = [...compared.filter(({ wrong }) => wrong), ...compared.filter(({ wrong }) => !wrong)].slice(0, MAX_ROWS);
  return element(
    "table",
    { class: "own-engine-table" },
    element("thead", {}, row("th", say("own-engine-value"), say("own-engine-theirs"), say("own-engine-right"))),
    element("tbody", {}, ...rows.map(gradient)),
  );
}

function gradient(node: GraphNode): HTMLElement {
  const theirs = formatValue(node.grad);
  return row(
    "td",
    node.name ?? `${node.kind ?? ""} ${formatValue(node.data)}`,
    node.wrong ? element("s", {}, theirs) : theirs,
    node.wrong ? element("strong", {}, formatValue(node.right ?? null)) : "✓",
  );
}

function row(cell: "td" | "th", ...contents: (Node | string)[]): HTMLElement {
  return element("tr", {}, ...contents.map((each) => element(cell, {}, each)));
}
