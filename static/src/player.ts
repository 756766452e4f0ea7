/**
 * The player as one file, for pages that have nothing else: `static/build.mjs` makes it, and engine/export/web_page.py puts it
 * into the page with its data, which it shows at once. Other pages call `mount`.
 */
import icons from "../../templates/icons.html";
import { shownBy } from "./view/player/page_data.ts";
import { type Embedding, mount as mountPlayer, type Player, refuse, type Show } from "./view/player/player.ts";

/** The icons that buttons refer to. They are ours: nothing of the data becomes markup. */
function addIcons(place: ParentNode): void {
  if (place.querySelector("svg.icons")) return;
  const holder = document.createElement("div");
  holder.innerHTML = icons.slice(icons.indexOf("<svg"));
  place.prepend(holder.firstElementChild!);
}

/** The layouts of large graphs are computed by this same file in a worker; within a page it is known by its text alone. */
function startLayoutWorker(): Worker {
  const own = document.getElementById("backpass-player")?.textContent;
  if (!own && new URL(import.meta.url).origin === location.origin) return new Worker(import.meta.url, { type: "module" });
  const text = own ?? `import ${JSON.stringify(import.meta.url)}`; // a worker begins at an address of the page's own site
  return new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
}

/** Shows a graph in an element, read-only. Where the data is none that can be shown, a sentence says why. */
export function mount(root: HTMLElement, show: Show, embedding?: Embedding): Player | null {
  addIcons(embedding ? (root.parentNode as ParentNode) : document.body);
  return mountPlayer(root, show, { startLayoutWorker, ...(embedding && { embedding }) });
}

/** Shows the page's data, or why it cannot be read. */
async function fill(place: HTMLElement, data: HTMLElement): Promise<void> {
  try {
    mount(place, await shownBy(data));
  } catch (error) {
    refuse(place, error);
  }
}

if (typeof document === "undefined") {
  await import("./layout_worker.ts");
} else {
  const place = document.querySelector<HTMLElement>("[data-backpass-player]");
  const data = document.getElementById("backpass-data");
  if (place && data) await fill(place, data);
}
