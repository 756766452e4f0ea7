"""Schedules a run: chunk after chunk, of a size that suits its listeners, until it is over.

The first chunks are short, so that there is something to see at once; later ones grow to a fraction of a second, shorter where
many runs take turns. A worker that is lost costs nothing but time: the chunk is computed again from the last checkpoint.
"""

import asyncio
import sys
import time
from collections.abc import Callable

import orjson
import structlog

from backpass.app.training.executors.executor import (
    STARTING_SECONDS,
    Executor,
    NoWorkersError,
    WorkerLostError,
    too_slow,
    worker_lost,
)
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.runs.training_run import TrainingRun
from backpass.app.training.runs.worker import Budget, Chunk, advance, alter
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError

log = structlog.get_logger()

FIRST_SECONDS = 0.02
"""Of computing in the first chunk; each chunk may take twice as long as the one before it."""
LONGEST_SECONDS = 0.25
"""A chunk that is under way is finished before a run pauses, and before another run gets its worker."""
ENDLESS_SECONDS = 0.1
"""The same of an endless run, which is looked at after each chunk."""
SHORTEST_SECONDS = 0.05
PACED_SECONDS = 0.05
"""Between two chunks where a pace is wanted: a twentieth of a second looks smooth."""
TRIES = 4
"""How often in a row a worker may be lost."""
LOST_SECONDS = 1.0
"""Of waiting where a worker was lost once more, longer each time: a cluster may be restarted."""
PAUSED_SECONDS = 3600.0
"""A run that is paused for so long is taken for abandoned."""


class RunScheduler:
    """Advances one run. `share()` is the fraction of a worker that it may use, at most 1."""

    def __init__(
        self, run: TrainingRun, executor: Executor, limits: TrainingLimits, most_seconds: float, share: Callable[[], float]
    ) -> None:
        self._run = run
        self._executor = executor
        self._limits = limits
        self._most_seconds = most_seconds
        self._share = share
        self._used = 0.0
        """Seconds of computing."""
        self._seconds = FIRST_SECONDS
        self._published_state: str | None = None
        self._longest_build = STARTING_SECONDS + most_seconds
        self._pace: float | None = None
        """Seconds that a step takes, waiting included."""

    async def through(self) -> None:
        """To its end."""
        run, lost = self._run, 0
        while not run.over:
            if not await self._ready():
                run.stop("left")
                return
            if run.alteration is not None:
                await self._alter()
                continue
            began = time.monotonic()
            try:
                chunk = await self._executor.call(
                    self._most_seconds - self._used, advance, run.id, run.request, run.checkpoint, self._budget(), self._limits
                )
            except TimeoutError:
                run.stop("limit", self._too_long())
            except WorkerLostError as error:
                # Where nobody is left, somebody has been waited for already.
                lost = TRIES if isinstance(error, NoWorkersError) else lost + 1
                if lost == TRIES:
                    run.stop("failed", worker_lost(error))
                    return
                await asyncio.sleep((lost - 1) * LOST_SECONDS)
            except Exception:
                log.exception("a run failed")
                run.stop("failed", _mistake())
            else:
                lost = 0
                self._took(chunk, began)
                await self._paced(chunk, began)

    async def _ready(self) -> bool:
        """Waits until there is something to compute; False where nobody has wanted anything for very long."""
        run = self._run
        while run.alteration is None and run.paused and not run.wanted_steps and run.reported_step == run.step:
            self._publish_state("paused")
            if not await run.changed(PAUSED_SECONDS):
                return False
        if not run.paused:
            self._publish_state("running")
        return True

    async def _alter(self) -> None:
        """Gives the run another set-up, and the client an answer."""
        run = self._run
        assert run.alteration is not None
        try:
            altered = await self._executor.call(
                self._longest_build, alter, run.id, run.alteration.training, run.checkpoint, self._limits
            )
        except TimeoutError:
            run.refuse_alteration(ProblemError(too_slow(self._longest_build)))
        except WorkerLostError as error:
            run.refuse_alteration(ProblemError(worker_lost(error)))
        except Exception:
            log.exception("a run failed")
            run.stop("failed", _mistake())
        else:
            run.altered(altered)

    def _publish_state(self, state: str) -> None:
        if state != self._published_state:
            self._published_state = state
            self._run.publish("state", orjson.dumps({"state": state}))

    def _budget(self) -> Budget:
        run = self._run
        if run.paused:
            return Budget(run.step, run.wanted_steps, LONGEST_SECONDS, run.reported_step, show=True)
        steps = sys.maxsize if run.steps_per_second is None else max(1, round(run.steps_per_second * PACED_SECONDS))
        longest = max(SHORTEST_SECONDS, (ENDLESS_SECONDS if run.endless else LONGEST_SECONDS) * self._share())
        return Budget(run.step, steps, min(self._seconds, longest), run.reported_step, show=run.endless, passing=True)

    def _took(self, chunk: Chunk, began: float) -> None:
        run = self._run
        made = chunk.step - run.step
        self._used += chunk.seconds
        self._seconds = min(2 * self._seconds, LONGEST_SECONDS)
        if made and not run.paused:
            took = (time.monotonic() - began) / made
            self._pace = took if self._pace is None else (self._pace + took) / 2
        # An alteration may have moved the end to before the present step.
        steps_left = max(0, run.steps - chunk.step)
        left = None if self._pace is None else round(self._pace * steps_left, 3)
        if run.endless:
            left = None
        elif run.steps_per_second is not None:
            left = round(steps_left / run.steps_per_second, 3)
        run.took(chunk, left)
        if self._used >= self._most_seconds:
            run.stop("limit", self._too_long())

    async def _paced(self, chunk: Chunk, began: float) -> None:
        """Waits where fewer steps a second are wanted than were made, unless something else is wanted meanwhile."""
        run = self._run
        if run.steps_per_second is not None and not run.paused and not run.over:
            wait = began + chunk.made / run.steps_per_second - time.monotonic()
            if wait > 0:
                await run.changed(wait)

    def _too_long(self) -> Problem:
        return Problem(
            Code.TIMEOUT,
            say("run-too-long", most_seconds=f"{self._most_seconds:g}"),
            say("run-too-long.hint"),
        )


def _mistake() -> Problem:
    return Problem(
        Code.INTERNAL,
        say("run-failed"),
        say("run-failed.hint"),
    )
