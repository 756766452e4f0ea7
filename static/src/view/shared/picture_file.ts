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
/** Between the two entries of the legend. */
const LEGEND_GAP = 12;
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

/** A colour of the theme that is shown. */
const colourNow = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function drawTitle(title: string, ink: string): SVGElement {
  const text = make("text", { x: MARGIN, y: 28, "font-family": "sans-serif", "font-size": 15, "font-weight": 600, fill: ink });
  text.textContent = title;
  return text;
}

/** The legend under the drawing, as on the screen: the value, and bold behind it the gradient; an arrow where one follows the other. */
function drawLegend(top: number, ink: string): SVGElement {
  const text = make("text", { x: MARGIN, y: top + 9, "font-family": "sans-serif", "font-size": 12, fill: ink });
  const legend = document.querySelector<HTMLElement>("#graph .graph-legend");
  for (const [index, entry] of Array.from(legend?.children ?? []).entries()) {
    const words = make("tspan", index === 0 ? {} : { dx: LEGEND_GAP, "font-weight": "bold" });
    words.textContent = entry.textContent;
    text.append(words);
    if (index === 0 && legend?.dataset.form === "far") text.append(" →");
  }
  return text;
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
  const [ink, paper] = [colourNow("--ink"), colourNow("--paper")];
  const width = Math.max(SMALLEST_WIDTH, Math.ceil(box.width) + 2 * MARGIN);
  const drawingHeight = Math.ceil(box.height) + 2 * MARGIN + TITLE_HEIGHT;
  const height = drawingHeight + LEGEND_HEIGHT;
  const drawn = Array.from(copy.children).find((child) => child.tagName === "g");
  drawn?.setAttribute("transform", `translate(${MARGIN - box.x} ${MARGIN + TITLE_HEIGHT - box.y})`);
  for (const [name, value] of Object.entries({
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  }))
    copy.setAttribute(name, String(value));
  copy.prepend(make("rect", { width: "100%", height: "100%", fill: paper }), drawTitle(title, ink));
  copy.append(drawLegend(drawingHeight, ink));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function download(blob: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A drawing of the page with what is painted on a canvas over it. */
export interface DrawnPart {
  readonly svg: SVGSVGElement;
  readonly painted?: HTMLCanvasElement | null;
}

/** Drawings of the page side by side, each as large as it is there. */
function drawBeside(title: string, parts: readonly DrawnPart[]): Picture | null {
  const boxes = parts.map(({ svg }) => svg.getBoundingClientRect());
  if (boxes.length === 0) return null;
  const ink = colourNow("--ink");
  const width = boxes.reduce((sum, box) => sum + box.width + MARGIN, MARGIN);
  const inside = Math.max(...boxes.map(({ height }) => height));
  const height = inside + 2 * MARGIN + TITLE_HEIGHT;
  const root = make("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` });
  root.append(make("rect", { width: "100%", height: "100%", fill: colourNow("--paper") }), drawTitle(title, ink));
  let left = MARGIN;
  for (const [index, { svg, painted }] of parts.entries()) {
    const box = boxes[index]!;
    const copy = svg.cloneNode(true) as SVGSVGElement;
    writeStyles(svg, copy);
    withoutUnseen(copy);
    const place = { x: left, y: MARGIN + TITLE_HEIGHT + (inside - box.height) / 2, width: box.width, height: box.height };
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    root.append(copy);
    if (painted && !painted.hidden) root.append(make("image", { ...place, href: painted.toDataURL() }));
    left += box.width + MARGIN;
  }
  return { text: new XMLSerializer().serializeToString(root), width, height };
}

/** The graph of the page. */
export async function downloadPicture(kind: "svg" | "png", title: string): Promise<void> {
  await save(draw(title), kind, "backpass");
}

/** Drawings of the page in one picture. */
export async function downloadDrawings(
  kind: "svg" | "png",
  title: string,
  parts: readonly DrawnPart[],
  name: string,
): Promise<void> {
  await save(drawBeside(title, parts), kind, name);
}

async function save(picture: Picture | null, kind: "svg" | "png", name: string): Promise<void> {
  if (!picture) return notify(say("no-picture-yet"));
  const svg = new Blob([picture.text], { type: "image/svg+xml" });
  if (kind === "svg") return download(svg, `${name}.svg`);
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const scale = Math.min(PIXELS, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((png) => (png ? download(png, `${name}.png`) : notify(say("picture-too-large-for-browser"))), "image/png");
}
