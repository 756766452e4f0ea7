/** What the page says of mistakes made on purpose: apart from making them, because a first picture needs no words of it. Pure. */

import { say } from "../messages/messages.ts";
import type { Pitfall } from "./pitfalls.ts";

const USED_TWICE = "a = 2.0\nb = -3.0\nL = a*b + a\n";

/** What a switch says, which rule it breaks, why a program may get away with it, and a program that does not. */
export const PITFALL_WORDS: Readonly<
  Record<
    Exclude<Pitfall, "none">,
    { readonly title: string; readonly broken: string; readonly spared: string; readonly bites: string }
  >
> = {
  overwrite: {
    title: say("pitfall-replaces"),
    broken: say("pitfall-replaces.about"),
    spared: say("pitfall-replaces.spared"),
    bites: USED_TWICE,
  },
  leftover: {
    title: say("pitfall-leftover"),
    broken: say("pitfall-leftover.about"),
    spared: say("pitfall-leftover.spared"),
    bites: USED_TWICE,
  },
  order: {
    title: say("pitfall-order"),
    broken: say("pitfall-order.about"),
    spared: say("pitfall-order.spared"),
    bites: "x = 2.0\nb = x*x\ny = b*b + b\n",
  },
  stretched: {
    title: say("pitfall-broadcast"),
    broken: say("pitfall-broadcast.about"),
    spared: say("pitfall-broadcast.spared"),
    bites: "x = [1.0, 2.0]\nb = 0.5\ny = sum(x*b)\n",
  },
};
