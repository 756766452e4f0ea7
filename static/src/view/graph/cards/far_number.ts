/**
 * What is written on a card that is seen from afar: its name above both numbers where they have room, else both numbers, else the one that
 * matters; of an input, and of a folded group, its name before all else; all in type that can be read on the screen at every zoom (marks.css).
 * What has no room is left out; the name of a group alone is cut. Loaded when a picture is first seen from afar; says what the card's rows say.
 */

import { formatNumber, formsOf, shorten } from "../../../text/format.ts";

export interface FarNumber {
  readonly text: SVGTextElement;
  readonly width: number;
  readonly height: number;
}

/** What a card is called, which alone is written on one that is hardly more than a mark. */
export interface Named {
  /** Its name; of what has none, the symbol of its operation. */
  readonly title: string;
  /** What stands behind the name of a folded group: that it can be unfolded, `+`, and of a stack how many are in it, `×4 +`; absent elsewhere. */
  readonly mark?: string | undefined;
}

/** The card's own texts, which are hidden meanwhile. */
export interface NearTexts extends Named {
  /** The symbol of its operation, where there is one: for a name that has no room. */
  readonly symbol?: string | null | undefined;
  readonly data: Element;
  readonly grad: Element | null;
  /** What is rounded where a text has no room; absent for what is no single number. */
  readonly numbers: { readonly data: number | undefined; readonly grad: number | undefined };
  /** Whether nothing comes into it but what is given: then its name is what it is known by. */
  readonly isInput: boolean;
}

/** Parts of the size of type: a letter's width, from line to line, the height of digits, and the room around what is written. */
const [LETTER, LINE, DIGIT, ROOM] = [0.53, 1, 0.75, 0.3];
/** Of a letter's width, that of one between what is written, and of the room, what one number alone needs. */
const [BETWEEN, LEAST_ROOM] = [0.45, 0.5];

/** A piece of a line. */
interface Piece {
  readonly words: string;
  readonly className: string;
  /** Struck through: it is wrong. */
  readonly struck?: boolean;
}

/** The fullest of what there is to write that has room in this type; nothing where nothing has. Of what is only named, its name is written alone. */
export function linesOf(
  { width, height }: Pick<FarNumber, "width" | "height">,
  near: NearTexts | Named,
  type: number,
): readonly Piece[][] {
  const fits = (lines: readonly Piece[][]): boolean =>
    ((lines.length - 1) * LINE + DIGIT + ROOM) * type <= height &&
    lines.every((line) => (lengthOf(line) * LETTER + 2 * ROOM) * type <= width);
  const tries = "data" in near ? triesOf(near) : namesOf(near);
  // One number alone may reach almost to the outline of its card.
  const isWithin = (lines: readonly Piece[][]): boolean =>
    lines.length === 1 && (lengthOf(lines[0]!) * LETTER + 2 * ROOM * LEAST_ROOM) * type <= width;
  const chosen = (from: readonly Piece[][][]): readonly Piece[][] | undefined => from.find(fits) ?? from.find(isWithin);
  return chosen(tries) ?? ("symbol" in near && near.symbol ? chosen(namesOf({ title: near.symbol })) : null) ?? [];
}

export function writeFar(far: FarNumber, near: NearTexts | Named, type: number): void {
  const { text, width } = far;
  const lines = linesOf(far, near, type);
  const key = JSON.stringify(lines);
  if (text.getAttribute("data-lines") === key) return;
  text.setAttribute("data-lines", key);
  const pieces = lines.flatMap((line, index) =>
    line.map(({ words, className, struck }, place) => {
      const piece = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
      piece.setAttribute("class", className);
      if (struck) piece.setAttribute("text-decoration", "line-through");
      if (place === 0) {
        piece.setAttribute("x", String(width / 2));
        piece.setAttribute("dy", `${index === 0 ? ((1 - lines.length) * LINE) / 2 : LINE}em`);
      }
      piece.textContent = words;
      return piece;
    }),
  );
  text.replaceChildren(...pieces);
}

function lengthOf(line: readonly Piece[]): number {
  return line.reduce(
    (sum, { words, className }) => sum + Array.from(words).length * (className === "far-stroke" ? BETWEEN : 1),
    0,
  );
}

/** A name alone, then what it can be cut to: of a dotted one at last its last part; of a group's as many letters as have room. */
function namesOf({ title, mark }: Named): Piece[][][] {
  const forms = formsOf(title);
  const all = forms.length > 1 ? [...forms, title.split(".").at(-1)!] : forms;
  if (mark === undefined) return all.map((words) => [nameLine({ title: words })]);
  const close = title.replaceAll(" … ", "…");
  const cut = Array.from({ length: Math.max(0, close.length - LEAST_NAME) }, (_, index) =>
    shorten(close, close.length - 1 - index),
  );
  return [...all, close, ...cut].map((words) => [nameLine({ title: words, mark })]);
}

/** Letters that a name is cut to at least: with fewer it would be any. */
const LEAST_NAME = 4;

/** A name with what stands behind it. */
function nameLine({ title, mark }: Named): Piece[] {
  const name: Piece = { words: title, className: "far-name" };
  return mark === undefined ? [name] : [name, BETWEEN_WORDS, { words: mark, className: "far-mark" }];
}

const BETWEEN_WORDS: Piece = { words: "  ", className: "far-stroke" };

/** The fullest first. Of one number alone it is the gradient, once there is one; a shape says less than a name. */
function triesOf({ title, mark, data, grad, numbers, isInput }: NearTexts): Piece[][][] {
  const name = nameLine({ title, mark });
  const value: Piece = { words: data.textContent ?? "", className: "" };
  const gap = (between: string): Piece => ({ words: between, className: "far-stroke" });
  const under = (...lines: Piece[][]): Piece[][] => [name, ...lines];
  const beside = (...pieces: Piece[]): Piece[][] => [[...name, BETWEEN_WORDS, ...pieces]];
  const isGroup = mark !== undefined;
  const names = namesOf({ title, mark });
  const one = (piece: Piece, number: number | undefined): Piece[][][] => {
    const [shorter, shortest] = [3, 2].map((digits): Piece => rounded(piece, number, digits));
    const withName = [under([piece]), beside(piece), beside(shorter!)];
    if (isInput || isGroup) withName.push(under([shorter!]), under([shortest!]));
    // Rather a name that is cut, and the number below it, than either alone.
    if (isGroup) withName.push(...[piece, shorter!].flatMap((below) => names.map(([line]) => [line!, [below]])));
    if (isInput || isGroup || isShape(piece)) withName.push(...names);
    return [...withName, ...[piece, shorter!, shortest!].map((alone) => [[alone]]), ...names];
  };
  // A line without characters would move the next one down: its own shift is lost with it.
  const written = (tries: Piece[][][]): Piece[][][] =>
    title ? tries : tries.map((lines) => lines.filter(([first]) => first!.words)).filter(({ length }) => length > 0);
  if (grad === null) return written(one(value, numbers.data));
  const words = grad.textContent ?? "";
  // Its colour, and not the type of its row.
  const className = grad.getAttribute("class")!.replace("number ", "");
  const isKnown = !className.includes("unknown");
  const slope = { words, className, struck: grad.hasAttribute("text-decoration") };
  const both = [value, gap(" | "), slope];
  const shorter = [rounded(value, numbers.data, 3), gap(" | "), isKnown ? rounded(slope, numbers.grad, 3) : slope];
  const isTold = isKnown && (isShape(value) || !isShape(slope));
  return written([
    under(both),
    under([value], [slope]),
    under(shorter),
    beside(...shorter),
    ...(isInput || isGroup || isShape(value) || isShape(slope) ? [] : [[both], [[value], [slope]], [shorter]]),
    ...(isTold ? one(slope, numbers.grad) : one(value, numbers.data)),
  ]);
}

const isShape = ({ words }: Piece): boolean => words.startsWith("(");

/** As it is where it is no single number. */
function rounded(piece: Piece, number: number | undefined, digits: number): Piece {
  return number === undefined ? piece : { ...piece, words: formatNumber(number, digits) };
}
