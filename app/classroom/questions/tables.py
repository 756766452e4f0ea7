"""Tables of lessons, questions and answers. Times are in UTC, without a zone: SQLite stores none."""

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import JSON, Boolean, DateTime, ForeignKey, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from backpass.app.classroom.questions.schemas import State
from backpass.app.storage.database import Table


class LessonRow(Table):
    """A lesson of a room. Its text is kept, so that a lesson that is changed meanwhile changes no class."""

    __tablename__ = "room_lessons"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
    lesson: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    """Its number within the room."""
    text: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(String(200))
    pages: Mapped[int] = mapped_column(Integer)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    """`mode`, `page`, `first`, `last`, `furthest` (the furthest page that the teacher has led to) and `compared`."""
    begun: Mapped[datetime] = mapped_column(DateTime)


class QuestionRow(Table):
    """A question, and what is right, computed when it was asked. Numbers are never used again."""

    __tablename__ = "room_questions"
    __table_args__ = (
        UniqueConstraint("room", "source", "batch", "place", name="uq_room_questions_place"),
        {"sqlite_autoincrement": True},
    )

    question: Mapped[int] = mapped_column(Integer, primary_key=True)
    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"))
    source: Mapped[str] = mapped_column(String(8))
    """`live`, `prepared` (nobody but the teacher sees it until it is asked and is `live`), `lesson` or `practice`."""
    batch: Mapped[int] = mapped_column(Integer)
    """The number of the lesson or practice set within the room; of a prepared question what it is listed by; else 0."""
    place: Mapped[str] = mapped_column(String(16))
    """Where it stands there: `1.3` in a lesson, the number of an exercise, or its own number."""
    feedback: Mapped[str] = mapped_column(String(8))
    """`later`: the class learns together what is right; `at_once`: each learns about the own answer after giving it."""
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    """As it is put; empty where an older server began the lesson."""
    expected: Mapped[str | None] = mapped_column(Text)
    """`expected.Expected` as JSON, which has words for numbers that are none; None where it lies with each student's `own`."""
    about: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """`program`, `inputs` and `output` that were asked about; of practice `practice`, `count`, `level` and `seed`."""
    state: Mapped[State | Literal["draft"]] = mapped_column(String(8))
    round: Mapped[int] = mapped_column(Integer)
    """1, and 2 once the class has discussed its answers and votes again."""
    shows: Mapped[list[str]] = mapped_column(JSON)
    """What of it everybody sees: `counts`, `right`, `moves`."""
    moderation: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What the teacher made of open answers: `schemas.Moderation` as JSON, by the answer as `marking` compares it."""
    asked: Mapped[datetime | None] = mapped_column(DateTime)
    closes: Mapped[datetime | None] = mapped_column(DateTime)
    """When the countdown of an open question ends."""
    shown: Mapped[datetime | None] = mapped_column(DateTime)
    """When what is right was shown to all for the first time."""


class AnswerRow(Table):
    """What a student answered to a question."""

    __tablename__ = "room_answers"

    question: Mapped[int] = mapped_column(ForeignKey("room_questions.question", ondelete="CASCADE"), primary_key=True)
    guest: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    own: Mapped[str | None] = mapped_column(Text)
    """Of practice, the student's own exercise as JSON: `program`, `name` and `expected`."""
    first: Mapped[str | None] = mapped_column(Text)
    """As JSON, the answer that counted before any feedback: the one of the first vote, or the first try."""
    last: Mapped[str | None] = mapped_column(Text)
    """As JSON; None of an exercise that is not answered yet."""
    tries: Mapped[int] = mapped_column(Integer)
    correct: Mapped[bool | None] = mapped_column(Boolean)
    """The mark of `last`; None where nothing is right or wrong."""
    misconception: Mapped[str | None] = mapped_column(Text)
    """The known mistake behind it, as `messages.kept` has it."""
    late: Mapped[bool] = mapped_column(Boolean)
    """Whether `last` was given when what is right had been shown to all."""
    answered: Mapped[datetime | None] = mapped_column(DateTime)
