/** What a hand does to cards, beside pointing: it moves them, and guesses their numbers. Fetched once there are cards. */
export { listenToDragging } from "./dragging.ts";
export { createGuessing } from "./guessing.ts";
