/** Where each stage of a class is: for its students, for its teacher and on the projector. */

import type { StageKind } from "../../room/messages.ts";
import { lastSetup, openClass } from "./storage.ts";

const pathOf = (code: string, stage: StageKind): string =>
  ({ playground: `/r/${code}`, lesson: `/learn/class/${code}`, studio: `/r/${code}/studio` })[stage];

/** The lesson is at one address for all; who tries the class in the browser that leads it is a student by this. */
export const AS_STUDENT = "#student";

export const studentPage = (code: string, stage: StageKind): string =>
  pathOf(code, stage) + (stage === "lesson" && openClass.token(code) !== null ? AS_STUDENT : "");

export const teacherPage = (code: string, stage: StageKind): string =>
  ({ playground: "/", lesson: `/learn/class/${code}`, studio: `/training${lastSetup.fragment()}` })[stage];

/** The right is in the fragment, which no server and no log of one sees. */
export const screenPage = (code: string, token: string, stage: StageKind = "playground"): string =>
  `${pathOf(code, stage)}/screen#${token}`;
