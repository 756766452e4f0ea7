/** The set-up's first part: which points, from where, and how they are drawn by hand. */
import { say } from "../../../messages/messages.ts";
import { csvOf } from "../../../training/csv.ts";
import { chooseData, choosePoints, chooseText, classesOf, dataOption, kindOf } from "../../../training/setup.ts";
import { pointsShown } from "../../../training/shown.ts";
import type { Brush, StudioState } from "../../../training/state.ts";
import type { Named, OwnPoints, TrainingRequest } from "../../../training/types.ts";
import { element, icon } from "../../shared/dom.ts";
import { featureChips } from "./feature_chips.ts";
import { type Field, numberField, switchField, textField } from "./fields.ts";
import { numberFields } from "./setup_numbers.ts";
import { sketchOfData } from "./sketches.ts";

export interface SetupPart {
  readonly root: HTMLElement;
  readonly fields: readonly Field[];
}

export interface SetupPorts {
  /** Another request, made from the newest state: a form may be older than that. */
  change(make: (state: StudioState) => TrainingRequest): void;
  set(path: string, value: unknown): void;
  brush(brush: Brush): void;
}

/** Points that are drawn one by one are few; more are thinned out to begin with. */
const MAX_TO_EDIT = 400;
const MAX_CLASSES = 4;

function tile(
  name: string,
  title: string,
  picture: Element | null,
  isChosen: boolean,
  choose: () => void,
  sentence = title,
): HTMLElement {
  const made = element("button", {
    type: "button",
    class: "data-tile",
    role: "radio",
    "aria-checked": String(isChosen),
    "aria-label": title,
    title: sentence,
    "data-path": `data ${name}`,
  });
  if (picture) made.append(picture);
  made.append(element("span", { class: "data-tile-name" }, title));
  made.addEventListener("click", choose);
  return made;
}

function tiles(state: StudioState, ports: SetupPorts): HTMLElement {
  const { request, options } = state;
  const present = kindOf(request.data) === "named" ? (request.data as Named).name : kindOf(request.data);
  const sets = options.datasets.map((option) =>
    tile(
      option.name,
      option.title,
      sketchOfData(option),
      present === option.name,
      () => ports.change(({ request }) => chooseData(request, options, option.name)),
      option.sentence,
    ),
  );
  const draw = tile("points", say("draw"), icon("pencil"), present === "points", () => ports.change(toPoints), say("draw.about"));
  const paste = tile("csv", say("paste"), icon("table"), present === "csv", () => ports.change(toText), say("paste.about"));
  const made = element("div", { class: "data-tiles", role: "radiogroup", "aria-label": say("data-set") }, ...sets, draw, paste);
  made.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = Array.from(made.children) as HTMLElement[];
    const place = all.indexOf(event.target as HTMLElement);
    if (step === undefined || place < 0) return;
    event.preventDefault();
    all[(place + step + all.length) % all.length]!.focus();
  });
  return made;
}

/** The points in sight become the user's own, where they have two features and classes. */
function toPoints(state: StudioState): TrainingRequest {
  const { points, classes } = pointsShown(state);
  const usable = classes !== null && (points.inputs[0]?.length ?? 2) === 2;
  const every = Math.max(1, Math.ceil(points.inputs.length / MAX_TO_EDIT));
  const kept = <Item>(list: readonly Item[]): Item[] => list.filter((_, index) => index % every === 0);
  const inputs = usable ? kept(points.inputs).map((row) => row.map((value) => Number(value.toFixed(3)))) : [];
  return choosePoints(
    state.request,
    state.options,
    { inputs, targets: usable ? kept(points.targets) : [] },
    usable ? classes : 2,
  );
}

function toText(state: StudioState): TrainingRequest {
  const { run } = state;
  if (!run) return chooseText(state.request, state.options, "");
  const rounded = run.started.examples.inputs.map((row) => row.map((value) => Number(value.toFixed(4))));
  return chooseText(
    state.request,
    state.options,
    csvOf(run.started.features, { inputs: rounded, targets: run.started.examples.targets }),
  );
}

function brushes(state: StudioState, ports: SetupPorts): HTMLElement {
  const { request, options, brush } = state;
  const classes = classesOf(request, options) ?? 2;
  const chip = (own: Brush, label: string, picture: string, name = ""): HTMLElement => {
    const made = element(
      "button",
      { type: "button", class: `brush ${name}`, "aria-pressed": String(brush === own), "data-path": `brush ${own}` },
      icon(picture),
      label,
    );
    made.addEventListener("click", () => ports.brush(own));
    return made;
  };
  const more = element("button", { type: "button", class: "brush", "data-path": "brush more" }, icon("plus"), say("class-chip"));
  more.addEventListener("click", () => {
    ports.brush(classes);
    ports.change(({ request }) => choosePoints(request, options, request.data as OwnPoints, classes + 1));
  });
  const clear = element("button", { type: "button", class: "text-button" }, say("clear-all"));
  clear.addEventListener("click", () =>
    ports.change(({ request }) => choosePoints(request, options, { inputs: [], targets: [] }, 2)),
  );
  const pictures = ["diamond", "circle", "triangle", "square"];
  return element(
    "div",
    { class: "brushes", role: "group", "aria-label": say("what-click-does") },
    ...Array.from({ length: classes }, (_, target) =>
      chip(target, say("class-name", { name: String(target) }), pictures[target % 4]!, `class-${target}`),
    ),
    classes < MAX_CLASSES && more,
    chip("erase", say("brush-erase"), "erase"),
    chip("open", say("brush-open"), "graph"),
    clear,
  );
}

/** The next seed of a data set that is made on the spot: other points of the same kind. */
function newData(state: StudioState, ports: SetupPorts): HTMLElement | null {
  const seed = dataOption(state.request, state.options)?.numbers.find(({ name }) => name === "seed");
  if (!seed) return null;
  const button = element(
    "button",
    { type: "button", class: "text-button", "data-path": "data.new" },
    icon("reset"),
    say("new-data"),
  );
  button.addEventListener("click", () =>
    ports.change(({ request }) => {
      const present = Number((request.data as Named).seed ?? seed.default);
      return { ...request, data: { ...(request.data as Named), seed: present + 1 } };
    }),
  );
  return button;
}

export function dataPart(state: StudioState, ports: SetupPorts): SetupPart {
  const { request, options } = state;
  const kind = kindOf(request.data);
  const option = dataOption(request, options);
  const fields: Field[] = option ? numberFields(option, "data", ports.set) : [];
  if (kind === "csv")
    fields.push(
      textField("data.csv", say("data-table"), { rows: 7, placeholder: "x,y,class\n0.1,0.2,0\n0.7,-0.4,1" }, (csv) =>
        ports.change(({ request }) => chooseText(request, options, csv)),
      ),
    );
  const heldOut = numberField(
    {
      path: "held_out",
      label: say("held-out-field"),
      hint: say("held-out-field.about"),
      low: 0,
      high: 0.9,
      usual: 0,
      slider: { low: 0, high: 0.5 },
    },
    ports.set,
  );
  const chips = featureChips(state, ports.change);
  fields.push(
    heldOut,
    ...(chips ? [chips] : []),
    switchField("standardize", say("standardize"), say("standardize.about"), false, ports.set),
  );
  const words = {
    named: option?.sentence ?? "",
    points: say("choose-class-click"),
    csv: say("line-for-each"),
  }[kind];
  const root = element(
    "section",
    { class: "setup-part", "aria-label": say("table-data") },
    element("h2", {}, say("table-data")),
    tiles(state, ports),
    element("p", { class: "setup-words" }, words),
    newData(state, ports),
    kind === "points" ? brushes(state, ports) : null,
    ...fields.map((each) => each.root),
  );
  return { root, fields };
}
