/**
 * What a class says to its server and the server to it, as docs/classroom.md describes it: types alone, no functions, no DOM.
 * Words: host (a teacher's tab), guest (a student), revision (a number that grows with every change of the room).
 */

import type { Part } from "../core/page_parts.ts";
import type { Panel } from "../core/panels.ts";
import type { StepSize } from "../core/step_sizes.ts";
import type { Problem, Value } from "../core/types.ts";
import type { Pitfall } from "../exercises/pitfalls.ts";
import type { Moves } from "../layout/types.ts";
import type { DirectionChoice, MainView, Overlay } from "../state/state.ts";
import type { EngineCounts } from "./engines/engines.ts";
import type { DashboardMessage, RoomLesson } from "./lessons/lesson.ts";

/** What is shown: the teacher's to all, or a student's own copy. Names as the server stores them. */
export interface View {
  readonly program: string;
  readonly inputs: Readonly<Record<string, Value>>;
  /** Inputs of which forward mode is shown after the backward pass. */
  readonly directions: readonly string[];
  /** Steps taken; null for the end of the pass, however long it is. */
  readonly position: number | null;
  /**
   * The same with its fraction while slopes are shown after that step; null at a whole step. Counts only where its whole part is `position`,
   * since a page from before it was sent changes `position` alone.
   */
  readonly moment: number | null;
  readonly selected: number | null;
  /** The selected edge; where a node is selected, that counts. */
  readonly selected_edge: number | null;
  readonly main_view: MainView;
  readonly direction: DirectionChoice;
  readonly separate_operations: boolean;
  readonly overlay: Overlay;
  readonly step_size: StepSize;
  /** Groups that were opened (true) or folded (false) by their keys. */
  readonly folds: Readonly<Record<string, boolean>>;
  /** How far nodes were dragged, along the flow and across it, by their keys. */
  readonly moves: Moves;
  readonly panel: Panel;
  readonly pitfall: Pitfall;
  /** The attribute that holds the gradient in the program's own engine, where the user has chosen it. */
  readonly gradient_attribute: string | null;
  /** Parts that the students' screens leave out. */
  readonly hiding: readonly Part[];
  /** Whether the wall shows how many students' own engines pass each line of the examination: the teacher's choice. */
  readonly examining: boolean;
  /** What the wall then shows, from the teacher's page; null before it is counted. */
  readonly examined: EngineCounts | null;
}

/** The buttons of a remote control; what they do, the teacher's tab in charge knows. */
export type RemoteButton = "next" | "back" | "show";

export type Mode = "follow" | "explore";

export interface Settings {
  readonly paused: boolean;
  readonly locked: boolean;
  readonly mode: Mode;
  readonly named: boolean;
  readonly title: string;
}

export interface Guest {
  readonly guest: number;
  readonly nickname: string;
  readonly online: boolean;
  readonly following: boolean;
  readonly answered: boolean;
  /** Whether they have reported that they are lost. */
  readonly lost?: boolean;
  /** Their own copy, once they have changed something. */
  readonly view: Partial<View> | null;
}

/** A student's copy that is shown to everybody. */
export interface Featured {
  readonly guest: number;
  /** Empty where it is shown without a name. */
  readonly nickname: string;
  readonly view: Partial<View>;
}

export type Quantity = "gradient" | "value";

interface Asked {
  readonly prompt: string;
}

export interface NumberQuestion extends Asked {
  readonly type: "number";
  readonly node: number | null;
  readonly quantity: Quantity;
  readonly tolerance?: number;
}

/** A number of no node, of which the teacher says what is right. */
export interface GivenNumberQuestion extends Asked {
  readonly type: "number";
  readonly node: null;
  readonly quantity: "given";
  /** Not sent to students before the reveal. */
  readonly correct?: number;
}

export interface FormulaQuestion extends Asked {
  readonly type: "formula";
  readonly node: number;
  readonly quantity: Quantity;
}

export interface ChoiceQuestion extends Asked {
  readonly type: "choice";
  readonly choices: readonly string[];
  /** Places in `choices`; null where no answer is the right one. Not sent to students before the reveal. */
  readonly correct?: readonly number[] | null;
}

export interface EdgeQuestion extends Asked {
  readonly type: "edge";
  /** The frame after which the next step is asked for. */
  readonly position: number;
}

export interface TextQuestion extends Asked {
  readonly type: "text";
}

export type Question = NumberQuestion | GivenNumberQuestion | FormulaQuestion | ChoiceQuestion | EdgeQuestion | TextQuestion;

/** `discuss`: the students talk about their answers; opened after that, the question is voted on a second time. */
export type PollState = "open" | "discuss" | "closed" | "revealed";

/** What a teacher may make of a question; `over`: it leaves all screens and stays among the results. */
export type PollChange = PollState | "over";

/** A text for numbers, formulas and open questions; places in the choices; an edge's id. */
export type GivenAnswer = string | number | readonly number[];

export interface AnswerGroup {
  readonly answer: GivenAnswer;
  readonly label: string;
  readonly count: number;
  readonly correct: boolean | null;
  /** The thinking that leads to this answer, in a sentence. */
  readonly misconception: string | null;
  readonly hidden?: boolean;
  readonly starred?: boolean;
  /** The answers of a group that the teacher has made. */
  readonly members?: readonly string[];
}

/** What a teacher makes of open answers: only what is given changes. */
export interface Moderation {
  readonly answers: readonly string[];
  readonly hidden?: boolean;
  readonly starred?: boolean;
  readonly group?: string;
}

/** How many went from an answer of the first vote to one of the second. */
export interface Move {
  readonly before: string;
  readonly after: string;
  readonly count: number;
  readonly before_correct: boolean | null;
  readonly after_correct: boolean | null;
  /** The known mistake behind the answer that was wrong: the second, else the first. */
  readonly misconception: string | null;
}

export interface Tally {
  readonly answered: number;
  readonly correct: number | null;
  readonly groups: readonly AnswerGroup[];
  /** Answers in groups that are too many to be listed. */
  readonly others: number;
  /** Absent from servers before second votes. */
  readonly moves?: readonly Move[];
}

export interface Poll {
  readonly poll: number;
  readonly question: Question;
  readonly state: PollState;
  /** 2 where the class votes a second time. */
  readonly round?: number;
  readonly answered: number;
  /** null until it is revealed. */
  readonly expected: GivenAnswer | null;
  readonly tally: Tally | null;
  /** When the server closes it, by the server's clock: pages go by the message `left`. Absent where no countdown is running. */
  readonly closes?: string;
}

/** A question that waits to be asked. */
export interface Draft {
  readonly poll: number;
  /** An empty `prompt` is worded when it is asked. */
  readonly question: Question;
}

/** A question as its teacher sees it among all that were asked. */
export interface HostPoll extends Omit<Poll, "state"> {
  readonly state: PollChange;
  readonly about: { readonly program: string; readonly inputs: View["inputs"]; readonly output: string | null };
}

/** How long a countdown went on when this was sent. */
export interface TimeLeft {
  readonly poll: number;
  readonly seconds: number;
}

/** Exercises for everybody, each student's own. */
export interface PracticeSet {
  readonly practice: number;
  readonly count: number;
  readonly level: number;
}

/** How far everybody is: by guest a character for each exercise, see room/practice.ts. */
export interface Progress extends PracticeSet {
  readonly grid: Readonly<Record<string, string>>;
}

/** One exercise of a student: the gradient of a name in a program. */
export interface Exercise {
  readonly number: number;
  readonly program: string;
  /** `gradient of a`. */
  readonly asked: string;
  readonly name: string;
  /** The id of its node in the program's graph. */
  readonly node: number;
  readonly answer: string | null;
  readonly correct: boolean;
  readonly tries: number;
}

/** What is on the screens of a class. */
export type StageKind = "playground" | "lesson" | "studio";

/** A moment of the teacher's training run, as the studio has it; only its parts that differ are sent. */
export interface StudioMoment {
  readonly started: object;
  readonly steps: readonly object[];
  readonly moment: object;
}

export interface RoomFacts {
  readonly code: string;
  readonly title: string;
  readonly settings: Settings;
  /** As far as it was sent; room.ts has the defaults. */
  readonly view: Partial<View>;
  readonly featured: Featured | null;
  readonly poll: Poll | null;
  readonly practice: PracticeSet | null;
  /** Absent from servers before there were several. */
  readonly stage?: StageKind;
  /** Absent where none is on the screens. */
  readonly lesson?: RoomLesson | null;
  /** The same; empty before the teacher's page has shown one. */
  readonly studio?: Partial<StudioMoment> | null;
}

export interface You {
  readonly role: "host" | "guest";
  readonly guest: number | null;
  readonly nickname: string | null;
  readonly in_charge: boolean;
  readonly view: Partial<View> | null;
  readonly answer: GivenAnswer | null;
  readonly lost?: boolean;
}

export type ServerMessage =
  | {
      readonly type: "snapshot";
      readonly epoch: string;
      readonly revision: number;
      readonly room: RoomFacts;
      readonly you: You;
      readonly count: number;
      readonly guests?: readonly Guest[];
    }
  | { readonly type: "resumed"; readonly epoch: string; readonly revision: number }
  | Changes
  | {
      readonly type: "guests";
      readonly joined?: readonly Guest[];
      readonly left?: readonly number[];
      readonly changed?: readonly Guest[];
    }
  | { readonly type: "tally"; readonly poll: number; readonly tally: Tally }
  | ({ readonly type: "practice" } & Progress)
  | ({ readonly type: "lesson" } & DashboardMessage)
  | { readonly type: "count"; readonly guests: number }
  | ({ readonly type: "left" } & TimeLeft)
  | { readonly type: "charge"; readonly in_charge: boolean }
  | { readonly type: "refused"; readonly request?: number | null; readonly problems: readonly Problem[] }
  /** What this page itself sent is stored; it is not sent back. `revision`: where it knows all up to that. */
  | { readonly type: "stored"; readonly revision: number | null }
  | { readonly type: "press"; readonly button: RemoteButton }
  | { readonly type: "removed" }
  | { readonly type: "closed" }
  | { readonly type: "pong" };

/** Only what differs, merged where several changes came close together. `acknowledge`: the server waits to hear that it has been taken in. */
export interface Changes {
  readonly type: "changes";
  readonly revision: number;
  readonly acknowledge?: boolean;
  readonly view?: Partial<View>;
  readonly settings?: Partial<Settings>;
  readonly featured?: Featured | null;
  readonly poll?: Poll | null;
  readonly practice?: PracticeSet | null;
  readonly stage?: StageKind;
  readonly lesson?: RoomLesson | null;
  readonly studio?: Partial<StudioMoment> | null;
}

export type PageMessage =
  | {
      readonly type: "hello";
      readonly token: string;
      readonly epoch: string | null;
      readonly revision: number | null;
      readonly tab: string;
      /** A second window of the teacher's, which never leads. */
      readonly watching?: true;
      /** Whether a teacher's tab is sent marks before they are shown. */
      readonly peek?: boolean;
    }
  | { readonly type: "show"; readonly changes: Partial<View> & { readonly studio?: Partial<StudioMoment> } }
  | { readonly type: "explored"; readonly changes: Partial<View> }
  | { readonly type: "following"; readonly following: boolean }
  | { readonly type: "settings"; readonly changes: Partial<Settings> }
  | { readonly type: "feature"; readonly guest: number | null; readonly anonymous?: boolean }
  | { readonly type: "rename"; readonly guest: number; readonly nickname: string }
  | { readonly type: "remove"; readonly guest: number }
  | { readonly type: "take_charge" }
  | { readonly type: "peek"; readonly on: boolean }
  | { readonly type: "press"; readonly button: RemoteButton }
  | { readonly type: "lost"; readonly lost: boolean }
  | { readonly type: "clear_lost" }
  | { readonly type: "ping" }
  | { readonly type: "seen"; readonly revision: number };
