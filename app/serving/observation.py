"""Every request is counted, timed, numbered and, if wanted, written down; an exception that nobody answered is answered here.

Plain ASGI, and cheap: requests take a few dozen microseconds. Knows routes only as templates.
"""

from contextlib import suppress
from itertools import count
from secrets import token_hex
from time import perf_counter

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from backpass.app.http.hosts import OPERATORS
from backpass.app.problems.error_handlers import problem_response
from backpass.app.serving.metrics import Metrics
from backpass.engine import Code, Problem
from backpass.engine.messages import say

OTHER = "other"
"""The route of what leads nowhere: an address somebody made up must not become a label."""

_QUIET = ("/static", *OPERATORS)
"""Routes of which only errors are written down."""

_LEFT = 499
"""As is the custom: the status of a request whose client had gone before there was an answer."""

log = structlog.get_logger()


class Observation:
    """Counts, times and logs what is asked."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, log_requests: bool) -> None:
        self.app = app
        self._metrics = metrics
        self._log_requests = log_requests
        self._process = token_hex(4)
        self._numbers = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = perf_counter()
        status, size = _LEFT, 0
        identifier = f"{self._process}-{next(self._numbers):x}"
        header = (b"x-request-id", identifier.encode())

        async def send_observed(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], header]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, send_observed)
        except ClientDisconnect:
            pass
        except Exception:
            log.exception("exception", id=identifier, route=route_of(scope))
            if status == _LEFT:
                await problem_response(_our_mistake(identifier))(scope, receive, send_observed)
        seconds = perf_counter() - start
        route = route_of(scope)
        self._metrics.answered(scope["method"], route, status, seconds)
        if self._log_requests and not route.startswith(_QUIET):
            log.info(
                "request",
                id=identifier,
                method=scope["method"],
                route=route,
                status=status,
                milliseconds=round(seconds * 1_000, 2),
                bytes=size,
            )

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = perf_counter()
        identifier = f"{self._process}-{next(self._numbers):x}"
        self._metrics.sockets.inc()
        try:
            await self.app(scope, receive, send)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("exception", id=identifier, route=route_of(scope))
            with suppress(RuntimeError, OSError):  # where it has ended already
                await send({"type": "websocket.close", "code": 1011})
        finally:
            self._metrics.sockets.dec()
            if self._log_requests:
                log.info("socket", id=identifier, route=route_of(scope), seconds=round(perf_counter() - start, 1))


def route_of(scope: Scope) -> str:
    """The template of the route that answered, such as `/s/{code}`."""
    route = scope.get("route")
    if route is not None:
        path: str = route.path
        return path
    return "/static" if scope["path"].startswith("/static/") else OTHER


def _our_mistake(identifier: str) -> Problem:
    return Problem(
        Code.INTERNAL,
        say("internal-error"),
        say("internal-error.hint", identifier=identifier),
    )
