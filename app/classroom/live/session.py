"""The session of one WebSocket: the hello, then each message as it comes, until one side closes."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import orjson
from sqlalchemy.orm import Session
from starlette.websockets import WebSocket

from backpass.app.classroom import edits, store
from backpass.app.classroom.codes import new_token
from backpass.app.classroom.live.closing import Close
from backpass.app.classroom.live.connection import ClosedError, Inbox, LiveConnection, close, refused
from backpass.app.classroom.live.live_room import LiveRoom
from backpass.app.classroom.live.mailbox import Mailbox
from backpass.app.classroom.live.messages import (
    ChangeSettings,
    ClearLost,
    Explored,
    Feature,
    Following,
    Hello,
    HostMessage,
    Incoming,
    Lost,
    Peek,
    Ping,
    Press,
    Remove,
    Rename,
    Seen,
    Show,
    TakeCharge,
)
from backpass.app.classroom.live.seen import Eyes
from backpass.app.classroom.maintenance import CHARGE_SECONDS
from backpass.app.classroom.rooms import Rooms
from backpass.app.classroom.store import JSON, Participant, refusal
from backpass.engine import Code, ProblemError
from backpass.engine.messages import say

_CLOSED_FOR = {
    Code.REMOVED: Close.REMOVED,
    Code.INVALID_REQUEST: Close.NOT_UNDERSTOOD,
    Code.STORAGE_FULL: Close.INTERNAL,
    Code.STORAGE_UNAVAILABLE: Close.INTERNAL,
}


async def serve_session(websocket: WebSocket, rooms: Rooms, code: str) -> None:
    """Serves an accepted WebSocket until it is closed."""
    inbox = Inbox(websocket, rooms.settings, rooms.counters)
    try:
        hello = await _greeting(inbox, rooms.settings.hello_seconds)
        participant = await rooms.read(lambda session: store.identify(session, code, hello.token, store.utc_now()))
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
    connection.eyes = _eyes(participant, hello)
    await _begin(rooms, live, connection, hello)
    try:
        await _serve(rooms, live, connection, inbox)
    finally:
        live.remove(connection)


async def _greeting(inbox: Inbox, seconds: float) -> Hello:
    try:
        async with asyncio.timeout(seconds):
            first = await inbox.next()
    except TimeoutError:
        raise ClosedError(Close.LATE) from None
    if not isinstance(first, Hello):
        raise ClosedError(Close.NOT_UNDERSTOOD)
    return first


def _eyes(participant: Participant, hello: Hello) -> Eyes:
    if participant.remote is not None:
        return Eyes.REMOTE
    if hello.watching or participant.screen is not None:
        return Eyes.SCREEN
    return Eyes.COVERED if hello.peek is False else Eyes.TEACHER


async def _begin(rooms: Rooms, live: LiveRoom, connection: LiveConnection, hello: Hello) -> None:
    """Takes charge if no tab has it, and prepares the first message: a resumption or a snapshot."""
    news: list[JSON] = []
    if connection.participant.role == "host":
        if connection.participant.screen is None:  # a screen may stay on for ever
            await rooms.renew(live.code)
        absent = live.tab not in live.presence.tabs() and connection.tab != live.tab
        lacks = live.tab is None or (absent and time.monotonic() - live.opened > CHARGE_SECONDS)
        if lacks and connection.eyes.may_lead:
            await rooms.take_charge(live, connection.tab)
        news = await _news(rooms, live)
    history = live.history
    resumes = hello.epoch == live.epoch and hello.revision is not None and connection.participant.role == "guest"
    sent_revision = (
        hello.revision if resumes and (hello.revision == history.revision or history.since(hello.revision or 0)) else None
    )
    connection.mailbox = Mailbox(history, lambda: live.snapshot(connection), sent_revision)
    if sent_revision is not None:
        connection.send({"type": "resumed", "epoch": live.epoch, "revision": sent_revision})
    _send_news(live, connection, news)
    live.add(connection)
    rooms.counters.connected += 1


async def _news(rooms: Rooms, live: LiveRoom) -> list[JSON]:
    """The messages for a host's tab that has just come."""
    parts = [each for each in (rooms.extension, rooms.lessons) if each is not None]
    return await rooms.read(lambda session: [news for part in parts for news in part.host_messages(session, live.code)])


def _send_news(live: LiveRoom, connection: LiveConnection, news: list[JSON]) -> None:
    for each in news:
        if (allowed := live.seen(each, connection.eyes)) is not None:
            connection.send(allowed)


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
        if isinstance(message, HostMessage):
            participant = connection.participant
            (participant.require_leader if message.leads() else participant.require_host)()
        elif "host" not in message.roles:
            connection.participant.require_guest()
        answered = await _HANDLERS[type(message)](SessionContext(rooms, live, connection), message)
        if answered and request is not None:
            # Without a revision: changes for everybody may still be on their way to it.
            connection.send({"type": "stored", "revision": None, "request": request})
    except ProblemError as error:
        connection.refuse(error, request)


class SessionContext(NamedTuple):
    """The connection that sent a message, and its room."""

    rooms: Rooms
    live: LiveRoom
    connection: LiveConnection


Handler = Callable[[SessionContext, Any], Awaitable[bool]]
"""Does what a message asks for. True where that is stored, False where the answer comes otherwise. Raises ProblemError."""


async def _hello(_context: SessionContext, _message: Hello) -> bool:
    raise refusal(Code.INVALID_REQUEST, say("hello-twice"), say("hello-twice.hint"))


async def _ping(context: SessionContext, message: Ping) -> bool:
    context.connection.send({"type": "pong", "request": message.request})
    return False


async def _show(context: SessionContext, message: Show) -> bool:
    changes = message.changes.changes()
    store.check_view(changes, context.rooms.settings)
    _require_charge(context)
    if changes:
        context.rooms.show(context.live, context.connection, changes, message.request)
    return not changes


def _require_charge(context: SessionContext) -> None:
    if context.connection.tab != context.live.tab:
        raise refusal(Code.NOT_IN_CHARGE, say("another-tab-leads"), say("another-tab-leads.hint"))


async def _settings(context: SessionContext, message: ChangeSettings) -> bool:
    await context.rooms.change(context.live.code, edits.setting(message.changes.changes()))
    return True


async def _feature(context: SessionContext, message: Feature) -> bool:
    await context.rooms.change(context.live.code, edits.featuring(message.guest, anonymous=message.anonymous))
    return True


async def _rename(context: SessionContext, message: Rename) -> bool:
    given: list[str] = []
    await context.rooms.change(context.live.code, edits.renaming(message.guest, message.nickname, given))
    context.rooms.publish(context.live.code, {"kind": "attendee", "guest": message.guest, "nickname": given[0]})
    return True


async def _remove(context: SessionContext, message: Remove) -> bool:
    await context.rooms.change(context.live.code, edits.removing(message.guest))
    context.rooms.publish(context.live.code, {"kind": "removed", "guest": message.guest})
    for extension in (context.rooms.extension, context.rooms.lessons):
        if extension is not None:
            await extension.recount(context.live.code)
    return True


async def _take_charge(context: SessionContext, _message: TakeCharge) -> bool:
    await context.rooms.take_charge(context.live, context.connection.tab)
    return True


async def _peek(context: SessionContext, message: Peek) -> bool:
    connection = context.connection
    if connection.eyes is Eyes.SCREEN:
        raise refusal(Code.HOST_ONLY, say("screen-peeks"), say("screen-peeks.hint"))
    connection.eyes = Eyes.TEACHER if message.on else Eyes.COVERED
    _send_news(context.live, connection, await _news(context.rooms, context.live))
    return True


async def _press(context: SessionContext, message: Press) -> bool:
    context.rooms.publish(context.live.code, {"kind": "press", "button": message.button})
    return True


async def _explored(context: SessionContext, message: Explored) -> bool:
    changes = message.changes.changes()
    store.check_view(changes, context.rooms.settings)
    number, code = context.connection.participant.require_guest(), context.live.code

    def explore(session: Session) -> dict[str, Any]:
        guest = store.guest(session, code, number)
        guest.view = (guest.view or {}) | changes
        return guest.view

    view = await context.rooms.write(explore)
    if attendee := context.live.attendees.get(number):  # by its present name: the host may have changed it
        context.rooms.publish(code, {"kind": "attendee", "guest": number, "nickname": attendee.nickname, "view": view})
    return True


async def _following(context: SessionContext, message: Following) -> bool:
    context.live.follow(context.connection.participant.require_guest(), message.following)
    return True


async def _lost(context: SessionContext, message: Lost) -> bool:
    number, code = context.connection.participant.require_guest(), context.live.code

    def note(session: Session) -> str:
        guest = store.guest(session, code, number)
        guest.lost = message.lost
        return guest.nickname

    nickname = await context.rooms.write(note)
    context.rooms.publish(code, {"kind": "attendee", "guest": number, "nickname": nickname, "lost": message.lost})
    return True


async def _clear_lost(context: SessionContext, _message: ClearLost) -> bool:
    code = context.live.code
    for number, nickname in await context.rooms.write(lambda session: store.clear_lost(session, code)):
        context.rooms.publish(code, {"kind": "attendee", "guest": number, "nickname": nickname, "lost": False})
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
    Peek: _peek,
    Press: _press,
    Explored: _explored,
    Following: _following,
    Lost: _lost,
    ClearLost: _clear_lost,
}
