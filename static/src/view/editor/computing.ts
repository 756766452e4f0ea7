/** Words for how far a computation has come. Loaded with the first computation that takes long. */

import type { LoopProgress, Progress } from "../../core/types.ts";
import { grouped, say } from "../../messages/messages.ts";

/** A loop within two others changes too quickly to be read. */
const MOST_LOOPS = 2;

function placeIn({ name: written, done, total }: LoopProgress): string {
  const name = written === "" || written === "_" ? say("computing-repetition") : written;
  if (total === null) return say("computing-loop-open", { name, done: grouped(done) });
  return say("computing-loop", { name, done: grouped(Math.min(done, total)), total: grouped(total) });
}

/** Such as "Computing … epoch 3,200 of 10,000 (12 s)". */
export function progressWords({ seconds, loops, repetitions }: Progress): string {
  const places = loops.slice(0, MOST_LOOPS).map(placeIn);
  if (places.length === 0 && repetitions > 0) places.push(say("computing-repetitions", { count: repetitions }));
  const time = say("computing-seconds", { seconds: grouped(Math.floor(seconds)) });
  return places.length === 0 ? say("computing-for", { time }) : say("computing-so-far", { place: places.join(", "), time });
}
