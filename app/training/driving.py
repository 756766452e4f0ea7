"""Driving a run: chunk after chunk, as large as suits whoever watches, until it is over.

The first chunks are short, so that there is something to see at once; later ones grow to a fraction of a second, shorter where
many runs take turns. A worker that is lost costs nothing but time: the chunk is computed again from the last checkpoint.
"""

import asyncio
import sys
import time
from collections.abc import Callable

import orjson
import structlog

from app.training.limits import TrainingLimits
from app.training.run import Run
from app.training.worker import Budget, Chunk, advance
from app.training.workers import WorkerLostError, Workers, worker_lost
from engine.problems import Code, Problem

log = structlog.get_logger()

FIRST_SECONDS = 0.02
"""Of computing in the first chunk; each chunk may take twice as long as the one before it."""
LONGEST_SECONDS = 0.25
"""A chunk that is under way is finished before a run pauses, and before another run gets its worker."""
SHORTEST_SECONDS = 0.05
PACED_SECONDS = 0.05
"""Between two chunks where a pace is wanted: a twentieth of a second looks smooth."""
TRIES = 4
"""How often in a row a worker may be lost."""
LOST_SECONDS = 1.0
"""Of waiting where a worker was lost once more, longer each time: a cluster may be started anew."""
PAUSED_SECONDS = 3600.0
"""A run that is paused for so long has been forgotten by whoever started it."""


class Drive:
    """One run on its way. `share` tells which part of all workers is its own, at most 1."""

    def __init__(
        self, run: Run, workers: Workers, limits: TrainingLimits, most_seconds: float, share: Callable[[], float]
    ) -> None:
        self._run = run
        self._workers = workers
        self._limits = limits
        self._most_seconds = most_seconds
        self._share = share
        self._used = 0.0
        """Seconds of computing."""
        self._seconds = FIRST_SECONDS
        self._told_state: str | None = None
        self._pace: float | None = None
        """Seconds that a step takes, waiting included."""

    async def through(self) -> None:
        """To its end."""
        run, lost = self._run, 0
        while not run.over:
            if not await self._ready():
                run.stop("left")
                return
            began = time.monotonic()
            try:
                chunk = await self._workers.call(
                    self._most_seconds - self._used, advance, run.id, run.request, run.checkpoint, self._budget(), self._limits
                )
            except TimeoutError:
                run.stop("limit", self._too_long())
            except WorkerLostError:
                lost += 1
                if lost == TRIES:
                    run.stop("failed", worker_lost())
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
        while run.paused and not run.wanted_steps and run.told == run.step:
            self._tell("paused")
            if not await run.changed(PAUSED_SECONDS):
                return False
        if not run.paused:
            self._tell("running")
        return True

    def _tell(self, state: str) -> None:
        if state != self._told_state:
            self._told_state = state
            self._run.publish("state", orjson.dumps({"state": state}))

    def _budget(self) -> Budget:
        run = self._run
        if run.paused:
            return Budget(run.step, run.wanted_steps, LONGEST_SECONDS, run.told, show=True)
        steps = sys.maxsize if run.steps_per_second is None else max(1, round(run.steps_per_second * PACED_SECONDS))
        longest = max(SHORTEST_SECONDS, LONGEST_SECONDS * self._share())
        return Budget(run.step, steps, min(self._seconds, longest), run.told)

    def _took(self, chunk: Chunk, began: float) -> None:
        run = self._run
        made = chunk.step - run.step
        self._used += chunk.seconds
        self._seconds = min(2 * self._seconds, LONGEST_SECONDS)
        if made and not run.paused:
            took = (time.monotonic() - began) / made
            self._pace = took if self._pace is None else (self._pace + took) / 2
        left = None if self._pace is None else round(self._pace * (run.steps - chunk.step), 3)
        if run.steps_per_second is not None:
            left = round((run.steps - chunk.step) / run.steps_per_second, 3)
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
            f"The run has computed for {self._most_seconds:g} seconds, the longest that one may take here.",
            "Go on from its checkpoint, take fewer steps, or make the model smaller.",
        )


def _mistake() -> Problem:
    return Problem(
        Code.INTERNAL,
        "Something went wrong on our side, and the run with it.",
        "Start it again, from its checkpoint if you have one; if it stays so, please report it.",
    )
