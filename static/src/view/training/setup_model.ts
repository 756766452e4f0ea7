/** The set-up's further parts: what learns, what is made small, what moves it, and for how long. All read off the server's options. */
import { chooseLoss, chooseModel, chosen, dataOption, hiddenOf, withHidden } from "../../training/setup.ts";
import type { StudioState } from "../../training/state.ts";
import type { MlpModel, Model } from "../../training/types.ts";
import { element, icon } from "../dom.ts";
import { choiceField, numberField, stepper, switchField, textField, type Field } from "./fields.ts";
import type { SetupPart, SetupPorts } from "./setup_data.ts";
import { numberFields } from "./setup_numbers.ts";

const MODELS: readonly { readonly kind: Model["kind"]; readonly title: string; readonly sentence: string }[] = [
  { kind: "mlp", title: "Network", sentence: "Layers of neurons: each adds up weighted inputs and bends the sum." },
  { kind: "logistic", title: "Logistic", sentence: "One neuron with a sigmoid: a straight line between the classes." },
  { kind: "program", title: "Program", sentence: "Any program: every input that is no feature of the points is learnt." },
];
const MOST_LAYERS = 6;
const MOST_NEURONS = 64;

function part(title: string, children: readonly (Node | null)[], fields: readonly Field[]): SetupPart {
  return { root: element("section", { class: "setup-part", "aria-label": title }, element("h3", {}, title), ...children, ...fields.map(({ root }) => root)), fields };
}

function kinds(state: StudioState, ports: SetupPorts): HTMLElement {
  const { request, options, run } = state;
  const features = dataOption(request, options)?.features ?? run?.started.features ?? ["x", "y"];
  const buttons = MODELS.map(({ kind, title, sentence }) => {
    const button = element("button", { type: "button", class: "segmented-choice", role: "radio", "aria-checked": String(request.model.kind === kind), title: sentence, "data-path": `model ${kind}` }, title);
    button.addEventListener("click", () => ports.change((newest) => chooseModel(newest.request, options, kind, features)));
    return button;
  });
  return element("div", { class: "segmented", role: "radiogroup", "aria-label": "Model" }, ...buttons);
}

/** A column for each hidden layer, as the network is drawn, with its neurons to be counted up and down. */
function layers(state: StudioState, ports: SetupPorts): HTMLElement {
  const { request } = state;
  const hidden = hiddenOf(request.model as MlpModel);
  const set = (next: readonly number[]): void => ports.change((newest) => withHidden(newest.request, next));
  const rows = hidden.map((count, index) => {
    const remove = element("button", { type: "button", class: "icon-button stepper-button", "aria-label": `Remove hidden layer ${index + 1}`, "data-path": `layer ${index} remove` }, icon("close"));
    remove.addEventListener("click", () => set(hidden.filter((_, place) => place !== index)));
    return element(
      "li",
      { class: "layer-row" },
      element("span", { class: "setup-label" }, `Layer ${index + 1}`),
      stepper(`Neurons of layer ${index + 1}`, count, 1, MOST_NEURONS, (value) => set(hidden.map((present, place) => (place === index ? value : present)))),
      remove,
    );
  });
  const add = element("button", { type: "button", class: "text-button layer-add", "data-path": "layer add", "aria-disabled": String(hidden.length >= MOST_LAYERS) }, icon("plus"), "Add a layer");
  add.addEventListener("click", () => {
    if (hidden.length < MOST_LAYERS) set([...hidden, hidden.at(-1) ?? 8]);
  });
  return element("div", { class: "layers" }, element("ol", {}, ...rows), add);
}

function modelPart(state: StudioState, ports: SetupPorts): SetupPart {
  const { request, options } = state;
  const { model } = request;
  const sentence = element("p", { class: "setup-words" }, MODELS.find(({ kind }) => kind === model.kind)!.sentence);
  if (model.kind === "program") return part("Model", [kinds(state, ports), sentence], [textField("model.program", `Program of ${model.features.join(", ")}`, { rows: 6 }, (text) => ports.set("model.program", text))]);
  if (model.kind === "logistic") return part("Model", [kinds(state, ports), sentence], []);
  const activations = options.activations.map((name) => ({ name, title: name }));
  const fields = [
    choiceField({ path: "model.activation", label: "Activation", choices: activations, usual: "tanh" }, (name) => ports.set("model.activation", name)),
    choiceField({ path: "model.last", label: "Of the last layer", choices: [{ name: "null", title: "the same" }, ...activations] }, (name) => ports.set("model.last", name === "null" ? null : name)),
    numberField({ path: "model.seed", label: "Seed of weights", hint: "What the random numbers of the start come from", low: 0, isWhole: true, usual: 0 }, ports.set),
    switchField("model.zero_biases", "Biases start at 0", undefined, false, ports.set),
  ];
  return part("Model", [kinds(state, ports), sentence, layers(state, ports)], fields);
}

function lossPart({ options }: StudioState, ports: SetupPorts): SetupPart {
  return part("Loss", [], [
    choiceField({ path: "loss", label: "Error", choices: options.losses }, (name) => ports.change((newest) => chooseLoss(newest.request, options, name))),
    numberField({ path: "l2", label: "L2", hint: "Adds so many times the sum of all squared parameters: large weights cost something", low: 0, usual: 0 }, ports.set),
  ]);
}

function optimizerPart({ request, options }: StudioState, ports: SetupPorts): SetupPart {
  const optimizer = options.optimizers.find(({ name }) => name === request.optimizer.name);
  const schedule = options.schedules.find(({ name }) => name === request.schedule?.name);
  const fields = [
    choiceField({ path: "optimizer.name", label: "Method", choices: options.optimizers }, (name) =>
      ports.change((newest) => ({ ...newest.request, optimizer: chosen(options.optimizers.find((each) => each.name === name)!, newest.request.optimizer) })),
    ),
    ...(optimizer ? numberFields(optimizer, "optimizer", ports.set) : []),
    choiceField({ path: "schedule.name", label: "Rate over time", choices: options.schedules, usual: "constant" }, (name) => ports.set("schedule", name === "constant" ? null : chosen(options.schedules.find((each) => each.name === name)!, null))),
    ...(schedule ? numberFields(schedule, "schedule", ports.set) : []),
  ];
  return part("Optimiser", [], fields);
}

function runPart({ options }: StudioState, ports: SetupPorts): SetupPart {
  const pitfalls = [{ name: "null", title: "none", sentence: "" }, ...options.pitfalls];
  return part("Run", [], [
    numberField({ path: "steps", label: "Steps", low: 1, high: options.limits["max_training_steps"] ?? null, isWhole: true, usual: 100 }, ports.set),
    numberField({ path: "batch_size", label: "Batch size", hint: "How many points a step sees; empty for all of them", low: 1, isWhole: true, usual: null, empty: null, placeholder: "all" }, ports.set),
    numberField({ path: "seed", label: "Seed of order", hint: "What the order of the points comes from, and which are held out", low: 0, isWhole: true, usual: 0 }, ports.set),
    choiceField({ path: "pitfall", label: "Mistake on purpose", choices: pitfalls, usual: "null" }, (name) => ports.set("pitfall", name === "null" ? null : name)),
  ]);
}

export function modelParts(state: StudioState, ports: SetupPorts): SetupPart[] {
  return [modelPart, lossPart, optimizerPart, runPart].map((make) => make(state, ports));
}
