"""Which requests count how much, as plain ASGI: the standard's `RateLimit` fields with every counted answer, 429 when used up.

The limits are per client (`app.http.clients`), and wide enough for a class of hundreds behind one address. Built files and the
health check count nothing, so that a limit never hides whether the server is well.
"""

import time
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backpass.app.http.clients import client_of
from backpass.app.http.hosts import CREATIONS, OPERATORS
from backpass.app.problems.error_handlers import problem_response
from backpass.app.serving.sliding_window import Counts, Policy, RateDecision
from backpass.app.settings import Settings
from backpass.engine import Code, Problem
from backpass.engine.messages import say

UNCOUNTED = ("/static/", *OPERATORS)
STORED = {"/api/v1/rooms", "/api/v1/shares"}
"""What of it is stored, so that its size counts as well."""
GUESSABLE = "/api/v1/rooms/"
"""The prefix of codes that are short enough to be guessed; a client that requests many that do not exist is guessing. A live
connection does not count: without a token it learns nothing about a code."""
BYTES_PER_UNIT = 4_000
"""A request counts one unit, and one more for every so many bytes of its body."""
BYTES_PER_CREATION = 64_000
"""What is stored counts one, and one more for every so many bytes: the quota bounds what one address can fill of a disk."""

UNITS_PER_SECOND = 1_000
"""What a second of a worker process counts: one address cannot keep others from them."""

_OPENS_NOTHING = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}

_EXHAUSTED = {"requests": "too-many-units", "creations": "too-many-creations", "guesses": "too-many-guesses"}


def policies(settings: Settings) -> dict[str, Policy]:
    """Those of the settings, by name; a quota of 0 is no limit."""
    known = (
        Policy("requests", settings.requests_per_minute, 60),
        Policy("creations", settings.creations_per_hour, 3_600),
        Policy("guesses", settings.guesses_per_minute, 60),
    )
    return {each.name: each for each in known if each.quota}


class RateLimit:
    """Counts what each client asks and refuses what is too much."""

    def __init__(
        self, app: ASGIApp, counts: dict[str, Counts], sockets_per_client: int, clock: Callable[[], float] = time.time
    ) -> None:
        self.app = app
        self._requests = counts.get("requests")
        self._creations = counts.get("creations")
        self._guesses = counts.get("guesses")
        self._headers = {name: (b"ratelimit-policy", each.policy.header.encode()) for name, each in counts.items()}
        self._sockets: dict[str, int] = {}
        self._sockets_per_client = sockets_per_client
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or scope["path"].startswith(UNCOUNTED):
            return await self.app(scope, receive, send)
        client = client_of(scope)
        now = self._clock()
        counts, decision = self._counted(scope, client, now)
        if counts is not None and decision is not None and not decision.allowed:
            return await self._refuse(counts, decision)(scope, receive, send)
        if scope["type"] == "websocket":  # whose messages pass through no function of ours: there are tens of thousands a second
            return await self._socket(client, scope, receive, send)
        if counts is not None and decision is not None:
            send = self._with_headers(send, counts.policy, decision)
        if self._requests is not None:
            scope["charge"] = partial(_charge, self._requests, client)
        if self._guesses is not None and scope["path"].startswith(GUESSABLE):
            looked = self._guesses.look(client, 1, now)
            refuse = None if looked.allowed else partial(self._refuse(self._guesses, looked), scope, receive, send)
            if refuse is not None and not _has_token(scope):
                return await refuse()
            send = _watched(send, self._guesses, client, refuse)
        return await self.app(scope, receive, send)

    def _counted(self, scope: Scope, client: str, now: float) -> tuple[Counts | None, RateDecision | None]:
        """Charges the request to its policies; the response describes the first that refuses, else the strictest."""
        counts = self._requests
        decision = None if counts is None else counts.take(client, _cost(scope), now)
        creates = self._creations is not None and scope["path"] in CREATIONS and scope["method"] == "POST"
        if creates and (decision is None or decision.allowed):
            counts = self._creations
            assert counts is not None
            decision = counts.take(client, _cost(scope, BYTES_PER_CREATION) if scope["path"] in STORED else 1, now)
        return counts, decision

    def _with_headers(self, send: Send, policy: Policy, decision: RateDecision) -> Send:
        limits = [self._headers[policy.name], (b"ratelimit", _state(policy, decision))]

        async def send_with_limits(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *limits]
            await send(message)

        return send_with_limits

    async def _socket(self, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Keeps one client from holding more WebSockets than a large class does."""
        if self._sockets_per_client and self._sockets.get(client, 0) >= self._sockets_per_client:
            return await _too_many_sockets(self._sockets_per_client)(scope, receive, send)
        self._sockets[client] = self._sockets.get(client, 0) + 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]

    def _refuse(self, counts: Counts, decision: RateDecision) -> ASGIApp:
        policy = counts.policy
        key = _EXHAUSTED[policy.name]
        message = say(key, quota=policy.quota, window=policy.window)
        problem = Problem(Code.TOO_MANY_REQUESTS, message, say(f"{key}.hint"))
        response = problem_response(problem)
        response.headers["retry-after"] = str(decision.wait)
        response.raw_headers += [self._headers[policy.name], (b"ratelimit", _state(policy, decision))]
        return response


def _watched(send: Send, guesses: Counts, client: str, refuse: Callable[[], Awaitable[None]] | None) -> Send:
    """Counts the answer that there is no such room. With `refuse`, a client with a valid token of a room is still served,
    while an invalid token learns no more than none.
    """
    refused = False

    async def send_watched(message: Message) -> None:
        nonlocal refused
        status = message.get("status")
        if status == HTTPStatus.NOT_FOUND:
            guesses.add(client, 1)
        if refuse is not None and status in _OPENS_NOTHING:
            refused = True
            await refuse()
        elif not refused:
            await send(message)

    return send_watched


def _cost(scope: Scope, bytes_per_unit: int = BYTES_PER_UNIT) -> int:
    """What a request counts: a body of unknown length counts as it is announced, that is nothing; it is limited elsewhere."""
    if scope["type"] == "http" and scope["method"] != "GET":
        for name, value in scope["headers"]:
            if name == b"content-length":
                return 1 + (int(value) // bytes_per_unit if value.isdigit() else 0)
    return 1


def _state(policy: Policy, decision: RateDecision) -> bytes:
    return b'"%s";r=%d;t=%d' % (policy.name.encode(), decision.remaining, decision.wait)


def _charge(requests: Counts, client: str, seconds: float) -> None:
    """Counts the time of a worker process, which is known only afterwards."""
    requests.add(client, int(seconds * UNITS_PER_SECOND))


def _has_token(scope: Scope) -> bool:
    return any(name == b"authorization" for name, _ in scope["headers"])


def _too_many_sockets(most: int) -> ASGIApp:
    problem = Problem(
        Code.TOO_MANY_REQUESTS,
        say("too-many-connections", most=most),
        say("too-many-connections.hint"),
    )
    return problem_response(problem)
