"""Throttles the host's view: a playing timeline or a moving slider changes it more often than is worth storing and sending."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from backpass.app.classroom.edits import showing
from backpass.app.classroom.live.closing import Close
from backpass.app.classroom.live.connection import LiveConnection
from backpass.app.classroom.live.history import merge
from backpass.app.classroom.store import JSON, Change, Edit
from backpass.engine import ProblemError

_log = logging.getLogger(__name__)


class ThrottledView:
    """Stores the newest value of each field at most `per_second` times a second; the first change at once."""

    def __init__(self, store: Callable[[Edit], Awaitable[Change]], per_second: float) -> None:
        self._stored = store
        self._pause = 1 / per_second
        self._changes: JSON = {}
        self._senders: dict[LiveConnection, int | None] = {}
        self._storing = asyncio.Lock()
        self._last = 0.0
        self._task: asyncio.Task[None] | None = None

    def add(self, connection: LiveConnection, changes: JSON, request: int | None) -> None:
        """Merges changes into the pending view. The connection receives `stored` afterwards."""
        merge(self._changes, changes)  # two parts of a moment of the studio may come one soon after the other
        self._senders[connection] = request
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def settle(self) -> None:
        """Stores what has been gathered, now."""
        async with self._storing:
            await self._store()

    async def _run(self) -> None:
        try:
            while self._senders:
                await asyncio.sleep(max(0.0, self._last + self._pause - time.monotonic()))
                await self.settle()
        finally:
            self._task = None

    async def _store(self) -> None:
        changes, self._changes = self._changes, {}
        senders, self._senders = self._senders, {}
        if not senders:
            return
        self._last = time.monotonic()
        try:
            change = await self._stored(showing(changes))
        except ProblemError as error:
            for sender, request in senders.items():
                sender.refuse(error, request)
            return
        except Exception:  # noqa: BLE001 - the database is away, perhaps: the tab comes back and shows all again
            _log.exception("What was shown could not be stored")
            for sender in senders:
                sender.drop(Close.INTERNAL)
            return
        for sender, request in senders.items():
            alone = len(senders) == 1  # then there is nothing in it that it does not know
            knows = alone and bool(change.fields) and sender.mailbox.knows(change.revision)
            sender.send({"type": "stored", "revision": change.revision if knows else None, "request": request})
