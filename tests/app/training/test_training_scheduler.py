"""Driving a run over workers that fail: nobody who listens is left waiting."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import orjson
import pytest

from backpass.app.settings import Settings
from backpass.app.training.executors.executor import Executor, WorkerLostError
from backpass.app.training.limits import TrainingLimits
from backpass.app.training.runs import scheduler
from backpass.app.training.runs.scheduler import TRIES, RunScheduler
from backpass.app.training.runs.training_run import TrainingRun
from backpass.app.training.runs.worker import Beginning, Budget, advance, begin
from tests.app.events import Event, events_of
from tests.app.training.test_training import MOONS

LIMITS = TrainingLimits.of(Settings())


class Here:
    """Workers that compute in place, after failing in the ways and so often as they are told."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.budgets: list[Budget] = []

    async def call(self, _seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        self.budgets.append(arguments[3])
        await asyncio.sleep(0)
        if self.failures:
            raise self.failures.pop(0)
        return function(*arguments)

    async def has_workers(self) -> bool:
        return True

    async def close(self) -> None:
        raise AssertionError("a run does not close the workers")


def driven(workers: Executor, **changes: Any) -> tuple[TrainingRun, list[Event]]:
    """A run driven to its end, and what was told of it."""

    async def through() -> TrainingRun:
        beginning = begin("run", orjson.dumps(MOONS | changes), LIMITS)
        assert isinstance(beginning, Beginning)
        run = TrainingRun("run", "somebody", beginning, 10_000_000)
        await RunScheduler(run, workers, LIMITS, 60.0, lambda: 1.0).through()
        return run

    run = asyncio.run(through())
    return run, events_of(run.since(0)[0].decode())


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "LOST_SECONDS", 0.0)


def test_a_worker_may_be_lost_several_times_but_not_for_ever() -> None:
    _, undisturbed = driven(Here())
    run, events = driven(Here(*[WorkerLostError()] * (TRIES - 1)))
    assert run.outcome == "finished"
    assert events[-1].data == undisturbed[-1].data
    run, events = driven(Here(*[WorkerLostError()] * TRIES))
    assert (events[-1].kind, events[-1].data["reason"]) == ("stopped", "failed")
    assert run.status()["problems"][0]["code"] == "worker-lost"


def test_a_mistake_of_ours_ends_the_run_instead_of_leaving_it_hanging() -> None:
    run, events = driven(Here(RuntimeError("never thought of")))
    assert events[-1].data["reason"] == "failed"
    assert run.status()["problems"][0]["code"] == "internal"
    assert "never thought of" not in events[-1].data["problem"]["message"]


def test_a_chunk_that_takes_too_long_ends_the_run() -> None:
    _, events = driven(Here(TimeoutError()))
    assert (events[-1].data["reason"], events[-1].data["problem"]["code"]) == ("limit", "timeout")


def test_chunks_begin_short_and_grow() -> None:
    workers = Here()
    driven(workers, steps=30_000, regions=None)
    seconds = [budget.seconds for budget in workers.budgets]
    assert seconds[0] == scheduler.FIRST_SECONDS
    assert seconds == sorted(seconds)
    assert seconds[-1] <= scheduler.LONGEST_SECONDS
    assert all(later <= 2 * earlier for earlier, later in pairwise(seconds))


def test_the_checkpoint_of_a_run_that_diverged_is_the_last_from_before() -> None:
    run, events = driven(Here(), steps=100, optimizer={"name": "sgd", "learning_rate": 500.0})
    assert events[-1].kind == "diverged"
    assert run.checkpoint_step == orjson.loads(run.checkpoint)["step"] < events[-1].data["step"]


def test_the_time_left_is_never_negative_where_the_end_was_moved_to_before_the_present_step() -> None:
    beginning = begin("run", orjson.dumps(MOONS), LIMITS)
    assert isinstance(beginning, Beginning)
    run = TrainingRun("run", "somebody", beginning, 10_000_000)
    driver = RunScheduler(run, Here(), LIMITS, 60.0, lambda: 1.0)
    chunk = advance("run", run.request, run.checkpoint, Budget(0, 4, 60.0), LIMITS)
    run.steps, run.steps_per_second = 2, 1.0
    driver._took(chunk, began=0.0)
    assert [event.data["seconds_left"] for event in events_of(run.since(0)[0].decode()) if event.kind == "progress"] == [0]
