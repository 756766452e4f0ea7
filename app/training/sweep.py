"""A sweep: the same run with several learning rates and widths, each combination once, to compare how they end.

Every cell is a run like any other, driven by the same code on the same workers, of which only the end is told. Knows nothing
of HTTP.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import orjson

from app.evaluator import Answer
from app.settings import Settings
from app.training.driving import Drive
from app.training.limits import TrainingLimits
from app.training.run import ALIVE, Run, event_text
from app.training.schemas import Network, OptimizerChoice, SweepRequest, TrainingRequest
from app.training.worker import Event, begin
from app.training.workers import STARTING_SECONDS, WorkerLostError, Workers, too_slow, worker_lost
from engine.graph import problem_json, utf16
from engine.problems import Problem

_BUFFER_BYTES = 1
"""A cell's run keeps its last event only."""


class Cell(NamedTuple):
    """One combination; `width` is that of every hidden layer, None where the model keeps its own."""

    learning_rate: float
    width: int | None


def cells_of(request: SweepRequest) -> list[Cell]:
    """Every combination, row by row."""
    widths: list[int | None] = [*request.widths] if request.widths else [None]
    return [Cell(rate, width) for width in widths for rate in request.learning_rates]


def declared(training: TrainingRequest, cell: Cell) -> TrainingRequest:
    """The run of a cell; nothing of it is told on the way."""
    model = training.model
    if cell.width is not None and isinstance(model, Network):
        model = model.model_copy(update={"layers": [cell.width] * (len(model.layers) - 1) + model.layers[-1:]})
    numbers = training.optimizer.numbers | {"learning_rate": cell.learning_rate}
    return training.model_copy(
        update={
            "model": model,
            "optimizer": OptimizerChoice(name=training.optimizer.name, **numbers),
            "watch_every": training.steps,
            "keep_every": training.steps,
            "regions": None,
        }
    )


class Sweep:
    """A sweep under way; as many cells at the same time as there are workers."""

    def __init__(self, request: SweepRequest, workers: Workers, limits: TrainingLimits, settings: Settings) -> None:
        self._request = request
        self._workers = workers
        self._limits = limits
        self._begin_seconds = settings.max_seconds
        self._seconds = settings.max_training_seconds
        self._abreast = asyncio.Semaphore(
            settings.training_cluster_workers if settings.training_cluster else settings.training_processes
        )
        self._told: asyncio.Queue[Event] = asyncio.Queue()

    def stop(self, problem: Problem) -> None:
        """Ends it, telling whoever listens."""
        written = problem_json(problem, utf16(""))
        self._told.put_nowait(Event("stopped", orjson.dumps({"reason": "shutdown", "problem": written})))

    async def events(self) -> AsyncIterator[bytes]:
        """As they go over the wire: `started`, a `cell` as each ends, `finished`. Whoever stops listening ends all of it."""
        cells = cells_of(self._request)
        yield event_text(1, Event("started", orjson.dumps({"cells": len(cells)})))
        tasks = [asyncio.create_task(self._told_of(cell)) for cell in cells]
        try:
            number = 1
            while number <= len(cells):
                try:
                    async with asyncio.timeout(ALIVE.seconds):
                        event = await self._told.get()
                except TimeoutError:
                    yield ALIVE.text
                    continue
                number += 1
                yield event_text(number, event)
                if event.kind == "stopped":
                    return
            yield event_text(number + 1, Event("finished", orjson.dumps({"cells": len(cells)})))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _told_of(self, cell: Cell) -> None:
        async with self._abreast:
            told = await self._ended(cell)
        self._told.put_nowait(Event("cell", orjson.dumps(cell._asdict() | told)))

    async def _ended(self, cell: Cell) -> dict[str, Any]:
        """How the cell's run ends."""
        run_id = secrets.token_urlsafe()
        body = declared(self._request.training, cell).model_dump_json().encode()
        try:
            seconds = self._begin_seconds + STARTING_SECONDS
            beginning = await self._workers.call(seconds, begin, run_id, body, self._limits)
        except WorkerLostError:
            return _without(worker_lost())
        except TimeoutError:
            return _without(too_slow(self._begin_seconds))
        if isinstance(beginning, Answer):
            return _result(problem=orjson.loads(beginning.body)["problems"][0])
        run = Run(run_id, "", beginning, _BUFFER_BYTES)
        await Drive(run, self._workers, self._limits, self._seconds, lambda: 1.0).through()
        last = orjson.loads(run.ending)
        if run.outcome == "diverged":
            return _result(diverged_at=last["began"])
        if run.outcome == "stopped":
            return _result(problem=last["problem"])
        return _result(**{name: last[name] for name in ("loss", "accuracy", "held_out_loss", "held_out_accuracy")})


def _result(**told: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("loss", "accuracy", "held_out_loss", "held_out_accuracy", "diverged_at", "problem"))
    return nothing | told


def _without(problem: Problem) -> dict[str, Any]:
    return _result(problem=problem_json(problem, utf16("")))
