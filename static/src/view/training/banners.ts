/** What is over the pictures: a run that diverged, why a model does not learn, a mistake made on purpose, a line that is down. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { createAdvice } from "../../training/results/advice.ts";
import type { Proof } from "../../training/results/diagnosis.ts";
import { nearestMoment } from "../../training/run.ts";
import type { StudioState } from "../../training/state.ts";
import { changeField, changeRequest, openExample, openNeuron, showMoment } from "../../training/state_actions.ts";
import { element, icon, prose } from "../shared/dom.ts";

interface Banner {
  readonly kind: "danger" | "broken" | "advice";
  readonly title: string;
  readonly text: string;
  readonly button?: Press;
  /** Leads to what proves it. */
  readonly proof?: Press;
}

interface Press {
  readonly label: string;
  run(): void;
}

/** Reasons that are the user's own wish need no banner. */
const WISHED = new Set(["deleted", "left"]);

function pressOf({ label, run }: Press, name: string): HTMLElement {
  const press = element("button", { type: "button", class: name }, label);
  press.addEventListener("click", run);
  return press;
}

function proofLabel(proof: Proof): string {
  if ("neuron" in proof) return say("proof-neuron");
  return "step" in proof ? say("proof-step", { step: proof.step }) : say("proof-point", { number: proof.example + 1 });
}

export function mountBanners(
  container: HTMLElement,
  store: Store<StudioState>,
  trainAgain: () => void,
): { show(state: StudioState): void } {
  const advice = createAdvice(() => performance.now());
  let drawn = "";
  /** Of the finding that is shown: its neuron may become another under the same words. */
  let proofShown: Proof | null = null;

  function change(path: string, value: unknown): void {
    store.dispatch(changeField(path, value));
  }

  function divergence(state: StudioState): Banner | null {
    const diverged = state.run?.diverged;
    if (!diverged) return null;
    const { problem, suggestion } = diverged;
    const rate = suggestion?.learning_rate;
    const button = rate === undefined ? undefined : { label: say("try-rate", { rate }), run: () => tryRate(rate) };
    return {
      kind: "danger",
      title: "",
      text: [problem.message, problem.hint].filter(Boolean).join(" "),
      ...(button ? { button } : {}),
    };
  }

  function tryRate(rate: number): void {
    change("optimizer.learning_rate", rate);
    trainAgain();
  }

  function pitfall({ request, options }: StudioState): Banner | null {
    const broken = options.pitfalls.find(({ name }) => name === request.pitfall);
    return broken
      ? {
          kind: "broken",
          title: say("broken-title", { title: broken.title }),
          text: broken.sentence,
          button: { label: say("undo-mistake"), run: () => change("pitfall", null) },
        }
      : null;
  }

  function stopped({ run }: StudioState): Banner | null {
    const ending = run?.stopped;
    if (!ending?.problem || WISHED.has(ending.reason)) return null;
    return {
      kind: "danger",
      title: say("run-has-ended"),
      text: [ending.problem.message, ending.problem.hint].filter(Boolean).join(" "),
    };
  }

  function remedy(state: StudioState): Banner | null {
    const finding = advice.findingOf(state);
    if (!finding) return null;
    const { text, label, proof } = finding;
    proofShown = proof;
    return {
      kind: "advice",
      title: "",
      text,
      button: { label, run: () => apply(label) },
      ...(proof ? { proof: { label: proofLabel(proof), run: () => proofShown && prove(proofShown) } } : {}),
    };
  }

  /** A run that goes on and can take the remedy up does so as it goes; else it begins again with it. */
  function apply(label: string): void {
    const state = store.get();
    const finding = advice.pressed(state, label);
    if (!finding) return show(state);
    const { request } = finding;
    if (request) store.dispatch(changeRequest(() => request));
    trainAgain();
  }

  function prove(proof: Proof): void {
    const { run } = store.get();
    if ("neuron" in proof) store.dispatch(openNeuron(proof.neuron));
    else if ("example" in proof) store.dispatch(openExample(proof.example));
    else if (run) store.dispatch(showMoment(nearestMoment(run, proof.step)));
  }

  function bannersOf(state: StudioState): Banner[] {
    const line: Banner | null = state.connection === null ? null : { kind: "danger", title: "", text: state.connection };
    const grave = [line, divergence(state), stopped(state), pitfall(state)].filter((banner) => banner !== null);
    const advised = grave.length === 0 ? remedy(state) : null;
    return advised ? [advised] : grave;
  }

  function show(state: StudioState): void {
    const banners = bannersOf(state);
    const words = JSON.stringify(banners);
    if (words === drawn) return;
    drawn = words;
    container.replaceChildren(
      ...banners.map(({ kind, title, text, button, proof }) => {
        return element(
          "div",
          { class: `banner is-${kind}` },
          icon(kind === "danger" ? "error" : "warning"),
          element("p", {}, element("strong", {}, title), ...prose(text)),
          proof && pressOf(proof, "text-button"),
          button && pressOf(button, "solid-button"),
        );
      }),
    );
  }

  return { show };
}
