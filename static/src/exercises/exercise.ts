/** A program as an exercise: all its steps as questions, those of tensors among them. Pure; knows no DOM. */

import type { MisconceptionRecord } from "../core/types.ts";
import type { Records } from "../explain/captions.ts";
import type { Schedule } from "../timeline/schedule.ts";
import { questionOfStep } from "./practice.ts";
import { tensorContributionQuestions, tensorValueQuestions } from "./practice_tensors.ts";
import type { Context, Question } from "./questions.ts";

const TENSORS = { value: tensorValueQuestions, contribution: tensorContributionQuestions };

/** All questions of a program, in the order of the timeline. Of a tensor one element is asked for, or its shape. */
export function questionsOf(
  schedule: Schedule,
  program: string,
  records: Records,
  misconceptions: readonly MisconceptionRecord[],
): Question[] {
  const { graph } = schedule;
  const context: Context = { graph, program, records, misconceptions, schedule };
  return graph.steps.flatMap((_, index) => questionOfStep(context, index, TENSORS));
}
