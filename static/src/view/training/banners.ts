/** What stands over the pictures: a run that ran away, a mistake made on purpose, a line that is down, what to look for in a preset. */
import type { Store } from "../../core/store.ts";
import { isSame, withValue } from "../../training/setup.ts";
import type { StudioState } from "../../training/state.ts";
import { element, icon, prose } from "../dom.ts";

interface Banner {
  readonly kind: "danger" | "broken" | "quiet";
  readonly title: string;
  readonly text: string;
  readonly button?: { readonly label: string; run(): void };
}

/** Reasons that are the user's own wish need no banner. */
const WISHED = new Set(["deleted", "left"]);

export function mountBanners(container: HTMLElement, store: Store<StudioState>, trainAgain: () => void): { show(state: StudioState): void } {
  let drawn = "";

  function change(path: string, value: unknown): void {
    store.set({ request: withValue(store.get().request, path, value) });
  }

  function divergence(state: StudioState): Banner | null {
    const diverged = state.run?.diverged;
    if (!diverged) return null;
    const { problem, suggestion } = diverged;
    const rate = suggestion?.learning_rate;
    const button = rate === undefined ? undefined : { label: `Try ${rate}`, run: () => tryRate(rate) };
    return { kind: "danger", title: "", text: [problem.message, problem.hint].filter(Boolean).join(" "), ...(button ? { button } : {}) };
  }

  function tryRate(rate: number): void {
    change("optimizer.learning_rate", rate);
    trainAgain();
  }

  function pitfall({ request, options }: StudioState): Banner | null {
    const broken = options.pitfalls.find(({ name }) => name === request.pitfall);
    return broken ? { kind: "broken", title: `Broken on purpose: ${broken.title}. `, text: broken.sentence, button: { label: "Mend it", run: () => change("pitfall", null) } } : null;
  }

  function stopped({ run }: StudioState): Banner | null {
    const told = run?.stopped;
    if (!told?.problem || WISHED.has(told.reason)) return null;
    return { kind: "danger", title: "The run has ended. ", text: [told.problem.message, told.problem.hint].filter(Boolean).join(" ") };
  }

  function lookFor({ request, options }: StudioState): Banner | null {
    const preset = options.presets.find((each) => isSame(each.request, request));
    return preset ? { kind: "quiet", title: `${preset.title}. `, text: `${preset.sentence} ${preset.expected}` } : null;
  }

  function bannersOf(state: StudioState): Banner[] {
    const line: Banner | null = state.connection === null ? null : { kind: "danger", title: "", text: state.connection };
    const grave = [line, divergence(state), stopped(state), pitfall(state)].filter((banner) => banner !== null);
    const quiet = grave.length === 0 ? lookFor(state) : null;
    return quiet ? [quiet] : grave;
  }

  return {
    show(state) {
      const banners = bannersOf(state);
      const words = JSON.stringify(banners);
      if (words === drawn) return;
      drawn = words;
      container.replaceChildren(
        ...banners.map(({ kind, title, text, button }) => {
          const press = button && element("button", { type: "button", class: "solid-button" }, button.label);
          press?.addEventListener("click", () => button!.run());
          return element("div", { class: `banner is-${kind}` }, kind === "quiet" ? null : icon(kind === "danger" ? "error" : "warning"), element("p", {}, element("strong", {}, title), ...prose(text)), press);
        }),
      );
    },
  };
}
