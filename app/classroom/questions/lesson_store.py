"""Lessons in class in the database. Everything here is a job or part of one. The time comes in as an argument."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from backpass.app.classroom.questions.lesson_marking import Worth
from backpass.app.classroom.questions.lesson_schemas import Comparison, LessonChange
from backpass.app.classroom.questions.lesson_tables import LessonAnswerRow, LessonRow, PlaceRow
from backpass.app.classroom.store import JSON, refusal
from backpass.app.classroom.tables import Guest, Room
from backpass.app.storage.database import upsert
from backpass.engine import Code
from backpass.engine.messages import say


class LessonText(NamedTuple):
    """A lesson as it is kept."""

    text: str
    title: str
    pages: int


_MAX_GROUPS = 12
"""Different answers that a distribution has."""


def lesson_json(row: LessonRow | None) -> JSON | None:
    """A room's lesson as everybody sees it, answers side by side without whose they are. Another lesson has another `begun`."""
    if row is None:
        return None
    state = {name: each for name, each in row.state.items() if name != "shown"}
    if shown := state.get("compared"):
        state["compared"] = {name: shown[name] for name in ("question", "answers")}
    unsaid = {"compared": None, "furthest": state["page"]}
    return {"title": row.title, "pages": row.pages, "begun": row.begun.isoformat()} | unsaid | state


def find(session: Session, code: str, *, lock: bool = False) -> LessonRow:
    """The lesson of a room. Raises ProblemError where there is none."""
    row = session.get(LessonRow, code, with_for_update=lock)
    if row is None:
        raise refusal(Code.NOT_FOUND, say("in-class-no-lesson"), say("in-class-no-lesson.hint"))
    return row


def text_of(session: Session, code: str) -> tuple[str, datetime]:
    """The text of a room's lesson, and when it began. Raises ProblemError where there is none."""
    row = find(session, code)
    return row.text, row.begun


def begin(session: Session, room: Room, lesson: LessonText, now: datetime) -> LessonRow:
    """The room has a lesson from now on, in place of the last one, whose answers are deleted with it."""
    end(session, room.code)
    state = {"mode": "together", "page": 1, "first": 1, "last": lesson.pages, "furthest": 1, "revealed": {}}
    row = LessonRow(room=room.code, **lesson._asdict(), state=state, begun=now)
    session.add(row)
    session.flush()
    return row


def end(session: Session, code: str) -> None:
    """The room has no lesson any more."""
    for table in (LessonAnswerRow, PlaceRow, LessonRow):
        session.execute(delete(table).where(table.room == code))


def change(row: LessonRow, asked: LessonChange, tally: JSON | None, compared: JSON | None, now: datetime) -> None:
    """Another page, pace or limit. `tally` is what is revealed, `compared` what is shown side by side. Pages beyond the
    lesson's are its last. What was shown once is known from then on: `shown` says since when.
    """
    state = dict(row.state)
    for name in ("mode", "page", "first", "last"):
        given = getattr(asked, name)
        if given is not None:
            state[name] = given if name == "mode" else min(given, row.pages)
    state["last"] = max(state["first"], state["last"])
    # What a prediction keeps closed is open on the wall once the class has gone on, after a reload, too.
    state["furthest"] = max(state.get("furthest", row.state["page"]), state["page"])
    if asked.reveal is not None:
        state["revealed"] = state["revealed"] | {asked.reveal: tally}
        state["shown"] = {asked.reveal: now.isoformat()} | state.get("shown", {})
    if asked.hide is not None:
        state["revealed"] = {name: each for name, each in state["revealed"].items() if name != asked.hide}
    if asked.compare is not None:
        state["compared"] = compared
    row.state = state


def compared(session: Session, code: str, asked: Comparison, choices: Mapping[str, str]) -> JSON | None:
    """The answers of some students to a question, as a lesson's state keeps them; None where none of them is in the room."""
    given = {each["student"]: each["answer"] for each in answers(session, code, asked.question, choices)}
    students = [guest for guest in asked.students if guest in given]
    if not students:
        return None
    return {"question": asked.question, "students": students, "answers": [given[guest] for guest in students]}


def shown_questions(row: LessonRow | None) -> set[str]:
    """The questions of which answers are shown to all."""
    if row is None:
        return set()
    shown = row.state.get("compared")
    return {*row.state["revealed"], *([shown["question"]] if shown else [])}


def recount(session: Session, row: LessonRow, choices: Mapping[str, Mapping[str, str]]) -> None:
    """What is shown to all of the answers is that of the students who are in the room now. `choices`: by question, the words
    of a choice by its place.
    """
    state = dict(row.state)
    state["revealed"] = {
        name: tally(session, row.room, name, choices[name]) if name in choices else shown
        for name, shown in state["revealed"].items()
    }
    if shown := state.get("compared"):
        asked = Comparison(question=shown["question"], students=shown.get("students", []))
        state["compared"] = compared(session, row.room, asked, choices.get(asked.question, {}))
    row.state = state


def answers(session: Session, code: str, question: str, choices: Mapping[str, str]) -> list[JSON]:
    """The answers of all students who are in the room to a question, in the order of their numbers."""
    columns = (LessonAnswerRow.guest, LessonAnswerRow.answer, LessonAnswerRow.correct)
    asked = (LessonAnswerRow.room == code, LessonAnswerRow.question == question)
    here = _here(code, LessonAnswerRow.guest)
    rows = session.execute(select(*columns).join(Guest, here).where(*asked).order_by(LessonAnswerRow.guest))
    return [{"student": guest, "answer": choices.get(answer, answer), "correct": correct} for guest, answer, correct in rows]


def require_open(row: LessonRow, page: int) -> None:
    """Raises ProblemError for a page on which students are not to be now."""
    state = row.state
    is_open = page == state["page"] if state["mode"] == "together" else state["first"] <= page <= state["last"]
    if not is_open or page > row.pages:
        raise refusal(Code.POLL_CLOSED, say("in-class-page-closed", page=page), say("in-class-page-closed.hint"))


def keep_place(session: Session, code: str, guest: int, page: int) -> None:
    """Where a student is."""
    upsert(session, PlaceRow, {"room": code, "guest": guest, "page": page}, keys=["room", "guest"])


def keep_answer(session: Session, key: tuple[str, int, str], text: str, worth: Worth, now: datetime) -> LessonAnswerRow:
    """Keeps an answer; the same once more is no further try."""
    row = session.get(LessonAnswerRow, key, with_for_update=True)
    if row is None:
        code, guest, question = key
        row = LessonAnswerRow(room=code, guest=guest, question=question, tries=0)
        session.add(row)
    elif row.answer == text:
        return row
    row.answer, row.correct, row.thought, row.answered = text, worth.correct, worth.thought, now
    row.tries += 1
    session.flush()
    return row


def own(session: Session, code: str, guest: int) -> JSON:
    """A student's place and answers, by question."""
    place = session.get(PlaceRow, (code, guest))
    rows = session.scalars(select(LessonAnswerRow).where(LessonAnswerRow.room == code, LessonAnswerRow.guest == guest))
    answers = {row.question: {"text": row.answer, "right": row.correct, "tries": row.tries} for row in rows}
    return {"page": place.page if place else None, "answers": answers}


def is_late(row: LessonRow | None, question: str, answered: datetime) -> bool:
    """Whether an answer was given when what is right had been shown to all."""
    shown = row.state.get("shown", {}).get(question) if row is not None else None
    return shown is not None and answered >= datetime.fromisoformat(shown)


def _here(code: str, column: Any) -> Any:
    return (Guest.room == code) & (Guest.guest == column) & Guest.removed.is_(False)


def dashboard(session: Session, code: str) -> JSON:
    """Where everybody is, and a mark for each answer: `1` right at first, `+` right later, `x` wrong so far. What is right only
    after it was shown to all is right later.

    `tries`: how often each question was answered so far; another number says that its distribution is another one.
    `answered`: how many students have answered each question.
    """
    grid: dict[str, JSON] = {}
    total: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    places = select(PlaceRow.guest, PlaceRow.page).join(Guest, _here(code, PlaceRow.guest)).where(PlaceRow.room == code)
    for guest, page in session.execute(places):
        grid[str(guest)] = {"page": page, "marks": {}}
    lesson = session.get(LessonRow, code)
    kept = LessonAnswerRow
    columns = (kept.guest, kept.question, kept.correct, kept.tries, kept.answered)
    answers = select(*columns).join(Guest, _here(code, kept.guest)).where(kept.room == code)
    for guest, question, correct, tries, answered_at in session.execute(answers):
        row = grid.setdefault(str(guest), {"page": None, "marks": {}})
        is_first = tries == 1 and not is_late(lesson, question, answered_at)
        row["marks"][question] = ("1" if is_first else "+") if correct else "x"
        total[question] += tries
        answered[question] += 1
    return {"grid": grid, "tries": total, "answered": answered}


def tally(session: Session, code: str, question: str, choices: Mapping[str, str]) -> JSON:
    """How often each answer was given, the most frequent first, without names. `choices`: the words of a choice by its place."""
    columns = (LessonAnswerRow.answer, LessonAnswerRow.correct, LessonAnswerRow.thought)
    here = _here(code, LessonAnswerRow.guest)
    asked = (LessonAnswerRow.room == code, LessonAnswerRow.question == question)
    rows = session.execute(select(*columns).join(Guest, here).where(*asked)).all()
    counted = Counter((choices.get(answer, answer), correct, thought) for answer, correct, thought in rows)
    groups = [
        {"label": label, "correct": correct, "thought": thought, "count": count}
        for (label, correct, thought), count in sorted(counted.items(), key=lambda each: (-each[1], each[0][0]))
    ]
    return {
        "answered": len(rows),
        "groups": groups[:_MAX_GROUPS],
        "others": sum(each["count"] for each in groups[_MAX_GROUPS:]),
    }
