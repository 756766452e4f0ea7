"""One WebSocket of one participant: bounds and validates incoming messages, sends outgoing ones from its mailbox."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from backpass.app.classroom.live.closing import Close
from backpass.app.classroom.live.counters import Counters
from backpass.app.classroom.live.mailbox import Mailbox, MailboxFullError
from backpass.app.classroom.live.messages import INCOMING, Incoming
from backpass.app.classroom.live.seen import Eyes
from backpass.app.classroom.store import Participant
from backpass.app.problems.status_codes import invalid_request
from backpass.app.serving.websocket_protocol import DIRECT, Direct
from backpass.app.settings import Settings
from backpass.engine import ProblemError
from backpass.engine.messages import language, spoken
from backpass.engine.serialization.graph_json import problem_json, utf16

_log = logging.getLogger(__name__)

_LAST_WORDS_SECONDS = 2.0
_FORGIVEN = 20
"""Messages that are not understood before the connection is closed: a page may be newer than its server."""


class ClosedError(Exception):
    """The connection is to be closed with `code`; None if the client has closed it."""

    def __init__(self, code: Close | None) -> None:
        self.code = code


class Inbox:
    """The messages of a WebSocket, one at a time, no more of them in a second than the settings allow."""

    def __init__(self, websocket: WebSocket, settings: Settings, counters: Counters) -> None:
        self._websocket = websocket
        self._longest = settings.max_message_bytes
        self._rate = settings.max_messages_per_second
        self._allowance = 2 * self._rate
        self._counted = time.monotonic()
        self._counters = counters
        self._not_understood = 0

    def forgive(self) -> None:
        """The last message was asked for, and does not count."""
        self._allowance += 1

    async def next(self) -> Incoming:
        """The next message. Raises ProblemError for one that is not understood, ClosedError where there will be no more."""
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise ClosedError(None)
        self._counters.received += 1
        now = time.monotonic()
        self._allowance = min(2 * self._rate, self._allowance + (now - self._counted) * self._rate) - 1
        self._counted = now
        if self._allowance < 0:
            raise ClosedError(Close.TOO_MANY)
        text = message.get("text") or message.get("bytes") or b""
        if len(text) > self._longest:
            raise ClosedError(Close.NOT_UNDERSTOOD)
        try:
            return INCOMING.validate_json(text)
        except ValidationError as error:
            self._not_understood += 1
            if self._not_understood > _FORGIVEN:
                raise ClosedError(Close.NOT_UNDERSTOOD) from None
            raise ProblemError(invalid_request(error)) from None


class LiveConnection:
    """A participant's WebSocket in a room."""

    mailbox: Mailbox

    def __init__(self, websocket: WebSocket, participant: Participant, tab: str, counters: Counters) -> None:
        self.participant = participant
        self.tab = tab
        self._language = language.get()
        self.eyes = Eyes.TEACHER
        self.sending_since: float | None = None
        self.dropped: Close | None = None
        self._websocket = websocket
        self._counters = counters
        self._something = asyncio.Event()
        self._idle = False
        """Whether the sender waits for something to send."""
        self._direct: Direct | None = websocket.scope.get("extensions", {}).get(DIRECT)
        self._session: asyncio.Task[Any] | None = None
        if self._direct is not None:
            self._direct.let_in()

    def wake(self) -> None:
        """There may be something to send."""
        self._something.set()

    def send_now(self) -> None:
        """As `wake`, but writes during this call if nothing else is being sent and the client's buffer has room."""
        direct = self._direct
        if direct is not None and self._idle and self.dropped is None:
            while self.mailbox.sent_revision is not None and direct.writable():
                text = self.mailbox.take()
                if text is None:
                    return
                direct.write(spoken(text, self._language))
                self._counters.sent += 1
        self._something.set()

    def send(self, message: dict[str, Any]) -> None:
        """A message to this connection alone, that must not be lost."""
        try:
            self.mailbox.put(orjson.dumps(message).decode())
        except MailboxFullError:
            self.drop(Close.TOO_SLOW)
        self.wake()

    def refuse(self, error: ProblemError, request: int | None) -> None:
        """Sends the problems because of which a request was refused."""
        self.send(refused(error, request))

    def drop(self, close_code: Close) -> None:
        """Ends it, after what its mailbox holds if that can be sent."""
        if self.dropped is None:
            self.end(close_code)
            if self._session is not None:
                self._session.cancel()

    def end(self, close_code: Close) -> None:
        """As `drop`, for a caller that ends the session itself."""
        self.dropped = close_code
        self.wake()

    @contextlib.asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Sends what comes into the mailbox meanwhile. A drop cancels what is done meanwhile, and ends with it."""
        self._session = asyncio.current_task()
        assert self._session is not None
        sender = asyncio.create_task(self._send_all())
        try:
            yield
        except asyncio.CancelledError:
            if self.dropped is None:  # not by us: the server is going down
                raise
            self._session.uncancel()
        finally:
            self._session = None
            if self.dropped not in {None, Close.TOO_SLOW}:
                await asyncio.wait([sender], timeout=_LAST_WORDS_SECONDS)
            sender.cancel()
        await self._hang_up()

    async def _send_all(self) -> None:
        try:
            while True:
                # What ends it is the last that it receives: no count and no change comes after the reason.
                text = self.mailbox.take() if self.dropped is None else self.mailbox.take_reliable()
                if text is not None:
                    await self._transmit(text)
                elif self.dropped is not None:
                    return
                else:
                    self._something.clear()
                    self._idle = True
                    await self._something.wait()
                    self._idle = False
        except WebSocketDisconnect:
            pass  # who receives notices as well
        except Exception:  # noqa: BLE001 - whatever it was, the connection must not stay silent
            _log.exception("Sending failed")
            self.drop(Close.INTERNAL)

    async def _hang_up(self) -> None:
        """Closes where this end is the one that closes; where the other does not take even that, gives the socket up."""
        if self.dropped is None:
            return
        try:
            async with asyncio.timeout(_LAST_WORDS_SECONDS):
                await close(self._websocket, self.dropped)
        except TimeoutError:
            self._counters.dropped += 1
            if self._direct is not None:
                self._direct.abort()

    async def _transmit(self, text: str) -> None:
        self.sending_since = time.monotonic()
        await self._websocket.send({"type": "websocket.send", "text": spoken(text, self._language)})
        self.sending_since = None
        self._counters.sent += 1


def refused(error: ProblemError, request: int | None) -> dict[str, Any]:
    """The message with the problems."""
    return {"type": "refused", "request": request, "problems": [problem_json(each, utf16("")) for each in error.problems]}


async def close(websocket: WebSocket, code: Close) -> None:
    """Closes what may be closed already."""
    if websocket.application_state is WebSocketState.CONNECTED and websocket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(WebSocketDisconnect):
            await websocket.send({"type": "websocket.close", "code": code})
