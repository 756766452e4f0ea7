"""What every request passes through, as plain ASGI (a `BaseHTTPMiddleware` would cost three times a small request)."""

from collections.abc import Iterable
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backpass.app.http.codings import takes_gzip
from backpass.app.http.hosts import OPERATORS
from backpass.app.problems.error_handlers import methods_at, problem_response
from backpass.engine import Code, Problem
from backpass.engine.messages import say

_SECURITY = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]

_EXPOSED = ["Allow", "Content-Disposition", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-ID"]

_SHARING = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", ", ".join(_EXPOSED).encode()),
]
"""For pages of any origin: nothing is sent that a browser adds automatically, no cookies and no passwords."""

_UNSHARED = [header if header[0] != b"cross-origin-resource-policy" else (header[0], b"same-origin") for header in _SECURITY]


class CommonHeaders:
    """Adds the headers that are the same for every response: security, and sharing with pages of other origins (CORS)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        shared = any(name == b"origin" for name, _ in scope["headers"]) and not is_preflight(scope)
        common = _UNSHARED if scope["path"] in OPERATORS else [*_SECURITY, *_SHARING] if shared else _SECURITY

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*_varying_by_origin(message["headers"]), *common]
            await send(message)

        return await self.app(scope, receive, send_with_headers)


def _varying_by_origin(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers with `Origin` in `Vary`: a cache must not give what a page without an origin got to one that has one."""
    varying = [value for name, value in headers if name == b"vary"]
    if any(b"origin" in value.lower() for value in varying):
        return list(headers)
    others = [each for each in headers if each[0] != b"vary"] if varying else headers
    return [*others, (b"vary", b", ".join([*varying, b"Origin"]))]


class Preflight:
    """Answers the question of a browser whether a page of another origin may send a request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._preflight = CORSMiddleware(app, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and is_preflight(scope):
            return await self._preflight(scope, receive, send)
        return await self.app(scope, receive, send)


def is_preflight(scope: Scope) -> bool:
    """Whether a browser asks for leave to send a request from a page of another origin; `Preflight` answers all of it."""
    return scope["method"] == "OPTIONS" and {b"origin", b"access-control-request-method"} <= {
        name for name, _ in scope["headers"]
    }


class StandardMethods:
    """Answers HEAD wherever GET is answered, and OPTIONS everywhere with the methods that are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            return await self._head(scope, receive, send)
        if scope["type"] == "http" and scope["method"] == "OPTIONS" and (methods := methods_at(scope)):
            return await Response(None, HTTPStatus.NO_CONTENT, {"allow": ", ".join(methods)})(scope, receive, send)
        return await self.app(scope, receive, send)

    async def _head(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As GET, without the body; an answer that would go on and on is ended."""
        begun = False

        async def send_head(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                await send(message)
                await send({"type": "http.response.body", "body": b""})

        async def receive_until_begun() -> Message:
            return {"type": "http.disconnect"} if begun else await receive()

        got = {**scope, "method": "GET"}
        await self.app(got, receive_until_begun, send_head)
        scope.update((name, got[name]) for name in ("route", "endpoint", "path_params") if name in got)  # for who counts requests


class BodyTooLargeError(Exception):
    """More has been sent than is read."""


class BodyLimit:
    """Refuses a body that is too large: at once where its length is announced, else as soon as it has grown too long."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        announced = _announced(scope)
        if announced is not None:
            return await (self._refuse() if announced > self.limit else self.app)(scope, receive, send)
        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > self.limit:
                    raise BodyTooLargeError
            return message

        try:
            return await self.app(scope, receive_counted, send)
        except BodyTooLargeError:
            return await self._refuse()(scope, receive, send)

    def _refuse(self) -> ASGIApp:
        return problem_response(
            Problem(
                Code.BODY_TOO_LARGE,
                say("body-too-large", limit=self.limit),
                say("body-too-large.hint"),
            )
        )


def _announced(scope: Scope) -> int | None:
    """The length of the body that the server will read, by its header; None where it comes in chunks of unknown number."""
    length = 0
    for name, value in scope["headers"]:
        if name == b"transfer-encoding" or (name == b"content-length" and not value.isdigit()):
            return None
        if name == b"content-length":
            length = int(value)
    return length


class Compression(GZipMiddleware):
    """Compresses large responses, except those of the paths `apart`: their routes do it themselves, since this takes a tenth
    of a small request.
    """

    def __init__(self, app: ASGIApp, *, apart: Iterable[str], minimum_size: int, compresslevel: int) -> None:
        super().__init__(app, minimum_size=minimum_size, compresslevel=compresslevel)
        self._apart = frozenset(apart)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (scope["path"] in self._apart or _refuses_gzip(Headers(scope=scope))):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def _refuses_gzip(headers: Headers) -> bool:
    """Whether gzip is named in order to be refused (`gzip;q=0`), which the framework takes for a wish."""
    return "gzip" in headers.get("accept-encoding", "") and not takes_gzip(headers)
