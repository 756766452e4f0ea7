/** The keyboard on the drawing: arrow keys from card to card and along wires, Enter, Backspace, and the one card that Tab reaches. */
import { type PictureKeyName, pictureKey } from "../../core/picture_keys.ts";
import type { Direction } from "../../layout/types.ts";
import { type Way, wayOf } from "../../scene/arrow_keys.ts";
import { nodeOf, wireOf } from "./pointer.ts";

export interface KeyboardPorts {
  /** null while nothing is drawn. */
  direction(): Direction | null;
  /** A card has the focus. */
  focused(card: number): void;
  /** The focus on the card that Tab reaches. */
  enter(): void;
  walk(card: number, way: Way): void;
  /** Puts a card somewhat further that way. */
  move(card: number, key: string): void;
  /** The first number of a card that is not known yet is to be guessed. */
  guess(card: number): void;
  fold(card: number): void;
  /** Of a stack, the next member or the one before. */
  flip(card: number, by: number): void;
  choose(card: number): void;
  /** From a card onto one of its wires. */
  stepOnWire(card: number, way: Way): void;
  walkOnWire(wire: number, way: Way): void;
  chooseWire(wire: number): void;
}

export function listenToKeyboard(element: HTMLElement, svg: SVGSVGElement, ports: KeyboardPorts): void {
  // Not on the SVG: one that listens to the focus becomes a stop of its own on the way of Tab.
  element.addEventListener("focusin", (event) => {
    const card = nodeOf(event.target);
    if (card !== null) ports.focused(card);
  });
  svg.addEventListener("keydown", (event) => {
    const [name, direction] = [pictureKey(event), ports.direction()];
    const [card, wire] = [nodeOf(event.target), wireOf(event.target)];
    if (name === null || direction === null) return;
    const way = wayOf(event.key, direction);
    const answer = card !== null ? onCard(name, card, way, event.key) : wire !== null ? onWire(name, wire, way) : null;
    if (!answer) return;
    answer();
    event.preventDefault();
    event.stopPropagation();
  });
  // Pressed with a pointer it is the ground, and the arrows go on stepping.
  element.parentElement?.addEventListener("focus", ({ target }) => {
    if (target instanceof HTMLElement && !target.matches(":focus-visible")) target.blur();
  });
  // A user who was led to the picture has the arrow keys at once, without another Tab.
  element.parentElement?.addEventListener("keydown", (event) => {
    const direction = ports.direction();
    if (event.target !== element.parentElement || direction === null || wayOf(event.key, direction) === null) return;
    ports.enter();
    event.preventDefault();
  });

  function onCard(name: PictureKeyName, card: number, way: Way | null, key: string): (() => void) | null {
    if (name === "move") return () => ports.move(card, key);
    if (name === "walk") return () => ports.walk(card, way!);
    if (name === "guess") return () => ports.guess(card);
    if (name === "step-on-wire") return () => ports.stepOnWire(card, way!);
    if (name === "flip-on") return () => ports.flip(card, 1);
    if (name === "flip-back") return () => ports.flip(card, -1);
    return name === "fold" ? () => ports.fold(card) : () => ports.choose(card);
  }

  function onWire(name: PictureKeyName, wire: number, way: Way | null): (() => void) | null {
    if (name === "walk") return () => ports.walkOnWire(wire, way!);
    return name === "choose" ? () => ports.chooseWire(wire) : null;
  }
}
