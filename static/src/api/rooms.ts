/** The questions of a class that want an answer each: opening, joining, polls and results. What is live goes over the socket, room/client.ts. */
import type {
  Draft,
  Exercise,
  GivenAnswer,
  HostPoll,
  Moderation,
  Poll,
  PollChange,
  PracticeSet,
  Question,
  StageKind,
  View,
} from "../room/messages.ts";
import { call, type Reply } from "./questions.ts";

interface Request {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly token?: string;
  readonly body?: object;
}

function request<Answer>(route: string, { method = "GET", token, body }: Request): Promise<Reply<Answer>> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return call<Answer>(`rooms${route}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

export interface OpenedRoom {
  readonly code: string;
  readonly host_token: string;
  readonly path: string;
}

export interface PublicRoom {
  readonly code: string;
  readonly title: string;
  readonly locked: boolean;
  readonly named: boolean;
  readonly guests: number;
}

export interface JoinedRoom {
  readonly guest: number;
  readonly token: string;
  readonly nickname: string;
}

export const openRoom = (view: Partial<View>): Promise<Reply<OpenedRoom>> => request("", { method: "POST", body: { view } });

export const findRoom = (code: string): Promise<Reply<PublicRoom>> => request(`/${code}`, {});

export const joinRoom = (code: string, nickname: string | null): Promise<Reply<JoinedRoom>> =>
  request(`/${code}/guests`, { method: "POST", body: { nickname } });

/** A right of less than the teacher's: of a phone that leads and pauses, or of a screen, which shows what the class sees. */
export type KeyKind = "remote" | "screen";

/** What a teacher may ask, with the token that says so. */
export interface HostQuestions {
  close(): Promise<Reply<void>>;
  /** Where phones on the same network find this room. */
  addresses(): Promise<Reply<{ readonly addresses: readonly string[] }>>;
  /** The token of a new key. */
  addKey(kind: KeyKind): Promise<Reply<{ readonly token: string }>>;
  endKeys(kind: KeyKind): Promise<Reply<void>>;
  /** Puts a stage on all screens, as it was left. */
  setStage(kind: StageKind): Promise<Reply<{ readonly stage: StageKind }>>;
  /** `seconds`: how long it is open; null without end. */
  ask(question: Question, seconds: number | null): Promise<Reply<Poll>>;
  /** Keeps a question that is to be asked later; `open` asks it. */
  prepare(question: Question): Promise<Reply<Draft>>;
  drafts(): Promise<Reply<{ readonly polls: readonly Draft[] }>>;
  open(poll: number, seconds: number | null): Promise<Reply<Poll>>;
  change(poll: number, state: PollChange): Promise<Reply<Poll>>;
  /** Gives a question that waits another place among those that wait, from 0. */
  move(poll: number, place: number): Promise<Reply<Draft>>;
  /** Hides, stars or groups open answers. */
  moderate(poll: number, moderation: Moderation): Promise<Reply<HostPoll>>;
  drop(poll: number): Promise<Reply<void>>;
  /** `shown`: without what the class is not shown yet. */
  polls(shown: boolean): Promise<Reply<{ readonly polls: readonly HostPoll[] }>>;
  /** Gives everybody exercises of their own. */
  practise(count: number, level: number): Promise<Reply<PracticeSet>>;
  endPractice(): Promise<Reply<void>>;
  /** All that was answered, as a file. */
  results(format: "csv" | "json"): Promise<Blob | null>;
}

export function hostQuestions(code: string, token: string): HostQuestions {
  return {
    close: () => request(`/${code}`, { method: "DELETE", token }),
    addresses: () => request(`/${code}/addresses`, { token }),
    addKey: (kind) => request(`/${code}/keys`, { method: "POST", token, body: { kind } }),
    endKeys: (kind) => request(`/${code}/keys?kind=${kind}`, { method: "DELETE", token }),
    setStage: (kind) => request(`/${code}/stage`, { method: "PUT", token, body: { kind } }),
    ask: (question, seconds) =>
      request(`/${code}/polls${seconds === null ? "" : `?seconds=${seconds}`}`, { method: "POST", token, body: question }),
    prepare: (question) => request(`/${code}/polls?draft=true`, { method: "POST", token, body: question }),
    drafts: () => request(`/${code}/polls?state=draft`, { token }),
    open: (poll, seconds) => request(`/${code}/polls/${poll}`, { method: "PATCH", token, body: { state: "open", seconds } }),
    change: (poll, state) => request(`/${code}/polls/${poll}`, { method: "PATCH", token, body: { state } }),
    move: (poll, place) => request(`/${code}/polls/${poll}`, { method: "PATCH", token, body: { state: "draft", place } }),
    moderate: (poll, moderation) => request(`/${code}/polls/${poll}/answers`, { method: "PATCH", token, body: moderation }),
    drop: (poll) => request(`/${code}/polls/${poll}`, { method: "DELETE", token }),
    polls: (shown) => request(`/${code}/polls${shown ? "?shown=true" : ""}`, { token }),
    practise: (count, level) => request(`/${code}/practice`, { method: "POST", token, body: { count, level } }),
    endPractice: () => request(`/${code}/practice`, { method: "DELETE", token }),
    async results(format) {
      try {
        const response = await fetch(`/api/v1/rooms/${code}/results?format=${format}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return response.ok ? await response.blob() : null;
      } catch {
        return null;
      }
    },
  };
}

export interface StoredAnswer {
  readonly answer: GivenAnswer;
  readonly stored: true;
}

export const answerPoll = (code: string, token: string, poll: number, answer: GivenAnswer): Promise<Reply<StoredAnswer>> =>
  request(`/${code}/polls/${poll}/answer`, { method: "PUT", token, body: { answer } });

export interface OwnWorth {
  readonly answer: GivenAnswer | null;
  /** null before the answer is shown, and where nothing is right or wrong. */
  readonly correct: boolean | null;
  readonly misconception: string | null;
}

/** What the student's answer was worth, however it was written. */
export const ownWorth = (code: string, token: string, poll: number): Promise<Reply<OwnWorth>> =>
  request(`/${code}/polls/${poll}/answer`, { token });

/** The student's own exercises; they are made when they are asked for the first time. */
export const exercisesOf = (
  code: string,
  token: string,
): Promise<Reply<{ readonly practice: number; readonly exercises: readonly Exercise[] }>> =>
  request(`/${code}/practice`, { token });

export interface MarkedAnswer {
  readonly answer: string;
  readonly correct: boolean;
  /** The thinking behind a wrong answer, where it is a known one. */
  readonly misconception: string | null;
  readonly tries: number;
}

export const answerExercise = (code: string, token: string, number: number, answer: GivenAnswer): Promise<Reply<MarkedAnswer>> =>
  request(`/${code}/practice/${number}/answer`, { method: "PUT", token, body: { answer } });
