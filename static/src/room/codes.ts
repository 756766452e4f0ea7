/** The code of a class: typed from a wall by people in a hurry, so case, hyphens and spaces do not matter. Pure. */

const ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ";
export const CODE_LENGTH = 6;
const HALF = CODE_LENGTH / 2;

/** The letters and digits of a code as far as they are typed; what no code contains is left out. */
export function readCode(text: string): string {
  return [...text.toUpperCase()]
    .filter((letter) => ALPHABET.includes(letter))
    .slice(0, CODE_LENGTH)
    .join("");
}

/** The letters and digits that no code contains, such as those that look like others: A, E, I, L, O, U, Y, 0 and 1. */
export function foreignLetters(text: string): string[] {
  const letters = [...text.toUpperCase()].filter((letter) => /[A-Z0-9]/.test(letter) && !ALPHABET.includes(letter));
  return [...new Set(letters)];
}

export function isWhole(code: string): boolean {
  return code.length === CODE_LENGTH;
}

/** `KMP-R42`: in two halves, as it is read aloud. */
export function shownCode(code: string): string {
  return code.length > HALF ? `${code.slice(0, HALF)}-${code.slice(HALF)}` : code;
}

/** For screen readers: letter by letter. */
export function spokenCode(code: string): string {
  return [...code].join(" ");
}
