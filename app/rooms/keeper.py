"""What time does to rooms: news is gathered, silence noticed, the stalled let go, the empty and the expired closed."""

import asyncio
import logging
import time

from sqlalchemy import select

from app.rooms import service
from app.rooms.closing import Close
from app.rooms.connection import LiveConnection
from app.rooms.live import LiveRoom
from app.rooms.rooms import Rooms
from app.rooms.tables import Room

TICK_SECONDS = 0.25
CHARGE_SECONDS = 5.0
"""How long a tab in charge may be away, to reload or to reconnect, before another one leads."""

_LINGER_SECONDS = 60.0
"""How long a room without connections is kept, so that those who come back are told only what they missed."""

_GAP_SECONDS = 0.5
"""How long a missing change may be under way before the room is read again."""

_PRESENCE_SECONDS = 5.0
_COMPARED_SECONDS = 2.0
_EXPIRY_SECONDS = 60.0

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


async def keep(rooms: Rooms) -> None:
    """Looks after all rooms, for ever. What fails is logged and tried again: a database may be away for a while."""
    presence, compared, expiry = _Every(_PRESENCE_SECONDS), _Every(_COMPARED_SECONDS), _Every(_EXPIRY_SECONDS)
    while True:
        await asyncio.sleep(TICK_SECONDS)
        now = time.monotonic()
        try:
            say = presence(now)
            for live in list(rooms.live.values()):
                if say or live.presence.changed:
                    rooms.say_who_is_here(live)
                await _keep_room(rooms, live, now)
            if rooms.bus.interrupted():
                await _recover(rooms)
            if rooms.bus.epoch is None and compared(now):
                await _compare(rooms)
            if expiry(now):
                await expire(rooms)
        except Exception:  # noqa: BLE001 - whatever it was, the next round may do better
            _log.exception("Looking after the rooms failed; it is tried again")


async def _keep_room(rooms: Rooms, live: LiveRoom, now: float) -> None:
    live.forget_silent()
    live.tell_news()
    if live.gap_since is not None and now - live.gap_since > _GAP_SECONDS:
        await rooms.read_again(live)
    for connection in (*live.guests, *live.hosts):
        assert isinstance(connection, LiveConnection)
        if connection.sending_since is not None and now - connection.sending_since > rooms.settings.stall_seconds:
            connection.drop(Close.TOO_SLOW)
    await _keep_charge(rooms, live, now)
    if live.lonely_since is not None and now - live.lonely_since > _LINGER_SECONDS:
        await rooms.let_go(live)


async def _keep_charge(rooms: Rooms, live: LiveRoom, now: float) -> None:
    """Where the tab in charge is gone for long, the one that has been here longest leads."""
    if not live.hosts or live.tab in live.presence.tabs():
        live.charge_lost = None
    elif live.charge_lost is None:
        live.charge_lost = now
    elif now - live.charge_lost > CHARGE_SECONDS:
        live.charge_lost = None
        await rooms.take_charge(live, next(iter(live.hosts)).tab)


async def _recover(rooms: Rooms) -> None:
    """After an interruption of the bus: what was said meanwhile is in the database, and who is where is asked again."""
    for live in list(rooms.live.values()):
        await rooms.read_again(live)
        rooms.ask_who_is_there(live)


async def _compare(rooms: Rooms) -> None:
    """Messages between processes may be lost; the database's revision tells."""
    codes = list(rooms.live)
    if not codes:
        return
    wanted = select(Room.code, Room.revision).where(Room.code.in_(codes))
    rows = await rooms.read(lambda session: session.execute(wanted).tuples().all())
    stored = dict(rows)
    for live in list(rooms.live.values()):
        if stored.get(live.code, -1) != live.history.revision and live.gap_since is None:
            live.gap_since = time.monotonic()


async def expire(rooms: Rooms) -> None:
    """Closes the rooms whose time has come; while the teacher is there it does not come."""
    if led := [code for code, live in rooms.live.items() if live.hosts]:
        await rooms.renew(*led)
    for code in await rooms.write(lambda session: service.expire(session, service.utc_now())):
        rooms.tell(code, {"kind": "closed"})
