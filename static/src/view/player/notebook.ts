/**
 * A graph in a notebook: the player as the view of a widget of ipywidgets, whose model is `GraphWidget` of engine/capture/widget.py. Its step,
 * its selection and its numbers are the model's.
 */
import type { Selection } from "../../state/selection.ts";
import type { Embedding, Player, Show } from "./player.ts";
import { mountSliders, type Numbers } from "./sliders.ts";

/** The fields that both sides share. */
interface Fields {
  step: number;
  selection: Selection | null;
  inputs: Numbers["inputs"];
  /** What is shown, as JSON. */
  _shown: string;
  _places: Numbers["places"];
  /** The style sheet of the player in a shadow root. */
  _style: string;
  _asked: { number: string; inputs: Numbers["inputs"] };
  _answer: { number?: string; problem?: string };
}

/** As much of a model of ipywidgets as is used. */
interface Model {
  get<Name extends keyof Fields>(name: Name): Fields[Name];
  set<Name extends keyof Fields>(name: Name, value: Fields[Name]): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

type Mount = (root: HTMLElement, show: Show, embedding: Embedding) => Player | null;

/** Shows the model in the element of a notebook's output; the answer ends that. */
export function showModel(model: Model, place: HTMLElement, mount: Mount): () => void {
  const ending = new AbortController();
  const host = document.createElement("div");
  host.dataset.notebook = "";
  const root = document.createElement("div");
  const shadow = host.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet(); // made by script: the notebook's own styles stay as they are
  style.replaceSync(model.get("_style"));
  shadow.adoptedStyleSheets = [style];
  shadow.append(root);
  place.dataset.lmSuppressShortcuts = "true"; // keys belong to the player, not to the cells of JupyterLab
  place.append(host);

  const shown = (): Show => JSON.parse(model.get("_shown")) as Show;
  const numbers = (): Numbers => ({ inputs: model.get("inputs"), places: model.get("_places") });
  function write<Name extends keyof Fields>(name: Name, value: Fields[Name]): void {
    if (JSON.stringify(model.get(name)) === JSON.stringify(value)) return;
    model.set(name, value);
    model.save_changes();
  }
  /** Two views of one model, such as a cell and its copy, ask apart. */
  const view = crypto.randomUUID?.() ?? String(Math.random());
  let count = 0;
  let asked = "";
  const first = shown();
  function compute(inputs: Numbers["inputs"]): void {
    count += 1;
    asked = `${view} ${count}`;
    model.set("_asked", { number: asked, inputs });
    model.save_changes();
  }
  const player = mount(
    root,
    { ...first, step: model.get("step"), select: model.get("selection") },
    {
      themed: host,
      signal: ending.signal,
      ...(document.body.dataset.jpThemeLight === "false" && { theme: "dark" as const }),
      stepped: (step) => write("step", step),
      selected: (selection) => write("selection", selection),
      ...(Object.keys(model.get("inputs")).length > 0 && {
        sliders: (container, store) => mountSliders(container, store, { ...numbers(), compute }),
      }),
    },
  );

  const listeners: Readonly<Record<string, () => void>> = {
    "change:_shown": () => player?.show(shown(), numbers()),
    "change:inputs": () => player?.show(null, numbers()),
    "change:step": () => player?.seek(model.get("step")),
    "change:selection": () => player?.select(model.get("selection")),
    "change:_answer"() {
      const { number, problem = "" } = model.get("_answer");
      if (number !== asked) return;
      player?.show(null, numbers());
      player?.answered(problem);
    },
  };
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
    ending.abort();
    host.remove();
  };
}
