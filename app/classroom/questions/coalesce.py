"""A trailing throttle: requests that arrive while one is pending are served together. Knows nothing of polls."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)


class Coalescer:
    """Runs `do(code)` `seconds` after it was first requested; further requests for the same room until then share that run."""

    def __init__(self, seconds: float, do: Callable[[str], Awaitable[None]]) -> None:
        self._seconds = seconds
        self._do = do
        self._running: dict[str, asyncio.Task[None]] = {}
        self._wanted: set[str] = set()
        self._over = False

    def request(self, code: str) -> None:
        """Schedules a run for the room, unless one is pending."""
        self._wanted.add(code)
        if code not in self._running and not self._over:
            self._running[code] = asyncio.create_task(self._run(code))

    async def close(self) -> None:
        """Cancels pending runs and ignores further requests."""
        self._over = True
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, code: str) -> None:
        while code in self._wanted:
            await asyncio.sleep(self._seconds)
            self._wanted.discard(code)
            try:
                await self._do(code)
            except Exception:  # noqa: BLE001 - whatever it was, the next answer has it tried again
                _log.exception("A coalesced update failed")
        del self._running[code]
