/** A QR code as one path, dark on light in every theme: cameras expect it so. */

import { encode } from "uqr";
import { say } from "../../../messages/messages.ts";

const SVG = "http://www.w3.org/2000/svg";
const QUIET_ZONE = 3;

export function qrCode(text: string): SVGElement {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const runs = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  const drawing = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({
    viewBox: `0 0 ${size} ${size}`,
    class: "qr",
    role: "img",
    "aria-label": say("qr-code-of", { text }),
    "shape-rendering": "crispEdges",
  }))
    drawing.setAttribute(name, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", runs.join(""));
  drawing.append(path);
  return drawing;
}
