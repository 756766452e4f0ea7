/**
 * `<backpass-graph program="a*b + c">` on any page: the player in a shadow root. This small file is all that such a page loads at first; the
 * player, its style and the data come when the element comes into view, and from no server but the one that `define` is given.
 */
import type { Player, Show } from "./view/player/player.ts";

interface Parts {
  readonly player: string;
  /** The languages that it has. */
  readonly languages: readonly string[];
  readonly style: string;
  /** What is written where the server does not answer. */
  readonly unreachable: string;
}

type PlayerModule = typeof import("./player.ts");

/** These make another graph. */
const ASKED = ["program", "inputs", "output"];
const HEADING = "heading";
/** These change what is shown of it. */
const SHOWN = ["step", "node", "edge"];

/** A sentence in place of the graph. */
class Refusal extends Error {}

/** Where the parts of the element come from, each once: those that did not come are fetched again after `forget`. */
function createServer(base: string, parts: Parts) {
  const address = (path: string): string => new URL(path, base).href;
  let sheet: Promise<CSSStyleSheet> | undefined;
  /** By language. */
  const operations: Record<string, Promise<unknown>> = {};
  const ask = (language: string, path: string, body?: object): Promise<Record<string, unknown>> =>
    answer(address(path), language, parts.unreachable, body);
  return {
    player: (language: string) => import(address(`${parts.player}?${language}`)) as Promise<PlayerModule>,
    style: (): Promise<CSSStyleSheet> => (sheet ??= styleSheet(address(parts.style))),
    graph: (language: string, request: object) => ask(language, "/api/v1/graph", request),
    operations: (language: string) =>
      (operations[language] ??= ask(language, "/api/v1/operations")) as Promise<Required<Pick<Show, "operations">>>,
    forget(language: string): void {
      sheet = undefined;
      delete operations[language];
    },
  };
}

type Server = ReturnType<typeof createServer>;

async function answer(address: string, language: string, unreachable: string, body?: object): Promise<Record<string, unknown>> {
  // Plain text is a type that needs no question to the server beforehand.
  const headers = { "accept-language": language, ...(body && { "content-type": "text/plain" }) };
  const request = { headers, credentials: "omit" as const, ...(body && { method: "POST", body: JSON.stringify(body) }) };
  const response = await fetch(address, request).catch(() => {
    throw new Refusal(unreachable);
  });
  const found = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (!response.ok) throw new Refusal(typeof found.detail === "string" ? found.detail : unreachable);
  return found;
}

async function styleSheet(address: string): Promise<CSSStyleSheet> {
  const text = await (await fetch(address, { credentials: "omit" })).text();
  // Made by script, so that the page's policy need not allow styles.
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}

/** Declares the element, once. Addresses of the parts are relative to `base`, the address of the script on its server. */
export function define(base: string, parts: Parts): void {
  if (customElements.get("backpass-graph")) return;
  const server = createServer(base, parts);

  class BackpassGraph extends HTMLElement {
    static readonly observedAttributes = [...ASKED, HEADING, ...SHOWN];
    readonly #shadow = this.attachShadow({ mode: "open" });
    readonly #sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#sight.disconnect();
        this.#seen = true;
        this.#renew();
      },
      { rootMargin: "200px" },
    );
    #seen = false;
    #waiting = false;
    #player: Player | null = null;
    #life = new AbortController();

    connectedCallback(): void {
      if (this.#seen) this.#renew();
      else this.#sight.observe(this);
    }

    disconnectedCallback(): void {
      this.#sight.disconnect();
      this.#end();
    }

    attributeChangedCallback(name: string, before: string | null, now: string | null): void {
      if (before === now) return;
      if (!SHOWN.includes(name)) this.#renew();
      else if (name === "step") this.#player?.seek(stepOf(this));
      else this.#player?.select(selectionOf(this));
    }

    /** Shows the graph of the attributes as they are after all changes of this moment. */
    #renew(): void {
      if (!this.#seen || this.#waiting) return;
      this.#waiting = true;
      queueMicrotask(() => {
        this.#waiting = false;
        this.#end();
        if (this.isConnected) void this.#show(this.#life);
      });
    }

    #end(): void {
      this.#life.abort();
      this.#life = new AbortController();
      this.#player = null;
    }

    async #show(life: AbortController): Promise<void> {
      this.ariaBusy = "true";
      const root = document.createElement("div");
      try {
        const language = languageOf(this, parts.languages);
        const loading = server.player(language);
        const [module, style, data] = await Promise.all([loading, server.style(), dataOf(this, server, language)]);
        if (life.signal.aborted) return;
        const show = { ...data, step: stepOf(this), select: selectionOf(this) };
        this.#shadow.adoptedStyleSheets = [style];
        root.setAttribute("role", "group");
        root.ariaLabel = show.title || "Backpass";
        this.#shadow.replaceChildren(root);
        const stepped = (step: number, steps: number) => this.#report("step", { step, steps });
        this.#player = module.mount(root, show, { themed: this, signal: life.signal, stepped });
        this.#report(this.#player ? "ready" : "error", {});
      } catch (problem) {
        if (life.signal.aborted) return;
        server.forget(languageOf(this, parts.languages));
        root.setAttribute("role", "alert");
        root.textContent = problem instanceof Refusal ? problem.message : parts.unreachable;
        this.#shadow.replaceChildren(root);
        this.#report("error", { message: root.textContent });
      } finally {
        if (!life.signal.aborted) this.ariaBusy = null;
      }
    }

    #report(name: string, detail: object): void {
      this.dispatchEvent(new CustomEvent(`backpass-${name}`, { detail, bubbles: true }));
    }
  }

  customElements.define("backpass-graph", BackpassGraph);
}

// What the attributes say

/** The language of the text around the element; English where the player has none of it. */
function languageOf(host: HTMLElement, languages: Parts["languages"]): string {
  const spoken = (host.closest<HTMLElement>("[lang]")?.lang ?? "").split("-")[0]!.toLowerCase();
  return languages.includes(spoken) ? spoken : "en";
}

/** What the attributes ask the server for; where the element holds data, these, and no server is asked. */
async function dataOf(host: HTMLElement, server: Server, language: string): Promise<Show> {
  const written = host.querySelector('script[type="application/json"]')?.textContent;
  if (written) return dataWritten(host, written);
  const program = host.getAttribute("program") ?? "";
  const operations = server.operations(language);
  const [graph, records] = await Promise.all([server.graph(language, requestOf(host, program)), operations]);
  return { graph, program, operations: records.operations, title: headingOf(host, program) };
}

function dataWritten(host: HTMLElement, text: string): Show {
  try {
    const data = JSON.parse(text) as Show | null;
    return data && typeof data === "object" && "graph" in data
      ? { ...data, title: host.getAttribute(HEADING) ?? data.title ?? headingOf(host, String(data.program ?? "")) }
      : { graph: data, title: headingOf(host, "") };
  } catch {
    return { graph: text };
  }
}

function requestOf(host: HTMLElement, program: string): object {
  const inputs = host.getAttribute("inputs");
  const output = host.getAttribute("output");
  try {
    return { program, ...(inputs && { inputs: JSON.parse(inputs) as unknown }), ...(output && { output }) };
  } catch {
    return { program, inputs }; // the server names what is wrong
  }
}

function headingOf(host: HTMLElement, program: string): string {
  const last = program.trim().split("\n").at(-1)!.trim();
  return host.getAttribute(HEADING) ?? (last || "Backpass");
}

function stepOf(host: HTMLElement): NonNullable<Show["step"]> {
  const step = host.getAttribute("step") ?? "end";
  return step === "start" || step === "end" ? step : Number(step);
}

function selectionOf(host: HTMLElement): NonNullable<Show["select"]> | null {
  const [node, edge] = [host.getAttribute("node"), host.getAttribute("edge")];
  return node !== null ? { node: Number(node) } : edge !== null ? { edge: Number(edge) } : null;
}
