/** The buttons in the corner of the drawing: closer, further, all of it. */

export interface ControlPorts {
  zoomBy(factor: number): void;
  fit(): void;
}

const STEP = 1.4;

export function createControls(parent: HTMLElement, ports: ControlPorts): void {
  const group = document.createElement("div");
  group.className = "graph-controls";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Zoom");
  group.append(
    button("+", "Zoom in", () => ports.zoomBy(STEP)),
    button("−", "Zoom out", () => ports.zoomBy(1 / STEP)),
    button("Fit", "Fit the graph into view (F)", ports.fit),
  );
  parent.append(group);
}

function button(text: string, title: string, run: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.title = title;
  element.setAttribute("aria-label", title);
  element.addEventListener("click", run);
  return element;
}
