"""Practice sets in the database: each student's own exercises, tried until they are right. All jobs or parts of one.

Knows nothing of sockets. The time comes in as an argument.
"""

import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from backpass.app.classroom.questions.answers import counting, next_batch, try_out
from backpass.app.classroom.questions.exercise_generator import GeneratedExercise
from backpass.app.classroom.questions.expected import ExpectedNumber
from backpass.app.classroom.questions.marking import Mark
from backpass.app.classroom.questions.tables import AnswerRow, QuestionRow
from backpass.app.classroom.store import JSON, refusal
from backpass.app.classroom.tables import Guest, Room
from backpass.engine import Code
from backpass.engine.messages import say

_SEED_BYTES = 6


class Given(NamedTuple):
    """What a student's answer came to."""

    correct: bool
    tries: int
    changed: bool
    """False where it was stored before."""


@dataclass(frozen=True, slots=True)
class PracticeSet:
    """A set of a room: as many questions as each student has exercises."""

    practice: int
    count: int
    level: int
    seed: str
    begun: datetime
    questions: tuple[int, ...]
    """The numbers of its questions, in their order."""

    @property
    def public(self) -> JSON:
        """As everybody sees it."""
        return {"practice": self.practice, "count": self.count, "level": self.level}


def sets(session: Session, code: str) -> list[PracticeSet]:
    """All sets of a room, the oldest first."""
    asked = select(QuestionRow).where(QuestionRow.room == code, QuestionRow.source == "practice")
    batches: defaultdict[int, list[QuestionRow]] = defaultdict(list)
    for row in session.scalars(asked.order_by(QuestionRow.question)):
        batches[row.batch].append(row)
    return [_set(rows) for _, rows in sorted(batches.items())]


def shown(session: Session, code: str) -> PracticeSet | None:
    """The set that is being worked on."""
    asked = select(QuestionRow).join(Room, (Room.code == QuestionRow.room) & (Room.practice == QuestionRow.batch))
    here = asked.where(QuestionRow.room == code, QuestionRow.source == "practice")
    rows = session.scalars(here.order_by(QuestionRow.question)).all()
    return _set(rows) if rows else None


def _set(rows: Sequence[QuestionRow]) -> PracticeSet:
    about, begun = rows[0].about, rows[0].asked
    assert about is not None
    assert begun is not None
    return PracticeSet(**about, begun=begun, questions=tuple(row.question for row in rows))


def find(session: Session, code: str) -> PracticeSet:
    """The set that is being worked on. Raises ProblemError where there is none."""
    found = shown(session, code)
    if found is None:
        raise refusal(Code.POLL_CLOSED, say("no-practice"), say("no-practice.hint"))
    return found


def begin(session: Session, room: Room, count: int, level: int, now: datetime) -> PracticeSet:
    """A new set, in place of the last one."""
    end(session, room)
    batch = next_batch(session, room.code, "practice")
    about = {"practice": batch, "count": count, "level": level, "seed": secrets.token_hex(_SEED_BYTES)}
    rows = [
        QuestionRow(
            room=room.code,
            source="practice",
            batch=batch,
            place=str(number),
            feedback="at_once",
            body={"type": "number", "quantity": "gradient"},
            about=about,
            state="open",
            round=1,
            shows=[],
            asked=now,
        )
        for number in range(1, count + 1)
    ]
    session.add_all(rows)
    room.practice = batch
    session.flush()
    return _set(rows)


def end(session: Session, room: Room) -> None:
    """Nobody works on a set any more."""
    here = (QuestionRow.room == room.code, QuestionRow.source == "practice", QuestionRow.batch == room.practice)
    session.execute(update(QuestionRow).where(*here).values(state="over"))
    room.practice = None


class Recipe(NamedTuple):
    """What a student's exercises are made from: the same operations for all, each with its own numbers."""

    seed: str
    student: int
    exercises: int
    level: int


def own(session: Session, practice: PracticeSet, guest: int) -> list[AnswerRow]:
    """A student's exercises, as far as they have been given out, in their order."""
    mine = (AnswerRow.question.in_(practice.questions), AnswerRow.guest == guest)
    return list(session.scalars(select(AnswerRow).where(*mine).order_by(AnswerRow.question)))


def give_out(
    session: Session, student: tuple[str, int], number: int, exercises: Sequence[GeneratedExercise]
) -> Sequence[AnswerRow]:
    """Keeps the exercises of a student, by room and guest, of the set with this number, unless the student has them."""
    code, guest = student
    session.get(Guest, student, with_for_update=True)  # two tabs of one student get the same ones
    practice = next(each for each in sets(session, code) if each.practice == number)
    rows = own(session, practice, guest)
    if not rows:
        rows = [
            AnswerRow(question=question, guest=guest, own=_kept(each), tries=0, late=False)
            for question, each in zip(practice.questions, exercises, strict=False)
        ]
        session.add_all(rows)
        session.flush()
    return rows


def _kept(exercise: GeneratedExercise) -> str:
    made = {"program": exercise.program, "name": exercise.name, "expected": exercise.expected.model_dump(mode="json")}
    return orjson.dumps(made).decode()


def exercise(session: Session, practice: PracticeSet, guest: int, number: int, *, lock: bool = False) -> AnswerRow:
    """One of a student's, by its number from 1. Raises ProblemError where there is none."""
    is_known = number <= len(practice.questions)
    key = (practice.questions[number - 1], guest) if is_known else None
    row = session.get(AnswerRow, key, with_for_update=lock) if key else None
    if row is None:
        raise refusal(Code.NOT_FOUND, say("no-exercise", number=number), say("no-exercise.hint"))
    return row


def _made(row: AnswerRow) -> JSON:
    made: JSON = orjson.loads(row.own or "")
    return made


def expected_of(row: AnswerRow) -> ExpectedNumber:
    """What is right."""
    return ExpectedNumber.model_validate_json(orjson.dumps(_made(row)["expected"]))


def keep(session: Session, row: AnswerRow, answer: str, worth: Mark, now: datetime) -> Given:
    """Keeps an answer; the same once more is no further try, and what was right once stays."""
    changed = not row.correct and try_out(session, row, answer, worth, now)
    return Given(bool(row.correct), row.tries, changed)


def exercises_json(rows: Iterable[AnswerRow]) -> list[JSON]:
    """A student's exercises as the student sees them."""
    return [exercise_json(number, row) for number, row in enumerate(rows, 1)]


def exercise_json(number: int, row: AnswerRow) -> JSON:
    """An exercise as its student sees it."""
    made = _made(row)
    return {
        "number": number,
        "program": made["program"],
        "asked": say("gradient-of-name", name=made["name"]),
        "name": made["name"],
        "node": _node(made["program"], made["name"]),
        "answer": None if row.last is None else orjson.loads(row.last),
        "correct": bool(row.correct),
        "tries": row.tries,
    }


def _node(program: str, name: str) -> int:
    """The id of the asked node: exercises begin with their inputs, a line for each, and all of them feed the output."""
    return [line.partition(" = ")[0] for line in program.splitlines()].index(name)


def progress_json(session: Session, practice: PracticeSet) -> JSON:
    """How far everybody is who has looked at the exercises and is still in the room."""
    columns: tuple[Any, ...] = (AnswerRow.guest, AnswerRow.correct, AnswerRow.tries)
    given = counting(*columns).where(AnswerRow.question.in_(practice.questions))
    grid: defaultdict[str, str] = defaultdict(str)
    for guest, correct, tries in session.execute(given.order_by(AnswerRow.guest, AnswerRow.question)):
        grid[str(guest)] += "1" if correct and tries == 1 else "+" if correct else "x" if tries else "."
    return practice.public | {"grid": dict(grid)}
