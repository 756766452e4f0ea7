/** Of what a plot is: which number, over which one or two inputs. */
import { type InputNumber, movableElements } from "../../../explain/elements.ts";
import { say } from "../../../messages/messages.ts";
import { nodeOfSelection } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { element } from "../../shared/dom.ts";
import { type Plotted, plottedOf } from "./plotted.ts";

export interface PlotChoices {
  readonly root: HTMLElement;
  /** What has to be asked again after another choice. */
  readonly controls: readonly HTMLElement[];
  /** The inputs along the axes. */
  inputs(state: State): InputNumber[];
  output(state: State): Plotted;
}

/** The program's output over inputs that somebody else has chosen; those that it has not are left out. */
export function fixedPlotChoices(along: readonly string[]): PlotChoices {
  return {
    root: element("div"),
    controls: [],
    inputs: ({ graph }) => {
      const all = movableElements(graph!.nodes);
      return along.flatMap((name) => all.find((input) => input.name === name) ?? []);
    },
    output: (state) => plottedOf(state)[0]!,
  };
}

/** `enlarge` stands at their end. */
export function createPlotChoices(enlarge: HTMLElement): PlotChoices {
  const of = element("select", { class: "field", "aria-label": say("plotted") });
  const first = element("select", { class: "field", "aria-label": say("input-across") });
  const second = element("select", { class: "field", "aria-label": say("second-input") });
  const root = element(
    "div",
    { class: "plot-choices" },
    of,
    element("span", {}, say("plot-across")),
    first,
    element("span", {}, say("plot-and")),
    second,
    enlarge,
  );
  /** What the user has chosen for the second input; null for no choice. */
  let wantedSecond: string | null = null;
  let followed: number | null = null;
  second.addEventListener("input", () => (wantedSecond = second.value));

  function inputs(state: State): InputNumber[] {
    const all = movableElements(state.graph!.nodes);
    const names = all.map(({ name }) => name);
    const selected = nodeOfSelection(state);
    const own = all.find(({ id }) => id === selected)?.name;
    const isOwn = all.some(({ id, name }) => id === selected && name === first.value);
    // An input that is selected in the picture is meant here as well, until another number is chosen here.
    const isFollowed = selected !== followed && own !== undefined && !isOwn;
    followed = selected;
    const across = choose(first, names, isFollowed ? own : first.value, own ?? names[0]!);
    const others = names.filter((name) => name !== across);
    // Two inputs are a landscape; of more, a curve says more than any two of them.
    const other = choose(second, ["", ...others], wantedSecond, others.length === 1 ? others[0]! : "");
    return [across, other].filter(Boolean).map((name) => all.find((input) => input.name === name)!);
  }

  /** What is plotted: the first choice, until another one is made. */
  function output(state: State): Plotted {
    const found = plottedOf(state);
    const label = choose(
      of,
      found.map((each) => each.label),
      of.value,
      found[0]!.label,
    );
    of.hidden = found.length === 1;
    return found.find((each) => each.label === label)!;
  }

  return { root, controls: [of, first, second], inputs, output };
}

/** Offers these names, and takes the preferred one where it is among them. */
function choose(select: HTMLSelectElement, names: readonly string[], preferred: string | null, fallback: string): string {
  const wanted = preferred !== null && names.includes(preferred) ? preferred : fallback;
  const key = JSON.stringify(names);
  if (select.dataset.names !== key) {
    select.dataset.names = key;
    select.replaceChildren(...names.map((name) => element("option", { value: name }, name === "" ? say("nothing-else") : name)));
  }
  select.value = wanted;
  return wanted;
}
