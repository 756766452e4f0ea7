"""What was answered in a lesson, for its teacher: as JSON, and as a table."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from backpass.app.classroom.downloads import comma_separated
from backpass.app.classroom.questions import lesson_store
from backpass.app.classroom.questions.lesson_marking import questions
from backpass.app.classroom.questions.lesson_tables import LessonAnswerRow, PlaceRow
from backpass.app.classroom.store import JSON
from backpass.app.classroom.tables import Guest
from backpass.app.lessons.model import Lesson, place_of

COLUMNS = ("question", "page", "student", "nickname", "answer", "correct", "misconception", "tries", "time", "late")


def results_json(session: Session, code: str, lesson: Lesson) -> JSON:
    """The lesson, where everybody is, and all answers. Nicknames are those of the room: made-up ones stay so."""
    row = lesson_store.find(session, code)
    names = {each.guest: each.nickname for each in session.scalars(select(Guest).where(Guest.room == code))}
    places = {each.guest: each.page for each in session.scalars(select(PlaceRow).where(PlaceRow.room == code))}
    ordered = (LessonAnswerRow.answered, LessonAnswerRow.guest, LessonAnswerRow.question)
    found = session.scalars(select(LessonAnswerRow).where(LessonAnswerRow.room == code).order_by(*ordered))
    return {
        "room": code,
        "lesson": row.title,
        "pages": row.pages,
        "questions": [name for name, _ in questions(lesson)],
        "students": [{"student": guest, "nickname": name, "page": places.get(guest)} for guest, name in names.items()],
        "answers": [
            {
                "question": each.question,
                "page": place_of(each.question)[0],
                "student": each.guest,
                "nickname": names.get(each.guest),
                "answer": each.answer,
                "correct": each.correct,
                "misconception": each.thought,
                "tries": each.tries,
                "time": each.answered.isoformat(timespec="seconds") + "Z",
                "late": lesson_store.is_late(row, each.question, each.answered),
            }
            for each in found
        ],
    }


def table(results: JSON) -> str:
    """The answers as comma-separated values, a row for each."""
    return comma_separated(COLUMNS, results["answers"])
