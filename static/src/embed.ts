/**
 * `<backpass-graph program="a*b + c">` on any page: the player in a shadow root. This small file is all that such a page loads at first; the
 * player, its style and the data come when the element comes into view, and from no server but the one that `define` is given.
 */
import type { Player, Show } from "./view/player/player.ts";

interface Parts {
  /** The players by language. */
  readonly players: Readonly<Record<string, string>>;
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

/** Declares the element, once. Addresses of the parts are relative to `base`, the address of the script on its server. */
export function define(base: string, parts: Parts): void {
  if (customElements.get("backpass-graph")) return;
  const address = (path: string): string => new URL(path, base).href;
  let sheet: Promise<CSSStyleSheet> | undefined;
  /** By language. */
  const operations: Record<string, Promise<Record<string, unknown>>> = {};

  async function answer(language: string, path: string, body?: object): Promise<Record<string, unknown>> {
    // Plain text is a type that needs no question to the server beforehand.
    const headers = { "accept-language": language, ...(body && { "content-type": "text/plain" }) };
    const request = { headers, credentials: "omit" as const, ...(body && { method: "POST", body: JSON.stringify(body) }) };
    const response = await fetch(address(path), request).catch(() => {
      throw new Refusal(parts.unreachable);
    });
    const found = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (!response.ok) throw new Refusal(typeof found.detail === "string" ? found.detail : parts.unreachable);
    return found;
  }

  async function styleSheet(): Promise<CSSStyleSheet> {
    const text = await (await fetch(address(parts.style), { credentials: "omit" })).text();
    // Made by script, so that the page's policy need not allow styles.
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    return made;
  }

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
      else if (name === "step") this.#player?.seek(this.#step());
      else this.#player?.select(this.#selection());
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
        const language = this.#language();
        const loading = import(address(parts.players[language]!)) as Promise<PlayerModule>;
        const [module, style, data] = await Promise.all([loading, (sheet ??= styleSheet()), this.#data(language)]);
        if (life.signal.aborted) return;
        const show = { ...data, step: this.#step(), select: this.#selection() };
        this.#shadow.adoptedStyleSheets = [style];
        root.setAttribute("role", "group");
        root.ariaLabel = show.title || "Backpass";
        this.#shadow.replaceChildren(root);
        const stepped = (step: number, steps: number) => this.#report("step", { step, steps });
        this.#player = module.mount(root, show, { themed: this, signal: life.signal, stepped });
        this.#report(this.#player ? "ready" : "error", {});
      } catch (problem) {
        if (life.signal.aborted) return;
        sheet = undefined;
        delete operations[this.#language()];
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

    /** The language of the text around it; English where there is no player of that. */
    #language(): string {
      const spoken = (this.closest<HTMLElement>("[lang]")?.lang ?? "").split("-")[0]!.toLowerCase();
      return Object.hasOwn(parts.players, spoken) ? spoken : "en";
    }

    /** What the attributes ask the server for; where the element holds data, these, and no server is asked. */
    async #data(language: string): Promise<Show> {
      const written = this.querySelector('script[type="application/json"]')?.textContent;
      if (written) return this.#written(written);
      const program = this.getAttribute("program") ?? "";
      operations[language] ??= answer(language, "/api/v1/operations");
      const [graph, records] = await Promise.all([
        answer(language, "/api/v1/graph", this.#request(program)),
        operations[language] as Promise<Required<Pick<Show, "operations">>>,
      ]);
      return { graph, program, operations: records.operations, title: this.#heading(program) };
    }

    #written(text: string): Show {
      try {
        const data = JSON.parse(text) as Show | null;
        return data && typeof data === "object" && "graph" in data
          ? { ...data, title: this.getAttribute(HEADING) ?? data.title ?? this.#heading(String(data.program ?? "")) }
          : { graph: data, title: this.#heading("") };
      } catch {
        return { graph: text };
      }
    }

    #request(program: string): object {
      const inputs = this.getAttribute("inputs");
      const output = this.getAttribute("output");
      try {
        return { program, ...(inputs && { inputs: JSON.parse(inputs) as unknown }), ...(output && { output }) };
      } catch {
        return { program, inputs }; // the server names what is wrong
      }
    }

    #heading(program: string): string {
      const last = program.trim().split("\n").at(-1)!.trim();
      return this.getAttribute(HEADING) ?? (last || "Backpass");
    }

    #step(): NonNullable<Show["step"]> {
      const step = this.getAttribute("step") ?? "end";
      return step === "start" || step === "end" ? step : Number(step);
    }

    #selection(): NonNullable<Show["select"]> | null {
      const [node, edge] = [this.getAttribute("node"), this.getAttribute("edge")];
      return node !== null ? { node: Number(node) } : edge !== null ? { edge: Number(edge) } : null;
    }
  }

  customElements.define("backpass-graph", BackpassGraph);
}
