/**
 * The way into a class: all of it is fetched when a class is opened, joined or taken up again, and costs nothing before. The page gives it
 * this one narrow port and gets two things to do in return.
 */
import { say } from "../../messages/messages.ts";
import { recall } from "../shared/memory.ts";
import { notify } from "../shared/notice.ts";
import { OPEN_CLASS, type RoomParts, type RoomPort, roomOfPage } from "./port.ts";

export function mountRoomDoor(port: RoomPort): RoomParts {
  let loading: Promise<RoomParts> | null = null;

  function load(): Promise<RoomParts> {
    loading ??= import("./index.ts").then(({ mountRoom }) => mountRoom(port));
    loading.catch(() => {
      loading = null;
      notify(say("class-not-fetched"));
    });
    return loading;
  }

  const door: RoomParts = {
    open: () =>
      void load().then(
        (parts) => parts.open(),
        () => {},
      ),
    follow: () =>
      void load().then(
        (parts) => parts.follow(),
        () => {},
      ),
  };
  // What another site shows in a frame is nobody's class.
  if (document.body.dataset.embed !== undefined) return { open: () => {}, follow: () => {} };
  if (roomOfPage() !== null || recall(OPEN_CLASS) !== null) load().catch(() => {});
  return door;
}
