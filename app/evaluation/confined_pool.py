"""Programs that are run as they are, a few at a time: a pool for `worker_pool`, whose calls run in confined processes."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

from backpass.app.evaluation.process_pool import PoolCall, WorkerLostError
from backpass.engine.capture.as_it_is.answers import AsItIs
from backpass.engine.capture.as_it_is.confined import Confined, Outcome, ParentLostError


class ConfinedPool:
    """Runs programs of one library. A place is a thread, which waits for the end of a process."""

    def __init__(self, library: str, processes: int) -> None:
        self.confined = Confined(library)
        self.size = processes
        """How many programs run at the same time."""
        self.free = processes
        self.started = 0
        self._threads = ThreadPoolExecutor(processes, "backpass-confined")
        self._calls: set[PoolCall] = set()

    @property
    def alive(self) -> int:
        """Programs that run."""
        return self.size - self.free

    def begin(self, call: PoolCall, over: Callable[["Future[Any]"], None]) -> None:
        """Runs a program in a free place. `over` is called in the event loop as soon as the place is free again.

        The future's exceptions are NotConfinedError, those of the function that words the outcome, and WorkerLostError.
        """
        loop = asyncio.get_running_loop()
        self.free -= 1
        self.started += 1
        self._calls.add(call)

        def freed(future: "Future[Any]") -> None:
            self.free += 1
            self._calls.discard(call)
            over(future)

        def ended(future: "Future[Any]") -> None:
            with suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(freed, future)

        self._threads.submit(self._run, call).add_done_callback(ended)

    def _run(self, call: PoolCall) -> Any:
        """What the function of a call makes of the outcome of its program."""
        words, (asked, spoken), _ = call.work
        begun = time.perf_counter()
        try:
            outcome = self._outcome(call, asked, spoken)
            return words(outcome, replace(asked, version=self.confined.version), spoken)
        except ParentLostError as error:
            raise WorkerLostError("it has died") from error
        finally:
            call.used = time.perf_counter() - begun  # by the clock: one that sleeps keeps its place from others

    def _outcome(self, call: PoolCall, asked: AsItIs, spoken: str) -> Outcome:
        confinement = self.confined.begin(asked.bounds)
        if not call.begin(confinement):
            confinement.kill()
        try:
            return confinement.run({"program": asked.program, "step": asked.step, "language": spoken})
        finally:
            call.end()

    async def close(self) -> None:
        """Ends all programs, and the process that they are forked from."""
        for call in self._calls:
            call.abandon()
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self.confined.close()
        self._threads.shutdown()
