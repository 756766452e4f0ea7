"""Executors of training: the interface, and worker processes of this machine. Knows nothing of what is computed."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from backpass.app.evaluation.process_pool import Recycling, WorkerLostError
from backpass.app.evaluation.worker_pool import ClosingError, WorkerPool
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem

__all__ = ["STARTING_SECONDS", "Executor", "LocalExecutor", "NoWorkersError", "WorkerLostError", "too_slow", "worker_lost"]

Result = TypeVar("Result")

STARTING_SECONDS = 20.0
"""Added to the time limit of a first call: a cluster may have to start a worker."""


class NoWorkersError(WorkerLostError):
    """Nobody is left to compute, and none came for a while."""


class Executor(Protocol):
    """Computes module-level functions of plain data somewhere else."""

    async def call(self, seconds: float, function: Callable[..., Result], *arguments: Any) -> Result:
        """The function's result. Cancelled, it is computed no further.

        Raises TimeoutError once it has been computing for `seconds`, WorkerLostError where its worker has gone.
        """
        ...

    async def has_workers(self) -> bool:
        """Whether somebody is there to compute, or could be at once."""
        ...

    async def close(self) -> None:
        """Releases the workers."""
        ...


class LocalExecutor:
    """Worker processes, each killed where what it computes is cancelled or takes too long. Runs take turns."""

    def __init__(self, processes: int, recycling: Recycling | None = None) -> None:
        self._queued = WorkerPool(processes, recycling=recycling)

    async def call(self, seconds: float, function: Callable[..., Result], *arguments: Any) -> Result:
        try:
            result: Result = await self._queued.call(seconds, function, *arguments)
        except ClosingError as error:
            raise WorkerLostError("the server ends") from error
        return result

    async def has_workers(self) -> bool:
        return True

    async def close(self) -> None:
        await self._queued.close()


def worker_lost(error: WorkerLostError) -> Problem:
    """The problem if workers end again and again, or none is left."""
    if isinstance(error, NoWorkersError):
        return Problem(Code.WORKER_LOST, say("no-workers"), say("no-workers.hint"))
    return Problem(
        Code.WORKER_LOST,
        say("workers-lost"),
        say("workers-lost.hint"),
    )


def too_slow(seconds: float) -> Problem:
    """The problem if a run is not even built in time."""
    return Problem(
        Code.TIMEOUT,
        say("preparation-too-long", seconds=f"{seconds:g}"),
        say("preparation-too-long.hint"),
    )
