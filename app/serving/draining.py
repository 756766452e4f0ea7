"""The end of a server, in order: no new work, then what runs finishes, then the doors are closed."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger()


class Draining:
    """Whether the server is shutting down, and the callbacks for it."""

    def __init__(self) -> None:
        self.begun = False
        """From here on readiness fails, so that a load balancer sends new requests elsewhere."""
        self._ends: dict[str, Callable[[], Awaitable[None]]] = {}

    def at_end(self, name: str, end: Callable[[], Awaitable[None]]) -> None:
        """Has `end` called once, before connections are closed: to end long streams politely."""
        self._ends[name] = end

    async def end(self, seconds: float) -> None:
        """Calls everyone at the same time, and waits at most so long. The second call does nothing."""
        self.begun = True
        ends, self._ends = self._ends, {}
        await asyncio.gather(*(self._one(name, end, seconds) for name, end in ends.items()))

    async def _one(self, name: str, end: Callable[[], Awaitable[None]], seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await end()
        except Exception:
            log.exception("not ended", what=name)
