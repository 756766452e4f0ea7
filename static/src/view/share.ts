/** The menu of links, embedding and exports: what is seen now, for other people, other sites and other programs. */
import { compression } from "../api/compression.ts";
import { ask, type Share } from "../api/questions.ts";
import type { Actions } from "../core/actions.ts";
import { requestOf } from "../core/evaluation.ts";
import { nodeLabel } from "../core/places.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { writeFragment } from "../core/url.ts";
import { byId, element } from "./dom.ts";
import { copyText, notify } from "./notice.ts";
import { download, downloadPicture } from "./picture_file.ts";

interface Exported {
  readonly filename: string;
  readonly media_type: string;
  readonly text: string;
}

/** Longer than any server keeps; the server says its own limit. */
const LONGEST_STATE = 1_000_000;
/** By the names that the export route knows them by. */
const FORMATS = [
  ["pytorch", "PyTorch"],
  ["jax", "JAX"],
  ["numpy", "NumPy"],
  ["micrograd", "micrograd"],
  ["latex", "LaTeX"],
  ["dot", "Graphviz"],
  ["mermaid", "Mermaid"],
  ["json", "JSON"],
] as const;

export function mountShare(store: Store<State>, actions: Actions): void {
  const panel = byId("share");
  const opener = byId<HTMLAnchorElement>("embed-open");

  async function share(): Promise<Share | null> {
    const state = await writeFragment(store.get(), compression, LONGEST_STATE);
    const reply = await ask<Share>("shares", { state });
    if ("answer" in reply) return reply.answer;
    notify(reply.sentence);
    return null;
  }

  async function copyShortLink(): Promise<void> {
    const made = await share();
    if (made) await copyText(location.origin + made.path, "Short link copied.");
  }

  async function copyEmbed(): Promise<void> {
    const fragment = await writeFragment(store.get(), compression);
    const address = fragment === null ? await share().then((made) => made && `${location.origin}/embed/${made.code}`) : `${location.origin}/embed#${fragment}`;
    if (!address) return;
    const escaped = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    await copyText(`<iframe src="${escaped}" title="Backpass" width="100%" height="480" style="border:0" loading="lazy"></iframe>`, "Embed code copied.");
  }

  function titleNow(): string {
    const { graph, graphProgram } = store.get();
    return graph ? `Gradients of ${nodeLabel(graph, graphProgram, graph.output).slice(0, 60)}` : "Backpass";
  }

  async function exportAs(format: string, copies: boolean): Promise<void> {
    const reply = await ask<Exported>("export", { ...requestOf(store.get()), format });
    if (!("answer" in reply)) return notify(reply.sentence);
    const { text, filename, media_type } = reply.answer;
    if (copies) await copyText(text, `Copied: ${filename}.`);
    else download(new Blob([text], { type: media_type }), filename);
  }

  function button(label: string, run: () => Promise<void>, description?: string): HTMLElement {
    const made = element("button", { type: "button", class: "share-entry" }, element("span", {}, label), description && element("span", { class: "share-description" }, description));
    made.addEventListener("click", () => {
      store.set({ shareOpen: false });
      void run();
    });
    return made;
  }

  function exportRow(format: string, label: string): HTMLElement {
    const small = (text: string, copies: boolean): HTMLElement => {
      const made = element("button", { type: "button", class: "link-button", "aria-label": `${text} as ${label}` }, text.toLowerCase());
      made.addEventListener("click", () => {
        store.set({ shareOpen: false });
        void exportAs(format, copies);
      });
      return made;
    };
    return element("div", { class: "share-row" }, element("span", {}, label), small("Copy", true), small("Download", false));
  }

  panel.append(
    element("h2", { class: "share-heading" }, "Link"),
    button("Copy a link", async () => actions.run("copy-link"), "all that is seen, in the address itself"),
    button("Copy a short link", copyShortLink, "kept by this server, for programs of any length"),
    button("Copy embed code", copyEmbed, "the picture and its timeline, on a page of yours"),
    button("Copy as curl", async () => actions.run("copy-request"), "the request, for a terminal"),
    element("h2", { class: "share-heading" }, "Picture, as it is on the screen"),
    button("Download SVG", () => downloadPicture("svg", titleNow())),
    button("Download PNG", () => downloadPicture("png", titleNow())),
    element("h2", { class: "share-heading" }, "The same as"),
    ...FORMATS.map(([format, label]) => exportRow(format, label)),
  );

  function show({ shareOpen }: State): void {
    panel.hidden = !shareOpen;
  }

  async function pointToPage(): Promise<void> {
    const fragment = await writeFragment(store.get(), compression);
    opener.href = fragment === null ? "/" : `/#${fragment}`;
  }

  show(store.get());
  store.subscribe((state, previous) => {
    if (state.shareOpen === previous.shareOpen) return;
    show(state);
    if (state.shareOpen) panel.querySelector("button")?.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    const target = event.target as Element;
    if (store.get().shareOpen && !target.closest("#share, [data-action='share']")) store.set({ shareOpen: false });
  });
  void pointToPage();
  for (const event of ["pointerenter", "focus"]) opener.addEventListener(event, () => void pointToPage());
}
