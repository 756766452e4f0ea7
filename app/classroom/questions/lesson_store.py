"""Lessons in class in the database. Everything here is a job or part of one. The time comes in as an argument."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Text, cast, func, select, update
from sqlalchemy.orm import Session, defer

from backpass.app.classroom.questions.answers import counting, try_out
from backpass.app.classroom.questions.lesson_questions import LessonQuestion
from backpass.app.classroom.questions.lesson_schemas import Comparison, LessonChange
from backpass.app.classroom.questions.marking import Mark
from backpass.app.classroom.questions.tables import AnswerRow, LessonRow, QuestionRow
from backpass.app.classroom.store import JSON, refusal
from backpass.app.classroom.tables import Guest, Room
from backpass.engine import Code
from backpass.engine.messages import say


class LessonText(NamedTuple):
    """A lesson as it is kept, and what it asks, by name."""

    text: str
    title: str
    pages: int
    questions: dict[str, LessonQuestion]


_MAX_GROUPS = 12
"""Different answers that a distribution has."""
_SHOWN = ["counts", "right"]
UNREAD = "unread"
"""In the state of a lesson that began on a server which did not keep what it asks."""


class UnreadError(Exception):
    """It is not kept yet what a lesson asks."""


def current(session: Session, code: str, *, lock: bool = False) -> LessonRow | None:
    """The lesson of a room, be it on the screens or waiting while something else is."""
    wanted = select(LessonRow).join(Room, (Room.code == LessonRow.room) & (Room.lesson == LessonRow.lesson))
    wanted = wanted.where(LessonRow.room == code).options(defer(LessonRow.text))
    return session.scalar(wanted.with_for_update(of=LessonRow) if lock else wanted)


def find(session: Session, code: str, *, lock: bool = False) -> LessonRow:
    """The same. Raises ProblemError where there is none."""
    row = current(session, code, lock=lock)
    if row is None:
        raise refusal(Code.NOT_FOUND, say("in-class-no-lesson"), say("in-class-no-lesson.hint"))
    return row


def asked(session: Session, row: LessonRow) -> Sequence[QuestionRow]:
    """All questions of a lesson."""
    return session.scalars(select(QuestionRow).where(*_of(row)).order_by(QuestionRow.question)).all()


def _of(row: LessonRow) -> tuple[Any, ...]:
    return QuestionRow.room == row.room, QuestionRow.source == "lesson", QuestionRow.batch == row.lesson


def question(session: Session, row: LessonRow, name: str, *, lock: bool = False) -> QuestionRow:
    """A question of a lesson by its name. Raises ProblemError where there is none, UnreadError where that is unknown."""
    wanted = select(QuestionRow).where(*_of(row), QuestionRow.place == name, QuestionRow.expected.is_not(None))
    found = session.scalar(wanted.with_for_update() if lock else wanted)
    if found is None and UNREAD in row.state:
        raise UnreadError
    if found is None:
        raise refusal(Code.NOT_FOUND, say("in-class-no-question", question=name), say("in-class-no-question.hint"))
    return found


def shown(session: Session, code: str) -> LessonRow | None:
    """The lesson that is on the screens."""
    return current(session, code) if session.scalar(select(Room.stage).where(Room.code == code)) == "lesson" else None


def lesson_json(session: Session, row: LessonRow) -> JSON:
    """A lesson as everybody sees it, answers side by side without whose they are. Another lesson has another `begun`."""
    state = {name: each for name, each in row.state.items() if name != UNREAD}
    if shown := state.get("compared"):
        state["compared"] = {name: shown[name] for name in ("question", "answers")}
    revealed = {each.place: tally(session, each) for each in asked(session, row) if "counts" in each.shows}
    unsaid = {"compared": None, "furthest": state["page"]}
    lesson = {"title": row.title, "pages": row.pages, "begun": row.begun.isoformat()}
    return lesson | unsaid | state | {"revealed": revealed}


def begun(session: Session, code: str) -> Sequence[LessonRow]:
    """All lessons of a room, the oldest first."""
    mine = select(LessonRow).where(LessonRow.room == code).options(defer(LessonRow.text))
    return session.scalars(mine.order_by(LessonRow.lesson)).all()


def begin(session: Session, room: Room, lesson: LessonText, now: datetime) -> LessonRow:
    """The room has a lesson from now on, in place of the last one, whose answers stay until the class ends."""
    last = session.scalar(select(func.max(LessonRow.lesson)).where(LessonRow.room == room.code))
    state = {"mode": "together", "page": 1, "first": 1, "last": lesson.pages, "furthest": 1}
    kept = {"text": lesson.text, "title": lesson.title, "pages": lesson.pages}
    row = LessonRow(room=room.code, lesson=(last or 0) + 1, **kept, state=state, begun=now)
    session.add(row)
    session.execute(update(Guest).where(Guest.room == room.code).values(page=None))
    room.stage, room.lesson = "lesson", row.lesson
    session.flush()
    complete(session, row, lesson.questions)
    return row


def complete(session: Session, row: LessonRow, questions: dict[str, LessonQuestion]) -> None:
    """Puts the questions of a lesson, by name: all of one that begins, and of one that began on an older server what it lacks."""
    known = {each.place: each for each in asked(session, row)}
    for name, each in questions.items():
        if name not in known:
            known[name] = QuestionRow(room=row.room, source="lesson", batch=row.lesson, place=name, feedback="at_once")
            known[name].state, known[name].round, known[name].shows, known[name].asked = "open", 1, [], row.begun
            session.add(known[name])
        known[name].body, known[name].expected = each.body, each.expected.model_dump_json()
    row.state = {name: value for name, value in row.state.items() if name != UNREAD}
    session.flush()


def end(room: Room) -> None:
    """The room has no lesson any more. Its answers stay until the class ends."""
    room.stage, room.lesson = "playground", None


def change(session: Session, row: LessonRow, wanted: LessonChange, now: datetime) -> None:
    """Another page, pace or limit; what is shown to all. Pages beyond the lesson's are its last. What was shown once is known
    from then on.
    """
    state = dict(row.state)
    for name in ("mode", "page", "first", "last"):
        given = getattr(wanted, name)
        if given is not None:
            state[name] = given if name == "mode" else min(given, row.pages)
    state["last"] = max(state["first"], state["last"])
    # What a prediction keeps closed is open on the wall once the class has gone on, after a reload, too.
    state["furthest"] = max(state.get("furthest", row.state["page"]), state["page"])
    if wanted.reveal is not None:
        revealed = question(session, row, wanted.reveal, lock=True)
        revealed.shows, revealed.shown = _SHOWN, revealed.shown or now
    if wanted.hide is not None:
        session.execute(update(QuestionRow).where(*_of(row), QuestionRow.place == wanted.hide).values(shows=[]))
    if wanted.compare is not None:
        state["compared"] = _compared(session, row, wanted.compare)
    row.state = state
    session.flush()


def _compared(session: Session, row: LessonRow, wanted: Comparison) -> JSON | None:
    """The answers of some students to a question, as a lesson's state keeps them; None where none of them is in the room."""
    given = {each["student"]: each["answer"] for each in answers(session, question(session, row, wanted.question))}
    students = [guest for guest in wanted.students if guest in given]
    if not students:
        return None
    return {"question": wanted.question, "students": students, "answers": [given[guest] for guest in students]}


def recount(session: Session, row: LessonRow) -> None:
    """The answers side by side are those of the students who are in the room now."""
    if shown := row.state.get("compared"):
        wanted = Comparison(question=shown["question"], students=shown.get("students", []))
        row.state = row.state | {"compared": _compared(session, row, wanted)}


def words(row: QuestionRow, last: str) -> str:
    """A stored answer as it was typed, or the words of the choice."""
    given: str = orjson.loads(last)
    choices = row.body.get("choices", ())
    return choices[int(given)] if choices and given.isdecimal() and int(given) < len(choices) else given


def answers(session: Session, row: QuestionRow) -> list[JSON]:
    """The answers of all students who are in the room to a question, in the order of their numbers."""
    given = counting(AnswerRow.guest, AnswerRow.last, AnswerRow.correct).where(AnswerRow.question == row.question)
    rows = session.execute(given.order_by(AnswerRow.guest))
    return [{"student": guest, "answer": words(row, last), "correct": correct} for guest, last, correct in rows]


def require_open(row: LessonRow, page: int) -> None:
    """Raises ProblemError for a page on which students are not to be now."""
    state = row.state
    is_open = page == state["page"] if state["mode"] == "together" else state["first"] <= page <= state["last"]
    if not is_open or page > row.pages:
        raise refusal(Code.POLL_CLOSED, say("in-class-page-closed", page=page), say("in-class-page-closed.hint"))


def opened(session: Session, row: LessonRow, page: int, guest: int | None) -> frozenset[str] | None:
    """The questions that keep nothing closed any more: those shown to all, and those that the student has answered. None for all:
    the class has gone on from the page.
    """
    if guest is None and page < row.state.get("furthest", row.state["page"]):
        return None
    given = select(AnswerRow.question).where(AnswerRow.guest == guest)
    mine = set(session.scalars(given.join(QuestionRow, QuestionRow.question == AnswerRow.question).where(*_of(row))))
    return frozenset(each.place for each in asked(session, row) if each.question in mine or "counts" in each.shows)


def keep_place(session: Session, code: str, guest: int, page: int) -> None:
    """Where a student is."""
    session.execute(update(Guest).where(Guest.room == code, Guest.guest == guest).values(page=page))


def keep_answer(session: Session, row: QuestionRow, guest: int, given: tuple[str, Mark], now: datetime) -> AnswerRow:
    """Keeps what was typed with its mark; the same once more is no further try."""
    found = session.get(AnswerRow, (row.question, guest), with_for_update=True)
    if found is None:
        found = AnswerRow(question=row.question, guest=guest, tries=0, late=False)
        session.add(found)
    try_out(session, found, *given, now, late=row.shown is not None)
    return found


def own(session: Session, row: LessonRow, guest: int) -> tuple[int | None, Iterable[tuple[QuestionRow, AnswerRow]]]:
    """A student's place, and the answers to the questions of a lesson."""
    place = session.scalar(select(Guest.page).where(Guest.room == row.room, Guest.guest == guest))
    wanted = select(QuestionRow, AnswerRow).join(AnswerRow, AnswerRow.question == QuestionRow.question)
    mine = wanted.where(*_of(row), QuestionRow.expected.is_not(None), AnswerRow.guest == guest).order_by(AnswerRow.question)
    return place, session.execute(mine).all()


def unread(session: Session) -> Sequence[LessonRow]:
    """The lessons of which it is not kept what they ask."""
    return session.scalars(select(LessonRow).where(cast(LessonRow.state, Text).contains(f'"{UNREAD}"'))).all()


def dashboard(session: Session, row: LessonRow) -> JSON:
    """Where everybody is, and a mark for each answer: `1` right at first, `+` right later, `x` wrong so far. What is right only
    after it was shown to all is right later.

    `tries`: how often each question was answered so far; another number says that its distribution is another one.
    `answered`: how many students have answered each question.
    """
    grid: dict[str, JSON] = {}
    total: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    places = select(Guest.guest, Guest.page).where(Guest.room == row.room, Guest.removed.is_(False), Guest.page.is_not(None))
    for guest, page in session.execute(places):
        grid[str(guest)] = {"page": page, "marks": {}}
    columns = (AnswerRow.guest, QuestionRow.place, AnswerRow.correct, AnswerRow.tries, AnswerRow.late)
    ordered = counting(*columns).where(*_of(row)).order_by(AnswerRow.guest, AnswerRow.question)
    for guest, place, correct, tries, late in session.execute(ordered):
        marks = grid.setdefault(str(guest), {"page": None, "marks": {}})["marks"]
        marks[place] = ("1" if tries == 1 and not late else "+") if correct else "x"
        total[place] += tries
        answered[place] += 1
    return {"grid": grid, "tries": total, "answered": answered}


def tally(session: Session, row: QuestionRow) -> JSON:
    """How often each answer was given, the most frequent first, without names."""
    columns = (AnswerRow.last, AnswerRow.correct, AnswerRow.misconception)
    given = counting(*columns, func.count()).where(AnswerRow.question == row.question).group_by(*columns)
    counted: Counter[tuple[str, bool, str]] = Counter()
    for last, correct, misconception, guests in session.execute(given):
        counted[words(row, last), bool(correct), misconception or ""] += guests
    groups = [
        {"label": label, "correct": correct, "thought": thought, "count": count}
        for (label, correct, thought), count in sorted(counted.items(), key=lambda each: (-each[1], each[0][0]))
    ]
    return {
        "answered": sum(counted.values()),
        "groups": groups[:_MAX_GROUPS],
        "others": sum(each["count"] for each in groups[_MAX_GROUPS:]),
    }
