/** The student's side: in by the code, at the teacher's moment or on their own, and back at any time. */
import { say } from "../../../messages/messages.ts";
import { foreignLetters, readCode } from "../../../room/codes.ts";
import { type RoomParts, type RoomPort, roomOfPage } from "../port.ts";
import { ownSeat } from "../storage.ts";
import { enterClass } from "./guest.ts";
import { askToJoin } from "./join.ts";

/** `code` is what the address has, which somebody may have typed; empty where it has none. */
export function mountStudent(port: RoomPort, code: string): RoomParts {
  let follow = (): void => {};

  async function takeSeat(wanted: string, remark?: string): Promise<void> {
    const kept = ownSeat.token(wanted);
    const seat = kept === null ? await askToJoin(wanted, remark) : { code: wanted, token: kept };
    ownSeat.keep(seat.code, seat.token);
    if (roomOfPage() !== seat.code) history.replaceState(null, "", `/r/${seat.code}`);
    const guest = enterClass(port, seat.code, seat.token, () => {
      ownSeat.forget(seat.code);
      void takeSeat(seat.code);
    });
    follow = guest.follow;
  }

  const foreign = foreignLetters(code);
  if (foreign.length > 0) void takeSeat("", say("no-such-code", { typed: code.toUpperCase(), wrong: foreign.join(", ") }));
  else void takeSeat(readCode(code));
  return { open: () => {}, follow: () => follow() };
}
