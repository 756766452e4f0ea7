/** The windows for the projector: where they are, and the right that they have, which shows what the class sees and nothing more. */

import { hostQuestions } from "../../api/rooms.ts";
import { notify } from "../shared/notice.ts";
import { screenPage } from "./stage_pages.ts";

/** Links from before such windows had a right of their own have this parameter. They work in the teacher's browser alone. */
const OLD_PARAMETER = "wall";
const TARGET = "backpass-wall";
const PLACE = "popup,width=1280,height=720";

export const openScreenWindow = (address: string): void => void window.open(address, TARGET, PLACE);

export const isOldLink = (): boolean => new URLSearchParams(location.search).has(OLD_PARAMETER);

/** From an old link on, with a right of the window's own in place of the teacher's. */
export async function leadToScreen(code: string, teacher: string): Promise<void> {
  const reply = await hostQuestions(code, teacher).addKey("screen");
  if ("answer" in reply) location.replace(screenPage(code, reply.answer.token));
  else notify(reply.sentence);
}
