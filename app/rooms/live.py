"""One room as this process holds it: the state that everybody sees, the connections to it, and what each is to be told.

It is told what happened (`receive`), by this process and by others alike, after it was stored; it stores nothing itself and
waits for nothing.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson

from app.rooms.closing import Close
from app.rooms.history import History, merge
from app.rooms.mailbox import Mailbox
from app.rooms.presence import Presence
from app.rooms.service import JSON, Change, Participant

_COUNT_SECONDS = 1.0


class Connection(Protocol):
    """What a room knows of a connection."""

    participant: Participant
    tab: str
    mailbox: Mailbox

    def wake(self) -> None:
        """There may be something to send."""

    def send_now(self) -> None:
        """The same, and it is to be sent during this call where it can be."""

    def tell(self, message: JSON) -> None:
        """A message to it alone, that must not be lost."""

    def drop(self, close_code: Close) -> None:
        """Ends it, after what its mailbox holds if that can be sent."""


@dataclass(slots=True)
class Attendee:
    """A student as the host sees it."""

    guest: int
    nickname: str
    view: JSON | None = None


@dataclass(slots=True)
class RoomState:
    """Everything about a room that is stored."""

    epoch: str
    revision: int
    public: JSON
    """`settings`, `view`, `featured`, `poll` and `practice`."""
    attendees: dict[int, Attendee]
    answers: dict[int, Any]
    """To the open poll, by guest."""
    tab: str | None


@dataclass(slots=True)
class _News:
    """What the host is to be told of students, gathered for a moment."""

    joined: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)


class LiveRoom:
    """A room with connections."""

    def __init__(self, code: str, state: RoomState, clock: Callable[[], float]) -> None:
        self.code = code
        self.presence = Presence()
        self.guests: set[Connection] = set()
        self.hosts: dict[Connection, None] = {}
        """In the order in which they came."""
        self.opened = clock()
        self.lonely_since: float | None = clock()
        self.charge_lost: float | None = None
        self.gap_since: float | None = None
        """Since when it has been known that changes are missing here."""
        self._clock = clock
        self._ahead: dict[int, Change] = {}
        self._counted = (0.0, -1)
        self._news = _News()
        self._room: tuple[int, orjson.Fragment] | None = None
        self._take(state)
        self.history = History(state.revision)

    def _take(self, state: RoomState) -> None:
        self.epoch = state.epoch
        self.public = state.public
        self.attendees = state.attendees
        self.answers = state.answers
        self.tab = state.tab

    # What happened.

    def receive(self, message: Mapping[str, Any]) -> None:
        """Something happened: told by this process or by another, in the same words."""
        kind = message["kind"]
        if kind == "change":
            self.changed(Change(message["revision"], message["fields"]))
        elif kind == "attendee":
            self._attendee(message)
        elif kind == "removed":
            self._removed(message["guest"])
        elif kind == "answered":
            if message["poll"] == (self.public["poll"] or {}).get("poll"):  # else another is asked by now
                self.answers[message["guest"]] = message["answer"]
                self._news.changed.add(message["guest"])
        elif kind == "charge":
            self.tab = message["tab"]
            for host in self.hosts:
                host.tell({"type": "charge", "in_charge": host.tab == self.tab})
        elif kind == "hosts":
            self._newest(self.hosts, message["message"])
        elif kind == "guest":
            self._newest(self._of(message["guest"]), message["message"])
        elif kind == "presence":
            self._presence(message)
        elif kind == "closed":
            self.close()

    def changed(self, change: Change) -> None:
        """The state has changed. Changes may arrive in any order, and twice."""
        if change.revision > self.history.revision and change.fields:
            self._ahead[change.revision] = change
        while (following := self._ahead.pop(self.history.revision + 1, None)) is not None:
            self._apply(following)
        for revision in [each for each in self._ahead if each <= self.history.revision]:
            del self._ahead[revision]
        self.gap_since = (self.gap_since or self._clock()) if self._ahead else None

    def _apply(self, change: Change) -> None:
        poll = self.public.get("poll")
        merge(self.public, change.fields)
        opened = change.fields.get("poll", poll)
        if (opened or {}).get("poll") != (poll or {}).get("poll"):
            self._news.changed |= self.answers.keys()
            self.answers = {}
        self.history.add(change, self._clock())
        for guest in list(self.guests):
            guest.send_now()
        for host in self.hosts:
            host.wake()  # later: the one that made the change is about to be told that it is stored, instead

    def read_again(self, state: RoomState) -> None:
        """The state as it is stored, where changes were missed. Everybody who has an older one gets it whole."""
        if state.epoch == self.epoch and state.revision < self.history.revision:
            self.changed(Change(0, {}))
            return  # it has been told of a change that was stored after this was read
        behind = state.revision != self.history.revision or state.epoch != self.epoch
        self._take(state)
        if behind:
            self.history.begin_anew(state.revision)
        self.changed(Change(0, {}))
        for connection in self.hosts if not behind else (*self.guests, *self.hosts):
            connection.mailbox.start_over()
            connection.wake()

    def _attendee(self, message: Mapping[str, Any]) -> None:
        guest = message["guest"]
        known = self.attendees.get(guest)
        if known is None:
            self.attendees[guest] = Attendee(guest, message["nickname"], message.get("view"))
            self._news.joined.add(guest)
            return
        known.view = message.get("view", known.view)
        if message.get("nickname", known.nickname) != known.nickname:
            known.nickname = message["nickname"]
            for connection in self._of(guest):
                connection.mailbox.start_over()
                connection.wake()
        self._news.changed.add(guest)

    def _removed(self, guest: int) -> None:
        self.attendees.pop(guest, None)
        self.answers.pop(guest, None)
        self._news.left.add(guest)
        for connection in self._of(guest):
            connection.tell({"type": "removed"})
            connection.drop(Close.REMOVED)

    def _presence(self, message: Mapping[str, Any]) -> None:
        guests = {int(guest): following for guest, following in message["guests"].items()}
        with self._noticing_who_is_here():
            self.presence.told(message["process"], guests, frozenset(message["tabs"]), self._clock())

    def forget_silent(self) -> None:
        """Those are gone whose process has not been heard of for too long."""
        with self._noticing_who_is_here():
            self.presence.forget_silent(self._clock())

    @contextlib.contextmanager
    def _noticing_who_is_here(self) -> Iterator[None]:
        before = self.presence.guests()
        yield
        self._news.changed |= {guest for guest, _ in before.items() ^ self.presence.guests().items()}

    def close(self) -> None:
        """The room is over."""
        for connection in (*self.guests, *self.hosts):
            connection.tell({"type": "closed"})
            connection.drop(Close.CLOSED)

    # Who is here.

    def come(self, connection: Connection) -> None:
        """One more connection."""
        self.lonely_since = None
        if connection.participant.guest is None:
            self.hosts[connection] = None
            self.presence.tab_came(connection.tab)
            return
        guest = connection.participant.guest
        self.guests.add(connection)
        self.presence.guest_came(guest)
        if guest not in self.attendees:
            self.attendees[guest] = Attendee(guest, connection.participant.nickname or "")
            self._news.joined.add(guest)
        self._news.changed.add(guest)

    def go(self, connection: Connection) -> None:
        """One fewer."""
        if connection in self.hosts:
            del self.hosts[connection]
            self.presence.tab_went(connection.tab)
        elif connection in self.guests:
            assert connection.participant.guest is not None
            self.guests.remove(connection)
            self.presence.guest_went(connection.participant.guest)
            self._news.changed.add(connection.participant.guest)
        if not self.hosts and not self.guests:
            self.lonely_since = self._clock()

    def follow(self, guest: int, following: bool) -> None:
        """A student looks around, or follows again."""
        self.presence.follow(guest, following)
        self._news.changed.add(guest)

    def _of(self, guest: int) -> list[Connection]:
        return [connection for connection in self.guests if connection.participant.guest == guest]

    # What is told.

    def snapshot(self, connection: Connection) -> str:
        """The whole state, as one connection may see it."""
        participant = connection.participant
        if self._room is None or self._room[0] != self.history.revision:
            room = {"code": self.code, "title": self.public["settings"]["title"]} | self.public
            self._room = self.history.revision, orjson.Fragment(orjson.dumps(room))
        you: JSON = {"role": participant.role, "guest": participant.guest, "nickname": None, "view": None, "answer": None}
        you["in_charge"] = participant.role == "host" and connection.tab == self.tab
        message = {
            "type": "snapshot",
            "epoch": self.epoch,
            "revision": self.history.revision,
            "room": self._room[1],
            "you": you,
            "count": len(self.presence.guests()),
        }
        if participant.guest is None:
            here = self.presence.guests()
            message["guests"] = [self._row(attendee, here) for attendee in self.attendees.values()]
        elif attendee := self.attendees.get(participant.guest):
            you |= {"nickname": attendee.nickname, "view": attendee.view, "answer": self.answers.get(participant.guest)}
        return orjson.dumps(message).decode()

    def _row(self, attendee: Attendee, here: Mapping[int, bool]) -> JSON:
        return {
            "guest": attendee.guest,
            "nickname": attendee.nickname,
            "online": attendee.guest in here,
            "following": here.get(attendee.guest, True),
            "view": attendee.view,
            "answered": attendee.guest in self.answers,
        }

    def tell_news(self) -> None:
        """Tells the host's tabs what became of students, and everybody how many are here, where that has changed."""
        news, self._news = self._news, _News()
        here = self.presence.guests()
        if self.hosts and (news.joined or news.left or news.changed):
            known = self.attendees
            message = {
                "type": "guests",
                "joined": [self._row(known[guest], here) for guest in sorted(news.joined) if guest in known],
                "left": sorted(news.left),
                "changed": [self._row(known[guest], here) for guest in sorted(news.changed - news.joined) if guest in known],
            }
            for host in self.hosts:
                host.tell(message)
        last, count = self._counted
        now = self._clock()
        if len(here) != count and now - last >= _COUNT_SECONDS:
            self._counted = now, len(here)
            self._newest((*self.hosts, *self.guests), {"type": "count", "guests": len(here)})

    def _newest(self, connections: Iterable[Connection], message: JSON) -> None:
        text = orjson.dumps(message).decode()
        for connection in connections:
            connection.mailbox.put_newest(message["type"], text)
            connection.wake()
