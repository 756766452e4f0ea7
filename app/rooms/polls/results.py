"""Everything that was asked and answered in a room, for its host: as JSON, and as a table that no spreadsheet executes.

Knows nothing of HTTP.
"""

import csv
import io
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.rooms import service
from app.rooms.polls import polls, practice
from app.rooms.polls.polls import Sheets
from app.rooms.polls.tables import AnswerRow, ExerciseRow, PollRow, PracticeRow
from app.rooms.service import JSON
from app.rooms.tables import Guest
from engine import ProblemError

COLUMNS = ("what", "number", "question", "student", "nickname", "answer", "correct", "misconception", "tries", "time")

_FORMULA = re.compile(r"\s*[=+\-@\t\r\n]|[\t\r]")
"""How a cell begins that a spreadsheet may take for a formula or a command."""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def results_json(session: Session, code: str, sheets: Sheets, now: datetime) -> JSON:
    """Polls and practice sets with their answers, the oldest first."""
    room = service.find(session, code, now)
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
        told: JSON = {"answer": given, "label": str(given), "correct": None, "misconception": None}
        try:
            mark = sheet.mark(given)
            told |= {"label": mark.label, "correct": mark.correct, "misconception": mark.misconception}
        except ProblemError:  # an older version could read it
            pass
        answers.append({"guest": each.guest, "nickname": nickname(each.guest), **told, "time": _time(each.answered)})
    return polls.whole(session, row, sheet) | {"about": row.about, "asked": _time(row.asked), "answers": answers}


def _practice(session: Session, row: PracticeRow, nickname: Callable[[int], str | None]) -> JSON:
    found = session.scalars(
        select(ExerciseRow).where(ExerciseRow.practice == row.practice).order_by(ExerciseRow.guest, ExerciseRow.number)
    )
    answers = [
        {
            "guest": each.guest,
            "nickname": nickname(each.guest),
            **practice.exercise_json(each),
            "expected": practice.expected_of(each).value,
            "time": None if each.answered is None else _time(each.answered),
        }
        for each in found
    ]
    return {"practice": row.practice, "level": row.level, "count": row.count, "begun": _time(row.begun), "answers": answers}


def table(results: Mapping[str, Any]) -> str:
    """The same as comma-separated values, a row for each answer."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for poll in results["polls"]:
        for each in poll["answers"]:
            row = {"what": "poll", "number": poll["poll"], "question": poll["question"]["prompt"], "student": each["guest"]}
            writer.writerow(_cells(row | each | {"answer": each["label"]}))
    for practised in results["practice"]:
        for each in practised["answers"]:
            asked = f"{each['number']}. {each['asked']} in {'; '.join(each['program'].splitlines())}"
            correct = each["correct"] if each["tries"] else None
            row = {"what": "practice", "student": each["guest"], "question": asked}
            writer.writerow(_cells(each | row | {"number": practised["practice"], "correct": correct}))
    return file.getvalue()


def _cells(row: Mapping[str, Any]) -> list[str]:
    return [harmless(row.get(column)) for column in COLUMNS]


def harmless(value: Any) -> str:
    """A cell that is shown as it is: numbers stay numbers, what looks like a formula is marked as text by an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if _NUMBER.fullmatch(text) or not _FORMULA.match(text):
        return text
    return f"'{text}"


def _time(moment: datetime) -> str:
    """In UTC, to the second."""
    return f"{moment.isoformat(timespec='seconds')}Z"
