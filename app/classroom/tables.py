"""Tables of rooms and guests. Times are in UTC, without a zone: SQLite stores none."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, DateTime, ForeignKey, Integer, String, false
from sqlalchemy.orm import Mapped, mapped_column

from backpass.app.storage.database import Table

CODE_LENGTH, HASH_LENGTH = 6, 64


class Room(Table):
    """What everybody in the room sees, and who may change it. `revision` counts its changes."""

    __tablename__ = "rooms"

    code: Mapped[str] = mapped_column(String(CODE_LENGTH), primary_key=True)
    host_hash: Mapped[str] = mapped_column(String(HASH_LENGTH))
    epoch: Mapped[str] = mapped_column(String(32))
    revision: Mapped[int] = mapped_column(Integer)
    title: Mapped[str] = mapped_column(String(200))
    named: Mapped[bool] = mapped_column(Boolean)
    locked: Mapped[bool] = mapped_column(Boolean)
    paused: Mapped[bool] = mapped_column(Boolean)
    mode: Mapped[str] = mapped_column(String(16))
    view: Mapped[dict[str, Any]] = mapped_column(JSON)
    featured: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    tab: Mapped[str | None] = mapped_column(String(64))
    """The host's tab that is in charge."""
    guests: Mapped[int] = mapped_column(Integer)
    """How many have ever joined: the number of the newest."""
    expires: Mapped[datetime] = mapped_column(DateTime, index=True)
    stage: Mapped[str] = mapped_column(String(12), server_default="playground")
    """What is on the screens: `playground`, `lesson` or `studio`."""
    lesson: Mapped[int | None] = mapped_column(Integer)
    """The number of the lesson on the stage."""
    question: Mapped[int | None] = mapped_column(Integer)
    """The question that everybody sees."""
    practice: Mapped[int | None] = mapped_column(Integer)
    """The number of the practice set that everybody works on."""
    studio: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """The moment of the studio that was shown last: `view_schemas.StudioMoment`."""


class RoomKey(Table):
    """A right of less than the teacher's: of a phone that leads the room, or of a screen."""

    __tablename__ = "room_keys"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    made: Mapped[datetime] = mapped_column(DateTime)
    kind: Mapped[str] = mapped_column(String(8), server_default="remote")
    """`remote`, which leads and pauses, or `screen`, which sees what the class sees."""


class Guest(Table):
    """A student: a number within the room, a nickname, and a copy of the program as the student changed it."""

    __tablename__ = "room_guests"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
    guest: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    token_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), index=True)
    nickname: Mapped[str] = mapped_column(String(64))
    view: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    removed: Mapped[bool] = mapped_column(Boolean)
    lost: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether the student has pressed *I am lost*."""
    page: Mapped[int | None] = mapped_column(Integer)
    """The page of the lesson on which the student is."""
