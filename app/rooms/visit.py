"""A visit over the live channel: the greeting, then each message as it comes, until one side leaves."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import orjson
from sqlalchemy.orm import Session
from starlette.websockets import WebSocket

from app.rooms import edits, service
from app.rooms.closing import Close
from app.rooms.codes import new_token
from app.rooms.connection import ClosedError, Inbox, LiveConnection, close, refused
from app.rooms.keeper import CHARGE_SECONDS
from app.rooms.live import LiveRoom
from app.rooms.mailbox import Mailbox
from app.rooms.messages import (
    ChangeSettings,
    Explored,
    Feature,
    Following,
    Hello,
    Incoming,
    Ping,
    Remove,
    Rename,
    Seen,
    Show,
    TakeCharge,
)
from app.rooms.rooms import Rooms
from app.rooms.service import JSON, refusal
from engine import Code, ProblemError

_CLOSED_FOR = {Code.REMOVED: Close.REMOVED, Code.INVALID_REQUEST: Close.NOT_UNDERSTOOD}


async def visit(websocket: WebSocket, rooms: Rooms, code: str) -> None:
    """Serves an accepted WebSocket until it is closed."""
    inbox = Inbox(websocket, rooms.settings, rooms.counters)
    try:
        hello = await _greeting(inbox, rooms.settings.hello_seconds)
        participant = await rooms.read(lambda session: service.identify(session, code, hello.token, service.utc_now()))
        live = await rooms.enter(code)
    except ClosedError as error:
        rooms.counters.refused += 1
        if error.code is not None:
            await close(websocket, error.code)
        return
    except ProblemError as error:
        rooms.counters.refused += 1
        await websocket.send_text(orjson.dumps(refused(error, None)).decode())
        await close(websocket, _CLOSED_FOR.get(error.problems[0].code, Close.UNKNOWN))
        return
    connection = LiveConnection(websocket, participant, hello.tab or new_token(), rooms.counters)
    await _begin(rooms, live, connection, hello)
    try:
        await _serve(rooms, live, connection, inbox)
    finally:
        live.go(connection)


async def _greeting(inbox: Inbox, seconds: float) -> Hello:
    try:
        async with asyncio.timeout(seconds):
            first = await inbox.next()
    except TimeoutError:
        raise ClosedError(Close.LATE) from None
    if not isinstance(first, Hello):
        raise ClosedError(Close.NOT_UNDERSTOOD)
    return first


async def _begin(rooms: Rooms, live: LiveRoom, connection: LiveConnection, hello: Hello) -> None:
    """Takes charge where nobody has it, and sees to it that the first message tells what is missing at the other side."""
    news: list[JSON] = []
    if connection.participant.role == "host":
        await rooms.renew(live.code)
        absent = live.tab not in live.presence.tabs() and connection.tab != live.tab
        if live.tab is None or (absent and time.monotonic() - live.opened > CHARGE_SECONDS):
            await rooms.take_charge(live, connection.tab)
        if asking := rooms.asking:
            news = await rooms.read(lambda session: asking.host_news(session, live.code))
    history = live.history
    resumes = hello.epoch == live.epoch and hello.revision is not None and connection.participant.role == "guest"
    told = hello.revision if resumes and (hello.revision == history.revision or history.since(hello.revision or 0)) else None
    connection.mailbox = Mailbox(history, lambda: live.snapshot(connection), told)
    if told is not None:
        connection.tell({"type": "resumed", "epoch": live.epoch, "revision": told})
    for each in news:
        connection.tell(each)
    live.come(connection)
    rooms.counters.connected += 1


async def _serve(rooms: Rooms, live: LiveRoom, connection: LiveConnection, inbox: Inbox) -> None:
    async with connection.sending():
        try:
            while True:
                await _answer_next(rooms, live, connection, inbox)
        except ClosedError as error:
            if error.code is not None:
                rooms.counters.refused += 1
                connection.end(error.code)


async def _answer_next(rooms: Rooms, live: LiveRoom, connection: LiveConnection, inbox: Inbox) -> None:
    request = None
    try:
        message = await inbox.next()
        request = message.request
        if isinstance(message, Seen):
            if connection.mailbox.seen(message.revision):
                inbox.forgive()
            connection.wake()
            return
        if "guest" not in message.roles:
            connection.participant.require_host()
        elif "host" not in message.roles:
            connection.participant.require_guest()
        answered = await _HANDLERS[type(message)](Visit(rooms, live, connection), message)
        if answered and request is not None:
            # Without a revision: changes for everybody may still be on their way to it.
            connection.tell({"type": "stored", "revision": None, "request": request})
    except ProblemError as error:
        connection.refuse(error, request)


class Visit(NamedTuple):
    """Who sent a message, and where."""

    rooms: Rooms
    live: LiveRoom
    connection: LiveConnection


Handler = Callable[[Visit, Any], Awaitable[bool]]
"""Does what a message asks for. True where that is stored, False where the answer comes otherwise. Raises ProblemError."""


async def _hello(_visit: Visit, _message: Hello) -> bool:
    raise refusal(Code.INVALID_REQUEST, "There has been a hello already.", "Open a new connection to begin anew.")


async def _ping(visit: Visit, message: Ping) -> bool:
    visit.connection.tell({"type": "pong", "request": message.request})
    return False


async def _show(visit: Visit, message: Show) -> bool:
    changes = message.changes.changes()
    service.check_view(changes, visit.rooms.settings)
    _require_charge(visit)
    if changes:
        visit.rooms.show(visit.live, visit.connection, changes, message.request)
    return not changes


def _require_charge(visit: Visit) -> None:
    if visit.connection.tab != visit.live.tab:
        raise refusal(Code.NOT_IN_CHARGE, "Another of your tabs leads this room.", "Take charge here to lead it from this tab.")


async def _settings(visit: Visit, message: ChangeSettings) -> bool:
    await visit.rooms.change(visit.live.code, edits.setting(message.changes.changes()))
    return True


async def _feature(visit: Visit, message: Feature) -> bool:
    await visit.rooms.change(visit.live.code, edits.featuring(message.guest))
    return True


async def _rename(visit: Visit, message: Rename) -> bool:
    given: list[str] = []
    await visit.rooms.change(visit.live.code, edits.renaming(message.guest, message.nickname, given))
    visit.rooms.tell(visit.live.code, {"kind": "attendee", "guest": message.guest, "nickname": given[0]})
    return True


async def _remove(visit: Visit, message: Remove) -> bool:
    await visit.rooms.change(visit.live.code, edits.removing(message.guest))
    visit.rooms.tell(visit.live.code, {"kind": "removed", "guest": message.guest})
    if visit.rooms.asking is not None:
        await visit.rooms.asking.recount(visit.live.code)
    return True


async def _take_charge(visit: Visit, _message: TakeCharge) -> bool:
    await visit.rooms.take_charge(visit.live, visit.connection.tab)
    return True


async def _explored(visit: Visit, message: Explored) -> bool:
    changes = message.changes.changes()
    service.check_view(changes, visit.rooms.settings)
    number, code = visit.connection.participant.require_guest(), visit.live.code

    def explore(session: Session) -> dict[str, Any]:
        guest = service.guest(session, code, number)
        guest.view = (guest.view or {}) | changes
        return guest.view

    view = await visit.rooms.write(explore)
    if attendee := visit.live.attendees.get(number):  # by its present name: the host may have changed it
        visit.rooms.tell(code, {"kind": "attendee", "guest": number, "nickname": attendee.nickname, "view": view})
    return True


async def _following(visit: Visit, message: Following) -> bool:
    visit.live.follow(visit.connection.participant.require_guest(), message.following)
    return True


_HANDLERS: dict[type[Incoming], Handler] = {
    Hello: _hello,
    Ping: _ping,
    Show: _show,
    ChangeSettings: _settings,
    Feature: _feature,
    Rename: _rename,
    Remove: _remove,
    TakeCharge: _take_charge,
    Explored: _explored,
    Following: _following,
}
