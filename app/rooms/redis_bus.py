"""The bus of several server processes: Redis's publish and subscribe, a channel for each room."""

import asyncio
import contextlib
import logging
import secrets
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.rooms.bus import Receive

_PREFIX = "backpass:room:"
_WAITING = 10_000
"""Messages that may wait for Redis; more are let go, and noticed as missing."""

_RETRY_SECONDS = 0.5

_log = logging.getLogger(__name__)


class RedisBus:
    """Messages travel as JSON with the sender's name, so that nobody hears itself."""

    epoch: str | None = None

    def __init__(self, client: Redis) -> None:
        self._process = secrets.token_urlsafe(9)
        self._redis = client
        self._subscriptions = self._redis.pubsub(ignore_subscribe_messages=True)
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(_WAITING)
        self._tasks: list[asyncio.Task[None]] = []
        self._listened: set[str] = set()
        self._interrupted = False

    async def start(self, receive: Receive) -> None:
        """Begins to hand over what others say."""
        self._tasks = [asyncio.create_task(self._receive_all(receive)), asyncio.create_task(self._publish_all())]

    def interrupted(self) -> bool:
        """Whether something may have been missed since this was last asked."""
        interrupted, self._interrupted = self._interrupted, False
        return interrupted

    async def listen(self, code: str) -> None:
        """What is said of this room is wanted from now on; where Redis is away, once it is back."""
        self._listened.add(code)
        with contextlib.suppress(RedisError, OSError):
            await self._subscriptions.subscribe(_PREFIX + code)

    async def forget(self, code: str) -> None:
        """It is wanted no longer."""
        self._listened.discard(code)
        with contextlib.suppress(RedisError, OSError):
            await self._subscriptions.unsubscribe(_PREFIX + code)

    def publish(self, code: str, message: dict[str, Any]) -> None:
        """Tells all other processes, soon."""
        try:
            self._outgoing.put_nowait((_PREFIX + code, orjson.dumps(message | {"process": self._process})))
        except asyncio.QueueFull:
            self._interrupted = True

    async def close(self) -> None:
        """Ends. What is still to be told is in the database."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(RedisError, OSError):
            await self._subscriptions.aclose()  # type: ignore[no-untyped-call]

    async def _receive_all(self, receive: Receive) -> None:
        while True:
            try:
                if not self._listened:
                    await asyncio.sleep(_RETRY_SECONDS / 10)
                    continue
                message = await self._subscriptions.get_message(timeout=_RETRY_SECONDS)
                if message is not None:
                    self._hand_over(message, receive)
            except (RedisError, OSError):
                _log.warning("Redis is away; rooms are told of one another's changes late until it is back")
                self._interrupted = True
                await asyncio.sleep(_RETRY_SECONDS)
                await self._subscribe_again()

    def _hand_over(self, message: dict[str, Any], receive: Receive) -> None:
        heard = orjson.loads(message["data"])
        if heard["process"] == self._process:
            return
        try:
            receive(message["channel"].decode().removeprefix(_PREFIX), heard)
        except Exception:  # noqa: BLE001 - of another version perhaps; the revisions tell whether something is missing
            _log.exception("A message of another process was not understood")

    async def _subscribe_again(self) -> None:
        with contextlib.suppress(RedisError, OSError):
            for code in self._listened:
                await self._subscriptions.subscribe(_PREFIX + code)

    async def _publish_all(self) -> None:
        while True:
            channel, message = await self._outgoing.get()
            while True:
                try:
                    await self._redis.publish(channel, message)
                    break
                except (RedisError, OSError):
                    await asyncio.sleep(_RETRY_SECONDS)
