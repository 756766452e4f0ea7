/** A lesson's progress in the browser's storage. */

import { type LessonProgress, progressKey, readProgress } from "../../learn/reading_progress.ts";
import { recall, remember } from "../shared/memory.ts";

export const recalledProgress = (lesson: string): LessonProgress => readProgress(recall(progressKey(lesson)));

/** Changes what is kept of a lesson; read again first, since another tab may have written meanwhile. */
export function updateProgress(lesson: string, change: (progress: LessonProgress) => LessonProgress): void {
  remember(progressKey(lesson), JSON.stringify(change(recalledProgress(lesson))));
}
