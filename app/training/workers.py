"""Where the work of runs is done: in worker processes of this machine. Knows nothing of what is computed."""

import math
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import anyio
import anyio.to_process

from engine.problems import Code, Problem

Result = TypeVar("Result")

STARTING_SECONDS = 20.0
"""That whoever asks first has to wait more: a worker process may have to be started, on a busy machine."""


class WorkerLostError(Exception):
    """Whoever computed has gone, and the answer with it."""


class Workers(Protocol):
    """Computes module-level functions of plain data somewhere else."""

    async def call(self, seconds: float, function: Callable[..., Result], *arguments: Any) -> Result:
        """The function's result. Cancelled, it is computed no further.

        Raises TimeoutError once it has been computing for `seconds`, WorkerLostError where its worker has gone.
        """
        ...

    async def close(self) -> None:
        """Lets the workers go."""
        ...


class LocalWorkers:
    """Worker processes, each killed where what it computes is cancelled or takes too long."""

    def __init__(self, processes: int) -> None:
        self._places = anyio.CapacityLimiter(processes)
        self._unlimited = anyio.CapacityLimiter(math.inf)
        """For AnyIO, which would else count the time of waiting in as well."""

    async def call(self, seconds: float, function: Callable[..., Result], *arguments: Any) -> Result:
        async with self._places:
            with anyio.fail_after(seconds):
                try:
                    return await anyio.to_process.run_sync(function, *arguments, cancellable=True, limiter=self._unlimited)
                except anyio.BrokenWorkerProcess as error:
                    raise WorkerLostError(str(error)) from error

    async def close(self) -> None:
        """The processes end with the event loop."""


def worker_lost() -> Problem:
    """What is said where workers end again and again."""
    return Problem(
        Code.WORKER_LOST,
        "The process that computed ended before it had an answer, several times in a row; perhaps it took too much memory.",
        "Make the model or the data smaller, and start again.",
    )


def too_slow(seconds: float) -> Problem:
    """What is said where a run is not even built in time."""
    return Problem(
        Code.TIMEOUT,
        f"The run could not be prepared within {seconds:g} seconds.",
        "Make the program, the model or the data smaller.",
    )
