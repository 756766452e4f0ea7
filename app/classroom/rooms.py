"""The rooms of this process: loaded when somebody connects, unloaded when they are empty or closed.

The interface for those who build on rooms (polls): `change` stores and publishes, `publish` publishes without storing, and
`RoomExtension` is what they add to a snapshot.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

from sqlalchemy.orm import Session

from backpass.app.classroom import store
from backpass.app.classroom.bus import Bus
from backpass.app.classroom.live.connection import LiveConnection
from backpass.app.classroom.live.counters import Counters, Statistics
from backpass.app.classroom.live.live_room import Attendee, LiveRoom, RoomState
from backpass.app.classroom.live.throttled_view import ThrottledView
from backpass.app.classroom.steady_clock import SteadyClock
from backpass.app.classroom.store import JSON, Change, Edit
from backpass.app.settings import Settings
from backpass.app.storage.database import Database, Job, T
from backpass.engine import ProblemError


class RoomExtension(Protocol):
    """What polls add to the state of a room. All are parts of jobs."""

    def poll(self, session: Session, code: str) -> JSON | None:
        """The poll that everybody sees; None for none."""

    def answers(self, session: Session, code: str) -> dict[int, Any]:
        """The answers to it by guest, each sent to its guest alone."""

    def practice(self, session: Session, code: str) -> JSON | None:
        """The practice set that everybody works on; None for none."""

    async def remark(self) -> None:
        """Completes what an older server stored."""

    async def end_countdowns(self) -> None:
        """Closes every question whose countdown has ended."""

    async def recount(self, code: str) -> None:
        """Somebody was removed."""

    def host_messages(self, session: Session, code: str) -> list[JSON]:
        """Messages for a host's tab that has just come."""


class LessonExtension(Protocol):
    """What lessons in class add to the state of a room. All are parts of jobs."""

    def shown(self, session: Session, code: str) -> JSON | None:
        """The lesson that everybody sees; None for none."""

    async def remark(self) -> None:
        """Completes what an older server stored."""

    async def recount(self, code: str) -> None:
        """Somebody was removed."""

    def host_messages(self, session: Session, code: str) -> list[JSON]:
        """Messages for a host's tab that has just come."""


class Rooms:
    """All rooms of this process."""

    def __init__(
        self, settings: Settings, database: Database, bus: Bus, maintain: Callable[["Rooms"], Coroutine[Any, Any, None]]
    ) -> None:
        """`maintain` runs from the first job until `close`."""
        self._maintain = maintain
        self.settings = settings
        self.database = database
        self.counters = Counters()
        self.extension: RoomExtension | None = None
        self.lessons: LessonExtension | None = None
        self.bus = bus
        self.live: dict[str, LiveRoom] = {}
        self._views: dict[str, ThrottledView] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._early: dict[str, list[Mapping[str, Any]]] = {}
        """What happened in rooms while they were being read."""
        self._starting, self._preparing = asyncio.Lock(), asyncio.Lock()
        self._is_prepared = False
        self._maintenance: asyncio.Task[None] | None = None
        self.steady = SteadyClock()

    # For those who build on rooms.

    async def read(self, job: Job[T]) -> T:
        """What the job returns."""
        await self._prepare()
        return await self.database.read(job)

    async def write(self, job: Job[T]) -> T:
        """What the job returns, once stored. For changes that need not be published; else `change`."""
        await self._prepare()
        return await self.database.write(job)

    async def _prepare(self) -> None:
        """Before the first job, what an older server stored is completed."""
        if self._is_prepared:
            return
        async with self._preparing:
            if not self._is_prepared:
                for part in (self.extension, self.lessons):
                    if part is not None:
                        await part.remark()
                self._is_prepared = True
                await self._start()  # a countdown goes on though nobody is connected

    async def change(self, code: str, edit: Edit) -> Change:
        """Stores what `edit(session, room)` does, under the room's next revision, then publishes the fields it returned.

        What the host has shown before comes before it. Raises ProblemError where there is no such room, and whatever `edit`
        raises; then nothing is stored.
        """
        if view := self._views.get(code):
            await view.settle()
        return await self.change_now(code, edit)

    async def change_now(self, code: str, edit: Edit) -> Change:
        """The same, ahead of what is being shown."""
        change = await self.write(lambda session: store.change(session, code, edit, store.utc_now()))
        self.counters.stored += 1
        if change.fields:
            self.publish(code, {"kind": "change", "revision": change.revision, "fields": change.fields})
        return change

    def publish_to_hosts(self, code: str, message: JSON) -> None:
        """A message to the host's tabs of which only the newest of its `type` matters, such as a tally."""
        self.publish(code, {"kind": "hosts", "message": message})

    def answered(self, code: str, poll: int, guest: int, answer: Any) -> None:
        """A student has answered a poll: the host sees that, a reload of the student's page what."""
        self.publish(code, {"kind": "answered", "poll": poll, "guest": guest, "answer": answer})

    def publish(self, code: str, message: Mapping[str, Any]) -> None:
        """Publishes an event to this process and all others; see `LiveRoom.receive`."""
        self._deliver(code, message)
        self.bus.publish(code, dict(message))

    # Connections.

    async def enter(self, code: str) -> LiveRoom:
        """The room, read where it is not here yet. Raises ProblemError where there is none."""
        async with self._opening.setdefault(code, asyncio.Lock()):
            live = self.live.get(code)
            if live is not None and live.empty_since is not None:
                live.empty_since = time.monotonic()  # so that it is not unloaded while somebody connects
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
        self.request_presence(live)
        return live

    async def _start(self) -> None:
        async with self._starting:
            if self._maintenance is None:
                await self.bus.start(self._receive)
                self._maintenance = asyncio.create_task(self._maintain(self))

    def show(self, live: LiveRoom, connection: LiveConnection, changes: JSON, request: int | None) -> None:
        """Changes the host's view, throttled."""
        view = self._views.get(live.code)
        if view is None:
            view = self._views[live.code] = ThrottledView(
                partial(self.change_now, live.code), self.settings.view_updates_per_second
            )
        view.add(connection, changes, request)

    def _state(self, session: Session, code: str) -> RoomState:
        room = store.find(session, code, store.utc_now())
        extension = self.extension
        public = {
            "settings": store.settings_of(room),
            "view": room.view,
            "featured": room.featured,
            "poll": extension.poll(session, code) if extension else None,
            "practice": extension.practice(session, code) if extension else None,
            "stage": room.stage,
        }
        if self.lessons and (lesson := self.lessons.shown(session, code)):
            public["lesson"] = lesson
        if room.stage == "studio":
            public["studio"] = room.studio
        attendees = {
            each.guest: Attendee(each.guest, each.nickname, each.view, each.lost) for each in store.guests(session, code)
        }
        answers = extension.answers(session, code) if extension else {}
        return RoomState(self.bus.epoch or room.epoch, room.revision, public, attendees, answers, room.tab)

    async def take_charge(self, live: LiveRoom, tab: str) -> None:
        """One of the host's tabs leads from now on."""

        def lead(session: Session) -> None:
            store.find(session, live.code, store.utc_now(), lock=True).tab = tab

        await self.write(lead)
        self.publish(live.code, {"kind": "charge", "tab": tab})

    async def renew(self, *codes: str) -> None:
        """Extends the lifetime of rooms whose host is connected."""
        expires = store.utc_now() + timedelta(hours=self.settings.room_hours)
        await self.write(lambda session: store.renew(session, codes, expires))

    async def close_room(self, code: str) -> None:
        """Deletes a room and all that belongs to it, and sends everybody home."""
        await self.write(lambda session: store.close(session, code))
        self.publish(code, {"kind": "closed"})

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

    # Messages of other processes, and reloading.

    def _receive(self, code: str, message: dict[str, Any]) -> None:
        if message["kind"] != "who":
            self._deliver(code, message)
        elif live := self.live.get(code):
            self.publish_presence(live)

    def _deliver(self, code: str, message: Mapping[str, Any]) -> None:
        if live := self.live.get(code):
            live.receive(message)
        elif (early := self._early.get(code)) is not None:
            early.append(message)

    def request_presence(self, live: LiveRoom) -> None:
        """Requests that other processes publish who is connected to them."""
        self.bus.publish(live.code, {"kind": "who"})

    def publish_presence(self, live: LiveRoom) -> None:
        """Publishes who is connected to this process."""
        guests, tabs = live.presence.here()
        self.bus.publish(live.code, {"kind": "presence", "guests": {str(each): guests[each] for each in guests}, "tabs": tabs})

    async def reload(self, live: LiveRoom) -> None:
        """Reads the state again after missed changes."""
        live.gap_since = None
        try:
            live.reload(await self.read(lambda session: self._state(session, live.code)))
        except ProblemError:
            live.close()

    async def unload(self, live: LiveRoom) -> None:
        """Removes a room from memory."""
        self.live.pop(live.code, None)
        self._views.pop(live.code, None)
        self._opening.pop(live.code, None)
        await self.bus.forget(live.code)

    async def close(self) -> None:
        """Stores pending views and stops maintenance."""
        for view in self._views.values():
            await view.settle()
        if self._maintenance is not None:
            self._maintenance.cancel()
            await asyncio.wait([self._maintenance])
        await self.bus.close()
