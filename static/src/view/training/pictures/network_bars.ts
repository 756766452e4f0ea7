/** What stands in the place of the network where the parameters are none. Draws one moment. */
import { formatNumber } from "../../../text/format.ts";
import type { Parameters } from "../../../training/types.ts";
import { element } from "../../shared/dom.ts";
import { setText, signClass } from "../../shared/svg.ts";

const MOST_BARS = 40;

/** A program's parameters, or a network that is none: one bar for each number. Returns how many. */
export function showBars(bars: HTMLElement, parameters: Parameters): number {
  const numbers = Object.entries(parameters)
    .flatMap(([name, value]) => (Array.isArray(value) ? [] : [{ name, value: Number(value) }]))
    .slice(0, MOST_BARS);
  const largest = Math.max(1e-12, ...numbers.map(({ value }) => (Number.isFinite(value) ? Math.abs(value) : 0)));
  while (bars.childElementCount > numbers.length) bars.lastElementChild!.remove();
  while (bars.childElementCount < numbers.length) bars.append(emptyBar());
  for (const [index, { name, value }] of numbers.entries()) {
    const [label, track, number] = Array.from(bars.children[index]!.children) as HTMLElement[];
    const fill = track!.firstElementChild as HTMLElement;
    setText(label!, name);
    setText(number!, formatNumber(value));
    fill.className = `network-bar-fill is-${signClass(value > 0 ? 1 : value < 0 ? -1 : 0)}`;
    fill.style.setProperty("--share", String(Math.min(1, Math.abs(value) / largest)));
  }
  return numbers.length;
}

function emptyBar(): HTMLElement {
  return element(
    "li",
    { class: "network-bar" },
    element("span", { class: "network-bar-name" }),
    element("span", { class: "network-bar-track" }, element("span", { class: "network-bar-fill" })),
    element("span", { class: "network-bar-value numbers" }),
  );
}
