"""uvicorn's HTTP protocol with deadlines and size limits for slow clients.

Without it a connection that sends one byte of a header a minute stays open without end, and a header may have any size. A request
that comes whole in one piece, as nearly all do, sets no timer. Knows nothing of what is asked.
"""

import asyncio
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from backpass.app.problems.status_codes import PROBLEM_JSON, problem_answer
from backpass.engine import Code, Problem
from backpass.engine.messages import say

MAX_PIPELINED = 100
"""Requests that may wait on one connection for the answers to those before them."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Limits of one connection. Times are in seconds, sizes in bytes."""

    header_seconds: float
    body_seconds: float
    send_seconds: float
    header_bytes: int
    connections: int


class GuardedConfig(Config):
    """uvicorn's configuration with limits of its connections."""

    def __init__(self, *arguments: Any, limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(*arguments, **(options | {"http": GuardedProtocol}))
        self.limits = limits


class _Waiting(Enum):
    """What of a request is still to come."""

    HEADER = "header"
    BODY = "body"
    NOTHING = "nothing"


class GuardedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(
        self,
        config: GuardedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = config.limits
        self._waiting = _Waiting.HEADER
        self._asked = False
        """Whether a request has reached the application."""
        self._header_bytes = 0
        """Of a header that is not complete; without those in a piece that holds the end of another request."""
        self._begun = 0
        """Requests that have begun within the present piece."""
        self._within = False
        """Whether a request has begun and is not complete."""
        self._too_large = False
        self._deadline: asyncio.TimerHandle | None = None
        self._deadline_of = _Waiting.NOTHING
        self._send_deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        if len(self.connections) > self._limits.connections:
            transport.abort()
            return
        self._wait_for(_Waiting.HEADER)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for(_Waiting.NOTHING)
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._header_bytes + len(data) > self._limits.header_bytes:
            self._pieces(data)
        else:
            self._piece(data)

    def _pieces(self, data: bytes) -> None:
        """Feeds much data in parts, so that a header cannot grow beyond its size within one."""
        start = 0
        while start < len(data) and not self.transport.is_closing() and self.transport.get_protocol() is self:
            # One byte more than a header may have distinguishes one that has ended from one that goes on.
            end = start + self._limits.header_bytes - self._header_bytes + 1
            self._piece(data[start:end])
            start = end

    def _piece(self, data: bytes) -> None:
        between, self._begun = not self._within, 0
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._waiting is _Waiting.NOTHING and not self._answering():
            self._waiting = _Waiting.HEADER  # what came belongs to no request, and has ended uvicorn's wait for the next one
        if self._waiting is not _Waiting.HEADER:
            self._header_bytes = 0
        else:
            self._header_bytes = self._header_bytes + len(data) if not self._begun else len(data) * (between and self._begun == 1)
            if self._header_bytes > self._limits.header_bytes:
                self._refuse(_header_too_large(self._limits.header_bytes))
                return
        if self._deadline_of is not self._waiting:
            self._wait_for(self._waiting)

    def on_message_begin(self) -> None:
        self._waiting = _Waiting.HEADER
        self._begun += 1
        self._within = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self._header_size() > self._limits.header_bytes:
            self._too_large = True
            raise ValueError("too large")  # ends the parsing; uvicorn then calls `send_400_response`
        super().on_headers_complete()  # which may refuse the address
        self._waiting = _Waiting.BODY
        self._asked = True
        if len(self.pipeline) > MAX_PIPELINED:
            self.transport.abort()

    def on_message_complete(self) -> None:
        self._waiting = _Waiting.NOTHING
        self._within = False
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._wait_for(_Waiting.NOTHING)
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        if self._too_large:
            self._refuse(_header_too_large(self._limits.header_bytes))
        else:
            self._refuse(Problem(Code.INVALID_REQUEST, msg, say("described-at-docs")))

    def _header_size(self) -> int:
        """The bytes of a complete header, with its address and the empty line behind it."""
        method, version = self.parser.get_method(), self.parser.get_http_version()
        first_line = len(method) + len(self.url) + len(f"  HTTP/{version}\r\n")
        return first_line + sum(len(name) + len(value) + len(": \r\n") for name, value in self.headers) + len("\r\n")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._send_deadline = self.loop.call_later(self._limits.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._send_deadline is not None:
            self._send_deadline.cancel()
            self._send_deadline = None
        super().resume_writing()

    def _wait_for(self, what: _Waiting) -> None:
        """Starts the deadline of what is awaited."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._deadline_of = what
        if what is not _Waiting.NOTHING:
            seconds = self._limits.header_seconds if what is _Waiting.HEADER else self._limits.body_seconds
            self._deadline = self.loop.call_later(seconds, self._on_deadline, seconds)

    def _on_deadline(self, seconds: float) -> None:
        self._refuse(
            Problem(
                Code.REQUEST_TIMEOUT,
                say("request-too-slow", value=self._deadline_of.value, seconds=f"{seconds:g}"),
                say("request-too-slow.hint"),
            )
        )

    def _answering(self) -> bool:
        """Whether the application still has an answer to give."""
        return self._asked and not self.cycle.response_complete

    def _refuse(self, problem: Problem) -> None:
        """Answers in the application's place, if nothing has been answered yet, and ends the connection."""
        if self.transport.is_closing():
            return
        answering = self._answering()
        if not answering or (self._waiting is _Waiting.BODY and not self.cycle.response_started and not self.pipeline):
            status, body = problem_answer([problem], "")
            head = (
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: {PROBLEM_JSON}\r\n"
                f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        if answering:
            self.cycle.disconnected = True
        self.transport.close()


def _header_too_large(most: int) -> Problem:
    return Problem(
        Code.HEADERS_TOO_LARGE,
        say("headers-too-large", most=most),
        say("headers-too-large.hint"),
    )
