"""One room in this process: the state that everybody sees, the connections to it, and what is sent to each.

It receives what happened (`receive`), from this process and from others alike, after it was stored; it stores nothing itself and
waits for nothing.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

import orjson

from backpass.app.classroom.live.closing import Close
from backpass.app.classroom.live.history import History, merge
from backpass.app.classroom.live.mailbox import Mailbox
from backpass.app.classroom.live.presence import Presence
from backpass.app.classroom.live.seen import Eyes, seen
from backpass.app.classroom.store import JSON, Change, Participant, utc_now

_COUNT_SECONDS = 1.0


class Connection(Protocol):
    """What a room knows of a connection."""

    participant: Participant
    tab: str
    mailbox: Mailbox
    eyes: Eyes

    def wake(self) -> None:
        """There may be something to send."""

    def send_now(self) -> None:
        """As `wake`, and it is sent during this call if possible."""

    def send(self, message: JSON) -> None:
        """Queues a reliable message to this connection."""

    def drop(self, close_code: Close) -> None:
        """Ends it, after what its mailbox holds if that can be sent."""


@dataclass(slots=True)
class Attendee:
    """A student as the host sees it."""

    guest: int
    nickname: str
    view: JSON | None = None
    lost: bool = False


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
class _PendingHostUpdate:
    """Changes of students that are sent to the host together."""

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
        self.empty_since: float | None = clock()
        self.charge_lost: float | None = None
        self.gap_since: float | None = None
        """Since when it has been known that changes are missing here."""
        self._clock = clock
        self._ahead: dict[int, Change] = {}
        self._counted = (0.0, -1)
        self._pending = _PendingHostUpdate()
        self._room: tuple[int, orjson.Fragment] | None = None
        self._receivers: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
            "change": lambda message: self.changed(Change(message["revision"], message["fields"])),
            "attendee": self._attendee,
            "removed": lambda message: self._removed(message["guest"]),
            "answered": self._answered,
            "charge": self._charge,
            "hosts": lambda message: self._hosts(message["message"]),
            "guest": lambda message: self._newest(self._of(message["guest"]), message["message"]),
            "press": self._press,
            "keys": lambda message: self._end_keys(message["ended"]),
            "presence": self._presence,
            "closed": lambda _message: self.close(),
        }
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
        """Applies one event, published by this process or another."""
        self._receivers[message["kind"]](message)

    def _answered(self, message: Mapping[str, Any]) -> None:
        if message["poll"] == (self.public["poll"] or {}).get("poll"):  # else another is asked by now
            self.answers[message["guest"]] = message["answer"]
            self._pending.changed.add(message["guest"])

    def _charge(self, message: Mapping[str, Any]) -> None:
        self.tab = message["tab"]
        for host in self._teachers():
            host.send({"type": "charge", "in_charge": host.tab == self.tab})

    def _press(self, message: Mapping[str, Any]) -> None:
        for host in self._teachers():
            host.send({"type": "press", "button": message["button"]})

    def _teachers(self) -> list[Connection]:
        """The host's connections, without screens that have a key: those learn of the class alone."""
        return [each for each in self.hosts if each.participant.screen is None]

    def _end_keys(self, ended: Sequence[str]) -> None:
        """Ends the keys whose tokens have these hashes."""
        for host in [each for each in self.hosts if each.participant.key in ended]:
            host.send({"type": "removed"})
            host.drop(Close.REMOVED)

    def _hosts(self, message: JSON) -> None:
        for eyes in Eyes:
            if (allowed := self.seen(message, eyes)) is not None:
                self._newest([each for each in self.hosts if each.eyes is eyes], allowed)

    def seen(self, message: JSON, eyes: Eyes) -> JSON | None:
        """What a window receives of a message for the host's tabs at this moment; None for nothing."""
        return seen(message, eyes, self.public.get("poll"))

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
            self._pending.changed |= self.answers.keys()
            self.answers = {}
        self.history.add(change, self._clock())
        self._count_down((*self.guests, *self.hosts))
        for guest in list(self.guests):
            guest.send_now()
        for host in self.hosts:
            host.wake()  # later: the one that made the change receives `stored` instead

    def reload(self, state: RoomState) -> None:
        """The state as it is stored, where changes were missed. Everybody who has an older one gets it whole."""
        if state.epoch == self.epoch and state.revision < self.history.revision:
            self.changed(Change(0, {}))
            return  # a change that was stored after this was read has been applied already
        behind = state.revision != self.history.revision or state.epoch != self.epoch
        self._take(state)
        if behind:
            self.history.reset(state.revision)
        self.changed(Change(0, {}))
        for connection in self.hosts if not behind else (*self.guests, *self.hosts):
            connection.mailbox.start_over()
            connection.wake()
        self._count_down((*self.guests, *self.hosts))

    def _count_down(self, connections: Iterable[Connection]) -> None:
        """How many seconds are left: no page's clock is trusted."""
        poll = self.public.get("poll")
        if poll is not None and (closes := poll.get("closes")) is not None:
            left = (datetime.fromisoformat(closes).replace(tzinfo=None) - utc_now()).total_seconds()
            self._newest(connections, {"type": "left", "poll": poll["poll"], "seconds": max(0.0, left)})

    def _attendee(self, message: Mapping[str, Any]) -> None:
        guest = message["guest"]
        known = self.attendees.get(guest)
        if known is None:
            self.attendees[guest] = Attendee(guest, message["nickname"], message.get("view"), message.get("lost", False))
            self._pending.joined.add(guest)
            return
        known.view = message.get("view", known.view)
        called, lost = message.get("nickname", known.nickname), message.get("lost", known.lost)
        if (called, lost) != (known.nickname, known.lost):
            known.nickname, known.lost = called, lost
            for connection in self._of(guest):
                connection.mailbox.start_over()
                connection.wake()
        self._pending.changed.add(guest)

    def _removed(self, guest: int) -> None:
        self.attendees.pop(guest, None)
        self.answers.pop(guest, None)
        self._pending.left.add(guest)
        for connection in self._of(guest):
            connection.send({"type": "removed"})
            connection.drop(Close.REMOVED)

    def _presence(self, message: Mapping[str, Any]) -> None:
        guests = {int(guest): following for guest, following in message["guests"].items()}
        with self._noting_presence():
            self.presence.update(message["process"], guests, frozenset(message["tabs"]), self._clock())

    def forget_silent(self) -> None:
        """Removes the presence of processes whose heartbeat is overdue."""
        with self._noting_presence():
            self.presence.forget_silent(self._clock())

    @contextlib.contextmanager
    def _noting_presence(self) -> Iterator[None]:
        before = self.presence.guests()
        yield
        self._pending.changed |= {guest for guest, _ in before.items() ^ self.presence.guests().items()}

    def close(self) -> None:
        """The room is over."""
        for connection in (*self.guests, *self.hosts):
            connection.send({"type": "closed"})
            connection.drop(Close.CLOSED)

    # Who is here.

    @property
    def is_led(self) -> bool:
        """Whether the teacher is here, be it with a phone; a screen may stay on for ever."""
        return bool(self._teachers())

    def add(self, connection: Connection) -> None:
        """Adds a connection."""
        self.empty_since = None
        self._count_down([connection])
        if connection.participant.guest is None:
            self.hosts[connection] = None
            self.presence.tab_came(connection.tab)
            return
        guest = connection.participant.guest
        self.guests.add(connection)
        self.presence.guest_came(guest)
        if guest not in self.attendees:
            self.attendees[guest] = Attendee(guest, connection.participant.nickname or "")
            self._pending.joined.add(guest)
        self._pending.changed.add(guest)

    def remove(self, connection: Connection) -> None:
        """Removes a connection."""
        if connection in self.hosts:
            del self.hosts[connection]
            self.presence.tab_went(connection.tab)
        elif connection in self.guests:
            assert connection.participant.guest is not None
            self.guests.remove(connection)
            self.presence.guest_went(connection.participant.guest)
            self._pending.changed.add(connection.participant.guest)
        if not self.hosts and not self.guests:
            self.empty_since = self._clock()

    def follow(self, guest: int, following: bool) -> None:
        """A student looks around, or follows again."""
        self.presence.follow(guest, following)
        self._pending.changed.add(guest)

    def _of(self, guest: int) -> list[Connection]:
        return [connection for connection in self.guests if connection.participant.guest == guest]

    # What is sent.

    def snapshot(self, connection: Connection) -> str:
        """The whole state, as one connection may see it."""
        participant = connection.participant
        if self._room is None or self._room[0] != self.history.revision:
            room = {"code": self.code, "title": self.public["settings"]["title"]} | self.public
            self._room = self.history.revision, orjson.Fragment(orjson.dumps(room))
        you: JSON = {
            "role": participant.role,
            "guest": participant.guest,
            "nickname": None,
            "view": None,
            "answer": None,
            "lost": False,
        }
        you["in_charge"] = participant.role == "host" and connection.tab == self.tab
        message = {
            "type": "snapshot",
            "epoch": self.epoch,
            "revision": self.history.revision,
            "room": self._room[1],
            "you": you,
            "count": len(self.presence.guests()),
        }
        if participant.key:
            message["guests"] = []
        elif participant.guest is None:
            here = self.presence.guests()
            message["guests"] = [self._row(attendee, here) for attendee in self.attendees.values()]
        elif attendee := self.attendees.get(participant.guest):
            you |= {"nickname": attendee.nickname, "view": attendee.view, "lost": attendee.lost}
            you["answer"] = self.answers.get(participant.guest)
        return orjson.dumps(message).decode()

    def _row(self, attendee: Attendee, here: Mapping[int, bool]) -> JSON:
        return {
            "guest": attendee.guest,
            "nickname": attendee.nickname,
            "online": attendee.guest in here,
            "following": here.get(attendee.guest, True),
            "view": attendee.view,
            "answered": attendee.guest in self.answers,
            "lost": attendee.lost,
        }

    def send_updates(self) -> None:
        """Sends pending changes of students to the host's tabs, and the number of students to everybody if it changed."""
        pending, self._pending = self._pending, _PendingHostUpdate()
        here = self.presence.guests()
        if self.hosts and (pending.joined or pending.left or pending.changed):
            known = self.attendees
            message = {
                "type": "guests",
                "joined": [self._row(known[guest], here) for guest in sorted(pending.joined) if guest in known],
                "left": sorted(pending.left),
                "changed": [
                    self._row(known[guest], here) for guest in sorted(pending.changed - pending.joined) if guest in known
                ],
            }
            for host in self.hosts:
                if not host.participant.key:
                    host.send(message)
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
