/** The set-up's further parts: what learns, what is made small, what moves it, and for how long. All read off the server's options. */
import { say } from "../../../messages/messages.ts";
import { chooseLoss, chooseModel, chosen, dataOption, hiddenOf, withHidden } from "../../../training/setup.ts";
import type { StudioState } from "../../../training/state.ts";
import type { MlpModel, Model } from "../../../training/types.ts";
import { element, icon } from "../../shared/dom.ts";
import { choiceField, type Field, numberField, stepper, switchField, textField } from "./fields.ts";
import type { SetupPart, SetupPorts } from "./setup_data.ts";
import { numberFields } from "./setup_numbers.ts";

const MODELS: readonly { readonly kind: Model["kind"]; readonly title: string; readonly sentence: string }[] = [
  { kind: "mlp", title: say("model-network"), sentence: say("model-network.about") },
  { kind: "logistic", title: say("model-logistic"), sentence: say("model-logistic.about") },
  { kind: "program", title: say("model-program"), sentence: say("model-program.about") },
];
const MAX_LAYERS = 6;
const MAX_NEURONS = 64;

function part(title: string, children: readonly (Node | null)[], fields: readonly Field[]): SetupPart {
  return {
    root: element(
      "section",
      { class: "setup-part", "aria-label": title },
      element("h2", {}, title),
      ...children,
      ...fields.map(({ root }) => root),
    ),
    fields,
  };
}

function kinds(state: StudioState, ports: SetupPorts): HTMLElement {
  const { request, options, run } = state;
  const features = dataOption(request, options)?.features ?? run?.started.features ?? ["x", "y"];
  const buttons = MODELS.map(({ kind, title, sentence }) => {
    const button = element(
      "button",
      {
        type: "button",
        class: "segmented-choice",
        role: "radio",
        "aria-checked": String(request.model.kind === kind),
        title: sentence,
        "data-path": `model ${kind}`,
      },
      title,
    );
    button.addEventListener("click", () => ports.change((newest) => chooseModel(newest.request, options, kind, features)));
    return button;
  });
  return element("div", { class: "segmented", role: "radiogroup", "aria-label": say("model") }, ...buttons);
}

/** A column for each hidden layer, as the network is drawn, with its neurons to be counted up and down. */
function layers(state: StudioState, ports: SetupPorts): HTMLElement {
  const { request } = state;
  const hidden = hiddenOf(request.model as MlpModel);
  const set = (next: readonly number[]): void => ports.change((newest) => withHidden(newest.request, next));
  const rows = hidden.map((count, index) => {
    const remove = element(
      "button",
      {
        type: "button",
        class: "icon-button stepper-button",
        "aria-label": say("remove-layer", { index: index + 1 }),
        "data-path": `layer ${index} remove`,
      },
      icon("close"),
    );
    remove.addEventListener("click", () => set(hidden.filter((_, place) => place !== index)));
    return element(
      "li",
      { class: "layer-row" },
      element("span", { class: "setup-label" }, say("layer-number", { index: index + 1 })),
      stepper(say("neurons-of-layer", { index: index + 1 }), count, 1, MAX_NEURONS, (value) =>
        set(hidden.map((present, place) => (place === index ? value : present))),
      ),
      remove,
    );
  });
  const add = element(
    "button",
    {
      type: "button",
      class: "text-button layer-add",
      "data-path": "layer add",
      "aria-disabled": String(hidden.length >= MAX_LAYERS),
    },
    icon("plus"),
    say("add-layer"),
  );
  add.addEventListener("click", () => {
    if (hidden.length < MAX_LAYERS) set([...hidden, hidden.at(-1) ?? 8]);
  });
  return element("div", { class: "layers" }, element("ol", {}, ...rows), add);
}

function modelPart(state: StudioState, ports: SetupPorts): SetupPart {
  const { request, options } = state;
  const { model } = request;
  const sentence = element("p", { class: "setup-words" }, MODELS.find(({ kind }) => kind === model.kind)!.sentence);
  if (model.kind === "program")
    return part(
      say("model"),
      [kinds(state, ports), sentence],
      [
        textField("model.program", say("program-of", { features: model.features.join(", ") }), { rows: 6 }, (text) =>
          ports.set("model.program", text),
        ),
      ],
    );
  if (model.kind === "logistic") return part(say("model"), [kinds(state, ports), sentence], []);
  const activations = options.activations.map((name) => ({ name, title: name }));
  const fields = [
    choiceField({ path: "model.activation", label: say("activation"), choices: activations, usual: "tanh" }, (name) =>
      ports.set("model.activation", name),
    ),
    choiceField(
      { path: "model.last", label: say("of-last-layer"), choices: [{ name: "null", title: say("the-same") }, ...activations] },
      (name) => ports.set("model.last", name === "null" ? null : name),
    ),
    numberField(
      {
        path: "model.seed",
        label: say("seed-of-weights"),
        hint: say("seed-of-weights.about"),
        low: 0,
        isWhole: true,
        usual: 0,
      },
      ports.set,
    ),
    switchField("model.zero_biases", say("biases-at-zero"), undefined, false, ports.set),
  ];
  return part(say("model"), [kinds(state, ports), sentence, layers(state, ports)], fields);
}

function lossPart({ options }: StudioState, ports: SetupPorts): SetupPart {
  return part(
    say("loss"),
    [],
    [
      choiceField({ path: "loss", label: say("loss-error"), choices: options.losses }, (name) =>
        ports.change((newest) => chooseLoss(newest.request, options, name)),
      ),
      numberField({ path: "l1", label: "L1", hint: say("l1-about"), low: 0, usual: 0 }, ports.set),
      numberField(
        {
          path: "l2",
          label: "L2",
          hint: say("l2-about"),
          low: 0,
          usual: 0,
        },
        ports.set,
      ),
    ],
  );
}

function optimizerPart({ request, options }: StudioState, ports: SetupPorts): SetupPart {
  const optimizer = options.optimizers.find(({ name }) => name === request.optimizer.name);
  const schedule = options.schedules.find(({ name }) => name === request.schedule?.name);
  const fields = [
    choiceField({ path: "optimizer.name", label: say("method"), choices: options.optimizers }, (name) =>
      ports.change((newest) => ({
        ...newest.request,
        optimizer: chosen(options.optimizers.find((each) => each.name === name)!, newest.request.optimizer),
      })),
    ),
    ...(optimizer ? numberFields(optimizer, "optimizer", ports.set) : []),
    choiceField({ path: "schedule.name", label: say("rate-over-time"), choices: options.schedules, usual: "constant" }, (name) =>
      ports.set("schedule", name === "constant" ? null : chosen(options.schedules.find((each) => each.name === name)!, null)),
    ),
    ...(schedule ? numberFields(schedule, "schedule", ports.set) : []),
  ];
  return part(say("optimiser"), [], fields);
}

function runPart({ options }: StudioState, ports: SetupPorts): SetupPart {
  const pitfalls = [{ name: "null", title: say("none"), sentence: "" }, ...options.pitfalls];
  return part(
    say("run"),
    [],
    [
      numberField(
        {
          path: "steps",
          label: say("steps"),
          low: 1,
          high: options.limits.max_training_steps ?? null,
          isWhole: true,
          usual: 100,
        },
        ports.set,
      ),
      switchField("endless", say("endless"), say("endless.about"), false, ports.set),
      numberField(
        {
          path: "batch_size",
          label: say("batch-size"),
          hint: say("batch-size.about"),
          low: 1,
          isWhole: true,
          usual: null,
          empty: null,
          placeholder: say("all-points"),
        },
        ports.set,
      ),
      numberField(
        {
          path: "seed",
          label: say("seed-of-order"),
          hint: say("seed-of-order.about"),
          low: 0,
          isWhole: true,
          usual: 0,
        },
        ports.set,
      ),
      choiceField({ path: "pitfall", label: say("mistake-on-purpose"), choices: pitfalls, usual: "null" }, (name) =>
        ports.set("pitfall", name === "null" ? null : name),
      ),
    ],
  );
}

export function modelParts(state: StudioState, ports: SetupPorts): SetupPart[] {
  return [modelPart, lossPart, optimizerPart, runPart].map((make) => make(state, ports));
}
