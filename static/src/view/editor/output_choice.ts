/**
 * Which number's gradients are shown, where the program's output has several: those of the sum of all, or of one element. It is under the
 * program, where the note on it is, and stays while an element is chosen. In a class it is not offered: all look at the same graph.
 */

import { type Store, watch } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { chooseOutput } from "../../state/state_actions.ts";
import { element } from "../shared/dom.ts";

const CODE = "summed-output";
/** No name of a program. */
const SUM = "";

/** What can be chosen besides the sum: what the note offers, else at least what is chosen. */
function offered({ problems, output }: State, before: readonly string[]): readonly string[] {
  const choices = problems.find(({ code }) => code === CODE)?.choices;
  if (choices) return choices;
  return output === null ? [] : before.includes(output) ? before : [output];
}

export function mountOutputChoice(after: HTMLElement, store: Store<State>): void {
  const select = element("select", { class: "field", "aria-label": say("gradients-of") });
  const root = element("label", { class: "output-choice" }, element("span", {}, say("gradients-of")), select);
  after.before(root);
  let choices: readonly string[] = [];
  select.addEventListener("change", () => store.dispatch(chooseOutput(select.value === SUM ? null : select.value)));

  function show(state: State): void {
    choices = offered(state, choices);
    root.hidden = choices.length === 0 || state.classroom !== "none";
    const key = choices.join("\n");
    if (select.dataset.options !== key) {
      select.dataset.options = key;
      select.replaceChildren(
        element("option", { value: SUM }, say("sum-of-all-elements")),
        ...choices.map((choice) =>
          element("option", { value: choice }, choice.startsWith("[") ? say("element-choice", { choice }) : choice),
        ),
      );
    }
    select.value = state.output ?? SUM;
  }

  show(store.get());
  watch(store, ["problems", "output", "classroom"], show);
}
