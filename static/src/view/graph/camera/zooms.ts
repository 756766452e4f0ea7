/** The zooms at which more or less can be seen of a picture. */

import { LEAST_ZOOM } from "../../../scene/fitting/card_form.ts";

/** Below this zoom cards are marks without their rows. */
export const LEGIBLE = LEAST_ZOOM;
/** Below this zoom there is no room for a number on a card either, at most for its name. */
export const MARKS_ALONE = 0.42;
/** Below this zoom a large graph is drawn on a canvas. */
export const FAR = 0.6;
