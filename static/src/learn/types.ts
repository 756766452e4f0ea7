/** What the server writes into a lesson's page for its live parts, as JSON. app/lessons/blocks.py and questions.py make it. */

import type { Graph, OperationRecord } from "../core/types.ts";
import type { Redaction } from "../graph/redaction.ts";
import type { AskedPlace } from "./reading_progress.ts";

export interface LessonPage {
  readonly lesson: string;
  /** null where the whole lesson is on one page. */
  readonly page: number | null;
  readonly pages: number;
  /** Those that the graphs of the lesson use. */
  readonly operations: readonly OperationRecord[];
  /** Every question of the lesson; on its last page alone. */
  readonly asked?: readonly AskedPlace[];
}

/** An option of a live block, for the editor's completion. */
export interface BlockOption {
  readonly kind: string;
  readonly name: string;
  /** The option as an author writes it. */
  readonly example: string;
  readonly meaning: string;
}

/** What the editor's page begins with. */
export interface EditPage {
  readonly options: readonly BlockOption[];
  /** The lesson of the shelf that is to be changed; null for none. */
  readonly text: string | null;
}

/** What is wrong in a lesson's text; line and column count from 1, the column in whole characters. */
export interface LessonProblem {
  readonly message: string;
  readonly hint: string;
  readonly line: number;
  readonly column: number;
}

/** A part of a page, ready to be shown. */
export interface PreviewedPart {
  readonly id: string;
  readonly html: string;
  /** Whether the rest of the page stays closed until this question has an answer. */
  readonly gate: boolean;
  readonly line: number;
}

/** A page as a list of pages has it. */
export interface PageOfLesson {
  readonly title: string;
  readonly line: number;
  /** The places of its questions in the lesson, in order; for a class alone. */
  readonly asked?: readonly string[];
}

/** A page of a text, as app/lessons/preview.py and app/pages/learn_edit.py make it. */
export interface Preview {
  readonly matter: { readonly title: string; readonly language: string; readonly minutes: number };
  readonly pages: readonly PageOfLesson[];
  /** Counted from 1; 0 where the text has no page. */
  readonly page: number;
  readonly parts: readonly PreviewedPart[];
  readonly problems: readonly LessonProblem[];
  /** Numbers that the engine computed. */
  readonly figures: number;
  /** What the page's teacher alone reads, as HTML; empty for students. */
  readonly notes: string;
  readonly operations: readonly OperationRecord[];
}

/** What the reader has to make true. */
export interface Goal {
  readonly quantity: "gradient" | "value";
  readonly name: string;
  readonly bound: "reach" | "below" | "above";
  readonly wanted: number;
  /** How near is near enough, for `reach`. */
  readonly within: number;
  /** As the author wrote it: `grad(x)`. */
  readonly shown: string;
  readonly done?: string;
}

export interface BlockData {
  readonly program: string;
  /** The state to begin with, as the links of the playground have it. */
  readonly fragment: string;
  readonly controls: readonly ("play" | "sliders")[];
  readonly edit?: boolean;
  readonly redaction?: Redaction;
  readonly goal?: Goal;
  /** Over which one or two inputs the curve is drawn in place of the graph, and the learning rate of the walk downhill. */
  readonly plot?: { readonly along: readonly string[]; readonly rate?: number };
  /** Absent where it is too large to come with the page. */
  readonly graph?: Graph;
}

export interface TrainingData {
  readonly preset: string;
  /** Absent where the run is as long as its preset says. */
  readonly steps?: number;
  readonly show: readonly ("boundary" | "loss")[];
}

export interface ChoiceData {
  readonly kind: "choice";
  readonly right: number;
  readonly hints: readonly string[];
}

export interface NumberData {
  readonly kind: "number";
  readonly answer: number;
  /** How near is near enough. */
  readonly within: number;
  /** Wrong answers that the author has something to say to. */
  readonly wrong: readonly number[];
  /** Wrong answers that give a known misconception away. */
  readonly mistakes: readonly (readonly [value: number, sentence: string])[];
  readonly hints: readonly string[];
}

/** A question that is marked elsewhere: nothing on the page says what is right. */
export type AskedData = Pick<ChoiceData | NumberData, "kind" | "hints">;

export type QuestionData = ChoiceData | NumberData | AskedData;
