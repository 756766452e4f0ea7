"""Periodic work on rooms: sends updates, checks heartbeats, drops stalled connections, ends countdowns, unloads empty
and closes expired rooms.
"""

import asyncio
import logging
import time

from sqlalchemy import select

from backpass.app.classroom import store
from backpass.app.classroom.live.closing import Close
from backpass.app.classroom.live.connection import LiveConnection
from backpass.app.classroom.live.live_room import LiveRoom
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.tables import Room

TICK_SECONDS = 0.25
CHARGE_SECONDS = 5.0
"""How long the tab in charge may be disconnected before another one takes over."""

_LINGER_SECONDS = 60.0
"""How long a room without connections stays in memory, so that clients that return receive only what they missed."""

_GAP_SECONDS = 0.5
"""How long a missing change may be under way before the room is read again."""

_PRESENCE_SECONDS = 5.0
_COMPARED_SECONDS = 2.0
_EXPIRY_SECONDS = 60.0
_COUNTDOWN_SECONDS = 0.5

_log = logging.getLogger(__name__)


class _Every:
    """True once in so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last = time.monotonic()

    def __call__(self, now: float) -> bool:
        due = now - self._last >= self._seconds
        if due:
            self._last = now
        return due


async def run(rooms: Rooms) -> None:
    """Maintains all rooms until cancelled. Failures are logged and tried again: a database may be unavailable for a while."""
    presence, compared, expiry = _Every(_PRESENCE_SECONDS), _Every(_COMPARED_SECONDS), _Every(_EXPIRY_SECONDS)
    countdowns = _Every(_COUNTDOWN_SECONDS)
    while True:
        await asyncio.sleep(TICK_SECONDS)
        now = time.monotonic()
        try:
            say = presence(now)
            for live in list(rooms.live.values()):
                if say or live.presence.changed:
                    rooms.publish_presence(live)
                await _maintain_room(rooms, live, now)
            if rooms.extension and countdowns(now):
                await rooms.extension.end_countdowns()
            if rooms.bus.interrupted():
                await _recover(rooms)
            if rooms.bus.epoch is None and compared(now):
                await _compare(rooms)
            if expiry(now):
                await expire(rooms, delete=rooms.steady())
        except Exception:  # noqa: BLE001 - whatever it was, the next round may do better
            _log.exception("Looking after the rooms failed; it is tried again")


async def _maintain_room(rooms: Rooms, live: LiveRoom, now: float) -> None:
    live.forget_silent()
    live.send_updates()
    if live.gap_since is not None and now - live.gap_since > _GAP_SECONDS:
        await rooms.reload(live)
    for connection in (*live.guests, *live.hosts):
        assert isinstance(connection, LiveConnection)
        if connection.sending_since is not None and now - connection.sending_since > rooms.settings.stall_seconds:
            connection.drop(Close.TOO_SLOW)
    await _maintain_charge(rooms, live, now)
    if live.empty_since is not None and now - live.empty_since > _LINGER_SECONDS:
        await rooms.unload(live)


async def _maintain_charge(rooms: Rooms, live: LiveRoom, now: float) -> None:
    """Where the tab in charge is gone for long, the one that has been here longest leads."""
    leaders = [each for each in live.hosts if each.eyes.may_lead]
    if not leaders or live.tab in live.presence.tabs():
        live.charge_lost = None
    elif live.charge_lost is None:
        live.charge_lost = now
    elif now - live.charge_lost > CHARGE_SECONDS:
        live.charge_lost = None
        await rooms.take_charge(live, leaders[0].tab)


async def _recover(rooms: Rooms) -> None:
    """After an interruption of the bus: reloads rooms from the database and requests presence again."""
    for live in list(rooms.live.values()):
        await rooms.reload(live)
        rooms.request_presence(live)


async def _compare(rooms: Rooms) -> None:
    """Detects lost messages between processes by the revision in the database."""
    codes = list(rooms.live)
    if not codes:
        return
    wanted = select(Room.code, Room.revision).where(Room.code.in_(codes))
    rows = await rooms.read(lambda session: session.execute(wanted).tuples().all())
    stored = dict(rows)
    for live in list(rooms.live.values()):
        if stored.get(live.code, -1) != live.history.revision and live.gap_since is None:
            live.gap_since = time.monotonic()


async def expire(rooms: Rooms, *, delete: bool = True) -> None:
    """Closes expired rooms, if they may be deleted; a room does not expire while its teacher is connected."""
    if led := [code for code, live in rooms.live.items() if live.is_led]:
        await rooms.renew(*led)
    if not delete:
        return
    for code in await rooms.write(lambda session: store.expire(session, store.utc_now())):
        rooms.publish(code, {"kind": "closed"})
