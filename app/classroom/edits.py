"""What a host may change in a room, each an `Edit`: it changes the rows and returns the fields to publish."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from backpass.app.classroom.store import SETTINGS, Edit, called, guest
from backpass.app.classroom.tables import Guest, Room


def showing(changes: dict[str, Any]) -> Edit:
    """Other things are shown. A moment of the studio reaches the class while the studio is on its screens."""

    def edit(_session: Session, room: Room) -> dict[str, Any]:
        view = {name: value for name, value in changes.items() if name != "studio"}
        room.view = room.view | view
        fields: dict[str, Any] = {"view": view} if view else {}
        if "studio" in changes:
            room.studio = (room.studio or {}) | changes["studio"]
            fields |= {"studio": changes["studio"]} if room.stage == "studio" else {}
        return fields

    return edit


def setting(changes: dict[str, Any]) -> Edit:
    """The room behaves differently."""

    def edit(_session: Session, room: Room) -> dict[str, Any]:
        for name in SETTINGS:
            setattr(room, name, changes.get(name, getattr(room, name)))
        return {"settings": changes} if changes else {}

    return edit


def featuring(number: int | None, *, anonymous: bool = False) -> Edit:
    """One student's copy, as it is now, is shown to all, with an empty nickname where it is anonymous; or none any more.

    Raises ProblemError for nobody's number.
    """

    def edit(session: Session, room: Room) -> dict[str, Any]:
        if number is None:
            room.featured = None
        else:
            shown = guest(session, room.code, number)
            nickname = "" if anonymous else shown.nickname
            room.featured = {"guest": number, "nickname": nickname, "view": room.view | (shown.view or {})}
        return {"featured": room.featured}

    return edit


def renaming(number: int, nickname: str, given: list[str]) -> Edit:
    """A student is called otherwise; `given` receives the name. Raises ProblemError where it cannot be shown."""

    def edit(session: Session, room: Room) -> dict[str, Any]:
        renamed = guest(session, room.code, number)
        others = session.scalars(select(Guest.nickname).where(Guest.room == room.code, Guest.guest != number))
        renamed.nickname = called(nickname, set(others))
        given[:] = [renamed.nickname]
        if room.featured is None or room.featured["guest"] != number or not room.featured["nickname"]:
            return {}
        room.featured = room.featured | {"nickname": renamed.nickname}
        return {"featured": room.featured}

    return edit


def removing(number: int) -> Edit:
    """A student may not come back, and what the student made is shown no longer."""

    def edit(session: Session, room: Room) -> dict[str, Any]:
        guest(session, room.code, number).removed = True
        if room.featured is None or room.featured["guest"] != number:
            return {}
        room.featured = None
        return {"featured": None}

    return edit
