/** The picture as a file that looks as it does on the screen: SVG with every style written into it, or PNG drawn from that. */
import { say } from "../../messages/messages.ts";
import { notify } from "./notice.ts";

/** What the page's style sheets say of a shape. Nothing else of a computed style is seen in a drawing. */
const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "font-variant-numeric",
  "text-anchor",
  "dominant-baseline",
  "letter-spacing",
  "visibility",
  "display",
  "marker-start",
  "marker-end",
  "paint-order",
  "clip-path",
] as const;

const MARGIN = 24;
const TITLE_HEIGHT = 30;
const LEGEND_HEIGHT = 34;
/** About the width of a letter of the legend, and what is between two of its entries. */
const LETTER = 7;
const LEGEND_GAP = 18;
/** Room for the legend where the graph itself is a card or two. */
const SMALLEST_WIDTH = 360;
/** A picture for slides: twice the resolution of the screen, and no side longer than browsers draw. */
const PIXELS = 2;
const LONGEST_SIDE = 8000;

interface Picture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

function writeStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const property of PROPERTIES) {
    const value = style.getPropertyValue(property);
    if (value !== "" && value !== "auto" && value !== "normal") to.setAttribute(property, value.replaceAll('"', "'"));
  }
  to.removeAttribute("class");
  to.removeAttribute("style");
  to.removeAttribute("tabindex");
  for (const [index, child] of Array.from(from.children).entries()) writeStyles(child, to.children[index]!);
}

/** Elements that a drawing on paper has no use for. */
function withoutUnseen(root: Element): void {
  for (const element of Array.from(root.querySelectorAll("*"))) {
    if (element.getAttribute("display") === "none" || element.getAttribute("visibility") === "hidden") element.remove();
  }
}

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** The legend under the drawing, entry by entry as on the screen, in as many lines as the width asks for. */
function drawLegend(width: number, top: number, ink: string): { group: SVGElement; height: number } {
  const group = make("g", { "font-family": "sans-serif", "font-size": 12 });
  let [x, y] = [MARGIN, top];
  for (const entry of document.querySelectorAll("#graph .graph-legend > li")) {
    const sample = entry.querySelector("svg")!;
    const text = entry.textContent ?? "";
    const room = sample.viewBox.baseVal.width + 6 + text.length * LETTER;
    if (x > MARGIN && x + room > width - MARGIN) [x, y] = [MARGIN, y + 20];
    const copy = sample.cloneNode(true) as SVGSVGElement;
    writeStyles(sample, copy);
    for (const [name, value] of Object.entries({
      x,
      y,
      width: sample.viewBox.baseVal.width,
      height: sample.viewBox.baseVal.height,
    }))
      copy.setAttribute(name, String(value));
    const words = make("text", { x: x + sample.viewBox.baseVal.width + 6, y: y + 9, fill: ink });
    words.textContent = text;
    group.append(copy, words);
    x += room + LEGEND_GAP;
  }
  return { group, height: y - top + LEGEND_HEIGHT };
}

function draw(title: string): Picture | null {
  const svg =
    document.querySelector<SVGSVGElement>("#graph svg.graph-canvas") ?? document.querySelector<SVGSVGElement>("#graph svg");
  const viewport = svg?.querySelector<SVGGElement>(":scope > g");
  if (!svg || !viewport) return null;
  const box = viewport.getBBox();
  // Whatever the zoom is on the screen, a file is looked at closely.
  const zoomed = svg.dataset.zoomed;
  svg.dataset.zoomed = "everything";
  const copy = svg.cloneNode(true) as SVGSVGElement;
  writeStyles(svg, copy);
  if (zoomed !== undefined) svg.dataset.zoomed = zoomed;
  withoutUnseen(copy);
  const style = getComputedStyle(document.documentElement);
  const [ink, paper] = ["--ink", "--paper"].map((name) => style.getPropertyValue(name).trim()) as [string, string];
  const width = Math.max(SMALLEST_WIDTH, Math.ceil(box.width) + 2 * MARGIN);
  const drawingHeight = Math.ceil(box.height) + 2 * MARGIN + TITLE_HEIGHT;
  const legend = drawLegend(width, drawingHeight, ink);
  const height = drawingHeight + legend.height;
  const drawn = Array.from(copy.children).find((child) => child.tagName === "g");
  drawn?.setAttribute("transform", `translate(${MARGIN - box.x} ${MARGIN + TITLE_HEIGHT - box.y})`);
  for (const [name, value] of Object.entries({
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  }))
    copy.setAttribute(name, String(value));
  const text = make("text", { x: MARGIN, y: 28, "font-family": "sans-serif", "font-size": 15, "font-weight": 600, fill: ink });
  text.textContent = title;
  copy.prepend(make("rect", { width: "100%", height: "100%", fill: paper }), text);
  copy.append(legend.group);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function download(blob: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function downloadPicture(kind: "svg" | "png", title: string): Promise<void> {
  const picture = draw(title);
  if (!picture) return notify(say("no-picture-yet"));
  const svg = new Blob([picture.text], { type: "image/svg+xml" });
  if (kind === "svg") return download(svg, "backpass.svg");
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const scale = Math.min(PIXELS, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((png) => (png ? download(png, "backpass.png") : notify(say("picture-too-large-for-browser"))), "image/png");
}
