"""The bus of several server processes: Redis's publish and subscribe, a channel for each room."""

import asyncio
import contextlib
import logging
import secrets
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from backpass.app.classroom.bus import Receive

_PREFIX = "backpass:room:"
_WAITING = 10_000
"""Messages that may wait for Redis; further ones are dropped, which counts as an interruption."""

_RETRY_SECONDS = 0.5
_CONNECT_SECONDS = 2
_HEALTH_SECONDS = 10

_log = logging.getLogger(__name__)


class RedisBus:
    """Messages travel as JSON with the sender's name, so that nobody hears itself."""

    epoch: str | None = None

    def __init__(self, url: str) -> None:
        self._process = secrets.token_urlsafe(9)
        # Trying again is done here, at once: with the client's own growing pauses a room would stay behind for long.
        self._redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=_CONNECT_SECONDS,
            health_check_interval=_HEALTH_SECONDS,
            socket_keepalive=True,
        )
        self._subscriptions = self._redis.pubsub(ignore_subscribe_messages=True)
        self._subscribed = False
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(_WAITING)
        self._sending: asyncio.Task[None] | None = None
        self._receiving: asyncio.Task[None] | None = None
        self._listened: set[str] = set()
        self._interrupted = False

    async def start(self, receive: Receive) -> None:
        """Calls `receive` with every message of another process from now on."""
        with contextlib.suppress(RedisError, OSError):
            await self._subscribe()
        self._receiving = asyncio.create_task(self._receive_all(receive))

    def interrupted(self) -> bool:
        """Whether something may have been missed since this was last asked."""
        interrupted, self._interrupted = self._interrupted, False
        return interrupted

    async def listen(self, code: str) -> None:
        """Subscribes to a room; if Redis is unavailable, once it is back."""
        self._listened.add(code)
        if self._subscribed:
            with contextlib.suppress(RedisError, OSError):
                await self._subscriptions.subscribe(_PREFIX + code)

    async def forget(self, code: str) -> None:
        """Unsubscribes."""
        self._listened.discard(code)
        if self._subscribed:
            with contextlib.suppress(RedisError, OSError):
                await self._subscriptions.unsubscribe(_PREFIX + code)

    def publish(self, code: str, message: dict[str, Any]) -> None:
        """Queues a message for all other processes; also without connections here, when an answer came over HTTP."""
        if self._sending is None:
            self._sending = asyncio.create_task(self._publish_all())
        try:
            self._outgoing.put_nowait((_PREFIX + code, orjson.dumps(message | {"process": self._process})))
        except asyncio.QueueFull:
            self._interrupted = True

    async def close(self) -> None:
        """Closes the connection. Messages that were not sent are in the database."""
        tasks = [task for task in (self._sending, self._receiving) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._hang_up()
        with contextlib.suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _subscribe(self) -> None:
        """Opens a new connection. The channel without a code is never used: Redis needs at least one subscription."""
        self._subscriptions = self._redis.pubsub(ignore_subscribe_messages=True)
        await self._subscriptions.subscribe(_PREFIX, *(_PREFIX + code for code in self._listened))
        self._subscribed = True

    async def _receive_all(self, receive: Receive) -> None:
        while True:
            try:
                if not self._subscribed:
                    await self._subscribe()
                    self._interrupted = True
                    _log.warning("Redis is back")
                message = await self._subscriptions.get_message(timeout=_RETRY_SECONDS)
                if message is not None:
                    self._hand_over(message, receive)
            except (RedisError, OSError):
                if self._subscribed:
                    _log.warning("Redis is away: until it is back, other processes' changes of rooms arrive a little later")
                self._subscribed = False
                await self._hang_up()
                await asyncio.sleep(_RETRY_SECONDS)

    def _hand_over(self, message: dict[str, Any], receive: Receive) -> None:
        heard = orjson.loads(message["data"])
        if heard["process"] == self._process:
            return
        try:
            receive(message["channel"].decode().removeprefix(_PREFIX), heard)
        except Exception:  # noqa: BLE001 - of another version perhaps; the revisions show whether something is missing
            _log.exception("A message of another process was not understood")

    async def _hang_up(self) -> None:
        with contextlib.suppress(RedisError, OSError):
            await self._subscriptions.aclose()  # type: ignore[no-untyped-call]

    async def _publish_all(self) -> None:
        while True:
            channel, message = await self._outgoing.get()
            while True:
                try:
                    await self._redis.publish(channel, message)
                    break
                except (RedisError, OSError):
                    await asyncio.sleep(_RETRY_SECONDS)
