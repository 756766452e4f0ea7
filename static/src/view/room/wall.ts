/** The wall: everybody's copies as cards, with what they wrote, what comes of it and its graph in small. One of them can be shown to all. */
import { ask } from "../../api/questions.ts";
import { requestOf } from "../../core/evaluation.ts";
import type { Graph } from "../../core/types.ts";
import { formatValue } from "../../graph/format.ts";
import type { Guest, View } from "../../room/messages.ts";
import type { Room } from "../../room/room.ts";
import { element } from "../dom.ts";
import { button, createScreen, onChange } from "./parts.ts";

interface Made {
  readonly root: HTMLElement;
  update(guest: Guest, featured: boolean): void;
}

export function createWall(ports: { feature(guest: number | null): void }): { open(): void; close(): void; show(room: Room | null): void; remove(): void } {
  const screen = createScreen("wall-screen", "What everybody made");
  const heading = element("h2", {}, "The wall");
  const empty = element("p", { class: "wall-empty" });
  const grid = element("ul", { class: "wall" });
  screen.content.append(heading, empty, grid);
  const cards = new Map<number, Made>();
  let room: Room | null = null;

  function draw(): void {
    if (!screen.root.open || !room) return;
    const withCopies = [...room.guests.values()].filter(({ view }) => view?.program !== undefined);
    empty.hidden = withCopies.length > 0;
    empty.textContent =
      room.settings.mode === "explore"
        ? "Nobody has changed anything yet. Copies appear here as they are made."
        : "Press Explore, and everybody gets a copy of your program to change. What they make appears here.";
    const wanted = new Set(withCopies.map(({ guest }) => guest));
    for (const [number, { root }] of cards) {
      if (wanted.has(number)) continue;
      root.remove();
      cards.delete(number);
    }
    for (const guest of withCopies) {
      const made = cards.get(guest.guest) ?? createCard(guest.guest);
      if (!cards.has(guest.guest)) grid.append(made.root);
      cards.set(guest.guest, made);
      made.update(guest, room.featured?.guest === guest.guest);
    }
  }

  function createCard(number: number): Made {
    const name = element("h3", { class: "wall-name" });
    const program = element("pre", { class: "wall-program" });
    const value = element("p", { class: "wall-value" });
    const picture = element("div", { class: "wall-picture", "aria-hidden": "true" });
    let isFeatured = false;
    const show = button("Show to all", () => ports.feature(isFeatured ? null : number));
    const root = element("li", { class: "wall-card" }, name, picture, program, value, show);
    const compute = onChange((view: Pick<View, "program" | "inputs">) => {
      program.textContent = view.program.trim();
      queue(async () => {
        const reply = await ask<Graph>("graph", requestOf(view));
        const { sketchOf } = await import("../sketch.ts");
        const graph = "answer" in reply ? reply.answer : null;
        value.textContent = graph ? `= ${formatValue(graph.value)}` : "cannot be computed yet";
        picture.replaceChildren(...[graph && sketchOf(graph)].filter((drawing) => drawing !== null));
      });
    });
    return {
      root,
      update(guest, featured) {
        isFeatured = featured;
        name.textContent = guest.online ? guest.nickname : `${guest.nickname} (away)`;
        show.textContent = featured ? "Stop showing" : "Show to all";
        show.setAttribute("aria-label", `${show.textContent}: ${guest.nickname}`);
        root.classList.toggle("is-featured", featured);
        compute({ program: guest.view?.program ?? "", inputs: guest.view?.inputs ?? {} });
      },
    };
  }

  /** One after the other: a full wall must not ask the server hundreds of things at once. */
  let last: Promise<void> = Promise.resolve();
  function queue(work: () => Promise<void>): void {
    last = last.then(work).catch(() => {});
  }

  return {
    open() {
      screen.open();
      draw();
    },
    close: screen.close,
    show(now) {
      room = now;
      draw();
    },
    remove: () => screen.root.remove(),
  };
}
