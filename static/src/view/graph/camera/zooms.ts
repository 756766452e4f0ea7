/** The zooms at which more or less can be seen of a picture. */

/** Below this zoom cards are marks without their rows: the smallest type, 12 pixels at zoom 1 (graph.css), would be less than 11. */
export const LEGIBLE = 11.05 / 12;
/** The same on a projector, where the smallest type is 16 pixels at zoom 1. */
export const LEGIBLE_PROJECTED = 11.05 / 16;
/** On a projector a picture that is seen whole may have type of 13 pixels. */
export const WHOLE_PROJECTED = 13.05 / 16;
/** Below this zoom there is no room for a number on a card either, at most for its name. */
export const MARKS_ALONE = 0.42;
/** Below this zoom a large graph is drawn on a canvas. */
export const FAR = 0.6;
