/** The value of a node: what it is, with letters, with numbers and as a result. */

import type { Value } from "../../../core/types.ts";
import { summaryInWords } from "../../../explain/contributions.ts";
import type { Formula } from "../../../explain/notation.ts";
import { say } from "../../../messages/messages.ts";
import { formatFullValue, formatShape, isScalar, NOT_COMPUTED } from "../../../text/format.ts";
import { isValueKnown, valueSummaryAt } from "../../../timeline/schedule.ts";
import { element, icon } from "../../shared/dom.ts";
import { heatmap } from "../../shared/heatmap.ts";
import { math } from "../../shared/math.ts";
import { copyText } from "../../shared/notice.ts";
import { histogram } from "./large_array.ts";
import type { View } from "./view.ts";

export function copyButton(value: Value, what: string): HTMLElement {
  const button = element(
    "button",
    {
      type: "button",
      class: "icon-button copy-number at-hand",
      "aria-label": say("copy-what-in-full", { what }),
      title: say("copy-in-full", { formatfullvalue: formatFullValue(value) }),
    },
    icon("copy"),
  );
  button.addEventListener(
    "click",
    () =>
      void copyText(
        typeof value === "object" ? JSON.stringify(value) : String(value),
        say("copied-value", { formatfullvalue: formatFullValue(value) }),
      ),
  );
  return button;
}

export function describe({ graph, node, record }: View): string {
  const uses = graph.edges.filter(({ source }) => source === node.id).length;
  return [
    say(`role-${node.role}`),
    record?.name,
    uses > 1 && say("used-times", { uses }),
    node.shape.length > 0 && say("shape-noted", { shape: formatShape(node.shape) }),
    node.assumed && say("not-given-counts"),
  ]
    .filter(Boolean)
    .join(" · ");
}

function equation(left: Formula, right: Formula): Formula {
  return { latex: `${left.latex} = ${right.latex}`, plain: `${left.plain} = ${right.plain}` };
}

function arrayFormula(shape: readonly number[]): Formula {
  const text = formatShape(shape);
  return { latex: `\\text{${text}}`, plain: text };
}

export function valueSection({ state, graph, schedule, node, notation }: View): HTMLElement {
  const known = isValueKnown(schedule, node.id, state.position);
  const letters = notation.expression(node.id);
  const numbers = notation.substituted(node.id);
  const lines: (Node | false)[] = [];
  const isCalled = node.name !== null || node.id === graph.output;
  if (letters) lines.push(math(isCalled ? equation(notation.variable(node.id), letters) : letters));
  if (numbers && known) lines.push(element("span", {}, "= ", math(numbers)));
  const summary = valueSummaryAt(schedule, node, state.position);
  const result = known ? notation.result(node.id) : { latex: "\\text{—}", plain: NOT_COMPUTED };
  const shown = summary ? arrayFormula(summary.shape) : result;
  const line = element(
    "span",
    { class: "result" },
    letters ? "= " : "",
    math(letters ? shown : equation(notation.node(node.id), shown)),
    known && !summary && copyButton(node.data, say("copy-value")),
  );
  const body = lines.map((line) => element("p", { class: "formula" }, line));
  return element(
    "section",
    { class: "inspector-section" },
    element("h3", {}, say("value-heading")),
    ...body,
    element("p", { class: "formula" }, line),
    known && !isScalar(node.data) && heatmap(node.data, say("value-heading")),
    summary && element("p", { class: "remark" }, summaryInWords(summary)),
    summary && histogram(summary, say("value-heading")),
  );
}
