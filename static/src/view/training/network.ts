/** The network drawn: a line per weight, as wide as it is strong, solid where positive and dashed where negative. Draws one moment. */
import { formatNumber, formatSigned } from "../../graph/format.ts";
import { networkOf, placesOf, strongest, type Network } from "../../training/network.ts";
import type { Parameters } from "../../training/types.ts";
import { element } from "../dom.ts";
import { append, setText, signClass } from "../graph/svg.ts";
import { dress, pool, short, unitOf } from "./shapes.ts";

export interface NetworkView {
  readonly root: HTMLElement;
  show(parameters: Parameters, features: readonly string[]): void;
}

/** More lines than this are a smear, and slow. */
const MOST_WEIGHTS = 700;
/** Names closer than this would cover one another. */
const LEAST_NAMED = 12;
const MARGIN = { x: 58, y: 16 } as const;
/** Widths of the weakest and the strongest weight, in pixels: hundreds of lines are told apart only if most are thin. */
const THINNEST = 0.4;
const THICKEST = 4;

export function createNetwork(): NetworkView {
  const caption = element("p", { class: "network-caption", "aria-live": "off" });
  const root = element("figure", { class: "network" });
  const svg = append(root, "svg", { class: "network-drawing", role: "img" });
  const lines = append(svg, "g", { class: "network-weights" });
  const cells = append(svg, "g", { class: "network-neurons" });
  const names = append(svg, "g", { class: "network-names" });
  const bars = element("ul", { class: "network-bars", hidden: true });
  root.append(bars, caption);
  let size = { width: 400, height: 220 };
  let shown: { readonly parameters: Parameters; readonly features: readonly string[] } | null = null;
  let network: Network | null = null;

  function drawWeights({ sizes, weights }: Network): void {
    const places = placesOf(sizes, size.width - 2 * MARGIN.x, size.height - 2 * MARGIN.y);
    const largest = weights.reduce((most, { value }) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 1e-12);
    const thickest = Math.max(1.5, Math.min(THICKEST, places.closest * 0.4));
    const drawn = strongest(weights, MOST_WEIGHTS);
    for (const [index, path] of pool(lines, "path", drawn.length).entries()) {
      const { column, from, to, value } = drawn[index]!;
      const [x1, y1, x2, y2] = [places.x(column), places.y(column, from), places.x(column + 1), places.y(column + 1, to)].map(short);
      const middle = short((Number(x1) + Number(x2)) / 2);
      dress(path, {
        d: `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}`,
        class: `network-weight is-${signClass(value > 0 ? 1 : value < 0 ? -1 : 0)}`,
        "stroke-width": short(THINNEST + (thickest - THINNEST) * strengthOf(value, largest)),
        "stroke-opacity": short(0.25 + 0.75 * strengthOf(value, largest)),
        "data-index": index,
      });
    }
    caption.textContent =
      drawn.length < weights.length
        ? `The ${drawn.length} strongest of ${weights.length} weights: the wider the stronger, blue and solid positive, orange and dashed negative.`
        : `${weights.length} weights: the wider the stronger, blue and solid positive, orange and dashed negative.`;
  }

  function drawNeurons({ sizes, neurons }: Network): void {
    const places = placesOf(sizes, size.width - 2 * MARGIN.x, size.height - 2 * MARGIN.y);
    const radius = Math.max(2.5, Math.min(9, places.closest * 0.36));
    for (const [index, circle] of pool(cells, "circle", neurons.length).entries()) {
      const { column, row, bias } = neurons[index]!;
      dress(circle, {
        cx: short(places.x(column)),
        cy: short(places.y(column, row)),
        r: short(radius),
        class: `network-neuron ${bias === null ? "is-feature" : `is-${signClass(bias > 0 ? 1 : bias < 0 ? -1 : 0)}`}`,
      });
      title(circle, bias === null ? neurons[index]!.name : `${neurons[index]!.name}: bias ${formatSigned(bias)}`);
    }
    const ends = neurons.filter(({ column }) => (column === 0 || column === sizes.length - 1) && places.gap(column) >= LEAST_NAMED);
    for (const [index, text] of pool(names, "text", ends.length).entries()) {
      const { column, row, name } = ends[index]!;
      const isFeature = column === 0;
      dress(text, { x: short(places.x(column) + (isFeature ? -radius - 6 : radius + 6)), y: short(places.y(column, row) + 4), "text-anchor": isFeature ? "end" : "start" });
      setText(text, name);
    }
  }

  /** A program's parameters, or a network that is none: one bar for each number. */
  function drawBars(parameters: Parameters): void {
    const numbers = Object.entries(parameters).flatMap(([name, value]) => (Array.isArray(value) ? [] : [{ name, value: Number(value) }])).slice(0, 40);
    const largest = Math.max(1e-12, ...numbers.map(({ value }) => (Number.isFinite(value) ? Math.abs(value) : 0)));
    while (bars.childElementCount > numbers.length) bars.lastElementChild!.remove();
    while (bars.childElementCount < numbers.length)
      bars.append(element("li", { class: "network-bar" }, element("span", { class: "network-bar-name" }), element("span", { class: "network-bar-track" }, element("span", { class: "network-bar-fill" })), element("span", { class: "network-bar-value numbers" })));
    for (const [index, { name, value }] of numbers.entries()) {
      const [label, track, number] = Array.from(bars.children[index]!.children) as HTMLElement[];
      const fill = track!.firstElementChild as HTMLElement;
      setText(label!, name);
      setText(number!, formatNumber(value));
      fill.className = `network-bar-fill is-${signClass(value > 0 ? 1 : value < 0 ? -1 : 0)}`;
      fill.style.setProperty("--share", String(Math.min(1, Math.abs(value) / largest)));
    }
    caption.textContent = numbers.length > 0 ? "What the program learns: each number, and how large it is beside the others." : "";
  }

  function draw(): void {
    if (!shown) return;
    network = networkOf(shown.parameters, shown.features);
    svg.toggleAttribute("hidden", network === null);
    bars.hidden = network !== null;
    if (!network) return drawBars(shown.parameters);
    dress(svg, { viewBox: `${-MARGIN.x} ${-MARGIN.y} ${size.width} ${size.height}`, height: size.height * unitOf() });
    drawWeights(network);
    drawNeurons(network);
    const largest = network.weights.reduce((best, weight) => (Math.abs(weight.value) > Math.abs(best) ? weight.value : best), 0);
    dress(svg, { "aria-label": `The network: ${network.sizes.join(", ")} neurons by layer; the strongest weight is ${formatNumber(largest)}.` });
  }

  svg.addEventListener("pointermove", (event) => {
    const line = (event.target as Element).closest("path");
    if (!line || !network) return;
    const { column, from, to, value } = strongest(network.weights, MOST_WEIGHTS)[Number(line.getAttribute("data-index"))]!;
    const name = (place: number, row: number): string => network!.neurons.find((neuron) => neuron.column === place && neuron.row === row)?.name ?? "";
    caption.textContent = `${name(column, from)} → ${name(column + 1, to)}: weight ${formatSigned(value)}`;
  });
  new ResizeObserver(() => {
    const unit = unitOf();
    const width = root.clientWidth / unit;
    const room = (root.clientHeight - caption.offsetHeight) / unit;
    if (width < 40 || room < 60 || (width === size.width && Math.abs(room - size.height) < 2)) return;
    size = { width, height: room };
    draw();
  }).observe(root);

  return {
    root,
    show(parameters, features) {
      shown = { parameters, features };
      draw();
    },
  };
}

/** From 0 to 1; what is no number is drawn strongest, for it ought to be seen. */
function strengthOf(value: number, largest: number): number {
  const share = Math.abs(value) / largest;
  return Number.isNaN(share) ? 1 : Math.min(1, share);
}

function title(parent: Element, text: string): void {
  const existing = parent.querySelector("title");
  if (existing) setText(existing, text);
  else append(parent, "title").textContent = text;
}
