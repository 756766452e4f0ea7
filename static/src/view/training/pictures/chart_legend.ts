/** The legend of a chart, which reads its curves at a step. */
import { type Curve, valueOn } from "../../../training/results/curves.ts";
import { element } from "../../shared/dom.ts";
import { append, setText } from "../../shared/svg.ts";
import { dress } from "./shapes.ts";

export const curveClass = ({ style, isKept, isBranch }: Curve): string =>
  `chart-curve style-${style % 6}${isKept ? " is-kept" : isBranch ? " is-branch" : ""}`;

/** Returns what it says, for each curve. */
export function writeLegend(
  legend: HTMLElement,
  curves: readonly Curve[],
  step: number,
  format: (value: number) => string,
): readonly string[] {
  while (legend.childElementCount > curves.length) legend.lastElementChild!.remove();
  while (legend.childElementCount < curves.length) legend.append(legendEntry());
  return curves.map((curve, index) => {
    const [key, name, value] = Array.from(legend.children[index]!.children) as [SVGElement, HTMLElement, HTMLElement];
    dress(key.firstElementChild!, { class: curveClass(curve) });
    const label = curve.isKept ? `A ${curve.name}` : curve.name;
    const at = valueOn(curve, step);
    const text = at === null ? "—" : format(at);
    setText(name, label);
    setText(value, text);
    return `${label} ${text}`;
  });
}

function legendEntry(): HTMLElement {
  const entry = element("li", { class: "chart-entry" });
  const key = append(entry, "svg", { class: "chart-key", width: 18, height: 8, "aria-hidden": "true" });
  append(key, "path", { d: "M0,4H18" });
  entry.append(element("span", { class: "chart-name" }), element("span", { class: "chart-value numbers" }));
  return entry;
}
