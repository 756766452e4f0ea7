"""The rooms of this process: read when somebody comes, told what happens in them, let go when they are empty or over.

The narrow door for those who build on rooms (polls): `change` stores and tells everybody, `tell` tells without storing, and
`Asking` is what they add to a snapshot.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

from sqlalchemy.orm import Session

from app.database import Database, Job, T
from app.rooms import service
from app.rooms.bus import Bus
from app.rooms.connection import LiveConnection
from app.rooms.counters import Counters, Statistics
from app.rooms.live import Attendee, LiveRoom, RoomState
from app.rooms.service import JSON, Change, Edit
from app.rooms.showing import Showing
from app.settings import Settings
from engine import ProblemError


class Asking(Protocol):
    """What polls add to the state of a room. All are parts of jobs."""

    def poll(self, session: Session, code: str) -> JSON | None:
        """The poll that everybody sees; None for none."""

    def answers(self, session: Session, code: str) -> dict[int, Any]:
        """The answers to it by guest, each told to its guest alone."""

    def practice(self, session: Session, code: str) -> JSON | None:
        """The practice set that everybody works on; None for none."""

    async def recount(self, code: str) -> None:
        """Somebody was removed."""

    def host_news(self, session: Session, code: str) -> list[JSON]:
        """Messages for a host's tab that has just come."""


class Rooms:
    """All rooms of this process."""

    def __init__(
        self, settings: Settings, database: Database, bus: Bus, keep: Callable[["Rooms"], Coroutine[Any, Any, None]]
    ) -> None:
        """`keep` looks after all rooms, for ever, from when the first is opened."""
        self._keep = keep
        self.settings = settings
        self.database = database
        self.counters = Counters()
        self.asking: Asking | None = None
        self.bus = bus
        self.live: dict[str, LiveRoom] = {}
        self._showing: dict[str, Showing] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._early: dict[str, list[Mapping[str, Any]]] = {}
        """What happened in rooms while they were being read."""
        self._starting = asyncio.Lock()
        self._keeper: asyncio.Task[None] | None = None

    # For those who build on rooms.

    async def read(self, job: Job[T]) -> T:
        """What the job returns."""
        return await self.database.read(job)

    async def write(self, job: Job[T]) -> T:
        """What the job returns, once stored. For what nobody else need be told; else `change`."""
        return await self.database.write(job)

    async def change(self, code: str, edit: Edit) -> Change:
        """Stores what `edit(session, room)` does, under the room's next revision, then tells everybody the fields it returned.

        What the host has shown before comes before it. Raises ProblemError where there is no such room, and whatever `edit`
        raises; then nothing is stored.
        """
        if showing := self._showing.get(code):
            await showing.settle()
        return await self.change_now(code, edit)

    async def change_now(self, code: str, edit: Edit) -> Change:
        """The same, ahead of what is being shown."""
        change = await self.database.write(lambda session: service.change(session, code, edit, service.utc_now()))
        self.counters.stored += 1
        if change.fields:
            self.tell(code, {"kind": "change", "revision": change.revision, "fields": change.fields})
        return change

    def tell_hosts(self, code: str, message: JSON) -> None:
        """A message to the host's tabs of which only the newest of its `type` matters, such as a tally."""
        self.tell(code, {"kind": "hosts", "message": message})

    def tell_guest(self, code: str, guest: int, message: JSON) -> None:
        """A message to one student, of which only the newest of its `type` matters."""
        self.tell(code, {"kind": "guest", "guest": guest, "message": message})

    def answered(self, code: str, poll: int, guest: int, answer: Any) -> None:
        """A student has answered a poll: the host sees that, a reload of the student's page what."""
        self.tell(code, {"kind": "answered", "poll": poll, "guest": guest, "answer": answer})

    def tell(self, code: str, message: Mapping[str, Any]) -> None:
        """Tells this process and all others what happened; see `LiveRoom.receive`."""
        self._happened(code, message)
        self.bus.publish(code, dict(message))

    # Connections.

    async def enter(self, code: str) -> LiveRoom:
        """The room, read where it is not here yet. Raises ProblemError where there is none."""
        async with self._opening.setdefault(code, asyncio.Lock()):
            live = self.live.get(code)
            if live is not None and live.lonely_since is not None:
                live.lonely_since = time.monotonic()  # it is not let go while somebody is on the way in
            if live is None:
                live = await self._open(code)
        return live

    async def _open(self, code: str) -> LiveRoom:
        await self._start()
        early = self._early[code] = []  # from before it is read: what happens meanwhile may be in what is read, or not
        try:
            await self.bus.listen(code)
            state = await self.read(lambda session: self._state(session, code))
        except ProblemError:
            await self.bus.forget(code)
            raise
        finally:
            del self._early[code]
        live = self.live[code] = LiveRoom(code, state, time.monotonic)
        for message in early:
            live.receive(message)
        self.ask_who_is_there(live)
        return live

    async def _start(self) -> None:
        async with self._starting:
            if self._keeper is None:
                await self.bus.start(self._heard)
                self._keeper = asyncio.create_task(self._keep(self))

    def show(self, live: LiveRoom, connection: LiveConnection, changes: JSON, request: int | None) -> None:
        """What the host shows, gathered: at most so often a second is it stored and told."""
        showing = self._showing.get(live.code)
        if showing is None:
            showing = self._showing[live.code] = Showing(
                partial(self.change_now, live.code), self.settings.view_updates_per_second
            )
        showing.add(connection, changes, request)

    def _state(self, session: Session, code: str) -> RoomState:
        room = service.find(session, code, service.utc_now())
        asking = self.asking
        public = {
            "settings": service.settings_of(room),
            "view": room.view,
            "featured": room.featured,
            "poll": asking.poll(session, code) if asking else None,
            "practice": asking.practice(session, code) if asking else None,
        }
        attendees = {each.guest: Attendee(each.guest, each.nickname, each.view) for each in service.guests(session, code)}
        answers = asking.answers(session, code) if asking else {}
        return RoomState(self.bus.epoch or room.epoch, room.revision, public, attendees, answers, room.tab)

    async def take_charge(self, live: LiveRoom, tab: str) -> None:
        """One of the host's tabs leads from now on."""

        def lead(session: Session) -> None:
            service.find(session, live.code, service.utc_now(), lock=True).tab = tab

        await self.write(lead)
        self.tell(live.code, {"kind": "charge", "tab": tab})

    async def renew(self, *codes: str) -> None:
        """The host is there: the time of these rooms begins anew."""
        expires = service.utc_now() + timedelta(hours=self.settings.room_hours)
        await self.write(lambda session: service.renew(session, codes, expires))

    async def close_room(self, code: str) -> None:
        """Deletes a room and all that belongs to it, and sends everybody home."""
        await self.write(lambda session: service.close(session, code))
        self.tell(code, {"kind": "closed"})

    def online(self, code: str) -> int:
        """How many students are in a room now, as far as this process knows."""
        live = self.live.get(code)
        return len(live.presence.guests()) if live else 0

    def statistics(self) -> Statistics:
        """What there is to be seen at this moment."""
        everybody = [each for live in self.live.values() for each in (*live.hosts, *live.guests)]
        waiting = [each.mailbox.waiting for each in everybody]
        hosts = sum(len(live.hosts) for live in self.live.values())
        return Statistics(len(self.live), hosts, len(everybody) - hosts, sum(waiting), max(waiting, default=0))

    # What others say, and what is read again.

    def _heard(self, code: str, message: dict[str, Any]) -> None:
        if message["kind"] != "who":
            self._happened(code, message)
        elif live := self.live.get(code):
            self.say_who_is_here(live)

    def _happened(self, code: str, message: Mapping[str, Any]) -> None:
        if live := self.live.get(code):
            live.receive(message)
        elif (early := self._early.get(code)) is not None:
            early.append(message)

    def ask_who_is_there(self, live: LiveRoom) -> None:
        """Has other processes say who is connected to them."""
        self.bus.publish(live.code, {"kind": "who"})

    def say_who_is_here(self, live: LiveRoom) -> None:
        """Tells other processes who is connected to this one."""
        guests, tabs = live.presence.here()
        self.bus.publish(live.code, {"kind": "presence", "guests": {str(each): guests[each] for each in guests}, "tabs": tabs})

    async def read_again(self, live: LiveRoom) -> None:
        """Where something was missed."""
        live.gap_since = None
        try:
            live.read_again(await self.read(lambda session: self._state(session, live.code)))
        except ProblemError:
            live.close()

    async def let_go(self, live: LiveRoom) -> None:
        """Keeps a room no longer."""
        self.live.pop(live.code, None)
        self._showing.pop(live.code, None)
        self._opening.pop(live.code, None)
        await self.bus.forget(live.code)

    async def close(self) -> None:
        """Stores what is being shown, and ends."""
        for showing in self._showing.values():
            await showing.settle()
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        await self.bus.close()
