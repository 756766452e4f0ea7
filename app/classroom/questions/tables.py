"""Tables of polls, practice sets and answers. Times are in UTC, without a zone: SQLite stores none.

The mark of an answer is not stored: it follows from what the poll expects (`marking`).
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, DateTime, ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from backpass.app.classroom.questions.schemas import State
from backpass.app.storage.database import Table


class PollRow(Table):
    """A question, and what is right, computed when it was asked. Numbers are never used again."""

    __tablename__ = "polls"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012 (SQLAlchemy reads it from the class)

    poll: Mapped[int] = mapped_column(Integer, primary_key=True)
    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"), index=True)
    question: Mapped[dict[str, Any]] = mapped_column(JSON)
    expected: Mapped[str] = mapped_column(Text)
    """`expected.Expected` as JSON, which has words for numbers that are none."""
    about: Mapped[dict[str, Any]] = mapped_column(JSON)
    """`program`, `inputs` and `output` that were asked about."""
    state: Mapped[State] = mapped_column(String(8))
    asked: Mapped[datetime] = mapped_column(DateTime)
    round: Mapped[int] = mapped_column(Integer, server_default="1")
    """1, and 2 once the class has discussed its answers and votes again."""
    moderation: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What the teacher made of open answers: `schemas.Moderation` as JSON, by the answer as `marking` compares it."""


class AnswerRow(Table):
    """The last answer of a student."""

    __tablename__ = "poll_answers"

    poll: Mapped[int] = mapped_column(ForeignKey("polls.poll", ondelete="CASCADE"), primary_key=True)
    guest: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    answer: Mapped[str] = mapped_column(Text)
    """As JSON."""
    answered: Mapped[datetime] = mapped_column(DateTime)
    first: Mapped[str | None] = mapped_column(Text)
    """The answer of the first vote, as JSON, once there is a second; None for who gave none then."""


class PracticeRow(Table):
    """A practice set. At most one of a room is not ended."""

    __tablename__ = "practice_sets"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    practice: Mapped[int] = mapped_column(Integer, primary_key=True)
    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"), index=True)
    count: Mapped[int] = mapped_column(Integer)
    level: Mapped[int] = mapped_column(Integer)
    seed: Mapped[str] = mapped_column(String(16))
    ended: Mapped[bool] = mapped_column(Boolean)
    begun: Mapped[datetime] = mapped_column(DateTime)


class ExerciseRow(Table):
    """One exercise of one student, stored when it is first requested."""

    __tablename__ = "practice_exercises"

    practice: Mapped[int] = mapped_column(ForeignKey("practice_sets.practice", ondelete="CASCADE"), primary_key=True)
    guest: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    program: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(String(8))
    """Whose gradient is asked for."""
    expected: Mapped[str] = mapped_column(Text)
    answer: Mapped[str | None] = mapped_column(Text)
    """The last one, as it was typed."""
    correct: Mapped[bool] = mapped_column(Boolean)
    tries: Mapped[int] = mapped_column(Integer)
    answered: Mapped[datetime | None] = mapped_column(DateTime)
