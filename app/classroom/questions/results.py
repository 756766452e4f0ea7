"""Everything that was asked and answered in a room, for its host: as JSON, and as a table."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from backpass.app.classroom import store
from backpass.app.classroom.downloads import comma_separated
from backpass.app.classroom.questions import answers, lesson_results, lesson_store, practice_store
from backpass.app.classroom.questions.practice_store import PracticeSet
from backpass.app.classroom.questions.sheets import Sheets
from backpass.app.classroom.questions.tables import AnswerRow, QuestionRow
from backpass.app.classroom.store import JSON
from backpass.app.classroom.tables import Guest
from backpass.engine import ProblemError

COLUMNS = (
    *("what", "number", "question", "student", "nickname", "answer", "correct", "misconception", "tries", "time", "first"),
    *("page", "place", "round", "late"),
)


def results_json(session: Session, code: str, sheets: Sheets, now: datetime) -> JSON:
    """Polls, practice sets and lessons with their answers, the oldest first."""
    room = store.find(session, code, now)
    nicknames = {each.guest: each.nickname for each in session.scalars(select(Guest).where(Guest.room == code))}
    return {
        "record": 2,
        "room": code,
        "title": room.title,
        "people": [{"guest": each.guest, "nickname": each.nickname} for each in store.guests(session, code)],
        "polls": [_poll(session, row, sheets, nicknames.get) for row in answers.history(session, code)],
        "practice": [_practice(session, each, nicknames.get) for each in practice_store.sets(session, code)],
        "lessons": [lesson_results.results_json(session, row) for row in lesson_store.begun(session, code)],
    }


def _poll(session: Session, row: QuestionRow, sheets: Sheets, nickname: Callable[[int], str | None]) -> JSON:
    sheet = sheets.of(row)
    mine = select(AnswerRow).where(AnswerRow.question == row.question, AnswerRow.last.is_not(None))
    given: list[JSON] = []
    for each in session.scalars(mine.order_by(AnswerRow.answered, AnswerRow.guest)):
        last = orjson.loads(each.last or "")
        marked: JSON = {"answer": last, "label": str(last), "correct": each.correct, "misconception": each.misconception}
        with suppress(ProblemError):  # an older version could read it
            marked["label"] = sheet.mark(last).label
        first = None if each.first is None else orjson.loads(each.first)
        given.append(
            {"guest": each.guest, "nickname": nickname(each.guest), **marked, "time": _time(each.answered), "first": first}
            | {"tries": each.tries, "late": each.late}
        )
    return answers.whole(session, row, sheet) | {"asked": _time(row.asked), "answers": given}


def _practice(session: Session, practice: PracticeSet, nickname: Callable[[int], str | None]) -> JSON:
    mine = select(AnswerRow).where(AnswerRow.question.in_(practice.questions))
    given = [
        {
            "guest": each.guest,
            "nickname": nickname(each.guest),
            **practice_store.exercise_json(practice.questions.index(each.question) + 1, each),
            "expected": practice_store.expected_of(each).value,
            "time": None if each.answered is None else _time(each.answered),
        }
        for each in session.scalars(mine.order_by(AnswerRow.guest, AnswerRow.question))
    ]
    made = {"practice": practice.practice, "level": practice.level, "count": practice.count}
    return made | {"begun": _time(practice.begun), "answers": given}


def table(results: Mapping[str, Any]) -> str:
    """The same as comma-separated values, a row for each answer."""
    return comma_separated(COLUMNS, _rows(results))


def _rows(results: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for poll in results["polls"]:
        for each in poll["answers"]:
            row = {"what": "poll", "number": poll["poll"], "question": poll["question"]["prompt"], "student": each["guest"]}
            yield row | each | {"answer": each["label"], "place": poll["poll"], "round": poll["round"]}
    for practised in results["practice"]:
        for each in practised["answers"]:
            asked = f"{each['number']}. {each['asked']} in {'; '.join(each['program'].splitlines())}"
            correct = each["correct"] if each["tries"] else None
            row = {"what": "practice", "student": each["guest"], "question": asked}
            yield each | row | {"number": practised["practice"], "correct": correct, "place": each["number"]}
    for lesson in results["lessons"]:
        for each in lesson["answers"]:
            row = {"what": "lesson", "number": lesson["number"], "question": lesson["lesson"], "place": each["question"]}
            yield each | row


def _time(moment: datetime | None) -> str:
    """In UTC, to the second."""
    return "" if moment is None else f"{moment.isoformat(timespec='seconds')}Z"
