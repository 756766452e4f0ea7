/** The small screens on which the page is a picture, a player and a sheet: phones in either hand, and windows at 200 % zoom. As compact.css has it. */
export const COMPACT = media("(max-width: 720px), (max-height: 500px) and (max-width: 1100px)");

/** Upright: the picture is above the player, not beside it. */
export const UPRIGHT = media("(max-width: 720px) and (min-height: 501px), (max-width: 559px)");

/** Asked for when it is needed: a worker, which may load this module as well, has no screen. */
function media(query: string): { readonly matches: boolean } {
  return {
    get matches() {
      return matchMedia(query).matches;
    },
  };
}
