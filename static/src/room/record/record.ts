/** A class as its file has it: who was there, what was asked, and what each answered. The file may be anybody's, so every part of it is looked at. Pure. */

export interface RecordedAnswer {
  readonly student: number;
  readonly text: string;
  readonly correct: boolean | null;
  /** The known mistake behind it; empty for none. */
  readonly misconception: string;
  readonly tries: number;
  /** Whether it was given when what is right had been shown. */
  readonly late: boolean;
}

export interface RecordedQuestion {
  readonly kind: "poll" | "practice" | "lesson";
  /** The lesson, or the number of the practice set; empty of a question to the class. */
  readonly of: string;
  /** `1.3`, the number of an exercise, or that of a question to the class among all. */
  readonly place: string;
  /** As it was put; empty where each student had another, or the lesson has the words. */
  readonly prompt: string;
  readonly answers: readonly RecordedAnswer[];
}

export interface ClassRecord {
  readonly code: string;
  readonly title: string;
  /** By number, in the order of joining. */
  readonly people: ReadonlyMap<number, string>;
  readonly questions: readonly RecordedQuestion[];
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const fieldsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const count = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

function answerOf(each: Fields, student: unknown, shown: unknown): RecordedAnswer {
  return {
    student: count(student),
    text: text(shown),
    correct: typeof each.correct === "boolean" ? each.correct : null,
    misconception: text(each.misconception),
    tries: count(each.tries),
    late: each.late === true,
  };
}

const pollOf = (poll: Fields, place: number): RecordedQuestion => ({
  kind: "poll",
  of: "",
  place: String(place + 1),
  prompt: isFields(poll.question) ? text(poll.question.prompt) : "",
  answers: fieldsIn(poll.answers).map((each) => answerOf(each, each.guest, each.label)),
});

/** The answers of a practice set or a lesson, as questions in the order of `order`. */
function questionsOf(
  kind: "practice" | "lesson",
  of: string,
  answers: readonly Fields[],
  placeOf: (each: Fields) => string,
  answered: (each: Fields) => RecordedAnswer,
): RecordedQuestion[] {
  const places = [...new Set(answers.map(placeOf))].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  return places.map((place) => ({
    kind,
    of,
    place,
    prompt: "",
    answers: answers.filter((each) => placeOf(each) === place).map(answered),
  }));
}

/** Null where it is no file of a class. */
export function readRecord(file: string): ClassRecord | null {
  let found: unknown;
  try {
    found = JSON.parse(file);
  } catch {
    return null;
  }
  if (!isFields(found) || typeof found.room !== "string" || !Array.isArray(found.polls)) return null;
  const practice = fieldsIn(found.practice).flatMap((set) =>
    questionsOf(
      "practice",
      text(set.practice),
      fieldsIn(set.answers).filter((each) => count(each.tries) > 0),
      (each) => text(each.number),
      (each) => answerOf(each, each.guest, each.answer),
    ),
  );
  const lessons = fieldsIn(found.lessons).flatMap((lesson) =>
    questionsOf(
      "lesson",
      text(lesson.lesson),
      fieldsIn(lesson.answers),
      (each) => text(each.question),
      (each) => answerOf(each, each.student, each.label ?? each.answer),
    ),
  );
  return {
    code: found.room,
    title: text(found.title),
    people: peopleOf(found),
    questions: [...fieldsIn(found.polls).map(pollOf), ...practice, ...lessons],
  };
}

/** Files of servers before `people` name those who have answered. */
function peopleOf(found: Fields): ReadonlyMap<number, string> {
  const given = [found.polls, found.practice, found.lessons].flatMap(fieldsIn).flatMap(({ answers }) => fieldsIn(answers));
  const named = [...fieldsIn(found.people), ...given]
    .map((each) => [count(each.guest ?? each.student), text(each.nickname)] as const)
    .filter(([, nickname]) => nickname !== "")
    .sort(([one], [other]) => one - other);
  return new Map(named);
}

/** `1`: right at first; `+`: right later; `x`: wrong; `o`: neither. */
export function recordedMark({ correct, tries, late }: RecordedAnswer): "1" | "+" | "x" | "o" {
  if (correct === null) return "o";
  if (!correct) return "x";
  return tries <= 1 && !late ? "1" : "+";
}

/** Equal answers counted together, the most frequent first. */
export function countedAnswers(
  answers: readonly RecordedAnswer[],
): readonly { readonly label: string; readonly correct: boolean; readonly thought: string; readonly count: number }[] {
  const groups = new Map<string, { label: string; correct: boolean; thought: string; count: number }>();
  for (const { text: label, correct, misconception } of answers) {
    const key = JSON.stringify([label, correct]);
    const group = groups.get(key) ?? { label, correct: correct === true, thought: misconception, count: 0 };
    groups.set(key, { ...group, count: group.count + 1 });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}
