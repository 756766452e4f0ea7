"""Tables of lessons in class. Times are in UTC, without a zone: SQLite stores none."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, DateTime, ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from backpass.app.storage.database import Table


class LessonRow(Table):
    """The lesson of a room. Its text is kept, so that a lesson that is changed meanwhile changes no class."""

    __tablename__ = "room_lessons"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(String(200))
    pages: Mapped[int] = mapped_column(Integer)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    """`mode`, `page`, `first`, `last`, `furthest` (the furthest page that the teacher has led to) and `revealed`, as
    everybody sees them, and `shown`: since when what is right is known, by question.
    """
    begun: Mapped[datetime] = mapped_column(DateTime)


class PlaceRow(Table):
    """The page on which a student is."""

    __tablename__ = "lesson_places"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
    guest: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    page: Mapped[int] = mapped_column(Integer)


class LessonAnswerRow(Table):
    """The last answer of a student to a question, which is named by page and place."""

    __tablename__ = "lesson_answers"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
    guest: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    question: Mapped[str] = mapped_column(String(16), primary_key=True)
    answer: Mapped[str] = mapped_column(Text)
    """As it was typed; of a choice, its place."""
    correct: Mapped[bool] = mapped_column(Boolean)
    thought: Mapped[str] = mapped_column(Text)
    """The misconception behind a wrong answer, where it is a known one; else empty."""
    tries: Mapped[int] = mapped_column(Integer)
    answered: Mapped[datetime] = mapped_column(DateTime)
