/** Another lesson in the place of the one on the screen: its pages, questions and answers are others, so the screen begins again. */

import type { RoomLesson } from "../../../room/lessons/lesson.ts";

/** `isOther(lesson)`: whether it is another one than at first; the page is then loaded again. */
export function watchLesson(): (lesson: RoomLesson) => boolean {
  let begun: string | null = null;
  return (lesson) => {
    begun ??= lesson.begun;
    if (begun === lesson.begun) return false;
    location.reload();
    return true;
  };
}
