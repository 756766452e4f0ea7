"""Runs under way: each is computed chunk by chunk by an executor, and its events are buffered for listeners.

A run belongs to nobody but who knows its name, 192 random bits. Knows nothing of HTTP.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import aclosing
from functools import partial
from typing import NoReturn

from backpass.app.evaluation.answer import Answer
from backpass.app.settings import Settings
from backpass.app.training.executors.executor import STARTING_SECONDS, Executor, WorkerLostError, too_slow, worker_lost
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.runs.scheduler import RunScheduler
from backpass.app.training.runs.sweep import Sweep, base_of, planned
from backpass.app.training.runs.training_run import ALIVE, TrainingRun
from backpass.app.training.runs.worker import Beginning, begin
from backpass.app.training.schemas import SweepRequest
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError


class RunRegistry:
    """All runs of this server process."""

    def __init__(self, settings: Settings, executor: Executor) -> None:
        self._settings = settings
        self._limits = TrainingLimits.of(settings)
        self._executor = executor
        self._runs: dict[str, TrainingRun] = {}
        self._starting: list[str] = []
        """The clients of runs that are being built."""
        self._sweeps: dict[Sweep, str] = {}
        """Sweeps under way, and their clients."""
        self._shutting_down = False

    async def start(self, body: bytes, client: str) -> TrainingRun | Answer:
        """Begins a run, or refuses what cannot be one. Raises ProblemError.

        Its codes: too-many-runs, shutting-down, timeout, worker-lost.
        """
        self._check_count(client)
        run_id = secrets.token_urlsafe(24)
        beginning = await self._begun(run_id, body, client)
        return beginning if isinstance(beginning, Answer) else self._added(run_id, client, beginning)

    async def _begun(self, run_id: str, body: bytes, client: str) -> Beginning | Answer:
        self._starting.append(client)
        try:
            seconds = self._settings.max_seconds + STARTING_SECONDS
            return await self._executor.call(seconds, begin, run_id, body, self._limits)
        except TimeoutError:
            raise ProblemError(too_slow(self._settings.max_seconds)) from None
        except WorkerLostError as error:
            raise ProblemError(worker_lost(error)) from None
        finally:
            self._starting.remove(client)

    async def sweep(self, request: SweepRequest, client: str) -> AsyncIterator[bytes] | Answer:
        """The events of a sweep, which counts as one run; or a refusal. Raises ProblemError as `start` does."""
        self._check_count(client)
        if (request.cells is None) == (request.learning_rates is None) or (request.cells and request.widths):
            _refuse(Code.INVALID_INPUT, say("sweep-of-what"), say("sweep-of-what.hint"))
        count, limit = len(planned(request)), self._settings.max_sweep_cells
        if count > limit:
            rates, widths = len(request.learning_rates or []), len(request.widths or [1])
            _refuse(
                Code.TOO_MUCH_WORK,
                say("sweep-too-large.cells", count=count, max_sweep_cells=limit)
                if request.cells
                else say("sweep-too-large", count=rates, count2=widths, count3=count, max_sweep_cells=limit),
                say("sweep-too-large.hint"),
            )
        first = await self._begun(secrets.token_urlsafe(), base_of(request), client)
        if isinstance(first, Answer):
            return first
        return self._swept(Sweep(request, self._executor, self._limits, self._settings), client)

    async def _swept(self, sweep: Sweep, client: str) -> AsyncIterator[bytes]:
        self._sweeps[sweep] = client
        try:
            async with aclosing(sweep.events()) as events:  # type: ignore[type-var]
                async for text in events:
                    yield text
        finally:
            del self._sweeps[sweep]

    def _added(self, run_id: str, client: str, beginning: Beginning) -> TrainingRun:
        grown = partial(self._make_room, client)
        run = TrainingRun(run_id, client, beginning, self._settings.training_buffer_bytes, grown)
        self._runs[run_id] = run
        grown()
        run.task = asyncio.create_task(self._driven(run))
        self._forget_later(run)
        return run

    async def _driven(self, run: TrainingRun) -> None:
        try:
            await RunScheduler(run, self._executor, self._limits, self._settings.max_training_seconds, self._share).through()
        finally:
            self._forget_later(run)

    @property
    def kept(self) -> int:
        """The bytes of all that is kept of runs, ended ones included."""
        return _kept(self._runs.values())

    def _make_room(self, client: str) -> None:
        """Keeps what is kept within its bounds, of one client and of all: ended runs to which nobody listens lose their oldest
        events, then are forgotten; only then do others lose events. Each time those first that nobody has heard for longest.
        """
        for runs, most in self._bounds(client):
            excess = _kept(runs) - most
            if excess <= 0:
                continue
            for run in sorted(runs, key=lambda run: (not run.idle, run.heard)):
                excess -= run.shed(excess)
                if excess > 0 and run.idle:
                    excess -= run.kept
                    del self._runs[run.id]

    def _bounds(self, client: str) -> Iterator[tuple[list[TrainingRun], int]]:
        """The runs of the client, then those of all, each with the most bytes that may be kept of them."""
        yield [run for run in self._runs.values() if run.client == client], self._settings.training_kept_bytes_per_client
        yield list(self._runs.values()), self._settings.training_kept_bytes

    def _check_count(self, client: str) -> None:
        if self._shutting_down:
            raise ProblemError(shutting_down())
        active = [run.client for run in self._runs.values() if not run.over] + self._starting + list(self._sweeps.values())
        own, most = active.count(client), self._settings.max_training_runs_per_client
        full_of_own, full = (_kept(runs) > size for runs, size in self._bounds(client))
        if own >= most or full_of_own:
            _refuse(
                Code.TOO_MANY_RUNS,
                say("too-many-own-runs", own=own),
                say("too-many-own-runs.hint"),
            )
        if len(active) >= self._settings.max_training_runs or full:
            _refuse(
                Code.TOO_MANY_RUNS,
                say("too-many-runs", count=len(active)),
                say("too-many-runs.hint"),
            )

    @property
    def active(self) -> int:
        """How many runs are under way; a sweep counts as one."""
        return sum(not run.over for run in self._runs.values()) + len(self._sweeps)

    def _share(self) -> float:
        """The part of a worker that each run has."""
        return min(1.0, self._settings.training_processes / max(1, self.active))

    def find(self, run_id: str) -> TrainingRun:
        """The run of that name. Raises ProblemError (unknown-run)."""
        if run_id not in self._runs:
            _refuse(
                Code.UNKNOWN_RUN,
                say("no-run", training_grace_seconds=f"{self._settings.training_grace_seconds:g}"),
                say("no-run.hint"),
            )
        return self._runs[run_id]

    async def listen(self, run: TrainingRun, after: int) -> AsyncIterator[bytes]:
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
                elif not await run.waited(ALIVE.seconds):
                    yield ALIVE.text
        finally:
            run.listeners -= 1
            run.heard = time.monotonic()
            self._forget_later(run)

    def _forget_later(self, run: TrainingRun) -> None:
        """Where nobody listens any more: ends the run, or forgets one that is over, unless somebody comes back in time."""
        if not run.listeners:
            # By its name, so that one which is forgotten before is not kept by this.
            asyncio.get_running_loop().call_later(self._settings.training_grace_seconds, self._forget, run.id, time.monotonic())

    def _forget(self, run_id: str, since: float) -> None:
        run = self._runs.get(run_id)
        if run is None or run.listeners or run.heard > since:
            return
        if run.over:
            del self._runs[run_id]
        else:
            run.stop("left")
            self._forget_later(run)

    def end(self, run: TrainingRun) -> None:
        """Ends a run at once, and forgets it."""
        run.stop("deleted")
        self._runs.pop(run.id, None)

    async def has_workers(self) -> bool:
        """Whether somebody is there to compute runs."""
        return await self._executor.has_workers()

    async def shutdown(self) -> None:
        """Ends every run with an event to its listeners; begins no more."""
        self._shutting_down = True
        for run in self._runs.values():
            run.stop("shutdown", shutting_down())
        for sweep in self._sweeps:
            sweep.stop(shutting_down())
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._executor.close()


def _kept(runs: Iterable[TrainingRun]) -> int:
    return sum(run.kept for run in runs)


def shutting_down() -> Problem:
    return Problem(
        Code.SHUTTING_DOWN,
        say("shutting-down"),
        say("start-again-soon"),
    )


def _refuse(code: Code, message: str, hint: str) -> NoReturn:
    raise ProblemError(Problem(code, message, hint))
