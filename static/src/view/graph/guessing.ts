/** A field over a number that is not known yet: a guess typed there is answered there, at any time. */

import { parseValue } from "../../core/ranges.ts";
import type { Slot } from "../../core/slots.ts";
import type { Store } from "../../core/store.ts";
import { isGuessable } from "../../exercises/slots.ts";
import { recordsByName } from "../../explain/captions.ts";
import { nodeTitle } from "../../graph/places.ts";
import { addPanels, say } from "../../messages/messages.ts";
import type { PictureState } from "../../state/state.ts";
import { guessAt } from "../../state/state_actions.ts";
import { formatNumber, toNumber } from "../../text/format.ts";
import { scheduleOf } from "../../timeline/playback.ts";
import { gradientAt, isValueKnown } from "../../timeline/schedule.ts";
import { element, prose } from "../shared/dom.ts";

export interface Guessing {
  /** Opens the field where a click meant an unknown number; whether it did. */
  clicked(event: MouseEvent): boolean;
  /** The same by the keyboard: the first unknown number of a node. */
  open(node: number): void;
  /** Keeps the field at its number where the picture has moved. */
  place(): void;
}

/** Pixels around the dash, and to the end of its card, within which a click means it. */
const REACH = { before: 2, above: 12 };

export function createGuessing(surface: HTMLElement, store: Store<PictureState>): Guessing {
  const field = element("input", { class: "field guess-field", inputmode: "decimal", autocomplete: "off" });
  const verdict = element("p", { class: "guess-verdict", role: "status" });
  const form = element("form", { class: "guess", hidden: true }, field, verdict);
  surface.append(form);

  const numberOf = ({ node, row }: Slot): SVGTextElement | null =>
    surface.querySelector(`.card[data-node="${node}"] .number.${row}`);

  /** What is not known at this moment and can be guessed. */
  function isOpen(slot: Slot): boolean {
    const { graph, position, honest } = store.get();
    // Where a mistake is made on purpose, nothing is to be learnt from the numbers.
    if (!graph || (honest !== null && honest !== graph) || !isGuessable(graph, slot)) return false;
    const schedule = scheduleOf(graph);
    if (slot.row === "data") return !isValueKnown(schedule, slot.node, position);
    return graph.nodes[slot.node]!.role !== "constant" && gradientAt(schedule, graph.nodes[slot.node]!, position).value === null;
  }

  function place(): void {
    const slot = store.get().guessed;
    const number = slot && numberOf(slot);
    form.hidden = !number;
    if (!number) return;
    const [at, around] = [number.getBoundingClientRect(), surface.getBoundingClientRect()];
    const left = Math.min((at.left + at.right) / 2 - around.left, around.width - form.offsetWidth / 2);
    form.style.left = `${Math.max(form.offsetWidth / 2, left)}px`;
    form.style.top = `${(at.top + at.bottom) / 2 - around.top}px`;
    verdict.style.translate = "0";
    const box = verdict.getBoundingClientRect();
    const over = Math.max(0, box.right - around.right) || Math.min(0, box.left - around.left);
    verdict.style.translate = `${-over}px`;
  }

  function open(slot: Slot): void {
    store.dispatch(guessAt(slot));
    const { graph, graphProgram } = store.get();
    field.value = "";
    verdict.replaceChildren();
    const called = nodeTitle(graph!, graphProgram, slot.node);
    field.setAttribute("aria-label", slot.row === "data" ? say("guess-data", { called }) : say("guess-grad", { called }));
    place();
    field.focus({ preventScroll: true });
  }

  function close(): void {
    if (store.get().guessed) store.dispatch(guessAt(null));
  }

  async function answer(): Promise<void> {
    const { graph, graphProgram: program, operations, misconceptions, guessed } = store.get();
    const given = parseValue(field.value);
    if (!graph || !guessed) return;
    if (typeof given !== "number") return verdict.replaceChildren(say("write-number-such"));
    const context = { graph, program, records: recordsByName(operations), misconceptions, schedule: scheduleOf(graph) };
    // What marks guesses is fetched with the first one.
    await addPanels();
    const { judgeGuess } = await import("../../exercises/guesses.ts");
    if (store.get().guessed !== guessed) return;
    const { right, sentence } = judgeGuess(context, guessed, given);
    const wanted = graph.nodes[guessed.node]![guessed.row];
    const message = right ? say("right-answer", { answerof: formatNumber(toNumber(wanted as number)) }) : sentence;
    verdict.replaceChildren(...prose(message));
    form.classList.toggle("is-right", right);
    field.select();
    place();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer().catch(() => verdict.replaceChildren(say("part-not-fetched")));
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    const node = store.get().guessed?.node;
    close();
    surface.querySelector<SVGElement>(`.card[data-node="${node}"]`)?.focus({ preventScroll: true });
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
  });

  store.subscribe((state, previous) => {
    const isOther = state.graph !== previous.graph || state.position !== previous.position || state.moves !== previous.moves;
    if (state.guessed && isOther) return close();
    if (state.guessed !== previous.guessed) {
      form.classList.remove("is-right");
      place();
    }
  });

  return {
    place,
    open(node) {
      const slot = (["data", "grad"] as const).map((row) => ({ node, row })).find(isOpen);
      if (slot) open(slot);
    },
    clicked({ target, clientX, clientY }) {
      const card = target instanceof Element ? target.closest(".card[data-node]:not([data-folded])") : null;
      if (!card) return false;
      const node = Number(card.getAttribute("data-node"));
      const right = card.querySelector(".card-body")!.getBoundingClientRect().right;
      for (const row of ["data", "grad"] as const) {
        const number = card.querySelector(`.number.${row}.unknown`);
        if (!number || !isOpen({ node, row })) continue;
        const box = number.getBoundingClientRect();
        const end = row === "data" && card.querySelector(".card-stroke") ? box.right + REACH.before : right;
        if (clientX < box.left - REACH.before || clientX > end || Math.abs(clientY - (box.top + box.bottom) / 2) > REACH.above)
          continue;
        open({ node, row });
        return true;
      }
      return false;
    },
  };
}
