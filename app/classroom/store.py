"""Rooms and guests in the database: opening, joining, changing, closing, and who may do what. All here are jobs or parts of one.

Knows nothing of sockets. The time comes in as an argument.
"""

import secrets
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from backpass.app.classroom import nicknames
from backpass.app.classroom.codes import hash_of, new_code, new_token
from backpass.app.classroom.tables import Guest, Room, RoomKey
from backpass.app.classroom.view_schemas import RoomRequest
from backpass.app.settings import Settings
from backpass.engine import Code, Problem, ProblemError
from backpass.engine.messages import say

JSON = dict[str, Any]
Edit = Callable[[Session, Room], Mapping[str, Any]]
"""Changes a room (or what belongs to it) and returns the fields to publish: `view`, `settings`, `featured`, `poll`,
`practice`.
"""

_EPOCH_BYTES = 9
MAX_KEYS = 8
"""Keys of one kind that one room has."""
SETTINGS = ("title", "mode", "paused", "locked", "named")
"""The columns that are the room's settings."""


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody with a valid token."""

    role: Literal["host", "guest"]
    guest: int | None = None
    nickname: str | None = None
    remote: str | None = None
    """The hash of its token where it is a remote control: it leads, and may do nothing else that is the host's."""
    screen: str | None = None
    """The hash of its token where it is a screen: it sees what the class sees, and may ask for nothing more."""

    @property
    def key(self) -> str | None:
        """The hash of a key's token; None for the host and for guests."""
        return self.remote or self.screen

    def require_host(self) -> None:
        """Raises ProblemError for a guest and for a key. Rights are decided here and in the methods below."""
        if self.role != "host" or self.key:
            raise refusal(
                Code.HOST_ONLY,
                say("host-only"),
                say("host-only.hint"),
            )

    def require_leader(self) -> None:
        """Raises ProblemError for a guest and for a screen."""
        if not self.remote:
            self.require_host()

    def require_watcher(self) -> None:
        """Raises ProblemError for a guest and for a remote control."""
        if not self.screen:
            self.require_host()

    def require_guest(self) -> int:
        """The guest's number. Raises ProblemError for the host."""
        if self.guest is None:
            raise refusal(Code.GUEST_ONLY, say("guest-only"), say("guest-only.hint"))
        return self.guest


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to a room, under the number that it is stored with."""

    revision: int
    fields: Mapping[str, Any]


def utc_now() -> datetime:
    """The present time as it is stored: in UTC, without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def refusal(code: Code, message: str, hint: str) -> ProblemError:
    """A refusal that concerns no program."""
    return ProblemError(Problem(code, message, hint))


def find(session: Session, code: str, now: datetime, *, lock: bool = False) -> Room:
    """The room. Raises ProblemError where there is none (any more). `lock` keeps others from changing it meanwhile."""
    room = session.get(Room, code, with_for_update=lock) if code else None
    if room is None or room.expires < now:
        raise refusal(
            Code.NOT_FOUND,
            say("no-room"),
            say("no-room.hint"),
        )
    return room


def _unknown_token() -> ProblemError:
    """The same for a wrong token and a wrong code: codes must not be guessed."""
    return refusal(
        Code.UNKNOWN_TOKEN,
        say("room-forgot-you"),
        say("room-forgot-you.hint"),
    )


def identify(session: Session, code: str, token: str, now: datetime) -> Participant:
    """Whose token it is. Raises ProblemError where it is nobody's; the same whether or not there is such a room."""
    room = session.get(Room, code)
    if room is None or room.expires < now:
        raise _unknown_token()
    hashed = hash_of(token)
    if secrets.compare_digest(room.host_hash, hashed):
        return Participant("host")
    guest = session.scalar(select(Guest).where(Guest.room == code, Guest.token_hash == hashed))
    if guest is None:
        if (key := session.get(RoomKey, (code, hashed))) is not None:
            return Participant("host", screen=hashed) if key.kind == "screen" else Participant("host", remote=hashed)
        raise _unknown_token()
    if guest.removed:
        raise refusal(Code.REMOVED, say("removed-from-room"), say("removed-from-room.hint"))
    return Participant("guest", guest.guest, guest.nickname)


def create(
    session: Session, settings: Settings, request: RoomRequest, now: datetime, *, delete: bool = True
) -> tuple[str, str, datetime]:
    """Code, host's token, and the time of its end. Deletes those that are over, if they may be deleted.

    Raises ProblemError where there are as many rooms as this server keeps.
    """
    if delete:
        expire(session, now)
    if (session.scalar(select(func.count()).select_from(Room).where(Room.expires >= now)) or 0) >= settings.max_rooms:
        raise refusal(
            Code.ROOMS_FULL,
            say("rooms-full", max_rooms=settings.max_rooms),
            say("rooms-full.hint"),
        )
    view = request.view.changes()
    check_view(view, settings)
    code, token = new_code(), new_token()
    while session.get(Room, code) is not None:
        code = new_code()
    expires = now + timedelta(hours=settings.room_hours)
    session.add(
        Room(
            code=code,
            host_hash=hash_of(token),
            epoch=secrets.token_urlsafe(_EPOCH_BYTES),
            revision=0,
            title=request.title,
            named=request.named,
            locked=False,
            paused=False,
            mode="follow",
            view=view,
            featured=None,
            tab=None,
            guests=0,
            expires=expires,
            stage="playground",
        )
    )
    return code, token, expires


def check_view(view: Mapping[str, Any], settings: Settings) -> None:
    """Raises ProblemError for a program that is longer than this server reads."""
    length = len(view.get("program", ""))
    if length > settings.max_characters:
        raise refusal(
            Code.TOO_LONG,
            say("room-program-too-long", length=length, max_characters=settings.max_characters),
            say("room-program-too-long.hint"),
        )


def join(session: Session, settings: Settings, code: str, nickname: str | None, now: datetime) -> tuple[int, str, str]:
    """Number, token and nickname of a new guest. Raises ProblemError where the room is locked or full, or the nickname unfit."""
    room = find(session, code, now, lock=True)
    if room.locked:
        raise refusal(Code.ROOM_LOCKED, say("room-locked"), say("room-locked.hint"))
    if room.guests >= settings.max_guests:
        raise refusal(
            Code.ROOM_FULL,
            say("room-full", max_guests=settings.max_guests),
            say("room-full.hint"),
        )
    taken = Taken(session, code)
    chosen = called(nickname, taken) if nickname and room.named else nicknames.generated(taken)
    room.guests += 1
    token = new_token()
    session.add(
        Guest(room=code, guest=room.guests, token_hash=hash_of(token), nickname=chosen, view=None, removed=False, lost=False),
    )
    return room.guests, token, chosen


class Taken:
    """Which nicknames a room has already, without reading all of a large class for each who comes.

    The first that is asked for must begin all later ones, as `nicknames.unique` asks.
    """

    def __init__(self, session: Session, code: str) -> None:
        self._session, self._code = session, code
        self._alike: set[str] | None = None

    def __contains__(self, nickname: object) -> bool:
        if self._alike is None:
            wanted = select(Guest.nickname).where(Guest.room == self._code)
            self._alike = set(self._session.scalars(wanted.where(Guest.nickname.startswith(str(nickname), autoescape=True))))
        return nickname in self._alike


def called(nickname: str, taken: Container[str]) -> str:
    """The nickname as it is shown, nobody else's. Raises ProblemError where it cannot be shown."""
    try:
        return nicknames.unique(nicknames.cleaned(nickname), taken)
    except nicknames.UnfitNicknameError as error:
        raise refusal(
            Code.UNFIT_NICKNAME,
            say("unfit-nickname", error=error),
            say("unfit-nickname.hint"),
        ) from None


def guests(session: Session, code: str) -> list[Guest]:
    """Those who have not been removed, in the order in which they came."""
    return list(session.scalars(select(Guest).where(Guest.room == code, Guest.removed.is_(False)).order_by(Guest.guest)))


def guest(session: Session, code: str, number: int) -> Guest:
    """One of them. Raises ProblemError where there is none."""
    found = session.get(Guest, (code, number))
    if found is None or found.removed:
        raise refusal(Code.NOT_FOUND, say("no-student", number=number), say("no-student.hint"))
    return found


def clear_lost(session: Session, code: str) -> list[tuple[int, str]]:
    """Nobody is lost any more; the numbers and nicknames of those who were."""
    lost = [each for each in guests(session, code) if each.lost]
    for each in lost:
        each.lost = False
    return [(each.guest, each.nickname) for each in lost]


def change(session: Session, code: str, edit: Edit, now: datetime) -> Change:
    """Makes a change under the next revision; one without fields to publish takes no revision."""
    room = find(session, code, now, lock=True)
    fields = edit(session, room)
    if fields:
        room.revision += 1
    return Change(room.revision, fields)


def settings_of(room: Room) -> JSON:
    """The room's settings, as JSON."""
    return {name: getattr(room, name) for name in SETTINGS}


def close(session: Session, code: str) -> None:
    """Deletes the room and all that belongs to it: guests, polls, answers."""
    session.execute(delete(Room).where(Room.code == code))


def add_key(session: Session, code: str, kind: str, now: datetime) -> tuple[str, list[str]]:
    """The token of a new key, and the hashes of those that end: the oldest of more than `MAX_KEYS` of its kind."""
    find(session, code, now, lock=True)
    token = new_token()
    session.add(RoomKey(room=code, token_hash=hash_of(token), made=now, kind=kind))
    session.flush()
    mine = select(RoomKey).where(RoomKey.room == code, RoomKey.kind == kind)
    newest = mine.order_by(RoomKey.made.desc(), RoomKey.token_hash).offset(MAX_KEYS)
    ended = list(session.scalars(newest))
    for old in ended:
        session.delete(old)
    return token, [old.token_hash for old in ended]


def end_keys(session: Session, code: str, kind: str) -> list[str]:
    """No key of this kind opens the room any more: the hashes of those that did."""
    mine = (RoomKey.room == code, RoomKey.kind == kind)
    ended = list(session.scalars(select(RoomKey.token_hash).where(*mine)))
    session.execute(delete(RoomKey).where(*mine))
    return ended


def renew(session: Session, codes: Sequence[str], expires: datetime) -> None:
    """Gives rooms another time to end."""
    session.execute(update(Room).where(Room.code.in_(codes)).values(expires=expires))


def expire(session: Session, now: datetime) -> list[str]:
    """Deletes the rooms whose time has come, and returns their codes."""
    over = list(session.scalars(select(Room.code).where(Room.expires < now)))
    for code in over:
        close(session, code)
    return over
