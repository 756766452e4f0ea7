/** Where each stage of a class is: for its students, for its teacher and on the projector. */

import type { StageKind } from "../../room/messages.ts";
import { lastSetup } from "./storage.ts";

export const studentPage = (code: string, stage: StageKind): string =>
  ({ playground: `/r/${code}`, lesson: `/learn/class/${code}`, studio: `/r/${code}/studio` })[stage];

export const teacherPage = (code: string, stage: StageKind): string =>
  ({ playground: "/", lesson: `/learn/class/${code}`, studio: `/training${lastSetup.fragment()}` })[stage];

/** The right is in the fragment, which no server and no log of one sees. */
export const screenPage = (code: string, token: string, stage: StageKind = "playground"): string =>
  `${studentPage(code, stage)}/screen#${token}`;
