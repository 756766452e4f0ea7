/** The paths of a node as a list: each with its product and its share, the sum below. Made again with every answer. */
import { NAME } from "../../core/names.ts";
import type { Graph, JsonNumber } from "../../core/types.ts";
import { elementName } from "../../explain/elements.ts";
import { countOfPaths, factorsOf, leavesOnesOut, linksOf } from "../../explain/path_links.ts";
import { nodeLabel, nodeTitle, shortTitle } from "../../graph/places.ts";
import { say } from "../../messages/messages.ts";
import { formatNumber, toNumber } from "../../text/format.ts";
import { shortenerOf } from "../../text/short_names.ts";
import { element, prose } from "../shared/dom.ts";
import { signed } from "./explanation/ledger.ts";

export interface Path {
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly locals: readonly JsonNumber[];
  readonly product: JsonNumber;
  /** Which element of each node; empty for a single number. */
  readonly elements: readonly (readonly number[])[];
}

export interface PathsAnswer {
  readonly node: number;
  readonly gradient: JsonNumber | null;
  readonly count: string;
  readonly zeros: string;
  readonly paths: readonly Path[];
  readonly remainder: JsonNumber;
}

/** What is done with a path in the picture. */
export interface Marking {
  light(path: Path): void;
  /** No path is pointed at any more. */
  settle(): void;
  press(path: Path): void;
}

/** What the rows of an answer have in common. */
interface Shown {
  readonly graph: Graph;
  readonly program: string;
  /** The size of the largest product. */
  readonly largest: number;
  readonly withoutOnes: boolean;
}

/** Characters of a link. */
const LINK_WIDTH = 12;

const INDEX = / ?\[[\d, ]+\]$/;

/** An element of a node: `w[1]`; apart from the text of what has no name, where it would be read as a part of that. */
function linkName(label: string, index: readonly number[]): string {
  return index.length === 0 || NAME.test(label) ? elementName(label, index) : elementName(`${label} `, index);
}

/** Cut to the width of a link, but for the element's place. */
function shortLink(link: string, shorten: (label: string, width: number) => string): string {
  const index = INDEX.exec(link)?.[0] ?? "";
  return shorten(link.slice(0, link.length - index.length), LINK_WIDTH) + index;
}

/** The nodes of a path, with arrows between them. */
function chainOf({ graph, program }: Shown, path: Path): readonly (HTMLElement | false)[] {
  const labels = path.nodes.map((node) => nodeTitle(graph, program, node));
  const shorten = shortenerOf(labels);
  const named = labels.map((label, place) => linkName(label, path.elements[place]!));
  const bare = path.nodes.map((node, place) => linkName(nodeLabel(graph, program, node), path.elements[place]!));
  const links = linksOf(named, bare, (link) => shortLink(link, shorten));
  return links.flatMap((link, place) => [
    place > 0 && element("span", { class: "path-arrow" }, "←"),
    typeof link === "number"
      ? element("span", { class: "path-left-out" }, say("path-left-out", { count: link }))
      : element("code", {}, link),
  ]);
}

/** A path with its product; pointed at, it is lit in the picture, and pressed it stays so. */
function rowOf(shown: Shown, path: Path, marking: Marking): HTMLElement {
  const product = factorsOf(path.locals.map(toNumber), shown.withoutOnes)
    .map((local) => formatNumber(local))
    .join(" × ");
  const share = shown.largest > 0 ? Math.abs(toNumber(path.product)) / shown.largest : 0;
  const button = element(
    "button",
    { type: "button", class: "path", "aria-pressed": "false" },
    element("span", { class: "path-chain" }, ...chainOf(shown, path)),
    element("span", { class: "path-product" }, element("span", { class: "numbers" }, `${product}\u00a0=`), signed(path.product)),
  );
  const bar = element("meter", {
    class: "path-share",
    min: 0,
    max: 1,
    value: Number.isFinite(share) ? share : 0,
    "aria-hidden": "true",
  });
  button.addEventListener("pointerenter", () => marking.light(path));
  button.addEventListener("focus", () => marking.light(path));
  button.addEventListener("pointerleave", () => marking.settle());
  button.addEventListener("click", () => marking.press(path));
  return element("li", {}, button, bar);
}

/** The answer for one element of a node. */
export function pathList(
  graph: Graph,
  program: string,
  answer: PathsAnswer,
  index: readonly number[],
  marking: Marking,
): HTMLElement {
  const { paths, zeros, count, remainder } = answer;
  const name = linkName(shortTitle(graph, program, answer.node, 24), index);
  const output = shortTitle(graph, program, graph.output, 24);
  const largest = Math.max(0, ...paths.map(({ product }) => Math.abs(toNumber(product))).filter(Number.isFinite));
  const left = Number(count) - paths.length;
  const isBlocked = zeros !== "0";
  const isBetween = paths.some(({ nodes }) => new Set(nodes.map((node) => graph.nodes[node]!.shape.join())).size > 1);
  const withoutOnes = leavesOnesOut(paths.map(({ locals }) => locals.map(toNumber)));
  const shown: Shown = { graph, program, largest, withoutOnes };
  return element(
    "div",
    {},
    element(
      "h2",
      { class: "panel-title" },
      element("code", {}, name),
      ` ${say("paths-reach")} `,
      element("code", {}, output),
      ` ${say("paths-by")} ${countOfPaths(count)}`,
    ),
    element(
      "p",
      { class: "panel-remark" },
      ...prose(count === "0" ? say("paths-all-zero", { name }) : say("paths-multiplied", { name })),
      isBetween && ` ${say("paths-between-elements")}`,
      withoutOnes && ` ${say("paths-without-ones")}`,
    ),
    element("ol", { class: "paths" }, ...paths.map((path) => rowOf(shown, path, marking))),
    left > 0 &&
      element(
        "p",
        { class: "panel-remark" },
        say("paths-more", { left: formatNumber(left), tonumber: formatNumber(toNumber(remainder)) }),
      ),
    isBlocked &&
      element(
        "p",
        { class: "panel-remark" },
        say(zeros === "1" ? "paths-blocked" : "paths-blocked.several", { paths: countOfPaths(zeros) }),
      ),
    element("p", { class: "paths-sum" }, say("ledger-sum"), signed(answer.gradient)),
  );
}
