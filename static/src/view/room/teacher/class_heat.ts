/** Where the class goes wrong, on the graph of a teacher's page or wall: for the question whose answer is shown, or for all that were asked. */

import type { HostQuestions } from "../../../api/rooms.ts";
import type { Store } from "../../../core/store.ts";
import { heatOf } from "../../../room/heat.ts";
import type { HostPoll } from "../../../room/messages.ts";
import type { Room } from "../../../room/room.ts";
import type { State } from "../../../state/state.ts";
import { createHeatMap } from "../heat.ts";

export interface ClassHeat {
  show(room: Room | null): void;
  /** Everything that was asked about the program, or the last question alone. */
  showAll(on: boolean): void;
  remove(): void;
}

export function createClassHeat(store: Store<State>, questions: HostQuestions): ClassHeat {
  const map = createHeatMap();
  let room: Room | null = null;
  let polls: readonly HostPoll[] = [];
  let isAll = false;
  /** The state of the class for which polls were fetched last. */
  let fetched = "";
  const isRevealed = (): boolean => room?.poll?.state === "revealed";

  function draw(): void {
    // What is not shown yet stays off the screen. What was put away, a teacher has asked for.
    const current = room?.poll?.poll;
    const shown = polls.filter(({ poll, state }) => (isAll && state === "over") || (poll === current && isRevealed()));
    map.show(heatOf(shown, store.get().graphProgram));
  }

  async function fetchPolls(): Promise<void> {
    const reply = await questions.polls(!isAll);
    if ("answer" in reply) polls = reply.answer.polls;
    else fetched = "";
    draw();
  }

  store.subscribe((state, before) => {
    if (state.graphProgram !== before.graphProgram) draw();
  });

  return {
    show(now) {
      room = now;
      const wanted = `${now?.poll?.poll} ${now?.poll?.state} ${isAll}`;
      if ((isAll || isRevealed()) && wanted !== fetched) {
        fetched = wanted;
        void fetchPolls();
      } else draw();
    },
    showAll(on) {
      isAll = on;
      this.show(room);
    },
    remove: map.remove,
  };
}
