"""Practice sets in the database: each student's own exercises, tried until they are right. All jobs or parts of one.

Knows nothing of sockets. The time comes in as an argument.
"""

import secrets
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from backpass.app.classroom.questions.exercise_generator import GeneratedExercise
from backpass.app.classroom.questions.expected import ExpectedNumber
from backpass.app.classroom.questions.tables import ExerciseRow, PracticeRow
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


def shown(session: Session, code: str) -> PracticeRow | None:
    """The set that is being worked on."""
    return session.scalar(select(PracticeRow).where(PracticeRow.room == code, PracticeRow.ended.is_(False)))


def find(session: Session, code: str) -> PracticeRow:
    """The same. Raises ProblemError where there is none."""
    row = shown(session, code)
    if row is None:
        raise refusal(Code.POLL_CLOSED, say("no-practice"), say("no-practice.hint"))
    return row


def begin(session: Session, room: Room, count: int, level: int, now: datetime) -> PracticeRow:
    """A new set, in place of the last one."""
    end(session, room.code)
    seed = secrets.token_hex(_SEED_BYTES)
    row = PracticeRow(room=room.code, count=count, level=level, seed=seed, ended=False, begun=now)
    session.add(row)
    session.flush()
    return row


def end(session: Session, code: str) -> None:
    """Nobody works on a set any more."""
    session.execute(update(PracticeRow).where(PracticeRow.room == code, PracticeRow.ended.is_(False)).values(ended=True))


def set_json(row: PracticeRow | None) -> JSON | None:
    """A set as everybody sees it."""
    return None if row is None else {"practice": row.practice, "count": row.count, "level": row.level}


class Recipe(NamedTuple):
    """What a student's exercises are made from: the same operations for all, each with its own numbers."""

    seed: str
    student: int
    exercises: int
    level: int


def recipe_of(row: PracticeRow, guest: int) -> Recipe:
    """A student's recipe."""
    return Recipe(row.seed, guest, row.count, row.level)


def own(session: Session, practice: int, guest: int) -> list[ExerciseRow]:
    """A student's exercises, as far as they have been given out."""
    mine = (ExerciseRow.practice == practice, ExerciseRow.guest == guest)
    return list(session.scalars(select(ExerciseRow).where(*mine).order_by(ExerciseRow.number)))


def give_out(session: Session, code: str, practice: int, guest: int, exercises: Sequence[GeneratedExercise]) -> list[ExerciseRow]:
    """Keeps a student's exercises, unless the student has them."""
    session.get(Guest, (code, guest), with_for_update=True)  # two tabs of one student get the same ones
    rows = own(session, practice, guest)
    if not rows:
        rows = [
            ExerciseRow(
                practice=practice,
                guest=guest,
                number=number,
                program=each.program,
                name=each.name,
                expected=each.expected.model_dump_json(),
                answer=None,
                correct=False,
                tries=0,
                answered=None,
            )
            for number, each in enumerate(exercises, start=1)
        ]
        session.add_all(rows)
        session.flush()
    return rows


def exercise(session: Session, practice: int, guest: int, number: int, *, lock: bool = False) -> ExerciseRow:
    """One of a student's. Raises ProblemError where there is none."""
    row = session.get(ExerciseRow, (practice, guest, number), with_for_update=lock)
    if row is None:
        raise refusal(Code.NOT_FOUND, say("no-exercise", number=number), say("no-exercise.hint"))
    return row


def expected_of(row: ExerciseRow) -> ExpectedNumber:
    """What is right."""
    return ExpectedNumber.model_validate_json(row.expected)


def keep(session: Session, row: ExerciseRow, answer: str, now: datetime, *, correct: bool) -> Given:
    """Keeps an answer; the same once more is no further try, and what was right once stays."""
    if row.correct or row.answer == answer:
        return Given(row.correct, row.tries, changed=False)
    row.answer, row.correct, row.answered = answer, correct, now
    row.tries += 1
    session.flush()
    return Given(correct, row.tries, changed=True)


def exercise_json(row: ExerciseRow) -> JSON:
    """An exercise as its student sees it."""
    return {
        "number": row.number,
        "program": row.program,
        "asked": say("gradient-of-name", name=row.name),
        "name": row.name,
        "node": _node(row),
        "answer": row.answer,
        "correct": row.correct,
        "tries": row.tries,
    }


def _node(row: ExerciseRow) -> int:
    """The id of the asked node: exercises begin with their inputs, a line for each, and all of them feed the output."""
    return [line.partition(" = ")[0] for line in row.program.splitlines()].index(row.name)


def progress_json(session: Session, row: PracticeRow) -> JSON:
    """How far everybody is who has looked at the exercises and is still in the room."""
    columns = (ExerciseRow.guest, ExerciseRow.correct, ExerciseRow.tries)
    here = (Guest.room == row.room) & (Guest.guest == ExerciseRow.guest) & Guest.removed.is_(False)
    found = session.execute(
        select(*columns)
        .join(Guest, here)
        .where(ExerciseRow.practice == row.practice)
        .order_by(ExerciseRow.guest, ExerciseRow.number)
    )
    grid: defaultdict[str, str] = defaultdict(str)
    for guest, correct, tries in found:
        grid[str(guest)] += "1" if correct and tries == 1 else "+" if correct else "x" if tries else "."
    return {"practice": row.practice, "count": row.count, "level": row.level, "grid": dict(grid)}
