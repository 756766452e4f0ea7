"""Publish/subscribe between server processes that share rooms: each publishes what happened in a room to the others.

Messages are best effort: what is lost is noticed by the revisions in the database. Knows nothing of what the messages mean.
"""

import secrets
from collections.abc import Callable
from typing import Any, Protocol

Receive = Callable[[str, dict[str, Any]], None]
"""Called with a room's code and a message of another process."""


class Bus(Protocol):
    """Fan-out between processes."""

    epoch: str | None
    """Identifies this process's sequence of revisions; None if several processes share one sequence."""

    async def start(self, receive: Receive) -> None:
        """Calls `receive` with every message of another process from now on."""

    def interrupted(self) -> bool:
        """Whether something may have been missed since this was last asked."""

    async def listen(self, code: str) -> None:
        """Subscribes to messages about a room."""

    async def forget(self, code: str) -> None:
        """Unsubscribes."""

    def publish(self, code: str, message: dict[str, Any]) -> None:
        """Queues a message for all other processes."""

    async def close(self) -> None:
        """Closes the connection."""


class LocalBus:
    """The bus of a process that shares its rooms with no other."""

    def __init__(self) -> None:
        # After a power cut SQLite may have lost the last commits, and their revisions come a second time.
        self.epoch: str | None = secrets.token_urlsafe(9)

    async def start(self, receive: Receive) -> None:
        """There is no other process."""

    def interrupted(self) -> bool:
        """Nothing is missed."""
        return False

    async def listen(self, code: str) -> None:
        """There is no other process."""

    async def forget(self, code: str) -> None:
        """There is no subscription."""

    def publish(self, code: str, message: dict[str, Any]) -> None:
        """There is no other process."""

    async def close(self) -> None:
        """There is no connection."""
