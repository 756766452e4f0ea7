"""Everything that was asked and answered in a room, for its host: as JSON, and as a table."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from backpass.app.classroom import store
from backpass.app.classroom.downloads import comma_separated
from backpass.app.classroom.questions import poll_store, practice_store
from backpass.app.classroom.questions.poll_store import Sheets
from backpass.app.classroom.questions.tables import AnswerRow, ExerciseRow, PollRow, PracticeRow
from backpass.app.classroom.store import JSON
from backpass.app.classroom.tables import Guest
from backpass.engine import ProblemError

COLUMNS = ("what", "number", "question", "student", "nickname", "answer", "correct", "misconception", "tries", "time", "first")


def results_json(session: Session, code: str, sheets: Sheets, now: datetime) -> JSON:
    """Polls and practice sets with their answers, the oldest first."""
    room = store.find(session, code, now)
    nicknames = {each.guest: each.nickname for each in session.scalars(select(Guest).where(Guest.room == code))}
    rows = session.scalars(select(PollRow).where(PollRow.room == code).order_by(PollRow.poll))
    sets = session.scalars(select(PracticeRow).where(PracticeRow.room == code).order_by(PracticeRow.practice))
    return {
        "room": code,
        "title": room.title,
        "polls": [_poll(session, row, sheets, nicknames.get) for row in rows],
        "practice": [_practice(session, row, nicknames.get) for row in sets],
    }


def _poll(session: Session, row: PollRow, sheets: Sheets, nickname: Callable[[int], str | None]) -> JSON:
    sheet = sheets.of(row)
    found = session.scalars(select(AnswerRow).where(AnswerRow.poll == row.poll).order_by(AnswerRow.answered, AnswerRow.guest))
    answers = []
    for each in found:
        given = orjson.loads(each.answer)
        marked: JSON = {"answer": given, "label": str(given), "correct": None, "misconception": None}
        try:
            mark = sheet.mark(given)
            marked |= {"label": mark.label, "correct": mark.correct, "misconception": mark.misconception}
        except ProblemError:  # an older version could read it
            pass
        first = None if each.first is None else orjson.loads(each.first)
        answers.append(
            {"guest": each.guest, "nickname": nickname(each.guest), **marked, "time": _time(each.answered), "first": first}
        )
    return poll_store.whole(session, row, sheet) | {"asked": _time(row.asked), "answers": answers}


def _practice(session: Session, row: PracticeRow, nickname: Callable[[int], str | None]) -> JSON:
    found = session.scalars(
        select(ExerciseRow).where(ExerciseRow.practice == row.practice).order_by(ExerciseRow.guest, ExerciseRow.number)
    )
    answers = [
        {
            "guest": each.guest,
            "nickname": nickname(each.guest),
            **practice_store.exercise_json(each),
            "expected": practice_store.expected_of(each).value,
            "time": None if each.answered is None else _time(each.answered),
        }
        for each in found
    ]
    return {"practice": row.practice, "level": row.level, "count": row.count, "begun": _time(row.begun), "answers": answers}


def table(results: Mapping[str, Any]) -> str:
    """The same as comma-separated values, a row for each answer."""
    return comma_separated(COLUMNS, _rows(results))


def _rows(results: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for poll in results["polls"]:
        for each in poll["answers"]:
            row = {"what": "poll", "number": poll["poll"], "question": poll["question"]["prompt"], "student": each["guest"]}
            yield row | each | {"answer": each["label"]}
    for practised in results["practice"]:
        for each in practised["answers"]:
            asked = f"{each['number']}. {each['asked']} in {'; '.join(each['program'].splitlines())}"
            correct = each["correct"] if each["tries"] else None
            row = {"what": "practice", "student": each["guest"], "question": asked}
            yield each | row | {"number": practised["practice"], "correct": correct}


def _time(moment: datetime) -> str:
    """In UTC, to the second."""
    return f"{moment.isoformat(timespec='seconds')}Z"
