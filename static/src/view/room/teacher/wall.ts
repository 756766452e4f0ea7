/** The wall: everybody's copies as cards, those alike as one, with what comes of them and their graph in small. One of them can be shown to all. */

import { ask } from "../../../api/questions.ts";
import type { Graph } from "../../../core/types.ts";
import { say } from "../../../messages/messages.ts";
import { definesClass, type EngineCounts } from "../../../room/engines/engines.ts";
import type { Guest } from "../../../room/messages.ts";
import type { Room } from "../../../room/room.ts";
import { copiesOf, type WallCopy, type WallOrder, type WallView, withoutCopy } from "../../../room/wall.ts";
import { graphRequestOf } from "../../../state/evaluation/graph_request.ts";
import { formatValue } from "../../../text/format.ts";
import { element } from "../../shared/dom.ts";
import { button, createScreen, onChange } from "../elements.ts";
import { createEngineTable } from "./engine_table.ts";

interface Made {
  readonly root: HTMLElement;
  update(copy: WallCopy, name: string, featured: boolean): void;
}

export interface Wall {
  open(): void;
  close(): void;
  show(room: Room | null): void;
  remove(): void;
}

export interface WallPorts {
  readonly code: string;
  feature(guest: number | null, anonymous: boolean): void;
  /** Whether the window for the projector shows how many engines pass what. */
  setExamining(on: boolean): void;
  showCounts(counts: EngineCounts): void;
}

export function createWall(ports: WallPorts): Wall {
  const screen = createScreen("wall-screen", say("what-everybody-made"));
  const names = element("input", { type: "checkbox", checked: true });
  const order = element(
    "select",
    { class: "field", "aria-label": say("wall-sort") },
    element("option", { value: "name" }, say("wall-by-name")),
    element("option", { value: "alike" }, say("wall-by-alike")),
  );
  const examine = button(say("engines-show"), () => ports.setExamining(!room?.view.examining), "room-button", {
    title: say("engines-show.about"),
  });
  const tools = element(
    "div",
    { class: "drawer-row wall-tools" },
    element("label", { class: "drawer-switch" }, names, element("span", {}, say("wall-names"))),
    order,
    examine,
  );
  const empty = element("p", { class: "wall-empty" });
  const grid = element("ul", { class: "wall" });
  const without = element("p", { class: "wall-empty" });
  const engines = createEngineTable(ports.code, (counts) => room?.you.in_charge && ports.showCounts(counts));
  screen.content.append(element("h2", {}, say("the-wall")), tools, empty, engines.root, grid, without);
  const cards = new Map<string, Made>();
  let room: Room | null = null;
  names.addEventListener("change", draw);
  order.addEventListener("change", draw);

  function draw(): void {
    // The window for the projector counts on, whether or not this one is open.
    if (!room || (!screen.root.open && !room.view.examining)) return;
    const guests = [...room.guests.values()];
    const copies = copiesOf(guests, order.value as WallOrder);
    tools.hidden = copies.length === 0;
    empty.hidden = copies.length > 0;
    empty.textContent = room.settings.mode === "explore" ? say("nobody-changed") : say("press-explore");
    const idle = room.settings.mode === "explore" ? withoutCopy(guests) : [];
    without.hidden = idle.length === 0 || !names.checked;
    without.textContent = say("wall-without", { names: idle.map(({ nickname }) => nickname).join(", ") });
    const written = copies.filter(({ view }) => definesClass(view.program));
    const isExamining = room.view.examining && written.length > 0;
    examine.hidden = written.length === 0;
    examine.setAttribute("aria-pressed", String(isExamining));
    grid.hidden = order.hidden = isExamining;
    engines.show(
      isExamining
        ? written.flatMap(({ view, guests: authors }) => authors.map((guest) => ({ name: named(guest, guests), view })))
        : null,
    );
    if (!isExamining) drawCards(copies);
  }

  /** Numbers are those of joining, so that a column remains a student's. */
  function named({ guest, nickname }: Guest, guests: readonly Guest[]): string {
    return names.checked ? nickname : say("wall-copy", { number: guests.findIndex((each) => each.guest === guest) + 1 });
  }

  function drawCards(copies: readonly WallCopy[]): void {
    const wanted = new Set(copies.map(({ key }) => key));
    for (const [key, { root }] of cards) {
      if (wanted.has(key)) continue;
      root.remove();
      cards.delete(key);
    }
    for (const [place, copy] of copies.entries()) {
      const made = cards.get(copy.key) ?? createCard();
      cards.set(copy.key, made);
      made.update(
        copy,
        nameOf(copy, place),
        copy.guests.some(({ guest }) => guest === room!.featured?.guest),
      );
      if (grid.children[place] !== made.root) grid.insertBefore(made.root, grid.children[place] ?? null);
    }
  }

  function nameOf({ guests }: WallCopy, place: number): string {
    if (!names.checked) return say("wall-copy", { number: place + 1 });
    return guests.map(({ online, nickname }) => (online ? nickname : say("guest-away", { nickname }))).join(", ");
  }

  function createCard(): Made {
    const name = element("h3", { class: "wall-name" });
    const alike = element("p", { class: "wall-alike" });
    const program = element("pre", { class: "wall-program" });
    const value = element("p", { class: "wall-value" });
    const picture = element("div", { class: "wall-picture", "aria-hidden": "true" });
    let isFeatured = false;
    let first = 0;
    const show = button(say("show-to-all"), () => ports.feature(isFeatured ? null : first, !names.checked));
    const root = element("li", { class: "wall-card" }, name, alike, picture, program, value, show);
    const compute = onChange((view: WallView) => {
      program.textContent = view.program.trim();
      queue(async () => {
        const reply = await ask<Graph>(
          "graph",
          graphRequestOf({ ...view, gradientAttribute: view.gradient_attribute, output: null, directions: [] }),
        );
        const { sketchOf } = await import("../../shared/sketch.ts");
        const graph = "answer" in reply ? reply.answer : null;
        value.textContent = graph ? `= ${formatValue(graph.value)}` : say("not-computable-yet");
        picture.replaceChildren(...[graph && sketchOf(graph)].filter((drawing) => drawing !== null));
      });
    });
    return {
      root,
      update({ guests, view }, called, featured) {
        [isFeatured, first] = [featured, guests[0]!.guest];
        name.textContent = called;
        alike.hidden = guests.length < 2;
        alike.textContent = say("wall-alike", { count: guests.length });
        show.textContent = featured ? say("stop-showing") : say("show-to-all");
        show.setAttribute("aria-label", say("titled", { title: show.textContent ?? "", text: called }));
        root.classList.toggle("is-featured", featured);
        compute(view);
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
    remove: screen.remove,
  };
}
