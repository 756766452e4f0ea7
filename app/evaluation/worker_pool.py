"""Worker processes with a queue before them, fair among clients and never too long. Knows nothing of what is computed."""

import asyncio
import math
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from backpass.app.evaluation.fair_queue import FairQueue, Ticket, Work
from backpass.app.evaluation.process_pool import PoolCall, ProcessPool, Recycling, Reports, WorkerLostError

Charge = Callable[[float], None]
"""Called with the seconds that were computed for a client."""

ROOM = 2 / 3
"""The part of the longest wait up to which calls are let in; the rest is for those that take longer than was thought."""


class OverloadedError(Exception):
    """It could not be begun soon. `waiting` requests wait, and after `seconds` there may be room."""

    def __init__(self, waiting: int, seconds: int) -> None:
        super().__init__(waiting, seconds)
        self.waiting = waiting
        self.seconds = seconds


class ClosingError(Exception):
    """Nothing new is begun, since the server ends."""


class Pool(Protocol):
    """Places in which calls are computed."""

    @property
    def size(self) -> int:
        """How many there are."""

    @property
    def free(self) -> int:
        """How many are free."""

    @property
    def alive(self) -> int:
        """Processes that there are."""

    @property
    def started(self) -> int:
        """Processes that have been started so far."""

    def begin(self, call: PoolCall, over: Callable[["Future[Any]"], None]) -> None:
        """Computes a call in a free place; `over` is called in the event loop once the place is free again."""

    async def close(self) -> None:
        """Ends all processes."""


class _QueuedCall:
    """A call in the queue or in a process, and who awaits it."""

    def __init__(self, call: PoolCall, turn: Ticket, charge: Charge | None, answer: "asyncio.Future[Any]") -> None:
        self.call = call
        self.turn = turn
        self.charge = charge
        self.answer = answer
        self.deadline: asyncio.TimerHandle | None = None


class WorkerPool:
    """Computes module-level functions of plain data in worker processes. Calls wait for one at most `longest_wait` seconds."""

    def __init__(
        self,
        processes: int,
        longest_wait: float = math.inf,
        recycling: Recycling | None = None,
        *,
        pool: Callable[[int], Pool] | None = None,
    ) -> None:
        """`pool` makes other places than worker processes, given their number."""
        self._pool: Pool = ProcessPool(processes, recycling) if pool is None else pool(processes)
        self._turns = FairQueue(processes)
        self._longest_wait = longest_wait
        self._waiting: dict[Ticket, _QueuedCall] = {}
        self._refused_until = -math.inf
        """When those that were refused lately will have come back, one after the other."""
        self._closing = False
        self.refused = 0
        self.lost = 0
        self.seconds = 0.0
        """Of computing, all processes together."""

    @property
    def busy(self) -> int:
        """Processes that compute."""
        return self._turns.running

    @property
    def waiting(self) -> int:
        """Calls that wait for one."""
        return self._turns.waiting

    @property
    def alive(self) -> int:
        """Processes that there are."""
        return self._pool.alive

    @property
    def started(self) -> int:
        """Processes that have been started so far."""
        return self._pool.started

    @property
    def backlog(self) -> float:
        """Seconds that the processes will presumably take for all that waits and is computed."""
        return self._turns.backlog(time.monotonic())

    @property
    def has_room(self) -> bool:
        """Whether one more call would be taken, even of the client that waits for most."""
        return not self._closing and self.backlog <= ROOM * self._longest_wait

    def wait_of(self, client: str) -> float:
        """How many seconds one more call of a client would presumably wait."""
        return self._turns.wait_of(client, time.monotonic())

    async def call(
        self,
        seconds: float,
        function: Callable[..., Any],
        *arguments: Any,
        client: str = "",
        work: Work | None = None,
        charge: Charge | None = None,
        reports: Reports | None = None,
    ) -> Any:
        """The function's result. Cancelled, it is computed no further. `reports` is how its progress is followed.

        `charge` is called with the seconds that it was computed, however it ended; `work` is what is known of its cost.
        Raises OverloadedError where it cannot be begun soon, TimeoutError once it has been computed for `seconds`,
        WorkerLostError where its process has died, ClosingError where the server ends first.
        """
        if self._closing:
            raise ClosingError
        if self.wait_of(client) > ROOM * self._longest_wait:
            raise self._overloaded(client)
        work = work or Work()
        loop = asyncio.get_running_loop()
        turn = self._turns.add(client, work, time.monotonic())
        waiting = _QueuedCall(PoolCall(seconds, function, *arguments, reports=reports), turn, charge, loop.create_future())
        self._waiting[turn] = waiting
        if math.isfinite(self._longest_wait):
            waiting.deadline = loop.call_later(self._longest_wait, self._refuse, waiting)
        self._begin()
        try:
            return await waiting.answer
        except asyncio.CancelledError:
            self._abandon(waiting)
            raise

    def _begin(self) -> None:
        """Gives free places to those whose turn it is."""
        while self._pool.free and (turn := self._turns.next(time.monotonic())) is not None:
            waiting = self._waiting[turn]
            if waiting.deadline is not None:
                waiting.deadline.cancel()
            self._pool.begin(waiting.call, lambda future, waiting=waiting: self._over(waiting, future))  # type: ignore[misc]

    def _over(self, waiting: _QueuedCall, future: "Future[Any]") -> None:
        """A call has ended, well or not, and its place is free."""
        error, used = future.exception(), waiting.call.used
        del self._waiting[waiting.turn]
        self._turns.over(waiting.turn, used, completed=error is None)
        self.seconds += used
        if waiting.charge is not None:
            waiting.charge(used)
        if not waiting.answer.done():
            self.lost += isinstance(error, WorkerLostError)
            if error is None:
                waiting.answer.set_result(future.result())
            else:
                waiting.answer.set_exception(error)
        self._begin()
        for turn in self._turns.late(self._longest_wait, time.monotonic()):
            self._refuse(self._waiting[turn])

    def _abandon(self, waiting: _QueuedCall) -> None:
        """Nobody awaits it any more."""
        if waiting.turn.began is not None:
            waiting.call.abandon()
        elif waiting.turn in self._waiting:
            self._unqueue(waiting)

    def _refuse(self, waiting: _QueuedCall) -> None:
        """One that was let in waits too long."""
        self._unqueue(waiting)
        self._fail(waiting, self._overloaded(waiting.turn.client))

    def _unqueue(self, waiting: _QueuedCall) -> None:
        """It waits no longer."""
        if waiting.deadline is not None:
            waiting.deadline.cancel()
        self._turns.leave(waiting.turn)
        del self._waiting[waiting.turn]

    def _fail(self, waiting: _QueuedCall, error: Exception) -> None:
        if not waiting.answer.done():
            waiting.answer.set_exception(error)

    def _overloaded(self, client: str) -> OverloadedError:
        """Those refused are sent away for different times, so that they do not all come back together."""
        self.refused += 1
        now = time.monotonic()
        apart = self._turns.usual / self._pool.size
        room = now + max(0.0, self._turns.wait_of(client, now) - self._longest_wait / 2)
        self._refused_until = max(self._refused_until + apart, room)
        return OverloadedError(self._turns.waiting, max(1, math.ceil(self._refused_until - now)))

    async def drain(self) -> None:
        """Begins nothing new: waiting calls are refused, running ones finish."""
        self._stop_waiting()
        running = [waiting.answer for waiting in self._waiting.values()]
        if running:
            await asyncio.wait(running)

    async def close(self) -> None:
        """Ends all processes, and what they compute."""
        self._stop_waiting()
        await self._pool.close()

    def _stop_waiting(self) -> None:
        self._closing = True
        for waiting in [each for each in self._waiting.values() if each.turn.began is None]:
            self._unqueue(waiting)
            self._fail(waiting, ClosingError())
