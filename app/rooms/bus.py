"""How server processes that share rooms tell one another what happened in them. A process alone has nothing to tell.

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
    """What distinguishes this process's account of a room from an earlier one; None where several processes share one account."""

    async def start(self, receive: Receive) -> None:
        """Begins to hand over what others say."""

    def interrupted(self) -> bool:
        """Whether something may have been missed since this was last asked."""

    async def listen(self, code: str) -> None:
        """What is said of this room is wanted from now on."""

    async def forget(self, code: str) -> None:
        """It is wanted no longer."""

    def publish(self, code: str, message: dict[str, Any]) -> None:
        """Tells all other processes, soon."""

    async def close(self) -> None:
        """Tells what is still to be told, and ends."""


class Alone:
    """The bus of a process that shares its rooms with no other."""

    def __init__(self) -> None:
        # After a power cut SQLite may have lost the last commits, and their revisions come a second time.
        self.epoch: str | None = secrets.token_urlsafe(9)

    async def start(self, receive: Receive) -> None:
        """Nobody will say anything."""

    def interrupted(self) -> bool:
        """Nothing is missed."""
        return False

    async def listen(self, code: str) -> None:
        """Nobody will say anything."""

    async def forget(self, code: str) -> None:
        """Nobody would have."""

    def publish(self, code: str, message: dict[str, Any]) -> None:
        """Nobody listens."""

    async def close(self) -> None:
        """Nothing is open."""
