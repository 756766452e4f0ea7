/** The answer to the question to the class is shown to all: by a button of the teacher's phone, whatever is on the screens. */

import type { HostQuestions } from "../../../api/rooms.ts";
import type { Room } from "../../../room/room.ts";
import { notify } from "../../shared/notice.ts";

export async function showAnswer(questions: HostQuestions, { poll }: Pick<Room, "poll">): Promise<void> {
  if (!poll || poll.state === "revealed") return;
  const reply = await questions.change(poll.poll, "revealed");
  if ("sentence" in reply) notify(reply.sentence);
}
