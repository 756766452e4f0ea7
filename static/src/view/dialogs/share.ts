/** The menu of links, embedding and exports: what is seen now, for other people, other sites and other programs. */

import { compression } from "../../api/compression.ts";
import { ask, type Share } from "../../api/questions.ts";
import type { Store } from "../../core/store.ts";
import { nodeTitle } from "../../graph/places.ts";
import { say } from "../../messages/messages.ts";
import type { Actions } from "../../state/actions.ts";
import { requestOf } from "../../state/evaluation/graph_request.ts";
import type { State } from "../../state/state.ts";
import { CLOSE_SHARE } from "../../state/state_actions.ts";
import { writeFragment } from "../../state/url.ts";
import { setInFront } from "../shared/controls/in_front.ts";
import { byId, element } from "../shared/dom.ts";
import { copyText, notify } from "../shared/notice.ts";
import { download, downloadPicture } from "../shared/picture_file.ts";

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
    if (made) await copyText(location.origin + made.path, say("short-link-copied"));
  }

  async function copyEmbed(): Promise<void> {
    const fragment = await writeFragment(store.get(), compression);
    const address =
      fragment === null
        ? await share().then((made) => made && `${location.origin}/embed/${made.code}`)
        : `${location.origin}/embed#${fragment}`;
    if (!address) return;
    const escaped = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    await copyText(
      `<iframe src="${escaped}" title="Backpass" width="100%" height="480" style="border:0" loading="lazy"></iframe>`,
      say("embed-code-copied"),
    );
  }

  function titleNow(): string {
    const { graph, graphProgram } = store.get();
    return graph
      ? say("gradients-of-output", { nodelabel: nodeTitle(graph, graphProgram, graph.output).slice(0, 60) })
      : "Backpass";
  }

  async function exportAs(format: string, copies: boolean): Promise<void> {
    const reply = await ask<Exported>("export", { ...requestOf(store.get()), format });
    if (!("answer" in reply)) return notify(reply.sentence);
    const { text, filename, media_type } = reply.answer;
    if (copies) await copyText(text, say("copied-file", { filename }));
    else download(new Blob([text], { type: media_type }), filename);
  }

  function button(label: string, run: () => Promise<void>, description?: string): HTMLElement {
    const made = element(
      "button",
      { type: "button", class: "share-entry" },
      element("span", {}, label),
      description && element("span", { class: "share-description" }, description),
    );
    made.addEventListener("click", () => {
      store.dispatch(CLOSE_SHARE);
      void run();
    });
    return made;
  }

  function exportRow(format: string, label: string): HTMLElement {
    const small = (text: string, copies: boolean): HTMLElement => {
      const made = element(
        "button",
        { type: "button", class: "link-button", "aria-label": `${text} as ${label}` },
        text.toLowerCase(),
      );
      made.addEventListener("click", () => {
        store.dispatch(CLOSE_SHARE);
        void exportAs(format, copies);
      });
      return made;
    };
    return element(
      "div",
      { class: "share-row" },
      element("span", {}, label),
      small(say("copy"), true),
      small(say("download"), false),
    );
  }

  panel.append(
    element("h2", { class: "share-heading" }, say("link")),
    button(say("copy-a-link"), async () => actions.run("copy-link"), say("copy-a-link.about")),
    button(say("copy-a-short-link"), copyShortLink, say("copy-a-short-link.about")),
    button(say("copy-embed-code"), copyEmbed, say("copy-embed-code.about")),
    button(say("copy-as-curl"), async () => actions.run("copy-request"), say("copy-as-curl.about")),
    element("h2", { class: "share-heading" }, say("picture-as-shown")),
    button(say("download-svg"), () => downloadPicture("svg", titleNow())),
    button(say("download-png"), () => downloadPicture("png", titleNow())),
    button(say("download-web-page"), () => exportAs("html", false), say("download-web-page.about")),
    element("h2", { class: "share-heading" }, say("the-same-as")),
    ...FORMATS.map(([format, label]) => exportRow(format, label)),
  );

  function show({ shareOpen }: State): void {
    panel.hidden = !shareOpen;
    setInFront(panel, shareOpen);
  }

  async function pointToPage(): Promise<void> {
    const fragment = await writeFragment(store.get(), compression);
    opener.href = fragment === null ? "/" : `/#${fragment}`;
  }

  show(store.get());
  store.subscribe((state, previous) => {
    if (state.shareOpen === previous.shareOpen) return;
    show(state);
    if (!state.shareOpen) return;
    // Opened by its key, with nothing to come back to.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("#toolbar [data-action='share']")?.focus();
    panel.querySelector("button")?.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    const target = event.target as Element;
    if (store.get().shareOpen && !target.closest("#share, [data-action='share']")) store.dispatch(CLOSE_SHARE);
  });
  void pointToPage();
  for (const event of ["pointerenter", "focus"]) opener.addEventListener(event, () => void pointToPage());
}
