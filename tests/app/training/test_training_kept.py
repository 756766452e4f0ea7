"""What is kept of training runs, ended ones included, is bounded for each client and for all of them."""

import asyncio
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from backpass.app.settings import Settings
from backpass.app.training.runs.run_registry import RunRegistry
from backpass.app.training.runs.training_run import TrainingRun
from backpass.engine.problems import ProblemError
from tests.app.events import events_of
from tests.app.training.test_training import MOONS

BODY = orjson.dumps(MOONS | {"steps": 60})
PAUSED = orjson.dumps(MOONS | {"paused": True})


class Here:
    """Workers that compute in place."""

    async def call(self, _seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        await asyncio.sleep(0)
        return function(*arguments)

    async def has_workers(self) -> bool:
        return True

    async def close(self) -> None:
        return


async def begun(registry: RunRegistry, client: str, body: bytes = BODY) -> TrainingRun:
    run = await registry.start(body, client)
    assert isinstance(run, TrainingRun)
    return run


async def ended(registry: RunRegistry, client: str) -> TrainingRun:
    run = await begun(registry, client)
    assert run.task is not None
    await run.task
    return run


def size_of_one() -> int:
    return asyncio.run(ended(RunRegistry(Settings(), Here()), "somebody")).kept


def kept(registry: RunRegistry, *runs: TrainingRun) -> list[bool]:
    return [run.id in registry._runs for run in runs]


def test_ended_runs_of_one_client_lose_their_oldest_events_and_are_forgotten_last() -> None:
    one = size_of_one()
    most = 7 * one // 2
    registry = RunRegistry(Settings(training_kept_bytes_per_client=most), Here())

    async def through() -> list[TrainingRun]:
        runs = []
        for _ in range(8):
            runs.append(await ended(registry, "somebody"))
            assert registry.kept <= most
        return runs

    runs = asyncio.run(through())
    assert runs[0].id not in registry._runs
    found = kept(registry, *runs)
    assert found == sorted(found), "the oldest go first"
    assert events_of(runs[-1].since(0)[0].decode())[0].number == 1
    with pytest.raises(ProblemError):
        registry.find(runs[0].id)


def test_a_run_that_lost_its_oldest_events_says_so_and_keeps_its_end() -> None:
    run = asyncio.run(ended(RunRegistry(Settings(), Here()), "somebody"))
    before = run.kept
    assert run.shed(before) == before - run.kept > 0
    events = events_of(run.since(0)[0].decode())
    assert events[0].data["gap"]
    assert events[-1].kind == "finished"


def test_what_is_kept_of_all_clients_is_bounded_too() -> None:
    one = size_of_one()
    registry = RunRegistry(Settings(training_kept_bytes_per_client=3 * one, training_kept_bytes=4 * one), Here())

    async def through() -> None:
        for number in range(8):
            await ended(registry, f"client {number}")
            assert registry.kept <= 4 * one

    asyncio.run(through())


def test_a_run_that_somebody_hears_is_never_forgotten_and_loses_nothing_before_those_that_nobody_hears() -> None:
    one = size_of_one()
    registry = RunRegistry(Settings(training_kept_bytes_per_client=3 * one), Here())

    async def through() -> TrainingRun:
        heard = await ended(registry, "somebody")
        heard.listeners += 1
        for _ in range(6):
            await ended(registry, "somebody")
        return heard

    heard = asyncio.run(through())
    assert kept(registry, heard) == [True]
    assert events_of(heard.since(0)[0].decode())[0].number == 1


def test_where_runs_under_way_fill_all_of_it_no_more_are_begun() -> None:
    registry = RunRegistry(Settings(training_kept_bytes_per_client=1_024), Here())

    async def through() -> None:
        run = await begun(registry, "somebody", PAUSED)
        with pytest.raises(ProblemError) as refused:
            await registry.start(BODY, "somebody")
        assert refused.value.problems[0].code == "too-many-runs"
        assert isinstance(await registry.start(BODY, "somebody else"), TrainingRun)
        registry.end(run)
        assert isinstance(await registry.start(BODY, "somebody"), TrainingRun)
        await registry.shutdown()

    asyncio.run(through())
