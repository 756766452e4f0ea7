"""What was answered in a lesson, for its teacher: as JSON, and as a table."""

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from backpass.app.classroom.downloads import comma_separated
from backpass.app.classroom.questions import lesson_store
from backpass.app.classroom.questions.tables import AnswerRow, LessonRow, QuestionRow
from backpass.app.classroom.store import JSON
from backpass.app.classroom.tables import Guest, Room
from backpass.app.lessons.model import place_of

COLUMNS = ("question", "page", "student", "nickname", "answer", "correct", "misconception", "tries", "time", "late")


def results_json(session: Session, row: LessonRow) -> JSON:
    """The lesson, where everybody is, and all answers. Nicknames are those of the room: made-up ones stay so."""
    guests = list(session.scalars(select(Guest).where(Guest.room == row.room)))
    room = session.get(Room, row.room)
    is_on_stage = room is not None and room.lesson == row.lesson  # where students are is known of this one alone
    names = {each.guest: each.nickname for each in guests}
    questions = {each.question: each for each in lesson_store.asked(session, row)}
    asked = {number: each.place for number, each in questions.items()}
    given = select(AnswerRow).join(QuestionRow, QuestionRow.question == AnswerRow.question)
    here = given.where(AnswerRow.question.in_(list(asked)))
    return {
        "room": row.room,
        "number": row.lesson,
        "lesson": row.title,
        "pages": row.pages,
        "questions": sorted(asked.values(), key=place_of),
        "students": [
            {"student": each.guest, "nickname": each.nickname, "page": each.page if is_on_stage else None} for each in guests
        ],
        "answers": [
            {
                "question": asked[each.question],
                "page": place_of(asked[each.question])[0],
                "student": each.guest,
                "nickname": names.get(each.guest),
                "answer": orjson.loads(each.last or ""),
                "label": lesson_store.words(questions[each.question], each.last or ""),
                "first": None if each.first is None else orjson.loads(each.first),
                "correct": each.correct,
                "misconception": each.misconception or "",
                "tries": each.tries,
                "time": None if each.answered is None else each.answered.isoformat(timespec="seconds") + "Z",
                "late": each.late,
            }
            for each in session.scalars(here.order_by(AnswerRow.answered, AnswerRow.guest, QuestionRow.place))
        ],
    }


def table(results: JSON) -> str:
    """The answers as comma-separated values, a row for each."""
    return comma_separated(COLUMNS, results["answers"])
