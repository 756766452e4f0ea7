/** The student's side: in by the code, at the teacher's moment or on their own, and back at any time. */
import { roomOfPage, type RoomParts, type RoomPort } from "../room_port.ts";
import { enterClass } from "./guest.ts";
import { askToJoin } from "./join.ts";
import { ownSeat } from "./storage.ts";

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

  void takeSeat(code);
  return { open: () => {}, follow: () => follow() };
}
