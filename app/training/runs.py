"""Runs under way: each is driven chunk by chunk, wherever that is computed, and its events are kept for whoever listens.

A run belongs to nobody but who knows its name, 192 random bits. Knows nothing of HTTP.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from typing import NoReturn

from app.evaluator import Answer
from app.settings import Settings
from app.training.driving import Drive, worker_lost
from app.training.limits import TrainingLimits
from app.training.run import Run
from app.training.worker import Beginning, begin
from app.training.workers import WorkerLostError, Workers
from engine.problems import Code, Problem, ProblemError

ALIVE_SECONDS = 10.0
"""After so long without an event, listeners are told that the connection lives."""


class Runs:
    """All runs of this server process."""

    def __init__(self, settings: Settings, workers: Workers) -> None:
        self._settings = settings
        self._limits = TrainingLimits.of(settings)
        self._workers = workers
        self._runs: dict[str, Run] = {}
        self._starting: list[str] = []
        """The clients of runs that are being built."""
        self._shutting_down = False

    async def start(self, body: bytes, client: str) -> Run | Answer:
        """Begins a run, or refuses what cannot be one. Raises ProblemError.

        Its codes: too-many-runs, shutting-down, timeout, worker-lost.
        """
        if self._shutting_down:
            raise ProblemError(shutting_down())
        self._check_count(client)
        run_id = secrets.token_urlsafe(24)
        self._starting.append(client)
        try:
            beginning = await self._workers.call(self._settings.max_seconds, begin, run_id, body, self._limits)
        except TimeoutError:
            raise ProblemError(_too_slow(self._settings.max_seconds)) from None
        except WorkerLostError:
            raise ProblemError(worker_lost()) from None
        finally:
            self._starting.remove(client)
        if isinstance(beginning, Answer):
            return beginning
        return self._added(run_id, client, beginning)

    def _added(self, run_id: str, client: str, beginning: Beginning) -> Run:
        run = Run(run_id, client, beginning, self._settings.training_buffer_bytes)
        self._runs[run_id] = run
        run.task = asyncio.create_task(self._driven(run))
        self._forget_later(run)
        return run

    async def _driven(self, run: Run) -> None:
        try:
            await Drive(run, self._workers, self._limits, self._settings.max_training_seconds, self._share).through()
        finally:
            self._forget_later(run)

    def _check_count(self, client: str) -> None:
        active = [run.client for run in self._runs.values() if not run.over] + self._starting
        own, most = active.count(client), self._settings.max_training_runs_per_client
        if own >= most:
            _refuse(
                Code.TOO_MANY_RUNS,
                f"{own} training runs are under way from your address already, the most that are computed here for one.",
                "End one of them, or wait until one has finished.",
            )
        if len(active) >= self._settings.max_training_runs:
            _refuse(
                Code.TOO_MANY_RUNS,
                f"{len(active)} training runs are under way on this server, the most it computes at the same time.",
                "Try again in a minute.",
            )

    @property
    def active(self) -> int:
        """How many runs are under way."""
        return sum(not run.over for run in self._runs.values())

    def _share(self) -> float:
        """The part of a worker that each run has."""
        return min(1.0, self._settings.training_processes / max(1, self.active))

    def find(self, run_id: str) -> Run:
        """The run of that name. Raises ProblemError (unknown-run)."""
        if run_id not in self._runs:
            _refuse(
                Code.UNKNOWN_RUN,
                "There is no such training run: it was ended, nobody listened to it for "
                f"{self._settings.training_grace_seconds:g} seconds, or the server was started anew.",
                "Start it again, from its checkpoint if you have one.",
            )
        return self._runs[run_id]

    async def listen(self, run: Run, after: int) -> AsyncIterator[bytes]:
        """The run's events after that number, as they come, until it is over."""
        run.listeners += 1
        run.heard = time.monotonic()
        try:
            while True:
                events, after = run.since(after)
                if events:
                    yield events
                elif run.over:
                    return
                elif not await run.waited(ALIVE_SECONDS):
                    yield b": alive\n\n"
        finally:
            run.listeners -= 1
            run.heard = time.monotonic()
            self._forget_later(run)

    def _forget_later(self, run: Run) -> None:
        """Where nobody listens any more: ends the run, or forgets one that is over, unless somebody comes back in time."""
        if not run.listeners:
            asyncio.get_running_loop().call_later(self._settings.training_grace_seconds, self._forget, run, time.monotonic())

    def _forget(self, run: Run, since: float) -> None:
        if run.listeners or run.heard > since:
            return
        if run.over:
            self._runs.pop(run.id, None)
        else:
            run.stop("left")
            self._forget_later(run)

    def end(self, run: Run) -> None:
        """Ends a run at once, and forgets it."""
        run.stop("deleted")
        self._runs.pop(run.id, None)

    async def shutdown(self) -> None:
        """Ends every run, telling whoever listens; begins no more."""
        self._shutting_down = True
        for run in self._runs.values():
            run.stop("shutdown", shutting_down())
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._workers.close()


def shutting_down() -> Problem:
    return Problem(
        Code.SHUTTING_DOWN,
        "The server is being shut down, or started anew.",
        "Start the run again in a moment, from its checkpoint if you have one.",
    )


def _too_slow(seconds: float) -> Problem:
    return Problem(
        Code.TIMEOUT,
        f"The run could not be prepared within {seconds:g} seconds.",
        "Make the program, the model or the data smaller.",
    )


def _refuse(code: Code, message: str, hint: str) -> NoReturn:
    raise ProblemError(Problem(code, message, hint))
